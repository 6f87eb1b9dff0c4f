"""A model that has read the beginning of a text, and can read on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.embedding import check_tokens
from numeric.fields.number import T
from numeric.generation.cache import Cache
from numeric.generation.scores import Scores
from numeric.learned_positions import LearnedPositions
from numeric.matrix import Matrix
from numeric.models.encoder_decoder import EncoderDecoder
from numeric.models.one_tower import OneTower

LanguageModel = OneTower[T] | EncoderDecoder[T]


@dataclass(frozen=True, slots=True)
class Prefix(Generic[T]):
    """The tokens read so far, and all that the model keeps of them. Never changed, so that one prefix can go on in
    several ways.

    tokens: ids from 1   cache: keys and values of every layer   last: (1, d), the row of the last token that the output
    projection reads, None before the first token: it alone scores what comes next (notes §12.1).
    """

    model: LanguageModel[T]
    tokens: tuple[int, ...]
    cache: Cache[T]
    last: Matrix[T] | None

    @classmethod
    def before(
        cls, model: LanguageModel[T], source: Sequence[int] | None = None, real: Sequence[bool] | None = None
    ) -> Prefix[T]:
        """The empty prefix. Of an encoder–decoder the encoder runs here, once.

        source: ids from 1, for an encoder–decoder and for it only   real: False where a source token is padding.
        ValueError for a model that generates nothing, because its positions read what follows, and for a source that is
        all padding; TokenOutOfRange.
        """
        with model.E.field.working():
            if isinstance(model, EncoderDecoder):
                if source is None:
                    raise ValueError("an encoder–decoder needs a source to read")
                if real is not None and not any(real):
                    raise ValueError("a source of padding only: cross-attention has no position to read")
                return cls(model, (), Cache.before(model.decoder, model.encode(source, real)), None)
            if source is not None or real is not None:
                raise ValueError("a decoder-only model reads no source: put those tokens into the prompt")
            if not model.causal:
                raise ValueError("an encoder-only model generates nothing: its positions read what follows them")
            return cls(model, (), Cache.before(model.tower), None)

    def read(self, tokens: Sequence[int]) -> tuple[Matrix[T], Prefix[T]]:
        """The logits of the next t tokens, (t, N), row i for what follows token i; and the prefix with them.

        The same rows as in a run over the whole text: teacher forcing, step-by-step generation and any chunks between
        agree, in exact arithmetic and in the enclosures of balls. ValueError for no tokens, TokenOutOfRange, ShapeMismatch
        beyond the last learned position.
        """
        check_tokens(tokens, self.model.E.shape[0])
        start = self.cache.length
        with self.model.E.field.working():
            if isinstance(self.model, EncoderDecoder):
                X = self.model.embedded(self.model.E, tokens, start)
                read, cache = self.cache.read(self.model.decoder, X)
                logits = self.model.scored(read)
            else:
                X, _ = self.model.embedded(tokens, start=start)
                H, cache = self.cache.read(self.model.tower, X)
                logits, head = self.model.scored(H)
                read = H if head is None else head.Y
            last = read.row(read.shape[0] - 1)
        return logits, replace(self, tokens=(*self.tokens, *tokens), cache=cache, last=last)

    def scores(self, logits: Sequence[T]) -> Scores[T]:
        """The scores of what comes next, with differences from the output's columns: ℓ_a − ℓ_b = h (u_a − u_b) + b_a − b_b.

        logits: the last row that `read` returned. The difference is enclosed more tightly than by two logits, and is exactly
        zero where the two columns are the same exact numbers.
        """
        model, last = self.model, self.last
        if last is None:
            raise ValueError("nothing has been read, so nothing is scored")

        def sharper(a: int, b: int) -> T:
            field, (h,) = last.field, last.rows()
            terms = [x * (_output(model, i, a) - _output(model, i, b)) for i, x in enumerate(h)]
            if model.b is not None:
                terms.append(model.b[0, a - 1] - model.b[0, b - 1])
            return field.total(terms)

        return Scores(last.field, tuple(logits), sharper)


def longest_text(model: LanguageModel[T]) -> int | None:
    """How many positions the model can tell apart; None where there is no end to them."""
    return model.positions.P.shape[0] if isinstance(model.positions, LearnedPositions) else None


def _output(model: LanguageModel[T], i: int, token: int) -> T:
    """Entry (i, token) of the output projection, U or Eᵀ."""
    return model.E[token - 1, i] if model.U is None else model.U[i, token - 1]
