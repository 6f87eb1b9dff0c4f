"""The closed formulas of the parameter counts, in the letters of the papers; written without a look at the models.

A formula is a sum of products, each one text: `4 L d d` is 4 · L · d · d. `N` vocabulary, `d` width, `m` inner width of the
FFN, `H` heads, `G` heads of keys and values, `d_k`, `d_v` their widths, `L` layers, `n` learned positions, `s` segments.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from numeric.account.configuration import Configuration
from numeric.account.shapes import Kind, Part, Place

Formula = tuple[str, ...]
Key = tuple[Place, Part, Kind]

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def value(formula: Formula, symbols: Mapping[str, int]) -> int:
    """What the formula is worth."""
    return sum(prod(int(factor) if factor.isdecimal() else symbols[factor] for factor in term.split()) for term in formula)


def spelled(formula: Formula) -> str:
    """As one prints it: `4Ld² + 2Ldm`, with points where a letter has an index: `L·d·H·d_k`."""
    return " + ".join(("·" if "_" in term else "").join(_power(*power) for power in _powers(term)) for term in formula)


def latex(formula: Formula) -> str:
    """The same as LaTeX, without dollars."""
    return " + ".join(
        r" \, ".join(symbol + (f"^{{{power}}}" if power > 1 else "") for symbol, power in _powers(term)) for term in formula
    )


def formulas(c: Configuration) -> dict[Key, Formula]:
    """The formula of every component that the model has."""
    found: dict[Key, Formula] = {("embedding", "tokens", "weights"): ("N d",)}
    norm = 2 if c.norm == "layer" else 1  # γ and β, or γ alone
    if c.source_table == "own":
        found["embedding", "source-tokens", "weights"] = ("N d",)
    if c.positions == "learned":
        found["embedding", "positions", "weights"] = ("n d",)
    if c.segments:
        found["embedding", "segments", "weights"] = ("s d",)
    if c.embedding_norm:
        found["embedding", "embedding-norm", "norms"] = (_times(norm, "d"),)
    if c.has_encoder:
        found |= _tower("encoder", c, norm, cross=False)
    if c.has_decoder:
        found |= _tower("decoder", c, norm, cross=c.has_encoder)
    if c.pooler:
        found["output", "pooler", "weights"] = ("d d",)
        found["output", "pooler", "biases"] = ("d",)
    if c.masked_token_head:
        found["output", "masked-token-head", "weights"] = ("d d",)
        found["output", "masked-token-head", "biases"] = ("d",)
        found["output", "masked-token-head", "norms"] = (_times(norm, "d"),)
    if c.next_sentence_head:
        found["output", "next-sentence-head", "weights"] = ("2 d",)
        found["output", "next-sentence-head", "biases"] = ("2",)
    if c.output == "own":
        found["output", "scores", "weights"] = ("N d",)
    if c.output_biases:
        found["output", "scores", "biases"] = ("N",)
    return found


def _tower(place: Place, c: Configuration, norm: int, *, cross: bool) -> dict[Key, Formula]:
    attention, attention_biases = _attention(c)
    found: dict[Key, Formula] = {}
    attentions: tuple[Part, ...] = ("self-attention", "cross-attention") if cross else ("self-attention",)
    for part in attentions:
        found[place, part, "weights"] = attention
        if c.attention_biases:
            found[place, part, "biases"] = attention_biases
    found[place, "feed-forward", "weights"] = ("3 L d m" if c.gated else "2 L d m",)
    if c.ffn_biases:
        found[place, "feed-forward", "biases"] = ("2 L m" if c.gated else "L m", "L d")
    found[place, "norms", "norms"] = (_times((len(attentions) + 1) * norm, "L d"),)
    if c.final_norm:
        found[place, "final-norm", "norms"] = (_times(norm, "d"),)
    return found


def _attention(c: Configuration) -> tuple[Formula, Formula]:
    """Weights and biases of the four projections, as short as the sizes allow."""
    usual = c.key_width == c.value_width and c.heads * c.key_width == c.d_model
    if usual and c.groups == c.heads:
        return ("4 L d d",), ("4 L d",)
    if usual:
        return ("2 L d d", "2 L d G d_k"), ("2 L d", "2 L G d_k")
    return ("L d H d_k", "L d G d_k", "L d G d_v", "L H d_v d"), ("L H d_k", "L G d_k", "L G d_v", "L d")


def _times(factor: int, symbols: str) -> str:
    return symbols if factor == 1 else f"{factor} {symbols}"


def _powers(term: str) -> list[tuple[str, int]]:
    factors = term.split()
    return [(factor, factors.count(factor)) for factor in dict.fromkeys(factors)]


def _power(symbol: str, power: int) -> str:
    return symbol + (str(power).translate(_RAISED) if power > 1 else "")
