"""`prove`: an author's own formula, proved for all shapes or refuted, and mended."""

from __future__ import annotations

from argparse import Namespace

from reports.options import DECLARATIONS
from reports.output import width, write
from reports.session import Session, choice

OPTIONS = ("question", "declarations", "lang", "color", "config")
FORMATS = ("full", "json")
NOT_PROVED = 1


def run(session: Session, options: Namespace) -> int:
    from derivations.answer import Outcome
    from reports.prove import answered, full, record

    form = choice("--format", options.format, FORMATS)
    colour = session.colour(options)
    found = answered(options.target, {key: getattr(options, key) for _, key, _ in DECLARATIONS})
    if form == "json":
        from reports.json import document

        write(document(record(found, session.language)), utf8=True)
    else:
        from reports.layout import rendered

        write(rendered(full(found, language=session.language, width=width()), colour=colour, width=width()))
    return 0 if all(answer.outcome is Outcome.PROVED for answer in found) else NOT_PROVED
