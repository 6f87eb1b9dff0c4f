"""A small model that an author writes down to have it computed: one TOML file. It is untrusted, like every document.

```toml
title = "Chapter 11"                        # optional
vocabulary = ["A", "B", "C"]                # or N under [model], and tokens as numbers from 1

[model]
kind = "single-head"                        # causal-decoder, encoder-decoder, encoder-only, llama
d = 2                                       # width; the others need H (heads), m (inner width of the FFN), L (layers)
d_k = 1

[input]
tokens = ["A", "B"]                         # of an encoder–decoder what the decoder reads; source: what the encoder reads

[training]                                  # optional; without an optimizer it ends with the gradients
target = "C"                                # of the last position; or targets: one a position, with a loss_mask of 0 and 1
optimizer = "sgd"                           # momentum, nesterov, adam, adamw
learning_rate = 0.1                         # decimals are exact: 0.1 is a tenth

[print]
decimals = 6                                # or digits: significant ones

# [dropout], [generation]                   # optional: masks, and what a decoder writes on: see the modules of these tables

[weights]                                   # or file = "weights.json" (.npz, .safetensors) beside this file
E = [[1, 0], [0, 1], [1, 1]]                # numbers, or texts for ratios: "1/3"
W_Q = [[0], [1]]
W_K = [[1], [0]]
W_V = [[1, 0], [0, 1]]
W_O = [[1, 0], [0, 1]]
U = [[1, 0, -1], [0, 1, 0]]
```
"""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

from derivations.catalogue import UsageError
from derivations.verdict import Message
from lessonproof.records import dataclass
from lessons.dropout_table import Sizes, given_masks
from lessons.generation_table import decoding
from lessons.model_kinds import Build, model_of
from lessons.settings_table import Table, read_table
from numeric import examples
from numeric.certified import MOST_PLACES, Decimals, Digits, Form
from numeric.experiment import Experiment, shapes
from numeric.generation.decoding import Decoding
from numeric.given_masks import GivenMasks
from numeric.given_rows import Rows, check_weights, exact_weights
from numeric.training.optimizer import NAMES, Optimizer
from numeric.weight_files import read_weights
from numeric.weights_refused import WeightsRefused

LONGEST_INPUT, LONGEST_VOCABULARY, MOST_STEPS = 512, 4096, 100
# Entries of the weights times passes times positions, and ten more for printing each entry, attention scores among them:
# about a minute.
MOST_WORK = 5_000_000
_TABLES = ("title", "vocabulary", "model", "input", "dropout", "training", "generation", "print", "weights")
RATES = {
    "sgd": (),
    "momentum": ("momentum",),
    "nesterov": ("momentum",),
    "adam": ("beta_1", "beta_2", "epsilon"),
    "adamw": ("beta_1", "beta_2", "epsilon", "decay"),
}


@dataclass(frozen=True, slots=True)
class ModelFile:
    """path: as the user names it   title: "" without one   kind: of the model   words: the vocabulary, numbers if unnamed
    decoding: what is to be written, None for nothing."""

    path: str
    title: str
    kind: str
    words: tuple[str, ...]
    experiment: Experiment
    form: Form
    decoding: Decoding | None = None


def read_model(name: str) -> ModelFile:
    """The model in the file of that name, or the shipped example of that name.

    Everything is checked before anything is computed: keys, sizes, tokens, names and shapes of the weights. Raises
    UsageError with one sentence that says where, what is written, and what to do.
    """
    path = Path(name)
    if not os.path.exists(name):  # a name that no file can have does not raise here
        if name not in examples.NAMES:
            raise UsageError("model-missing", path=name, examples=examples.NAMES)
        path = examples.path(name)
    top = read_table(path, name).known(_TABLES)
    words = _vocabulary(top)
    table = top.table("model", needed=True)
    assert table is not None
    kind, N, build = model_of(table, None if words is None else len(words))
    named = words or tuple(str(token) for token in range(1, N + 1))
    tokens = _Tokens(top.path, words, N)
    experiment = _experiment(top, kind, build, tokens, _weights(top, build, path))
    asked = _decoding(top, kind, tokens, experiment)
    _check_work(top, experiment, asked)
    return ModelFile(top.path, top.text("title") or "", kind, named, experiment, _form(top), asked)


