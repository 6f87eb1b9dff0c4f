"""Whatever a document says, a page holds only the elements that we made."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reports.html.element import element, markup, packed, text_of
from reports.neutral import neutral
from tests.reports.html.parsed import Parsed

HOSTILE = "</p><script>alert(1)</script><img src=x onerror=alert(2)> \" ' & &lt; \u202e\x1b[31m\x00"


def test_names_of_attributes() -> None:
    made = element("a", "x", class_="b", aria_label="c", hidden=True, open=False, title=None, viewBox="0 0 1 1")
    assert markup(made) == '<a class="b" aria-label="c" hidden="" viewBox="0 0 1 1">x</a>'


def test_hostile_text_and_attributes_stay_text() -> None:
    parsed = Parsed(markup(element("p", HOSTILE, title=HOSTILE)))
    assert parsed.elements == [("p", {"title": neutral(HOSTILE)})]
    assert parsed.text == neutral(HOSTILE)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
@given(st.text(), st.text())
def test_any_text_comes_back_neutral_and_alone(text: str, value: str) -> None:
    parsed = Parsed(markup(element("p", text, element("b", "!"), title=value)))
    assert [tag for tag, _ in parsed.elements] == ["p", "b"]
    assert parsed.elements[0][1] == {"title": neutral(value)}
    assert parsed.text == neutral(text) + "!"


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
@given(st.text())
def test_packed_elements_are_the_same_elements(text: str) -> None:
    made = element("p", text, element("b", "in"), class_="c")
    tag, attributes, *children = json.loads(json.dumps(packed(made)))
    assert (tag, attributes) == ("p", {"class": "c"})
    assert [child for child in children if isinstance(child, str)] == ([neutral(text)] if text else [])
    assert children[-1] == ["b", {}, "in"]
    assert text_of(made) == text + "in"
