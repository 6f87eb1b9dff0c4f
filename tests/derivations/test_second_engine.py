"""The second engine against everything that the claims prove: not only at few instances, but in its whole search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from derivations.catalogue import lessons
from derivations.prover import engines
from lessons.check import verify

EVERY = 8
OF_NUMBERS = {"notes/chapter0", "notes/chapter11"}  # they state nothing for all shapes
CHAPTERS = [
    f"{lesson.name}/{lesson.unit}{chapter.number}" for lesson in lessons() for chapter in lesson.chapters if chapter.encoded
]


@pytest.mark.parametrize("every", [pytest.param(EVERY, id="sample"), pytest.param(1, id="all", marks=pytest.mark.full)])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_whole_search_finds_nothing_against_what_is_proved(
    chapter: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do the few instances miss what the kernel does not prove and the whole search refutes."""
    asked: Callable[..., engines.Opinions] = engines._asked
    count = len(chapter)

    def attacked(
        family: str, statement: Any, search: Any, check: Any, refute: engines.Refute, costly: bool = False
    ) -> engines.Opinions:
        nonlocal count
        count += 1
        found = asked(family, statement, search, check, refute, costly)
        if found.certificate is not None and count % every == 0:
            assert refute(statement) is None, statement
        return found

    monkeypatch.setattr(engines, "_asked", attacked)
    monkeypatch.setenv("LESSONPROOF_PROCESSES", "1")
    assert verify([chapter], []).claims
    assert count > len(chapter) or chapter in OF_NUMBERS
