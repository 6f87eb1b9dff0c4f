"""Displayed formulas taken apart into the equations that they state."""

from __future__ import annotations

import pytest

from lessons.excerpt import whole
from lessons.formats.statements import statements


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1", ["x = 1"]),
        (" x = 1 \\label{eq:1} \\tag{3}", ["x = 1"]),
        ("\\begin{align} a &= b \\\\ c &= d \\nonumber \\end{align}", ["a = b", "c = d"]),
        ("\\begin{aligned} a &= b \\\\ &= c \\\\[2pt] &+ d \\end{aligned}", ["a = b\n= c\n+ d"]),
        ("\\begin{aligned} a = {} \\\\ b \\end{aligned}", ["a = {}", "b"]),
        ("\\begin{aligned} a = \\\\ b \\end{aligned}", ["a =\nb"]),
        ("\\begin{align*} a &= b & c &= d \\\\ e &= f \\end{align*}", ["a = b", "c = d", "e = f"]),
        ("\\begin{eqnarray} a &=& b \\\\ c &=& d \\end{eqnarray}", ["a = b", "c = d"]),
        ("\\begin{multline} a \\\\ b \\end{multline}", ["a\nb"]),
        ("\\begin{gather} a \\\\ b \\end{gather}", ["a", "b"]),
        ("\\begin{equation}\\begin{split} a &= b \\\\ &- c \\end{split}\\end{equation}", ["a = b\n- c"]),
        ("\\begin{alignat}{2} a &= b \\end{alignat}", ["a = b"]),
        ("[\\begin{matrix} 1 & 0 \\\\ 0 & 1 \\end{matrix}]", ["[\\begin{matrix} 1 & 0 \\\\ 0 & 1 \\end{matrix}]"]),
        ("A = {a & b} \\\\ \\{ c \\}", ["A = {a & b}", "\\{ c \\}"]),
        ("\\begin{align} a \\end{align} x", ["\\begin{align} a \\end{align} x"]),
        ("a \\& b", ["a \\& b"]),
        ("\\begin{align}\\end{align}", []),
    ],
)
def test_lines(source: str, expected: list[str]) -> None:
    assert [one.text.split() for one in statements(whole(source))] == [one.split() for one in expected]


def test_every_sign_keeps_its_place() -> None:
    source = "\\begin{align} a &= b \\\\ &= c \\end{align}"
    (statement,) = statements(whole(source))
    assert [source[statement.at(place)] for place, sign in enumerate(statement.text) if not sign.isspace()] == list("a=b=c")
