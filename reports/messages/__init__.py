"""Every wording of the reports and the command line: key -> (English, Chinese), one module a subject.

Placeholders are filled by `reports/sentences.py`; a count picks its English noun with `{n:error|errors}`. Both
languages of a key use the same placeholders, and a test looks up every key that the tree mentions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

# In the order in which they are looked through: first what every run of `verify` says.
SUBJECTS = (
    "verdicts", "command_help", "findings", "full_report", "proofs", "questions", "rules", "documents", "detectors",
    "declarations", "coverage", "unread", "html", "mutate", "account", "run", "prove", "adoption", "course",
)  # fmt: skip


class _Wordings(Mapping[str, tuple[str, str]]):
    """The wordings of all subjects. A subject is loaded when a key is asked for that those before it do not have."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, str]] = {}
        self._left = list(SUBJECTS)

    def __getitem__(self, key: str) -> tuple[str, str]:
        while key not in self._known and self._left:
            self._load()
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        while self._left:
            self._load()
        return iter(self._known)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _load(self) -> None:
        self._known |= import_module(f"{__name__}.{self._left.pop(0)}").WORDINGS


WORDINGS: Mapping[str, tuple[str, str]] = _Wordings()
