// What all JavaScript and TypeScript pass.
import { cwd } from 'node:process';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default defineConfig(
  js.configs.recommended,
  tseslint.configs.strict,
  { languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    rules: {
      // Methods that can be taken from their object say so.
      '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
      // A decorator outside TypeScript needs a class.
      '@typescript-eslint/no-extraneous-class': ['error', { allowEmpty: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  { files: ['**/*.c[jt]s'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['playground/src/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: cwd() } },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // Digits and rulers have no characters outside ASCII.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // noUncheckedIndexedAccess asks for them at places that are known to exist.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
);
