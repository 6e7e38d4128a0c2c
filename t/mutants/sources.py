"""The mutants of the project's files, one for each line and operator."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from universalmutator import mutator

HERE = Path(__file__).parent
C_RULES = ["universal.rules", "c_like.rules", "c.rules"]
SQL_RULES = [str(HERE / "sql.rules")]
NOT_MUTATED = r"^\s*(#\s*(include|if|ifdef|ifndef|else|endif|error)\b|#define \w+_H$|[{}]\s*$|--)"
"""Of the preprocessor only constants and macros are; nor is a brace alone, beside which a statement could be added."""
EQUIVALENT = HERE / "equivalent"


@dataclass(frozen=True)
class Mutant:
    """A line of a file and what replaces it, without the blanks around both."""

    file: str
    line: int
    occurrence: int
    """Which of the file's lines with this text it is, from 1."""
    before: str
    after: str

    def __str__(self) -> str:
        """As it is listed: lines of the file may come and go around it."""
        which = f"#{self.occurrence}" if self.occurrence > 1 else ""
        return f"{self.file}{which}: {self.before} ==> {self.after}"

    @property
    def rank(self) -> str:
        """A place in an order that has nothing to do with the code, and that edits elsewhere do not change."""
        return hashlib.sha256(str(self).encode()).hexdigest()

    def apply(self, source: str) -> str:
        """The file with this mutant."""
        lines = source.splitlines(keepends=True)
        indentation = re.match(r"\s*", lines[self.line - 1])
        assert indentation is not None
        lines[self.line - 1] = f"{indentation[0]}{self.after}\n"
        return "".join(lines)


def mutants_of(tree: Path, file: str) -> Iterator[Mutant]:
    """One mutant for each line and operator, that is for each pattern of the rules."""
    lines = (tree / file).read_text().splitlines(keepends=True)
    rules = SQL_RULES if file.endswith(".sql") else C_RULES
    # What runs once, when the edition in SQL is installed, is compared with nothing.
    text = re.sub(r"^DO \$\$.*?\$\$;$", lambda block: "\n" * block[0].count("\n"), "".join(lines), flags=re.DOTALL | re.MULTILINE)
    with contextlib.redirect_stdout(io.StringIO()):
        found = mutator.mutants_regexp(text.splitlines(keepends=True), ruleFiles=rules, ignorePatterns=[NOT_MUTATED])
    by_operator: dict[tuple[int, str], list[Mutant]] = {}
    for number, changed, _, (pattern, _) in found:
        before = lines[number - 1].strip()
        occurrence = sum(line.strip() == before for line in lines[:number])
        # A statement that is added stays on the line: error messages know theirs.
        after = re.sub(r"\n\s*", " ", changed.strip())
        if after != before:
            by_operator.setdefault((number, pattern.pattern), []).append(Mutant(file, number, occurrence, before, after))
    yield from {min(mutants, key=lambda mutant: mutant.rank): None for mutants in by_operator.values()}


def equivalents() -> dict[str, str]:
    """The mutants that nobody could tell apart, with the reason, which stands above those that it holds for."""
    reason = ""
    listed = {}
    for line in EQUIVALENT.read_text().splitlines():
        if line.startswith("# "):
            reason = line.removeprefix("# ")
        elif line:
            listed[line] = reason
    return listed
