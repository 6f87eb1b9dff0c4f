"""Generation: a model reads a prompt and writes on, one certified token after another, until there is a reason to stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from lessonproof.records import dataclass
from numeric.embedding import check_tokens
from numeric.fields.ball import Ball
from numeric.fields.exact import Exact
from numeric.fields.field import Field, SignUndecided
from numeric.fields.number import Rational
from numeric.fields.shadow import Shadow
from numeric.generation.choice import Choice, check_uniform, choose
from numeric.generation.prefix import LanguageModel, Prefix, longest_text
from numeric.generation.rule import Greedy, Rule, Sampling
from numeric.generation.scores import Scores
from numeric.generation.truncation import Tie
from numeric.matrix import Matrix
from numeric.real import CAP, precisions
from numeric.softmax import softmax

# The model over any field: the same weights, written exactly.
Build = Callable[[Field[Any]], LanguageModel[Any]]

Stopped = Literal["end token", "length", "positions", "tie", "undecided"]


@dataclass(frozen=True, slots=True)
class Undecided:
    """No token is chosen: no field that was tried decides a comparison.

    why: the comparison that the last one does not decide, or the sign inside the model   fields: all, in order.
    """

    why: SignUndecided
    fields: tuple[Field[Any], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of generation.

    position: of the last token read, from 0: its row alone scores the next token
    field: the one that decided; where none did, the last one that got through the model
    logits: (1, N), of that row   p: (1, N), softmax(logits), the model's own distribution, before temperature and
    truncation; both None where no field gets through the model.
    """

    position: int
    field: Field[Any]
    logits: Matrix[Any] | None
    p: Matrix[Any] | None
    outcome: Choice[Any] | Tie | Undecided

    @property
    def certified(self) -> bool:
        """Whether the outcome is that of the model itself, not of floating-point numbers near it."""
        return isinstance(self.field, (Ball, Shadow, Exact)) and not isinstance(self.outcome, Undecided)


@dataclass(frozen=True, slots=True)
class Generation:
    """prompt: ids from 1   steps: in order   tokens: what was written, an end token included
    stopped: "end token": the last token ends a text   "length": as many tokens as were asked for
        "positions": the model has no position left for another   "tie", "undecided": the last step chose no token.
    """

    prompt: tuple[int, ...]
    steps: tuple[Step, ...]
    tokens: tuple[int, ...]
    stopped: Stopped


def rising(cap: int = CAP, *, exact: bool = False) -> list[Field[Any]]:
    """Fields to try in turn: balls with exact shadows of 64, 128, … bits up to `cap`.

    exact: exact arithmetic at last, which alone proves a tie that comes out of exponentials. It is for models of a few
    dimensions: for others it may take longer than anybody waits.
    """
    shadows: list[Field[Any]] = [Shadow(bits) for bits in precisions(cap)]
    return [*shadows, Exact()] if exact else shadows


def generate(
    build: Build,
    prompt: Sequence[int],
    rule: Rule = Greedy(),  # noqa: B008 - frozen
    *,
    at_most: int,
    end: Sequence[int] = (),
    uniforms: Sequence[Rational] = (),
    source: Sequence[int] | None = None,
    real: Sequence[bool] | None = None,
    fields: Sequence[Field[Any]] | None = None,
) -> Generation:
    """Writes at most `at_most` tokens after the prompt (notes §4.3, §12).

    build: field -> the model. It is asked again over the next of `fields` where one does not decide a step, up to the last;
        `rising()` unless given. One field alone is a plain run: `[Float64()]`, `[Exact()]`.
    prompt: at least one id from 1; of an encoder–decoder the target's, starting with the one that begins a text
    end: ids after which nothing is written; a full stop is none of them by itself (notes §12.5)
    uniforms: for sampling, one number from [0, 1) a step   source, real: what the encoder reads, and False for padding.

    Parameters stay as they are; what has been written is read again, that is all (notes §12.5). A tie or an undecided
    comparison ends the text with that step as its record: nothing is ever guessed.
    Raises ValueError for what is missing or does not fit together, TokenOutOfRange, ShapeMismatch.
    """
    if not prompt:
        raise ValueError("an empty prompt: give at least one token, say the one that begins a text")
    if at_most < 0:
        raise ValueError(f"at most {at_most} tokens; a length is not negative")
    us = _uniforms(rule, uniforms, at_most)
    tried = rising() if fields is None else fields
    if not tried:
        raise ValueError("no field to compute in: give at least one")
    readers = [_Reader(build, field, source, real) for field in tried]
    model = _first_model(readers)
    if isinstance(model, SignUndecided):
        failed = Step(len(prompt) - 1, tried[-1], None, None, Undecided(model, tuple(tried)))
        return Generation(tuple(prompt), (failed,), (), "undecided")
    check_tokens([*prompt, *end], model.E.shape[0])
    longest = longest_text(model)
    text = list(prompt)
    steps: list[Step] = []
    while True:
        written = tuple(text[len(prompt) :])
        if written and written[-1] in end:
            return Generation(tuple(prompt), tuple(steps), written, "end token")
        if len(written) == at_most:
            return Generation(tuple(prompt), tuple(steps), written, "length")
        if written and longest is not None and len(text) > longest:
            return Generation(tuple(prompt), tuple(steps), written, "positions")
        step = _step(readers, text, rule, us[len(written)] if us else None)
        steps.append(step)
        if isinstance(step.outcome, (Tie, Undecided)):
            stopped: Stopped = "tie" if isinstance(step.outcome, Tie) else "undecided"
            return Generation(tuple(prompt), tuple(steps), written, stopped)
        text.append(step.outcome.token)


