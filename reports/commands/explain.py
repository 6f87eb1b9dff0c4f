"""`explain`: show claims with every step, reason and digit; or what a rule means."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import replace

from derivations.catalogue import UsageError, is_target, resolve
from derivations.verdict import Verification
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
    declared = _declared(session, options.target)
    options.target = list(dict.fromkeys(declared.get(target, target) for target in options.target))
    if options.target:
        try:
            verification = _only(session.verification(options), declared)
        except UsageError as error:
            raise _told_apart(error, options.target) from None
        lines += [*([()] if lines else []), *explanations(verification, language=session.language, width=width())]
    if options.target and options.sympy:
        from reports.symbols import expressions

        shown = {claim.id for claim in verification.claims}
        shipped = [target for target in options.target if is_target(target)]
        selected = {claim.id: claim for target in shipped for part in resolve(target) for claim in part.claims()}
        claims = [claim for name, claim in selected.items() if name in shown]
        lines += expressions(claims, language=session.language, width=width())
    write(rendered(lines, colour=colour, width=width()))
    return 0


def _declared(session: Session, targets: Sequence[str]) -> dict[str, str]:
    """The claims among the targets that authors declare, with the documents that they are named after."""
    found: dict[str, str] = {}
    named = [*(target for target in targets if is_document(target)), *session.settings.documents]
    for target in targets:
        if "." in target and not is_document(target) and not is_target(target):
            from lessons.declarations.named import document_of

            if (path := document_of(target, named)) is not None:
                found[target] = path
    return found


def _only(verification: Verification, declared: Mapping[str, str]) -> Verification:
    """Of documents that were read for single claims of theirs, these claims. Raises UsageError for one that is not there."""
    names = {lesson.name for lesson in verification.lessons if lesson.path in declared.values()}
    here = [claim.id for claim in verification.claims if claim.lesson in names]
    for target in declared:
        if target not in here:
            raise UsageError("unknown-target", target=target, nearest=", ".join(_nearest(target, here)))
    kept = tuple(claim for claim in verification.claims if claim.lesson not in names or claim.id in declared)
    return replace(verification, claims=kept)


def _nearest(target: str, claims: Sequence[str]) -> list[str]:
    from difflib import get_close_matches

    from derivations.catalogue import lessons

    return get_close_matches(target, [*claims, *(lesson.name for lesson in lessons())], n=3, cutoff=0.0)


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
