"""`table`: print a matrix or table of the lesson recomputed, ready to paste."""

from __future__ import annotations

from argparse import Namespace

from derivations.catalogue import UsageError
from reports.output import write
from reports.session import Session, choice
from reports.tables import has_table, tables

OPTIONS = ("target", "lesson", "lang", "config")
FORMATS = ("markdown", "latex", "tsv")


def run(session: Session, options: Namespace) -> int:
    form = choice("--format", options.format, FORMATS)
    verification = session.verification(options)
    if not any(has_table(claim) for claim in verification.claims):
        raise UsageError("no-table", target=", ".join(options.target))
    write(tables(verification, form, session.language))
    return 0
