"""A small model carried through: forward, loss, all gradients, updates, and forward again, with everything on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from lessonproof.records import dataclass
from numeric.attention import causal
from numeric.fields.exact import Exact
from numeric.fields.field import Field
from numeric.given_masks import GivenMasks
from numeric.given_rows import Rows
from numeric.matrix import Matrix
from numeric.models.encoder_decoder import EncoderDecoder
from numeric.models.one_tower import OneTower
from numeric.quantity import Quantity, between, of_encoder_decoder, of_one_tower, of_single_head, parameters
from numeric.sequence_loss import Targets, sequence_loss, sequence_loss_backward
from numeric.single_head import NAMES, Parameters, backward, forward
from numeric.training.optimizer import Optimizer
from numeric.weights import GivenWeights, Weights

Model = OneTower[Any] | EncoderDecoder[Any] | Parameters[Any]


@dataclass(frozen=True, slots=True)
class Experiment:
    """A model, its weights, what it reads, and how it is trained.

    build: weights -> model; it asks for each matrix by name and shape   weights: their exact entries
    tokens: what the model or, of an encoder–decoder, its decoder reads: ids from 1   source: what the encoder reads
    real: False where a token (of the source, where there is one) is padding; None: all are real
    targets: one for each row of the logits, None where a position is not counted; None without a loss. The single head
        of notes §11 has one row, that of the last position.
    optimizer: None without an update   steps: how many updates
    masks, source_masks: of dropout, in the only tower or the decoder and in the encoder: the same ones in every pass.
    """

    build: Callable[[Weights[Any]], Model]
    weights: Mapping[str, Rows]
    tokens: tuple[int, ...]
    source: tuple[int, ...] | None = None
    real: tuple[bool, ...] | None = None
    targets: Targets | None = None
    optimizer: Optimizer | None = None
    steps: int = 1
    masks: GivenMasks | None = None
    source_masks: GivenMasks | None = None

    def model(self, field: Field[Any]) -> Model:
        """The model over this field."""
        return self.build(GivenWeights(field, self.weights))

    def trained(self, field: Field[Any]) -> Model:
        """The model over this field after all updates; without an optimizer as it is given."""
        model, before = self.model(field), None
        if self.targets is not None and self.optimizer is not None:
            for _ in range(self.steps):
                after = self.optimizer.step(model, _Pass(self, model).gradients(self.targets)[0], before)
                model, before = after.parameters, after.before
        return model

    def quantities(self, field: Field[Any]) -> Iterator[Quantity[Any]]:
        """Everything that is computed, in order; the stage of each quantity says what the run is doing.

        "weights"; then for each step "forward", "loss", "gradients", "optimizer", "updated"; then "forward" and "loss"
        once more. Without targets it ends after the first "forward", without an optimizer after "gradients".
        Raises what the layers raise: ShapeMismatch, TokenOutOfRange, SignUndecided, ValueError.
        """
        model, before = self.model(field), None
        yield from _staged("weights", 0, parameters(model))
        for step in range(1, self.steps + 1):
            pass_ = _Pass(self, model)
            yield from pass_.until_loss(step)
            if self.targets is None:
                return
            gradients, on_the_way = pass_.gradients(self.targets)
            yield from _staged("gradients", step, [*on_the_way, *parameters(gradients, "gradient")])
            if self.optimizer is None:
                return
            after = self.optimizer.step(model, gradients, before)
            for role, tree in after.computed:
                yield from _staged("optimizer", step, parameters(tree, role))
            yield from _staged("updated", step, parameters(after.parameters, "updated"))
            model, before = after.parameters, after.before
        yield from _Pass(self, model).until_loss(self.steps + 1)


def shapes(build: Callable[[Weights[Any]], Model]) -> dict[str, tuple[int, int]]:
    """The name and shape of every matrix that the model asks for, without any entry."""
    field, asked = Exact(), {}

    def weights(name: str, rows: int, columns: int, /) -> Matrix[Any]:
        asked[name] = (rows, columns)
        return Matrix(field, None, (rows, columns))

    build(weights)
    return asked


def single_head(weights: Weights[Any], N: int, d: int, d_k: int, d_v: int) -> Parameters[Any]:
    """The worked example's model (notes §11.1) with weights asked for by name."""
    return Parameters(
        E=weights("E", N, d),
        W_Q=weights("W_Q", d, d_k),
        W_K=weights("W_K", d, d_k),
        W_V=weights("W_V", d, d_v),
        W_O=weights("W_O", d_v, d),
        U=weights("U", d, N),
    )


class _Pass:
    """One forward pass of an experiment's model, and the backward pass that belongs to it."""

    def __init__(self, experiment: Experiment, model: Model) -> None:
        self._model, self._tokens, self._targets = model, experiment.tokens, experiment.targets
        if isinstance(model, Parameters):
            # The single head computes its loss in the forward pass; without a target any token serves.
            target = self._targets[0] if self._targets else None
            self._head = forward(model.E.field, model, self._tokens, target or 1)
            self.logits = self._head.logits
            return
        masks, source_masks = (
            None if given is None else given.over(model.E.field) for given in (experiment.masks, experiment.source_masks)
        )
        if isinstance(model, EncoderDecoder):
            self._run: Any = model.forward(experiment.source or (), self._tokens, experiment.real, source_masks, masks)
        else:
            self._run = model.forward(self._tokens, experiment.real, masks)
        self.logits = self._run.logits

    def until_loss(self, step: int) -> Iterator[Quantity[Any]]:
        yield from _staged("forward", step, self._forward())
        field = self.logits.field
        # Probabilities do not depend on the targets: without any, those of the first word are only computed along.
        with field.working():
            loss = sequence_loss(self.logits, self._targets or [1] * self.logits.shape[0])
        yield from _staged("loss", step, [Quantity("p", loss.p, words=True)])
        if self._targets is not None:
            if len(loss.losses) > 1:
                yield from _staged("loss", step, [Quantity("L_{i}", field.of_rows([loss.losses]))])
            yield from _staged("loss", step, [Quantity("L", field.of_rows([[loss.L]]))])

    def _forward(self) -> Iterator[Quantity[Any]]:
        if isinstance(self._model, Parameters):
            return of_single_head(self._head, causal(len(self._tokens)))
        if isinstance(self._model, EncoderDecoder):
            return of_encoder_decoder(self._model, self._run)
        return of_one_tower(self._model, self._run)

    def gradients(self, targets: Targets) -> tuple[Model, list[Quantity[Any]]]:
        """The gradients of the parameters, and those on the way that the notes have letters for."""
        field = self.logits.field
        if isinstance(self._model, Parameters):
            assert targets[0] is not None
            bars = backward(field, self._model, self._tokens, targets[0], self._head)
            return Parameters(**{name: bars.matrix(name) for name in NAMES}), list(between(bars))
        with field.working():
            logits_bar = sequence_loss_backward(sequence_loss(self.logits, targets).p, targets)
        on_the_way: list[Quantity[Any]] = [Quantity(r"\bar{\Lambda}", logits_bar, words=True)]
        return self._model.backward(self._run, logits_bar), on_the_way


def _staged(stage: str, step: int, quantities: Iterable[Quantity[Any]]) -> Iterator[Quantity[Any]]:
    return (replace(quantity, stage=(stage, step)) for quantity in quantities)
