"""The figures of a text are those among all of its tokens, whatever is passed over."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace

import pytest

from derivations.formula import tokens as module
from derivations.formula.tokens import figure_tokens, tokens

_SIGNS = (
    "the model a-3 b−4 x_1 x_{i 3} x_ i 2.5M $5$ 1,024 10^{-3} e5 3Mx v2 GPT-4 -7 (−2) 12% 3–5 x²  \n - 9 \n\n"
    "512² [2, 3] is times = 24 ½ 第3章 约 7万 3:4 1.2.3 \\frac{1}{2} \\mathrm a log pi approx - 2 in − 5 words K x M _ { } ^"
)
_WORDS = _SIGNS.split(" ")


def test_nothing_is_lost_and_nothing_is_found_beside() -> None:
    chance = random.Random(3)
    for _ in range(2_000):
        text = " ".join(chance.choice(_WORDS) for _ in range(chance.randrange(1, 40)))
        assert list(figure_tokens(text)) == [token for token in tokens(text) if token.written is not None], text


def test_words_are_passed_over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces: list[str] = []
    match = module._PIECE.match

    def counted(text: str, start: int, end: int) -> re.Match[str] | None:
        found = match(text, start, end)
        pieces.append(found[0] if found else "")
        return found

    monkeypatch.setattr(module, "_PIECE", SimpleNamespace(match=counted))
    [figure] = figure_tokens("every word of a long sentence " * 100 + "has 3 of them, and " + "more of them " * 100)
    assert figure.text == "3" and pieces == ["3"]
