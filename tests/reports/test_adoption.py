"""Taking lessonproof up for a course that is there: init, verify, baseline, fix, each as its user types it."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

import cli
from lessons.settings import KEYS, read
from reports.commands.init import configuration
from reports.session import Session
from tests.reports.html.parsed import Parsed
from tests.reports.test_sarif import VALIDATOR

Run = Callable[..., tuple[int, str, str]]


def lesson(number: int) -> str:
    examples = [
        f"## {number}.{k} Example\n\nWith {k} heads of {number} the width is ${k} \\times {number} = {k * number + 1}$.\n"
        for k in range(2, 10)
    ]
    return f"# Lesson {number}\n\nSome numbers.\n\n" + "\n".join(examples)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """In a folder with five lessons and forty wrong figures."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    for number in range(11, 16):
        (tmp_path / f"lesson{number}.md").write_text(lesson(number), encoding="utf-8")
    (tmp_path / "README.md").write_text("# Course\n\nNot a lesson: 2 × 2 = 5.\n", encoding="utf-8")

    def runs(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return runs


def test_a_course_with_forty_wrong_figures_adopts_it_today(run: Run, tmp_path: Path) -> None:
    assert run("init")[0] == 0
    code, out, _ = run("verify")
    assert code == 1 and "40 errors" in out and "lesson11.md:7:" in out
    code, out, _ = run("baseline", "create")
    assert code == 0 and "40 known findings in 5 lessons" in out
    code, out, _ = run("verify")
    assert code == 0 and "no new errors · 40 known (baseline)" in out
    assert run("verify", "--quiet") == (0, "", "")
    # one more is caught, wherever the others have moved to
    text = (tmp_path / "lesson12.md").read_text(encoding="utf-8")
    (tmp_path / "lesson12.md").write_text(text.replace("Some", "Some\nmore") + "\nAnd $3 \\times 3 = 8$.\n", encoding="utf-8")
    code, out, _ = run("verify", "--quiet")
    assert code == 1 and out.count("\n") == 1 and "printed 8, should be 9" in out
    code, out, err = run("verify", "--fix", "--format", "concise")
    assert code == 0 and "Rewrote 41 places in 5 files" in err and out.count("\n+With") == 40
    assert "40 of the baseline are gone" in out
    code, out, _ = run("baseline", "update")
    assert code == 0 and out.count("dropped: ") == 40 and "0 known findings" in out
    assert run("baseline", "update")[1] == "lessonproof-baseline.json is up to date: 0 known findings.\n"
    assert "2 × 2 = 5" in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_update_says_what_it_adds(run: Run, tmp_path: Path) -> None:
    run("init")
    run("baseline", "create")
    (tmp_path / "lesson11.md").write_text(lesson(11) + "\nAnd $3 \\times 3 = 8$.\n", encoding="utf-8")
    code, out, _ = run("baseline", "update")
    assert code == 0 and out.splitlines()[0] == "added: lesson11.md · 11.9 Example · figure-wrong · 8"


def test_json_says_what_is_new_known_and_gone(run: Run, tmp_path: Path) -> None:
    run("init")
    run("baseline", "create")
    text = lesson(11).replace("= 23$", "= 22$") + "\nAnd $3 \\times 3 = 8$.\n"
    (tmp_path / "lesson11.md").write_text(text, encoding="utf-8")
    found = json.loads(run("verify", "--format", "json")[1])
    states = [one["baseline"] for one in found["findings"]]
    assert states.count("unchanged") == 39 and states.count("new") == 1
    assert [(one["printed"], one["baseline"]) for one in found["absent"]] == [("23", "absent")]
    assert "absent" not in json.loads(run("verify", "--format", "json", "--config", os.devnull)[1] or "{}")


def test_sarif_and_the_page_say_what_is_new_known_and_gone(run: Run, tmp_path: Path) -> None:
    run("init")
    run("baseline", "create")
    text = lesson(11).replace("= 23$", "= 22$") + "\nAnd $3 \\times 3 = 8$.\n"
    (tmp_path / "lesson11.md").write_text(text, encoding="utf-8")
    run("verify", "--output", "sarif=out.sarif", "--output", "html=out")
    log = json.loads((tmp_path / "out.sarif").read_text(encoding="utf-8"))
    VALIDATOR.validate(log)
    results = log["runs"][0]["results"]
    states = [one["baselineState"] for one in results]
    assert (states.count("unchanged"), states.count("new"), states.count("absent")) == (39, 1, 1)
    [gone] = [one for one in results if one["baselineState"] == "absent"]
    assert gone["message"]["text"].endswith("23") and gone["level"] == "error"
    assert gone["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "lesson11.md"
    known = json.loads((tmp_path / "lessonproof-baseline.json").read_text(encoding="utf-8"))
    assert gone["partialFingerprints"]["lessonproof/v2"] in {one["fingerprint"] for one in known["findings"]}
    page = Parsed((tmp_path / "out" / "lesson11.md.html").read_text(encoding="utf-8"))
    assert [attributes["class"] for attributes in page.with_class("state")].count("state new") == 1
    assert len(page.with_class("state")) == 8
    assert "1 known finding is gone" in page.text and "lesson11.md" not in page.text.split("is gone")[1][:40]
    other = Parsed((tmp_path / "out" / "lesson12.md.html").read_text(encoding="utf-8"))
    assert "gone" not in [attributes.get("id") for _, attributes in other.elements]
    (tmp_path / "lessonproof.toml").unlink()
    run("verify", "--output", "html=plain.html", "lesson11.md")
    assert not Parsed((tmp_path / "plain.html").read_text(encoding="utf-8")).with_class("state")


def test_a_baseline_that_is_named_must_be_there(run: Run) -> None:
    assert run("verify", "lesson11.md", "--baseline", "none.json")[0] == 2
    run("baseline", "create", "lesson11.md", "--baseline", "mine.json")
    assert run("verify", "lesson11.md", "--baseline", "mine.json")[0] == 0
    code, _, err = run("baseline", "create", "lesson11.md", "--baseline", "mine.json")
    assert code == 2 and "update" in err


def test_diff_writes_nothing_and_patches(run: Run, tmp_path: Path) -> None:
    before = (tmp_path / "lesson11.md").read_bytes()
    code, out, err = run("verify", "lesson11.md", "--diff")
    assert code == 1 and "--fix would rewrite 8 places in 1 file." in err
    assert (tmp_path / "lesson11.md").read_bytes() == before
    assert out.startswith("--- lesson11.md\n+++ lesson11.md\n@@ ") and out.count("\n-With") == 8


def test_fix_keeps_permissions_and_links(run: Run, tmp_path: Path) -> None:
    file, link = tmp_path / "lesson11.md", tmp_path / "link.md"
    file.chmod(0o640)
    link.symlink_to(file)
    assert run("verify", "link.md", "--fix", "--quiet")[0] == 0
    assert link.is_symlink() and stat.S_IMODE(file.stat().st_mode) == 0o640
    assert "2 \\times 11 = 22$" in file.read_text(encoding="utf-8")


def test_fix_with_json_keeps_standard_output_json(run: Run) -> None:
    code, out, err = run("verify", "lesson11.md", "--fix", "--format", "json")
    assert code == 0 and json.loads(out)["summary"]["errors"] == 0
    assert "+With" in err


def test_what_cannot_be_fixed_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = run("verify", "11.3", "--fix")
    assert (code, out) == (2, "") and "--lesson FILE" in err
    assert run("verify", "lesson11.md", "--fix")[0] == 0
    assert "Nothing to rewrite." in run("verify", "lesson11.md", "--fix")[2]


def test_the_least_coverage_of_the_settings_acts(run: Run, tmp_path: Path) -> None:
    run("verify", "lesson11.md", "--fix")
    (tmp_path / "lessonproof.toml").write_text('lessons = "lesson11.md"\nmin-coverage = "99%"\n', encoding="utf-8")
    code, _, err = run("verify")
    assert code == 1 and "99.00%" in err
    assert run("coverage")[0] == 1
    assert run("verify", "--min-coverage", "10%")[0] == 0


def test_too_little_coverage_is_said_beside_errors(run: Run) -> None:
    code, _, err = run("verify", "lesson11.md", "--min-coverage", "100%")
    assert code == 1 and "100.00% is asked for" in err


def test_a_file_that_is_not_there_is_no_unknown_chapter(run: Run) -> None:
    for arguments in (("verify", "nofile.md"), ("coverage", "sub/chapter"), ("diff", "nofile.md", "lesson11.md")):
        code, out, err = run(*arguments)
        assert (code, out) == (2, "") and f"There is no file {arguments[1]}." in err
    assert "nearest names" in run("verify", "chapter99")[2]


def test_several_lessons_for_one_page_are_refused_before_anything_is_written(run: Run, tmp_path: Path) -> None:
    code, out, err = run("verify", "lesson11.md", "lesson12.md", "--output", "json=o.json", "--output", "html=o.html")
    assert (code, out) == (2, "") and "2 pages do not go into one file" in err
    assert not (tmp_path / "o.json").exists() and not (tmp_path / "o.html").exists()


def test_a_rewriting_is_promised_where_there_is_one(run: Run, tmp_path: Path) -> None:
    assert "8 of them can be rewritten" in run("verify", "lesson11.md")[1]
    table = "# T\n\n| part | parameters |\n|---|---|\n| a | 1,234 |\n| b | 2,345 |\n| total | 3,600 |\n"
    (tmp_path / "total.md").write_text(table, encoding="utf-8")
    code, out, _ = run("verify", "total.md")
    assert code == 1 and "3,600" in out and "can be rewritten" not in out
    assert "Nothing to rewrite." in run("verify", "total.md", "--fix")[2]
    assert "1 wrong" in out
    assert "3,600" not in run("coverage", "total.md")[1]  # it is wrong, not unexplained


def test_figures_that_nothing_explains_are_listed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.md").write_text("# T\n\nIt took 17 days and 4.25 hours,\nand then 99 more.\n", encoding="utf-8")
    _, out, _ = run("coverage", "odd.md")
    assert "3 figures are not checked:" in out and "3:9  17, 4.25" in out and "4:10  99" in out


def test_what_is_declared_beside_lessons_names_them(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lesson11.claims.toml").write_text('[conventions]\nrounding = "half-even"\n', encoding="utf-8")
    assert run("verify", "lesson11.claims.toml", "--quiet") == run("verify", "lesson11.md", "--quiet")
    (tmp_path / "alone.claims.toml").write_text('[conventions]\nrounding = "half-even"\n', encoding="utf-8")
    assert run("verify", "alone.claims.toml")[0] == 2


def test_the_claims_of_a_document_are_listed(run: Run, tmp_path: Path) -> None:
    claim = '[[claim]]\nprints = "2 \\\\times 11 = 23"\nfigure = 3\nequals = "22"\n'
    (tmp_path / "lesson11.claims.toml").write_text(claim, encoding="utf-8")
    code, out, _ = run("list", "lesson11.md", "lesson12.md")
    assert code == 0 and "explain lesson11.claim-1" in out
    assert "lesson12.md" in out and "no claims are known" in out
    assert run("explain", "lesson11.claim-1")[0] == 0


def test_what_list_says_to_ask_next_is_answered_in_another_folder_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "week").mkdir()
    (tmp_path / "week" / "one.md").write_text("It has 22 columns and 3 rows.\n", encoding="utf-8")
    claims = "".join(f'[[claim]]\nname = "{name}"\nprints = "{said}"\nequals = "{n}"\n' for name, said, n in CLAIMS)
    (tmp_path / "week" / "one.claims.toml").write_text(claims, encoding="utf-8")
    _, out, _ = run("list", "week/one.md")
    asked = out.split("explain ")[1].split()
    assert asked == ["week/one.md", "one.wide"]
    code, told, _ = run("explain", *asked)
    assert code == 0 and "one.wide" in told and "one.high" not in told


CLAIMS = (("wide", "has 22 columns", 22), ("high", "and 3 rows", 3))


def test_relations_that_are_not_shown_are_counted(run: Run, tmp_path: Path) -> None:
    lines = "".join(f"We have $q_{n} + {n} = 9$.\n\n" for n in range(2, 9))
    (tmp_path / "unread.md").write_text(lines, encoding="utf-8")
    assert "… and 2 more; `coverage` lists them all" in run("verify", "unread.md")[1]


# ── init ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_init_writes_names_every_setting_and_each_line_of_it_is_one(tmp_path: Path, language: str) -> None:
    text = configuration(Session("lessonproof", "zh" if language == "zh" else "en"), ["a b.md", 'q"q.md'])
    file = tmp_path / "lessonproof.toml"
    file.write_text(text, encoding="utf-8")
    assert read(file).documents == (str(tmp_path / "a b.md"), str(tmp_path / 'q"q.md'))
    shown = "\n".join(line.removeprefix("# ") if " = " in line else line for line in text.splitlines())
    file.write_text(shown, encoding="utf-8")
    read(file)
    assert {line.split(" = ")[0] for line in shown.splitlines() if " = " in line and not line.startswith("#")} == set(KEYS)


def test_init_finds_lessons_and_writes_over_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("x\n", encoding="utf-8")
    (tmp_path / "chapters").mkdir()
    (tmp_path / "chapters" / "one.md").write_text("# One\n", encoding="utf-8")
    assert run("init")[0] == 0
    documents = read(tmp_path / "lessonproof.toml").documents
    assert [Path(one).name for one in documents] == ["chapters", *(f"lesson{n}.md" for n in range(11, 16))]
    before = (tmp_path / "lessonproof.toml").read_bytes()
    code, _, err = run("init")
    assert code == 2 and "not written over" in err and (tmp_path / "lessonproof.toml").read_bytes() == before


def test_init_adds_a_table_to_a_pyproject(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b'[project]\r\nname = "x"')
    assert run("init", "--pyproject")[0] == 0
    content = (tmp_path / "pyproject.toml").read_bytes()
    assert content.startswith(b'[project]\r\nname = "x"\r\n\r\n[tool.lessonproof]\r\n') and b"\n" not in content.replace(
        b"\r\n", b""
    )
    assert len(read(tmp_path / "pyproject.toml").documents) == 5
    assert run("init", "--pyproject")[0] == 2


def test_init_in_an_empty_folder_says_what_is_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, out, _ = run("init", "empty", "--lang", "zh")
    assert code == 0 and ".ipynb" in out
    assert run("init", "nowhere")[0] == 2


def test_the_rules_and_the_rounding_of_the_settings_act(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nHere $1 / 8 = 0.13$, $2 / 3 = 0.66$ and $2 \\times 3 = 7$.\n", encoding="utf-8")
    settings = tmp_path / "lessonproof.toml"

    def found(text: str) -> list[str]:
        settings.write_text(f'lessons = "a.md"\n{text}\n', encoding="utf-8")
        return [line.split(": ")[1] for line in run("verify", "--quiet")[1].splitlines()]

    assert found("") == ["figure-truncated", "figure-wrong"]
    assert found('rounding = "half-even"') == ["figure-wrong", "figure-truncated", "figure-wrong"]
    assert found('rounding = "truncate"') == ["figure-wrong"]
    assert found('ignore = ["figure-wrong"]') == ["figure-truncated"]
    assert found('select = ["figure-wrong"]') == ["figure-wrong"]
    assert found('select = "arithmetic"') == []
    # what is not reported is not rewritten either
    found('ignore = "figure-truncated"')
    assert run("verify", "--fix")[0] == 0
    assert (tmp_path / "a.md").read_text(encoding="utf-8").count("0.66") == 1
    settings.write_text('ignore = "figure-wrogn"', encoding="utf-8")
    assert run("verify", "a.md")[0] == 2


def test_claims_of_the_settings_are_found_in_their_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nThe table has 18.9M entries.\n", encoding="utf-8")
    (tmp_path / "claims").mkdir()
    sidecar = '[[claim]]\nprints = "table has 18.9M entries"\nequals = "37000 * 512 + 100000"\n'
    (tmp_path / "claims" / "a.claims.toml").write_text(sidecar, encoding="utf-8")
    assert run("verify", "a.md")[0] == 0
    for claims in ("claims", "claims/a.claims.toml"):
        (tmp_path / "lessonproof.toml").write_text(f'lessons = "a.md"\nclaims = "{claims}"\n', encoding="utf-8")
        code, out, _ = run("verify", "--quiet")
        assert code == 1 and "should be 19.0M" in out
    assert run("verify", "--fix")[0] == 0
    assert "19.0M" in (tmp_path / "a.md").read_text(encoding="utf-8")


def test_what_a_stranger_declares_is_seen(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("# A\n\nHere $2 \\times 3 = 7$.\n", encoding="utf-8")
    run("baseline", "create", "a.md", "--baseline", "known.json")
    comment = "<!-- lessonproof: ignore figure-wrong because the paper prints it so -->\n"
    file.write_text(f"# A\n\n{comment}Here $2 \\times 3 = 7$.\n", encoding="utf-8")
    code, out, _ = run("verify", "a.md", "--baseline", "known.json", "--strict", "--quiet")
    assert code == 1 and "declaration-added" in out
    assert "added: " in run("baseline", "update", "a.md", "--baseline", "known.json")[1]
    assert run("verify", "a.md", "--baseline", "known.json", "--strict", "--quiet") == (0, "", "")
    before = file.read_bytes()
    run("verify", "a.md", "--fix")
    assert file.read_bytes() == before  # what is accepted is not rewritten
