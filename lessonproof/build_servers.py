"""What a build server obeys instead of showing it: its commands stand in the log, between the lines of whatever it runs.

GitHub's runner takes a line that begins with `::` for a command, and `##[…` or `##vso[…` anywhere in a line, as Azure does;
TeamCity `##teamcity[…`.
"""

from __future__ import annotations

from lessonproof.patterns import pattern

COMMAND = pattern(r"(?m)^[^\S\n]*:(?=:)|#(?=#[A-Za-z]*\[)")
"""All but the last sign of what begins a command; a sign put behind it makes it none."""

OLD_COMMAND = pattern(r"#(?=#[A-Za-z]*\[)")
"""The same of those that count anywhere in a line."""


def no_command(text: str) -> str:
    """`text` with no line that a build server would obey."""
    return COMMAND.sub(lambda found: f"{found[0]} ", text)
