"""`baseline create` and `baseline update`: note what is found today, so that only what is new fails."""

from __future__ import annotations

import os
from argparse import Namespace

from derivations.catalogue import UsageError
from lessons.baseline import Baseline, Known, Update, read, updated, written
from reports.neutral import neutral
from reports.output import write, write_file
from reports.sentences import Language, say
from reports.session import Session, choice

OPTIONS = ("baseline-action", "lesson", "baseline", "lang", "config")
FORMATS: tuple[str, ...] = ()
ACTIONS = ("create", "update")
FILE = "lessonproof-baseline.json"


def run(session: Session, options: Namespace) -> int:
    action = choice("baseline", options.target[0] if options.target else "", ACTIONS)
    options.target = options.target[1:]
    path = options.baseline or session.settings.baseline or _beside(session)
    if action == "create" and os.path.exists(path):
        raise UsageError("baseline-exists", path=path, program=session.program)
    before = Baseline() if action == "create" else read(path)
    verification = session.selection(options)(session.verification(options))
    update = updated(verification, path, before)
    write_file(path, written(update.baseline))
    write("".join(f"{line}\n" for line in _told(session, path, update, action)))
    return 0


def _beside(session: Session) -> str:
    """Beside the settings, where there are any."""
    settings = session.settings.path
    return FILE if settings is None else str(settings.parent / FILE)


def _told(session: Session, path: str, update: Update, action: str) -> list[str]:
    language, findings = session.language, update.baseline.findings
    added = update.added if action == "update" else ()
    lines = [say(language, "baseline-added", finding=_shown(one, language)) for one in added]
    lines += [say(language, "baseline-dropped", finding=_shown(one, language)) for one in update.dropped]
    if action == "update" and not lines:
        lines.append(say(language, "baseline-same", path=path, n=len(findings)))
    else:
        documents = len({one.lesson for one in findings})
        lines.append(say(language, "baseline-written", path=path, n=len(findings), documents=documents))
    if os.path.abspath(session.settings.baseline or "") != os.path.abspath(path):
        name = os.path.relpath(path, session.settings.path.parent) if session.settings.path else path
        lines.append(say(language, "baseline-name-it", line=f'baseline = "{neutral(name)}"', path=path))
    return lines


def _shown(one: Known, language: Language) -> str:
    return " · ".join(part for part in (one.lesson, one.section, one.rule, one.printed) if part)
