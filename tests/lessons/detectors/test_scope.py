"""How far the value of a name reaches: what contradicts it far away is wrong too, and nothing is where it may have another."""

from __future__ import annotations

import pytest
from detected import detected, grave

# text, the wrong figure, what it should be (worked out by hand beside it)
WRONG = [
    ("We have $d = 768$.\n\nThen $2 d = 1636$.", "1636", "1536"),
    ("With $V = 32000$ and $d = 768$.\n\nThe table has $V d = 25,576,000$ weights.", "25,576,000", "24,576,000"),
    ("Take $q = (1, 2, -1)$ and $k = (2, 1, 0)$.\n\nThen $q \\cdot k = 9$.", "9", "4"),  # 2 + 2
    (
        "Take $x = (3, -1, 2, 4)$.\n\nThen $\\mathrm{LayerNorm}(x) \\approx (0.535, -1.604, 0.000, 1.960)$.",
        "1.960",
        "1.069",  # mean 2, variance 14/4: 2/√3.5
    ),
    (
        "Take $s = (2.1, 0.7, -0.5, 1.3)$.\n\nThen $\\mathrm{softmax}(s) \\approx (0.5649, 0.1939, 0.0420, 0.2538)$.",
        "0.1939",
        "0.1393",
    ),
    ("Let $d = 512$.\n\n$$2 d = 1324$$", "1324", "1024"),
    ("# Sizes\nLet $d = 768$.\n\n# Blocks\nA block has $4 d^2 = 2,459,296$ weights.", "2,459,296", "2,359,296"),
    ("Then $2 d = 1636$, where $d = 768$.", "1636", "1536"),
    ("设 $d = 768$。\n\n共有 $2 d = 1636$ 个。", "1636", "1536"),
    ("$n = 5$, so $n^2 = 25$ and $n = 6$ gives $n^2 = 37$.", "37", "36"),  # the value that has just been given
    # a value is lost to no comma, count or short word behind it
    ("It has $d = 768$, $d_{ff} = 3072$, 12 layers. The FFN has $2 d d_{ff} = 4,718,593$ weights.", "4,718,593", "4,718,592"),
    ("The heads have $d_k = 64$, 12 of them give $12 d_k = 769$.", "769", "768"),
    ("With $d = 512$ a layer has $4 d^2 = 1048577$ weights.", "1048577", "1048576"),
    ("With d = 512 a layer has 4 d^2 = 1048577 weights.", "1048577", "1048576"),
    ("这里 $d = 768$，12 层，$2d = 1537$。", "1537", "1536"),
]

# text, why nothing is said of it (None: it holds)
SILENT = [
    ("With $n = 4$ tokens there are $n^2 = 16$ scores.\n\nWith 8 tokens there are $n^2 = 64$ scores.", "unread-other-number"),
    ("a = 1\n\na + 1 = 2\n\nNow a + 1 = 3.", "unread-another-case"),
    ("With $n = 4$ there are $n^2 = 16$.\n\nTwice as many make $n^2 = 64$.", "unread-another-case"),
    ("With $d = 768$.\n\nFor GPT-2 it is $2 d = 3200$.", "unread-another-case"),
    ("Let $d = 768$.\n\n如果更宽，则 $2 d = 2048$。", "unread-another-case"),
    ("# A\nLet $d = 768$.\n\n# B\nA few: $2 d = 8$.", "unread-another-section"),
    ("# A\nLet $x = (1, 2)$ and $y = (3, 4)$.\n\n# B\nHere $x \\cdot y = 2345$.", "unread-another-section"),
    ("For example, with $n = 3$ tokens.\n\nThere are $n^2 = 16$ scores.", "unread-name-supposed"),
    ("For $n = 3$ this is short.\n\nThere are $n^2 = 16$ scores.", "unread-name-supposed"),
    ("Let $q = (1, 2)$ and $k = (2, 1)$.\n\nBelow, $q \\cdot k = 0$.", "unread-condition"),
    ("Let $q = (1, 2)$ and $k = (2, 1)$.\n\n$(1, 1)$ and $(2, 3)$ give $q \\cdot k = 5$.", "unread-other-values"),
    ("n = 4\n\nn = 5\n\nThen 2n = 12.", "unread-name-elsewhere"),
    ("Then $2 w = 6$.\n\nAt the end $w = 5$.", "unread-name-later"),
    ("Let $a = 3$.\n\nIt follows that $2 a + 1 = a + 7$.", "unread-condition"),
]

RIGHT = [
    "Let $x = 3$.\n\nSolve $2x = 8$. Then $2 x = 8$, where $x = 4$.",
    "$n = 1$, 2, 3 and $2n = 6$. For $n = 1$, 2 or 3: $2n = 8$.",
    "For $i = 1, 2, 3$ we have $2 i = 8$.",
    "$n = 1$, $2$, $3$ and $2n = 6$.",
    "Let $a = 3$.\n\nThen a times 3 = 9, a is 3, and a layer has $a^2 = 9$ of them.",
]


@pytest.mark.parametrize(("text", "printed", "expected"), WRONG, ids=[text for text, _, _ in WRONG])
def test_a_figure_that_does_not_follow_is_found_however_far_off_it_is(text: str, printed: str, expected: str) -> None:
    (found,) = grave(text, "lesson.md")
    assert (found.printed, found.expected) == (printed, expected)


@pytest.mark.parametrize(("text", "why"), SILENT, ids=[text for text, _ in SILENT])
def test_a_name_that_may_mean_something_else_refutes_nothing_and_the_reason_is_said(text: str, why: str) -> None:
    assert not grave(text, "lesson.md")
    assert any(why == one.reason.key for one in detected(text, "lesson.md").not_understood)


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_is_quiet(text: str) -> None:
    assert not grave(text, "lesson.md")


TABLE = """
| part | formula | parameters |
|---|---|---|
| token | $V d$ | 24,576,000 |
| position | $L d$ | 786,432 |
| attention | $4 d^2 + 4 d$ | 2,362,368 |
"""


def test_a_table_that_was_computed_from_the_value_before_is_wrong() -> None:
    """All three follow from d = 768; from d = 1024 it is 32000 · 1024, 1024² and 4 · 1024² + 4 · 1024."""
    given = "With $V = 32000$, $L = 1024$ and $d = {}$:\n"
    assert not grave(given.format(768) + TABLE, "lesson.md")
    found = [(one.printed, one.expected) for one in grave(given.format(1024) + TABLE, "lesson.md")]
    assert found == [("24,576,000", "32,768,000"), ("786,432", "1,048,576"), ("2,362,368", "4,198,400")]


@pytest.mark.parametrize(
    "text",
    [
        "With $V = 32000$, $L = 1024$ and $d = 1024$. BERT-base has these:\n" + TABLE,
        "With $V = 32000$, $L = 1024$ and $d = 1024$:\n" + TABLE.replace("parameters", "parameters of GPT-2"),
        "With $V = 32000$, $L = 1024$ and $d = 1024$:\n" + TABLE + "\nLater $d = 768$.",
        "With $d = 1024$:\n\n| part | formula | heads |\n|---|---|---|\n| a | $512 d$ | 3 |\n| b | $4 d^2$ | 12 |\n",
    ],
)
def test_a_table_of_another_model_is_quiet(text: str) -> None:
    assert not grave(text, "lesson.md")
