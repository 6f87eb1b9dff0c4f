"""Certificates of equivariance, definition by definition, and instances at which a second run is not as claimed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derivations.kernel import signs
from derivations.kernel.check import digest
from derivations.kernel.equivariance import check, declared, equation
from derivations.kernel.language import Language, Rejected
from derivations.kernel.monomials import inverse
from derivations.prover import search
from derivations.prover.engines import opinions
from derivations.prover.finding import Finding, Result
from derivations.prover.instance_of import Satisfying, of_hypotheses, without_value
from derivations.prover.refutation import refute

Statement = Mapping[str, Any]
UNFOLDED = 1  # definitions in a row that may be no permuted ones: they stand in the next step with all that is in them
CITED = ("induction over layers",)


def certificate(statement: Statement) -> dict[str, Any] | None:
    """A certificate that the kernel accepts, or None. Raises Rejected where a definition is not admitted."""
    claimed = {name: [name, parameters, body] for name, parameters, body in statement["outputs"]}
    claims, steps = [statement["input"]], list[Any]()
    known, unfolded = declared(statement["of"]), 0
    for name, parameters, _ in statement["of"]["define"]:
        if name not in claimed and _is_only_not_negative(known, name):
            continue
        guesses = [claimed[name]] if name in claimed else permuted(statement["of"], name, parameters)
        found = ((guess, search.certificate(equation(statement["of"], claims, guess))) for guess in guesses)
        claim, proof = next((pair for pair in found if pair[1] is not None), (None, None))
        unfolded = 0 if proof is not None else unfolded + 1
        if claim is not None:
            claims.append(claim)
            steps.append([*claim, proof])
        elif name in claimed or unfolded > UNFOLDED:
            return None
    whole = {"statement": digest(statement), "steps": steps}
    check(statement, whole)
    return whole


def _is_only_not_negative(known: Language, name: str) -> bool:
    """An arbitrary tensor can be declared positive, but not v ≥ 0, on which the sign of v + ε depends: v stays defined."""
    entry = ("entry", name, ())
    return signs.nonnegative(known, entry) and not signs.positive(known, entry)


def permuted(of: Statement, name: str, parameters: Any) -> Iterator[Any]:
    """A tensor with a bijection at all of its positions, with the inverse there, or as it is: what most tensors become."""
    bijections = [(bijection, sorts[0]) for bijection, sorts in of["maps"].items() if sorts[2:] == ["bijective"]]
    for bijection, sort in bijections if any(sort == moved for _, sort in parameters for _, moved in bijections) else ():
        for function in (bijection, inverse(bijection)):
            at = [["at", function, index] if own == sort else index for index, own in parameters]
            yield [name, parameters, ["entry", name, at]]
    yield [name, parameters, ["entry", name, [index for index, _ in parameters]]]


def in_one(statement: Statement) -> Iterator[dict[str, Any]]:
    """Each output as one equation in which nothing is arbitrary but the input and the parameters."""
    for output in statement["outputs"]:
        yield equation(statement["of"], [statement["input"]], output)


def undefined(statement: Statement) -> Satisfying | None:
    """An instance at which an output has no value, where one is found."""
    for name, parameters, _ in statement["outputs"]:
        output = ["entry", name, [index for index, _ in parameters]]
        if (instance := without_value({**statement["of"], "free": parameters, "left": output, "right": output})) is not None:
            return instance
    return None


def examine(statement: Statement) -> Finding:
    """Raises EnginesDisagree where the kernel accepts a certificate and the second engine a counterexample."""
    try:
        equations = list(in_one(statement))
    except Rejected as rejected:
        return Finding(statement, Result.UNDECIDED, undefined=undefined(statement), why=str(rejected))

    def refuted(_: Statement, *, thorough: bool = True) -> Any:
        found = (refute(one, thorough=thorough) for one in equations)
        return next((one for one in found if one is not None), None)

    found, counterexample, why = opinions("equivariance", statement, lambda: certificate(statement), check, refuted)
    if found is not None:
        instance = of_hypotheses(equations[0])
        return Finding(statement, Result.PROVED, certificate=found, theorems=CITED, instance=instance)
    if counterexample is not None:
        return Finding(statement, Result.REFUTED, counterexample=counterexample, why=why)
    return Finding(statement, Result.UNDECIDED, why=why)
