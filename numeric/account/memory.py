"""Bytes: of the parameters in each number format, of training with Adam, of the keys and values kept for generation.

What is kept of the activations depends on the length of the sequence: `activations`.
"""

from __future__ import annotations

from typing import Literal

from lessonproof.records import dataclass
from numeric.account.account import Account
from numeric.account.configuration import Configuration

NumberFormat = Literal["fp32", "fp16", "bf16", "int8"]
BYTES: dict[NumberFormat, int] = {"fp32": 4, "fp16": 2, "bf16": 2, "int8": 1}
CACHE_FORMAT: NumberFormat = "fp16"

# Bytes for each parameter while Adam trains it. Mixed precision: Rajbhandari 2020 (ZeRO), §3.1.
ADAM: dict[Literal["fp32", "mixed"], dict[str, int]] = {
    "fp32": {"parameters": 4, "gradients": 4, "moments": 8},
    "mixed": {"parameters": 2, "gradients": 2, "master": 4, "moments": 8},
}


@dataclass(frozen=True, slots=True)
class Memory:
    """In bytes.   parameters: in each format, of int8 the integers without their scales   training: parameters, gradients and
    Adam's state, without activations   cache: keys and values of one sequence."""

    parameters: dict[NumberFormat, int]
    training: dict[Literal["fp32", "mixed"], int]
    cache: Cache | None


@dataclass(frozen=True, slots=True)
class Cache:
    """Numbers kept for each position, in all layers: 2 L G d_k where d_v = d_k (Shazeer 2019).

    own: for each position of the decoder itself   source: for each position of the encoder that cross-attention reads.
    """

    own: int
    source: int

    def bytes(self, length: int, source_length: int, form: NumberFormat = CACHE_FORMAT) -> int:
        """For one sequence of `length` positions, and a source of `source_length`."""
        return BYTES[form] * (self.own * length + self.source * source_length)


def memory(a: Account) -> Memory:
    return Memory(
        parameters={form: size * a.total for form, size in BYTES.items()},
        training={form: sum(sizes.values()) * a.total for form, sizes in ADAM.items()},
        cache=cache(a.configuration),
    )


def cache(c: Configuration) -> Cache | None:
    """None for an encoder, which generates nothing."""
    if not c.has_decoder:
        return None
    numbers = c.layers * c.groups * (c.key_width + c.value_width)
    return Cache(numbers, numbers if c.has_encoder else 0)