@dataclass(frozen=True, slots=True)
class _Tokens:
    """Words or ids of a file as ids from 1."""

    path: str
    words: tuple[str, ...] | None
    N: int

    def one(self, setting: str, given: Any) -> int:
        if self.words is not None and isinstance(given, str):
            if given in self.words:
                return self.words.index(given) + 1
            raise UsageError("model-unknown-word", path=self.path, setting=setting, token=given, words=self.words[:20])
        if type(given) is int and 1 <= given <= self.N:
            return given
        raise UsageError("model-unknown-token", path=self.path, setting=setting, token=_shown(given), most=self.N)

    def all(self, table: Table, key: str) -> tuple[int, ...]:
        given = table.list(key)
        if len(given) > LONGEST_INPUT:
            raise UsageError("model-too-long", path=self.path, setting=f"{table.name}.{key}", most=LONGEST_INPUT)
        return tuple(self.one(f"{table.name}.{key}", token) for token in given)


def _shown(given: Any) -> str:
    """What the file writes, short enough for a sentence; a huge integer is never turned into text."""
    if isinstance(given, bool):
        return str(given).lower()
    return "…" if type(given) is int and given.bit_length() > 100 else str(given)[:40]


def _vocabulary(top: Table) -> tuple[str, ...] | None:
    if not top.has("vocabulary"):
        return None
    words = top.list("vocabulary")
    if not all(isinstance(word, str) and word for word in words) or len(words) > LONGEST_VOCABULARY:
        raise UsageError("model-vocabulary", path=top.path, most=LONGEST_VOCABULARY)
    if len(set(words)) < len(words):
        twice = next(word for word in words if words.count(word) > 1)
        raise UsageError("model-word-twice", path=top.path, token=twice)
    return tuple(words)


def _experiment(top: Table, kind: str, build: Build, tokens: _Tokens, weights: dict[str, Rows]) -> Experiment:
    source_key = ("source",) if kind == "encoder-decoder" else ()
    padding_key = () if kind == "single-head" else ("padding",)
    given = top.table("input", needed=True)
    assert given is not None
    given.known(("tokens", *source_key, *padding_key))
    read = tokens.all(given, "tokens")
    source = tokens.all(given, "source") if source_key else None
    real = None
    if given.has("padding"):
        padding = _marks(given, "padding", len(read if source is None else source))
        real = tuple(not mark for mark in padding)
        if not any(real) or (source is None and kind == "causal-decoder" and not real[0]) or (kind == "llama" and not real[0]):
            raise UsageError("model-all-padding", path=top.path)
    training = top.table("training")
    targets, optimizer, steps = None, None, 1
    if training is not None:
        name = training.choice("optimizer", NAMES) if training.has("optimizer") else None
        rates = ("learning_rate", "steps", *RATES[name]) if name else ()
        training.known(("target", "targets", "loss_mask", "optimizer", *rates))
        targets = _targets(training, 1 if kind == "single-head" else len(read), tokens)
        if name is not None:
            settings = {key: training.number(key) for key in RATES[name] if training.has(key)}
            optimizer = Optimizer(name, training.number("learning_rate"), **settings)
            _check_rates(top.path, optimizer)
            steps = training.integer("steps", 1, MOST_STEPS, 1)
    masks, source_masks = _masks(top, kind, len(read), None if source is None else len(source))
    return Experiment(build, weights, read, source, real, targets, optimizer, steps, masks, source_masks)


def _masks(top: Table, kind: str, length: int, source: int | None) -> tuple[GivenMasks | None, GivenMasks | None]:
    table, model = top.table("dropout"), top.table("model")
    if table is None or model is None:
        return None, None
    if kind == "single-head":
        raise UsageError("model-no-dropout", path=top.path, kind=kind)
    d, H, m, L = (model.values[key] for key in ("d", "H", "m", "L"))
    return given_masks(table, Sizes(d, H, m, L, length, source))


def _decoding(top: Table, kind: str, tokens: _Tokens, experiment: Experiment) -> Decoding | None:
    table = top.table("generation")
    if table is None:
        return None
    e = experiment
    return decoding(table, kind, tokens.all, N=tokens.N, read=e.tokens, source=e.source, real=e.real)


def _check_work(top: Table, experiment: Experiment, asked: Decoding | None) -> None:
    """UsageError where there are more positions than the model has, or more work than a minute's."""
    longest = shapes(experiment.build).get("positions.P", (LONGEST_INPUT, 0))[0]
    for setting, given in (("input.tokens", experiment.tokens), ("generation.prompt", asked.prompt if asked else ())):
        if len(given) > longest:
            raise UsageError("model-beyond-positions", path=top.path, setting=setting, length=len(given), longest=longest)
    entries = sum(len(rows) * len(rows[0]) for rows in experiment.weights.values())
    passes = (len(experiment.tokens) + len(experiment.source or ()) + 10) * (experiment.steps + 1)
    written = len(asked.prompt) + 10 * asked.at_most if asked else 0
    scores = 10 * _scores(top, experiment) * (experiment.steps + 1)
    if entries * (passes + written) + scores > MOST_WORK:
        raise UsageError("model-too-much", path=top.path)


