"""The numbers of a decoding: those of its steps over every field, and of a trained model where there is training."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

from lessons.model_file import read_model
from numeric.fields import Ball, Float64
from numeric.generation.choice import Greatest, Sampled
from numeric.generation.decoding import Decoding
from numeric.generation.rule import Greedy, Sampling
from numeric.models.architecture import Architecture
from numeric.parameters import named
from tests.numeric.generation.test_cache import source_of
from tests.numeric.generation.tiny_models import SYMMETRIC, Tiny, decoder
from tests.numeric.models.small_models import MODELS

US = tuple(Fraction(u) for u in ("0.93", "0.11", "0.52"))


def numbers(decoding: Decoding, build: Any, field: Any) -> dict[tuple[int, str], list[Any]]:
    found = decoding.generate(build)
    return {(q.stage[1], q.letters): q.matrix.rows()[0] for q in decoding.quantities(build, found, field)}


@pytest.mark.parametrize("name", ["llama", "encoder–decoder, three tied"])
@pytest.mark.parametrize("rule", [Greedy(), Sampling("1.5", 4, "0.9")], ids=["greedy", "sampling"])
def test_numbers_of_the_steps(name: str, rule: Any) -> None:
    """Logits and probabilities are those of the steps; q is a distribution over the candidates, and F its sums around u."""
    build, (source, real) = MODELS[name].model, source_of(name)
    us = US if isinstance(rule, Sampling) else ()
    decoding = Decoding((1,), rule, 3, uniforms=us, source=source and tuple(source), real=real and tuple(real))
    found, of_steps = decoding.generate(build), numbers(decoding, build, Ball(100))
    assert len(found.steps) == 3
    with Ball(100).working():
        for number, step in enumerate(found.steps, 1):
            assert step.logits is not None and step.p is not None
            assert all(x.overlaps(y) for x, y in zip(of_steps[number, r"\ell"], step.logits.rows()[0], strict=True))
            assert all(x.overlaps(y) for x, y in zip(of_steps[number, "p"], step.p.rows()[0], strict=True))
            if isinstance(step.outcome, Greatest):
                logits = of_steps[number, r"\ell"]
                [δ] = of_steps[number, r"\delta"]
                assert step.outcome.rival is not None
                assert δ > 0 and δ.overlaps(logits[step.outcome.token - 1] - logits[step.outcome.rival - 1])
            else:
                assert isinstance(step.outcome, Sampled)
                q, F = of_steps[number, "q"], of_steps[number, "F"]
                kept = step.outcome.candidates
                assert all(q[t - 1].overlaps(p) for t, p in zip(kept.tokens, kept.p, strict=True))
                assert all(q[t - 1] == 0 for t in range(1, len(q) + 1) if t not in kept.tokens)
                token, u = step.outcome.token, fmpq(us[number - 1].numerator, us[number - 1].denominator)
                assert (token == 1 or F[token - 2] <= u) and u < F[token - 1] and F[-1] == 1
                assert all(F[t].overlaps(sum(q[: t + 1])) for t in range(len(q)))


def test_a_step_that_no_field_got_through_has_no_numbers() -> None:
    kinked = Tiny(
        lambda weights: decoder(weights, 3, Architecture(2, 1, 1, 1)),
        changed={**SYMMETRIC, "U": [[1, 2, 0], [1, 2, 0]], "tower.layers.1.feed_forward.W_1": [[1], [-1]]},
    )
    decoding = Decoding((1, 2), Greedy(), 1)
    assert decoding.generate(kinked).stopped == "undecided"
    assert numbers(decoding, kinked, Float64()) == {}


@pytest.mark.parametrize("steps", [1, 2])
def test_a_trained_model_is_the_one_that_the_updates_end_with(steps: int) -> None:
    experiment = replace(read_model("pre-norm-block").experiment, steps=steps)
    last = {q.name: q.matrix for q in experiment.quantities(Ball(96)) if q.stage == ("updated", steps)}
    trained = dict(named(experiment.trained(Ball(96))))
    assert trained.keys() == last.keys()
    for name, matrix in trained.items():
        assert [(x.mid(), x.rad()) for row in matrix.rows() for x in row] == [
            (x.mid(), x.rad()) for row in last[name].rows() for x in row
        ]


def test_an_encoder_that_64_bits_do_not_carry_through_is_tried_again() -> None:
    """A sign in the encoder, or in training, is one more reason for the next field."""
    from numeric.fields import SignUndecided

    build, (source, real) = MODELS["encoder–decoder, three tied"].model, source_of("encoder–decoder, three tied")
    tried: list[int] = []

    def undecided_at_64(field: Any) -> Any:
        tried.append(field.bits)
        if field.bits == 64:
            raise SignUndecided("a sign")
        return build(field)

    asked = Decoding((1,), Greedy(), 1, source=tuple(source), real=real)
    text = asked.generate(undecided_at_64)
    assert (text.tokens, tried) == (asked.generate(build).tokens, [64, 128])
    assert text.steps[0].field.bits == 128  # type: ignore[attr-defined]

    def never(field: Any) -> Any:
        raise SignUndecided("a sign")

    assert asked.generate(never).stopped == "undecided"
