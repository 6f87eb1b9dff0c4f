"""RMSNorm: LayerNorm without the mean, and its backward pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.fields.number import Rational, T
from numeric.layer_norm import Normalised, gained, mean, positive_root
from numeric.linear import check_row
from numeric.matrix import Matrix
from numeric.weights import Weights


@dataclass(frozen=True, slots=True)
class RMSNorm(Generic[T]):
    """RMS(x)_r = γ_r x_r/√(mean(x²) + ε) (Zhang & Sennrich 2019). Another definition than LayerNorm (notes §8.4).

    gamma: (1, d)   epsilon: written exactly. Raises ShapeMismatch.
    """

    gamma: Matrix[T]
    epsilon: Rational = "1e-5"

    @classmethod
    def of(cls, weights: Weights[T], d: int, *, epsilon: Rational) -> RMSNorm[T]:
        """The layer with weights asked for by name."""
        return cls(weights("gamma", 1, d), epsilon)

    def __post_init__(self) -> None:
        check_row("RMSNorm", "γ", self.gamma, self.gamma.shape[1])

    def forward(self, X: Matrix[T]) -> Normalised[T]:
        """X: (T, d). ValueError for a zero row where ε = 0; SignUndecided where balls cannot tell."""
        field = X.field
        check_row("RMSNorm", "x", X.row(0), self.gamma.shape[1])
        ε = field.num(self.epsilon)
        s = [positive_root(field, mean(field, [entry * entry for entry in x]) + ε) for x in X.rows()]
        X_hat = field.of_rows([[entry / root for entry in x] for x, root in zip(X.rows(), s, strict=True)])
        return Normalised(X_hat, field.of_rows([[root] for root in s]), gained(X_hat, self.gamma, None))

    def backward(self, run: Normalised[T], Y_bar: Matrix[T]) -> tuple[Matrix[T], RMSNorm[T]]:
        """x̄ = (u − x̂ mean(u ⊙ x̂))/s with u = ȳ ⊙ γ; γ̄ = Σ ȳ ⊙ x̂ over positions.

        Returns X̄ and the gradients of the parameters.
        """
        field = Y_bar.field
        X_bar = []
        for u, x_hat, (s,) in zip(gained(Y_bar, self.gamma, None).rows(), run.X_hat.rows(), run.s.rows(), strict=True):
            along = mean(field, [a * b for a, b in zip(u, x_hat, strict=True)])
            X_bar.append([(a - b * along) / s for a, b in zip(u, x_hat, strict=True)])
        return field.of_rows(X_bar), replace(self, gamma=Y_bar.hadamard(run.X_hat).column_sums())
