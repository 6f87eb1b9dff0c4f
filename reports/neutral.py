"""Text of a document, made harmless for whatever shows it: terminals, logs, JSON viewers.

A document can print escape sequences that repaint the screen, C1 controls that some terminals read as such,
bidirectional overrides that show `0.1` for `1.0`, and invisible characters that make two different figures look alike.
All of them become visible here. Markup of rich needs no escaping because nothing is ever printed as markup.
"""

from __future__ import annotations

import re

from lessonproof.patterns import pattern

# C0, DEL and C1; Arabic letter mark; soft hyphen; zero-width and directional marks; line and paragraph separators,
# embeddings and overrides; word joiner to deprecated format characters; byte order mark; interlinear annotation;
# lone surrogates (undecodable path bytes, which no output encoding accepts); tag characters.
_UNSAFE = pattern(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)

_COMMAND = pattern(r"(?m)^[^\S\n]*:(?=:)|#(?=#[A-Za-z]*\[)")
_OLD_COMMAND = pattern(r"#(?=#[A-Za-z]*\[)")


def neutral(text: str) -> str:
    """`text` on one line, every control or invisible character replaced by something visible. Idempotent."""
    return _UNSAFE.sub(_visible, text)


def escaped_json(document: str) -> str:
    r"""A JSON text with the same characters as `\uXXXX`, and no build server's command: the same JSON value, and safe to print.

    Line ends and other control characters outside strings are the layout of the JSON and stay.
    """
    shown = _UNSAFE.sub(lambda found: found[0] if found[0] in "\n\r\t" else _json_escape(found[0]), document)
    return _OLD_COMMAND.sub(lambda found: _json_escape(found[0]), shown)


def escaped_xml(document: str) -> str:
    """An XML text with the same content of which no line is a build server's command. It holds no CDATA and no comments."""
    return _COMMAND.sub(lambda found: f"{found[0][:-1]}&#{ord(found[0][-1])};", document)


def no_command(text: str) -> str:
    """`text` with no line that a build server would obey instead of showing it.

    GitHub's runner takes a line that begins with `::` for a command, and `##[…` or `##vso[…` anywhere in a line, as Azure does;
    TeamCity `##teamcity[…`.
    """
    return _COMMAND.sub(lambda found: f"{found[0]} ", text)


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
