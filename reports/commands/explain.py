"""`explain`: show claims with every step, reason and digit."""

from __future__ import annotations

from argparse import Namespace

from reports.explain import explanations
from reports.layout import rendered
from reports.output import width, write
from reports.session import Session

OPTIONS = ("target", "lesson", "digits", "lang", "color", "config")
FORMATS = ()


def run(session: Session, options: Namespace) -> int:
    colour = session.colour(options)
    lines = explanations(session.verification(options), language=session.language, width=width())
    write(rendered(lines, colour=colour, width=width()))
    return 0
