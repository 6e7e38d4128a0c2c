"""Print which UUIDs on the command line Python's validators accept, as rows of validators.tsv."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable

import django
import pydantic
from django import forms

PYDANTIC = f"pydantic {pydantic.VERSION}"
VALIDATORS: list[tuple[str, str, Callable[[str], object]]] = [
    ("Python's standard library", "uuid.UUID(…)", uuid.UUID),
    (PYDANTIC, "UUID", pydantic.TypeAdapter(uuid.UUID).validate_python),
    (PYDANTIC, "UUID4", pydantic.TypeAdapter(pydantic.UUID4).validate_python),
    (f"Django {django.__version__}", "forms.UUIDField()", forms.UUIDField().clean),
]


def takes(validate: Callable[[str], object], text: str) -> str:
    """Return yes or no."""
    try:
        validate(text)
    except (ValueError, forms.ValidationError):  # pydantic's is a ValueError
        return "no"
    return "yes"


for package, call, validate in VALIDATORS:
    print(f"| {package} | `{call}` | {' | '.join(takes(validate, text) for text in sys.argv[1:])} |")
