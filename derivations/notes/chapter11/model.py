"""The letters of chapter 11 and their values, computed from what the document gives: E, W_Q, …, U, the ids, η and ϵ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from derivations.asked import kept
from derivations.example import ExampleImpossible, Route, Rows, Scope
from derivations.formula.evaluate import MINUS_INFINITY, Grid
from derivations.scope import LazyScope
from numeric.activation import logistic
from numeric.embedding import TokenOutOfRange, check_tokens
from numeric.fields.ball import Ball
from numeric.fields.exact import Exact
from numeric.fields.field import Field
from numeric.gradient_routes import (
    GradientEntry,
    central_difference_gap,
    float64_gaps,
    gradient_routes,
    largest,
    third_derivatives,
)
from numeric.matrix import Matrix, ShapeMismatch
from numeric.single_head import NAMES, Forward, Gradients, Parameters, backward, forward, update
from numeric.softmax import softmax

LETTERS = ("A", "B", "C")
ROUTE_BITS, GUARD_BITS = 128, 64  # a difference quotient at ϵ = 10⁻⁵ loses about 34 bits
ROUTES = ("backward rules", "exact derivatives of the closed form", "enclosed central differences and power series")


class SmallModel:
    """Chapter 11's worked example: prefix A, B, target C, one update of all matrices at once."""

    def __init__(self) -> None:
        self._entries: tuple[object, list[GradientEntry]] | None = None

    givens = (*NAMES, *(f"id_{letter}" for letter in LETTERS), "η", "ϵ")
    functions = frozenset(
        {"count", "entry", "row", "column", "softmax", "softmax_row", "onehot", "largest", "σ", "sigmoid", "L", "∇L"}
    )

    def tokens(self, givens: Mapping[str, Rows]) -> tuple[int, int]:
        """The input prefix A, B as ids."""
        return _id(givens, "A"), _id(givens, "B")

    def target(self, givens: Mapping[str, Rows]) -> int:
        return _id(givens, "C")

    def parameters(self, field: Field[Any], givens: Mapping[str, Rows]) -> Parameters[Any]:
        return Parameters(*(field.matrix(givens[name]) for name in NAMES))

    column_letters: Mapping[str, tuple[str, ...]] = {"p": LETTERS, "ℓ": LETTERS, "bar(ℓ)": LETTERS}

    def scope(self, field: Field[Any], givens: Mapping[str, Rows]) -> Scope:
        try:
            values = _Values(self, field, givens)
            check_tokens((*values.tokens, values.target), values.old.E.shape[0])
            return LazyScope(values.recipes())
        except (ShapeMismatch, TokenOutOfRange) as error:
            raise ExampleImpossible(str(error)) from error

    def instances(self, letter: str, givens: Mapping[str, Rows]) -> int:
        """r runs over all parameter entries."""
        return len(self.places(givens)) if letter == "r" else 0

    def instance(self, scope: Scope, letter: str, number: int) -> Scope:
        assert isinstance(scope, LazyScope) and letter == "r"
        θ = scope["θ"]
        unit = [int(k == number) for k in range(θ.shape[1])]
        return scope.extended({"e_r": lambda: θ.field.matrix([unit]), "bar(θ)_r": lambda: scope["bar(θ)"][0, number]})

    def places(self, givens: Mapping[str, Rows]) -> tuple[tuple[str, int, int], ...]:
        """(matrix, row, column) of every parameter entry, from 1."""
        return tuple(
            (name, i, j) for name in NAMES for i in range(1, len(givens[name]) + 1) for j in range(1, len(givens[name][0]) + 1)
        )

    def gradient_entries(self, givens: Mapping[str, Rows]) -> list[GradientEntry]:
        """Every derivative by the three routes, walked once for the same values; the learning rate is none of them."""
        key = tuple((name, givens[name]) for name in self.givens if name != "η")
        if self._entries is None or self._entries[0] != key:
            exact = self.parameters(Exact(), givens)
            routes = gradient_routes(exact, self.tokens(givens), self.target(givens), _route_step(givens), ROUTE_BITS)
            self._entries = (key, routes)
        return self._entries[1]

    def routes(self, givens: Mapping[str, Rows]) -> tuple[Route, ...]:
        """The backward rules against exact derivatives of the closed form and enclosed differences (notes §11.7)."""
        try:
            entries = self.gradient_entries(givens)
        except (ValueError, ArithmeticError):  # numbers whose sign 4,096 bits do not tell
            return tuple(Route(name, frozenset(), frozenset(self.places(givens))) for name in ROUTES)
        said = {(entry.name, entry.row + 1, entry.column + 1): entry.agrees for entry in entries}
        agreeing = frozenset(place for place, agrees in said.items() if agrees)
        unsure = frozenset(place for place, agrees in said.items() if agrees is None)
        return tuple(Route(name, agreeing, unsure) for name in ROUTES)

    def gap(self, field: Ball, givens: Mapping[str, Rows]) -> Any:
        """The largest |difference quotient − derivative| over all entries, in exact arithmetic (notes §11.7)."""
        epsilon = givens["ϵ"][0][0]
        if epsilon == _route_step(givens) and field.bits + GUARD_BITS <= ROUTE_BITS:
            return largest([abs(entry.quotient - entry.power_series) for entry in self.gradient_entries(givens)])
        exact = self.parameters(Exact(), givens)
        bits = field.bits + GUARD_BITS
        return largest(central_difference_gap(exact, self.tokens(givens), self.target(givens), epsilon, bits))

    def third_derivative(self, givens: Mapping[str, Rows]) -> Any:
        """A bound of |∂³L/∂θ_r³| along every entry, everywhere within ϵ of it: one number, whatever precision is asked for."""
        epsilon = abs(givens["ϵ"][0][0])
        if epsilon == _route_step(givens):
            thirds = [entry.third for entry in self.gradient_entries(givens)]
        else:
            exact = self.parameters(Exact(), givens)
            thirds = third_derivatives(exact, self.tokens(givens), self.target(givens), epsilon, ROUTE_BITS)
        with Ball(ROUTE_BITS).working():
            bound = 6 * largest([third.abs_upper() for third in thirds])
            if not bound.is_finite():
                raise ArithmeticError("the third derivative is not enclosed within ϵ")
            return bound.upper()

    def programs(self, name: str, givens: Mapping[str, Rows]) -> Mapping[str, float]:
        """The gap of §11.7 as float64 programs find it."""
        if name != "gap" or not givens["ϵ"][0][0]:
            return {}
        try:
            exact = self.parameters(Exact(), givens)
            gradients = [entry.backward for entry in self.gradient_entries(givens)]
            return float64_gaps(
                exact, self.tokens(givens), self.target(givens), givens["ϵ"][0][0], gradients=gradients, with_numpy=False
            )
        except (ValueError, ArithmeticError):  # values that no float64 program reaches
            return {}

    def companion(self) -> Mapping[str, Mapping[str, str]]:
        """Parameters, both forward passes, all gradients, the update (notes §11.7)."""
        passed = ("X", "Q", "K", "V", "S_{0}", "A", "Z", "R", "h", "p")
        between = ("h", "R", "Z", "A", "V", "S", "Q", "K", "X")
        return {
            "given": {name: name for name in ("η", "ϵ")},
            "parameters": {name: name for name in NAMES},
            "forward": {**{name: name for name in passed}, "logits": "ℓ", "loss": "L"},
            "gradients": {name: _barred_latex(name) for name in NAMES},
            "gradients_between": {"logits": r"\bar{ℓ}", **{name: rf"\bar{{{name}}}" for name in between}},
            "updated_parameters": {name: _with(name, "new").replace("_", "_{") + "}" for name in NAMES},
            "forward_after_update": {
                **{name: name.rstrip("}") + ",new}" if "_" in name else name + "_{new}" for name in passed},
                "loss": "L_{new}",
            },
            "checking": {"largest_central_difference_gap": "gap"},
        }


