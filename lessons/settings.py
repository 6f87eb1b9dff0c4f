"""What a project sets once: `lessonproof.toml`, or `[tool.lessonproof]` in `pyproject.toml`, in this folder or above.

```toml
lessons = ["lessons", "notes/*.md"]   # documents, folders, patterns; relative to this file
strict = true
min-coverage = "80%"
baseline = "lessonproof-baseline.json"
ignore = ["figure-unaccounted"]
```

A table instead of the list gives names: `[lessons]`, `notes = "lessons/notes.txt"` says which file a shipped lesson is.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction
from pathlib import Path
from typing import Any

from derivations.catalogue import UsageError
from derivations.verdict import Message
from lessonproof.records import dataclass

OWN_FILE = "lessonproof.toml"
SHARED_FILE = "pyproject.toml"
LANGUAGES = ("en", "zh")
FEWEST_DIGITS, MOST_DIGITS = 1, 1000  # 4,096 bits, where certification gives up, are about 1,230 digits


KEYS = (
    "lessons", "claims", "select", "ignore", "rounding", "strict", "min-coverage", "baseline", "language", "digits",
)  # fmt: skip
ROUNDINGS = ("half-even", "half-up", "half-away-from-zero", "truncate")  # of `numeric/rounding.py`, not loaded here


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one file; None or empty where it says nothing. All paths can be opened from where they were looked for.

    lessons: names of lessons to their documents.   documents: what is verified where no target is named, in the order of the
    file.   claims: sidecars, or folders of them.   select, ignore: rules, or the words that some rules begin with.
    rounding: how figures at a tie are printed, or that figures are cut.   min_coverage: the least share of figures that must be
    accounted for.   baseline: the file of known findings.
    """

    path: Path | None = None
    lessons: dict[str, str] = field(default_factory=dict)
    documents: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    rounding: str | None = None
    strict: bool | None = None
    min_coverage: Fraction | None = None
    baseline: str | None = None
    language: str | None = None
    digits: int | None = None


def find(folder: Path = Path()) -> Settings:
    """The settings of the nearest folder, from `folder` upward, that has any; lessonproof.toml comes first in each.

    Paths stay relative to `folder`, so that reports read the same on every machine. Raises UsageError for a file that
    cannot be read or says something that is not a setting.
    """
    for height in range(len(folder.resolve().parts)):
        place = os.path.normpath(folder.joinpath(*[".."] * height))
        own, shared = Path(place, OWN_FILE), Path(place, SHARED_FILE)
        if own.is_file():
            return read(own)
        if shared.is_file() and (table := _shared_table(shared)) is not None:
            return _settings(shared, table)
    return Settings()


def read(path: Path) -> Settings:
    """The settings in the file at `path`; a file called pyproject.toml has them in [tool.lessonproof]."""
    if not path.is_file():
        raise UsageError("settings-missing", path=str(path))
    return _settings(path, (_shared_table(path) or {}) if path.name == SHARED_FILE else _toml(path))


def _toml(path: Path) -> dict[str, Any]:
    from lessons.file import content
    from lessons.toml_text import LARGEST, loaded

    written = content(str(path), LARGEST)
    try:
        return loaded(written.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        raise UsageError("settings-unreadable", path=str(path), reason=str(error).rstrip(".")) from None


def _shared_table(path: Path) -> dict[str, Any] | None:
    tool = _toml(path).get("tool", {})
    table = tool.get("lessonproof") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise UsageError(
            "settings-wrong-value",
            path=str(path),
            setting="tool.lessonproof",
            expected=Message("settings-expects-table"),
        )
    return table


def _settings(path: Path, table: dict[str, Any]) -> Settings:
    for key in table:
        if key not in KEYS:
            raise UsageError("settings-unknown-key", path=str(path), setting=key, nearest=_nearest(key, KEYS))
    lessons = table.get("lessons", {})
    _require(isinstance(lessons, dict | list | str), path, "lessons", Message("settings-expects-lessons"))
    named = lessons if isinstance(lessons, dict) else {}
    for name, document in named.items():
        _require(isinstance(document, str) and document != "", path, f"lessons.{name}", Message("settings-expects-path"))
    language, digits, strict = table.get("language"), table.get("digits"), table.get("strict")
    _require(language is None or language in LANGUAGES, path, "language", Message("settings-expects-language"))
    _require(
        digits is None or (type(digits) is int and FEWEST_DIGITS <= digits <= MOST_DIGITS),
        path, "digits", Message("settings-expects-digits", {"least": FEWEST_DIGITS, "most": MOST_DIGITS}),
    )  # fmt: skip
    _require(strict is None or isinstance(strict, bool), path, "strict", Message("settings-expects-flag"))
    rounding, baseline = table.get("rounding"), table.get("baseline")
    _require(
        rounding is None or rounding in ROUNDINGS, path, "rounding", Message("settings-expects-one-of", {"choices": ROUNDINGS})
    )
    _require(
        baseline is None or (isinstance(baseline, str) and baseline != ""), path, "baseline", Message("settings-expects-path")
    )
    documents = named.values() if named else _names(path, "lessons", lessons or [])
    return Settings(
        path=path,
        lessons={name: str(path.parent / document) for name, document in named.items()},
        documents=tuple(str(path.parent / document) for document in documents),
        claims=tuple(str(path.parent / one) for one in _names(path, "claims", table.get("claims", []))),
        select=_names(path, "select", table.get("select", [])),
        ignore=_names(path, "ignore", table.get("ignore", [])),
        rounding=rounding,
        strict=strict,
        min_coverage=_share(path, table.get("min-coverage")),
        baseline=None if baseline is None else str(path.parent / baseline),
        language=language,
        digits=digits,
    )


def _names(path: Path, key: str, given: object) -> tuple[str, ...]:
    """A list of texts, or a single one."""
    found = [given] if isinstance(given, str) else given
    fits = isinstance(found, list) and all(isinstance(one, str) and one != "" for one in found)
    _require(fits, path, key, Message("settings-expects-names"))
    return tuple(found) if isinstance(found, list) else ()


def _share(path: Path, given: object) -> Fraction | None:
    """A share as text, as on the command line: "80%", "0.8"."""
    if given is None:
        return None
    from numeric.written import NotWritten
    from numeric.written import read as written

    try:
        share = written(given).value if isinstance(given, str) else Fraction(-1)
    except NotWritten:
        share = Fraction(-1)
    _require(0 <= share <= 1, path, "min-coverage", Message("settings-expects-share"))
    return share


def _require(fits: bool, path: Path, key: str, expected: Message) -> None:
    if not fits:
        raise UsageError("settings-wrong-value", path=str(path), setting=key, expected=expected)


def _nearest(key: str, known: Sequence[str]) -> str:
    import difflib

    return difflib.get_close_matches(key, known, n=1, cutoff=0.0)[0]
