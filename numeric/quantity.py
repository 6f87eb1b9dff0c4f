"""What a run computes, matrix by matrix, in the letters of the notes and in the order of the computation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic

from lessonproof.records import dataclass
from numeric.attention import Allowed
from numeric.fields.number import T
from numeric.gated_feed_forward import GatedFeedForwardRun
from numeric.layer_norm import Normalised
from numeric.matrix import Matrix
from numeric.models.block import AnyFeedForwardRun, Block, BlockRun
from numeric.models.encoder_decoder import EncoderDecoder, EncoderDecoderRun
from numeric.models.one_tower import OneTower, OneTowerRun
from numeric.models.tower import Tower, TowerRun
from numeric.multi_head import MultiHeadRun
from numeric.parameters import named
from numeric.residual import Norm, ResidualRun
from numeric.rms_norm import RMSNorm
from numeric.single_head import Forward, Gradients

# ("encoder", 0), ("layer", 1), ("head", 2), …: a part of something, with its number from 1 where there are several.
Part = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Quantity(Generic[T]):
    """One matrix; a scalar is 1 × 1.

    letters: LaTeX, as the notes write it   where: the part of the model that computes it, outermost first
    forbidden: entries that a mask forbids (−∞), counted from 0   words: one column for each word of the vocabulary
    name: of a parameter, as its weights are named; "" for everything else
    stage: what the run is doing, "forward", "loss", …, and in which training step, from 1.
    """

    letters: str
    matrix: Matrix[T]
    where: tuple[Part, ...] = ()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    words: bool = False
    name: str = ""
    stage: Part = ("", 0)


def of_single_head(f: Forward[T], allowed: Allowed) -> Iterator[Quantity[T]]:
    """The forward pass of notes §11.2 and §11.3, up to the logits."""
    yield Quantity("X", f.X)
    yield from (Quantity(letter, M) for letter, M in (("Q", f.Q), ("K", f.K), ("V", f.V)))
    yield from _scores(f.S_0, allowed, "")
    yield from (Quantity(letter, M) for letter, M in (("A", f.A), ("Z", f.Z), ("R", f.R), ("h", f.h)))
    yield Quantity(r"\ell", f.logits, words=True)


def between(g: Gradients[T]) -> Iterator[Quantity[T]]:
    """The gradients of what lies between the loss and the parameters of the single head (notes §11.4, §11.5)."""
    yield Quantity(r"\bar{\ell}", g.logits, words=True)
    for letter in ("h", "R", "Z", "A", "S", "V", "Q", "K", "X"):
        yield Quantity(rf"\bar{{{letter}}}", getattr(g, letter))


def of_one_tower(model: OneTower[T], run: OneTowerRun[T]) -> Iterator[Quantity[T]]:
    """Everything from X^(0) to the logits Λ."""
    if model.embedding_norm is not None and run.normalised is not None:
        yield from _normalised(model.embedding_norm, run.normalised, "X", (("embeddings", 0),))
    yield from _tower(model.tower, run.tower, ())
    yield Quantity(r"\Lambda", run.logits, words=True)


def of_encoder_decoder(model: EncoderDecoder[T], run: EncoderDecoderRun[T]) -> Iterator[Quantity[T]]:
    """Everything from the encoder's X^(0) to the decoder's logits Λ."""
    yield from _tower(model.encoder, run.encoder.tower, (("encoder", 0),))
    yield from _tower(model.decoder, run.tower, (("decoder", 0),))
    yield Quantity(r"\Lambda", run.logits, words=True)


# How the letter of a parameter is written in its several roles.
_ROLES = {
    "itself": "{letter}{below}",
    "gradient": r"\bar{{{letter}}}{below}",
    "updated": r"{letter}{below}^{{new}}",
    "velocity": "v({letter}{below})",
    "m": "m({letter}{below})",
    "v": "v({letter}{below})",
    "m_hat": r"\hat{{m}}({letter}{below})",
    "v_hat": r"\hat{{v}}({letter}{below})",
    "update": r"\Delta({letter}{below})",
}
_GREEK = {"gamma": r"\gamma", "beta": r"\beta"}


def parameters(model: object, role: str = "itself") -> Iterator[Quantity[Any]]:
    """The parameters of a model, or the tree of their gradients or moments: the role says how the letters are written."""
    for name, matrix in named(model):
        *path, last = name.split(".")
        letter, _, index = last.partition("_")
        below = f"_{{{index}}}" if index else ""
        letters = _ROLES[role].format(letter=_GREEK.get(letter, letter), below=below)
        yield Quantity(letters, matrix, tuple(_parts(path)), words=last in ("U", "b"), name=name)


def _parts(path: list[str]) -> Iterator[Part]:
    for name, following in zip(path, [*path, ""][1:], strict=True):
        if name == "layers":
            yield "layer", int(following)
        elif not name.isdigit() and name != "tower":
            yield name.replace("_", "-"), 0


def _tower(tower: Tower[T], run: TowerRun[T], where: tuple[Part, ...]) -> Iterator[Quantity[T]]:
    yield Quantity("X^{(0)}", run.X, where)
    X = run.X
    for n, (block, layer) in enumerate(zip(tower.layers, run.layers, strict=True)):
        yield from _block(block, layer, X, n, (*where, ("layer", n + 1)))
        X = layer.Y
    if tower.final_norm is not None and run.final is not None:
        yield from _normalised(tower.final_norm, run.final, f"X^{{({len(tower.layers)})}}", (*where, ("final-norm", 0)), "f")
    yield Quantity("H", run.H, where)


def _block(block: Block[T], run: BlockRun[T], X: Matrix[T], n: int, where: tuple[Part, ...]) -> Iterator[Quantity[T]]:
    """The sublayers in order; n is the notes' ℓ. T: after self-attention, T̃: after cross-attention, X^(n+1): after the FFN."""
    letter, matrix = f"X^{{({n})}}", X
    sublayers: list[tuple[str, Norm[T] | None, ResidualRun[T, Any], str]] = [
        ("self-attention", block.norm_self, run.self_attention, f"T^{{({n})}}")
    ]
    if run.cross_attention is not None:
        sublayers.append(("cross-attention", block.norm_cross, run.cross_attention, rf"\tilde{{T}}^{{({n})}}"))
    sublayers.append(("feed-forward", block.norm_ffn, run.feed_forward, f"X^{{({n + 1})}}"))
    for number, (name, norm, sublayer, result) in enumerate(sublayers, 1):
        at = (*where, (name, 0))
        index = f"{n},{number}"
        if block.order == "pre" and norm is not None and sublayer.normalised is not None:
            yield from _normalised(norm, sublayer.normalised, letter, at, index)
        if name == "feed-forward":
            yield from _feed_forward(sublayer.inner, n, at)
        else:
            yield from _attention(sublayer.inner, n, at)
        if sublayer.dropout is not None:
            inner = r"\operatorname{FFN}" if name == "feed-forward" else r"\operatorname{MHA}"
            yield Quantity(rf"D \odot {inner}_{{{n}}}", _dropped_out(sublayer), at)
        if block.order == "post" and norm is not None and sublayer.normalised is not None:
            inner = r"\operatorname{FFN}" if name == "feed-forward" else r"\operatorname{MHA}"
            dropped = "" if sublayer.dropout is None else r"D \odot "
            added = f"{letter} + {dropped}{inner}_{{{n}}}"
            yield Quantity(added, matrix + _dropped_out(sublayer), at)
            yield from _normalised(norm, sublayer.normalised, "", at, index, result=False)
        yield Quantity(result, sublayer.Y, at)
        letter, matrix = result, sublayer.Y


