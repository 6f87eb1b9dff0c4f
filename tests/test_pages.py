"""The pages under docs/ that show commands: everything that they say is done, in order, and compared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pages import ROOT, Command, File, agrees, blocks, follow, happenings, page

ENGLISH = ("docs/tutorial.md", "docs/adoption.md", "docs/prove.md")
CHINESE = ("docs/tutorial.zh.md", "docs/adoption.zh.md")


@pytest.mark.parametrize("name", [*ENGLISH, *CHINESE])
def test_the_page_can_be_followed(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "lesson"
    folder.mkdir()
    follow(page(name), folder, "zh" if name in CHINESE else "en")


@pytest.mark.parametrize("name", CHINESE)
def test_both_languages_take_the_same_steps(name: str) -> None:
    english, chinese = page(name.replace(".zh.md", ".md")), page(name)
    steps = [step(each) for each in happenings(english)]
    assert steps == [step(each) for each in happenings(chinese)] and len(steps) > 6
    assert re.findall(r"^(#+) ", outside(english), re.M) == re.findall(r"^(#+) ", outside(chinese), re.M)


def outside(text: str) -> str:
    """The page without its blocks, in which # means something else."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def step(each: File | Command) -> str:
    """What is done, without the words that are said."""
    return each.name if isinstance(each, File) else re.sub(r"echo .*", "echo", each.line)


@pytest.mark.parametrize("name", ["docs/tutorial.md", "docs/adoption.md", *CHINESE])
def test_every_block_of_a_tutorial_is_done(name: str) -> None:
    done = happenings(page(name))
    files = [each for each in done if isinstance(each, File)]
    assert len(files) == sum(kind != "console" for kind, _ in blocks(page(name)))


def test_a_tutorial_takes_five_minutes() -> None:
    """Reading at 200 words a minute what is not printed by a program."""
    words = re.sub(r"^```console\n.*?^```$", "", page("docs/tutorial.md"), flags=re.M | re.S).split()
    assert len(words) < 1000


def test_there_are_five_proofs() -> None:
    assert sum("lessonproof prove" in each.line for each in happenings(page("docs/prove.md")) if isinstance(each, Command)) == 5


def test_an_output_agrees_only_with_itself() -> None:
    assert agrees("a\n…\nd", "a\nb\nc\nd") and agrees("a\n…", "a") and agrees("", "") and agrees("…\nd", "d")
    assert (
        not agrees("a\n…\nd", "a\nb\nc\ne") and not agrees("a", "a\nb") and not agrees("b", "a\nb") and not agrees("a.c", "abc")
    )
    assert not agrees("a\n…\nd", "a\nb\nc\ne")
    assert not agrees("a", "a\nb") and not agrees("b", "a\nb") and not agrees("a.c", "abc")
    assert not agrees("", "a") and not agrees("a", "")


def anchors(name: str) -> set[str]:
    """What GitHub makes of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", outside(page(name)), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]))
def test_every_link_leads_somewhere(name: str) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", outside(page(name))):
        if not link.startswith(("http:", "https:")):
            path, _, anchor = link.partition("#")
            target = (ROOT / name).parent / path if path else ROOT / name
            assert target.exists(), link
            if anchor:
                assert anchor in anchors(str(target.resolve().relative_to(ROOT))), link


@pytest.mark.parametrize("name", ["docs/tutorial.md", "docs/tutorial.zh.md"])
def test_a_tutorial_goes_from_red_to_green_and_stops_a_slip(name: str) -> None:
    shown = [each.output for each in happenings(page(name)) if isinstance(each, Command)]
    signs = [line[0] for output in shown for line in output.splitlines() if line[:2] in ("✗ ", "✓ ")]
    assert signs == ["✗", "✓"]
    assert shown[-3] in ("may be merged", "可以合并") and shown[-1].startswith("::error ") and shown[-1].endswith(" 1")
