"""What a text denies or asks is not held against it; what it states beside that is."""

from __future__ import annotations

import pytest

from derivations.verdict import Message, Severity
from lessons import document
from lessons.denied import denied
from lessons.passage import passages
from lessons.survey import survey

DENIED = [
    "A common mistake is to write 3 + 4 × 2 = 14.",
    "A frequent error: 0.5 + 0.25 = 0.30.",
    'The claim "96 × 64 = 12,288" is wrong; 96 × 128 = 12,288.',
    'Our first estimate, "6 × 64 = 394", was a slip; 6 × 64 = 384.',
    'Some students "simplify" $\\sqrt{9 + 16} = 3 + 4 = 7$. Of course $\\sqrt{9 + 16} = 5$.',
    "We thought that $\\ln 65 = 1.81$; that is $\\log_{10} 65$.",
    "It is **not** true that $e^{1 + 2} = e^1 + e^2$.",
    "Is $2^{10} = 1000$? No.",
    "*Is 2^10 = 1000?* No, 2^10 = 1024.",
    "(3 points) True or false: 2 × 3 = 7?",
    "What does “8 heads × 64 = 500” on slide 14 mean? A typo.",
    'A student wrote "sqrt(16 + 9) = 4 + 3 = 7". What is wrong?',
    "Find the mistake: $e^{0.5} \\cdot e^{0.5} = e^{0.25}$.",
    "Suppose 2 + 2 = 5; then 2 + 3 = 6, a contradiction.",
    "有人会写成 3 + 4 × 2 = 14，正确的是 3 + 4 × 2 = 11。",
    "小明算得 $2^{10} = 1000$，错在哪里？",
    "$2^{16} = 65535$ 吗？否，$2^{16} = 65536$。",
    "问：$\\sqrt{2} + \\sqrt{3} = \\sqrt{5}$ 对吗？答：不对。",
    "误以为 2 × 3 = 5。",
]
STATED = [
    "We write 3 × 4 = 13.",
    "You can write 3 × 4 = 13.",
    "A layer has 3 × 4 = 13 weights, doesn't it?",
    "The false positives are 4, and 3 × 4 = 13.",
    "The error is 3 × 4 = 13 units.",
    "80 % of the answers were right, so 0.5 × 50 = 26.",
    "How many are there? 3 × 4 = 13.",
    "A common mistake is 3 + 4 × 2 = 14, but 3 + 4 × 2 = 12.",
    "Is it many? It is 3 × 4 = 13.",
    "Why? Because 3 × 4 = 13.",
    "应为 20/4 = 6。",
    "可以为 3 × 4 = 13。",
    "错误率为 4/100 = 0.05。",
    "有人写成 3 + 4 × 2 = 14，正确的是 3 + 4 × 2 = 12。",
]


def errors(text: str) -> int:
    return sum(one.severity is Severity.ERROR for one in survey(document.read(text.encode(), "lesson.md"), "lesson").findings)


@pytest.mark.parametrize("text", DENIED)
def test_what_is_denied_or_asked_is_no_finding(text: str) -> None:
    assert errors(text) == 0


@pytest.mark.parametrize("text", STATED)
def test_what_is_stated_beside_it_is_checked(text: str) -> None:
    assert errors(text) == 1


def test_a_denial_ends_where_the_text_turns() -> None:
    text = "A common mistake is 3 + 4 × 2 = 14, but 3 + 4 × 2 = 11."
    (passage,) = passages(document.read(text.encode(), "lesson.md"))
    assert [text[slice(*span)] for span in denied(passage)] == ["A common mistake is 3 + 4 × 2 = 14, "]


def test_what_was_not_checked_says_why() -> None:
    (unread,) = survey(document.read(b"A common mistake is 3 + 4 * 2 = 14.", "lesson.md"), "lesson").unread
    assert unread.reason == Message("unread-denied", {})
