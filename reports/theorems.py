"""The base theorems that a proof cites, as a reader is told of them."""

from __future__ import annotations

from derivations.kernel.base_theorems import BASE_THEOREMS, Sentence
from reports.sentences import Language, say


def cited(name: str, language: Language) -> str:
    """What a theorem says, under which hypotheses, and where it is proved; the name alone where the kernel lists none."""
    found = next((theorem for theorem in BASE_THEOREMS if theorem.name == name), None)
    if found is None:
        return name
    separator = "；" if language == "zh" else "; "
    hypotheses = separator.join(_in(language, hypothesis) for hypothesis in found.hypotheses)
    return say(language, "explain.theorems", theorem=_in(language, found.says), hypotheses=hypotheses, source=found.source)


def listed(language: Language) -> list[str]:
    """All of them, each with its name in front."""
    return [f"{theorem.name}: {cited(theorem.name, language)}" for theorem in BASE_THEOREMS]


def _in(language: Language, sentence: Sentence) -> str:
    return sentence[1] if language == "zh" else sentence[0]
