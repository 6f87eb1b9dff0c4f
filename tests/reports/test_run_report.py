"""`run` as text, Markdown, LaTeX and JSON: what is printed, in which letters, and that nothing of a file gets through raw."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from lessons.model_file import read_model
from lessons.model_run import ModelRun, run_model
from numeric import examples
from numeric.certified import Decimals, Digits, Form
from reports.json import document
from reports.layout import length, rendered
from reports.messages import WORDINGS
from reports.options import STAGES
from reports.run import full, letters
from reports.run_paste import paste
from reports.run_record import record
from reports.sentences import Language

Run = Callable[..., ModelRun]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs an example with some of its text exchanged, each variant once."""

    @cache
    def runs(name: str, *exchanged: tuple[str, str], form: Form | None = None) -> ModelRun:
        text = examples.path(name).read_text(encoding="utf-8")
        for old, new in exchanged:
            assert old in text, old
            text = text.replace(old, new)
        path = tmp_path_factory.mktemp("model") / "model.toml"
        path.write_text(text, encoding="utf-8")
        return run_model(read_model(str(path)), form)

    return runs


def shown(run: ModelRun, language: Language = "en", width: int = 100, **options: Any) -> str:
    return rendered(full(run, language=language, width=width, **options), colour=False, width=width)


def test_the_chapter_on_the_screen(run: Run) -> None:
    text = shown(run("single-head"))
    for line in (
        "S = ⎡ 0  −∞ ⎤",
        "A ≈ ⎡ 1         0        ⎤",
        "h ≈ [ 0.731059  1.268941 ]",
        "L ≈ 2.541928",
        "ℓ̄ ≈  A         B         C",
        "Updated weights, step 1 (sgd, η = 0.1)",
        "0.271374  0.556819  0.171807",
        "L ≈ 1.761382",
        "185 numbers, each the certain, correct rounding to 6 decimals or exact",
    ):
        assert line in text, line


def test_only_the_parts_asked_for(run: Run) -> None:
    text = shown(run("single-head"), only=("loss",))
    assert "L ≈ 2.541928" in text and "Weights" not in text and "W_Q" not in text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_part_that_the_run_does_not_have_is_named(run: Run, language: Language) -> None:
    """In every form; with what it has. Who asks for everything is told nothing."""
    head, only = run("single-head"), ("loss", "optimizer", "generation")
    said = {
        "en": "This run has no optimizer, generation; it has weights, forward, loss, gradients, updated.",
        "zh": "这次运行没有 optimizer、generation；有的是 weights、forward、loss、gradients、updated。",
    }[language]
    assert said in shown(head, language, only=only) and said in str(record(head, language, only)["remarks"])
    assert all(said in paste(head, form, language, only) for form in ("markdown", "latex"))
    assert said[:12] not in shown(head, language) + shown(head, language, only=("loss", "updated"))


@pytest.mark.parametrize("width", [60, 80, 120])
def test_matrices_stay_within_the_width(run: Run, width: int) -> None:
    _title, *lines = full(run("pre-norm-block"), language="en", width=width)
    assert max(length(line) for line in lines) <= width


def test_letters() -> None:
    assert letters(r"\bar{W}_{Q}") == "W̄_Q"
    assert letters("X^{(0)}") == "X⁽⁰⁾"
    assert letters("W_{1}^{new}") == "W₁ⁿᵉʷ"
    assert letters(r"\operatorname{LN}_{0,1}(X^{(0)})") == "LN₀,₁(X⁽⁰⁾)"
    assert letters(r"\bar{\Lambda}") == "Λ̄"


def test_every_letter_of_every_example_is_readable(run: Run) -> None:
    for name in examples.NAMES:
        for each in run(name).quantities:
            assert not re.search(r"[\\{}]|ambda|operator", letters(each.quantity.letters)), each.quantity.letters


@pytest.mark.parametrize("name", examples.NAMES)
def test_chinese_has_words_for_everything(run: Run, name: str) -> None:
    text = shown(run(name), "zh")
    english = {word[0] for key, word in WORDINGS.items() if key.startswith(("stage.", "part.")) and word[0] != word[1]}
    headings = [line.strip() for line in text.splitlines()[1:] if line and not re.search(r"[=≈⎡⎢⎣]", line)]
    assert not [heading for heading in headings for word in english if "{" not in word and word in heading]


def test_markdown_to_paste(run: Run) -> None:
    text = paste(run("single-head"), "markdown", "en")
    assert "$$\nA \\approx \\begin{bmatrix}\n1 & 0 \\\\\n0.731059 & 0.268941\n\\end{bmatrix}\n$$" in text
    assert "$$\nS = \\begin{bmatrix}\n0 & -\\infty \\\\\n1 & 0\n\\end{bmatrix}\n$$" in text
    assert "$$\np \\approx (0.339660, 0.581626, 0.078714)\n$$" in text
    assert "## Forward pass 1" in text


def test_latex_to_paste(run: Run) -> None:
    text = paste(run("pre-norm-block"), "latex", "zh", ("loss", "updated"))
    assert (
        "\\[\nL \\approx 0.3655\n\\]" in text
        and r"\gamma^{new} \approx" in text
        and r"\subsection*{概率与损失（第 2 次）}" in text
    )
    assert text.count(r"\begin{bmatrix}") == text.count(r"\end{bmatrix}") > 0


