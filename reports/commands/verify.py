"""`verify`: check every printed figure and statement of a part."""

from __future__ import annotations

from argparse import Namespace
from contextlib import AbstractContextManager, nullcontext

from derivations.verdict import Severity
from reports.output import width, write
from reports.session import Session, choice

OPTIONS = ("target", "lesson", "digits", "lang", "strict", "no-cache", "color", "config")
FORMATS = ("full", "concise", "json")
FOUND_ERRORS = 1


def run(session: Session, options: Namespace) -> int:
    form = choice("--format", options.format, FORMATS)
    colour = session.colour(options)
    with _without_cache() if options.no_cache else nullcontext():
        verification = session.verification(options)
    if form == "json":
        from reports.json import document, verification_record

        write(document(verification_record(verification, session.language)), utf8=True)
    elif form == "concise":
        from reports.concise import concise

        write(concise(verification, language=session.language))
    else:
        from reports.layout import rendered
        from reports.terminal import full

        lines = full(verification, language=session.language, width=width(), program=session.program)
        write(rendered(lines, colour=colour, width=width()))
    strict = options.strict or bool(session.settings.strict)
    wrong = verification.count(Severity.ERROR) or (strict and verification.count(Severity.WARNING))
    return FOUND_ERRORS if wrong else 0


def _without_cache() -> AbstractContextManager[None]:
    from derivations.certificates import kept_in

    return kept_in(None)
