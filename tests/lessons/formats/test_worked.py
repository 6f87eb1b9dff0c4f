"""Blocks of fixed width: worked examples are read line by line, programs and what they print are not."""

from __future__ import annotations

import json

import pytest

from derivations.verdict import Place
from lessons.block import BlockKind
from lessons.detectors import detect
from lessons.document import read
from lessons.formats.worked import is_worked
from lessons.passage import passages

WORKED = [
    "e^2.0 = 7.389,  e^1.0 = 2.718",
    "Sum = 7.389 + 2.718 = 10.107",
    "GPT-2:  50,257 × 768 = 38.6M params\nLlama:  32,000 × 4096 = 131M params",
    "├─ Embedding: 50,257 × 768 = 38.6M\n└─ Positions: 1,024 × 768 = 786K",
    "KV cache = 2 × layers × heads × head_dim\n         = 2 × 12 × 12 × 64\n         = 18,432",
    "μ = (1 + 2 + 3 + 4) / 4 = 2.5\nσ² = 1.25",
    "softmax([0, 1]) = [0.27, 0.73]",
    "Step 1: 12 * 64 = 768  # the width",
    "output = [0.2+0.1, 0.5-0.2]\n       = [0.3, 0.3]",
    "e⁰·⁵ = 1.649",
]
PROGRAMS = [
    "x = 7 // 2 = 3",
    "def area(r):\n    return 3 * r ** 2\nA = 3 * 4 = 12",
    "for i in range(3):\n    y = 2 * i\n",
    "n = 3;\nm = 2 * n;",
    "if (a == 3) { b = 2 * 4 = 8 }",
    "$ python train.py --lr 3e-4\nloss = 2 * 1.5 = 3",
    ">>> 7 / 2\n3.5\nx = 1 + 1 = 2",
    "import torch\nk = 2 * 64 = 128",
    "w = torch.randn(2 * 3)\na = 1 + 1 = 2",
    "rest = 5 % 3 = 2",
    "x += 1\ny = 2 * 3 = 6",
    '{"steps": 10, "rate = 2 * 3": 6}',
    "y = model(x, lr=3, eps=2 * 4)",
    "<p>2 * 3 = 6</p>",
    "a = 0x1F + 1 = 32",
]
NEITHER = ["x = 3", "input → hidden → output", "epoch 1, loss 2.3", "", "12 × 64"]


@pytest.mark.parametrize("text", WORKED)
def test_a_worked_example_is_none_of_a_program(text: str) -> None:
    assert is_worked(text) and is_worked(text, "text")


@pytest.mark.parametrize("text", PROGRAMS)
def test_a_line_of_a_program_makes_the_block_one(text: str) -> None:
    assert not is_worked(text)
    assert not is_worked(f"2 × 3 = 6\n{text}")


@pytest.mark.parametrize("text", NEITHER)
def test_where_nothing_is_computed_there_is_nothing_to_read(text: str) -> None:
    assert not is_worked(text)


def test_a_language_is_believed_unless_the_text_is_mathematics() -> None:
    assert not is_worked("y = 2 * 3 = 6", "python")
    assert is_worked("scores = [1, 0] · [0, 1] = 1×0 + 0×1 = 0", "python")
    assert not is_worked("def f():\n    2 × 3 = 6", "python")


LINE = "2 × 3 = 7"
FORMATS = {
    "lesson.md": (f"Then\n\n```\na sum\n  {LINE}\n```\n", Place(5, 11)),
    "indented.md": (f"Then\n\n    a sum\n    {LINE}\n", Place(4, 13)),
    "lesson.html": (f"<p>Then</p>\n<pre><code>a sum\n{LINE}</code></pre>", Place(3, 9)),
    "lesson.tex": (f"Then\n\\begin{{verbatim}}\na sum\n{LINE}\n\\end{{verbatim}}\n", Place(4, 9)),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_slip_is_found_at_its_place_in_every_format(name: str) -> None:
    text, place = FORMATS[name]
    document = read(text.encode(), name)
    assert [block.kind for block in document.blocks][-1] is BlockKind.WORKED
    (found,) = detect(passages(document)).findings
    assert (found.printed, found.expected, found.place) == ("7", "6", place)


def test_the_code_of_a_notebook_stays_code_whatever_it_looks_like() -> None:
    cells = [{"cell_type": "code", "source": ["2 × 3 = 7\n"], "outputs": []}]
    document = read(json.dumps({"cells": cells, "nbformat": 4}).encode(), "lesson.ipynb")
    assert [block.kind for block in document.blocks] == [BlockKind.CODE]


def test_listings_of_latex_name_their_language() -> None:
    document = read(b"\\begin{lstlisting}\ny = 2 * 3 = 7\n\\end{lstlisting}\n", "lesson.tex")
    assert [block.kind for block in document.blocks] == [BlockKind.CODE]
