"""Plain text: a line is a paragraph, tabs part cells, a formula may stand in a paragraph of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shown_blocks import blocks, document

from lessons.block import BlockKind, RunKind
from lessons.document import read
from lessons.formats.plain import is_formula


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb $x$ c", [("paragraph", "a"), ("paragraph", "b $x$ c")]),
        ("a\tb\n1\t$x$\t\nc", [("table", "a | b / 1 | $x$ | "), ("paragraph", "c")]),
        ("so:\n\nx_{i} = \\frac{1}{2} .\n\nand",
         [("paragraph", "so:"), ("formula", "$x_{i} = \\frac{1}{2} .$"), ("paragraph", "and")]),
        ("a $$\nx\n$$ b\nc", [("paragraph", "a"), ("formula", "$x$"), ("paragraph", "b"), ("paragraph", "c")]),
        ("a \\[x\\] b", [("paragraph", "a"), ("formula", "$x$"), ("paragraph", "b")]),
        ("a $x\nb$ c", [("paragraph", "a $x"), ("paragraph", "b$ c")]),
        ("- a\n2. b", [("item 1", "a"), ("item 1", "b")]),
        ("- 0.5\n- x = 1", [("item 1", "0.5"), ("item 1", "x = 1")]),
        ("第 1 章：a\n\n1.1 b\n\n1.2 is what c makes of d.", None),
        ("$$\nx", [("paragraph", "$$"), ("paragraph", "x")]),
        ("\\$5 and *b* &lt;", [("paragraph", "$5 and *b* &lt;")]),
    ],
)  # fmt: skip
def test_blocks(text: str, expected: list[tuple[str, str]] | None) -> None:
    chapter = [("heading 1", "第 1 章：a"), ("heading 2", "1.1 b"), ("paragraph", "1.2 is what c makes of d.")]
    assert blocks("txt", text) == (expected or chapter)


@pytest.mark.parametrize(
    "line",
    [
        "h = (a, 1 + c),",
        "(t_{1}, t_{2}) = (天, 地) .",
        "L (θ) = - \\ln p_{C} \\approx 2.5",
        "Var (X) = 1",
        "{softmax}_{r o w} (S)",
    ],
)
def test_a_paragraph_of_mathematics_is_a_formula(line: str) -> None:
    assert is_formula(line)
    assert [block.kind for block in document("txt", f"a\n\n{line}\n\nb").blocks][1] is BlockKind.FORMULA


@pytest.mark.parametrize(
    "line",
    [
        "若 x = 1，则 y = 2",
        "The vector x_{i} is added",
        "x = 1，所以 y = 2",
        "see \\alpha and more",
        "K = output × W，V = W",
        "42",
    ],
)
def test_a_paragraph_with_words_is_none(line: str) -> None:
    assert not is_formula(line)


def test_a_line_among_others_is_no_formula() -> None:
    # A row of a table whose cells an export has run together.
    assert [kind for kind, _ in blocks("txt", "a b c\nx = 0.350.35 × y\nd")] == ["paragraph"] * 3


@pytest.mark.corpus
def test_every_displayed_formula_of_the_notes_is_found(notes: Path) -> None:
    """Displayed formulas are the lines of the notes that have TeX or a relation, no dollar and no Chinese outside brackets;
    here counted by taking brackets away instead of counting their depth."""
    lines = notes.read_text(encoding="utf-8").splitlines()
    expected = [
        line for line in lines if any(sign in line for sign in ("\\", "=", "^{")) and "$" not in line and not _outside(line)
    ]
    found = [block.runs[0].text for block in read(notes).blocks if block.kind is BlockKind.FORMULA]
    assert found == [line.strip() for line in expected] and len(found) > 60


def _outside(line: str) -> bool:
    while (start := line.rfind("(", 0, line.find(")"))) >= 0 and ")" in line:
        line = line[:start] + line[line.find(")", start) + 1 :]
    return any("\u3002" <= sign <= "\u9fff" for sign in line)


@pytest.mark.corpus
def test_the_published_lessons_are_read_whole(corpus: Path) -> None:
    """What stands in no run is white space, delimiters and list markers."""
    for name in ("transformer-notes.txt", "lesson02.txt"):
        read_so = read(corpus / "lessons" / name)
        covered = {offset for run in read_so.runs() for offset in range(run.excerpt.start, run.excerpt.stop)}
        left = {sign for offset, sign in enumerate(read_so.source.text) if offset not in covered and not sign.isspace()}
        assert left <= {"$"} and not read_so.notes


@pytest.mark.corpus
def test_tables_and_headings_of_the_notes(notes: Path) -> None:
    read_so = read(notes)
    tables = [block for block in read_so.blocks if block.kind is BlockKind.TABLE]
    assert all(len({len(row) for row in table.rows}) == 1 for table in tables) and len(tables) == 7
    numbered = re.findall(r"^(?:第 ([0-9]+) 章|([0-9]+\.[0-9]) )", read_so.source.text, re.MULTILINE)
    headings = [block.number.text for block in read_so.blocks if block.kind is BlockKind.HEADING and block.number]
    assert headings == ["".join(number) for number in numbered] and len(headings) == 79
    assert all(run.kind is not RunKind.CODE for run in read_so.runs())
