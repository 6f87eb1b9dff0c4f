"""A display formula taken apart: one statement for each equation of an alignment, without labels and alignment marks."""

from __future__ import annotations

import re

from derivations.formula.tokens import Kind, each_token, tokens
from lessonproof.patterns import pattern
from lessons.excerpt import Excerpt, joined

# The environments that display what they hold; of those that align, each line may be a statement of its own.
DISPLAYS = frozenset({"equation", "equation*", "displaymath", "math", "dmath", "dmath*"})
ALIGNMENTS = frozenset(
    {"align", "aligned", "alignat", "alignedat", "flalign", "gather", "gathered", "multline", "eqnarray", "split"}
    | {"align*", "alignat*", "flalign*", "gather*", "multline*", "eqnarray*"}
)
# One equation an environment, broken over lines; three columns an equation; columns that are no pairs.
_ONE = frozenset({"multline", "multline*"})
_UNPAIRED = _ONE | {"eqnarray", "eqnarray*", "gather", "gather*", "gathered"}
DEEPEST = 4

_UNPRINTED = pattern(r"\\(?:(?:label|tag\*?)[ ]*\{[^{}]*\}|(?:nonumber|notag)(?![A-Za-z]))")
_BEGIN = pattern(r"\\begin\{([a-z]+\*?)\}(?:\[[a-z]?\]|\{[0-9]*\})?")
_MARK = pattern(r"\\\\\*?(?:\[[^\[\]]{0,40}\])?|\\begin\b|\\end\b|\\.|[{}&]", re.DOTALL)
_GOES_ON = frozenset("+-×·/÷*⊙⊗")


def statements(formula: Excerpt) -> list[Excerpt]:
    """What a display formula states, in order; a line that begins or ends with a sign goes on with the line before.

    formula: TeX source without delimiters. The whole of it where nothing is aligned.
    """
    formula = _printed(formula)
    environment = ""
    for _ in range(DEEPEST):
        inner = _inside(formula)
        if inner is None:
            break
        formula, environment = inner
    if "\\\\" not in formula.text and "&" not in formula.text:
        return [formula] if formula.text else []
    return _joined_lines(_lines(formula, environment), environment)


def _printed(formula: Excerpt) -> Excerpt:
    """Without what is not printed inside the formula: labels and numbers of equations."""
    if "\\" not in formula.text:
        return formula.strip()
    kept, position = [], 0
    for matched in _UNPRINTED.finditer(formula.text):
        kept.append(formula.slice(position, matched.start()))
        position = matched.end()
    return joined([*kept, formula.slice(position, len(formula.text))]).strip() if kept else formula.strip()


def _inside(formula: Excerpt) -> tuple[Excerpt, str] | None:
    """What the environment holds that is the whole formula, and its name."""
    begin = _BEGIN.match(formula.text)
    if begin is None or begin[1] not in DISPLAYS | ALIGNMENTS:
        return None
    end = f"\\end{{{begin[1]}}}"
    if formula.text.find(end) != len(formula.text) - len(end):
        return None
    return formula.slice(begin.end(), len(formula.text) - len(end)).strip(), begin[1]


def _lines(formula: Excerpt, environment: str) -> list[Excerpt]:
    """The equations between the line breaks outside of all braces and environments, without the marks they are aligned at."""
    found: list[Excerpt] = []
    parts: list[Excerpt] = []
    depth = marks = position = 0
    for matched in _MARK.finditer(formula.text):
        mark = matched[0]
        if mark == "{" or mark == "\\begin":
            depth += 1
        elif mark == "}" or mark == "\\end":
            depth -= 1
        elif depth == 0 and (mark == "&" or mark.startswith("\\\\")):
            parts.append(formula.slice(position, matched.start()))
            position = matched.end()
            marks += mark == "&"
            # Every second mark stands between two equations side by side.
            if mark != "&" or (marks % 2 == 0 and environment not in _UNPAIRED):
                found.append(joined(parts))
                parts, marks = [], marks if mark == "&" else 0
    found.append(joined([*parts, formula.slice(position, len(formula.text))]))
    return [line for line in (line.strip() for line in found) if line.text]


def _joined_lines(lines: list[Excerpt], environment: str) -> list[Excerpt]:
    found: list[list[Excerpt]] = []
    for line in lines:
        if found and (environment in _ONE or _begins_with_sign(line.text) or _ends_with_sign(found[-1][-1].text)):
            found[-1].append(Excerpt("\n", line.start, line.start, ((0, line.start, line.start),)))
            found[-1].append(line)
        else:
            found.append([line])
    return [joined(parts) for parts in found]


def _begins_with_sign(text: str) -> bool:
    token = next(each_token(text), None)
    return token is not None and (token.kind is Kind.RELATION or token.text in _GOES_ON or token.text.startswith("-"))


def _ends_with_sign(text: str) -> bool:
    last = tokens(text[-40:])[-1:]
    return bool(last) and (last[0].kind is Kind.RELATION or last[0].text in _GOES_ON)
