"""Patterns that are compiled late are compiled here, every one."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessonproof.patterns import Worded, pattern

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for package in ("numeric", "derivations", "lessons", "reports")
    for path in (ROOT / package).rglob("*.py")
    if "lessonproof.patterns" in path.read_text(encoding="utf-8")
)


def patterns(value: object) -> Iterator[re.Pattern[str]]:
    if type(value) is pattern:
        yield value
    elif isinstance(value, Worded):
        yield value.pattern
    elif isinstance(value, tuple | list | set | frozenset):
        for each in value:
            yield from patterns(each)
    elif isinstance(value, dict):
        yield from patterns(tuple(value.items()))


@pytest.mark.parametrize("module", MODULES)
def test_every_pattern_is_well_formed(module: str) -> None:
    found = [
        each for value in vars(importlib.import_module(module.removesuffix(".__init__"))).values() for each in patterns(value)
    ]
    assert found
    for each in found:
        assert re.compile(each.pattern, each.flags)


def test_a_pattern_does_what_the_compiled_one_does() -> None:
    late = pattern(r"(\d+)\s*([a-z])", re.IGNORECASE)
    compiled = re.compile(r"(\d+)\s*([a-z])", re.IGNORECASE)
    assert late.findall("1a 2 B") == compiled.findall("1a 2 B") and late.sub("", "x1a") == "x" and late.flags == compiled.flags
    assert late.match("7 q", 0).groups() == ("7", "q")  # type: ignore[union-attr]
    with pytest.raises(re.error):
        pattern("(").match("")
    with pytest.raises(AttributeError):
        late.unknown  # type: ignore[attr-defined]  # noqa: B018


EVERY_SIGN = "".join(map(chr, range(0x110000)))
WORDED = [
    pytest.param(value, id=f"{module}.{name}")
    for module in MODULES
    if "Worded(" in (ROOT / module.replace(".", "/")).with_suffix(".py").read_text(encoding="utf-8")
    for name, value in vars(importlib.import_module(module)).items()
    if isinstance(value, Worded)
]


@pytest.mark.parametrize("worded", WORDED)
def test_no_match_is_lost_where_words_are_looked_for_first(worded: Worded) -> None:
    compiled = re.compile(worded.pattern.pattern, worded.pattern.flags)

    @settings(max_examples=100, deadline=None)
    @given(st.from_regex(compiled))
    def every_match_is_found(text: str) -> None:
        expected = [match.span() for match in compiled.finditer(text)]
        assert [match.span() for match in worded.finditer(text)] == expected
        found = worded.search(text)
        assert (found and found.span()) == next(iter(expected), None)

    every_match_is_found()
    for sign in {match[0] for match in compiled.finditer(EVERY_SIGN) if len(match[0]) == 1}:
        assert worded.search(sign)


def test_words_are_found_in_whatever_a_pattern_takes_for_their_letters() -> None:
    letters = re.compile("[a-z]", re.IGNORECASE).findall(EVERY_SIGN)
    assert len(letters) > 52
    for letter in letters:
        small = next(each for each in "abcdefghijklmnopqrstuvwxyz" if re.fullmatch(each, letter, re.IGNORECASE))
        assert Worded(small, (small,), re.IGNORECASE).search(f"·{letter}·")


def test_words_are_looked_for_between_the_ends() -> None:
    worded = Worded(r"total|sum", ("total", "sum"))
    assert worded.search("a total", 0, 6) is None and worded.search("a total", 2) is not None
    assert [match.start() for match in worded.finditer("sum sum sum", 1)] == [4, 8] and not worded.occurs("Total")
