"""Every wording exists in both languages, says the same things in both, and every key of the tree has one."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from derivations.verdict import Binding, FigureVerdict, Severity, Verdict
from reports.messages import SUBJECTS, WORDINGS
from reports.sentences import FURTHER

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("derivations", "lessons", "reports")


def placeholders(wording: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(wording) if name is not None}


def called_with_a_key(node: ast.Call) -> ast.expr | None:
    """The key of `Message(key, …)`, `UsageError(key, …)` or `say(language, key, …)`."""
    name = node.func.id if isinstance(node.func, ast.Name) else None
    position = {"Message": 0, "UsageError": 0, "say": 1}.get(name or "")
    return None if position is None or len(node.args) <= position else node.args[position]


def given_values(node: ast.Call) -> set[str] | None:
    """The names of the values of such a call, where they are written out."""
    if isinstance(node.func, ast.Name) and node.func.id == "Message":
        values = node.args[1] if len(node.args) > 1 else None
        if values is None:
            return set()
        if not isinstance(values, ast.Dict):
            return None
        names = [key.value if isinstance(key, ast.Constant) else None for key in values.keys]
        return None if None in names else {str(name) for name in names}
    names = [keyword.arg for keyword in node.keywords]
    return None if None in names else {str(name) for name in names}


def mentions() -> Iterator[tuple[str, str, set[str] | None]]:
    """Where a key is written out in the tree, the key, and its values."""
    files = [ROOT / "cli.py", *(path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))]
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(key := called_with_a_key(node), ast.Constant):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", str(key.value), given_values(node)


def test_no_key_stands_in_two_subjects() -> None:
    assert len(WORDINGS) == sum(len(import_module(f"reports.messages.{name}").WORDINGS) for name in SUBJECTS)


def test_every_subject_is_looked_through() -> None:
    modules = {path.stem for path in (ROOT / "reports" / "messages").glob("*.py")} - {"__init__"}
    assert modules == set(SUBJECTS)


def test_both_languages_use_the_same_placeholders() -> None:
    for key, (english, chinese) in WORDINGS.items():
        assert placeholders(english) == placeholders(chinese), key


def test_no_wording_is_empty_in_one_language_only() -> None:
    for key, (english, chinese) in WORDINGS.items():
        assert bool(english) is bool(chinese), key


def test_every_key_of_the_tree_has_a_wording() -> None:
    missing = sorted({f"{key} ({place})" for place, key, _ in mentions() if key not in WORDINGS})
    assert not missing


def test_every_placeholder_gets_a_value() -> None:
    for place, key, values in mentions():
        if values is not None and key in WORDINGS:
            assert placeholders(WORDINGS[key][0]) - FURTHER <= values, f"{place}: {key}"


@pytest.mark.parametrize(
    ("group", "names"),
    [("verdict", Verdict), ("meaning", Verdict), ("figure", FigureVerdict), ("binding", Binding)],
)
def test_every_verdict_has_a_word(group: str, names: type[Verdict]) -> None:
    for name in names:
        assert f"{group}.{name}" in WORDINGS


def test_every_finding_about_a_figure_or_a_claim_has_a_sentence() -> None:
    figures = (
        FigureVerdict.WRONG,
        FigureVerdict.TRUNCATED,
        FigureVerdict.UNDECIDED,
        FigureVerdict.UNACCOUNTED,
        FigureVerdict.LOOSE,
    )
    bindings = (Binding.MOVED, Binding.CHANGED, Binding.MISSING, Binding.AMBIGUOUS)
    for verdict in figures:
        assert f"figure-{verdict}" in WORDINGS
    for name in (*bindings, Verdict.REFUTED, Verdict.UNDECIDED):
        assert f"claim-{name}" in WORDINGS
    for severity in Severity:
        assert severity is Severity.NONE or f"severity.{severity}" in WORDINGS


def test_a_wording_that_nobody_uses_is_gone() -> None:
    """Keys that are put together from a group and a name are looked up in the sources by their group."""
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for package in (*PACKAGES, "cli.py")
        for path in ([ROOT / package] if package.endswith(".py") else (ROOT / package).rglob("*.py"))
        if path.parent.name != "messages"
    )
    for key in WORDINGS:
        group, dot, _ = key.partition(".")
        prefix = key.partition("-")[0]
        assert f'"{key}"' in text or (dot and f'"{group}"' in text) or f'"{group}.' in text or f'"{prefix}-{{' in text, key
