"""Declarations in comments of the document: `<!-- lessonproof: ignore figure-wrong because … -->`, `% lessonproof: …`."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Callable, Iterator
from typing import Literal

from derivations.verdict import FigureVerdict, Message
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.declarations import expression
from lessons.declarations.reach import addressed_places
from lessons.declarations.record import Declarations, Extent, Ignored, Origin, Statement, Stretch, Value
from lessons.declarations.sections import Sections
from lessons.document import Document
from lessons.formats.comments import ADDRESS
from lessons.rules import RULES

MOST = 5_000
_BECAUSE = pattern(r"^(?P<rule>\S+)(?:\s+(?:because|因为)[:：]?\s*(?P<reason>.*))?$", re.DOTALL)
_FIGURE = pattern(r"^(?P<equals>.*\S)\s+for\s+(?:(?P<all>all figures)|figure\s+(?P<number>[1-9][0-9]{0,2}))$", re.DOTALL)
_LINE = pattern(r"[^\r\n]+")


@dataclass(frozen=True, slots=True)
class _Comment:
    """One directive: its word, what follows it, where it stands; the lines of which a figure may be meant, and all of which it
    speaks."""

    word: str
    rest: str
    offset: int
    lines: tuple[Extent, ...]
    extent: Extent


def read(document: Document, stem: str) -> Declarations:
    """All declarations in comments of a document.   stem: with which the names of its claims begin."""
    found = Declarations()
    if ADDRESS not in document.source.text:
        return found
    sections = Sections(document)
    for comment in itertools.islice(_comments(document), MOST):
        origin = Origin(document.place(comment.offset), False)
        meant = WORDS.get(comment.word)
        if meant is None:
            nearest = difflib.get_close_matches(comment.word, list(WORDS), n=1, cutoff=0.0)[0]
            message = Message("declare-unknown-word", {"setting": comment.word, "nearest": nearest})
            found.refuse("declaration-unknown-key", origin, message)
        elif problem := meant(found, comment, origin, _Context(document, sections, stem)):
            rule = "declaration-unknown-rule" if problem.key == "declare-unknown-rule" else "declaration-wrong-value"
            found.refuse(rule, origin, problem)
    return found


@dataclass(frozen=True, slots=True)
class _Context:
    document: Document
    sections: Sections
    stem: str


def _illustrative(found: Declarations, comment: _Comment, origin: Origin, context: _Context) -> Message | None:
    """`illustrative`, `illustrative section`, each with a reason or without one."""
    word, _, reason = comment.rest.partition(" ")
    of_section = word == "section"
    where = context.sections.around(comment.offset) if of_section else comment.extent
    why = _reason(reason if of_section else comment.rest)
    found.stretches.append(Stretch(FigureVerdict.ILLUSTRATIVE, where, origin, why))
    return None


def _external(found: Declarations, comment: _Comment, origin: Origin, _: _Context) -> Message | None:
    if not comment.rest:
        return Message("declare-lacks-source")
    found.stretches.append(Stretch(FigureVerdict.EXTERNAL, comment.extent, origin, comment.rest))
    return None


def _value(found: Declarations, comment: _Comment, origin: Origin, _: _Context) -> Message | None:
    name, sign, worth = comment.rest.partition("=")
    if not sign:
        return Message("declare-wrong-value", {"setting": "value", "expected": Message("declare-expects-definition")})
    try:
        symbol, read_worth = expression.read_name(name.strip()), expression.read(worth.strip())
    except expression.NotRead as error:
        return Message("declare-not-read", {"setting": "value", "reason": str(error)})
    found.values.append(Value(symbol, read_worth, origin, comment.offset))
    return None


def _equals(found: Declarations, comment: _Comment, origin: Origin, context: _Context) -> Message | None:
    """`equals EXPR`, `equals EXPR for figure 2`, `equals EXPR for all figures`."""
    which = _FIGURE.match(comment.rest)
    figure: int | Literal["all"] | None = None
    if which is not None:
        figure = "all" if which["all"] else int(which["number"])
    try:
        worth = expression.read(which["equals"] if which else comment.rest)
    except expression.NotRead as error:
        return Message("declare-not-read", {"setting": "equals", "reason": str(error)})
    name = f"{context.stem}.line-{origin.place.line}-{origin.place.column}"
    found.statements.append(Statement(name, worth, comment.lines, origin, figure))
    return None


def _ignore(found: Declarations, comment: _Comment, origin: Origin, _: _Context) -> Message | None:
    matched = _BECAUSE.match(comment.rest)
    if matched is None:
        return Message("declare-wrong-value", {"setting": "ignore", "expected": Message("declare-expects-ignore")})
    rule, reason = matched["rule"], _reason(matched["reason"] or "")
    if rule not in RULES:
        nearest = difflib.get_close_matches(rule, RULES, n=1, cutoff=0.0)[0]
        return Message("declare-unknown-rule", {"setting": rule, "nearest": nearest})
    if not reason:
        return Message("declare-lacks-reason", {"rule": rule})
    found.ignored.append(Ignored(rule, reason, comment.extent, origin))
    return None


WORDS: dict[str, Callable[[Declarations, _Comment, Origin, _Context], Message | None]] = {
    "illustrative": _illustrative,
    "external": _external,
    "value": _value,
    "equals": _equals,
    "ignore": _ignore,
}


def _reason(text: str) -> str:
    return re.sub(r"^(?:because|因为)\b[:：]?\s*", "", " ".join(text.split()))


def _comments(document: Document) -> Iterator[_Comment]:
    """Every directive of the document, in order; a comment may hold one a line."""
    for run, lines, extent in addressed_places(document):
        told = run.text.removeprefix(ADDRESS)
        for piece in _LINE.finditer(told):
            word, _, rest = piece[0].strip().partition(" ")
            if word:
                indent = len(piece[0]) - len(piece[0].lstrip())
                offset = run.excerpt.at(len(ADDRESS) + piece.start() + indent)
                yield _Comment(word, rest.strip(), offset, lines, extent)
