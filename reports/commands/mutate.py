"""`mutate`: change each printed figure by one unit of its last place, and tell which changes nobody would notice."""

from __future__ import annotations

from argparse import Namespace

from reports.output import width, write
from reports.session import Session, choice

OPTIONS = ("target", "lesson", "min-score", "lang", "color", "config")
FORMATS = ("full", "concise", "json")
TOO_LITTLE = 1


def run(session: Session, options: Namespace) -> int:
    form = choice("--format", options.format, FORMATS)
    colour = session.colour(options)
    least = session.share("--min-score", options.min_score)
    mutation = session.mutation(options)
    if form == "json":
        from reports.json import document
        from reports.mutate import record

        write(document(record(mutation, session.language)), utf8=True)
    elif form == "concise":
        from reports.mutate import concise

        write(concise(mutation, session.language))
    else:
        from reports.layout import rendered
        from reports.mutate import full

        write(rendered(full(mutation, language=session.language, width=width()), colour=colour, width=width()))
    return TOO_LITTLE if mutation.share() < least else 0
