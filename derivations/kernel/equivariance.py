"""Equivariance: a computation of a transformed input is the transformed computation, for one layer and for any number of them.

A statement is {"of", "input", "outputs", "again"}: "of" are the declarations of a statement of the language, without hypotheses;
"input" is [X, parameters, body], where the body is what stands in place of X in a second run, in terms of X; "outputs" are
[V, parameters, body], where the body, in terms of V, is claimed to be what V is in the second run. "again" is null, or the
output that is the input of the next layer: then it is transformed as the input is.

A certificate is {"statement": digest, "outputs": [certificate of V′ = body, …]}. What is proved: the outputs are transformed as
claimed, for all values; with "again" also after L layers, each with parameters of its own (induction, a base theorem).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.kernel import check as equations
from derivations.kernel.check import digest
from derivations.kernel.language import Language, Term, demand, frozen
from derivations.kernel.untrusted import untrusted

PRIME = "′′"
ZERO = ["number", "0"]


@untrusted
def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    """Returns only if every output is transformed as claimed."""
    demand(set(statement) == {"of", "input", "outputs", "again"}, "no statement about a transformed input")
    demand(certificate["statement"] == digest(statement), "a certificate of another statement")
    known = Language({**statement["of"], "free": [], "left": ZERO, "right": ZERO})
    name, parameters, body = statement["input"]
    demand(statement["of"]["given"] == [], "hypotheses are not used here")
    demand(name in known.shapes and name not in {*known.definitions, *known.masks, *known.positive}, "an input that is none")
    demand(len(statement["outputs"]) == len(certificate["outputs"]) > 0, "outputs and certificates of other numbers")
    for output, proof in zip(statement["outputs"], certificate["outputs"], strict=True):
        equations.check(equation(statement, output), proof)
    if statement["again"] is not None:
        (next_one,) = (output for output in statement["outputs"] if output[0] == statement["again"])
        demand(frozen(next_one[1]) == frozen(parameters), "the next layer's input has other axes")
        demand(frozen(renamed(next_one[2], {next_one[0]: name})) == frozen(body), "the next layer's input is transformed otherwise")


def equation(statement: Mapping[str, Any], output: Any) -> dict[str, Any]:
    """V in the second run = what is claimed, as a statement of the language."""
    of, (name, parameters, body), (made, places, claimed) = statement["of"], statement["input"], output
    seconds = {one: one + PRIME for one in (name, *(defined for defined, _, _ in of["define"]))}
    again = [[seconds[defined], scope, renamed(term, seconds)] for defined, scope, term in of["define"]]
    second = ["entry", seconds[made], [index for index, _ in places]]
    define = [*of["define"], [seconds[name], parameters, body], *again]
    return {**of, "define": define, "free": places, "left": second, "right": claimed}


def renamed(term: Term, names: Mapping[str, str]) -> Term:
    """Entries of tensors under other names. Raises Rejected for D, which a second run may not move along."""
    if isinstance(term, list):
        demand(term[:1] != ["D"], "a derivative has no second run")
        if term[:1] == ["entry"]:
            return ["entry", names.get(term[1], term[1]), term[2]]
        return [renamed(part, names) for part in term]
    return term
