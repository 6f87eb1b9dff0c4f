"""Marks in a text: whatever overlaps, no sign of the author's is lost, doubled or moved."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from derivations.verdict import Verification
from lessons.source import source
from reports.html.element import Element, text_of
from reports.html.marks import Marks, Stretch
from reports.html.status import Kind, part

EMPTY = Verification((), (), (), (), ())
SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 30)), max_size=6)


def marks(text: str, figures: list[tuple[int, int]], claims: list[tuple[int, int]]) -> Marks:
    """Figures apart from each other; statements wherever they are."""
    made = Marks(source("lesson.txt", text, ""), part(EMPTY, "lesson"), "en")
    end = 0
    for number, (gap, length) in enumerate(figures):
        start, end = end + gap, end + gap + length
        if end <= len(text):
            made.figures.append(Stretch(start, end, f"f{number}", (Kind.LABEL,)))
    made._figure_starts = [one.start for one in made.figures]
    made.claims = [
        Stretch(start, start + length, f"c{number}", (Kind.PROVED,)) for number, (start, length) in enumerate(claims)
    ]
    return made


def with_class(root: Element | str, name: str) -> list[Element]:
    if isinstance(root, str):
        return []
    here = [root] if name in (dict(root.attributes).get("class") or "").split() else []
    return here + [one for child in root.children for one in with_class(child, name)]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
@given(st.text(alphabet="ab1.", min_size=1, max_size=80), SPANS, SPANS)
def test_the_marked_text_is_the_text(text: str, figures: list[tuple[int, int]], claims: list[tuple[int, int]]) -> None:
    made = marks(text, figures, claims)
    shown = made.marked(text, 0)
    assert "".join(map(text_of, shown)) == text
    found = [one for root in shown for one in with_class(root, "fig")]
    assert [text_of(one) for one in found] == [text[one.start : one.stop] for one in made.figures]
    at = 0
    for root in shown:
        covering = {one.target for one in made.claims if one.start <= at < one.stop}
        said = set(dict(root.attributes)["data-c"].split()) if with_class(root, "said") and isinstance(root, Element) else set()
        inside = any(one.start < at < one.stop for one in made.figures)
        assert inside or said <= covering | {one.target for one in made.claims if one.start <= at < one.stop}
        at += len(text_of(root))


def test_a_statement_is_marked_from_its_first_sign_to_its_last() -> None:
    made = marks("one two three", [], [(4, 3)])
    [_, said, _] = made.marked("one two three", 0)
    assert isinstance(said, Element) and text_of(said) == "two"
    assert dict(said.attributes)["data-c"] == "c0"


def test_the_smallest_of_several_statements_opens_first() -> None:
    made = marks("one two three", [], [(0, 13), (4, 3)])
    said = [one for root in made.marked("one two three", 0) for one in with_class(root, "said")]
    assert [dict(one.attributes)["data-c"] for one in said] == ["c0", "c1 c0", "c0"]
