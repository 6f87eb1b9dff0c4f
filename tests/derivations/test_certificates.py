"""Certificates kept between runs: outside the checkout, checked again each time, worth nothing when they are forged."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from derivations import certificates
from derivations.certificates import FOLDER, kept, kept_in, usual_folder
from derivations.kernel.check import Rejected, check, digest
from derivations.notes.settings import ATTENTION, SOFTMAX
from derivations.prover import search
from derivations.prover.examine import Result, examine
from derivations.prover.identity import Identity

STATEMENT = Identity(setting=SOFTMAX, formula=r"\sum_{j} a_{j} = 1").each()[0].statement
FALSE = Identity(setting=SOFTMAX, formula=r"\sum_{j} a_{j} = 2").each()[0].statement
MASKED = Identity(setting=ATTENTION, formula=r"\sum_{j} a_{i j} = 1").each()[0].statement


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with kept_in(tmp_path / "kept"):
        yield tmp_path / "kept"


def never() -> Any:
    raise AssertionError("a search, although a good certificate is kept")


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*")) if folder.exists() else []


def found(statement: Any) -> Any:
    """The certificate as JSON has it: lists, no tuples."""
    certificate = kept("equation", statement, lambda: search.certificate(statement), check)
    return json.loads(json.dumps(certificate))


def test_a_certificate_is_kept_and_used_again(folder: Path) -> None:
    first = found(STATEMENT)
    assert first and len(files(folder)) == 1
    assert kept("equation", STATEMENT, never, check) == first


def test_nothing_is_kept_of_what_was_not_found(folder: Path) -> None:
    assert found(FALSE) is None
    assert not files(folder)


def test_another_family_does_not_share_the_file(folder: Path) -> None:
    found(STATEMENT)
    asked = []
    kept("order", STATEMENT, lambda: asked.append(1), check)
    assert asked


@pytest.mark.parametrize(
    "poison",
    [
        b"", b"null", b"[]", b"{}", b"\xff\xfe", b'{"statement": ', b"[" * 100_000,
        b'{"statement": "x", "lemmas": [], "unfold": [], "use": [], "orders": []}',
        b'{"result": "proved"}',
    ],
)  # fmt: skip
def test_a_poisoned_file_costs_a_search_and_changes_nothing(folder: Path, poison: bytes) -> None:
    good = found(STATEMENT)
    [file] = files(folder)
    file.write_bytes(poison)
    assert found(STATEMENT) == good
    assert json.loads(file.read_text(encoding="utf-8")) == good


def test_the_certificate_of_another_statement_is_not_believed(folder: Path) -> None:
    """A verdict in place of a certificate is not, nor is a good certificate relabelled for a false statement."""
    certificate = dict(found(STATEMENT))
    found(MASKED)
    for forged in (certificate, {**certificate, "statement": digest(FALSE)}, {**certificate, "orders": []}):
        path = folder / f"{certificates.name_of('equation', FALSE)}.json"
        path.write_text(json.dumps(forged), encoding="utf-8")
        assert examine(FALSE).result is Result.REFUTED
        assert not path.exists()


def test_every_kept_file_of_a_lesson_exchanged_for_another_changes_no_finding(folder: Path) -> None:
    formulas = [r"\sum_{j} a_{j} = 1", r"\frac{a_{j}}{a_{k}} = e^{s_{j} - s_{k}}", r"\sum_{j} a_{j} = 2"]
    records = [Identity(setting=SOFTMAX, formula=formula) for formula in formulas]
    before = [record.examined().result for record in records]
    kept_files = files(folder)
    assert len(kept_files) == 3  # two certificates, and what the third was refuted by
    texts = [file.read_bytes() for file in kept_files]
    for file, text in zip(kept_files, (*texts[1:], texts[0]), strict=True):
        file.write_bytes(text)
    assert [record.examined().result for record in records] == before
    assert before == [Result.PROVED, Result.PROVED, Result.REFUTED]


def test_a_note_of_a_counterexample_saves_a_search_and_decides_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts for a statement that is refuted again in the same way, and for no other."""
    asked: list[object] = []
    found_by = search.certificate
    monkeypatch.setattr(search, "certificate", lambda *a, **k: asked.append(1) or found_by(*a, **k))
    refuted = examine(FALSE)
    assert refuted.counterexample is not None and len(asked) == 1
    assert examine(FALSE).result is Result.REFUTED and len(asked) == 1
    certificates.note_refuted("equation", FALSE, "another one")
    assert examine(FALSE).result is Result.REFUTED and len(asked) == 2
    certificates.note_refuted("equation", STATEMENT, refuted.counterexample.shown())
    assert examine(STATEMENT).result is Result.PROVED and len(asked) == 3


def test_what_is_no_file_is_not_read(folder: Path, tmp_path: Path) -> None:
    """A pipe would wait for ever, a folder cannot be read, a file beyond all measure is not."""
    found(STATEMENT)
    [file] = files(folder)
    file.unlink()
    os.mkfifo(file)
    assert found(STATEMENT) is not None
    file.unlink()
    file.mkdir()
    assert found(STATEMENT) is not None
    file.rmdir()
    with file.open("wb") as large:
        large.truncate(certificates.LARGEST + 1)
    assert found(STATEMENT) is not None


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    with kept_in(blocked / "within"):
        assert found(STATEMENT) is not None
    with kept_in(None):
        assert found(STATEMENT) is not None
    assert blocked.read_text(encoding="utf-8") == "not a folder"


def test_the_folder_is_outside_the_checkout_and_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(FOLDER)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert usual_folder() == tmp_path / "lessonproof" / "certificates"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert usual_folder() == tmp_path / ".cache" / "lessonproof" / "certificates"
    monkeypatch.delenv("HOME")
    assert usual_folder() is None
    monkeypatch.setenv(FOLDER, str(tmp_path / "moved"))
    assert usual_folder() == tmp_path / "moved"
    monkeypatch.setenv(FOLDER, "")
    assert usual_folder() is None


def test_a_checker_that_rejects_everything_is_asked_about_what_is_kept(folder: Path) -> None:
    found(STATEMENT)

    def strict(statement: Any, certificate: Any) -> None:
        raise Rejected("nothing is good enough")

    assert kept("equation", STATEMENT, lambda: None, strict) is None
    assert not files(folder)
