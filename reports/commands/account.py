"""`account`: the parameters, memory and operations of a model."""

from __future__ import annotations

from argparse import Namespace

from derivations.catalogue import UsageError
from reports.account import presets, report
from reports.output import width, write
from reports.session import Session, choice

OPTIONS = ("model", "length", "lang", "color", "config")
FORMATS = ("full", "markdown", "latex", "tsv", "json")


def run(session: Session, options: Namespace) -> int:
    form = choice("--format", options.format, FORMATS)
    colour = session.colour(options)
    if len(options.target) > 1:
        raise UsageError("account-one-model")
    if options.target:
        text = report(options.target[0], options.length, form, language=session.language, width=width(), colour=colour)
    else:
        text = presets(language=session.language, width=width(), colour=colour, program=session.program)
    write(text, utf8=form == "json")
    return 0