class _Reader:
    """The model over one field, and the text as far as it was needed there."""

    def __init__(self, build: Build, field: Field[Any], source: Sequence[int] | None, real: Sequence[bool] | None) -> None:
        self.field = field
        self._build, self._source, self._real = build, source, real
        self._model: LanguageModel[Any] | None = None
        self._prefix: Prefix[Any] | None = None
        self._stuck: SignUndecided | None = None

    def model(self) -> LanguageModel[Any]:
        """SignUndecided where the weights themselves hang on a sign, say because they come from training."""
        if self._stuck is not None:
            raise self._stuck
        if self._model is None:
            try:
                self._model = self._build(self.field)
            except SignUndecided as undecided:
                self._stuck = undecided
                raise
        return self._model

    def scores(self, text: Sequence[int]) -> Scores[Any]:
        """Of what follows the text; only its new tokens are read. SignUndecided where the model hangs on a sign."""
        if self._stuck is not None:
            raise self._stuck  # the same positions would be computed again, to the same end
        try:
            before = self._prefix or Prefix.before(self.model(), self._source, self._real)
            logits, self._prefix = before.read(text[len(before.tokens) :])
        except SignUndecided as undecided:
            self._stuck = undecided
            raise
        return self._prefix.scores(logits.rows()[-1])


def _first_model(readers: Sequence[_Reader]) -> LanguageModel[Any] | SignUndecided:
    """The model over the first field that can have it; why the last one cannot, where none can."""
    why = SignUndecided("no field was tried")
    for reader in readers:
        try:
            return reader.model()
        except SignUndecided as undecided:
            why = undecided
    return why


def _step(readers: Sequence[_Reader], text: Sequence[int], rule: Rule, u: Rational | None) -> Step:
    """The next token, by the first field that decides it."""
    position = len(text) - 1
    scores: Scores[Any] | None = None
    why: SignUndecided | None = None
    for reader in readers:
        try:
            scores = reader.scores(text)
            outcome = choose(scores, rule, u)
        except SignUndecided as undecided:
            why = undecided
        else:
            return _recorded(position, scores, outcome)
    assert why is not None
    failed = Undecided(why, tuple(reader.field for reader in readers))
    return Step(position, readers[-1].field, None, None, failed) if scores is None else _recorded(position, scores, failed)


def _recorded(position: int, scores: Scores[Any], outcome: Choice[Any] | Tie | Undecided) -> Step:
    field, logits = scores.field, scores.logits
    with field.working():
        return Step(position, field, field.of_rows([logits]), field.of_rows([softmax(field, logits)]), outcome)


def _uniforms(rule: Rule, uniforms: Sequence[Rational], at_most: int) -> list[Rational]:
    if not isinstance(rule, Sampling):
        if uniforms:
            raise ValueError("the greedy choice takes no uniform numbers")
        return []
    if len(uniforms) < at_most:
        raise ValueError(f"sampling at most {at_most} tokens needs {at_most} uniform numbers; {len(uniforms)} were given")
    return [check_uniform(u) for u in uniforms]
