"""A counterexample with as many zeros and ones as can be had, for people to read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from derivations.prover.instances import Instance
from derivations.prover.refutation import Counterexample, Statement, differs

MOST = 64
"""Entries beyond which an instance is left as it was found: nobody reads it by heart."""

PLAIN = (Fraction(0), Fraction(1))
PLAIN_FUNCTIONS = ([Fraction(0), Fraction(1)], [Fraction(0), Fraction(0), Fraction(1)])  # x and x²


def simplest(found: Counterexample) -> Counterexample:
    """The same sizes; each entry in turn becomes 0, else 1, where the sides still differ.

    An instance of hypotheses that compute some entries from others stays as it is.
    """
    statement = found.statement
    if statement["given"] or sum(map(len, found.instance.entries.values())) > MOST:
        return found
    again = True
    while again:
        again = False
        for simpler in _simpler(statement, found.instance):
            if (other := differs(statement, simpler)) is not None:
                found, again = other, True
                break
    return found


def _simpler(statement: Statement, instance: Instance) -> Iterator[Instance]:
    """Every instance that is simpler at one place."""
    for name in statement["tensors"]:
        for at, value in instance.entries[name].items():
            for plain in PLAIN:
                if plain == value:
                    break
                if plain == 0 and name in statement["positive"]:
                    continue
                entries = {**instance.entries[name], at: plain}
                yield replace(instance, entries={**instance.entries, name: entries})
    for name, coefficients in instance.functions.items():
        for function in PLAIN_FUNCTIONS:
            if list(coefficients) == function:
                break
            yield replace(instance, functions={**instance.functions, name: function})
