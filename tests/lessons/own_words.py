"""A lesson of our own words that prints what a chapter of the notes prints: for tests where the notes are not at hand."""

from __future__ import annotations

from derivations.catalogue import PREFACE
from derivations.notes import NOTES

_NEEDS_DOLLARS = ("=", "\\")


def text(number: str = "11") -> str:
    """One paragraph a claim, under the chapter's own headings; formulas of a claim stand in `$…$` within a sentence.

    The preface has no heading, and stands before chapter 1.
    """
    chapter = NOTES.chapter(number)
    assert chapter is not None
    before, after = int(number) - 1, int(number) + 1
    paragraphs = [f"第 {before} 章：前一章", "这里没有本章的内容。"] if before > 0 else []
    if number != PREFACE:
        paragraphs.append(f"第 {number} 章：{chapter.title.zh}")
    for section in chapter.sections or (chapter,):
        if section is not chapter:
            paragraphs.append(f"{section.number} {section.title.zh}")
        for claim in chapter.claims():
            if claim.section == section.number:
                if claim.columns:
                    paragraphs += claim.says
                else:
                    paragraphs.append("这里写的是" + "，而且写着".join(map(_printed, claim.says)) + " 。")
    paragraphs += [f"第 {after} 章：后一章", "这里也没有本章的内容。"]
    return "\n\n".join(paragraphs) + "\n"


def _printed(piece: str) -> str:
    return f" ${piece}$ " if any(sign in piece for sign in _NEEDS_DOLLARS) else piece
