"""CONTRIBUTING.md points at what there is: paths, tests, and code quoted from its file."""

from __future__ import annotations

import re
from functools import cache
from textwrap import indent

import pytest
from pages import ROOT, page

TEXT = page("CONTRIBUTING.md")
RECIPES = re.findall(r"^## Recipe (\d): (.*?)\n(.*?)(?=^## )", TEXT, re.M | re.S)
QUOTED = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", TEXT, flags=re.M | re.S))


def is_path(quoted: str) -> bool:
    return re.fullmatch(r"[\w./-]+(?:/|\.(?:py|md|toml|yml))", quoted) is not None or quoted == ".ci/run"


PATHS = sorted({quoted for quoted in QUOTED if is_path(quoted)})


@cache
def shipped_tests() -> frozenset[str]:
    files = (ROOT / "tests").rglob("test_*.py")
    return frozenset(name for file in files for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.M))


@pytest.mark.parametrize("path", PATHS)
def test_every_path_exists(path: str) -> None:
    if "/" in path.rstrip("/") or (ROOT / path).exists():
        assert (ROOT / path).exists() or "chapterNN" in path, path
    else:  # in the table, behind the folder or file in which it lies
        [row] = [line for line in TEXT.splitlines() if line.startswith("|") and f"`{path}`" in line]
        folders = [ROOT / quoted.rpartition("/")[0] for quoted in re.findall(r"`([^`]+/[^`]*)`", row)]
        assert any((folder / path).exists() for folder in folders), path


def test_many_paths_are_named() -> None:
    assert len(PATHS) > 50


def test_every_test_that_is_named_is_one() -> None:
    named = {quoted for quoted in QUOTED if re.fullmatch(r"test_\w+", quoted)}
    assert len(named) > 8 and named <= shipped_tests()


def test_code_is_quoted_from_its_file() -> None:
    quotations = re.findall(r"`([\w/]+\.py)`:\n\n```python\n(.*?)```", TEXT, re.S)
    assert len(quotations) == TEXT.count("```python") == 2
    for path, code in quotations:
        assert indent(code.rstrip(), "    ") + "," in (ROOT / path).read_text(encoding="utf-8"), path


def test_there_is_a_recipe_for_each_thing_that_is_usually_added() -> None:
    things = ("a claim", "a detector", "a document format", "a report format", "a rule", "a prover family")
    assert [(int(number), thing) for number, thing, _ in RECIPES] == list(enumerate(things, 1))


@pytest.mark.parametrize(("thing", "recipe"), [(thing, text) for _, thing, text in RECIPES])
def test_a_recipe_is_numbered_and_names_its_tests(thing: str, recipe: str) -> None:
    steps = re.findall(r"^(\d)\. ", recipe, re.M)
    assert steps == [str(number) for number in range(1, len(steps) + 1)] and len(steps) > 2
    assert "tests/" in recipe


def test_the_checker_is_as_small_as_it_says() -> None:
    lines = (ROOT / "derivations/kernel/equivariance.py").read_text(encoding="utf-8").splitlines()
    assert "under 150 lines" in TEXT and len(lines) < 150


def test_the_claims_it_names_are_claims() -> None:
    from derivations.catalogue import lessons

    ids = {claim.id for lesson in lessons() for chapter in lesson.chapters if chapter.encoded for claim in chapter.claims()}
    named = set(re.findall(r"\b(?:notes|lesson02)\.\d+\.[\d.]*[\w-]+", TEXT))
    assert named and named <= ids
