"""The probability of a whole output, and why taking the most probable token each time need not find the best one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Generic

from lessonproof.records import dataclass
from numeric.embedding import check_tokens
from numeric.fields.number import Rational, T, rational
from numeric.generation.prefix import LanguageModel, Prefix
from numeric.softmax import softmax


@dataclass(frozen=True, slots=True)
class SequenceProbability(Generic[T]):
    """factors: p(y_t | prompt, y_1, …, y_{t−1})   probability: their product."""

    factors: tuple[T, ...]
    probability: T


def sequence_probability(
    model: LanguageModel[T],
    prompt: Sequence[int],
    output: Sequence[int],
    source: Sequence[int] | None = None,
    real: Sequence[bool] | None = None,
) -> SequenceProbability[T]:
    """p(output | prompt) = ∏_t p(y_t | prompt, y_{<t}), by the model's own distribution (notes §4.3, §9.1).

    prompt, output: at least one id each; an end token counts where it is in the output. One run gives all factors, because
    row i of it sees nothing later. Raises ValueError, TokenOutOfRange, ShapeMismatch.
    """
    field = model.E.field
    check_tokens(prompt, model.E.shape[0])
    check_tokens(output, model.E.shape[0])
    logits, _ = Prefix.before(model, source, real).read([*prompt, *output[:-1]])
    factors = []
    with field.working():
        for token, row in zip(output, logits.rows()[len(prompt) - 1 :], strict=True):
            factors.append(softmax(field, row)[token - 1])
        probability = factors[0]
        for factor in factors[1:]:
            probability = probability * factor
    return SequenceProbability(tuple(factors), probability)


# What comes after each beginning: the probabilities of tokens 1, …, N. A beginning without an entry is a finished output.
Table = Mapping[tuple[int, ...], Sequence[Rational]]

# Notes §12.2: token 1 is the more probable first token, 3/5 to 2/5, but nothing that follows it is probable enough.
# Greedy decoding writes (1, 1) with 3/5 · 11/20 = 33/100; (2, 1) has 2/5 · 19/20 = 38/100.
GREEDY_IS_NOT_BEST: Table = {(): ("3/5", "2/5"), (1,): ("11/20", "9/20"), (2,): ("19/20", "1/20")}


@dataclass(frozen=True, slots=True)
class GreedyAndBest:
    """greedy: the output of the most probable token at each step   best: every output of the greatest probability."""

    greedy: tuple[int, ...]
    greedy_probability: Fraction
    best: tuple[tuple[int, ...], ...]
    best_probability: Fraction


def greedy_and_best(table: Table) -> GreedyAndBest:
    """Both outputs with their exact probabilities, by trying all (notes §12.2).

    ValueError for a row that is no distribution, an entry that no output reaches, and a step at which two tokens are equally
    the most probable, where greedy decoding is not defined.
    """
    exact = {beginning: [rational(p) for p in row] for beginning, row in table.items()}
    if () not in exact:
        raise ValueError("the table has no distribution of the first token, for the beginning ()")
    for beginning, row in exact.items():
        if any(p < 0 for p in row) or sum(row) != 1:
            raise ValueError(f"after {beginning} the table has no distribution: nonnegative, with sum 1")
        if beginning and not (beginning[:-1] in exact and 1 <= beginning[-1] <= len(exact[beginning[:-1]])):
            raise ValueError(f"no output of the table begins with {beginning}")
    greedy: tuple[int, ...] = ()
    greedy_probability = Fraction(1)
    while greedy in exact:
        row = exact[greedy]
        if row.count(max(row)) > 1:
            raise ValueError(f"after {greedy} two tokens are equally the most probable: greedy decoding is not defined")
        greedy_probability *= max(row)
        greedy = (*greedy, row.index(max(row)) + 1)
    outputs = dict(_outputs(exact))
    highest = max(outputs.values())
    best = tuple(output for output, probability in outputs.items() if probability == highest)
    return GreedyAndBest(greedy, greedy_probability, best, highest)


def _outputs(table: Mapping[tuple[int, ...], Sequence[Fraction]]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every finished output with its probability."""
    open_: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_:
        beginning, probability = open_.pop()
        if beginning not in table:
            yield beginning, probability
            continue
        for token in range(len(table[beginning]), 0, -1):
            open_.append(((*beginning, token), probability * table[beginning][token - 1]))
