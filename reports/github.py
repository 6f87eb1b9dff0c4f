"""`--format github`: workflow commands that GitHub shows as annotations at the lines of a pull request.

GitHub keeps ten annotations of a kind from one step. Where there are more, nine are shown and the tenth names the rest.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from derivations.verdict import Finding, LeftOut, LessonRead, Place, Severity
from reports.formats import Run
from reports.neutral import neutral, no_command
from reports.places import stops
from reports.sentences import say, sentence
from reports.summary import closing, left_out_by

MOST = 10  # annotations of one kind that GitHub keeps from one step
NAMED = 40  # findings named in the annotation that stands for the rest
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def commands(run: Run) -> str:
    """One command a finding, the gravest first; then the line that sums up, which is no command."""
    lines: list[str] = []
    stop_of = stops(run.verification)
    for severity, command in _COMMANDS.items():
        found = [finding for finding in run.verification.findings if finding.severity is severity]
        shown = found if len(found) <= MOST else found[: MOST - 1]
        lines += [_annotation(command, finding, run, stop_of) for finding in shown]
        if len(found) > len(shown):
            lines.append(_rest(command, found[len(shown) :], run))
    lines += [_selection(one, run) for one in run.verification.left_out if one.settings and one.errors]
    return "\n".join([*lines, no_command(" · ".join(closing(run.verification, run.language, run.comparison)))]) + "\n"


def _annotation(command: str, finding: Finding, run: Run, stop_of: Callable[[Finding, Place], Place | None]) -> str:
    properties: dict[str, str] = {}
    lesson = _lesson(finding, run)
    if lesson.path is not None:
        properties["file"] = _path(lesson.path)
        if finding.places:
            start = finding.places[0]
            stop = stop_of(finding, start)
            properties |= {"line": str(start.line), "col": str(start.column)}
            if stop is not None and stop.line == start.line:  # GitHub takes columns only within one line
                properties |= {"endLine": str(stop.line), "endColumn": str(stop.column)}
    properties["title"] = finding.rule
    where = "" if lesson.path is not None else f"{neutral(f'{finding.lesson} {finding.section}')}: "
    return _command(command, properties, where + sentence(finding.message, run.language))


def _selection(one: LeftOut, run: Run) -> str:
    """Settings come with a pull request: whoever reviews it has to see that they hide errors."""
    text = left_out_by(one.by, one.settings, one.findings, one.errors, run.language)
    return _command("warning", {"file": _path(one.settings or ""), "title": one.by}, f"{neutral(one.lesson)}: {text}")


def _rest(command: str, findings: Sequence[Finding], run: Run) -> str:
    """One annotation for those that GitHub would drop."""
    named = [_where(finding, run) for finding in findings[:NAMED]]
    if len(findings) > NAMED:
        named.append("…")
    text = say(run.language, "github.rest", n=len(findings), places=tuple(named))
    return _command(command, {"title": say(run.language, "github.rest-title", n=len(findings))}, text)


def _where(finding: Finding, run: Run) -> str:
    path = _lesson(finding, run).path
    place = f":{finding.places[0].line}:{finding.places[0].column}" if finding.places else ""
    return f"{path if path is not None else f'{finding.lesson} {finding.section}'}{place} {finding.rule}"


def _lesson(finding: Finding, run: Run) -> LessonRead:
    return next(lesson for lesson in run.verification.lessons if lesson.name == finding.lesson)


def _path(path: str) -> str:
    """As the repository calls it: relative to the folder of the run where it lies below that."""
    here = os.path.relpath(path) if os.path.isabs(path) else os.path.normpath(path)
    return neutral((path if here.startswith(os.pardir) else here).replace(os.sep, "/"))


def _command(name: str, properties: dict[str, str], text: str) -> str:
    """`::name key=value,…::text`, escaped as GitHub's runner unescapes it."""
    parameters = ",".join(f"{key}={_value(value)}" for key, value in properties.items())
    return f"::{name} {parameters}::{_data(no_command(text))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