def _dropped_out(run: ResidualRun[T, Any]) -> Matrix[T]:
    inner: Matrix[T] = run.inner.Y
    return inner if run.dropout is None else run.dropout.hadamard(inner)


def _attention(run: MultiHeadRun[T], n: int, where: tuple[Part, ...]) -> Iterator[Quantity[T]]:
    for r, head in enumerate(run.heads, 1):
        above = f"^{{({r})}}" if len(run.heads) > 1 else ""
        at = (*where, ("head", r)) if len(run.heads) > 1 else where
        for letter, matrix in (("Q", head.Q), ("K", head.K), ("V", head.V)):
            yield Quantity(letter + above, matrix, at)
        for scores in _scores(head.attention.S_0, run.allowed, above):
            yield Quantity(scores.letters, scores.matrix, at, scores.forbidden)
        yield Quantity("A" + above, head.attention.A, at)
        if run.dropout is not None:
            yield Quantity(r"D \odot A" + above, run.dropout[r - 1].hadamard(head.attention.A), at)
        yield Quantity("Z" + above, head.attention.Z, at)
    if len(run.heads) > 1:
        heads = ", ".join(f"Z^{{({r})}}" for r in range(1, len(run.heads) + 1))
        yield Quantity(rf"\operatorname{{Concat}}({heads})", run.O, where)
    yield Quantity(rf"\operatorname{{MHA}}_{{{n}}}", run.Y, where)


def _feed_forward(run: AnyFeedForwardRun[T], n: int, where: tuple[Part, ...]) -> Iterator[Quantity[T]]:
    if isinstance(run, GatedFeedForwardRun):
        yield Quantity("G", run.G, where)
    yield from (Quantity(letter, matrix, where) for letter, matrix in (("B", run.B), ("C", run.C)))
    yield Quantity(rf"\operatorname{{FFN}}_{{{n}}}", run.Y, where)


def _normalised(
    norm: Norm[T], run: Normalised[T], of: str, where: tuple[Part, ...], index: str = "", *, result: bool = True
) -> Iterator[Quantity[T]]:
    """x̂ and s of every row, and the normalised rows where no letter of their own follows."""
    name = "RMSNorm" if isinstance(norm, RMSNorm) else "LN"
    yield Quantity("s", run.s, where)
    yield Quantity(r"\hat{X}", run.X_hat, where)
    if result:
        below = f"_{{{index}}}" if index else ""
        yield Quantity(rf"\operatorname{{{name}}}{below}({of})", run.Y, where)


def _scores(S_0: Matrix[T], allowed: Allowed, above: str) -> Iterator[Quantity[T]]:
    """S_0, and S with −∞ where the mask forbids, if it forbids anything."""
    yield Quantity("S_{0}" + above, S_0)
    queries, keys = S_0.shape
    forbidden = frozenset((i, j) for i in range(queries) for j in set(range(keys)).difference(allowed[i]))
    if forbidden:
        yield Quantity("S" + above, S_0, forbidden=forbidden)
