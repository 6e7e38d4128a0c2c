import { readFileSync } from 'node:fs';

// Not every package exports its package.json.
export function version(name) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;
}
