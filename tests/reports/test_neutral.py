"""What a document prints cannot reach the terminal as anything but visible text."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from reports.neutral import escaped_json, neutral


def test_escape_sequences_become_visible() -> None:
    assert neutral("\x1b[2J\x1b]0;title\x07") == "␛[2J␛]0;title␇"


def test_c1_controls_and_delete_become_visible() -> None:
    assert neutral("\x9b31m\x7f") == "⟨U+009B⟩31m␡"


def test_bidirectional_overrides_become_visible() -> None:
    assert neutral("\u202e0.1\u2069") == "⟨U+202E⟩0.1⟨U+2069⟩"


def test_invisible_characters_become_visible() -> None:
    assert neutral("0\u200b.1\ufeff\u00ad\U000e0041") == "0⟨U+200B⟩.1⟨U+FEFF⟩⟨U+00AD⟩⟨U+E0041⟩"


# The property Default_Ignorable_Code_Point of Unicode 16, and the blank of Braille.
INVISIBLE = [
    *(0xAD, 0x34F, 0x61C, 0x2800, 0x3164, 0xFEFF, 0xFFA0), *range(0x115F, 0x1161), *range(0x17B4, 0x17B6),
    *range(0x180B, 0x1810), *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4),
    *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000),
]  # fmt: skip


def test_every_character_that_is_drawn_as_nothing_becomes_visible() -> None:
    passed = [f"U+{code:04X}" for code in INVISIBLE if neutral(f"1{chr(code)}0") != f"1⟨U+{code:04X}⟩0"]
    assert passed == []


def test_a_selector_that_says_how_a_sign_is_drawn_stays() -> None:
    for text in ("⚠️ ✔️ ❤️ ℹ️ ⬛︎", "葛\ufe00"):
        assert neutral(text) == text
    assert neutral("1\ufe0f0") == "1⟨U+FE0F⟩0"


def test_line_ends_become_blanks() -> None:
    assert neutral("a\r\nb\u2028c\td") == "a  b c d"


def test_undecodable_bytes_of_a_path_become_visible() -> None:
    assert neutral(b"\xff.txt".decode("utf-8", "surrogateescape")) == "⟨U+DCFF⟩.txt"


def test_mathematics_and_chinese_stay_as_they_are() -> None:
    text = "W̄_V ≈ [0.921825 − ∞] 目标损失 ‘ℓ’ [bold]"
    assert neutral(text) == text


@given(st.text())
def test_neutral_text_is_one_printable_line_and_stays_so(text: str) -> None:
    shown = neutral(text)
    assert neutral(shown) == shown
    assert len(shown.splitlines()) <= 1
    shown.encode("utf-8")


@given(st.text())
def test_escaped_json_is_the_same_value_and_safe(text: str) -> None:
    document = escaped_json(json.dumps({"text": text}, ensure_ascii=False, indent=1))
    assert json.loads(document) == {"text": text}
    assert not set(document) & set("\x1b\x9b\u202e\u2028\x7f")
