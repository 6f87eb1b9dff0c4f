"""Certificates for statements about layers, link by link, and the second engine's opinion of the whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.certificates import name_of
from derivations.heard import heard
from derivations.kernel.check import digest
from derivations.kernel.language import FIELDS, Language
from derivations.kernel.layers import check
from derivations.prover import search
from derivations.prover.engines import opinions
from derivations.prover.finding import Finding, Result
from derivations.prover.instance_of import of_hypotheses, without_value
from derivations.prover.layered import CITED
from derivations.prover.unrolled import Unrolled, refute

Statement = Mapping[str, Any]


def certificate(statement: Statement) -> dict[str, Any] | None:
    """A certificate that the kernel accepts, or None. Raises Rejected where a link is not admitted, before any is searched."""
    for link in statement["links"]:
        Language(equation(link))
    links = [link_certificate(link) for link in statement["links"]]
    if None in links:
        return None
    found = {"statement": digest(statement), "links": links}
    check(statement, found)
    return found


def link_certificate(link: Statement) -> Mapping[str, Any] | None:
    """Definitions that are only sums of products stay names: then the paths through them stay few.

    Models share links, as the first and the last one: what was found for one in this run is not searched again.
    """
    before = heard()
    name = name_of("link", link)
    if before is not None and name in before:
        return before[name]  # type: ignore[no-any-return]
    adjoint = {name for name, _, _ in link["define"] if name.startswith(("bar(", "d"))}
    opaque = [name for name, _, body in link["define"] if name not in adjoint and not _curved(body)]
    found = search.certificate(equation(link), opaque=opaque)
    if before is not None and found is not None:
        before[name] = found
    return found


def equation(link: Statement) -> dict[str, Any]:
    """after = before + gained."""
    declared = {name: link[name] for name in FIELDS - {"left", "right"}}
    return {**declared, "left": link["after"], "right": ["plus", [link["before"], link["gained"]]]}


def _curved(term: Any) -> bool:
    """Whether a term has a power, a function, or an adjoint."""
    match term:
        case ["power" | "apply", *_]:
            return True
        case ["entry", str(name), _]:
            return name.startswith("bar(")
        case list():
            return any(map(_curved, term))
    return False


def examine(statement: Statement) -> Finding:
    """Raises EnginesDisagree where the kernel accepts a certificate and the second engine a counterexample."""
    found, counterexample, why = opinions("layers", statement, lambda: certificate(statement), check, refute, costly=True)
    one = Unrolled(statement, 1).statement()
    if found is not None:
        return Finding(statement, Result.PROVED, certificate=found, theorems=CITED, instance=of_hypotheses(one))
    if counterexample is not None:
        return Finding(statement, Result.REFUTED, counterexample=counterexample, why=why)
    return Finding(statement, Result.UNDECIDED, undefined=without_value(one), why=why)
