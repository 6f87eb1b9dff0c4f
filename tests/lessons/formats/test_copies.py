"""Formulas that a page holds three times: rewritten, they are what KaTeX makes of the rewritten source.

`katex.json` holds what KaTeX itself rendered, formula by formula.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from lessons.formats.copies import NotFollowed, copies

RENDERED: dict[str, str] = json.loads(Path(__file__).with_name("katex.json").read_text(encoding="utf-8"))["formulas"]

CHANGES = [
    (r"a = e/(e+1) \approx 0.731060", r"a = e/(e+1) \approx 0.731059"),
    (r"\frac{12}{24} = 0.6", r"\frac{12}{24} = 0.5"),
    (r"\frac{12}{24} = 0.5", r"\frac{12}{25} = 0.5"),
    (r"\frac{12}{24} = 0.6", r"\frac{12}{25} = 0.5"),
    (
        r"\bar{S} \approx \begin{bmatrix} 0 & 0 \\ 0.133562 & -0.133563 \end{bmatrix}",
        r"\bar{S} \approx \begin{bmatrix} 0 & 0 \\ 0.133562 & -0.133562 \end{bmatrix}",
    ),
    (r"\begin{bmatrix} 0 & 0 \\ 1 & 0 \end{bmatrix}", r"\begin{bmatrix} 0 & 2 \\ 1 & 0 \end{bmatrix}"),
    (r"2^{10} = 1{,}025 + x_{12}^{3}", r"2^{10} = 1{,}024 + x_{12}^{3}"),
    (r"\sqrt[3]{8}=2.1", r"\sqrt[3]{8}=2.0"),
    (r"95\% = 0.96, 3\times10^{-5}", r"94\% = 0.96, 3\times10^{-5}"),
    (r"\sum_{i=1}^{4} 3 = 13", r"\sum_{i=1}^{4} 3 = 12"),
    (r"\int_0^1 x = 0.4", r"\int_0^1 x = 0.5"),
    (r"x = 9.99", r"x = 10.00"),
    (r"x = 0.5", r"x = -0.5"),
    (r"x = -0.5", r"x = 0.5"),
    (r"x\hspace{2em} = 3", r"x\hspace{2em} = 4"),
    ("B", "A"),
]


def tidy(page: str) -> str:
    """Without the heights that depend on what is shown."""
    return re.sub(r' style="[^"]*"', "", page)


def rewritten(page: str, old: str, new: str) -> str:
    """The page with the source of its formula changed, and what goes with that."""
    old, new = html.escape(old, quote=False), html.escape(new, quote=False)
    source = re.search(r"<annotation[^>]*>", page)
    assert source is not None and page.startswith(old, source.end())
    first = next((at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new)))
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    start, stop, text = source.end() + first, source.end() + len(old) - last, new[first : len(new) - last]
    for begins, ends, instead in sorted([(start, stop, text), *copies(page, start, stop, text)], reverse=True):
        page = page[:begins] + instead + page[ends:]
    return page


@pytest.mark.parametrize(("old", "new"), CHANGES, ids=[new for _, new in CHANGES])
def test_all_three_change_as_if_katex_had_rendered_it_anew(old: str, new: str) -> None:
    around = "<p>Then {} and $x = 3$ 0.5.</p>"
    found = rewritten(around.format(RENDERED[old]), old, new)
    assert tidy(found) == tidy(around.format(RENDERED[new]))


@pytest.mark.parametrize(("old", "new"), CHANGES[:3], ids=[new for _, new in CHANGES[:3]])
def test_a_page_without_the_visible_copy(old: str, new: str) -> None:
    bare = [re.sub(r"</math>.*", "</math>", RENDERED[one]) for one in (old, new)]
    assert rewritten(bare[0], old, new) == bare[1]


def test_a_copy_that_shows_something_else_is_not_followed() -> None:
    old, new = CHANGES[0]
    for copy in ("<mn>0.731060</mn>", '<span class="mord">0.731060</span>'):
        assert copy in RENDERED[old]
        with pytest.raises(NotFollowed):
            rewritten(RENDERED[old].replace(copy, copy.replace("0.731060", "0.7")), old, new)


CLOSED = [
    (r"\sqrt[3]{8}=2.1", r"\sqrt[4]{7}=2.1", {">3<": ">4<", ">8<": ">7<"}),
    (r"\frac{12}{24} = 0.5", r"\frac{13}{25} = 0.5", {"12": "13", "24": "25"}),
    (r"2^{10} = 1{,}025 + x_{12}^{3}", r"2^{11} = 1{,}025 + x_{12}^{4}", {">10<": ">11<", ">3<": ">4<"}),
]


@pytest.mark.parametrize(("old", "new", "digits"), CLOSED, ids=[new for _, new, _ in CLOSED])
def test_several_numbers_of_one_form_change_together(old: str, new: str, digits: dict[str, str]) -> None:
    """Roots, fractions and exponents of one form: each digit in each copy, whatever the order in which the copy has them."""
    source = html.escape(old, quote=False)
    expected = RENDERED[old].replace(source, "SOURCE")
    for before, after in digits.items():
        assert before in expected
        expected = expected.replace(before, after)
    assert tidy(rewritten(RENDERED[old], old, new)) == tidy(expected.replace("SOURCE", html.escape(new, quote=False)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"a = e/(e+1) \approx 0.731060", r"a = e^{2}/(e^{2}+1) \approx 0.731060"),
        (r"\frac{12}{24} = 0.5", r"\frac{12}{\sqrt{24}} = 0.5"),
        (r"x = 0.5", r"x = \frac{1}{2}"),
    ],
)
def test_another_form_is_not_written_into_some_of_the_copies(old: str, new: str) -> None:
    with pytest.raises(NotFollowed):
        rewritten(RENDERED[old], old, new)


def test_outside_of_formulas_there_is_nothing_to_follow() -> None:
    page = f"<p>0.5 {RENDERED['x = 0.5']} 0.5</p>"
    assert copies(page, 3, 6, "0.6") == []


@pytest.mark.parametrize("page", ["<annotation", "<math><annotation encoding='x-tex'>1", "</annotation>" * 50, "<math>" * 500])
def test_broken_pages_are_no_formulas(page: str) -> None:
    for start in range(0, len(page), 7):
        assert copies(page, start, start + 1, "2") == []
