"""The cache changes nothing: the same enclosures and the same exact numbers as without it, however a text is split."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from numeric.account.configuration import Configuration
from numeric.account.memory import cache as counted
from numeric.embedding import TokenOutOfRange
from numeric.fields import Ball, Exact, Field, Float64, Mpf
from numeric.fields.whole import Whole
from numeric.generation.cache import Cache
from numeric.generation.prefix import Prefix
from numeric.matrix import Matrix, ShapeMismatch
from numeric.models.architecture import Architecture
from numeric.models.causal_decoder import causal_decoder
from numeric.models.encoder_decoder import EncoderDecoder
from numeric.models.llama import llama
from numeric.rotary import Rotary
from numeric.weights import GivenWeights
from tests.numeric.generation.expressions import Formulas
from tests.numeric.generation.tiny_models import TINY
from tests.numeric.models.small_models import MODELS, Rows, arbitrary

GENERATORS = [name for name in MODELS if name != "encoder-only, post-norm"]
TOKENS = [1, 4, 2, 3]
SPLITS = [[1, 1, 1, 1], [2, 2], [3, 1], [1, 3], [4]]


def cached(model: Any, tokens: Sequence[int], split: Sequence[int], source: Any, real: Any = None) -> list[list[Any]]:
    """The logits of all positions, read in parts of these lengths."""
    prefix, rows, read = Prefix.before(model, source, real), [], 0
    for length in split:
        logits, prefix = prefix.read(tokens[read : read + length])
        rows += logits.rows()
        read += length
    return rows


def whole(model: Any, tokens: Sequence[int], source: Any, real: Any = None) -> list[list[Any]]:
    run = model.forward(tokens) if source is None else model.forward(source, tokens, real)
    rows: list[list[Any]] = run.logits.rows()
    return rows


def source_of(name: str) -> tuple[Any, Any]:
    """The source of a model of that name, and which of its tokens are real."""
    if not name.startswith("encoder–decoder"):
        return None, None
    return [4, 5, 1], [True, True, False] if "padded" in name else None


def same_enclosures(one: list[list[Any]], other: list[list[Any]]) -> bool:
    pairs = [pair for rows in zip(one, other, strict=True) for pair in zip(*rows, strict=True)]
    return all(x.mid() == y.mid() and x.rad() == y.rad() for x, y in pairs)


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("split", SPLITS, ids=str)
def test_enclosures_are_the_same_with_and_without_the_cache(name: str, split: list[int]) -> None:
    model, (source, real) = MODELS[name].model(Ball(100)), source_of(name)
    assert same_enclosures(cached(model, TOKENS, split, source, real), whole(model, TOKENS, source, real))


@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("split", [[1, 1, 1], [2, 1], [1, 2]], ids=str)
def test_exact_numbers_are_proved_equal(name: str, split: list[int]) -> None:
    tiny, field = TINY[name], Exact()
    model = tiny(field)
    pairs = zip(cached(model, [2, 1, 1], split, tiny.source), whole(model, [2, 1, 1], tiny.source), strict=True)
    for row, expected in pairs:
        assert all(x == y for x, y in zip(row, expected, strict=True))
    assert any(generator.kind == "exp" for generator in field.generators)


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("split", SPLITS, ids=str)
def test_with_norms_too_the_cache_leads_to_the_very_same_formulas(name: str, split: list[int]) -> None:
    """The same operations on the same weights in the same order: equal in exact arithmetic, for all values of the weights."""
    field, (source, real) = Formulas(), source_of(name)
    model = MODELS[name].build(field.weights(MODELS[name].rows()))
    pairs = zip(cached(model, TOKENS, split, source, real), whole(model, TOKENS, source, real), strict=True)
    for row, expected in pairs:
        assert all(x is y for x, y in zip(row, expected, strict=True))


def test_formulas_of_other_texts_are_others() -> None:
    """The comparison can fail: another token in the middle, another order of a sum."""
    field = Formulas()
    model = MODELS["llama"].build(field.weights(MODELS["llama"].rows()))
    assert whole(model, [1, 4, 2], None)[-1][0] is not whole(model, [1, 3, 2], None)[-1][0]
    a, b, c = (field.atom("a", 0, j, Fraction(j)) for j in range(3))
    assert (a + b) + c is (a + b) + c and (a + b) + c is not a + (b + c)


WITH_NORMS = {
    "LayerNorm, pre-norm": Architecture(2, 1, 1, 1, norm="layer", final_norm=False),
    "LayerNorm, post-norm": Architecture(2, 1, 1, 1, norm="layer", order="post", final_norm=False),
    "RMSNorm, pre-norm, SiLU": Architecture(2, 1, 1, 1, norm="rms", activation="silu", final_norm=False),
    "RMSNorm, pre-norm, final": Architecture(2, 1, 1, 1, norm="rms"),
}


@pytest.mark.parametrize("a", WITH_NORMS.values(), ids=WITH_NORMS)
def test_exact_numbers_with_norms_are_proved_equal(a: Architecture) -> None:
    """Norms before attention, before the FFN and at the end: exponentials of roots, and roots of those."""
    field, asked = Exact(), {}  # type: tuple[Exact, Rows]
    causal_decoder(arbitrary(asked), 2, a)
    model = causal_decoder(GivenWeights(field, asked), 2, a)
    pairs = zip(cached(model, [2, 1], [1, 1], None), whole(model, [2, 1], None), strict=True)
    for row, expected in pairs:
        assert all(x == y for x, y in zip(row, expected, strict=True))
    assert {generator.kind for generator in field.generators} == {"exp", "sqrt"}


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("field", [Float64(), Mpf(30)], ids=lambda field: field.name)
def test_floating_point_lies_beside_the_run_without_the_cache(name: str, field: Field[Any]) -> None:
    """Close, not equal: a product of matrices may add up in another order for one row than for several."""
    model, (source, real) = MODELS[name].model(field), source_of(name)
    pairs = zip(cached(model, TOKENS, [1, 2, 1], source, real), whole(model, TOKENS, source, real), strict=True)
    for row, expected in pairs:
        assert all(abs(x - y) < 1e-12 for x, y in zip(row, expected, strict=True))


def test_enclosures_are_the_same_where_blocks_of_rows_are_not_scaled_together() -> None:
    asked: Rows = {}
    build = lambda weights: causal_decoder(weights, 9, Architecture(64, 2, 64, 1))  # noqa: E731
    build(arbitrary(asked))
    model = build(GivenWeights(Ball(64, row_by_row=True), asked))
    tokens = [(7 * i * i + i) % 9 + 1 for i in range(60)]
    assert same_enclosures(cached(model, tokens, [45, 14, 1], None), whole(model, tokens, None))


def test_enclosures_are_the_same_over_weights_kept_as_integers() -> None:
    """256 · 256 written weights with one denominator are multiplied as integers."""
    field = Ball(64)

    def weights(name: str, m: int, n: int, /) -> Matrix[Any]:
        return field.matrix_over(
            1000, [[(17 * i * i + 29 * j + 13 * i * j + len(name)) % 201 - 100 for j in range(n)] for i in range(m)]
        )

    model = llama(weights, N=4, d=256, H=2, m=256, L=1, groups=1)
    assert isinstance(model.tower.layers[0].self_attention.W_Q.storage, Whole)
    assert same_enclosures(cached(model, [3, 1, 4], [1, 2], None), whole(model, [3, 1, 4], None))


def test_a_prefix_goes_on_in_several_ways() -> None:
    model = MODELS["llama"].model(Ball(100))
    _, prefix = Prefix.before(model).read([2, 5])
    ways = {token: prefix.read([token])[0].rows() for token in (1, 2, 3)}
    for token, rows in ways.items():
        assert same_enclosures(rows, whole(model, [2, 5, token], None)[2:])
    assert prefix.tokens == (2, 5)


def test_keys_are_kept_as_turned_at_their_own_positions() -> None:
    """Read as if it stood first, the same token has other scores: positions count through the cache."""
    model = MODELS["llama"].model(Ball(100))
    _, prefix = Prefix.before(model).read([2, 5])
    alone, _ = Prefix.before(model).read([3])
    assert not prefix.read([3])[0][0, 0].overlaps(alone[0, 0])


def test_of_grouped_queries_only_the_groups_are_kept() -> None:
    """N = 5, d = 8, H = 4, G = 2, d_k = 2, L = 3: after 5 tokens 2 · 3 · 5 · 2 · 2 numbers, not the 2 · 3 · 5 · 4 · 2 of all
    heads."""
    asked: Rows = {}
    build = lambda weights: llama(weights, N=5, d=8, H=4, m=3, L=3, groups=2, rotary=Rotary(100))  # noqa: E731
    build(arbitrary(asked))
    prefix = Prefix.before(build(GivenWeights(Float64(), asked)))
    assert prefix.cache.own_numbers() == 0
    _, prefix = prefix.read([1, 2, 3, 4, 5])
    assert prefix.cache.own_numbers() == 2 * 3 * 5 * 2 * 2
    own = [layer.own for layer in prefix.cache.layers]
    assert all(kept is not None and len(kept.K) == len(kept.V) == 2 and kept.length == 5 for kept in own)
    account = counted(
        Configuration(
            name="small",
            towers="decoder-only",
            vocabulary=5,
            d_model=8,
            layers=3,
            heads=4,
            d_ff=3,
            key_value_heads=2,
            positions="rotary",
        )
    )
    assert account is not None
    assert prefix.cache.own_numbers() == account.own * 5


def test_the_source_is_projected_once_and_does_not_grow() -> None:
    """Two layers, source of 3, d = 4 = H d_k: 2 · 2 · 3 · 4 numbers, whatever is written."""
    model = MODELS["encoder–decoder, two layers, dropped out"].model(Ball(100))
    assert isinstance(model, EncoderDecoder)
    before = Prefix.before(model, [4, 5, 1])
    _, after = before.read([1, 2])
    _, later = after.read([3])
    for kept, then in zip(before.cache.layers, later.cache.layers, strict=True):
        assert kept.source is then.source
    assert [each.cache.source_numbers() for each in (before, after, later)] == [2 * 2 * 3 * 4] * 3
    assert [each.cache.own_numbers() for each in (before, after, later)] == [2 * 2 * n * 4 for n in (0, 2, 3)]


def test_what_cannot_be_read_is_refused() -> None:
    decoder, translator = MODELS["llama"].model(Ball(64)), MODELS["encoder–decoder, three tied"].model(Ball(64))
    with pytest.raises(TokenOutOfRange, match="token id 6 is not in the vocabulary of 5"):
        Prefix.before(decoder).read([1, 6])
    with pytest.raises(ValueError, match="no tokens"):
        Prefix.before(decoder).read([])
    with pytest.raises(ValueError, match="nothing has been read"):
        Prefix.before(decoder).scores([])
    with pytest.raises(ValueError, match="needs a source"):
        Prefix.before(translator)
    with pytest.raises(ValueError, match="a source of padding only"):
        Prefix.before(translator, [1, 2], [False, False])
    with pytest.raises(ShapeMismatch, match="marks is 1, but tokens is 2"):
        Prefix.before(translator, [1, 2], [True])
    with pytest.raises(TokenOutOfRange, match="token id 7"):
        Prefix.before(translator, [7])
    with pytest.raises(ValueError, match="reads no source"):
        Prefix.before(decoder, [1])
    with pytest.raises(ValueError, match="an encoder-only model generates nothing"):
        Prefix.before(MODELS["encoder-only, post-norm"].model(Ball(64)))
    with pytest.raises(ShapeMismatch, match="length of the sequence is 5, but rows of P is 4"):
        Prefix.before(MODELS["causal decoder, pre-norm, learned positions"].model(Ball(64))).read([1] * 5)
    with pytest.raises(ValueError, match="cross-attention needs a source"):
        Cache.before(translator.decoder)
