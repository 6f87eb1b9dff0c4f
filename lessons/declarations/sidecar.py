"""The file `NAME.claims.toml` beside a document: what its author declares. Plain data; docs/declarations.md has every key.

What cannot be followed is a problem at its line, and the rest holds.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from derivations.catalogue import UsageError
from derivations.verdict import FigureVerdict, Message, Place
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.conventions import LOGARITHMS, ROUNDINGS, SEPARATORS, Conventions
from lessons.declarations import expression
from lessons.declarations.record import Anchor, Declarations, Origin, Said, Statement, Stretch, Value
from lessons.declarations.toml_keys import Path as KeyPath
from lessons.declarations.toml_keys import key_offsets
from lessons.file import content, leads_out
from lessons.gathering import SIDECAR
from lessons.source import source
from lessons.toml_text import LARGEST, as_written, loaded
from numeric.written import NotWritten
from numeric.written import read as written

MOST = 1_000
"""Declarations of one kind."""

KEYS: dict[str, tuple[str, ...]] = {
    "": ("values", "claim", "illustrative", "external", "conventions"),
    "claim": ("name", "prints", "section", "figure", "equals"),
    "illustrative": ("prints", "section", "from", "to", "reason"),
    "external": ("prints", "section", "from", "to", "source"),
    "conventions": ("epsilon", "sample-variance", "logarithm", "rounding", "biases", "decimal-separator"),
}
_AT = pattern(r" \(at line (\d{1,9}), column (\d{1,9})\)$")


@dataclass(frozen=True, slots=True)
class Sidecar:
    """A sidecar as it was read: its path, the digest of its bytes, and what it declares."""

    path: str
    sha256: str
    declarations: Declarations


def beside(document: str) -> str:
    """The path of the sidecar of a document: `course.md` has `course.claims.toml`."""
    path = Path(document)
    return str(path.with_name(path.stem + SIDECAR)) if path.name else ""


def found(document: str, elsewhere: Sequence[str]) -> str:
    """The path of the sidecar of a document: beside it, else one of these files or in one of these folders."""
    here = beside(document)
    name = os.path.basename(here)
    if os.path.lexists(here):
        return here
    places = (os.path.join(place, name) if os.path.isdir(place) else place for place in elsewhere)
    return next((place for place in places if os.path.basename(place) == name and os.path.lexists(place)), here)


def read(document: str, elsewhere: Sequence[str] = ()) -> Sidecar | None:
    """The sidecar of a document; None where there is none. What cannot be read is a problem of it.

    elsewhere: files and folders in which it may be, where it is not beside the document.
    """
    path = found(document, elsewhere)
    if not path or not os.path.exists(path):
        return None
    try:
        if os.path.islink(path) and leads_out(path, [os.curdir, os.path.dirname(document) or os.curdir]):
            raise UsageError("link-leads-out", path=path)
        found_there = content(path, LARGEST)
    except UsageError as error:
        return _unreadable(path, b"", Place(1, 1), error.message)
    return of_bytes(path, found_there, Path(document).stem)


def of_bytes(path: str, content: bytes, stem: str) -> Sidecar:
    """The sidecar that these bytes are.   stem: with which the names of its claims begin."""
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
        values = loaded(text, as_written)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        reason = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
        at = _AT.search(reason)
        place = Place(int(at[1]), int(at[2])) if at else Place(1, 1)
        reason = _AT.sub("", reason).rstrip(".")
        return _unreadable(path, content, place, Message("sidecar-unreadable", {"path": path, "reason": reason}))
    return Sidecar(path, hashlib.sha256(content).hexdigest(), _Reading(text, stem).declarations(values))


def _unreadable(path: str, content: bytes, place: Place, message: Message) -> Sidecar:
    declarations = Declarations()
    declarations.refuse("declaration-unreadable", Origin(place, True), message)
    return Sidecar(path, hashlib.sha256(content).hexdigest(), declarations)


class _Wrong(ValueError):
    """A value that is not what its key wants."""

    def __init__(self, path: KeyPath, message: Message) -> None:
        super().__init__(message.key)
        self.path = path
        self.message = message


class _Reading:
    """Reads the tables of one sidecar."""

    def __init__(self, text: str, stem: str) -> None:
        self.places = source("", text, "")
        self.keys = key_offsets(text)
        self.stem = stem
        self.found = Declarations()

    def declarations(self, values: dict[str, Any]) -> Declarations:
        self._known(values, (), "")
        self._each_value(values.get("values", {}))
        self._each("claim", values, self._statement)
        self._each("illustrative", values, self._stretch)
        self._each("external", values, self._stretch)
        self._conventions(values.get("conventions", {}))
        return self.found

    def origin(self, path: KeyPath) -> Origin:
        """Where a key stands; where its table does, if it stands in an inline table."""
        while path and path not in self.keys:
            path = path[:-1]
        return Origin(self.places.place(self.keys.get(path, 0)), True)

    def refuse(self, rule: str, path: KeyPath, message: Message) -> None:
        self.found.refuse(rule, self.origin(path), message)

    def _known(self, table: dict[str, Any], path: KeyPath, kind: str) -> None:
        known = KEYS[kind]
        for key in table:
            if key not in known:
                nearest = difflib.get_close_matches(key, known, n=1, cutoff=0.0)[0]
                self.refuse("declaration-unknown-key", (*path, key), unknown_key(key, nearest))

    def _each_value(self, table: object) -> None:
        if not isinstance(table, dict) or len(table) > MOST:
            self._wrong_value(("values",), "declare-expects-values")
            return
        for name, value in table.items():
            path = "values", name
            try:
                symbol = expression.read_name(name)
                worth = expression.read(_written(value, path))
            except expression.NotRead as error:
                self.refuse("declaration-wrong-value", path, not_read(name, error))
            except _Wrong as error:
                self.refuse("declaration-wrong-value", error.path, error.message)
            else:
                self.found.values.append(Value(symbol, worth, self.origin(path)))

    def _each(self, kind: str, values: dict[str, Any], one: Callable[[dict[str, Any], KeyPath], None]) -> None:
        tables = values.get(kind, [])
        if not isinstance(tables, list) or len(tables) > MOST or not all(isinstance(table, dict) for table in tables):
            self.refuse("declaration-wrong-value", (kind,), Message("declare-expects-tables", {"kind": kind, "most": MOST}))
            return
        for number, table in enumerate(tables):
            path = kind, number
            self._known(table, path, kind)
            try:
                one(table, path)
            except _Wrong as error:
                self.refuse("declaration-wrong-value", error.path, error.message)

    def _statement(self, table: dict[str, Any], path: KeyPath) -> None:
        quoted, equals = _text(table, "prints", path), _needed(table, "equals", path)
        if quoted is None:
            raise _Wrong(path, Message("declare-lacks", {"setting": "prints"}))
        figure = table.get("figure")
        if figure is not None and figure != "all" and not (type(figure) is int and 1 <= figure <= 1_000):
            raise _Wrong((*path, "figure"), Message("declare-expects-figure"))
        try:
            worth = expression.read(_written(equals, (*path, "equals")))
        except expression.NotRead as error:
            raise _Wrong((*path, "equals"), not_read("equals", error)) from None
        name = _text(table, "name", path) or f"claim-{cast(int, path[1]) + 1}"
        anchor = Anchor(quoted, _text(table, "section", path))
        self.found.statements.append(Statement(f"{self.stem}.{name}", worth, anchor, self.origin(path), figure))

    def _stretch(self, table: dict[str, Any], path: KeyPath) -> None:
        quoted, section = _text(table, "prints", path), _text(table, "section", path)
        first, last = _text(table, "from", path), _text(table, "to", path)
        if (first is None) != (last is None):
            raise _Wrong(path, Message("declare-lacks", {"setting": "to" if last is None else "from"}))
        if not (quoted or section or first) or (quoted and first):
            raise _Wrong(path, Message("declare-expects-place"))
        verdict = FigureVerdict(cast(str, path[0]))
        why = _text(table, "source" if verdict is FigureVerdict.EXTERNAL else "reason", path)
        if verdict is FigureVerdict.EXTERNAL and why is None:
            raise _Wrong(path, Message("declare-lacks", {"setting": "source"}))
        anchor = Anchor(quoted, section, first, last)
        self.found.stretches.append(Stretch(verdict, anchor, self.origin(path), why or ""))

    def _conventions(self, table: object) -> None:
        if not isinstance(table, dict):
            self._wrong_value(("conventions",), "declare-expects-table")
            return
        self._known(table, ("conventions",), "conventions")
        epsilon = self._convention(table, "epsilon", "declare-expects-epsilon", _epsilon)
        sample = self._convention(table, "sample-variance", "declare-expects-flag", _flag)
        log = self._convention(table, "logarithm", "declare-expects-logarithm", lambda given: LOGARITHMS.get(str(given)))
        rounding = self._convention(table, "rounding", "declare-expects-rounding", _one_of(ROUNDINGS))
        biases = self._convention(table, "biases", "declare-expects-flag", _flag)
        separator = self._convention(table, "decimal-separator", "declare-expects-separator", _one_of(SEPARATORS))
        self.found.conventions = Conventions(epsilon, sample, log, rounding, biases, separator)

    def _convention(self, table: dict[str, Any], key: str, expected: str, meant: Callable[[object], Any]) -> Any:
        if key not in table:
            return None
        path = "conventions", key
        value = meant(table[key])
        if value is None:
            self._wrong_value(path, expected)
        else:
            self.found.said[key] = Said(f"{key} = {json.dumps(table[key])}", self.origin(path))
        return value

    def _wrong_value(self, path: KeyPath, expected: str) -> None:
        values = {"setting": str(path[-1]), "expected": Message(expected, {"most": MOST})}
        self.refuse("declaration-wrong-value", path, Message("declare-wrong-value", values))


def unknown_key(key: str, nearest: str) -> Message:
    return Message("declare-unknown-key", {"setting": key, "nearest": nearest})


def not_read(setting: str, error: Exception) -> Message:
    return Message("declare-not-read", {"setting": setting, "reason": str(error)})


def _text(table: dict[str, Any], key: str, path: KeyPath) -> str | None:
    value = table.get(key)
    if value is not None and not (isinstance(value, str) and value.strip() and len(value) <= expression.LONGEST):
        values = {"setting": key, "expected": Message("declare-expects-text", {"most": expression.LONGEST})}
        raise _Wrong((*path, key), Message("declare-wrong-value", values))
    return value


def _needed(table: dict[str, Any], key: str, path: KeyPath) -> object:
    if key not in table:
        raise _Wrong(path, Message("declare-lacks", {"setting": key}))
    return table[key]


def _written(value: object, path: KeyPath) -> str:
    """A number, an expression, or a list of them (a row) as the text of an expression."""
    match value:
        case str():
            return value
        case int() if not isinstance(value, bool) and value.bit_length() <= expression.MOST_BITS:
            return str(value)
        case [_, *_] if len(value) <= 100:
            return f"({', '.join(_written(entry, path) for entry in value)})"
    values = {"setting": str(path[-1]), "expected": Message("declare-expects-expression")}
    raise _Wrong(path, Message("declare-wrong-value", values))


def _epsilon(given: object) -> Fraction | None:
    try:
        value = written(str(given)).value
    except NotWritten:
        return None
    return value if 0 <= value < 1 and not isinstance(given, bool) else None


def _flag(given: object) -> bool | None:
    return given if isinstance(given, bool) else None


def _one_of(choices: Sequence[str]) -> Callable[[object], str | None]:
    return lambda given: given if isinstance(given, str) and given in choices else None
