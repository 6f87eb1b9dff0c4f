"""LayerNorm over the features of one position, and its backward pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.fields.field import Field
from numeric.fields.number import Rational, T
from numeric.linear import check_row
from numeric.matrix import Matrix
from numeric.weights import Weights


@dataclass(frozen=True, slots=True)
class Normalised(Generic[T]):
    """X_hat: (T, d) rows before gain and bias   s: (T, 1) what each row was divided by   Y: (T, d)."""

    X_hat: Matrix[T]
    s: Matrix[T]
    Y: Matrix[T]


@dataclass(frozen=True, slots=True)
class LayerNorm(Generic[T]):
    """LN(x)_r = γ_r (x_r − μ)/√(v + ε) + β_r, with v = mean((x − μ)²) of the d features (notes §8.4; Ba 2016).

    gamma: (1, d)   beta: (1, d) or None   epsilon: written exactly. Raises ShapeMismatch.
    """

    gamma: Matrix[T]
    beta: Matrix[T] | None = None
    epsilon: Rational = "1e-5"

    @classmethod
    def of(cls, weights: Weights[T], d: int, *, bias: bool, epsilon: Rational) -> LayerNorm[T]:
        """The layer with weights asked for by name."""
        return cls(weights("gamma", 1, d), weights("beta", 1, d) if bias else None, epsilon)

    def __post_init__(self) -> None:
        check_row("LayerNorm", "γ", self.gamma, self.gamma.shape[1])
        if self.beta is not None:
            check_row("LayerNorm", "β", self.beta, self.gamma.shape[1])

    def forward(self, X: Matrix[T]) -> Normalised[T]:
        """X: (T, d). ValueError for a constant row where ε = 0; SignUndecided where balls cannot tell."""
        field = X.field
        check_row("LayerNorm", "x", X.row(0), self.gamma.shape[1])
        ε = field.num(self.epsilon)
        X_hat, s = [], []
        for x in X.rows():
            μ = mean(field, x)
            centred = [entry - μ for entry in x]
            root = positive_root(field, mean(field, [entry * entry for entry in centred]) + ε)
            X_hat.append([entry / root for entry in centred])
            s.append([root])
        normalised = field.of_rows(X_hat)
        return Normalised(normalised, field.of_rows(s), gained(normalised, self.gamma, self.beta))

    def backward(self, run: Normalised[T], Y_bar: Matrix[T]) -> tuple[Matrix[T], LayerNorm[T]]:
        """x̄ = (u − mean(u) − x̂ mean(u ⊙ x̂))/s with u = ȳ ⊙ γ; γ̄ = Σ ȳ ⊙ x̂, β̄ = Σ ȳ over positions (notes §10.8).

        Returns X̄ and the gradients of the parameters.
        """
        field = Y_bar.field
        X_bar = []
        for u, x_hat, (s,) in zip(gained(Y_bar, self.gamma, None).rows(), run.X_hat.rows(), run.s.rows(), strict=True):
            along = mean(field, [a * b for a, b in zip(u, x_hat, strict=True)])
            level = mean(field, u)
            X_bar.append([(a - level - b * along) / s for a, b in zip(u, x_hat, strict=True)])
        gamma_bar = Y_bar.hadamard(run.X_hat).column_sums()
        beta_bar = None if self.beta is None else Y_bar.column_sums()
        return field.of_rows(X_bar), replace(self, gamma=gamma_bar, beta=beta_bar)


def mean(field: Field[T], entries: list[T]) -> T:
    """The arithmetic mean of at least one number."""
    return field.total(entries) / len(entries)


def positive_root(field: Field[T], square: T) -> T:
    """√(v + ε), to divide by. ValueError where v + ε is zero."""
    if field.sign(square) <= 0:
        raise ValueError("normalisation divides by √(v + ε) = 0: a row without spread, and ε = 0")
    return field.sqrt(square)


def gained(X_hat: Matrix[T], gamma: Matrix[T], beta: Matrix[T] | None) -> Matrix[T]:
    """γ ⊙ x̂ + β for every row."""
    γ = gamma.rows()[0]
    rows = [[gain * entry for gain, entry in zip(γ, row, strict=True)] for row in X_hat.rows()]
    if beta is not None:
        β = beta.rows()[0]
        rows = [[entry + bias for entry, bias in zip(row, β, strict=True)] for row in rows]
    return X_hat.field.of_rows(rows)
