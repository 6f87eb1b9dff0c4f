"""The report of `account`: every format, both languages, narrow terminals, and mistakes in one sentence."""

from __future__ import annotations

import ast
import json
import re
import string
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import numeric.account
from derivations.catalogue import UsageError
from numeric.account.account import account
from numeric.account.configuration import Configuration
from numeric.account.presets import PRESETS
from numeric.account.shapes import KINDS, PARTS
from numeric.account.variants import VariantName
from reports.account import FORMATS, presets, report
from reports.layout import cells
from reports.messages import WORDINGS
from reports.rounded import BINARY, percent, rounded, scaled
from reports.sentences import LANGUAGES, Language, sentence
from reports.sheets import Formula, Row, Sheet, drawn, written


def full(target: str, language: Language = "en", width: int = 100, length: str | None = None) -> str:
    return report(target, length, "full", language=language, width=width, colour=False)


def pasted(target: str, form: str, language: Language = "en") -> str:
    return report(target, None, form, language=language, width=100, colour=False)


def test_the_total_is_the_first_thing_one_reads() -> None:
    lines = full("transformer-base").splitlines()
    assert lines[0] == "transformer-base  63,045,632 parameters"
    assert "181 parameter matrices" in lines[1]
    assert full("transformer-base", "zh").splitlines()[0] == "transformer-base  63,045,632 个参数"


def test_a_stranger_finds_where_the_parameters_are() -> None:
    """4 · 6 · 512² of 63,045,632 is 9.979…%, 12,598,272 is 19.98…%."""
    shown = full("transformer-base")
    assert re.search(r"^    self-attention +6,291,456 +9\.98%  4Ld²$", shown, re.MULTILINE)
    assert re.search(r"^    feed-forward +12,598,272 +19\.98%  2Ldm \+ Lm \+ Ld$", shown, re.MULTILINE)
    assert re.search(r"^  total +63,045,632 +100\.00%$", shown, re.MULTILINE)
    assert "65M (Table 3): not this count, which rounds to 63M." in shown
    assert "39,841 to 41,793" in shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_nothing_is_wider_than_the_terminal(name: str, language: Language) -> None:
    for width in (60, 80, 120):
        for line in full(name, language, width).splitlines():
            assert cells(line) <= width, line
    assert "…" not in full(name, language, 60)


