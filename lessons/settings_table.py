"""One table of a TOML file that an author writes: its keys are checked, and every value has a kind and limits."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from derivations.catalogue import UsageError
from derivations.verdict import Message
from lessonproof.records import dataclass
from lessons.file import content
from lessons.toml_text import LARGEST, as_written, loaded
from numeric.given_rows import exact
from numeric.weights_refused import WeightsRefused

Choice = TypeVar("Choice", bound=str)


@dataclass(frozen=True, slots=True)
class Table:
    """The table `name` of the file at `path` ("" for the file itself). All methods raise UsageError, naming the key."""

    path: str
    name: str
    values: dict[str, Any]

    def known(self, keys: Sequence[str]) -> Table:
        """This table, if it has no other keys than these; the error names the nearest."""
        for key in self.values:
            if key not in keys:
                nearest = difflib.get_close_matches(key, list(keys), n=1, cutoff=0.0)[0]
                raise UsageError("model-unknown-key", path=self.path, setting=self._setting(key), nearest=nearest)
        return self

    def table(self, key: str, *, needed: bool = False) -> Table | None:
        """The table of that key; None where there is none."""
        if key not in self.values and not needed:
            return None
        value = self._needed(key)
        if not isinstance(value, dict):
            raise self.wrong(key, Message("model-expects-table"))
        return Table(self.path, self._setting(key), value)

    def integer(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self._needed(key) if default is None else self.values.get(key, default)
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(key, Message("model-expects-integer", {"least": least, "most": most}))
        return value

    def optional_integer(self, key: str, least: int, most: int) -> int | None:
        return self.integer(key, least, most) if key in self.values else None

    def flag(self, key: str, default: bool) -> bool:
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, Message("model-expects-flag"))
        return value

    def choice(self, key: str, choices: Sequence[Choice], default: Choice | None = None) -> Choice:
        value = self._needed(key) if default is None else self.values.get(key, default)
        for choice in choices:
            if value == choice:
                return choice
        raise self.wrong(key, Message("model-expects-choice", {"choices": tuple(choices)}))

    def number(self, key: str, default: str | None = None) -> Fraction:
        """An exact number: an integer, a decimal, or the text of a decimal or a ratio."""
        value = self._needed(key) if default is None else self.values.get(key, default)
        try:
            return exact(value, key)
        except WeightsRefused as error:
            if error.reason == "long":
                raise self.wrong(key, Message("model-expects-short-number", {"limit": error.values["limit"]})) from None
            raise self.wrong(key, Message("model-expects-number")) from None

    def text(self, key: str) -> str | None:
        value = self.values.get(key)
        if value is not None and not (isinstance(value, str) and value):
            raise self.wrong(key, Message("model-expects-text"))
        return value

    def list(self, key: str) -> list[Any]:
        value = self._needed(key)
        if not isinstance(value, list) or not value:
            raise self.wrong(key, Message("model-expects-list"))
        return value

    def has(self, key: str) -> bool:
        return key in self.values

    def _needed(self, key: str) -> Any:
        if key not in self.values:
            raise UsageError("model-lacks", path=self.path, setting=self._setting(key))
        return self.values[key]

    def wrong(self, key: str, expected: Message) -> UsageError:
        """The error for a value of that key that is not what is expected."""
        return UsageError("model-wrong-value", path=self.path, setting=self._setting(key), expected=expected)

    def _setting(self, key: str) -> str:
        return f"{self.name}.{key}" if self.name else key


def read_table(path: Path, shown: str) -> Table:
    """The whole file. Decimals stay text, so that 0.1 is a tenth.   shown: what errors call the file.

    Raises UsageError, in one sentence, for what cannot be read.
    """
    written = content(str(path), LARGEST, shown)
    try:
        return Table(shown, "", loaded(written.decode("utf-8-sig"), as_written))
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        # Python's own advice about its limit is not for an author.
        reason = "a whole number of more than 4300 digits" if "int_max_str" in str(error) else str(error).rstrip(".")
        raise UsageError("document-unreadable", path=shown, reason=reason) from None
