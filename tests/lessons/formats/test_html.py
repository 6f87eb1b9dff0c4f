"""HTML: what a browser shows, formulas from their sources, and exact places in broken markup."""

from __future__ import annotations

from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shown_blocks import blocks, document, notes

KATEX = (
    '<span class="katex"><span class="katex-mathml"><math><semantics><mrow>{shown}</mrow>'
    '<annotation encoding="application/x-tex">{source}</annotation></semantics></math></span>'
    '<span class="katex-html" aria-hidden="true"><span class="base"><span>99</span></span></span></span>'
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>a<p>b<div>c</div>d", [("paragraph", sign) for sign in "abcd"]),
        ("<h2>a <b>b</b></h2>c", [("heading 2", "a b"), ("paragraph", "c")]),
        ("<ul><li>a<ol><li>b</ol><li><p>c<p>d</ul>", [("item 1", "a"), ("item 2", "b"), ("item 1", "c"), ("paragraph", "d")]),
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", [("table", "a | b / 1 | 2")]),
        ("<table><tr><td><p>a</p><p>b</p></td></tr></table>", [("table", "ab")]),
        ("<td>a<table><tr><td>b</table>c", [("paragraph", "a"), ("table", "b"), ("paragraph", "c")]),
        ("<table><caption>a</caption><tr><td>1</table>", [("paragraph", "a"), ("table", "1")]),
        ("<pre>\na &lt; <i>1</i>\n</pre>", [("code", "`a < 1`")]),
        ("a <code>b $c$</code> d", [("paragraph", "a `b $c$` d")]),
        ("10<sup>5</sup> W<sub>Q</sub>", [("paragraph", "10^{5} W_{Q}")]),
        ("a<br>b<img alt='c'><wbr>d", [("paragraph", "a bd")]),
        ("<style>a{}</style><script>b</script><title>c</title><textarea>$d$</textarea>e", [("paragraph", "e")]),
        ("a<!-- b --><!-- lessonproof: c -->d<!-->e", [("paragraph", "a%lessonproof: c%de")]),
        ("1 < 2 <3> </ a> </>b", [("paragraph", "1 < 2 <3> b")]),
        ("<a title='x > y' b=\"<p>\">c</a>", [("paragraph", "c")]),
        ("a</p></div>b</b>", [("paragraph", "a"), ("paragraph", "b")]),
        ("<?php a ?>b<!DOCTYPE c>d", [("paragraph", "bd")]),
        ("\\(x &lt; y\\) and $z$, $5 and $6", [("paragraph", "$x < y$ and $z$, $5 and $6")]),
        ("<math>a<p>b", [("paragraph", "b")]),
    ],
)  # fmt: skip
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert blocks("html", text) == expected


@given(
    st.lists(
        st.sampled_from(
            ["&amp;", "&notit;", "&lt", "&#", "&#0;", "&#65;", "&#x41", "&#xD800;", "&#x110000;", "&x;", "a", ";", "&"]
        )
    )
)
def test_entities_are_those_of_the_standard_library(parts: list[str]) -> None:
    text = "x" + "".join(parts)
    found = "".join(run.text for run in document("html", text).runs())
    assert found == unescape(text)


def test_of_katex_the_source_is_read_and_the_copy_is_not() -> None:
    text = "<p>a " + KATEX.format(shown="<mi>x</mi><mo>=</mo><mn>1</mn>", source="x &lt; = 1").replace("&lt; ", "") + " b"
    assert blocks("html", text) == [("paragraph", "a $x = 1$ b")]
    assert notes("html", text) == []


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("0.581662", "<mn>0.581626</mn>"),
        ("x = 1", "<mi>y</mi><mo>=</mo><mn>1</mn>"),
        ("x < 1", "<mi>x</mi><mo>&gt;</mo><mn>1</mn>"),
        ("x = 12", "<mi>x</mi><mo>=</mo><mn>1</mn>"),
    ],
)
def test_an_annotation_that_says_something_else_is_noted(source: str, shown: str) -> None:
    text = "<p>a\n" + KATEX.format(shown=shown, source=source.replace("<", "&lt;"))
    assert notes("html", text) == [("formula-two-sources", 2, 48)]
    assert blocks("html", text) == [("paragraph", f"a ${source}$")]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("x^2_i", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
        ("10^5", "<mn>1</mn><msup><mn>0</mn><mn>5</mn></msup>"),
        ("\\mathbb{R}", "<mi mathvariant='double-struck'>R</mi>"),
        ("\\mathbb{R}", "<mi>ℝ</mi>"),
        ("\\bar S", "<mover accent='true'><mi>S</mi><mo>ˉ</mo></mover>"),
        ("\\bar S", "<mi>S\u0304</mi>"),
        ("\\text{softmax}(x)", "<mtext>softmax</mtext><mo>(</mo><mi>x</mi><mo>)</mo>"),
        ("1{,}000 \\hspace{3em}", "<mn>1,000</mn>"),
        ("a \\leq b \\tag{7}", "<mi>a</mi><mo>≤</mo><mi>b</mi>"),
        ("\\mycommand{7}", "<mn>8</mn>"),
    ],
)
def test_an_annotation_that_is_written_otherwise_is_not(source: str, shown: str) -> None:
    assert notes("html", KATEX.format(shown=shown, source=source)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<span class="MathJax_Preview">x1</span><span class="MathJax">x1</span><script type="math/tex">x_1</script>', "$x_1$"),
        ('<mjx-container class="MathJax"><mjx-math>x1</mjx-math><math><mi>x</mi></math></mjx-container>', "$x$"),
        ('<span class="katex-mathml"><math><mi>x</mi></math></span>', "$x$"),
    ],
)
def test_other_pages_with_two_copies(text: str, expected: str) -> None:
    assert blocks("html", text) == [("paragraph", expected)]
    assert notes("html", text) == []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('<span class="katex"><span class="katex-html">x1</span></span>', "formula-without-source"),
        ('<span class="MathJax">x1</span> and', "formula-without-source"),
        ("<p>a <math><mi>x</mi><p>b", "formula-unclosed"),
        ("<math><mmultiscripts><mi>x</mi></mmultiscripts></math>", "mathml-not-read"),
        ("<math><mfrac><mi>x</mi></mfrac></math>", "mathml-not-read"),
        ("<math>" + "<mrow>" * 100 + "<mi>x</mi>", "mathml-not-read"),
        ("a <!-- b", "markup-unclosed"),
        ("a <p b='c", "markup-unclosed"),
        ("a <script> b", "markup-unclosed"),
    ],
)
def test_what_is_not_read_is_noted(text: str, key: str) -> None:
    assert key in {found for found, _, _ in notes("html", text)}


def test_a_copy_that_is_never_closed_hides_nothing_but_itself() -> None:
    assert blocks("html", '<p>a<span class="katex-html">b<p>c') == [("paragraph", "a"), ("paragraph", "c")]
