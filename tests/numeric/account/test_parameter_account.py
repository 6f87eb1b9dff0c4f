"""The parameter counts: published models against sums written out here, two routes that must meet, and mutants."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from numeric.account import account as accounting
from numeric.account.account import AccountsDisagree, account
from numeric.account.configuration import Configuration
from numeric.account.formulas import Formula, Key, formulas, latex, spelled, value
from numeric.account.presets import PRESETS
from numeric.account.shapes import Shape, shapes
from numeric.account.variants import variants
from numeric.feed_forward import FeedForward
from numeric.fields import Exact
from numeric.matrix import Matrix
from numeric.models.architecture import Architecture
from numeric.models.bert import bert
from numeric.models.causal_decoder import causal_decoder
from numeric.models.encoder_decoder import original, transformer
from numeric.models.llama import llama
from numeric.parameters import named

EVERY = Configuration(
    name="every choice that a single tower has",
    towers="encoder-only",
    vocabulary=11,
    d_model=6,
    layers=3,
    heads=4,
    key_value_heads=2,
    d_k=3,
    d_v=5,
    d_ff=7,
    context=13,
    positions="learned",
    segments=2,
    embedding_norm=True,
    final_norm=True,
    gated=True,
    attention_biases=True,
    ffn_biases=True,
    output="own",
    output_biases=True,
    pooler=True,
    masked_token_head=True,
    next_sentence_head=True,
)
PAIR = replace(
    EVERY,
    towers="encoder-decoder",
    segments=0,
    embedding_norm=False,
    pooler=False,
    masked_token_head=False,
    next_sentence_head=False,
    source_table="own",
)


def decoder_only(N: int, n: int, d: int, L: int) -> int:
    """GPT: tables of tokens and positions; a layer with 4 d × d, two of d × 4d, their biases, two norms; a last norm."""
    return (N + n) * d + L * (4 * (d * d + d) + (d * 4 * d + 4 * d) + (4 * d * d + d) + 2 * 2 * d) + 2 * d


def bert_by_hand(N: int, d: int, L: int) -> int:
    embedding = (N + 512 + 2) * d + 2 * d
    layer = 4 * (d * d + d) + 2 * d + (d * 4 * d + 4 * d) + (4 * d * d + d) + 2 * d
    return embedding + L * layer + d * d + d


def transformer_by_hand(N: int, d: int, m: int) -> int:
    attention, network, norm = 4 * d * d, d * m + m + m * d + d, 2 * d
    return N * d + 6 * (attention + network + 2 * norm) + 6 * (2 * attention + network + 3 * norm)


@pytest.mark.parametrize(
    ("name", "by_hand"),
    [
        ("transformer-base", transformer_by_hand(37_000, 512, 2048)),
        ("transformer-big", transformer_by_hand(37_000, 1024, 4096)),
        ("bert-base", bert_by_hand(30_522, 768, 12)),
        ("bert-large", bert_by_hand(30_522, 1024, 24)),
        ("gpt-2", decoder_only(50_257, 1024, 768, 12)),
        ("gpt-2-medium", decoder_only(50_257, 1024, 1024, 24)),
        ("gpt-2-large", decoder_only(50_257, 1024, 1280, 36)),
        ("gpt-2-xl", decoder_only(50_257, 1024, 1600, 48)),
        ("gpt-3", decoder_only(50_257, 2048, 12_288, 96)),
        ("llama-2-7b", 2 * 32_000 * 4096 + 32 * (4 * 4096**2 + 3 * 4096 * 11_008 + 2 * 4096) + 4096),
    ],
)
def test_published_models(name: str, by_hand: int) -> None:
    assert account(PRESETS[name]).total == by_hand


def test_every_published_model_is_tested() -> None:
    assert len(PRESETS) == 10
    assert all(name == model.name for name, model in PRESETS.items())


def entries_of(model: object) -> int:
    return sum(matrix.shape[0] * matrix.shape[1] for _, matrix in named(model))


def test_the_builders_of_the_models_give_the_same_counts() -> None:
    field = Exact()

    def weights(name: str, rows: int, columns: int, /) -> Matrix[Any]:
        return Matrix(field, None, (rows, columns))

    gpt = Architecture(768, 12, 3072, 12, bias_attention=True, bias_ffn=True)
    built = {
        "transformer-base": transformer(weights, 37_000, original(512, 8, 2048, 6)),
        "transformer-big": transformer(weights, 37_000, original(1024, 16, 4096, 6)),
        "gpt-2": causal_decoder(weights, 50_257, gpt, positions=1024, tied=True),
        "llama-2-7b": llama(weights, N=32_000, d=4096, H=32, m=11_008, L=32),
    }
    for name, model in built.items():
        assert account(PRESETS[name]).total == entries_of(model), name
    trained = {variant.name: variant.count for variant in variants(account(PRESETS["bert-base"]))}["pre-training-heads"]
    assert trained == entries_of(bert(weights, 30_522, 512, 768, 12, 3072, 12))


def test_a_configuration_with_every_choice() -> None:
    """Each summand by hand: d = 6, H d_k = 12, G d_k = 6, G d_v = 10, H d_v = 20, m = 7."""
    attention = 6 * 12 + 12 + 6 * 6 + 6 + 6 * 10 + 10 + 20 * 6 + 6
    network = 3 * 6 * 7 + 2 * 7 + 6
    single = account(EVERY)
    assert single.one_layer("encoder", "self-attention") == attention
    assert single.one_layer("encoder") == attention + network + 2 * 12
    heads = (36 + 6) + (36 + 6 + 12) + (12 + 2)  # pooler, masked tokens with their norm, next sentence
    assert single.total == 11 * 6 + 13 * 6 + 2 * 6 + 12 + 3 * (attention + network + 24) + 12 + heads + 66 + 11
    pair = account(PAIR)
    encoder, decoder = 3 * (attention + network + 24) + 12, 3 * (2 * attention + network + 36) + 12
    assert (pair.count("encoder"), pair.count("decoder")) == (encoder, decoder)
    assert pair.total == 2 * 66 + 13 * 6 + encoder + decoder + 66 + 11


@pytest.mark.parametrize("norm", ["layer", "layer-without-bias", "rms"])
def test_only_a_layer_norm_with_bias_has_two_rows(norm: str) -> None:
    a = account(replace(EVERY, norm=norm))  # type: ignore[arg-type]
    norms = 1 + 3 * 2 + 1 + 1  # of embeddings, in three layers, at the end, in the head
    assert a.count(kinds=["norms"]) == norms * 6 * (2 if norm == "layer" else 1)


@pytest.mark.parametrize("c", [EVERY, PAIR, *PRESETS.values()], ids=lambda c: c.name)
def test_the_entries_are_a_partition(c: Configuration) -> None:
    a = account(c)
    assert a.total == sum(shape.entries for shape in a.matrices)
    assert len({shape.name for shape in a.matrices}) == len(a.matrices)
    for place in ("encoder", "decoder"):
        layers = a.count(place) - a.count(place, ["final-norm"])
        assert a.one_layer(place) * c.layers == layers


def test_formulas_are_as_short_as_the_sizes_allow() -> None:
    grouped = replace(PRESETS["llama-2-7b"], key_value_heads=8)
    for c, spelling in ((grouped, "2Ld² + 2·L·d·G·d_k"), (PRESETS["llama-2-7b"], "4Ld²")):
        assert spelled(formulas(c)["decoder", "self-attention", "weights"]) == spelling
    # W_Q and W_O are 4096 × 4096; eight heads of 128 for keys and for values.
    assert account(grouped).one_layer("decoder", "self-attention") == 2 * 4096**2 + 2 * 4096 * 8 * 128


# Mutants: a slip in either route is noticed.


def component(c: Configuration) -> list[Any]:
    return [pytest.param(c, key, id=f"{c.towers}: {', '.join(key)}") for key in formulas(c)]


@pytest.mark.parametrize(("c", "key"), [*component(EVERY), *component(PAIR)])
def test_a_wrong_formula_is_noticed(c: Configuration, key: Key, monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ((*formulas(c)[key], "1"), ()):

        def mutated(c: Configuration, wrong: Formula = wrong) -> dict[Key, Formula]:
            return {**formulas(c), key: wrong}

        monkeypatch.setattr(accounting, "formulas", mutated)
        with pytest.raises(AccountsDisagree, match=f"^{', '.join(key)}: the shapes of the model give"):
            account(c)


def test_a_lost_matrix_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for lost in shapes(EVERY):

        def mutated(c: Configuration, lost: Shape = lost) -> list[Shape]:
            return [shape for shape in shapes(c) if shape != lost]

        monkeypatch.setattr(accounting, "shapes", mutated)
        with pytest.raises(AccountsDisagree):
            account(EVERY)


def test_a_changed_layer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A feed-forward network that always takes biases, whatever the architecture says."""
    of = FeedForward.of

    def biased(weights: Any, d: int, m: int, *, bias: bool, activation: Any) -> FeedForward[Any]:
        return of(weights, d, m, bias=True, activation=activation)

    monkeypatch.setattr(FeedForward, "of", biased)
    with pytest.raises(AccountsDisagree, match=r"^decoder, feed-forward, biases: .* give 30,720, the formula 0$"):
        account(replace(PRESETS["transformer-base"], towers="decoder-only", ffn_biases=False, layers=12))


