"""Words that say the same in a lesson: a sentence with one of them in place of another states nothing else.

Every group is one meaning, whatever stands beside it. No word is in a group with one that denies it, counts otherwise, or
compares otherwise; what depends on values has its own wordings in a claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product

from lessonproof.patterns import pattern

GROUPS: tuple[tuple[str, ...], ...] = (
    ("最后一行", "末行", "最末行", "末一行"),
    ("最后位置", "最后一个位置", "末位置", "最末位置"),
    ("计损失", "计算损失", "算损失"),
    ("只对", "只在", "仅对", "仅在"),
    ("没有偏置", "不设偏置", "无偏置", "不含偏置", "不带偏置", "不用偏置"),
    ("不共享 E 与 U", "也不共享 E 与 U", "E 与 U 不共享", "E 和 U 不共享", "E、U 不共享", "不共享 E 和 U", "且不共享 E 与 U"),
    ("没有作为输入出现", "未作为输入出现", "没有出现在输入中", "未出现在输入中", "没有在输入中出现"),
    ("不是凭空", "并非凭空", "不是随意", "并非随意"),
    ("不是", "并非", "并不是"),
    ("省略", "略去", "去掉", "省去", "略掉"),
    ("全部", "所有"),
    ("仍不是", "还不是", "依然不是", "仍然不是", "仍非", "仍未成为"),
    ("已是", "已经是", "已成为", "已经成为"),
    ("提高", "上升", "增大", "升高", "增加", "变大"),
    ("下降", "降低", "减小", "减少", "变小", "降下来"),
    ("上升", "提高", "增大", "升高", "增加", "变大"),
    ("降低", "下降", "减小", "减少", "变小"),
    ("另一项约为", "另一项为", "另一项是", "另一项约", "另一项大约为", "另一项约等于", "另一项等于", "另一项则为", "另一项"),
    ("第二元素", "第二个元素", "第二个分量", "第二分量", "的第二个元素", "的第二元素"),
    ("编号为", "编号依次为", "编号分别为", "依次编号为", "分别编号为", "编号依次是", "编号是", "分别记为", "依次记为"),
    ("概率最大的是", "最大概率对应", "概率最高的是", "概率最大者是", "概率最大者为", "最大的概率属于", "概率最大的词是"),
    ("最大项", "最大者", "最大的一项", "最大的", "最大"),
    ("只有一个", "仅有一个"),
    ("不能替代", "无法替代", "不可替代", "不能代替", "不能取代", "替代不了", "代替不了"),
    ("不能验证", "无法验证", "不能检验", "验证不了", "不能证明"),
    ("不能从两位置实验", "无法从两位置实验", "不能由两位置实验", "不能凭两位置实验"),
    ("不能先改完", "不能先更新", "不能先改", "不可先改完", "不能先更新完", "不能先把"),
    ("最大绝对差", "最大绝对误差", "最大绝对偏差", "最大偏差", "最大误差"),
    ("参数元素", "参数"),
    ("单位矩阵", "单位阵", "恒等矩阵"),
    ("恒为", "恒等于", "始终为", "总是", "永远为", "总为", "总等于"),
    ("不成立", "不对", "不正确", "并不成立", "站不住脚"),
    ("不必立刻", "不必立即", "未必立刻", "未必立即", "不一定立刻", "不一定立即", "不必马上", "未必马上", "不必一步就"),
    ("同时使用旧参数", "同时用旧参数", "同时使用更新前的参数", "同时用更新前的参数", "一并使用旧参数"),
    ("旧前向", "旧的前向", "原来的前向", "先前的前向"),
    ("重新前向", "重新做前向", "再做一次前向", "重新做一次前向", "再前向一次", "重做前向", "重新作前向"),
    ("而非", "而不是", "并非", "不是"),
    ("只修改", "只改", "仅修改", "仅改", "只改动"),
    ("不同计算点", "不同的计算点", "两个不同的点", "不同的点"),
    ("中心差分", "中央差分"),
    ("显示六位小数", "印六位小数", "保留六位小数", "给出六位小数", "只显示六位小数", "列出六位小数", "取六位小数"),
    ("未四舍五入值", "未经四舍五入的值", "未舍入的值", "未四舍五入的值", "未经舍入的值", "没有四舍五入的值", "未舍入值"),
    ("舍入和截断误差", "舍入与截断误差", "舍入误差和截断误差", "舍入误差与截断误差", "截断和舍入误差", "舍入及截断误差"),
    ("读取了", "读到了", "读入了", "读取", "读到"),
    ("未被输入查到", "没有被输入查到", "未在输入中被查到"),
    ("嵌入行", "嵌入那一行", "那一行嵌入"),
    ("C 的嵌入行", "C 对应的嵌入行", "C 那一行嵌入", "E 中 C 那一行"),
    ("不需要真的选出", "无需真的选出", "不必真的选出", "并不需要真的选出", "用不着真的选出", "不用真的选出"),
    ("非零梯度", "不为零的梯度", "非 0 梯度"),
    ("梯度为零", "梯度是零", "梯度等于零", "梯度全为零"),
    ("第一行为零", "第一行是零", "第一行等于零", "第一行全为零"),
    ("加到输入", "累加到输入", "汇总到输入", "加回输入", "都加到输入"),
    ("不是完整 GPT", "并非完整 GPT", "不是完整的 GPT", "不算完整的 GPT", "并不是完整的 GPT", "不是一个完整的 GPT"),
    ("词表输出", "词表输出层", "输出到词表"),
    ("目标是", "目标为", "目标却是", "目标其实是"),
    ("更新同时改变内容", "更新同时改变了内容", "一次更新同时改变内容", "更新会同时改变内容"),
    ("不同", "不一样"),
)  # fmt: skip
MOST = 300
"""How many other wordings of a piece are tried."""

FILLERS = ("的", "了", "个", "之", "着", "便", "就", "其", "所", "分别", "依次", "实际", "确实", "实际上", "，", "、", "：")
"""What may stand or be missing between words without changing what they say."""

_WORD = pattern("|".join(map(re.escape, sorted({group[0] for group in GROUPS}, key=len, reverse=True))))
_DIGITS = "零一二三四五六七八九"


@lru_cache(maxsize=1024)
def other_words(piece: str) -> tuple[str, ...]:
    """The piece with other words for the same, without the piece itself. The first of a group is the one that claims use."""
    parts: list[tuple[str, ...]] = []
    end = 0
    for found in _WORD.finditer(piece):
        parts += [(piece[end : found.start()],), _same(found[0])]
        end = found.end()
    parts.append((piece[end:],))
    made = ("".join(words) for words in product(*parts))
    return tuple(text for text in dict.fromkeys(islice(made, MOST)) if text != piece)


def _same(word: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((word, *(other for group in GROUPS if group[0] == word for other in group))))


def in_chinese(number: int) -> str:
    """A number from 0 to 99 in Chinese numerals: 24 is 二十四."""
    tens, ones = divmod(number, 10)
    if not tens:
        return _DIGITS[ones]
    return ("" if tens == 1 else _DIGITS[tens]) + "十" + (_DIGITS[ones] if ones else "")


_NUMERAL = pattern("[零一二三四五六七八九十]{1,3}(?=[位个行列项章节])")


def with_digits(piece: str) -> Iterator[tuple[str, int]]:
    """The piece with one of its Chinese numerals in digits, and the number: 六位 as 6 位."""
    for found in _NUMERAL.finditer(piece):
        number = next((n for n in range(100) if in_chinese(n) == found[0]), None)
        if number is not None:
            yield f"{piece[: found.start()]} {number} {piece[found.end() :]}", number
