"""MathML written as TeX."""

from __future__ import annotations

import pytest
from shown_blocks import document


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mi>X</mi><msub><mi>W</mi><mi>Q</mi></msub>", "X W_{Q}"),
        ("<mn>0.5</mn><mo>&#x2212;</mo><mi>x</mi>", "0.5 − x"),
        ("<mn>1</mn><mn>2</mn>", "12"),
        ("<mfrac><mn>1</mn><msqrt><mi>d</mi></msqrt></mfrac>", "\\frac{1}{\\sqrt{d}}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[3]{x}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"),
        ("<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>", "{a b}^{2}"),
        ("<msup><mo>)</mo><mn>2</mn></msup>", ")^{2}"),
        ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>", "∑_{i}^{n}"),
        ("<mover accent='true'><mi>h</mi><mo>¯</mo></mover>", "\\bar{h}"),
        ("<mi>softmax</mi><mo>&#x2061;</mo><mo>(</mo><mi>s</mi><mo>)</mo>", "\\mathrm{softmax} ( s )"),
        ("<mi>ln</mi><mi>p</mi>", "\\ln p"),
        ("<mi mathvariant='bold'>x</mi><mi mathvariant='double-struck'>R</mi>", "\\mathbf{x} \\mathbb{R}"),
        ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>2</mn></mtd></mtr></mtable>",
         "\\begin{matrix} 1 & 0 \\\\ 2 \\end{matrix}"),
        ("<mfenced open='[' separators=';'><mi>a</mi><mi>b</mi></mfenced>", "[a; b)"),
        ("<mo>{</mo><mn>5</mn><mo>%</mo><mo>}</mo>", "\\{ 5 \\% \\}"),
        ("<mtext>if </mtext><mspace width='1em'/><mphantom><mi>y</mi></mphantom><mi>x</mi>", "\\text{if} x"),
        ("<semantics><mi>x</mi><annotation encoding='text/plain'>y</annotation></semantics>", "x"),
        ("<mstyle displaystyle='true'><mpadded><mi>x</mi></mpadded></mstyle>", "x"),
    ],
)  # fmt: skip
def test_elements(mathml: str, tex: str) -> None:
    assert [run.text for run in document("html", f"<math>{mathml}</math>").formulas()] == [tex]


@pytest.mark.parametrize(("attribute", "display"), [("", False), (' display="block"', True), (' mode="display"', True)])
def test_what_is_displayed(attribute: str, display: bool) -> None:
    assert [run.display for run in document("html", f"a <math{attribute}><mi>x</mi></math> b").formulas()] == [display]


def test_every_sign_has_its_place() -> None:
    text = "<math><mfrac><mn>12</mn><mi>x</mi></mfrac></math>"
    (run,) = document("html", text).formulas()
    places = [run.excerpt.at(run.text.index(sign)) for sign in ("\\frac", "12", "x")]
    assert places == [text.index("<mfrac"), text.index("12"), text.index("x</mi>")]
