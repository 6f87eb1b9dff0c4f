"""`explain`: show claims with every step, reason and digit."""

from __future__ import annotations

from argparse import Namespace

from reports.explain import explanations
from reports.layout import rendered
from reports.output import width, write
from reports.session import Session

OPTIONS = ("target", "lesson", "digits", "sympy", "lang", "color", "config")
FORMATS = ()


def run(session: Session, options: Namespace) -> int:
    colour = session.colour(options)
    verification = session.verification(options)
    lines = explanations(verification, language=session.language, width=width())
    if options.sympy:
        from derivations.catalogue import resolve
        from reports.symbols import expressions

        shown = {claim.id for claim in verification.claims}
        selected = {claim.id: claim for target in options.target for part in resolve(target) for claim in part.claims()}
        claims = [claim for name, claim in selected.items() if name in shown]
        lines += expressions(claims, language=session.language, width=width())
    write(rendered(lines, colour=colour, width=width()))
    return 0
