"""`--format markdown`: a comment under a pull request, in GitHub's Markdown, which others show as well.

One line sums up; a table of errors and warnings by severity; what was decided; notes, sections and rules folded away.
Whatever comes from a document is inert: no markup, no HTML, no mention, no link, no reference. The comment stays below what
GitHub accepts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from derivations.verdict import Finding, LessonRead, Severity, Verification
from lessonproof.patterns import pattern
from reports.formats import Run
from reports.markdown_words import joined, parted
from reports.neutral import neutral
from reports.rules import ALL, Rule
from reports.sections import Section, sections
from reports.sentences import Language, say, sentence, spoken, word
from reports.summary import DECIDED, RIGHT, closing

MARK = "<!-- lessonproof -->"  # by which a program that keeps one comment up to date finds it
MOST_SECTIONS = 60  # rows of the table
LONGEST = 600  # code points of one sentence
MOST = 65_000  # bytes; GitHub accepts 65,536 characters
FOR_ERRORS, FOR_NOTES = 40_000, 8_000  # of these
_SIGNS = {Severity.ERROR: "❌", Severity.WARNING: "⚠️", Severity.NOTE: "ℹ️"}
_MARKUP = pattern(r"[\\`*_{}\[\]|~^#!]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_DOLLAR = "<span>$</span>"  # begins no formula, as GitHub documents


def comment(run: Run) -> str:
    """The whole comment."""
    language, verification = run.language, run.verification
    summed = closing(verification, language, run.comparison)
    parts = [MARK, f"### {_sign(verification)} lessonproof: {inert(summed[0])}", inert(" · ".join(summed[1:]))]
    grave = [one for one in verification.findings if one.severity in (Severity.ERROR, Severity.WARNING)]
    notes = [one for one in verification.findings if one.severity not in (Severity.ERROR, Severity.WARNING)]
    parts += _findings(sorted(grave, key=lambda one: list(_SIGNS).index(one.severity)), run, FOR_ERRORS)
    if notes:
        parts.append(_folded(say(language, "markdown.notes", n=len(notes)), _findings(notes, run, FOR_NOTES)))
    parts.append(_folded(say(language, "markdown.sections"), [_sections(sections(verification), language)]))
    fired = dict.fromkeys(one.rule for one in verification.findings if one.rule in ALL)
    if fired:
        about = [f"- `{rule}`: {_about(ALL[rule], language)}" for rule in fired]
        parts.append(_folded(say(language, "markdown.rules"), ["\n".join(about)]))
    parts.append(_documents(verification.lessons, language))
    return _fitting(parts)


def inert(text: str) -> str:
    """Text of a document as it reads, within a line of Markdown: nothing in it is markup, HTML, a mention or a link."""
    shown = re.sub(r"[&<>]", lambda found: _ENTITIES[found[0]], parted(neutral(text)))
    return joined(_MARKUP.sub(r"\\\g<0>", shown).replace("$", _DOLLAR))


def _sign(verification: Verification) -> str:
    grave = (Severity.ERROR, Severity.WARNING)
    right = _SIGNS[Severity.WARNING] if any(one.errors for one in verification.left_out) else "✅"
    return next((_SIGNS[severity] for severity in grave if verification.count(severity)), right)


def _findings(findings: Sequence[Finding], run: Run, room: int) -> list[str]:
    """A table of the findings, as many as fit into `room` bytes, and how many more there are."""
    language = run.language
    heads = ("", say(language, "markdown.where"), say(language, "markdown.finding"), say(language, "markdown.rule"))
    rows: list[Sequence[str]] = []
    for one in findings:
        row = (
            f"{_SIGNS.get(one.severity, '')} {word('severity', one.severity, language)}",
            _where(one, run.verification.lessons),
            _shortened(sentence(one.message, language)),
            f"`{one.rule}`",
        )
        room -= len(" | ".join(row).encode("utf-8"))
        if room < 0:
            break
        rows.append(row)
    more = len(findings) - len(rows)
    return [*([_table(heads, rows)] if rows else []), *([say(language, "markdown.more", n=more)] if more else [])]


def _where(finding: Finding, lessons: Iterable[LessonRead]) -> str:
    path = next(lesson.path for lesson in lessons if lesson.name == finding.lesson)
    if path is None:
        return inert(f"{finding.lesson} {finding.section}")
    return inert(path) + (f":{finding.places[0].line}:{finding.places[0].column}" if finding.places else "")


def _about(rule: Rule, language: Language) -> str:
    return inert(("" if language == "zh" else " ").join(spoken(text, language) for text in (rule.means, rule.remedy)))


def _sections(found: Sequence[Section], language: Language) -> str:
    """How many claims and figures of each section are known to be right; sections that have only labels are left out."""
    rows: list[Sequence[str]] = []
    for section in found:
        claims = Counter(claim.verdict for claim in section.claims)
        figures = Counter(figure.verdict for figure in section.figures)
        holding = [(claims[one], word("verdict", one, language)) for one in DECIDED if one in claims]
        right = [(figures[one], word("figure", one, language)) for one in RIGHT if one in figures]
        if section.claims or section.findings or right:
            signs = Counter(_SIGNS.get(finding.severity, "") for finding in section.findings)
            told = " ".join(f"{sign} {signs[sign]}" for sign in _SIGNS.values() if sign in signs)
            heading = f"{section.lesson.name} {section.heading(language)}".strip()[:LONGEST]
            rows.append((inert(heading), _sum(holding, language), _sum(right, language), told))
    heads = tuple(say(language, f"markdown.{name}") for name in ("section", "decided", "figures", "findings"))
    more = max(0, len(rows) - MOST_SECTIONS)
    return _table(heads, rows[:MOST_SECTIONS]) + (f"\n\n{say(language, 'markdown.more', n=more)}" if more else "")


def _sum(parts: Sequence[tuple[int, str]], language: Language) -> str:
    """`8: 2 proved, 6 exact`"""
    if not parts:
        return ""
    total, details = sum(count for count, _ in parts), [f"{count} {name}" for count, name in parts]
    return f"{total}：{'，'.join(details)}" if language == "zh" else f"{total}: {', '.join(details)}"


def _documents(lessons: Sequence[LessonRead], language: Language) -> str:
    named = [f"{inert(one.path)} (sha256 `{(one.sha256 or '')[:12]}`)" for one in lessons if one.path is not None]
    return f"<sub>{', '.join(named) or say(language, 'markdown.unread')}</sub>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _folded(title: str, parts: Sequence[str]) -> str:
    return "\n\n".join([f"<details><summary>{title}</summary>", *parts, "</details>"])


def _shortened(text: str) -> str:
    return inert(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def _fitting(parts: Sequence[str]) -> str:
    """All parts that fit below MOST, in order of weight: the last but one go first."""
    kept = list(parts)
    while len("\n\n".join(kept).encode("utf-8")) > MOST and len(kept) > 4:
        del kept[-2]
    return "\n\n".join(kept) + "\n"
