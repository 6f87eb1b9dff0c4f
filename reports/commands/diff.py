"""`diff OLD NEW`: which figures changed between two editions, which of them had to, and which should have and did not."""

from __future__ import annotations

from argparse import Namespace

from derivations.catalogue import UsageError
from numeric.rounding import rounded_by
from reports.output import write
from reports.session import Session, choice

OPTIONS = ("editions", "digits", "lang", "color", "config")
FORMATS = ("full", "json")
FOUND_ERRORS = 1


def run(session: Session, options: Namespace) -> int:
    """1 where a figure should have changed and did not, has changed into a wrong one, or the new edition has any other error
    that the old one did not have."""
    form = choice("--format", options.format, FORMATS)
    colour = session.colour(options)
    if len(options.target) != 2:
        raise UsageError("two-editions", program=session.program)
    from lessons.editions import compared
    from reports import editions

    old, new = options.target
    options.lesson = []
    with rounded_by(session.settings.rounding):
        found = compared(old, new, session.documents(options), digits=session.digits(options), claims=session.settings.claims)
    if form == "json":
        from reports.json import document

        write(document(editions.record(found, old, new, session.language)), utf8=True)
    else:
        write(editions.text(found, old, new, language=session.language, colour=colour))
    return FOUND_ERRORS if found.failing else 0
