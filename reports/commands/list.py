"""`list`: show lessons, chapters, sections and claims; of a document, the claims that are known or declared for it."""

from __future__ import annotations

from argparse import Namespace

from derivations.catalogue import is_target, lessons, resolve
from lessons.gathering import is_document, is_path
from reports import listing
from reports.layout import rendered
from reports.output import width, write
from reports.session import Session

OPTIONS = ("targets?", "lang", "color", "config")
FORMATS = ()


def run(session: Session, options: Namespace) -> int:
    colour = session.colour(options)
    if options.target:
        options.lesson = []
        documents = [target for target in options.target if not is_target(target) and (is_document(target) or is_path(target))]
        selections = [part for target in options.target if target not in documents for part in resolve(target)]
        lines = listing.claims(selections, language=session.language, width=width(), program=session.program)
        if documents:
            options.target = documents
            verification = session.verification(options)
            lines += [()] if lines else []
            lines += listing.decided(verification, language=session.language, width=width(), program=session.program)
    else:
        lines = listing.contents(lessons(), language=session.language, width=width(), program=session.program)
    write(rendered(lines, colour=colour, width=width()))
    return 0
