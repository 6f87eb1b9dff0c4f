"""Operations and memory: against runs whose products are counted one by one, and against sums written out here."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from numeric.account import operations as counting
from numeric.account.account import AccountsDisagree, account
from numeric.account.configuration import Configuration, WrongConfiguration
from numeric.account.memory import memory
from numeric.account.operations import operations
from numeric.account.presets import PRESETS
from numeric.fields import Float64
from numeric.matrix import Matrix
from numeric.models.architecture import Architecture
from numeric.models.causal_decoder import causal_decoder
from numeric.models.encoder_decoder import transformer
from numeric.models.encoder_only import encoder_only
from numeric.models.llama import llama

T = 6


class Counting(Float64):
    """float64 that counts the multiplications of its matrix products."""

    def __init__(self) -> None:
        super().__init__()
        self.products = 0

    def product(self, left: Any, right: Any) -> Any:
        if left.shape != (T, 1):  # a column of ones, which repeats a bias for every position
            self.products += left.shape[0] * left.shape[1] * right.shape[1]
        return super().product(left, right)


SMALL = Configuration(
    name="small", towers="decoder-only", vocabulary=7, d_model=8, layers=2, heads=4, d_ff=5, positions="none", final_norm=True
)
SIZES = Architecture(8, 4, 5, 2)
Build = Callable[[Any], Any]
MODELS: dict[str, tuple[Configuration, Build]] = {
    "decoder": (replace(SMALL, output="own"), lambda w: causal_decoder(w, 7, SIZES)),
    "tied decoder": (SMALL, lambda w: causal_decoder(w, 7, SIZES, tied=True)),
    "encoder": (replace(SMALL, towers="encoder-only"), lambda w: encoder_only(w, 7, SIZES)),
    "encoder with another layer before the output": (
        replace(SMALL, towers="encoder-only", masked_token_head=True),
        lambda w: encoder_only(w, 7, SIZES, head=True),
    ),
    "encoder and decoder": (replace(SMALL, towers="encoder-decoder"), lambda w: transformer(w, 7, SIZES, positions=None)),
    "grouped queries, gated": (
        replace(SMALL, key_value_heads=2, gated=True, norm="rms", positions="rotary", output="own"),
        lambda w: llama(w, N=7, d=8, H=4, m=5, L=2, groups=2),
    ),
    "wide values": (
        replace(SMALL, d_k=3, d_v=1, output="own"),
        lambda w: causal_decoder(w, 7, replace(SIZES, d_k=3, d_v=1)),
    ),
}


@pytest.mark.parametrize("name", MODELS)
def test_as_many_as_a_run_does(name: str) -> None:
    """Our models compute every score, and mix the allowed values only; nothing but matrix products is counted."""
    c, build = MODELS[name]
    field, numbers = Counting(), random.Random(5)

    def weights(name: str, rows: int, columns: int, /) -> Matrix[float]:
        return field.matrix([[numbers.uniform(-1, 1) for _ in range(columns)] for _ in range(rows)])

    model = build(weights)
    field.products = 0
    tokens = [1 + position % 7 for position in range(T)]
    model.forward(*([tokens] * (2 if c.towers == "encoder-decoder" else 1)))
    later = T * (T - 1) // 2
    unmixed = 0 if c.towers == "encoder-only" else c.layers * c.heads * c.value_width * later
    o = operations(account(c), T)
    assert o.forward == 2 * (field.products + unmixed)
    assert o.masked == (0 if c.towers == "encoder-only" else 2 * c.layers * c.heads * (c.key_width + c.value_width) * later)
    assert o.training == 3 * o.forward


def test_the_rule_of_two_a_weight() -> None:
    """GPT-3 at T = 2048: 2 · 12 L d² for the layers, 4 L T d for attention, 2 N d for the output; Kaplan's rule beside it."""
    L, d, N, length = 96, 12_288, 50_257, 2048
    o = operations(account(PRESETS["gpt-3"]))
    assert o.length == length
    assert o.forward == length * (2 * 12 * L * d * d + 4 * L * length * d + 2 * N * d)
    assert o.kaplan == 2 * 12 * L * d * d + 2 * L * length * d


def test_a_pooler_works_once() -> None:
    bert, d = replace(PRESETS["bert-base"], next_sentence_head=True), 768
    without = replace(bert, pooler=False, next_sentence_head=False)
    for length in (1, 100):
        more = operations(account(bert), length).forward - operations(account(without), length).forward
        assert more == 2 * (d * d + 2 * d)


def test_cross_attention_projects_the_source() -> None:
    """Without a causal mask's saving, all three attentions of the base model at S = T: 4 T² H d_k a layer each."""
    o = operations(account(PRESETS["transformer-base"]), 10)
    mixing = [item.flops for item in o.items if item.work == "scores-and-mixing"]
    assert mixing == [6 * 4 * 100 * 512] * 3
    assert o.source_length == 10


def test_lengths() -> None:
    gpt = account(PRESETS["gpt-2"])
    assert operations(gpt).length == 1024
    assert operations(account(PRESETS["transformer-base"])).length == 512
    with pytest.raises(WrongConfiguration) as caught:
        operations(gpt, 1025)
    assert (caught.value.kind, caught.value.values) == ("too-long", {"length": 1025, "context": 1024})
    for wrong in (0, -1, 10**9 + 1):
        with pytest.raises(WrongConfiguration, match="not in range: setting length"):
            operations(gpt, wrong)


def test_a_wrong_formula_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    products, c = counting._products, replace(PRESETS["transformer-base"], layers=1)
    for key in products(c):
        monkeypatch.setattr(counting, "_products", lambda c, key=key: {**products(c), key: ("T d",)})
        with pytest.raises(AccountsDisagree, match=f"^operations of {', '.join(key)}: "):
            operations(account(c), 4)


# Memory


def test_bytes_of_llama() -> None:
    m = memory(account(PRESETS["llama-2-7b"]))
    assert m.parameters == {"fp32": 4 * 6_738_415_616, "fp16": 13_476_831_232, "bf16": 13_476_831_232, "int8": 6_738_415_616}
    assert m.training["fp32"] == m.training["mixed"] == 16 * 6_738_415_616
    # Key and value of width 4096 in each of 32 layers, two bytes a number: half a mebibyte a token.
    assert m.cache is not None
    assert m.cache.bytes(1, 0) == 2 * 32 * 4096 * 2 == 2**19
    assert m.cache.bytes(4096, 0) == 2 * 2**30


def test_grouped_queries_keep_less() -> None:
    grouped = memory(account(replace(PRESETS["llama-2-7b"], key_value_heads=8))).cache
    assert grouped is not None and grouped.own * 4 == 2 * 32 * 4096


def test_a_decoder_keeps_its_source_too() -> None:
    base = memory(account(PRESETS["transformer-base"])).cache
    assert base is not None
    assert base.bytes(3, 5, "fp32") == 4 * (2 * 6 * 512) * (3 + 5)
    assert memory(account(PRESETS["bert-base"])).cache is None
