"""`--format markdown`: a comment under a pull request, in GitHub's Markdown, which others show as well.

One line sums up; a table of errors and warnings by severity; what was decided; notes, sections and rules folded away.
Whatever comes from a document is inert: no markup, no HTML, no mention, no link, no reference. The comment stays below what
GitHub accepts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from derivations.verdict import Finding, LessonRead, Severity, Verification
from reports.formats import Run
from reports.neutral import neutral
from reports.rules import ALL, Rule
from reports.sections import Section, sections
from reports.sentences import Language, say, sentence, spoken, word
from reports.summary import DECIDED, RIGHT, closing

MARK = "<!-- lessonproof -->"  # by which a program that keeps one comment up to date finds it
MOST_FINDINGS, MOST_SECTIONS = 60, 60  # rows of a table
LONGEST = 600  # code points of one sentence
MOST = 65_000  # GitHub accepts 65,536
_SIGNS = {Severity.ERROR: "❌", Severity.WARNING: "⚠️", Severity.NOTE: "ℹ️"}
_MARKUP = re.compile(r"[\\`*_{}\[\]|~^#!]")
# What GitHub links or replaces after the Markdown is read: mentions, references, addresses, emoji, commands of bots.
_LINKED = re.compile(r"@|#(?=\w)|(?<=[A-Za-z])-(?=[0-9])|:(?=//|[A-Za-z0-9_+-]+:)|(?i:\bwww)(?=\.)|(?:(?<=\s)|\A)/(?=[a-z])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_DOLLAR = "<span>$</span>"  # begins no formula, as GitHub documents
_BREAK = "&#8203;"  # a zero-width space: it parts what must not be read as one


def comment(run: Run) -> str:
    """The whole comment."""
    language, verification = run.language, run.verification
    summed = closing(verification, language)
    parts = [MARK, f"### {_sign(verification)} lessonproof: {inert(summed[0])}", inert(" · ".join(summed[1:]))]
    grave = [one for one in verification.findings if one.severity in (Severity.ERROR, Severity.WARNING)]
    notes = [one for one in verification.findings if one.severity not in (Severity.ERROR, Severity.WARNING)]
    parts += _findings(sorted(grave, key=lambda one: list(_SIGNS).index(one.severity)), run)
    if notes:
        parts.append(_folded(say(language, "markdown.notes", n=len(notes)), _findings(notes, run)))
    parts.append(_folded(say(language, "markdown.sections"), [_sections(sections(verification), language)]))
    fired = dict.fromkeys(one.rule for one in verification.findings if one.rule in ALL)
    if fired:
        about = [f"- `{rule}`: {_about(ALL[rule], language)}" for rule in fired]
        parts.append(_folded(say(language, "markdown.rules"), ["\n".join(about)]))
    parts.append(_documents(verification.lessons, language))
    return _fitting(parts)


def inert(text: str) -> str:
    """Text of a document as it reads, within a line of Markdown: nothing in it is markup, HTML, a mention or a link."""
    shown = re.sub(r"[&<>]", lambda found: _ENTITIES[found[0]], _parted(neutral(text)))
    return _MARKUP.sub(r"\\\g<0>", shown).replace("$", _DOLLAR).replace("\x00", _BREAK)


def _parted(text: str) -> str:
    """With a NUL, which no neutral text has, behind each sign that would begin a link."""
    return _LINKED.sub(lambda found: found[0] + "\x00", text)


def _sign(verification: Verification) -> str:
    grave = (Severity.ERROR, Severity.WARNING)
    return next((_SIGNS[severity] for severity in grave if verification.count(severity)), "✅")


def _findings(findings: Sequence[Finding], run: Run) -> list[str]:
    if not findings:
        return []
    language = run.language
    rows = [
        (
            f"{_SIGNS.get(one.severity, '')} {word('severity', one.severity, language)}",
            _where(one, run.verification.lessons),
            _shortened(sentence(one.message, language)),
            f"`{one.rule}`",
        )
        for one in findings[:MOST_FINDINGS]
    ]
    heads = ("", say(language, "markdown.where"), say(language, "markdown.finding"), say(language, "markdown.rule"))
    more = len(findings) - len(rows)
    return [_table(heads, rows), *([say(language, "markdown.more", n=more)] if more else [])]


def _where(finding: Finding, lessons: Iterable[LessonRead]) -> str:
    path = next(lesson.path for lesson in lessons if lesson.name == finding.lesson)
    if path is None:
        return inert(f"{finding.lesson} {finding.section}")
    return inert(path) + (f":{finding.places[0].line}:{finding.places[0].column}" if finding.places else "")


def _about(rule: Rule, language: Language) -> str:
    return inert(" ".join(spoken(text, language) for text in (rule.means, rule.remedy)))


def _sections(found: Sequence[Section], language: Language) -> str:
    rows = []
    for section in found[:MOST_SECTIONS]:
        decided = [(verdict, sum(claim.verdict is verdict for claim in section.claims)) for verdict in DECIDED]
        claims = ", ".join(f"{n} {word('verdict', verdict, language)}" for verdict, n in decided if n)
        right = [(verdict, sum(figure.verdict is verdict for figure in section.figures)) for verdict in RIGHT]
        figures = ", ".join(f"{n} {word('figure', verdict, language)}" for verdict, n in right if n)
        heading = f"{section.lesson.name} {section.heading(language)}".strip()
        totals = f"{sum(n for _, n in decided)}/{len(section.claims)}", f"{sum(n for _, n in right)}/{len(section.figures)}"
        cells = [_detail(total, detail) for total, detail in zip(totals, (claims, figures), strict=True)]
        rows.append((inert(heading[:LONGEST]), *cells))
    heads = (say(language, f"markdown.{name}") for name in ("section", "decided", "figures"))
    more = len(found) - len(rows)
    return _table(tuple(heads), rows) + (f"\n\n{say(language, 'markdown.more', n=more)}" if more else "")


def _detail(total: str, detail: str) -> str:
    return "" if total == "0/0" else f"{total} ({detail})" if detail else total


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
