"""The logits of the next token, and which of two is the greater: certainly, or not decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cmp_to_key
from typing import Generic, Literal

from lessonproof.records import dataclass
from numeric.fields.field import Field, SignUndecided
from numeric.fields.number import T

Compared = Literal["logits", "top-p", "u"]


class ComparisonUndecided(SignUndecided):
    """A comparison that the choice hangs on and the field does not decide.

    compared: "logits": of two tokens   "top-p": the mass of these tokens with p   "u": the cumulative probability up to and
    including this token with u.   tokens: ids from 1.
    """

    def __init__(self, compared: Compared, tokens: tuple[int, ...]) -> None:
        names = ", ".join(map(str, tokens[:8])) + ("" if len(tokens) <= 8 else ", …")
        what = {
            "logits": f"which of the logits of tokens {names} is the greater",
            "top-p": f"whether the probabilities of tokens {names} reach p",
            "u": f"whether the cumulative probability at token {names} is above u",
        }
        super().__init__(f"it is not decided {what[compared]}")
        self.compared = compared
        self.tokens = tokens


@dataclass(frozen=True, slots=True)
class Scores(Generic[T]):
    """logits: ℓ_1, …, ℓ_N   sharper: (a, b) -> ℓ_a − ℓ_b by a better way than subtraction, where there is one.

    Token ids count from 1. Use inside `with field.working():`.
    """

    field: Field[T]
    logits: tuple[T, ...]
    sharper: Callable[[int, int], T] | None = None

    def order(self, a: int, b: int) -> int:
        """1 for ℓ_a > ℓ_b, −1 for ℓ_a < ℓ_b, 0 only where they are exactly equal. ComparisonUndecided otherwise."""
        order = self.seen(a, b)
        if order is None:
            raise ComparisonUndecided("logits", (a, b))
        return order

    def seen(self, a: int, b: int) -> int | None:
        """As `order`, but None where that is not decided."""
        return _sign(self.field, self.lead(a, b))

    def lead(self, a: int, b: int) -> T:
        """ℓ_a − ℓ_b, in nats: the logarithm of the ratio of their probabilities."""
        lead = self.logits[a - 1] - self.logits[b - 1]
        return lead if self.sharper is None or _sign(self.field, lead) is not None else self.sharper(a, b)

    def descending(self, tokens: Sequence[int]) -> list[int]:
        """The tokens in what seems to be descending order of logits: nothing is certified by their places."""

        def places(a: int, b: int) -> int:
            return self.seen(b, a) or 0

        return sorted(tokens, key=cmp_to_key(places))


def _sign(field: Field[T], x: T) -> int | None:
    try:
        return field.sign(x)
    except SignUndecided:
        return None
