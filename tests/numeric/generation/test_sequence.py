"""The probability of whole outputs, and greedy decoding beside the best output."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, fsum, prod
from typing import Any

import pytest

from numeric.embedding import TokenOutOfRange
from numeric.fields import Ball, Exact
from numeric.generation.generation import generate
from numeric.generation.sequence import GREEDY_IS_NOT_BEST, greedy_and_best, sequence_probability
from tests.numeric.generation.tiny_models import TINY
from tests.numeric.models import plain_transformer as plain
from tests.numeric.models.small_models import MODELS


def test_greedy_decoding_misses_the_most_probable_output() -> None:
    """3/5 · 11/20 = 33/100 < 38/100 = 2/5 · 19/20; the other two outputs have 27/100 and 2/100."""
    found = greedy_and_best(GREEDY_IS_NOT_BEST)
    assert (found.greedy, found.greedy_probability) == ((1, 1), Fraction(33, 100))
    assert (found.best, found.best_probability) == (((2, 1),), Fraction(38, 100))


def test_outputs_of_different_lengths() -> None:
    """Token 1 ends: (1) has 0.4; (2, 1) and (2, 2) have 0.6 · 0.7 = 0.42 and 0.18."""
    found = greedy_and_best({(): ("0.4", "0.6"), (2,): ("0.7", "0.3")})
    assert (found.greedy, found.best, found.best_probability) == ((2, 1), ((2, 1),), Fraction(42, 100))
    tied = greedy_and_best({(): ("0.4", "0.6"), (2,): ("2/3", "1/3")})
    assert (tied.greedy, tied.best) == ((2, 1), ((1,), (2, 1)))


def test_tables_that_are_none_are_refused() -> None:
    for table, match in (
        ({(1,): (1,)}, "no distribution of the first token"),
        ({(): ("1/2", "1/3")}, r"after \(\) the table has no distribution"),
        ({(): ("3/2", "-1/2")}, r"after \(\) the table has no distribution"),
        ({(): ("1/3", "2/3"), (3,): (1,)}, r"no output of the table begins with \(3,\)"),
        ({(): ("1/3", "2/3"), (1, 1): (1,)}, r"no output of the table begins with \(1, 1\)"),
        ({(): ("1/2", "1/2")}, r"after \(\) two tokens are equally the most probable"),
    ):
        with pytest.raises(ValueError, match=match):
            greedy_and_best(table)  # type: ignore[arg-type]


def plain_probability(rows: list[list[float]], prompt: int, output: list[int]) -> float:
    """∏ e^ℓ/Σ e^ℓ at the rows that predict the output."""
    return prod(exp(row[t - 1]) / fsum(exp(x) for x in row) for row, t in zip(rows[prompt - 1 :], output, strict=True))


def test_an_output_has_the_product_of_its_steps() -> None:
    for name, witness in (
        ("llama", lambda w, tokens: plain.llama(w, tokens, 2, 2, 1, 100)),
        ("encoder–decoder, three tied", lambda w, tokens: plain.translate(w, [4, 5, 1], tokens, 2)),
    ):
        weights = {each: [[float(x) for x in row] for row in rows] for each, rows in MODELS[name].rows().items()}
        source = [4, 5, 1] if name.startswith("encoder") else None
        found = sequence_probability(MODELS[name].model(Ball(100)), [2, 3], [4, 1, 1], source)
        expected = plain_probability(witness(weights, [2, 3, 4, 1]), 2, [4, 1, 1])
        assert len(found.factors) == 3
        assert found.probability.rad() < 1e-20
        assert abs(float(found.probability.mid()) - expected) < 1e-14


def test_the_probabilities_of_all_outputs_of_a_length_sum_to_one() -> None:
    """Exactly: 2² outputs of a tiny model, whose probabilities are quotients of sums of exponentials."""
    model = TINY["rotary, grouped queries"](Exact())
    total: Any = sum(sequence_probability(model, [2], output).probability for output in product((1, 2), repeat=2))
    assert total == 1


def test_a_transformer_of_which_greedy_decoding_misses_the_best_output() -> None:
    """After [3, 2]: of all 25 outputs of two tokens (4, 5) is certainly the most probable, and greedy writes (2, 2)."""
    model, prompt = MODELS["llama"].model(Ball(128)), [3, 2]
    greedy = generate(MODELS["llama"].model, prompt, at_most=2)
    p = {output: sequence_probability(model, prompt, output).probability for output in product(range(1, 6), repeat=2)}
    assert all(p[4, 5] > p[output] for output in p if output != (4, 5))
    assert greedy.tokens == (2, 2)
    assert all(step.certified for step in greedy.steps)


def test_what_has_no_probability_is_refused() -> None:
    model = MODELS["llama"].model(Ball(64))
    for prompt, output in (([], [1]), ([1], [])):
        with pytest.raises(ValueError, match="no tokens"):
            sequence_probability(model, prompt, output)
    for prompt, output in (([6], [1]), ([1], [1, 6])):
        with pytest.raises(TokenOutOfRange):
            sequence_probability(model, prompt, output)
