"""Words that carry the truth of a sentence: each turned into its opposite is an error, though every figure stays right.

The words are single ones, taken where they stand in the chapter; a turn that no sentence of it has is a test that fails.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from printed_lesson import PrintedLesson, errors

from derivations.verdict import Verdict, Verification
from lessons.check import DocumentGiven, verify
from lessons.fixing import fixing

pytestmark = pytest.mark.corpus

OPPOSITES = [
    ("最大的是", "最小的是"),
    ("提高，", "降低，"),
    ("反而下降", "反而上升"),
    ("损失下降", "损失上升"),
    ("小于", "大于"),
    ("没有跳过", "跳过"),
    ("没有偏置", "有偏置"),
    ("没有作为", "作为"),
    ("不共享", "共享"),
    ("不随", "随"),
    ("不成立", "成立"),
    ("不能替代", "能替代"),
    ("不能验证", "能验证"),
    ("不能先", "先"),
    ("不是普遍", "是普遍"),
    ("不是最大", "是最大"),
    ("不是完整", "是完整"),
    ("不需要真的", "需要真的"),
    ("全部更新后", "部分更新后"),
    ("目标 C 的概率", "目标 B 的概率"),
    ("目标是 C", "目标是 A"),
    ("为零，第二行为", "为零，第一行为"),
    ("第二行 Softmax", "第一行 Softmax"),
    ("第一行分数梯度", "第二行分数梯度"),
    ("恒为 1", "恒为 0"),
    ("非零梯度", "零梯度"),
    ("第一个位置的比例", "第二个位置的比例"),
    ("未四舍五入", "四舍五入"),
    ("单位矩阵", "零矩阵"),
    ("第二元素", "第一元素"),
]


@pytest.mark.parametrize(("word", "turned"), OPPOSITES)
def test_a_word_turned_into_its_opposite_is_an_error(published: PrintedLesson, word: str, turned: str) -> None:
    start = published.text.index("\n11.1 ")
    head, chapter = published.text[:start], published.text[start : published.text.index("\n第 12 章", start)]
    places = [found.start() for found in re.finditer(re.escape(word), chapter)]
    assert places
    for place in places:
        text = head + chapter[:place] + turned + chapter[place + len(word) :] + published.text[start + len(chapter) :]
        assert errors(published.verified(text)), f"{word} at {place}"


# What other chapters say of the example of chapter 11, at another learning rate.
FOLLOWS = [("-0.1", ("损失升高", "注意力比例上升", "目标概率降低")), ("1", ("已是最大项",))]
FOLLOWING = ("notes.13.3.less-attention-and-less-loss", "notes.14.3.accuracy-is-discrete")


@pytest.mark.parametrize(("rate", "words"), FOLLOWS)
def test_words_of_other_chapters_follow_the_learning_rate(published: PrintedLesson, rate: str, words: tuple[str, ...]) -> None:
    text = published.text.replace("η = 0.1", f"η = {rate}")
    after = text.index("\n第 12 章")
    assert text != published.text and not any(word in text[after:] for word in words)
    file = published.folder / "notes.txt"
    file.write_text(text, encoding="utf-8", newline="")

    def again(contents: Mapping[str, bytes]) -> Verification:
        return verify(["13.3", "14.3"], [DocumentGiven("notes", str(file))], contents=contents)

    before = {str(file): text.encode()}
    found = fixing(again(before), before, again)
    [document] = found.documents
    assert all(word in document.after.decode()[after:] for word in words)
    verdicts = {claim.id: claim.verdict for claim in found.after.claims}
    assert all(verdicts[name] is not Verdict.REFUTED for name in FOLLOWING)
