"""Mutants of the extension's code, and the tests that must detect them."""