@pytest.mark.parametrize("name", examples.NAMES)
def test_latex_prose_has_no_sign_that_only_formulas_have(run: Run, name: str) -> None:
    """Outside formulas and the author's own words: pdfLaTeX stops at ≈, and other fonts leave it out."""
    prose = re.sub(r"\$[^$]*\$", "", re.sub(r"\\\[.*?\\\]", "", paste(run(name), "latex", "en"), flags=re.DOTALL))
    assert set(re.findall(r"[^\x00-\xff–—“”]", prose)) <= set("".join(run(name).file.words))


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_braces_of_every_formula_are_balanced(run: Run, form: str) -> None:
    for name in examples.NAMES:
        text = paste(run(name), form, "en").replace(r"\{", "").replace(r"\}", "")
        depth = 0
        for sign in re.findall("[{}]", text):
            depth += 1 if sign == "{" else -1
            assert depth >= 0
        assert depth == 0


HOSTILE = ('title = "Single attention head, notes chapter 11"', r'title = "\u001b[2J$x$ |<b>&\\input{x} \u202e#"')
HOSTILE_WORDS = ('"A", "B", "C"]\n\n', r'"A", "B", "\u001b]0;C%_^~"]' + "\n\n")


def test_titles_and_words_of_a_file_are_harmless(run: Run) -> None:
    hostile = run("single-head", HOSTILE, HOSTILE_WORDS, ('target = "C"', "target = 3"))
    for text in (
        shown(hostile),
        paste(hostile, "markdown", "en"),
        paste(hostile, "latex", "en"),
        document(record(hostile, "en")),
    ):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert r"\$x\$ \|\<b\>\&\\input\{x\}" in paste(hostile, "markdown", "en")
    latex = paste(hostile, "latex", "en")
    assert r"\input" not in latex and r"\$x\$ |\textless{}b\textgreater{}\&\textbackslash{}input\{x\}" in latex
    assert r"C\%\_\textasciicircum{}\textasciitilde{}" in latex


def test_json_encloses_every_number(run: Run) -> None:
    found = json.loads(document(record(run("single-head", form=Digits(20)), "en")))
    assert (found["schema"], found["kind"], found["places"], found["undecided"]) == (1, "single-head", {"digits": 20}, 0)
    by_letters = {(each["letters"], each["stage"], each["step"]): each["rows"] for each in found["quantities"]}
    assert by_letters["S", "forward", 1][0][1] is None
    assert by_letters["S", "forward", 1][1][0] == {"printed": "1", "verdict": "exact", "bits": 0, "exact": "1"}
    a = by_letters["A", "forward", 1][1][0]
    assert (a["printed"], a["verdict"]) == ("0.73105857863000487925", "rounded")
    # e/(e + 1) between partial sums of e: S < e < S + 2/(n + 1)! for S the sum of 1/k! up to n = 40.
    total, term = Fraction(0), Fraction(1)
    for k in range(41):
        total, term = total + term, term / (k + 1)
    below, above = total / (total + 1), (total + 2 * term) / (total + 2 * term + 1)
    midpoint, radius = Fraction(a["midpoint"]), Fraction(a["radius"])
    assert midpoint - radius <= below < above <= midpoint + radius and radius < Fraction(1, 10**20)


def test_an_exact_ratio_is_told_in_full(run: Run) -> None:
    found = record(run("single-head", ("E = [[1, 0]", 'E = [["1/3", 0]')), "en", ("weights",))
    quantities: Any = found["quantities"]
    assert quantities[0]["rows"][0][0] == {"printed": "0.333333", "verdict": "rounded", "bits": 0, "exact": "1/3"}
    assert {each["stage"] for each in quantities} == {"weights"}


def test_kinks_and_open_numbers_are_explained(run: Run) -> None:
    dead = ("W_1 = [[1, 0, -1, 0]", "W_1 = [[0, 0, -1, 0]")
    dead_too = ("[-1, 0, 1, 0.5], [0.5, -1, 0, 1]]", "[0, 0, 1, 0.5], [0, -1, 0, 1]]")
    text = shown(run("pre-norm-block", dead, dead_too))
    assert "forward pass 1 · layer 1 · FFN: B[1,1], B[2,1], B[3,1] exactly 0, where ReLU has no derivative" in text.replace(
        "\n", " "
    )
    assert "0*" in text
    text = shown(run("pre-norm-block", form=Digits(3)))
    assert "numbers have no certain print" in text
    assert "forward pass 1 · layer 1 · self-attention · head 1: S₀⁽¹⁾[3,3] not to be told from 0" in text.replace("\n", " ")


def test_a_tie_is_marked(run: Run) -> None:
    text = shown(run("single-head", ("E = [[1, 0]", "E = [[0.5, 0]"), form=Decimals(0)))
    assert "E = ⎡ 1†" not in text and "1†" in text and "exactly half-way between two prints" in text


def test_stages_are_those_of_the_run(run: Run) -> None:
    stages = {each.quantity.stage[0] for each in run("single-head", ('"sgd"', '"adam"')).quantities}
    stages |= {each.quantity.stage[0] for each in run("translation").quantities}
    assert stages == set(STAGES)
