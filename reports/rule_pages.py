"""The list of rules, and the page of one, for the terminal."""

from __future__ import annotations

from derivations.verdict import Severity
from reports.blocks import BAD, DOUBT, QUIET, STRONG
from reports.layout import Line, cells, labelled, line, paragraph
from reports.rules import ALL, FAMILIES, Rule
from reports.sentences import Language, say, spoken, word

_SEVERITY = 9  # columns for the word
_STYLES = {Severity.ERROR: BAD, Severity.WARNING: DOUBT, Severity.NOTE: "cyan", Severity.NONE: ""}


def listed(language: Language, width: int, program: str) -> list[Line]:
    """Every rule with its usual severity and its few words, the families apart."""
    longest = max(map(len, ALL))
    lines: list[Line] = []
    for family in FAMILIES:
        if lines:
            lines.append(())
        for rule in family:
            first = line(f"{rule.name:<{longest}}  ", (_padded(rule, language), _STYLES[rule.severity]))
            lines += paragraph(spoken(rule.short, language), width, first=first, indent=longest + 2 + _SEVERITY)
    lines += [(), labelled(say(language, "rules.next"), f"{program} explain figure-wrong", QUIET)]
    return lines


def page(rule: Rule, language: Language, width: int) -> list[Line]:
    """All that is known about a rule. The lines of an example are not wrapped: they are to be copied."""
    usually = say(language, "rule.usually", severity=word("severity", rule.severity, language))
    lines: list[Line] = [line((rule.name, STRONG), "  ", (usually, _STYLES[rule.severity]))]
    lines += paragraph(spoken(rule.short, language), width)
    for heading, text in rule.paragraphs(language):
        lines += [(), line((heading, QUIET)), *paragraph(text, width, first=line("  "), indent=2)]
    for heading, shown in rule.examples(language):
        lines += [(), line((heading, QUIET)), *(line(f"  {one}") for one in shown)]
    return lines


def _padded(rule: Rule, language: Language) -> str:
    text = word("severity", rule.severity, language)
    return text + " " * (_SEVERITY - cells(text))
