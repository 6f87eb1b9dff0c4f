"""Text of a document, made harmless for whatever shows it: terminals, logs, JSON viewers.

A document can print escape sequences that repaint the screen, C1 controls that some terminals read as such,
bidirectional overrides that show `0.1` for `1.0`, and invisible characters that make two different figures look alike.
All of them become visible here. Markup of rich needs no escaping because nothing is ever printed as markup.
"""

from __future__ import annotations

import re

from lessonproof.build_servers import COMMAND, OLD_COMMAND, no_command
from lessonproof.patterns import pattern

__all__ = ["escaped_json", "escaped_xml", "neutral", "no_command"]

# C0, DEL and C1; all that Unicode draws as nothing by default (soft hyphen, joiners and directional marks, Hangul and Khmer
# fillers, Mongolian selectors, embeddings and overrides, byte order mark, tags, …); line and paragraph separators; interlinear
# annotation; the blank of Braille; lone surrogates (undecodable path bytes, which no output encoding accepts).
_UNSAFE = pattern(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800"
    "\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    # A selector says how the pictograph or ideograph before it is drawn (⚠️); behind anything else it is nothing.
    "|(?<![\u203c\u2049\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\u3400-\u9fff\U0001f000-\U0001faff\U00020000-\U0003ffff])[\ufe00-\ufe0f]"
)


def neutral(text: str) -> str:
    """`text` on one line, every control or invisible character replaced by something visible. Idempotent."""
    return _UNSAFE.sub(_visible, text)


def escaped_json(document: str) -> str:
    r"""A JSON text with the same characters as `\uXXXX`, and no build server's command: the same JSON value, and safe to print.

    Line ends and other control characters outside strings are the layout of the JSON and stay.
    """
    shown = _UNSAFE.sub(lambda found: found[0] if found[0] in "\n\r\t" else _json_escape(found[0]), document)
    return OLD_COMMAND.sub(lambda found: _json_escape(found[0]), shown)


def escaped_xml(document: str) -> str:
    """An XML text with the same content of which no line is a build server's command. It holds no CDATA and no comments."""
    return COMMAND.sub(lambda found: f"{found[0][:-1]}&#{ord(found[0][-1])};", document)


def _visible(found: re.Match[str]) -> str:
    character = found[0]
    code = ord(character)
    if character in "\t\n\v\f\r\u2028\u2029\x85":
        return " "
    if code < 0x20:
        return chr(0x2400 + code)  # the control pictures: ␛ for escape
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"


def _json_escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
