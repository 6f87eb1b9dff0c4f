"""What a project sets once: `lessonproof.toml`, or `[tool.lessonproof]` in `pyproject.toml`, in this folder or above.

```toml
language = "zh"
digits = 20
strict = true

[lessons]
notes = "lessons/notes.txt"   # relative to this file
```
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from derivations.catalogue import UsageError
from derivations.verdict import Message

OWN_FILE = "lessonproof.toml"
SHARED_FILE = "pyproject.toml"
LANGUAGES = ("en", "zh")
FEWEST_DIGITS, MOST_DIGITS = 1, 1000  # 4,096 bits, where certification gives up, are about 1,230 digits


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one file; None where it says nothing. `lessons` maps lesson names to paths that can be opened."""

    path: Path | None = None
    lessons: dict[str, str] = field(default_factory=dict)
    language: str | None = None
    digits: int | None = None
    strict: bool | None = None


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
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError("settings-unreadable", path=str(path), reason=error.strerror or str(error)) from None
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
    known = [item.name for item in fields(Settings) if item.name != "path"]
    for key in table:
        if key not in known:
            raise UsageError("settings-unknown-key", path=str(path), setting=key, nearest=_nearest(key, known))
    lessons = table.get("lessons", {})
    _require(isinstance(lessons, dict), path, "lessons", Message("settings-expects-table"))
    for name, document in lessons.items():
        _require(isinstance(document, str) and document != "", path, f"lessons.{name}", Message("settings-expects-path"))
    language, digits, strict = table.get("language"), table.get("digits"), table.get("strict")
    _require(language is None or language in LANGUAGES, path, "language", Message("settings-expects-language"))
    _require(
        digits is None or (type(digits) is int and FEWEST_DIGITS <= digits <= MOST_DIGITS),
        path, "digits", Message("settings-expects-digits", {"least": FEWEST_DIGITS, "most": MOST_DIGITS}),
    )  # fmt: skip
    _require(strict is None or isinstance(strict, bool), path, "strict", Message("settings-expects-flag"))
    return Settings(
        path=path,
        lessons={name: str(path.parent / document) for name, document in lessons.items()},
        language=language,
        digits=digits,
        strict=strict,
    )


def _require(fits: bool, path: Path, key: str, expected: Message) -> None:
    if not fits:
        raise UsageError("settings-wrong-value", path=str(path), setting=key, expected=expected)


def _nearest(key: str, known: list[str]) -> str:
    import difflib

    return difflib.get_close_matches(key, known, n=1, cutoff=0.0)[0]
