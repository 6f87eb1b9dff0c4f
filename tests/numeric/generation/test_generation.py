"""Whole texts: against plain programs, with every reason to stop, and with precision raised where a step needs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import exp
from typing import Any

import pytest

from numeric.embedding import TokenOutOfRange
from numeric.fields import Ball, Exact, Field, Float64, Mpf, Shadow, SignUndecided
from numeric.generation.choice import Greatest, Sampled
from numeric.generation.generation import Undecided, generate, rising
from numeric.generation.rule import Greedy, Sampling
from numeric.generation.scores import ComparisonUndecided
from numeric.generation.truncation import Tie
from numeric.matrix import ShapeMismatch
from numeric.models.architecture import Architecture
from tests.numeric.generation.test_cache import same_enclosures, source_of
from tests.numeric.generation.tiny_models import SYMMETRIC, Tiny, decoder
from tests.numeric.models import plain_transformer as plain
from tests.numeric.models.small_models import MODELS

Witness = Callable[[Any, Sequence[int]], list[list[float]]]
WITNESSES: dict[str, Witness] = {
    "causal decoder, pre-norm, learned positions": lambda w, tokens: plain.causal_pre_norm(w, tokens, 2, 2),
    "llama": lambda w, tokens: plain.llama(w, tokens, 2, 2, 1, 100),
    "encoder–decoder, three tied": lambda w, tokens: plain.translate(w, [4, 5, 1], tokens, 2),
}
US = ["0.93", "0.11", "0.52", "0.74", "0.35", "0.999"]


def model(name: str) -> tuple[Callable[[Field[Any]], Any], dict[str, Any]]:
    source, real = source_of(name)
    return MODELS[name].model, {"source": source, "real": real}


def plainly(name: str, prompt: Sequence[int], count: int, choose: Callable[[list[float], int], int]) -> list[int]:
    """The same text by a program of floats that reads everything again for each token."""
    weights = {each: [[float(x) for x in row] for row in rows] for each, rows in MODELS[name].rows().items()}
    text = list(prompt)
    for step in range(count):
        text.append(choose(WITNESSES[name](weights, text)[-1], step))
    return text[len(prompt) :]


def greatest(logits: list[float], _: int) -> int:
    return logits.index(max(logits)) + 1


def drawn(logits: list[float], step: int) -> int:
    """Temperature 1.5, then the 4 greatest, then the smallest set of 0.9 of their mass."""
    weights = {t: exp(x / 1.5) for t, x in enumerate(logits, 1)}
    kept = sorted(weights, key=lambda t: -weights[t])[:4]
    total, mass, nucleus = sum(weights[t] for t in kept), 0.0, []
    while mass < 0.9 * total:
        nucleus.append(kept[len(nucleus)])
        mass += weights[nucleus[-1]]
    F = 0.0
    for token in sorted(nucleus):
        F += weights[token]
        if float(US[step]) * mass < F:
            break
    return token


@pytest.mark.parametrize("name", WITNESSES)
@pytest.mark.parametrize(("prompt", "count"), [([1], 4), ([3, 2], 3)], ids=str)
def test_texts_are_those_of_a_plain_program(name: str, prompt: list[int], count: int) -> None:
    build, read = model(name)
    expected = {"greedy": plainly(name, prompt, count, greatest), "drawn": plainly(name, prompt, count, drawn)}
    for fields in (None, [Ball(64)], [Float64()], [Mpf(30)]):
        greedy = generate(build, prompt, at_most=count, fields=fields, **read)
        sampled = generate(build, prompt, Sampling("1.5", 4, "0.9"), at_most=count, uniforms=US, fields=fields, **read)
        assert list(greedy.tokens) == expected["greedy"]
        assert list(sampled.tokens) == expected["drawn"]
        assert (greedy.stopped, sampled.stopped) == ("length", "length")
        assert greedy.steps[0].certified is (fields is None or fields[0].name == "ball")


@pytest.mark.parametrize("name", [name for name in MODELS if name != "encoder-only, post-norm"])
def test_every_record_is_a_row_of_teacher_forcing(name: str) -> None:
    build, read = model(name)
    text = generate(build, [1], at_most=4, fields=[Ball(100)], **read)
    forced, whole = build(Ball(100)), [1, *text.tokens[:-1]]
    run = forced.forward(whole) if read["source"] is None else forced.forward(read["source"], whole, read["real"])
    for step, row in zip(text.steps, run.logits.rows(), strict=True):
        assert step.logits is not None
        assert step.p is not None
        assert same_enclosures(step.logits.rows(), [row])
        with step.field.working():
            assert sum(step.p.rows()[0]).contains(1)
    assert [step.position for step in text.steps] == [0, 1, 2, 3]


def test_a_tiny_model_writes_in_exact_arithmetic() -> None:
    """Greedy and drawn, the same text as over balls and floats: two layers, exponentials of exponentials."""
    tiny = Tiny(lambda weights: decoder(weights, 3, Architecture(2, 1, 1, 2)))
    for rule, us in ((Greedy(), []), (Sampling("1/2", 2), US)):
        texts = [generate(tiny, [1], rule, at_most=3, uniforms=us, fields=[f]) for f in (Exact(), Ball(64), Float64())]
        assert texts[0].steps[0].certified
        assert {(text.tokens, text.stopped) for text in texts} == {(texts[0].tokens, "length")}


def stopped(build: Any, **asked: Any) -> tuple[tuple[int, ...], str]:
    text = generate(build, [1], **asked)
    return text.tokens, text.stopped


def test_reasons_to_stop() -> None:
    """Greedy after [1] the llama writes 5, 5, …; the waves 4, 4, 2, 2; the learned positions 1, with four of them."""
    assert stopped(model("llama")[0], at_most=3, end=[5]) == ((5,), "end token")
    assert stopped(model("causal decoder, tied, waves")[0], at_most=9, end=[3, 2]) == ((4, 4, 2), "end token")
    assert stopped(model("causal decoder, tied, waves")[0], at_most=3, end=[2]) == ((4, 4, 2), "end token")
    assert stopped(model("llama")[0], at_most=3, end=[1]) == ((5, 5, 5), "length")
    assert stopped(model("llama")[0], at_most=0) == ((), "length")
    assert stopped(model("causal decoder, pre-norm, learned positions")[0], at_most=9) == ((1, 1, 1, 1), "positions")


def symmetric(**changed: Any) -> Tiny:
    """A model whose h is (a, a), with a a sum of exponentials after the second token."""
    return Tiny(lambda weights: decoder(weights, 3, Architecture(2, 1, 1, 1)), changed={**SYMMETRIC, **changed})


def test_a_tie_out_of_exponentials_is_proved_by_exact_arithmetic_alone() -> None:
    """u_1 = (1, 2) and u_2 = (2, 1): both score 3a, and u_3 = (1, 1) scores 2a."""
    tied = symmetric(U=[[1, 2, 1], [2, 1, 1]])
    open_ = generate(tied, [1, 2], at_most=2, fields=rising(256))
    assert open_.stopped == "undecided"
    outcome = open_.steps[-1].outcome
    assert isinstance(outcome, Undecided)
    assert isinstance(outcome.why, ComparisonUndecided)
    assert (outcome.why.tokens, [field.bits for field in outcome.fields]) == ((1, 2), [64, 128, 256])  # type: ignore[attr-defined]
    assert not open_.steps[-1].certified
    proved = generate(tied, [1, 2], at_most=2, fields=rising(128, exact=True))
    assert (proved.tokens, proved.stopped) == ((), "tie")
    assert proved.steps[-1].outcome == Tie((1, 2), "greatest")
    assert (proved.steps[-1].field.name, proved.steps[-1].certified) == ("exact", True)


def test_a_tie_does_not_hinder_a_draw() -> None:
    """u = 0.3 of two tokens tied at more than 0.3 each; top-k between them is a tie again."""
    tied = symmetric(U=[[1, 2, 1], [2, 1, 1]])
    draw = generate(tied, [1, 2], Sampling(), at_most=1, uniforms=["0.3"], fields=rising(64))
    assert (draw.tokens, draw.steps[0].certified) == ((1,), True)
    cut = generate(tied, [1, 2], Sampling(top_k=1), at_most=1, uniforms=["0.3"], fields=[Exact()])
    assert cut.steps[0].outcome == Tie((1, 2), "top-k")


def test_a_tie_of_equal_output_columns_is_seen_over_shadows_at_once() -> None:
    """Whatever h is: h (u_1 − u_2) with u_1 − u_2 exactly 0."""
    equal = symmetric(U=[["1/3", "1/3", 0], ["1/7", "1/7", 0]])
    text = generate(equal, [1, 2], at_most=2)
    assert (text.steps[0].outcome, text.steps[0].field.bits) == (Tie((1, 2), "greatest"), 64)  # type: ignore[attr-defined]


def test_precision_rises_until_a_near_tie_is_decided() -> None:
    """The logits differ by a few times 10⁻⁶⁰ ≈ 2⁻¹⁹⁹: 256 bits decide, and step 2 starts at 64 again."""
    near = symmetric(U=[["1/3", Fraction(1, 3) + Fraction(1, 10**60), 0], ["1/7", "1/7", 0]])
    fields = [Ball(bits) for bits in (64, 128, 256, 512)]
    text = generate(near, [1, 2], at_most=2, fields=fields)
    assert text.tokens == (2, 2)
    assert [step.field.bits for step in text.steps] == [256, 256]  # type: ignore[attr-defined]
    outcome = text.steps[0].outcome
    assert isinstance(outcome, Greatest)
    assert (outcome.rival, outcome.lead > 0, outcome.lead < 1e-58) == (1, True, True)
    undecided = generate(near, [1, 2], at_most=2, fields=fields[:2])
    assert undecided.stopped == "undecided"
    # The difference of the columns is exact over shadows.
    assert generate(near, [1, 2], at_most=1).steps[0].field.bits == 64  # type: ignore[attr-defined]


def test_an_output_bias_counts_in_the_difference() -> None:
    """Equal columns, and biases 10⁻⁶⁰ apart."""

    def biased(field: Field[Any]) -> Any:
        model = symmetric(U=[["1/3", "1/3", 0], ["1/7", "1/7", 0]])(field)
        return replace(model, b=field.matrix([[0, Fraction(1, 10**60), 0]]))

    [step] = generate(biased, [1, 2], at_most=1).steps
    assert isinstance(step.outcome, Greatest)
    assert (step.outcome.token, step.field.bits) == (2, 64)  # type: ignore[attr-defined]


def test_only_the_steps_that_need_it_are_computed_finely() -> None:
    """u is 10⁻⁴⁰ above the border of the first two tokens in step 2 alone."""
    build, read = model("llama")
    rough = generate(build, [1], Sampling(), at_most=2, uniforms=["0.5", "0.5"], fields=[Ball(512)], **read)
    p = rough.steps[1].p
    assert p is not None
    with Ball(512).working():
        mantissa, exponent = (p[0, 0].mid() * 10**40).floor().man_exp()
        border = Fraction(int(mantissa)) * Fraction(2) ** int(exponent) / 10**40
    us = ["0.5", border + Fraction(2, 10**40)]
    text = generate(build, [1], Sampling(), at_most=2, uniforms=us, fields=[Ball(bits) for bits in (64, 128, 256)], **read)
    assert [step.field.bits for step in text.steps] == [64, 256]  # type: ignore[attr-defined]
    outcome = text.steps[1].outcome
    assert isinstance(outcome, Sampled)
    assert outcome.token == 2


def test_a_sign_inside_the_model_that_balls_do_not_decide() -> None:
    """ReLU of a − a, which only exact arithmetic knows to be 0."""
    kinked = symmetric(U=[[1, 2, 0], [1, 2, 0]], **{"tower.layers.1.feed_forward.W_1": [[1], [-1]]})
    text = generate(kinked, [1, 2], at_most=1, fields=rising(128))
    [step] = text.steps
    assert text.stopped == "undecided"
    assert step.logits is None
    assert step.p is None
    assert isinstance(step.outcome, Undecided)
    assert isinstance(step.outcome.why, SignUndecided)
    exact = generate(kinked, [1, 2], at_most=2, fields=rising(128, exact=True))
    assert (exact.tokens, exact.stopped) == ((2, 2), "length")
    assert {step.field.name for step in exact.steps} == {"exact"}


def test_a_field_that_is_stuck_in_the_model_is_not_asked_again() -> None:
    class Counting(Ball):
        undecided = 0

        def sign(self, x: Any) -> int:
            self.undecided += x.contains(0) and not x.is_zero()
            return super().sign(x)

    kinked = symmetric(U=[[1, 2, 0], [1, 2, 0]], **{"tower.layers.1.feed_forward.W_1": [[1], [-1]]})
    counting = Counting(64)
    text = generate(kinked, [1, 2], at_most=3, fields=[counting, Exact()])
    assert (len(text.tokens), counting.undecided) == (3, 1)


def test_the_fields_rise_to_the_cap() -> None:
    fields = rising(200, exact=True)
    assert [field.name for field in fields] == ["shadow", "shadow", "shadow", "exact"]
    assert [field.bits for field in fields if isinstance(field, Shadow)] == [64, 128, 200]


def refused(
    match: str, error: type[Exception] = ValueError, prompt: Sequence[int] = (1,), name: str = "llama", **asked: Any
) -> None:
    with pytest.raises(error, match=match):
        generate(MODELS[name].model, prompt, **{"at_most": 2, **asked})


def test_what_does_not_fit_is_refused() -> None:
    translator = "encoder–decoder, three tied"
    refused("an empty prompt", prompt=())
    refused("token id 9 is not in the vocabulary of 5", TokenOutOfRange, prompt=[1, 9])
    refused("token id 0", TokenOutOfRange, prompt=[0])
    refused("token id 6", TokenOutOfRange, end=[6])
    refused("at most -1 tokens", at_most=-1)
    refused("sampling at most 2 tokens needs 2 uniform numbers; 1 were given", rule=Sampling(), uniforms=["0.5"])
    refused("u = 3/2", rule=Sampling(), uniforms=["0.5", "3/2"])
    refused("takes no uniform numbers", uniforms=["0.5"])
    refused("no field to compute in", fields=[])
    refused("reads no source", source=[1])
    refused("needs a source", name=translator)
    refused("padding only", name=translator, source=[1, 2], real=[False, False])
    refused("generates nothing", name="encoder-only, post-norm")
    refused("length of the sequence is 5", ShapeMismatch, prompt=[1] * 5, name="causal decoder, pre-norm, learned positions")
