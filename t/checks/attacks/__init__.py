"""Attacks on keys: what somebody who sees some of them learns of when their rows were inserted."""
