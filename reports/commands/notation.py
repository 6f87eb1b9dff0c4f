"""`notation`: which letter means what in which lesson, and where lessons differ."""

from __future__ import annotations

from argparse import Namespace

from reports.output import write
from reports.session import Session, choice

OPTIONS = ("target", "lesson", "lang", "color", "config")
FORMATS = ("full", "json")


def run(session: Session, options: Namespace) -> int:
    """Always 0: a clash of notation is a note, since each lesson may be right by itself."""
    form = choice("--format", options.format, FORMATS)
    from lessons.check import notation
    from lessons.notation import clashes
    from reports import notation as report

    uses = notation(options.target, session.documents(options))
    found = clashes(uses)
    if form == "json":
        from reports.json import document

        write(document(report.record(uses, found, session.language)), utf8=True)
    else:
        write(report.text(uses, found, language=session.language))
    return 0
