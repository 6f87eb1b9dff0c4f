"""A text to be written on, and every number of the way: logits, probabilities, and what each choice hangs on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from lessonproof.records import dataclass
from numeric.fields.field import Field
from numeric.fields.number import rational
from numeric.generation.choice import Greatest, Sampled
from numeric.generation.generation import Build, Generation, generate
from numeric.generation.prefix import Prefix
from numeric.generation.rule import Rule, Sampling
from numeric.generation.truncation import sums
from numeric.quantity import Quantity
from numeric.softmax import softmax


@dataclass(frozen=True, slots=True)
class Decoding:
    """prompt: ids from 1   rule: how a token is taken from the logits   at_most: how many tokens are written
    end: ids after which nothing is written   uniforms: for sampling, one number from [0, 1) a step
    source, real: what the encoder of an encoder–decoder reads, and False where that is padding.
    """

    prompt: tuple[int, ...]
    rule: Rule
    at_most: int
    end: tuple[int, ...] = ()
    uniforms: tuple[Fraction, ...] = ()
    source: tuple[int, ...] | None = None
    real: tuple[bool, ...] | None = None

    def generate(self, build: Build) -> Generation:
        """The text, decided step by step. Raises what `generation.generate` raises."""
        return generate(
            build,
            self.prompt,
            self.rule,
            at_most=self.at_most,
            end=self.end,
            uniforms=self.uniforms,
            source=self.source,
            real=self.real,
        )

    def quantities(self, build: Build, found: Generation, field: Field[Any]) -> Iterator[Quantity[Any]]:
        """The numbers of every step of `found`, over any field; the stage is ("generation", step from 1).

        ℓ: logits of what follows the text   p: softmax(ℓ)   greedy: δ, the lead of the token over its rival
        sampling: q = softmax(ℓ/T) over the candidates, 0 for the others; F, its cumulative sums.
        A step that no field got through has no numbers.
        """
        prefix = Prefix.before(build(field), self.source, self.real)
        written = [*found.prompt, *found.tokens]
        for number, step in enumerate(found.steps, 1):
            if step.logits is None:
                return
            logits, prefix = prefix.read(written[len(prefix.tokens) : step.position + 1])
            row = logits.rows()[-1]
            with field.working():
                of_step = [Quantity(r"\ell", field.of_rows([row]), words=True)]
                of_step.append(Quantity("p", field.of_rows([softmax(field, row)]), words=True))
                if isinstance(step.outcome, Greatest) and step.outcome.rival is not None:
                    lead = prefix.scores(row).lead(step.outcome.token, step.outcome.rival)
                    of_step.append(Quantity(r"\delta", field.of_rows([[lead]])))
                elif isinstance(step.outcome, Sampled) and isinstance(self.rule, Sampling):
                    of_step += _drawn(field, row, step.outcome.candidates.tokens, self.rule)
            for quantity in of_step:
                yield Quantity(quantity.letters, quantity.matrix, words=quantity.words, stage=("generation", number))


def _drawn(field: Field[Any], row: Sequence[Any], candidates: Sequence[int], rule: Sampling) -> list[Quantity[Any]]:
    """q and F over the whole vocabulary."""
    inverse = field.num(1 / rational(rule.temperature))
    chosen = softmax(field, [inverse * row[token - 1] for token in candidates])
    q = [field.num(0)] * len(row)
    for token, probability in zip(candidates, chosen, strict=True):
        q[token - 1] = probability
    F = sums(field, q)[0][1:]
    # From the last candidate on the sum is 1, and known to be so.
    F[candidates[-1] - 1 :] = [field.num(1)] * (len(row) - candidates[-1] + 1)
    return [Quantity("q", field.of_rows([q]), words=True), Quantity("F", field.of_rows([F]), words=True)]