class _Values:
    """The passes of one run over one field, each made once and only when a letter needs it."""

    def __init__(self, model: SmallModel, field: Field[Any], givens: Mapping[str, Rows]) -> None:
        self.model = model
        self.field = field
        self.givens = givens
        self.tokens = model.tokens(givens)
        self.target = model.target(givens)
        self.old = model.parameters(field, givens)
        self._made: dict[str, tuple[Any, frozenset[str]]] = {}

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        return kept(self._made, name, make)

    def forward_at(self, θ: Parameters[Any]) -> Forward[Any]:
        return forward(self.field, θ, self.tokens, self.target)

    def gradients_at(self, θ: Parameters[Any], passed: Forward[Any]) -> Gradients[Any]:
        return backward(self.field, θ, self.tokens, self.target, passed)

    @property
    def η(self) -> Any:
        return self.field.num(self.givens["η"][0][0])

    @property
    def first(self) -> Forward[Any]:
        passed: Forward[Any] = self.once("first", lambda: self.forward_at(self.old))
        return passed

    @property
    def gradients(self) -> Gradients[Any]:
        gradients: Gradients[Any] = self.once("gradients", lambda: self.gradients_at(self.old, self.first))
        return gradients

    @property
    def new(self) -> Parameters[Any]:
        θ: Parameters[Any] = self.once("new", lambda: update(self.field, self.old, self.gradients, self.η))
        return θ

    @property
    def second(self) -> Forward[Any]:
        passed: Forward[Any] = self.once("second", lambda: self.forward_at(self.new))
        return passed

    @property
    def u_first(self) -> Gradients[Any]:
        """What §11.6 warns of: U is updated first, then the other gradients are taken at old values but the new U."""

        def mixed() -> Gradients[Any]:
            return self.gradients_at(self.old.replaced(U=self.new.U), self.first)

        gradients: Gradients[Any] = self.once("u_first", mixed)
        return gradients

    def u_first_update(self) -> Parameters[Any]:
        return update(self.field, self.old, self.u_first, self.η).replaced(U=self.new.U)

    def vector(self, matrices: Callable[[str], Matrix[Any]]) -> Matrix[Any]:
        """All 24 entries as one row, in the order of the parameters."""
        return self.field.of_rows([[entry for name in NAMES for row in matrices(name).rows() for entry in row]])

    def from_vector(self, θ: Matrix[Any]) -> Parameters[Any]:
        entries = iter(θ.rows()[0])
        return Parameters(
            *(
                self.field.of_rows([[next(entries) for _ in range(columns)] for _ in range(rows)])
                for rows, columns in (self.old.matrix(name).shape for name in NAMES)
            )
        )

    def gradient_at(self, θ: Matrix[Any]) -> Matrix[Any]:
        point = self.from_vector(θ)
        gradients = self.gradients_at(point, self.forward_at(point))
        return self.vector(gradients.matrix)

    def logistic(self, x: Any) -> Any:
        return x.map(partial(logistic, self.field)) if isinstance(x, Matrix) else logistic(self.field, x)

    def recipes(self) -> dict[str, Callable[[], Any]]:
        field = self.field
        vocabulary = range(self.old.E.shape[0])
        recipes: dict[str, Callable[[], Any]] = {
            "N": lambda: field.num(self.old.E.shape[0]),
            "d": lambda: field.num(self.old.E.shape[1]),
            "d_k": lambda: field.num(self.old.W_Q.shape[1]),
            "d_v": lambda: field.num(self.old.W_V.shape[1]),
            "n": lambda: field.num(len(self.tokens)),
            "y": lambda: field.num(self.target),
            "p_y": lambda: self.first.p[0, self.target - 1],
            "ℓ_y": lambda: self.first.logits[0, self.target - 1],
            "I": lambda: field.identity(self.old.W_O.shape[0]),
            "η": lambda: self.η,
            "ϵ": lambda: field.num(self.givens["ϵ"][0][0]),
            "a": lambda: self.first.A[1, 0],
            "c": lambda: self.first.A[1, 1],
            "a_21": lambda: self.first.A[1, 0],
            "a_21,new": lambda: self.second.A[1, 0],
            "ℓ": lambda: self.first.logits,
            "bar(ℓ)": lambda: self.gradients.logits,
            "L": lambda: self.first.L,
            "L_new": lambda: self.second.L,
            "L_Uonly": lambda: self.forward_at(self.old.replaced(U=self.new.U)).L,
            "L_Ufirst": lambda: self.forward_at(self.u_first_update()).L,
            "S": lambda: _masked(self.first.S_0),
            "θ": lambda: self.vector(self.old.matrix),
            "θ_old": lambda: self.vector(self.old.matrix),
            "θ_new": lambda: self.vector(self.new.matrix),
            "bar(θ)": lambda: self.vector(self.gradients.matrix),
        }
        for position, token in enumerate(self.tokens, 1):
            recipes[f"t_{position}"] = partial(field.num, token)
        for letter in LETTERS:
            recipes |= self._of_letter(letter)
        for name in NAMES:
            recipes |= self._of_parameter(name)
        for name in ("X", "Q", "K", "V", "S_0", "A", "Z", "R", "h", "p"):
            recipes |= self._of_pass(name)
        for name in ("h", "R", "Z", "A", "V", "S", "Q", "K", "X"):
            recipes[f"bar({name})"] = partial(lambda name: getattr(self.gradients, name), name)
        functions: dict[str, Callable[..., Any]] = {
            "count": lambda M: field.num(M.shape[0] * M.shape[1]),
            "entry": lambda M, i, j: M[_index(i), _index(j)],
            "row": lambda M, i: M.row(_index(i)),
            "column": lambda M, j: M.T.row(_index(j)).T,
            "softmax": lambda scores: field.of_rows([softmax(field, scores.rows()[0])]),
            "softmax_row": lambda S: _softmax_of_rows(field, S),
            "onehot": lambda w: field.matrix([[int(k == _index(w)) for k in vocabulary]]),
            "σ": self.logistic,
            "sigmoid": self.logistic,
            "∇L": self.gradient_at,
        }
        if isinstance(field, Ball):  # perturbed losses would fill the exact field with exponentials of their own
            recipes["gap"] = lambda: self.model.gap(field, self.givens)
            recipes["M_3"] = lambda: self.model.third_derivative(self.givens)
            functions["largest"] = lambda M: largest([entry for row in M.rows() for entry in row])
            functions["L()"] = lambda θ: self.forward_at(self.from_vector(θ)).L
        return recipes | {name: partial(_itself, function) for name, function in functions.items()}

    def _of_letter(self, letter: str) -> dict[str, Callable[[], Any]]:
        word = _id(self.givens, letter)
        return {
            f"id_{letter}": lambda: self.field.num(word),
            f"p_{letter}": lambda: self.first.p[0, word - 1],
            f"p_{letter},new": lambda: self.second.p[0, word - 1],
            f"ℓ_{letter}": lambda: self.first.logits[0, word - 1],
            f"bar(ℓ)_{letter}": lambda: self.gradients.logits[0, word - 1],
        }

    def _of_parameter(self, name: str) -> dict[str, Callable[[], Any]]:
        return {
            name: lambda: self.old.matrix(name),
            _with(name, "new"): lambda: self.new.matrix(name),
            _barred(name): lambda: self.gradients.matrix(name),
            _with(_barred(name), "Ufirst"): lambda: self.u_first.matrix(name),
        }

    def _of_pass(self, name: str) -> dict[str, Callable[[], Any]]:
        return {name: lambda: getattr(self.first, name), _with(name, "new"): lambda: getattr(self.second, name)}


