"""Excerpts know where each of their characters stands, through slicing, joining and replacing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lessons.excerpt import Excerpt, joined, whole

SOURCE = "ab&lt;cd&alpha;ef"


def test_the_whole_text_stands_where_it_stands() -> None:
    excerpt = whole(SOURCE)
    assert [excerpt.at(place) for place in range(len(SOURCE))] == list(range(len(SOURCE)))
    assert excerpt.after(len(SOURCE)) == len(SOURCE)


def test_a_replaced_character_stands_where_its_replacement_is_written() -> None:
    excerpt = joined([whole(SOURCE).slice(0, 2), whole(SOURCE).standing_for(2, 6, "<"), whole(SOURCE).slice(6, 8)])
    assert excerpt.text == "ab<cd"
    assert [excerpt.at(place) for place in range(6)] == [0, 1, 2, 6, 7, 8]
    assert [excerpt.after(place) for place in range(6)] == [0, 1, 2, 6, 7, 8]


def test_two_characters_of_one_entity_stand_in_one_place() -> None:
    excerpt = whole("x&fjlig;y")
    found = joined([excerpt.slice(0, 1), excerpt.standing_for(1, 8, "fj"), excerpt.slice(8, 9)])
    assert [found.at(place) for place in range(4)] == [0, 1, 1, 8]
    assert found.slice(2, 3).at(0) == 1 and found.slice(2, 3).after(1) == 8


def test_a_sign_that_nobody_wrote_has_no_width() -> None:
    sign = whole("abc").standing_for(1, 1, "\\frac{")
    assert {sign.at(place) for place in range(7)} == {1}
    assert sign.start == sign.stop == 1


def test_neighbours_join_to_the_text_that_they_are() -> None:
    excerpt = whole(SOURCE)
    assert joined([excerpt.slice(0, 3), excerpt.slice(3, 5)]) == excerpt.slice(0, 5)
    assert joined([]).text == "" and joined([excerpt.slice(2, 2)]).text == ""


@st.composite
def excerpts(draw: st.DrawFn) -> tuple[Excerpt, list[int]]:
    """An excerpt of a random text, and where each character of it stands, written down as it is made."""
    text = whole(draw(st.text(min_size=1, max_size=20)))
    parts: list[Excerpt] = []
    places: list[int] = []
    for _ in range(draw(st.integers(0, 5))):
        first = draw(st.integers(0, len(text.text)))
        last = draw(st.integers(first, len(text.text)))
        if draw(st.booleans()):
            parts.append(text.slice(first, last))
            places += range(first, last)
        elif last > first:
            parts.append(text.standing_for(first, last, "α"))
            places.append(first)
    return joined(parts), places


@given(excerpts(), st.data())
def test_every_slice_keeps_every_place(made: tuple[Excerpt, list[int]], draw: st.DataObject) -> None:
    excerpt, places = made
    assert [excerpt.at(place) for place in range(len(excerpt.text))] == places
    first = draw.draw(st.integers(0, len(places)))
    last = draw.draw(st.integers(first, len(places)))
    part = excerpt.slice(first, last)
    assert part.text == excerpt.text[first:last]
    assert [part.at(place) for place in range(len(part.text))] == places[first:last]
    assert part.strip().text == part.text.strip()