# Other ways of counting


def test_variants_of_the_base_model() -> None:
    counted = {variant.name: variant.difference for variant in variants(account(PRESETS["transformer-base"]))}
    assert counted == {
        "without-biases": -12 * (2048 + 512),
        "without-norms": -(6 * 2 + 6 * 3) * 2 * 512,
        "weights-only": -12 * (2048 + 512) - 30 * 1024,
        "attention-biases": (6 + 2 * 6) * 4 * 512,
        "own-output": 37_000 * 512,
        "three-tables": 2 * 37_000 * 512,
    }


def test_variants_of_bert_and_llama() -> None:
    d, N = 768, 30_522
    counted = {variant.name: variant.difference for variant in variants(account(PRESETS["bert-base"]))}
    assert counted["without-pooler"] == -(d * d + d)
    assert counted["pre-training-heads"] == (d * d + d + 2 * d) + N + (2 * d + 2)
    assert {variant.name for variant in variants(account(PRESETS["llama-2-7b"]))} == {
        "without-norms",
        "weights-only",
        "tied-output",
    }


# Formulas as text


def test_formulas_are_evaluated_and_spelled() -> None:
    formula = ("4 L d d", "L d H d_k", "2")
    assert value(formula, {"L": 3, "d": 5, "H": 2, "d_k": 7}) == 4 * 3 * 25 + 3 * 5 * 2 * 7 + 2
    assert spelled(formula) == "4Ld² + L·d·H·d_k + 2"
    assert latex(formula) == r"4 \, L \, d^{2} + L \, d \, H \, d_k + 2"
