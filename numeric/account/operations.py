"""Floating-point operations of a forward pass: two for each multiplication with its addition, in matrix products only.

Counted are the products with the weights and the two products of attention; left out is what grows slower than they do:
softmax, norms, activations, biases, residual sums, look-ups (as Kaplan 2020, §2.1 and Table 1; Hoffmann 2022, appendix F,
counts the look-up as a product and the softmax too). The backward pass takes twice the forward one, for gradients of both
factors of each product; together they are three times the forward pass.
"""

from __future__ import annotations

from typing import Literal

from lessonproof.records import dataclass
from numeric.account.account import Account, AccountsDisagree
from numeric.account.configuration import LARGEST, Configuration, WrongConfiguration
from numeric.account.formulas import Formula, value
from numeric.account.shapes import Part, Place, Shape

DEFAULT_LENGTH = 512  # where no context is fixed
FOR_EACH_PRODUCT = 2
FOR_TRAINING = 3

Work = Literal["weights", "scores-and-mixing"]


@dataclass(frozen=True, slots=True)
class Item:
    """Operations of one component in a whole forward pass."""

    place: Place
    part: Part
    work: Work
    flops: int


@dataclass(frozen=True, slots=True)
class Operations:
    """length: T positions of the decoder, or of the only tower   source_length: S, of the encoder beside a decoder, else 0.

    items: of a forward pass over the sequence, with every score computed, as programs do that mask afterwards.
    masked: what of this a causal mask makes superfluous.
    kaplan: for one position of a lone decoder, 2 · its layers' weights + 2 L T H d_k, the rule of Kaplan 2020 (Table 1).
    """

    length: int
    source_length: int
    items: tuple[Item, ...]
    masked: int
    kaplan: int | None

    @property
    def forward(self) -> int:
        return sum(item.flops for item in self.items)

    @property
    def training(self) -> int:
        """Forward and backward."""
        return FOR_TRAINING * self.forward


def operations(a: Account, length: int | None = None) -> Operations:
    """For a sequence of `length` positions (None: the longest, or 512), and for as long a source where there is an encoder.

    Raises WrongConfiguration for a length beyond the learned positions, AccountsDisagree where the weights' part differs
    between the shapes and the formulas.
    """
    c = a.configuration
    T = (c.context or DEFAULT_LENGTH) if length is None else length
    if not 1 <= T <= LARGEST:
        raise WrongConfiguration("not-in-range", setting="length", given=T, least=1, most=LARGEST)
    if c.positions == "learned" and c.context is not None and c.context < T:
        raise WrongConfiguration("too-long", length=T, context=c.context)
    S = T if c.towers == "encoder-decoder" else 0
    products = _products(c)
    weights: dict[tuple[Place, Part], int] = {}
    for shape in a.matrices:
        if shape.kind == "weights" and (positions := _positions(shape, c, T, S)):
            weights[shape.place, shape.part] = weights.get((shape.place, shape.part), 0) + positions * shape.entries
    if c.output == "tied":
        weights["output", "scores"] = T * next(shape.entries for shape in a.matrices if shape.part == "tokens")
    expected = {key: value(formula, {**c.symbols(), "T": T, "S": S}) for key, formula in products.items()}
    for key in expected.keys() | weights.keys():
        if expected.get(key, 0) != weights.get(key, 0):
            raise AccountsDisagree(f"operations of {', '.join(key)}", weights.get(key, 0), expected.get(key, 0))
    items = [Item(*key, "weights", FOR_EACH_PRODUCT * count) for key, count in weights.items()]
    masked = 0
    for place, part, queries, keys in _attentions(c, T, S):
        pair = FOR_EACH_PRODUCT * c.layers * c.heads * (c.key_width + c.value_width)
        items.append(Item(place, part, "scores-and-mixing", pair * queries * keys))
        if place == "decoder" and part == "self-attention":
            masked = pair * (queries * keys - queries * (queries + 1) // 2)
    kaplan = None
    if c.towers == "decoder-only":
        weights_of_layers = a.count("decoder", kinds=["weights"])
        kaplan = FOR_EACH_PRODUCT * (weights_of_layers + c.layers * T * c.heads * c.key_width)
    return Operations(T, S, tuple(items), masked, kaplan)


_ONCE: tuple[Part, ...] = ("pooler", "next-sentence-head")


def _positions(shape: Shape, c: Configuration, T: int, S: int) -> int:
    """How many positions are multiplied by this matrix; none by a table that is looked up."""
    if shape.place == "embedding":
        return 0
    if shape.part in _ONCE:
        return 1
    of_source = shape.part == "cross-attention" and shape.name.endswith((".W_K", ".W_V"))
    return S if of_source or (shape.place == "encoder" and c.has_decoder) else T


def _attentions(c: Configuration, T: int, S: int) -> list[tuple[Place, Part, int, int]]:
    """Each attention with the number of its queries and of its keys."""
    found: list[tuple[Place, Part, int, int]] = []
    if c.has_encoder:
        length = S if c.has_decoder else T
        found.append(("encoder", "self-attention", length, length))
    if c.has_decoder:
        found.append(("decoder", "self-attention", T, T))
    if c.has_encoder and c.has_decoder:
        found.append(("decoder", "cross-attention", T, S))
    return found


def _products(c: Configuration) -> dict[tuple[Place, Part], Formula]:
    """Multiplications with weights, by formula: T positions (S of the source) times the weights that each one meets."""
    network = "3 L d m" if c.gated else "2 L d m"
    found: dict[tuple[Place, Part], Formula] = {}
    if c.has_encoder:
        t = "S" if c.has_decoder else "T"
        found["encoder", "self-attention"] = (f"{t} L d H d_k", f"{t} L d G d_k", f"{t} L d G d_v", f"{t} L H d_v d")
        found["encoder", "feed-forward"] = (f"{t} {network}",)
    if c.has_decoder:
        found["decoder", "self-attention"] = ("T L d H d_k", "T L d G d_k", "T L d G d_v", "T L H d_v d")
        found["decoder", "feed-forward"] = (f"T {network}",)
    if c.has_encoder and c.has_decoder:
        found["decoder", "cross-attention"] = ("T L d H d_k", "S L d G d_k", "S L d G d_v", "T L H d_v d")
    if c.output != "none":
        found["output", "scores"] = ("T N d",)
    if c.masked_token_head:
        found["output", "masked-token-head"] = ("T d d",)
    if c.pooler:
        found["output", "pooler"] = ("d d",)
    if c.next_sentence_head:
        found["output", "next-sentence-head"] = ("2 d",)
    return found