def _scores(top: Table, experiment: Experiment) -> int:
    """Entries of S₀, S and A in one pass: their number grows with the square of the positions, whatever the weights."""
    model = top.table("model")
    assert model is not None
    heads = model.values.get("H", 1) * model.values.get("L", 1)  # the single head has neither
    read, source = len(experiment.tokens), len(experiment.source or ())
    return int(3 * heads * (read * read + read * source + source * source))


def _targets(training: Table, positions: int, tokens: _Tokens) -> tuple[int | None, ...]:
    """One target for each position; those that the loss mask leaves out are None."""
    if training.has("target"):
        if training.has("targets"):
            raise UsageError("model-two-targets", path=training.path)
        return (*[None] * (positions - 1), tokens.one("training.target", training.values["target"]))
    targets = tokens.all(training, "targets")
    if len(targets) != positions:
        raise UsageError("model-lengths", path=training.path, setting="training.targets", length=len(targets), wanted=positions)
    if not training.has("loss_mask"):
        return targets
    counted = _marks(training, "loss_mask", positions)
    if not any(counted):
        raise UsageError("model-nothing-counts", path=training.path)
    return tuple(target if counts else None for target, counts in zip(targets, counted, strict=True))


def _marks(table: Table, key: str, length: int) -> list[bool]:
    """A list of true and false, or of 1 and 0, one for each position."""
    marks = table.list(key)
    setting = f"{table.name}.{key}"
    if not all(isinstance(mark, bool) or (type(mark) is int and mark in (0, 1)) for mark in marks):
        expected = Message("model-expects-marks")
        raise UsageError("model-wrong-value", path=table.path, setting=setting, expected=expected)
    if len(marks) != length:
        raise UsageError("model-lengths", path=table.path, setting=setting, length=len(marks), wanted=length)
    return [bool(mark) for mark in marks]


def _check_rates(path: str, optimizer: Optimizer) -> None:
    for key in ("beta_1", "beta_2"):
        if not 0 <= Fraction(getattr(optimizer, key)) < 1:
            raise UsageError("model-beta", path=path, setting=f"training.{key}")
    for key in ("epsilon", "decay", "momentum"):
        if Fraction(getattr(optimizer, key)) < 0:
            raise UsageError("model-negative", path=path, setting=f"training.{key}")


def _form(top: Table) -> Form:
    table = top.table("print")
    if table is None:
        return Decimals(6)
    table.known(("decimals", "digits"))
    if table.has("digits"):
        if table.has("decimals"):
            raise UsageError("model-two-forms", path=top.path)
        return Digits(table.integer("digits", 1, MOST_PLACES))
    return Decimals(table.integer("decimals", 0, MOST_PLACES, 6))


def _weights(top: Table, build: Build, path: Path) -> dict[str, Rows]:
    """The weights of the file, or of the file that it names, with the names and shapes that the model asks for."""
    table = top.table("weights", needed=True)
    assert table is not None
    where = top.path
    try:
        if table.has("file"):
            file = table.known(("file",)).text("file") or ""
            if "\0" in file:
                raise table.wrong("file", Message("model-expects-text"))
            if not _is_within(path.parent, file):
                raise UsageError("model-weights-outside", path=top.path, file=file)
            weights = read_weights(path.parent / file)
            where = str(path.parent / file)
        else:
            weights = exact_weights(_flat(table))
        check_weights(weights, shapes(build))
    except WeightsRefused as error:
        problem = Message(f"weights-{error.reason}", error.values)
        raise UsageError("model-weights", path=where, problem=problem) from None
    return weights


def _is_within(folder: Path, file: str) -> bool:
    """Whether the file, links followed, lies in the folder or below it; a name that no file can have does."""
    try:
        return (folder / file).resolve().is_relative_to(folder.resolve())
    except OSError:
        return True


def _flat(table: Table) -> dict[str, Any]:
    """Tables in tables as names with dots: [weights.tower.layers.1] W = … is tower.layers.1.W."""
    flat: dict[str, Any] = {}

    def walk(prefix: str, values: dict[str, Any]) -> None:
        for key, value in values.items():
            if isinstance(value, dict):
                walk(f"{prefix}{key}.", value)
            else:
                flat[prefix + key] = value

    walk("", table.values)
    return flat
