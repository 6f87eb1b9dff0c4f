"""`list`: show lessons, chapters, sections and claims."""

from __future__ import annotations

from argparse import Namespace

from derivations.catalogue import lessons, resolve
from reports import listing
from reports.layout import rendered
from reports.output import width, write
from reports.session import Session

OPTIONS = ("targets?", "lang", "color", "config")
FORMATS = ()


def run(session: Session, options: Namespace) -> int:
    colour = session.colour(options)
    if options.target:
        selections = [selection for target in options.target for selection in resolve(target)]
        lines = listing.claims(selections, language=session.language, width=width(), program=session.program)
    else:
        lines = listing.contents(lessons(), language=session.language, width=width(), program=session.program)
    write(rendered(lines, colour=colour, width=width()))
    return 0
