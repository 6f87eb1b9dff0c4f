"""Activations: the numbers that a forward pass leaves for the backward one, for a single sequence.

Counted is every matrix that the backward formulas read (notes §10), once: the input of each product with weights, queries,
keys, values and attention weights, what an activation function reads and gives, x̂ and s of each norm, the probabilities p.
That is the convention of Korthikanti 2022 (§4.1, equation 2; §4.3 for the output), without its dropout masks, and exactly,
with the one number s for each position that it neglects; nothing is recomputed, and every score of a causal mask is kept.
"""

from __future__ import annotations

from typing import Literal

from lessonproof.records import dataclass
from numeric.account.configuration import Configuration
from numeric.account.formulas import Formula, value
from numeric.account.operations import Operations
from numeric.account.shapes import Part, Place

Precision = Literal["fp32", "mixed"]
# Mixed precision keeps 16 bits, but of the probabilities 32 (Korthikanti 2022, §4.3).
WIDTH: dict[Precision, int] = {"fp32": 4, "mixed": 2}
WIDTH_OF_PROBABILITIES = 4


@dataclass(frozen=True, slots=True)
class Kept:
    """Numbers of one component in all layers together; its formula has T, positions, and S, those of a source.

    in_layers: as many of them are the layers' own   probabilities: as many are probabilities.
    """

    place: Place
    part: Part
    formula: Formula
    numbers: int
    in_layers: int
    probabilities: int

    def bytes(self, precision: Precision) -> int:
        return WIDTH[precision] * (self.numbers - self.probabilities) + WIDTH_OF_PROBABILITIES * self.probabilities


@dataclass(frozen=True, slots=True)
class Activations:
    """items: in the order of the forward pass; layers: of each tower."""

    items: tuple[Kept, ...]
    layers: int

    @property
    def numbers(self) -> int:
        return sum(item.numbers for item in self.items)

    def bytes(self, precision: Precision, place: Place | None = None) -> int:
        return sum(item.bytes(precision) for item in self.items if place in (None, item.place))

    def one_layer(self, place: Place, precision: Precision) -> int:
        """Bytes of one layer of that tower. All layers are alike."""
        return WIDTH[precision] * sum(item.in_layers for item in self.items if item.place == place) // self.layers


def activations(c: Configuration, o: Operations) -> Activations:
    """Of one sequence of the length, and the source, that the operations are counted for."""
    symbols = {**c.symbols(), "T": o.length, "S": o.source_length}
    probabilities = {("output", "scores"): ("T N",), ("output", "next-sentence-head"): ("2",)}
    items = []
    for key, formula in _formulas(c).items():
        of_layers = tuple(term for term in formula if "L" in term.split())
        counts = (value(each, symbols) for each in (formula, of_layers, probabilities.get(key, ())))
        items.append(Kept(*key, formula, *counts))
    return Activations(tuple(items), c.layers)


def _formulas(c: Configuration) -> dict[tuple[Place, Part], Formula]:
    found: dict[tuple[Place, Part], Formula] = {}
    if c.embedding_norm:
        found["embedding", "embedding-norm"] = ("T d", "T")
    if c.has_encoder:
        found |= _tower("encoder", "S" if c.has_decoder else "T", c)
    if c.has_decoder:
        found |= _tower("decoder", "T", c)
    if c.masked_token_head:  # its input, what its activation reads, and its norm
        found["output", "masked-token-head"] = ("3 T d", "T")
    if c.pooler:  # its input is a row of what the output keeps, where there is one
        found["output", "pooler"] = ("2 d",) if c.output == "none" else ("d",)
    if c.next_sentence_head:
        found["output", "next-sentence-head"] = ("d", "2")
    if c.output != "none":
        found["output", "scores"] = ("T d", "T N")
    return found


def _tower(place: Place, t: str, c: Configuration) -> dict[tuple[Place, Part], Formula]:
    """t: the letter of its positions."""
    across = place == "decoder" and c.has_encoder

    def attention(s: str) -> Formula:
        if c.groups == c.heads and c.key_width == c.value_width and c.heads * c.key_width == c.d_model:
            return (f"5 L {t} d", f"L H {t} {t}") if s == t else (f"3 L {t} d", f"2 L {s} d", f"L H {t} {s}")
        return (f"L {t} d", f"L {t} H d_k", f"L {s} G d_k", f"L {s} G d_v", f"L H {t} {s}", f"L {t} H d_v")

    found: dict[tuple[Place, Part], Formula] = {(place, "self-attention"): attention(t)}
    if across:
        # The encoder's result is one matrix, which all layers read.
        found[place, "cross-attention"] = (*attention("S"), "S d")
    found[place, "feed-forward"] = (f"L {t} d", f"{3 if c.gated else 2} L {t} m")
    norms = 3 if across else 2
    found[place, "norms"] = (f"{norms} L {t} d", f"{norms} L {t}")
    if c.final_norm:
        found[place, "final-norm"] = (f"{t} d", t)
    return found
