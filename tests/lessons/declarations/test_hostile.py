"""Sidecars and comments of strangers: no crash, no hang, nothing executed; each in a few seconds at most."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from derivations.verdict import Place
from lessons.check import verify
from lessons.declarations import applied, expression, sidecar
from reports.sentences import sentence
from tests.lessons.declarations.declared import said, surveyed

LESSON = "# A\n\nThe table has 18.944M entries and $2 V = 74000$.\n"
SECONDS = 2.0

DEEP = "(" * 900 + "1" + ")" * 900
EXPRESSIONS = {
    "a tower": "9^9^9^9",
    "a braced tower": "9^{9^{9^9}}",
    "a huge power": "10^10^10",
    "a long number": "9" * 1_900,
    "deep brackets": DEEP,
    "deep fractions": r"\frac{1}{" * 100 + "2" + "}" * 100,
    "a factorial": "99999!",
    "a factorial tower": "9!!!!",
    "a long sum": "+".join(["1"] * 990),
    "a wide sum": r"\sum_{i=1}^{99999999} i",
    "sums of sums": r"\sum_{i=1}^{199} \sum_{j=1}^{199} \sum_{k=1}^{199} i j k",
    "a division by nothing": "1/0",
    "a root of a negative": "sqrt(-1)",
    "code": "__import__('os').system('true')",
    "an attribute": "().__class__.__bases__",
    "control characters": "1\x07+\x1b[31m2",
    "nothing": " ",
    "only signs": "+-*/^_",
    "infinity": "∞",
    "a name without end": "x" * 1_900,
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expressions_end(name: str) -> None:
    text = EXPRESSIONS[name]
    quoted = "".join(sign if sign not in "'\x07\x1b" else "" for sign in text)
    start = time.process_time()
    found = surveyed(LESSON, f"[values]\nV = '{quoted}'\n[[claim]]\nprints = 'has 18.944M entries'\nequals = '{quoted}'\n")
    surveyed(f"{LESSON}\nIt is 3. <!-- lessonproof: equals {text} -->\n\n<!-- lessonproof: value V = {text} -->\n")
    assert time.process_time() - start < SECONDS
    assert said(found)


FILES = {
    "no toml": b"[[[",
    "no text": b"\xff\xfe\x00",
    "nothing": b"",
    "a long integer": b"[values]\nV = " + b"9" * 5_000 + b"\n",
    "a long hexadecimal": b"[values]\nV = 0x" + b"f" * 5_000 + b"\n",
    "deep arrays": b"[values]\nV = " + b"[" * 5_000 + b"]" * 5_000 + b"\n",
    "deep tables": b"[values]\nV = " + b"{a = " * 2_000 + b"1" + b"}" * 2_000 + b"\n",
    "a dotted key": b".".join([b"a"] * 20_000) + b" = 1\n",
    "a dotted heading": b"[" + b".".join([b"a"] * 20_000) + b"]\n",
    "infinite values": b"[values]\nV = inf\nW = nan\nX = -inf\n",
    "dates": b"[values]\nV = 2024-01-01\n[[claim]]\nprints = 2024-01-01\nequals = 2024-01-01\n",
    "other kinds": b"values = 3\nclaim = 'x'\nillustrative = {}\nexternal = [1]\nconventions = []\n",
    "many values": b"[values]\n" + b"".join(b"a%d = %d\n" % (i, i) for i in range(30_000)),
    "many claims": b"[[claim]]\nprints = 'has 18.944M entries'\nequals = '37000 * 512'\n" * 990,
    "too many claims": b"[[claim]]\nprints = '1'\nequals = '1'\n" * 20_000,
    "values of values": b"[values]\na0 = 'sqrt(2)'\n"
    + b"".join(b"a%d = '%s'\n" % (i, b" + ".join(b"a%d" % j for j in range(i))) for i in range(1, 60)),
    "doubling": b"[values]\na0 = 2\n" + b"".join(b"a%d = 'a%d * a%d'\n" % (i, i - 1, i - 1) for i in range(1, 60)),
    "quotes": b"[[claim]]\nprints = '" + b"$*_`| " * 300 + b"'\nequals = '1'\n",
    "brackets in strings": b'[values]\nV = "' + b"[" * 1_000 + b'"\n' + b"# [[[[\nW = '''\n[[claim]]\n'''\n",
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_files_end(name: str) -> None:
    start = time.process_time()
    beside = sidecar.of_bytes("lesson.claims.toml", FILES[name], "lesson")
    from lessons import document
    from lessons.survey import survey

    found = survey(document.read(LESSON.encode(), "lesson.md"), "lesson.md", 0, beside)
    assert time.process_time() - start < 2 * SECONDS
    assert found.findings or name == "nothing" or name == "many claims"


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    lesson = tmp_path / "lesson.md"
    lesson.write_text(LESSON, encoding="utf-8")
    beside = tmp_path / "lesson.claims.toml"
    beside.write_bytes(b"# " + b"x" * 10_000_000)
    start = time.process_time()
    found = verify([str(lesson)], [])
    assert time.process_time() - start < SECONDS
    assert [(one.rule, one.message.key) for one in found.findings] == [("declaration-unreadable", "document-too-large")]
    beside.unlink()
    beside.mkdir()
    assert [one.rule for one in verify([str(lesson)], []).findings] == ["declaration-unreadable"]


def test_a_link_to_a_device_is_not_read(tmp_path: Path) -> None:
    lesson = tmp_path / "lesson.md"
    lesson.write_text(LESSON, encoding="utf-8")
    (tmp_path / "lesson.claims.toml").symlink_to("/dev/zero")
    assert [one.rule for one in verify([str(lesson)], []).findings] == ["declaration-unreadable"]


def test_many_comments_and_long_ones_end() -> None:
    start = time.process_time()
    surveyed("<!-- lessonproof: ignore figure-wrong because x -->\n\n" * 1_000 + "2 + 2 = 5.\n")
    surveyed("It is 3 <!-- lessonproof: equals 3 --> " * 500)
    surveyed("It is 3 <!-- lessonproof: " + "equals 3 " * 50_000 + "-->")
    surveyed("<!-- lessonproof:" + "\nvalue n = 3" * 5_000 + " -->\n\nSo $2 n = 6$.")
    assert time.process_time() - start < 3 * SECONDS


_IGNORE = "<!-- lessonproof: ignore figure-wrong because it quotes Orwell -->"
_MANY = {
    "before one block": f"{_IGNORE}\n" * 20_000 + "2 + 2 = 5.\n",
    "in one line": "words 2 + 2 = 5 " + _IGNORE * 20_000 + "\n",
    "in one paragraph": f"words {_IGNORE}\n{_IGNORE}\n" * 10_000 + "2 + 2 = 5.\n",
    "before the items of a list": f"{_IGNORE}\n\n- 2 + 2 = 5\n" * 5_000,
    "in the rows of a table": "| a | b |\n|--|--|\n" + f"| {_IGNORE} | 2 |\n" * 5_000,
}


@pytest.mark.parametrize("name", _MANY)
def test_comments_that_stand_together_take_time_in_proportion(name: str, tmp_path: Path) -> None:
    lesson = tmp_path / "lesson.md"
    lesson.write_text(_MANY[name], encoding="utf-8")
    start = time.process_time()
    verify([str(lesson)], [])
    assert time.process_time() - start < 10 * SECONDS


@pytest.mark.parametrize(
    "line", [f"{_IGNORE}\n\n2 + 2 = 5.\n\n", "<!-- lessonproof: illustrative -->\n\nThere are 17 apples.\n\n"]
)
def test_many_declarations_and_many_figures_are_not_all_compared(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Place] = []
    key = applied._key

    def counted(place: Place) -> tuple[int, int]:
        looked.append(place)
        return key(place)

    monkeypatch.setattr(applied, "_key", counted)

    def compared(times: int) -> int:
        looked.clear()
        surveyed(line * times)
        return len(looked)

    assert 0 < compared(80) <= 4 * compared(20) + 20


def test_of_many_reasons_to_ignore_one_finding_the_first_counts(tmp_path: Path) -> None:
    """And none of them is idle."""
    lesson = tmp_path / "lesson.md"
    lesson.write_text("".join(f"{_IGNORE[:-4]} {n} -->\n" for n in range(2_000)) + "2 + 2 = 5.\n", encoding="utf-8")
    [finding] = verify([str(lesson)], []).findings
    assert finding.declared is not None and finding.declared.values["reason"] == "it quotes Orwell 0"
    assert "Orwell 0" in sentence(finding.message, "en")


def test_a_quotation_in_a_long_line_is_found_in_time() -> None:
    text = "word 12 " * 20_000
    start = time.process_time()
    found = surveyed(text, "[[claim]]\nprints = 'word 12'\nequals = '12'\n")
    assert ("@declaration-ambiguous", 1, "error") in said(found)
    assert time.process_time() - start < 5 * SECONDS


def test_a_name_is_no_expression() -> None:
    with pytest.raises(expression.NotRead):
        expression.read_name("1 + 1")
