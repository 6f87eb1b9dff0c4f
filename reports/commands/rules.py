"""`rules`: list the rules by which findings are called."""

from __future__ import annotations

from argparse import Namespace

from reports.layout import rendered
from reports.output import width, write
from reports.rule_pages import listed
from reports.session import Session

OPTIONS = ("lang", "color", "config")
FORMATS = ()


def run(session: Session, options: Namespace) -> int:
    colour = session.colour(options)
    write(rendered(listed(session.language, width(), session.program), colour=colour, width=width()))
    return 0
