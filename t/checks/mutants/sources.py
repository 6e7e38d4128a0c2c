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
LIKE_C = ["universal.rules", "c_like.rules"]
SQL_RULES = [str(HERE / "sql.rules")]
RULES = {
    ".c": [*LIKE_C, "c.rules"],
    ".h": [*LIKE_C, "c.rules"],
    ".sql": SQL_RULES,
    ".py": ["universal.rules", "python.rules"],
    ".mjs": [*LIKE_C, "javascript.rules"],
    ".go": [*LIKE_C, "go.rules"],
    ".rs": [*LIKE_C, "rust.rules"],
    ".java": [*LIKE_C, "java.rules"],
    ".cs": LIKE_C,
    ".php": LIKE_C,
    ".rb": ["universal.rules"],
}
"""By the ends of files' names."""
NOT_MUTATED = {
    ".sql": r"^\s*--",
    ".py": r"^\s*(#|import\b|from\b)",
    ".rb": r"^\s*#",
}
"""Comments; in languages like C also preprocessor lines, except constants and macros, and lone braces, next to which a
statement could be added."""
COMMENT = {".sql": r"\s+-- .*$", ".py": r"\s+# .*$", ".rb": r"\s+# .*$"}
"""At the end of a line; in languages like C as below."""
COMMENT_LIKE_C = r"\s+// .*$"
NO_CODE = {".sql": r"^DO \$\$.*?\$\$;$", ".py": r'""".*?"""'}
"""Several lines at a time: code that runs once, when the edition in SQL is installed, and that no test compares; and
docstrings."""
NOT_MUTATED_LIKE_C = r"^\s*(#\s*(include|if|ifdef|ifndef|else|endif|error)\b|#define \w+_H$|[{}]\s*$|/[/*]|\*)"
EQUIVALENT = HERE / "equivalent"


@dataclass(frozen=True)
class Mutant:
    """A line of a file and its replacement, both without surrounding blanks."""

    file: str
    line: int
    occurrence: int
    """The number of this line among the file's lines with the same text, from 1."""
    before: str
    after: str

    def __str__(self) -> str:
        """Return the entry in the list, which stays valid if other lines come and go."""
        which = f"#{self.occurrence}" if self.occurrence > 1 else ""
        return f"{self.file}{which}: {self.before} ==> {self.after}"

    def rank(self, seed: str = "") -> str:
        """Return a place in an order that does not depend on the code, and does not change with edits elsewhere."""
        return hashlib.sha256(f"{seed}{self}".encode()).hexdigest()

    def apply(self, source: str) -> str:
        """Return the file with this mutant."""
        lines = source.splitlines(keepends=True)
        indentation = re.match(r"\s*", lines[self.line - 1])
        assert indentation is not None
        lines[self.line - 1] = f"{indentation[0]}{self.after}\n"
        return "".join(lines)


def mutants_of(tree: Path, file: str) -> Iterator[Mutant]:
    """Yield one mutant for each line and operator, that is for each pattern of the rules."""
    lines = (tree / file).read_text().splitlines(keepends=True)
    suffix = Path(file).suffix
    ignored = NOT_MUTATED.get(suffix, NOT_MUTATED_LIKE_C)
    text = "".join(lines)
    if suffix in NO_CODE:
        text = re.sub(NO_CODE[suffix], lambda block: "\n" * block[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE)
    with contextlib.redirect_stdout(io.StringIO()):
        found = mutator.mutants_regexp(
            text.splitlines(keepends=True), ruleFiles=RULES[suffix], ignorePatterns=[ignored]
        )
    by_operator: dict[tuple[int, str], list[Mutant]] = {}
    for number, changed, _, (pattern, _) in found:
        before = lines[number - 1].strip()
        occurrence = sum(line.strip() == before for line in lines[:number])
        # Keep an added statement on the same line, since error messages contain line numbers.
        after = re.sub(r"\n\s*", " ", changed.strip())
        comment = COMMENT.get(suffix, COMMENT_LIKE_C)
        if re.sub(comment, "", after) != re.sub(comment, "", before):
            by_operator.setdefault((number, pattern.pattern), []).append(
                Mutant(file, number, occurrence, before, after)
            )
    yield from {min(mutants, key=Mutant.rank): None for mutants in by_operator.values()}


def equivalents() -> dict[str, str]:
    """Return the mutants that behave like the original, with the reason, which stands above them in the file."""
    reason = ""
    listed = {}
    for line in EQUIVALENT.read_text().splitlines():
        if line.startswith("# "):
            reason = line.removeprefix("# ")
        elif line:
            listed[line] = reason
    return listed
