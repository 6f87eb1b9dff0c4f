"""What a text itself says of its figures: 示意, 刻意构造, “for illustration”, 假设, “assume”.

A word for made-up values speaks of its paragraph, cell or formula block; a supposition of what follows it in its sentence.
"""

from __future__ import annotations

import re

from lessonproof.patterns import Worded, pattern
from lessons.block import Block, RunKind

_MADE_UP = Worded(
    r"示意|刻意构造|便于手算|虚构的|for illustration|purely illustrative|illustrative (?:numbers|values|scores|figures)"
    r"|made[- ]up (?:numbers|values|scores|figures)|toy (?:numbers|values|scores|figures)",
    ("示意", "刻意构造", "便于手算", "虚构的", "illustrat", "made", "toy "),
    re.IGNORECASE,
)
_SUPPOSED = Worded(r"假设|假定|\b(?:assum(?:e|ing)|suppos(?:e|ing))\b", ("假设", "假定", "assum", "suppos"), re.IGNORECASE)
_SENTENCE_END = pattern(r"[。！？；!?;]|\.(?=\s|$)")


def may_suppose(text: str) -> bool:
    """Whether any block of a document may call figures made up or supposed. text: all that it shows."""
    return _MADE_UP.occurs(text) or _SUPPOSED.occurs(text)


def made_up(block: Block) -> tuple[tuple[int, int], ...]:
    """The stretches of a block, by offsets of the document, whose figures the text calls made up or supposed."""
    runs = [run for run in block.all_runs() if run.kind is not RunKind.COMMENT]
    texts = [run for run in runs if run.kind is RunKind.TEXT]
    if any(_MADE_UP.search(run.text) for run in texts):
        return ((runs[0].excerpt.start, runs[-1].excerpt.stop),)
    found: list[tuple[int, int]] = []
    for number, run in enumerate(runs):
        for word in _SUPPOSED.finditer(run.text) if run.kind is RunKind.TEXT else ():
            start, end = run.excerpt.at(word.start()), runs[-1].excerpt.stop
            for following in runs[number:]:
                first = word.end() if following is run else 0
                stop = _SENTENCE_END.search(following.text, first) if following.kind is RunKind.TEXT else None
                if stop is not None:
                    end = following.excerpt.at(stop.start())
                    break
            found.append((start, end))
    return tuple(found)
