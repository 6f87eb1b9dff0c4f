"""The learning rate of the Transformer's paper: up in a line, then down with the root of the step."""

from __future__ import annotations

from numeric.fields.field import Field
from numeric.fields.number import T


def warm_up(field: Field[T], step: int, d: int, warm_up_steps: int = 4000) -> T:
    """η = d^(−1/2) · min(step^(−1/2), step · warm_up_steps^(−3/2)) (Vaswani 2017, §5.3). Steps count from 1.

    The minimum is the second term up to and including step = warm_up_steps, where both are equal; the largest η is there.
    """
    if step < 1 or d < 1 or warm_up_steps < 1:
        raise ValueError(f"step {step}, d = {d}, {warm_up_steps} steps of warm-up: all must be at least 1")
    with field.working():
        if step <= warm_up_steps:
            return step / (warm_up_steps * field.sqrt(field.num(d * warm_up_steps)))
        return 1 / field.sqrt(field.num(d * step))
