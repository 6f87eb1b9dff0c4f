"""An en dash is a minus where a sign may stand or within a formula, and a range between two numbers or words."""

from __future__ import annotations

import pytest

from lessons.dashes import DASH, with_minus_signs

MINUS = ["(0.34, –0.92)", "$–0.5$", "约为 –0.13", "x = –2", "$p – (0, 0, 1)$", r"\[a – b\]", "p – q = 3", "1 & –1", "10^{–5}"]
RANGES = ["第 1–4 章", "2017–2020", "A–B 模型", "$5–10$", "n = 5–10", "the heart – of it – is x = 3", "GPT–4"]


@pytest.mark.parametrize("text", MINUS)
def test_a_dash_that_is_a_minus(text: str) -> None:
    assert with_minus_signs(text) == text.replace(DASH, "−")


@pytest.mark.parametrize("text", RANGES)
def test_a_dash_that_is_none(text: str) -> None:
    assert with_minus_signs(text) == text
