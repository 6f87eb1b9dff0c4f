"""`pytest --lessonproof`: one test item a claim, or a section without claims; a wrong figure fails at its line."""

from __future__ import annotations

import ast
import sys
import xml.etree.ElementTree as Xml
from pathlib import Path

import pytest

from lessonproof import pytest_plugin
from lessons.gathering import ENDINGS
from lessons.outline import outline
from lessons.source import read
from tests.reports.documents import LESSON

pytest_plugins = ["pytester"]

RIGHT = LESSON.replace("78,500", "78,400")
ARGUMENTS = ("-p", "lessonproof.pytest_plugin", "--lessonproof", "-p", "no:cacheprovider")


@pytest.fixture(autouse=True)
def english(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # an installed copy would be registered a second time
    monkeypatch.syspath_prepend(Path(__file__).resolve().parents[2])


def document(pytester: pytest.Pytester, text: str, name: str = "lessons/sizes.md") -> Path:
    path = pytester.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_each_section_is_an_item_and_a_wrong_figure_fails_its_own(pytester: pytest.Pytester) -> None:
    document(pytester, LESSON)
    result = pytester.runpytest_inprocess(*ARGUMENTS, "-v", "lessons")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*lessons/sizes.md::Sizes PASSED*",
            "*lessons/sizes.md::Weights FAILED*",
            "lessons/sizes.md:7:25: error: figure-wrong: printed 78,500, should be 78,400*",
            "FAILED lessons/sizes.md::Weights - line 7: printed 78,500, should be 78,400*",
        ]
    )


def test_a_right_document_passes_and_without_the_option_nothing_is_read(pytester: pytest.Pytester) -> None:
    document(pytester, RIGHT)
    pytester.runpytest_inprocess(*ARGUMENTS, "lessons").assert_outcomes(passed=2)
    assert pytester.runpytest_inprocess("-p", "lessonproof.pytest_plugin", "lessons").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_an_item_is_chosen_by_its_name(pytester: pytest.Pytester) -> None:
    document(pytester, LESSON)
    pytester.runpytest_inprocess(*ARGUMENTS, "lessons/sizes.md::Sizes").assert_outcomes(passed=1)
    pytester.runpytest_inprocess(*ARGUMENTS, "-k", "Weights", "lessons").assert_outcomes(failed=1)


def test_a_document_that_prints_no_figure_passes_as_one_item(pytester: pytest.Pytester) -> None:
    document(pytester, "# Words\n\nNothing but words.\n")
    pytester.runpytest_inprocess(*ARGUMENTS, "lessons").assert_outcomes(passed=1)


def test_what_cannot_be_read_is_an_error_with_its_sentence(pytester: pytest.Pytester) -> None:
    document(pytester, "").write_bytes(b"\xff\xfe\x00")
    result = pytester.runpytest_inprocess(*ARGUMENTS, "lessons")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*lessons/sizes.md*UTF-16*"])


def test_warnings_are_those_of_pytest_and_fail_where_the_settings_are_strict(pytester: pytest.Pytester) -> None:
    document(pytester, "# Operands\n\n2 × 18.94M = 37.89M\n")  # right only if 18.94M stands for 18.944M
    loose = pytester.runpytest_inprocess(*ARGUMENTS, "lessons")
    loose.assert_outcomes(passed=1)
    loose.stdout.fnmatch_lines(["*LessonWarning: lessons/sizes.md:3:14: warning: figure-wrong: *37.88M*"])
    document(pytester, "strict = true\n", "lessonproof.toml")
    pytester.runpytest_inprocess(*ARGUMENTS, "lessons").assert_outcomes(failed=1)


def test_settings_that_hide_errors_are_a_warning(pytester: pytest.Pytester) -> None:
    document(pytester, LESSON)
    document(pytester, "select = ['hypothesis-idle']\n", "lessonproof.toml")
    result = pytester.runpytest_inprocess(*ARGUMENTS, "lessons")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*LessonWarning: 1 finding (1 error) left out by “select” in lessonproof.toml"])


def test_arguments_of_the_program_are_settings_of_pytest(pytester: pytest.Pytester) -> None:
    document(pytester, LESSON)
    pytester.makeini("[pytest]\nlessonproof_args = --ignore figure-wrong\n")
    pytester.runpytest_inprocess(*ARGUMENTS, "lessons").assert_outcomes(passed=2)


