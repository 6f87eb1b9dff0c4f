"""A model file computed: every number of the run with its certified print, what the model predicts, and what it writes."""

from __future__ import annotations

import re
from typing import Any

from derivations.catalogue import UsageError
from lessonproof.records import dataclass
from lessons.model_file import ModelFile
from numeric.certified import MOST_PLACES, Decimals, Digits, Form
from numeric.computation import CertifiedQuantity, Computation, Undecidable
from numeric.generation.decoding import Decoding
from numeric.generation.generation import Generation
from numeric.real import Real, compare


@dataclass(frozen=True, slots=True)
class Prediction:
    """What follows a position with the largest probability.

    step: the forward pass, from 1   position: from 1   words: several where they are proved to be equally probable,
    none where the largest cannot be told.
    """

    step: int
    position: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kink:
    """A ReLU that reads exactly 0: the quantity that holds it, row and column from 1."""

    quantity: CertifiedQuantity
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class ModelRun:
    """quantities: in the order of the computation   undecided: how many entries have no certain print
    kinks: those that a gradient of this run depends on   generation: None where the file asks for none."""

    file: ModelFile
    form: Form
    quantities: tuple[CertifiedQuantity, ...]
    predictions: tuple[Prediction, ...]
    kinks: tuple[Kink, ...]
    undecided: int
    bits: int
    generation: Generation | None = None

    @property
    def certain(self) -> bool:
        """Whether every number has a certain print, and no choice of a word is left open. A proved tie is certain."""
        return not self.undecided and (self.generation is None or self.generation.stopped != "undecided")


def run_model(file: ModelFile, form: Form | None = None) -> ModelRun:
    """Carry the model of the file through.   form: of the prints, None for the one that the file asks for.

    Raises UsageError where a layer cannot compute (a row without spread under ε = 0), or where everything hangs on a sign
    that no precision decides.
    """
    form = form or file.form
    generation = None
    try:
        quantities = Computation(file.experiment.quantities).certified(form)
        if file.decoding is not None:
            generation, of_steps = _written(file, file.decoding, form)
            quantities += of_steps
    except Undecidable as error:
        if error.quantity is None:
            raise UsageError("model-undecidable", path=file.path, bits=error.bits) from None
        raise UsageError(
            "model-undecidable-entry",
            path=file.path,
            name=error.quantity.letters,
            row=error.row,
            column=error.column,
            bits=error.bits,
        ) from None
    except (ValueError, ArithmeticError) as error:
        raise UsageError("model-refused", path=file.path, reason=str(error).rstrip(".")) from None
    entries = [entry for quantity in quantities for row in quantity.rows for entry in row if entry is not None]
    return ModelRun(
        file,
        form,
        tuple(quantities),
        tuple(_predictions(file, quantities)),
        tuple(_kinks(quantities)) if any(entry.verdict == "convention" for entry in entries) else (),
        sum(entry.verdict == "undecided" for entry in entries),
        max((entry.bits for entry in entries), default=0),
        generation,
    )


def _written(file: ModelFile, decoding: Decoding, form: Form) -> tuple[Generation, list[CertifiedQuantity]]:
    """What the model writes with its weights after the last update, and every number of the way."""
    trained: Any = file.experiment.trained
    found = decoding.generate(trained)
    return found, Computation(lambda field: decoding.quantities(trained, found, field)).certified(form)


def places(decimals: str | None, digits: str | None) -> Form | None:
    """The form that the options --decimals and --digits ask for; None without either. Raises UsageError."""
    if decimals is not None and digits is not None:
        raise UsageError("run-two-forms")
    for option, given, least in (("--decimals", decimals, 0), ("--digits", digits, 1)):
        if given is not None:
            count = int(given) if re.fullmatch("[0-9]{1,6}", given) else -1
            if not least <= count <= MOST_PLACES:
                raise UsageError("run-wrong-places", option=option, given=given, least=least, most=MOST_PLACES)
            return Decimals(count) if option == "--decimals" else Digits(count)
    return None


def _predictions(file: ModelFile, quantities: list[CertifiedQuantity]) -> list[Prediction]:
    """The largest probability of every row of p: of the logits, which are in the same order and nearer to exact."""
    found = []
    for quantity in quantities:
        stage, step = quantity.quantity.stage
        if stage != "forward" or not quantity.quantity.words:
            continue
        for position, row in enumerate(quantity.rows, 1):
            scores = [entry.value for entry in row if entry is not None]
            found.append(Prediction(step, position, tuple(file.words[word] for word in _largest(scores))))
    return found


def _largest(scores: list[Real]) -> list[int]:
    """The number of the largest, of all of them where several are proved equal; none where that cannot be told."""
    best = [0]
    for number in range(1, len(scores)):
        orders = [compare(scores[number], scores[other]) for other in best]
        if all(order == 1 for order in orders):
            best = [number]
        elif -1 not in orders:
            best.append(number)
    certain = all(compare(scores[number], scores[best[0]]) == 0 for number in best[1:])
    return best if certain else []


def _kinks(quantities: list[CertifiedQuantity]) -> list[Kink]:
    found = []
    for quantity in quantities:
        # What a ReLU reads: B, or G where it gates; nothing else has these letters in the forward pass of a tower.
        gated = any(other.quantity.letters == "G" and other.quantity.where == quantity.quantity.where for other in quantities)
        if quantity.quantity.stage[0] == "forward" and quantity.quantity.letters == ("G" if gated else "B"):
            for i, row in enumerate(quantity.rows, 1):
                for j, entry in enumerate(row, 1):
                    if entry is not None and entry.verdict == "exact" and entry.printed == "0":
                        found.append(Kink(quantity, i, j))
    return found
