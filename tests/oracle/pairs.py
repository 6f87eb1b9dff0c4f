"""One model of each kind, ours and PyTorch's, over the same weights."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import torch
from torch import Tensor

from numeric.fields import Ball, Field
from numeric.matrix import Matrix
from numeric.models.architecture import Architecture
from numeric.models.bert import bert
from numeric.models.causal_decoder import causal_decoder
from numeric.models.encoder_decoder import transformer
from numeric.models.llama import llama
from numeric.parameters import named
from numeric.rotary import Rotary
from numeric.sequence_loss import Targets, sequence_loss, sequence_loss_backward
from numeric.weights import GivenWeights, Weights
from tests.oracle import torch_models as theirs

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)

Rows = dict[str, list[list[Fraction]]]


@dataclass(frozen=True)
class Result:
    """outputs: every matrix of scores   loss: the sum of their losses   gradients: by name."""

    outputs: list[list[list[Any]]]
    loss: Any
    gradients: dict[str, list[list[Any]]]

    def numbers(self) -> dict[str, Any]:
        """Every single number by its place."""
        found = {"loss": self.loss}
        for kind, matrices in (("output", dict(enumerate(self.outputs))), ("gradient", self.gradients)):
            for name, rows in matrices.items():
                found.update({f"{kind} {name}[{i},{j}]": x for i, row in enumerate(rows) for j, x in enumerate(row)})
        return found


@dataclass(frozen=True)
class Pair:
    """build: our model   scores: a run -> its scores, one matrix a loss   run: model -> run   witness: PyTorch's model
    targets: for each matrix of scores   smoothing: of the labels."""

    build: Callable[[Weights[Any]], Any]
    run: Callable[[Any], Any]
    scores: Callable[[Any], list[Matrix[Any]]]
    witness: Callable[[], theirs.Witness]
    targets: list[Targets]
    smoothing: str = "0"

    def rows(self) -> Rows:
        """Weights as large as trained ones, written with three decimals, the gains around 1."""
        draw, asked, field = random.Random(11), Rows(), Ball(64)

        def weights(name: str, rows: int, columns: int, /) -> Matrix[Any]:
            centre = 1000 if name.endswith("gamma") else 0
            asked[name] = [[Fraction(centre + draw.randint(-600, 600), 1000) for _ in range(columns)] for _ in range(rows)]
            return field.matrix(asked[name])

        self.build(weights)
        return asked

    def model(self, field: Field[Any], rows: Mapping[str, Any] | None = None) -> Any:
        return self.build(GivenWeights(field, rows or self.rows()))

    def gradients(self, model: Any) -> tuple[Any, Result]:
        """The gradients as a model, and everything as numbers."""
        run = self.run(model)
        scores = self.scores(run)
        field = scores[0].field
        with field.working():
            losses = [sequence_loss(each, y, self.smoothing) for each, y in zip(scores, self.targets, strict=True)]
            bars = [sequence_loss_backward(each.p, y, self.smoothing) for each, y in zip(losses, self.targets, strict=True)]
            loss = field.total([each.L for each in losses])
        tree = model.backward(run, *bars)
        return tree, Result([each.rows() for each in scores], loss, {name: m.rows() for name, m in named(tree)})

    def ours(self, field: Field[Any]) -> Result:
        return self.gradients(self.model(field))[1]

    def loaded(self) -> theirs.Witness:
        witness = self.witness()
        witness.places.load(self.rows())
        return witness

    def their_loss(self, outputs: list[Tensor]) -> Tensor:
        pairs = zip(outputs, self.targets, strict=True)
        losses = [theirs.cross_entropy(scores, targets, float(Fraction(self.smoothing))) for scores, targets in pairs]
        return torch.stack(losses).sum()

    def theirs(self) -> Result:
        return self.result_of(self.loaded())

    def result_of(self, witness: theirs.Witness) -> Result:
        outputs = witness.outputs()
        loss = self.their_loss(outputs)
        loss.backward()  # type: ignore[no-untyped-call]
        return Result([each.tolist() for each in outputs], loss.item(), witness.places.gradients())


def _logits(run: Any) -> list[Matrix[Any]]:
    return [run.logits]


_SOURCE, _TARGET, _REAL = [4, 9, 2, 7, 1], [3, 8, 8, 5], [True, True, True, True, False]
_ORIGINAL = Architecture(8, 2, 12, 2, order="post", bias_attention=True, bias_ffn=True, final_norm=False)
_PRE = Architecture(8, 2, 12, 2, activation="gelu", bias_attention=True, bias_ffn=True)
_TEXT, _SEGMENTS = [1, 6, 3, 9, 2, 1], [1, 1, 1, 2, 2, 2]
_PADDED = [True] * 5 + [False]

PAIRS = {
    "original encoder–decoder": Pair(
        lambda weights: transformer(weights, 10, _ORIGINAL),
        lambda model: model.forward(_SOURCE, _TARGET, _REAL),
        _logits,
        lambda: theirs.encoder_decoder(10, 8, 2, 12, 2, _SOURCE, _TARGET, _REAL),
        [[8, 8, 5, 2]],
        smoothing="0.1",
    ),
    "pre-norm causal decoder": Pair(
        lambda weights: causal_decoder(weights, 10, _PRE, positions=7, output_bias=True),
        lambda model: model.forward(_TARGET),
        _logits,
        lambda: theirs.causal_decoder(10, 7, 8, 2, 12, 2, _TARGET),
        [[8, None, 5, 2]],
    ),
    "encoder-only": Pair(
        lambda weights: bert(weights, 10, 7, 8, 2, 12, 2, epsilon="1e-5"),
        lambda model: model.forward(_TEXT, _PADDED, segments=_SEGMENTS),
        lambda run: [run.logits, run.next_logits],
        lambda: theirs.bert(10, 7, 8, 2, 12, 2, _TEXT, _PADDED, _SEGMENTS),
        [[None, 4, None, 9, None, None], [2]],
    ),
    "Llama": Pair(
        lambda weights: llama(weights, N=10, d=8, H=4, m=12, L=2, groups=2, rotary=Rotary(100)),
        lambda model: model.forward(_TARGET),
        _logits,
        lambda: theirs.llama(10, 8, 4, 2, 12, 2, 100.0, _TARGET),
        [[8, 8, 5, 2]],
    ),
}
