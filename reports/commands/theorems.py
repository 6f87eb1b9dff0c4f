"""`theorems`: print the theorems that proofs rest on and that are cited, not proved."""

from __future__ import annotations

from argparse import Namespace

from reports.layout import paragraph, rendered
from reports.output import width, write
from reports.session import Session
from reports.theorems import listed

OPTIONS = ("lang", "color", "config")
FORMATS = ()


def run(session: Session, options: Namespace) -> int:
    colour = session.colour(options)
    lines = [line for text in listed(session.language) for line in (*paragraph(text, width(), indent=2), ())]
    write(rendered(lines[:-1], colour=colour, width=width()))
    return 0