def _route_step(givens: Mapping[str, Rows]) -> Fraction:
    """The lesson's ϵ where it is a step that a derivative can be enclosed with, else 10⁻⁵."""
    epsilon = givens["ϵ"][0][0]
    return epsilon if 0 < epsilon <= Fraction(1, 1000) else Fraction(1, 10**5)


def _itself(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


def _with(name: str, mark: str) -> str:
    """`W_Q` and `new` make `W_Q,new`; `E` and `new` make `E_new`."""
    return f"{name},{mark}" if "_" in name else f"{name}_{mark}"


def _barred(name: str) -> str:
    letter, underscore, index = name.partition("_")
    return f"bar({letter}){underscore}{index}"


def _barred_latex(name: str) -> str:
    letter, underscore, index = name.partition("_")
    return rf"\bar{{{letter}}}" + (f"_{{{index}}}" if underscore else "")


def _id(givens: Mapping[str, Rows], letter: str) -> int:
    value = givens[f"id_{letter}"][0][0]
    if value.denominator != 1:
        raise ExampleImpossible(f"the id of {letter} is {value}, which is no whole number")
    return int(value)


def _index(number: Any) -> int:
    """A row or column number of the lesson (from 1), as an index from 0. Balls and exact numbers that are whole will do."""
    if isinstance(number, int):
        return number - 1
    whole = number.rational() if hasattr(number, "rational") else number.unique_fmpz()
    if whole is None or int(whole) != whole:
        raise ExampleImpossible(f"{number} is no row or column number")
    return int(whole) - 1


def _masked(S_0: Matrix[Any]) -> Grid[Any]:
    """The scores with −∞ where position i may not read position j > i."""
    return Grid(tuple(tuple(s if j <= i else MINUS_INFINITY for j, s in enumerate(row)) for i, row in enumerate(S_0.rows())))


def _softmax_of_rows(field: Field[Any], S: Grid[Any]) -> Matrix[Any]:
    """Each row's weights over the positions whose score is not −∞ (notes §7.4)."""
    rows = []
    for row in S.entries:
        weights = iter(softmax(field, [score for score in row if score is not MINUS_INFINITY]))
        rows.append([field.num(0) if score is MINUS_INFINITY else next(weights) for score in row])
    return field.of_rows(rows)


EXAMPLE = SmallModel()