def test_every_number_is_there_at_any_width() -> None:
    for language in LANGUAGES:
        numbers = [sorted(re.findall(r"\b[0-9][0-9,.]*", full("gpt-3", language, width))) for width in (40, 60, 120)]
        # Where a sentence breaks does not matter: no number is split by it.
        assert numbers[0] == numbers[1] == numbers[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_end_below_each_other(language: Language) -> None:
    """Chinese labels take two cells a character."""
    rows = [line for line in full("gpt-3", language, 60).splitlines() if re.match(r"^ +\S.* [0-9,]+ +<?[0-9.]+%", line)]
    shares = rows[: rows.index(next(row for row in rows if "100.00%" in row)) + 1]
    assert len(shares) > 5
    assert len({cells(row[: row.index("%")]) for row in shares}) == 1


def test_colour_changes_no_character() -> None:
    coloured = report("gpt-2", None, "full", language="en", width=100, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == full("gpt-2")


def test_json_is_exact_and_speaks_no_language() -> None:
    english, chinese = pasted("llama-2-7b", "json"), pasted("llama-2-7b", "json", "zh")
    assert english == chinese
    read = json.loads(english, parse_float=pytest.fail)
    assert read["parameters"] == sum(each["parameters"] for each in read["components"]) == 6_738_415_616
    assert read["layers"] == {"decoder": 4 * 4096**2 + 3 * 4096 * 11_008 + 2 * 4096}
    assert read["operations"]["forward"] == sum(item["flops"] for item in read["operations"]["items"])
    assert read["bytes"]["parameters"]["bf16"] == 2 * 6_738_415_616
    assert read["bytes"]["cache"]["token"] == 2**19
    assert json.loads(pasted("bert-base", "json"))["bytes"]["cache"] is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_what_is_pasted(name: str, language: Language) -> None:
    total = account(PRESETS[name]).total
    markdown = pasted(name, "markdown", language)
    for table in re.findall(r"(?:^\|.*\|\n?)+", markdown, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1
    assert f"{total:,}" in markdown
    latex = pasted(name, "latex", language)
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") == 7
    assert latex.count("$") % 2 == latex.count("{") - latex.count("}") == 0
    for table in re.findall(r"\\hline\n(.*?)\\end", latex, re.DOTALL):
        assert len({row.count("&") for row in table.strip().splitlines()}) == 1
    assert f"\t{total}\t" in pasted(name, "tsv", language)


def test_names_of_others_are_harmless(tmp_path: Path) -> None:
    hostile = "a|b`<script>\\u001b[31m\\u202e_{\\\\input}$%&#"
    path = tmp_path / "model.toml"
    path.write_text(f'like = "gpt-2"\nname = "{hostile}"\nsource = "{hostile}"\n', encoding="utf-8")
    for form in FORMATS:
        shown = pasted(str(path), form)
        assert not re.search("[\x1b\u202e]", shown)
    assert "<script>" not in pasted(str(path), "markdown").replace(r"\<script\>", "")
    assert r"\input" not in pasted(str(path), "latex")


def test_a_length_of_ones_own() -> None:
    assert "forward, T = 7 " in full("gpt-2", length="7")
    for wrong in ("0", "-1", "x", "1.5", "９", "", "1" * 5000):
        with pytest.raises(UsageError) as caught:
            full("gpt-2", length=wrong)
        assert caught.value.message.key == "account-wrong-length"
    with pytest.raises(UsageError) as caught:
        full("gpt-2", length="1025")
    assert sentence(caught.value.message, "en") == "A sequence of 1,025 positions is longer than the 1,024 learned ones."


def test_a_mistake_is_one_sentence(tmp_path: Path) -> None:
    def said(target: str, language: Language = "en") -> str:
        with pytest.raises(UsageError) as caught:
            full(target)
        return sentence(caught.value.message, language)

    assert said("bert-bass").startswith("There is no model “bert-bass”; the nearest are: bert-base, ")
    assert said(str(tmp_path / "none.toml"), "zh").startswith("找不到文件 ")
    path = tmp_path / "model.toml"
    path.write_text('like = "bert-base"\nhead = 3\n', encoding="utf-8")
    assert said(str(path)) == f"{path} sets “head”, which does not exist; the nearest key is “heads”."
    path.write_text('like = "bert-base"\nheads = 5\n', encoding="utf-8")
    assert said(str(path)) == "d_model = 768 is not a multiple of heads = 5: change one of them, or give d_k."
    assert said(str(path), "zh") == "d_model = 768 不是 heads = 5 的倍数：请改其中之一，或给出 d_k。"


def test_every_mistake_has_its_sentence() -> None:
    found = 0
    for path in Path(next(iter(numeric.account.__path__))).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "WrongConfiguration":
                assert isinstance(node.args[0], ast.Constant)
                wording = WORDINGS[f"account-{node.args[0].value}"][0]
                wanted = {name for _, name, _, _ in string.Formatter().parse(wording) if name}
                assert wanted <= {str(keyword.arg) for keyword in node.keywords}, node.args[0].value
                found += 1
    assert found > 15


def test_every_name_has_its_word() -> None:
    names = [f"account.part.{part}" for part in PARTS] + [f"account.kind.{kind}" for kind in KINDS]
    names += [f"account.variant.{name}" for name in VariantName.__args__]  # type: ignore[attr-defined]
    for name in names:
        assert name in WORDINGS, name


def test_without_a_target_the_models_are_listed() -> None:
    shown = presets(language="en", width=80, colour=False, program="python cli.py")
    for name, model in PRESETS.items():
        assert re.search(rf"^  {re.escape(name)} +{account(model).total:,}$", shown, re.MULTILINE)
    assert "python cli.py account transformer-base" in shown
    for language in LANGUAGES:
        for line in presets(language=language, width=60, colour=False, program="lessonproof").splitlines():
            assert cells(line) <= 60


# Numbers as printed


def test_rounded_correctly() -> None:
    assert rounded(Fraction(1, 3), "0.00%") == "33.33%"
    assert rounded(Fraction(1, 8), "0.00") == "0.13"  # a tie goes away from zero
    assert rounded(1_234_567, "1,000.0") == "1,234,567.0"


def test_shares_never_claim_nothing_or_all() -> None:
    assert percent(Fraction(1, 10**6)) == "<0.01%"
    assert percent(Fraction(0)) == "0.00%"
    assert percent(1 - Fraction(1, 10**6)) == ">99.99%"
    assert percent(Fraction(1)) == "100.00%"


def test_units() -> None:
    assert scaled(999, "B") == "999 B"
    assert scaled(1000, "B") == "1.00 kB"
    assert scaled(1023, "B", BINARY) == "1,023 B"
    assert scaled(2**19, "B", BINARY) == "512.00 KiB"
    assert scaled(252_182_528, "B") == "252.18 MB"
    assert scaled(10**30, "B") == "1,000,000.00 YB"


# Sheets

SHEET = Sheet(
    "Title",
    ("numbers", "formula"),
    (Row("one", ("1,000", Formula("4d²", "4 \\, d^{2}"))), Row("inner", ("−5", ""), depth=1)),
    ("A note.",),
)


def test_columns_that_do_not_fit_stand_beneath() -> None:
    def lines(width: int) -> list[str]:
        return ["".join(span.text for span in line).rstrip() for line in drawn(SHEET, width)]

    assert lines(40) == [
        "Title      numbers  formula",
        "  one        1,000  4d²",
        "    inner       −5",
        "  A note.",
    ]
    assert lines(20) == ["Title      numbers", "  one        1,000", "    4d²", "    inner       −5", "  A note."]


def test_sheets_are_written() -> None:
    assert written([SHEET], "tsv") == "Title\tnumbers\tformula\none\t1000\t4d²\n\u2003inner\t-5\t\nA note.\n"
    assert "| one | 1,000 | $4 \\, d^{2}$ |" in written([SHEET], "markdown")
    assert "one & 1,000 & $4 \\, d^{2}$ \\\\" in written([SHEET], "latex")
    assert "$-$5" in written([SHEET], "latex")


def test_a_small_encoder_has_a_whole_report() -> None:
    c = Configuration(
        name="x", towers="encoder-only", vocabulary=1, d_model=1, layers=1, heads=1, d_ff=1, positions="none", output="none"
    )
    assert account(c).total == 1 + 4 + 2 + 4
    assert account(replace(c, output="own")).total == 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_activations_follow_the_length(language: Language) -> None:
    """GPT-2, T = 100: a layer keeps 100 (16 · 768 + 2) + 12 · 100² numbers, the output 100 (768 + 50257)."""
    layer, output = 100 * (16 * 768 + 2) + 12 * 100**2, 100 * (768 + 50257)
    text = report("gpt-2", "100", "full", language=language, width=100, colour=False)
    assert f"{layer:,}" in text and f"{output:,}" in text and f"{12 * layer + 100 * 769 + output:,}" in text
    found = json.loads(report("gpt-2", "100", "json", language=language, width=100, colour=False))["bytes"]["activations"]
    assert found["layers"] == {"decoder": {"fp32": 4 * layer, "mixed": 2 * layer}}
    assert found["fp32"] == 4 * (12 * layer + 100 * 769 + output)


@pytest.mark.parametrize("name", ["transformer-base", "bert-base", "gpt-2", "llama-2-7b"])
def test_latex_prose_has_no_sign_that_only_formulas_have(name: str) -> None:
    """Outside formulas: pdfLaTeX stops at ² or at a hat over x, and most fonts of the others leave them out."""
    assert not re.findall(r"[^\x00-\x7f§–—“”]", re.sub(r"\$[^$]*\$", "", pasted(name, "latex")))


def test_names_of_a_file_are_plain_words_in_what_is_pasted(tmp_path: Path) -> None:
    """Neither a formula nor markup nor a command."""
    path = tmp_path / "mine.toml"
    path.write_text("like = 'gpt-2'\nname = '$a$ ~~b~~ &amp; \\input{x}'\n", encoding="utf-8")
    assert r"\$a\$ \~\~b\~\~ \&amp; \\input\{x\}" in pasted(str(path), "markdown")
    assert r"\$a\$ \textasciitilde{}\textasciitilde{}b" in pasted(str(path), "latex")