def test_claims_of_a_shipped_lesson_are_items_by_their_names(pytester: pytest.Pytester, notes: Path) -> None:
    whole = read(str(notes))
    heading = outline(whole)["11"]
    chapter = whole.text[heading.start : heading.end]
    document(pytester, chapter.replace("0.339660", "0.339661", 1), "eleven.txt")
    result = pytester.runpytest_inprocess(*ARGUMENTS, "-v", "eleven.txt")
    claims = [line for line in result.outlines if line.startswith("eleven.txt::notes.11.")]
    assert [line.split()[0] for line in claims if "FAILED" in line] == ["eleven.txt::notes.11.3.probabilities"]
    assert sum("PASSED" in line for line in claims) > 40
    result.stdout.fnmatch_lines(
        ["*eleven.txt::notes.11.3.probabilities FAILED*", "*eleven.txt:*: error: figure-wrong: *0.339660*"]
    )


def test_our_modules_do_not_stand_before_the_testers(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """His `reports` is imported in his tests, and his `derivations` not by our program, though both are on its path."""
    document(pytester, RIGHT)
    document(pytester, "MINE = 1\n", "reports/__init__.py")
    document(pytester, "raise RuntimeError\n", "derivations/__init__.py")
    document(pytester, "import reports\n\ndef test_mine():\n    assert reports.MINE == 1\n", "test_mine.py")
    installed = pytester.mkdir("installed")
    (installed / "lessonproof").symlink_to(Path(pytest_plugin.__file__).parent)
    monkeypatch.setenv("PYTHONPATH", str(installed))
    lines = [sys.executable, "-m", "pytest", *ARGUMENTS, "--rootdir=.", "-q", "lessons", "test_mine.py"]
    found = pytester.run(*lines)
    found.assert_outcomes(passed=3)


def test_hostile_titles_stay_inert(pytester: pytest.Pytester) -> None:
    title = "Weights::error::\x1b[31m \x9b31m \u202eab\u202c"
    document(pytester, f"# {title}\n\n784 × 100 = 78,500 weights.\n")
    result = pytester.runpytest_inprocess(*ARGUMENTS, "-v", "--junit-xml=found.xml", "lessons")
    result.assert_outcomes(failed=1)
    shown = "\n".join(result.outlines)
    assert not any(sign in shown for sign in ("\x9b31m", "\x1b[31m ", "\u202e"))
    [case] = Xml.parse(pytester.path / "found.xml").iter("testcase")
    failure = case.find("failure")
    assert failure is not None and "should be 78,400" in (failure.text or "")


@pytest.mark.parametrize("name", ["--output=json=NOTES.md", "--config=evil.md", "--ignore=figure.md", "-h.md"])
def test_a_file_called_like_an_option_is_a_file(name: str, pytester: pytest.Pytester) -> None:
    document(pytester, "keep\n", "NOTES.md")
    document(pytester, 'select = ["hypothesis-idle"]\n', "evil.md")
    document(pytester, LESSON, name)
    result = pytester.runpytest_inprocess(*ARGUMENTS, f"./{name}")
    result.assert_outcomes(passed=1, failed=1)
    assert (pytester.path / "NOTES.md").read_text(encoding="utf-8") == "keep\n"


@pytest.mark.parametrize("command", ["##[error]boom", "##vso[task.complete]", "##teamcity[x]", "::error::boom"])
def test_nothing_it_says_is_a_command_of_a_build_server(command: str, pytester: pytest.Pytester) -> None:
    """Names of files, headings, rules and reasons of a stranger."""
    comments = (
        f"<!-- lessonproof: ignore {command} because x -->\n\n<!-- lessonproof: ignore figure-loose because {command} -->\n"
    )
    document(pytester, f"# {command}\n\n{comments}\n784 × 100 = 78,500 weights.\n", f"{command} a.md")
    document(pytester, "", f"{command} b.md").write_bytes(b"\xff\xfe\x00")
    result = pytester.runpytest_inprocess(*ARGUMENTS, "-v", "-rA", "--continue-on-collection-errors", ".")
    shown = [*result.outlines, *result.errlines]
    assert any("78,400" in line for line in shown) and any("UTF-16" in line for line in shown)
    assert not [line for line in shown if line.lstrip().startswith("::") or (command[:2] == "##" and command[:5] in line)]


def test_a_link_that_leads_out_is_read_only_where_it_is_named(pytester: pytest.Pytester) -> None:
    (pytester.path.parent / "outside.md").write_text(LESSON, encoding="utf-8")
    document(pytester, RIGHT)
    (pytester.path / "lessons" / "out.md").symlink_to(pytester.path.parent / "outside.md")
    pytester.runpytest_inprocess(*ARGUMENTS, "lessons").assert_outcomes(passed=2)
    pytester.runpytest_inprocess(*ARGUMENTS, "lessons/out.md").assert_outcomes(passed=1, failed=1)


def test_it_reads_what_verify_reads_and_imports_nothing_of_the_application() -> None:
    assert pytest_plugin.ENDINGS == ENDINGS
    tree = ast.parse(Path(pytest_plugin.__file__).read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= {*sys.stdlib_module_names, "pytest", "lessonproof"}
