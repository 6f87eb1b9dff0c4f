"""Passages: what belongs together in a document of each format, and where each character of it stands."""

from __future__ import annotations

import pytest

from derivations.verdict import Place
from lessons import document
from lessons.detectors import detect
from lessons.passage import passages

SAME = {
    "lesson.txt": "有 3 层。\n\n共 $6 \\times 3.15 = 18.91$ 个参数。\n",
    "lesson.md": "# 有 3 层。\n\n共 $6 \\times 3.15 = 18.91$ 个参数。\n",
    "lesson.tex": "\\section{有 3 层。}\n\n共 $6 \\times 3.15 = 18.91$ 个参数。\n",
    "lesson.html": "<h1>有 3 层。</h1>\n\n<p>共 \\(6 \\times 3.15 = 18.91\\) 个参数。</p>\n",
}


@pytest.mark.parametrize("name", SAME)
def test_the_same_finding_at_its_place_in_every_format(name: str) -> None:
    """6 · 3.15 = 18.90."""
    text = SAME[name]
    (found,) = detect(passages(document.read(text.encode(), name))).findings
    line = text.split("\n")[2]
    assert (found.printed, found.expected) == ("18.91", "18.90")
    assert found.place == Place(3, line.index("18.91") + 1)


def test_neighbouring_lines_of_a_plain_text_are_one_passage() -> None:
    read = passages(document.read(b"a = 1\nb = 2\n\nc = 3\n", "x.txt"))
    assert [passage.text for passage in read] == ["a = 1\nb = 2", "c = 3"]
    assert all(passage.run_together for passage in read)
    assert read[1].places(4) == Place(4, 5)


def test_a_list_is_one_passage_and_code_is_none() -> None:
    text = "- one 1\n- two 2\n\n```\nx = 3\n```\n\npara\n"
    read = passages(document.read(text.encode(), "x.md"))
    assert [passage.text for passage in read] == ["one 1\ntwo 2", "para"]


OVER_LINES = [
    ("It is 12 × 64 =\n769.", ["It is 12 × 64 =\n769."]),
    ("It is 12 × 64\n= 769.", ["It is 12 × 64\n= 769."]),
    ("```\na = 2 × 3\n  = 6\n  ≈ 7\nb = 4 × 5 = 20\n```", ["a = 2 × 3\n  = 6\n  ≈ 7", "b = 4 × 5 = 20"]),
    ("12 × 64 >=\n3 and\n=> 4", ["12 × 64 >=", "3 and", "=> 4"]),
]


@pytest.mark.parametrize(("text", "stretches"), OVER_LINES)
def test_a_relation_goes_on_over_the_end_of_a_line(text: str, stretches: list[str]) -> None:
    (passage,) = passages(document.read(text.encode(), "x.md"))
    assert [passage.text[slice(*span)] for span in passage.stretches()] == stretches


def test_in_an_export_a_sign_at_the_end_of_a_line_may_end_a_cell() -> None:
    (passage,) = passages(document.read(b"a = 2 * 3\n= 6\nb = 2 * 4 =\n8\n", "x.txt"))
    assert [passage.text[slice(*span)] for span in passage.stretches()] == ["a = 2 * 3\n= 6", "b = 2 * 4 =", "8"]


def test_the_cells_of_a_table_are_read_apart() -> None:
    text = "| what | how many |\n|---|---|\n| 2 × 3 | 6 |\n| 4 × 5 | 20 |\n"
    (table,) = passages(document.read(text.encode(), "x.md"))
    assert [[table.text[slice(*cell)] for cell in row] for row in table.rows] == [
        ["what", "how many"],
        ["2 × 3", "6"],
        ["4 × 5", "20"],
    ]
    assert not table.run_together
    assert table.stretches() == [cell for row in table.rows for cell in row]


def test_markup_inside_a_formula_is_known() -> None:
    """In Markdown `3*4 = 12 and 5*6` shows 34 = 12 and 56: the author meant products, and nothing is concluded."""
    read = passages(document.read(b"So 3*4 = 12 and 5*6 = 30.\n", "x.md"))
    assert read[0].text == "So 34 = 12 and 56 = 30."
    assert read[0].joints == (4, 16)
    assert not detect(read).findings


def test_bold_print_is_no_product() -> None:
    (one,) = passages(document.read("共 3 × 4 = **13**，约**13** 个".encode(), "x.md"))
    assert one.joints == ()
    assert len(detect([one]).findings) == 1


COMMENTS = """```python
kv = 2 * layers * heads  # 每个 token
# = 2 * 80 * 8 = 1,281 bytes
# 单层缓存: 33,554,432 bytes (32.0 MB)
# x = 3 * 4
# y = 2 * 3 == 7, shape 2 * 3 = 7, 7 / 2 = 3, f(2 * 3) = 7
x = 10 // 3  # 10 // 3 = 3, 7 % 2 = 1
s = "# 2 * 3 = 7"; t = a[2 * 3] = 7
```
"""


def test_the_comments_of_a_program_that_state_arithmetic_are_read() -> None:
    read = passages(document.read(COMMENTS.encode(), "x.md"))
    assert [one.text for one in read] == ["= 2 * 80 * 8 = 1,281 bytes\n单层缓存: 33,554,432 bytes (32.0 MB)"]
    (found,) = detect(read).findings
    assert (found.place.line, found.place.column, found.expected) == (3, 18, "1,280")
