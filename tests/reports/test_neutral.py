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
