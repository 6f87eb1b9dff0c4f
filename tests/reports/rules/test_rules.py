"""Every rule that any code can emit is documented, in both languages, and its examples do what they say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from derivations.catalogue import resolve
from derivations.verdict import Binding, FigureVerdict, Severity, Verdict
from lessons.check import DocumentGiven, verify
from lessons.rules import RULES
from reports.rules import ALL, Example, Rule
from reports.sentences import LANGUAGES, Language
from tests.lessons import own_words

ROOT = Path(__file__).resolve().parents[3]
# No claim that is shipped has a hypothesis that it does not need; what a baseline does not know takes two runs to see.
WITHOUT_EXAMPLE = {"hypothesis-idle", "declaration-added", "check-failed"}


def fired(example: Example, folder: Path, language: Language = "en") -> set[str]:
    """The rules of the findings for an example, verified as its reader would."""
    if not example.part:
        file = folder / f"example{example.ending}"
        file.write_text(example.document(language), encoding="utf-8")
        if example.sidecar:
            (folder / "example.claims.toml").write_text(example.sidecar, encoding="utf-8")
        return {finding.rule for finding in verify([str(file)], []).findings}
    if not example.edits and (example.text or example.part.startswith(("notes.", "lesson02."))):
        return {finding.rule for finding in verify([example.part], []).findings}
    [chapter] = resolve(example.part)[0].chapters
    file = folder / "lesson.txt"
    file.write_text(edited(own_words.text(chapter.number), example.edits), encoding="utf-8")
    return {finding.rule for finding in verify([example.part], [DocumentGiven("notes", str(file))]).findings}


def edited(text: str, edits: tuple[tuple[str, str], ...]) -> str:
    """Each old piece at its first place replaced, all at once."""
    places = sorted((text.index(old), old, new) for old, new in edits)
    for start, old, new in reversed(places):
        text = text[:start] + new + text[start + len(old) :]
    return text


@pytest.mark.parametrize("rule", ALL.values(), ids=ALL)
def test_the_examples_do_what_they_say(rule: Rule, tmp_path: Path) -> None:
    if rule.name in WITHOUT_EXAMPLE:
        assert rule.fires is None and rule.quiet is None
        return
    assert rule.fires is not None and rule.quiet is not None
    for language in LANGUAGES if not rule.fires.part else LANGUAGES[:1]:
        assert rule.name in fired(rule.fires, tmp_path, language)
        assert rule.name not in fired(rule.quiet, tmp_path, language)


@pytest.mark.parametrize("rule", ALL.values(), ids=ALL)
def test_the_severity_is_the_usual_one(rule: Rule, tmp_path: Path) -> None:
    if rule.fires is None or rule.fires.part:
        return
    file = tmp_path / f"example{rule.fires.ending}"
    file.write_text(rule.fires.document("en"), encoding="utf-8")
    if rule.fires.sidecar:
        (tmp_path / "example.claims.toml").write_text(rule.fires.sidecar, encoding="utf-8")
    assert rule.severity in {one.severity for one in verify([str(file)], []).findings if one.rule == rule.name}


@pytest.mark.parametrize("rule", ALL.values(), ids=ALL)
def test_an_example_speaks_the_language_of_its_reader(rule: Rule) -> None:
    """What belongs to a shipped lesson is in the language of the lesson; what we put into it has no words."""
    for example in filter(None, (rule.fires, rule.quiet)):
        if example.part:
            assert not any(re.search("[\u4e00-\u9fff]", new.replace(old, "")) for old, new in example.edits if old in new)
            continue
        assert not re.search("[\u4e00-\u9fff]", example.document("en"))
        words = re.sub(
            r"<[a-z/][^>]*>|<annotation.*|\\[A-Za-z]+(\{[a-z0-9]+\})?|lessonproof: \w+ [\w-]+", "", example.document("zh")
        )
        assert not re.search("[A-Za-z]{3,}", words.replace("GiB", "").replace("softmax", "")), words


def test_each_rule_has_one_record_under_its_name() -> None:
    assert tuple(ALL) == RULES and len(set(RULES)) == len(RULES)
    assert all(name == rule.name for name, rule in ALL.items())


@pytest.mark.parametrize("rule", ALL.values(), ids=ALL)
def test_a_rule_is_described_in_both_languages(rule: Rule) -> None:
    for text in (rule.short, rule.means, rule.matters, rule.remedy):
        assert text.en.isascii() or any(sign in text.en for sign in "η≈"), text.en
        assert any("\u4e00" <= sign <= "\u9fff" for sign in text.zh), text.zh
    assert not rule.short.en.endswith(".") and len(rule.short.en) < 80


# ── what can be emitted ───────────────────────────────────────────────────────────────────────────────────────────────

# Calls that make a finding, and where its rule stands among their arguments.
MAKERS = {
    "Finding": 0, "_finding": 0, "_about": 2, "find": 0, "_note": 1, "Note": None, "note": None,
    "refuse": 0, "Problem": 0, "NotPlaced": 0, "_add": 0, "_at": 0,
}  # fmt: skip
# A rule that is put together or carried in a variable, and all that it can be.
DYNAMIC = {
    ("lessons/findings.py", "rule"): {f"figure-{one}" for one in ("wrong", "truncated", "undecided", "unaccounted", "loose")}
    | {f"claim-{one.value}" for one in Binding if one not in (Binding.BOUND, Binding.NONE)}
    | {"claim-repeated", f"claim-{Verdict.REFUTED.value}", f"claim-{Verdict.UNDECIDED.value}"},
    ("lessons/findings.py", "figure.note.key"): {"bound-changed", "programs-exceed"},
    ("lessons/survey.py", "found.rule"): set(),  # what the detectors say, found by itself
    ("lessons/survey.py", "note.message.key"): set(),  # what the readers of formats note, found by itself
    ("lessons/detectors/detection.py", "rule"): {f"figure-{one}" for one in (FigureVerdict.WRONG, FigureVerdict.TRUNCATED)},
    ("lessons/detectors/relation_chains.py", "_RULES[one.message.key]"): {"arithmetic-sides-differ", "inequality-wrong"},
    ("lessons/detectors/relation_chains.py", "note.key"): {
        "figure-loose",
        "arithmetic-binary-unit",
        "arithmetic-floating-point",
    },
    ("lessons/declarations/applied.py", "rule"): {f"figure-{one}" for one in ("wrong", "truncated", "undecided")},
    ("lessons/declarations/comments.py", "rule"): {"declaration-unknown-rule", "declaration-wrong-value"},
    # Passed on from calls that are found by themselves.
    **{
        (f"lessons/declarations/{module}.py", rule): set()
        for module, rule in (
            ("applied", "error.rule"),
            ("applied", "problem.rule"),
            ("declared", "error.rule"),
            ("declared", "rule"),
            ("record", "rule"),
            ("shipped", "one.rule"),
            ("shipped", "rule"),
            ("sidecar", "rule"),
            ("statements", "error.rule"),
        )
    },
}


def emitted() -> Iterator[tuple[str, ast.expr]]:
    """Every expression in `lessons` that becomes the rule of a finding."""
    for path in sorted((ROOT / "lessons").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            where = str(path.relative_to(ROOT))
            if where == "lessons/mutation/mutate.py" and name in ("_add", "_at"):
                continue  # of changes and places, not of findings
            if name in ("note", "Note") and "formats" in path.parts:
                inner = [
                    one for one in ast.walk(node) if isinstance(one, ast.Call) and getattr(one.func, "id", "") == "Message"
                ]
                yield from ((where, one.args[0]) for one in inner)
            elif (
                name == "find"
                and not (isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) in ("reporter", "self"))
            ) or (name == "_note" and "formats" not in path.parts):
                continue
            elif (position := MAKERS.get(name)) is not None and len(node.args) > position:
                yield where, node.args[position]


def test_every_rule_that_can_be_emitted_is_documented() -> None:
    found: set[str] = set()
    for where, rule in emitted():
        if isinstance(rule, ast.Constant):
            found.add(str(rule.value))
        elif "formats" not in where:  # there a message is passed on from `_note`, whose own calls are found
            assert (where, ast.unparse(rule)) in DYNAMIC, f"{where}: {ast.unparse(rule)}"
            found |= DYNAMIC[where, ast.unparse(rule)]
    assert found == set(RULES)


def test_no_rule_that_is_documented_as_a_note_is_an_error() -> None:
    assert {rule.severity for rule in ALL.values()} == {Severity.ERROR, Severity.WARNING, Severity.NOTE}
