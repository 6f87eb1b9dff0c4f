"""What is quoted in a report is whole sentences, or says where it is cut."""

from __future__ import annotations

from lessons.sentence import ELLIPSIS, LONGEST, sentence_around

TEXT = "第一句在这里。由 $a = 1。5$ 得到第二句！第三句；\n另一行。"


def test_the_whole_sentence_is_quoted_and_no_other() -> None:
    at = TEXT.index("得到")
    assert sentence_around(TEXT, at, at + 2) == "由 $a = 1。5$ 得到第二句！"


def test_what_touches_two_sentences_quotes_both() -> None:
    first, last = TEXT.index("第二"), TEXT.index("第三") + 1
    assert sentence_around(TEXT, first, last) == "由 $a = 1。5$ 得到第二句！第三句；"


def test_a_long_sentence_is_cut_between_words_with_an_ellipsis_on_either_side() -> None:
    formula = "$x + " + "y + " * 20 + "z$"
    text = "开" + "头，" * 60 + formula + "中间" + "结尾，" * 80 + "完。"
    at = text.index("中间")
    found = sentence_around(text, at, at + 2)
    assert found.startswith(ELLIPSIS) and found.endswith(ELLIPSIS) and len(found) <= LONGEST + 2
    assert "中间" in found and found.count("$") % 2 == 0
