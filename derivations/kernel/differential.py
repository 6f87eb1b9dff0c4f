"""The rules of D: linear, Leibniz, powers, exp, log, sin, cos, σ′ for a smooth σ. Masks, δ and sizes are constant."""

from __future__ import annotations

from derivations.kernel.language import Language, Term, rational

ZERO: Term = ("plus", ())


def derivative(known: Language, x: str, dx: str, term: Term) -> Term:
    """D of an admitted term, free of D at its top; ZERO where x does not occur.

    The derivative of a defined tensor is a further definition, named ("D", tensor, x, dx), which no statement can name.
    """
    match known.looked_at(term):
        case ("entry", name, indices):
            if name == x:
                return ("entry", dx, indices)
            if name not in known.definitions:
                return ZERO
            if ("D", name, x, dx) not in known.definitions:
                parameters, body = known.definitions[name]
                known.definitions["D", name, x, dx] = parameters, derivative(known, x, dx, body)
            is_zero = known.definitions["D", name, x, dx][1] == ZERO
            return ZERO if is_zero else ("entry", ("D", name, x, dx), indices)
        case ("plus", parts):
            return ("plus", tuple(d for part in parts if (d := derivative(known, x, dx, part)) != ZERO))
        case ("times", parts):
            changed = ((at, derivative(known, x, dx, part)) for at, part in enumerate(parts))
            return ("plus", tuple(("times", (*parts[:at], d, *parts[at + 1 :])) for at, d in changed if d != ZERO))
        case ("sum", index, sort, body):
            inner = derivative(known, x, dx, body)
            return ZERO if inner == ZERO else ("sum", index, sort, inner)
        case ("power", base, exponent):
            outer: Term = ("times", (("number", exponent), ("power", base, str(rational(exponent) - 1))))
            return ZERO if rational(exponent) == 0 else _chain(known, x, dx, outer, base)
        case ("apply", function, argument):
            outer = {
                "exp": term, "log": ("power", argument, "-1"), "sin": ("apply", "cos", argument),
                "cos": ("times", (("number", "-1"), ("apply", "sin", argument))),
            }.get(function, ("apply", function + "′", argument))  # fmt: skip
            return _chain(known, x, dx, outer, argument)
        case ("D", y, dy, body):
            return derivative(known, x, dx, derivative(known, y, dy, body))
    return ZERO


def _chain(known: Language, x: str, dx: str, outer: Term, inner: Term) -> Term:
    change = derivative(known, x, dx, inner)
    return ZERO if change == ZERO else ("times", (outer, change))
