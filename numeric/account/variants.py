"""The same model counted otherwise: without biases or norms, with tables of their own, with the heads of pre-training."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from lessonproof.records import dataclass
from numeric.account.account import Account, account
from numeric.account.configuration import Configuration
from numeric.account.shapes import KINDS

VariantName = Literal[
    "without-biases", "without-norms", "weights-only", "attention-biases", "tied-output", "own-output", "three-tables",
    "without-pooler", "pre-training-heads",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Variant:
    """A number of parameters, and by how much it exceeds that of the model itself."""

    name: VariantName
    count: int
    difference: int


def variants(a: Account) -> list[Variant]:
    """Those that differ from the model. "biases" are those of linear layers; a LayerNorm's β is part of the norm."""
    c = a.configuration
    weights, biases, norms = (a.count(kinds=(kind,)) for kind in KINDS)
    counts: dict[VariantName, int] = {
        "without-biases": weights + norms,
        "without-norms": weights + biases,
        "weights-only": weights,
    }
    for name, other in _others(c).items():
        counts[name] = account(other).total
    return [Variant(name, count, count - a.total) for name, count in counts.items() if count != a.total]


def _others(c: Configuration) -> dict[VariantName, Configuration]:
    others: dict[VariantName, Configuration] = {}
    if c.ffn_biases and not c.attention_biases:
        others["attention-biases"] = replace(c, attention_biases=True)
    if c.output == "own":
        others["tied-output"] = replace(c, output="tied")
    if c.output == "tied":
        others["own-output"] = replace(c, output="own")
    if c.towers == "encoder-decoder" and (c.output, c.source_table) != ("own", "own"):
        others["three-tables"] = replace(c, output="own", source_table="own")
    if c.pooler:
        others["without-pooler"] = replace(c, pooler=False, next_sentence_head=False)
    if c.pooler and c.output == "none":
        others["pre-training-heads"] = replace(
            c, output="tied", output_biases=True, masked_token_head=True, next_sentence_head=True
        )
    return others
