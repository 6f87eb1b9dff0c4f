"""Patterns that are compiled late are compiled here, every one."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from lessonproof.patterns import pattern

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
