"""`coverage`: show by section which printed figures are checked."""

from __future__ import annotations

from argparse import Namespace

from reports.output import width, write
from reports.session import Session, choice

OPTIONS = ("target-or-lessons", "lesson", "min-coverage", "lang", "color", "config")
FORMATS = ("full", "markdown", "latex", "tsv")
TOO_LITTLE = 1


def run(session: Session, options: Namespace) -> int:
    form = choice("--format", options.format, FORMATS)
    colour = session.colour(options)
    least = session.least_coverage(options)
    verification = session.verification(options)
    from reports.coverage import coverage, covered, pasted

    if form == "full":
        from reports.layout import rendered

        write(rendered(coverage(verification, language=session.language, width=width()), colour=colour, width=width()))
    else:
        write(pasted(verification, form, session.language))
    done, total = covered(verification.figures)
    return TOO_LITTLE if done < least * total else 0
