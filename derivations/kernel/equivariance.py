"""Equivariance: a computation of a transformed input is the transformed computation, for one layer and for any number of them.

A statement is {"of", "input", "outputs", "again"}: "of" are the declarations of a statement of the language, without
hypotheses; "input" is [X, parameters, body], where the body, in terms of X, is what stands in place of X in a second run;
"outputs" are [V, parameters, body], where the body, in terms of V, is claimed to be what V is in the second run. "again" is
null, or the output that is the input of the next layer: then it is transformed as the input is.

A certificate is {"statement": digest, "steps": [[V, parameters, body, certificate], …]}, in the order of the definitions, with
a step for each output. Its certificate is for the equation V″ = body, where V is defined from the tensors before it, V″ in the
same way from theirs in the second run; tensors with a step are arbitrary there, and in the second run what their step says.

What is proved: in the second run the outputs are as claimed, for all values; with "again" also after L layers, each with
parameters of its own. This is induction over definitions and layers, a base theorem.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from derivations.kernel import check as equations
from derivations.kernel import signs
from derivations.kernel.check import digest
from derivations.kernel.language import Language, Term, demand, frozen
from derivations.kernel.untrusted import untrusted

SECOND = "″"
ZERO = ["number", "0"]


@untrusted
def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    """Returns only if every output is transformed as claimed."""
    demand(set(statement) == {"of", "input", "outputs", "again"}, "no statement about a transformed input")
    demand(certificate["statement"] == digest(statement), "a certificate of another statement")
    name, parameters, body = statement["input"]
    known = declared(statement["of"])
    demand(statement["of"]["given"] == [], "hypotheses are not used here")
    demand(name in known.shapes and name not in {*known.definitions, *known.masks, *known.positive}, "an input that is none")
    claims: list[Any] = [statement["input"]]
    for *claim, proof in certificate["steps"]:
        equations.check(equation(statement["of"], claims, claim), proof)
        claims.append(claim)
    demand(all(frozen(output) in map(frozen, claims) for output in statement["outputs"]), "an output without a step")
    if statement["again"] is not None:
        (last,) = (output for output in statement["outputs"] if output[0] == statement["again"])
        demand(frozen(last[1]) == frozen(parameters), "the next layer's input has other axes")
        demand(frozen(renamed(last[2], {last[0]: name})) == frozen(body), "the next layer's input is transformed otherwise")


def declared(of: Mapping[str, Any]) -> Language:
    return Language({**of, "free": [], "left": ZERO, "right": ZERO})


def equation(of: Mapping[str, Any], claims: Sequence[Any], claim: Any) -> dict[str, Any]:
    """V″ = body, after these claims about the input and earlier definitions, as a statement of the language."""
    known = declared(of)
    made, places, body = claim
    opaque = {name: [sort for _, sort in parameters] for name, parameters, _ in claims}
    demand(len(opaque) == len(claims) and made not in opaque, "two steps of one tensor")
    defined = [line for line in of["define"] if line[0] not in opaque]
    demand(made in {name for name, _, _ in defined}, "a step of what is not defined")
    seconds = {name: name + SECOND for name in (*opaque, *(name for name, _, _ in defined))}
    second = [[seconds[name], parameters, term] for name, parameters, term in claims]
    second += [[seconds[name], parameters, renamed(term, seconds)] for name, parameters, term in defined]
    return {
        **of,
        "tensors": {**of["tensors"], **opaque},
        "positive": [*of["positive"], *(name for name in opaque if signs.positive(known, ("entry", name, ())))],
        "define": [*defined, *second],
        "free": places,
        "left": ["entry", seconds[made], [index for index, _ in places]],
        "right": body,
    }


def renamed(term: Term, names: Mapping[str, str]) -> Term:
    """Entries of tensors under other names. Raises Rejected for D, along which a second run would have to be moved."""
    if isinstance(term, list):
        demand(term[:1] != ["D"], "a derivative has no second run")
        if term[:1] == ["entry"]:
            return ["entry", names.get(term[1], term[1]), term[2]]
        return [renamed(part, names) for part in term]
    return term
