"""`explain`: show claims with every step, reason and digit; or what a rule means."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from derivations.catalogue import UsageError, resolve
from lessons.gathering import is_document
from reports.explain import explanations
from reports.layout import Line, rendered
from reports.output import width, write
from reports.session import Session

OPTIONS = ("target", "lesson", "digits", "sympy", "lang", "color", "config")
FORMATS = ()


def run(session: Session, options: Namespace) -> int:
    colour = session.colour(options)
    rules = [target for target in options.target if _is_rule(target)]
    lines: list[Line] = []
    for name in rules:
        from reports.rule_pages import page
        from reports.rules import ALL

        lines += [*([()] if lines else []), *page(ALL[name], session.language, width())]
    options.target = [target for target in options.target if target not in rules]
    if options.target:
        try:
            verification = session.verification(options)
        except UsageError as error:
            raise _told_apart(error, options.target) from None
        lines += [*([()] if lines else []), *explanations(verification, language=session.language, width=width())]
    if options.target and options.sympy:
        from reports.symbols import expressions

        shown = {claim.id for claim in verification.claims}
        selected = {claim.id: claim for target in options.target for part in resolve(target) for claim in part.claims()}
        claims = [claim for name, claim in selected.items() if name in shown]
        lines += expressions(claims, language=session.language, width=width())
    write(rendered(lines, colour=colour, width=width()))
    return 0


def _is_rule(target: str) -> bool:
    """Whether it is the name of a rule; a claim or a document of that name goes before."""
    from lessons.rules import RULES

    if target not in RULES or is_document(target):
        return False
    try:
        resolve(target)
    except UsageError:
        return True
    return False


def _told_apart(error: UsageError, targets: Sequence[str]) -> UsageError:
    """What is almost the name of a rule was meant to be one."""
    from difflib import get_close_matches

    from lessons.rules import RULES

    for target in targets if error.message.key == "unknown-target" else ():
        if target == error.message.values.get("target") and (nearest := get_close_matches(target, RULES, cutoff=0.8)):
            return UsageError("unknown-rule", rule=target, nearest=tuple(nearest))
    return error
