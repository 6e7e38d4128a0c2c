"""Mutants of the extension's code, and the tests that have to notice them."""
