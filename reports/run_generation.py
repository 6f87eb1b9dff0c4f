"""What a model writes on, step by step: the words of each step, for the terminal, to paste, and for programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from lessons.model_run import ModelRun
from numeric.certified import Certified, Digits, certified
from numeric.generation.choice import Greatest, Sampled
from numeric.generation.generation import Step
from numeric.generation.rule import Sampling
from numeric.generation.scores import ComparisonUndecided
from numeric.generation.truncation import Tie
from numeric.real import CAP, Real
from reports.sentences import Language, say

STAGE = "generation"


def text(run: ModelRun, ids: Sequence[int]) -> str:
    """Words as one text: blanks between them, but none between two that are written in full-width characters."""
    words = [run.file.words[token - 1] for token in ids]
    joined = "".join(words[:1])
    for before, word in pairwise(words):
        joined += word if _wide(before[-1]) and _wide(word[0]) else f" {word}"
    return joined


def heading(run: ModelRun, number: int, language: Language) -> str:
    """Of step `number`, from 1: what has been read before it."""
    assert run.generation is not None
    read = text(run, [*run.generation.prompt, *run.generation.tokens[: number - 1]])
    return say(language, "stage.generation", number=number, read=read)


def outcome(run: ModelRun, number: int, language: Language) -> str:
    """What step `number` chose, and why it is certain; or why it chose nothing."""
    assert run.generation is not None
    step = run.generation.steps[number - 1]
    words = run.file.words
    match step.outcome:
        case Greatest(token=token, rival=None):
            return say(language, "run.only-word", word=words[token - 1])
        case Greatest(token=token, rival=int(rival)):
            [[lead]] = _entries(run, number, r"\delta")
            return say(language, "run.greatest", word=words[token - 1], rival=words[rival - 1], lead=_equal(lead))
        case Sampled(token=token, u=u, exactly_u=border):
            [F] = _entries(run, number, "F")
            before = "0" if token == 1 else _shown(F[token - 2])
            key = "run.drawn-border" if border else "run.drawn"
            return say(
                language,
                key,
                word=words[token - 1],
                u=_equal(certified(Real.exactly(u), Digits(12))),
                before=before,
                after=_shown(F[token - 1]),
                kept=len(step.outcome.candidates.tokens),
            )
        case Tie(tokens=tokens, at=at):
            return say(language, f"run.tie-{at}", words=[words[token - 1] for token in tokens])
    return _undecided(run, step, language)


def conclusion(run: ModelRun, language: Language) -> str:
    """The whole text that was written, and why it ends there."""
    found = run.generation
    assert found is not None
    ends = found.stopped == "end token"
    written = text(run, found.tokens[:-1] if ends else found.tokens)
    source = run.file.experiment.source
    whole = say(
        language,
        "run.written" if written else "run.written-nothing",
        read=text(run, source if source is not None else found.prompt),
        written=written,
    )
    last = run.file.words[found.tokens[-1] - 1] if found.tokens else ""
    reason = say(language, f"run.stopped-{found.stopped.replace(' ', '-')}", count=len(found.tokens), last=last)
    return f"{whole}{'' if language == 'zh' else ' '}{reason}"


def rule(run: ModelRun, language: Language) -> str:
    """How the words are chosen, and with which weights."""
    asked, experiment = run.file.decoding, run.file.experiment
    assert asked is not None
    parts = []
    if isinstance(asked.rule, Sampling):
        for key, value in (("T", asked.rule.temperature), ("top-k", asked.rule.top_k), ("top-p", asked.rule.top_p)):
            if value is not None:
                parts.append(f"{key} {_equal(certified(Real.exactly(value), Digits(12)))}")  # type: ignore[arg-type]
    key = "run.rule-sampling" if parts else "run.rule-greedy"
    steps = experiment.steps if experiment.optimizer is not None and experiment.targets is not None else 0
    weights = say(language, "run.weights-trained" if steps else "run.weights-given", number=steps)
    return say(language, key, choices=parts, weights=weights)


def record(run: ModelRun) -> dict[str, object] | None:
    """As JSON values; the numbers of the steps are among the quantities. None where nothing was asked for."""
    found, asked = run.generation, run.file.decoding
    if found is None or asked is None:
        return None
    words = run.file.words
    sampling = asked.rule if isinstance(asked.rule, Sampling) else None
    return {
        "rule": "greedy" if sampling is None else "sampling",
        "temperature": None if sampling is None else str(sampling.temperature),
        "top_k": None if sampling is None else sampling.top_k,
        "top_p": None if sampling is None or sampling.top_p is None else str(sampling.top_p),
        "prompt": [words[token - 1] for token in found.prompt],
        "steps": [_step(step, words) for step in found.steps],
        "written": [words[token - 1] for token in found.tokens],
        "text": text(run, found.tokens[:-1] if found.stopped == "end token" else found.tokens),
        "stopped": found.stopped,
    }


def _step(step: Step, words: Sequence[str]) -> dict[str, object]:
    match step.outcome:
        case Greatest(token=token, rival=rival):
            return {"outcome": "greatest", "word": words[token - 1], "rival": rival and words[rival - 1]}
        case Sampled(token=token, u=u, candidates=candidates):
            kept = [words[each - 1] for each in candidates.tokens]
            return {"outcome": "drawn", "word": words[token - 1], "u": str(u), "candidates": kept}
        case Tie(tokens=tokens, at=at):
            return {"outcome": "tie", "word": None, "at": at, "words": [words[token - 1] for token in tokens]}
    return {"outcome": "undecided", "word": None}


def _undecided(run: ModelRun, step: Step, language: Language) -> str:
    why = getattr(step.outcome, "why", None)
    if not isinstance(why, ComparisonUndecided):
        return say(language, "run.open-sign", bits=CAP)
    words = [run.file.words[token - 1] for token in why.tokens[:8]]
    return say(language, f"run.open-{why.compared}", words=words, bits=CAP)


def _entries(run: ModelRun, number: int, letters: str) -> list[list[Certified]]:
    for each in run.quantities:
        if each.quantity.stage == (STAGE, number) and each.quantity.letters == letters:
            return [[entry for entry in row if entry is not None] for row in each.rows]
    raise KeyError(letters)


def _equal(entry: Certified) -> str:
    return f"{'=' if entry.verdict == 'exact' else '≈'} {_shown(entry)}"


def _shown(entry: Certified) -> str:
    return entry.printed or "?"


def _wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"
