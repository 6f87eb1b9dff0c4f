"""A plugin for pytest: with `--lessonproof`, documents are test files, and each claim is a test item.

A part of a document that no claim knows has one item a section. Documents are verified by `lessonproof verify --format json`
in a process of its own: the application's folders have everyday names (`reports`, `lessons`), which must not stand before the
tester's own modules. This module therefore imports pytest, the standard library and its own package only.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lessonproof.build_servers import no_command

ENDINGS = (".md", ".markdown", ".qmd", ".rmd", ".html", ".htm", ".xhtml", ".ipynb", ".tex", ".txt")
"""What is read of a folder, as by `verify`; a file that is named is read whatever it is called."""

ARGUMENTS = "lessonproof_args"
_PROGRAM = Path(__file__).with_name("__main__.py")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lessonproof", "figures and formulas of lessons")
    group.addoption("--lessonproof", action="store_true", help="verify documents: each claim or section is a test item")
    parser.addini(ARGUMENTS, "further arguments of `lessonproof verify`", type="args", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> DocumentFile | None:
    if not parent.config.getoption("--lessonproof"):
        return None
    named = parent.session.isinitpath(file_path) and file_path.suffix != ".py"
    if not named and not (file_path.name.lower().endswith(ENDINGS) and _stays(file_path, parent.config.rootpath)):
        return None
    document: DocumentFile = DocumentFile.from_parent(parent, path=file_path)
    shown = no_command(document.nodeid)  # the terminal prints it as it is
    return document if shown == document.nodeid else DocumentFile.from_parent(parent, path=file_path, nodeid=shown)


def _stays(path: Path, folder: Path) -> bool:
    """Whether no link leads out of the folder: it may be a stranger's."""
    return path.resolve().is_relative_to(folder.resolve())


class LessonWarning(pytest.PytestWarning):
    """A finding that an author should look at and that fails nothing."""


class Group(NamedTuple):
    """What is one item: a claim or a section, with what was found about it."""

    name: str
    line: int
    findings: Sequence[dict[str, Any]]


class Verified(NamedTuple):
    """One document, verified.

    record: that of `--format json`.   strict: warnings fail.   otherwise: what fails the run without being a finding.
    """

    record: dict[str, Any]
    strict: bool
    otherwise: Sequence[Group]


class DocumentFile(pytest.File):
    """One document."""

    def collect(self) -> Iterator[pytest.Item]:
        verified = self.verified()
        for one in verified.record["summary"]["left_out"]:
            if one["errors"]:
                self.warn(LessonWarning(_printable(one["message"])))
        groups = [*_claims(verified.record), *_sections(verified.record), *verified.otherwise]
        names: dict[str, int] = {}
        for group in groups or [Group("figures", 1, [])]:
            name = _printable(group.name)
            names[name] = number = names.get(name, 0) + 1
            yield DocumentItem.from_parent(
                self, name=name if number == 1 else f"{name} ({number})", group=group, verified=verified
            )

    def verified(self) -> Verified:
        """Raises CollectError with the sentence of the program where it has no answer."""
        import json
        import subprocess

        folder = self.config.invocation_params.dir
        path = str(self.path.relative_to(folder)) if self.path.is_relative_to(folder) else str(self.path)
        arguments = list(self.config.getini(ARGUMENTS))
        command = [sys.executable, "-P", str(_PROGRAM), "verify", *arguments, "--format", "json", "--", path]
        # A file handle of pytest's own stands where standard input was: the program must not wait for it.
        found = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", errors="replace"
        )
        if found.returncode not in (0, 1) or not found.stdout:
            raise self.CollectError(found.stderr.strip() or f"lessonproof ended with {found.returncode}")
        record = json.loads(found.stdout)
        strict = record["strict"]
        fails = any(_fails(finding, strict) for finding in record["findings"])
        said = found.stderr.strip() or "lessonproof verify ended with 1"
        missing = {"rule": "coverage", "severity": "error", "lesson": "", "line": None, "column": None, "message": said}
        return Verified(record, strict, [Group("coverage", 1, [missing])] if found.returncode == 1 and not fails else [])


def _claims(record: dict[str, Any]) -> Iterator[Group]:
    for claim in record["claims"]:
        about = [finding for finding in record["findings"] if finding["claim"] == claim["id"]]
        lines = [place["line"] for place in claim["places"]] + [one["line"] for one in about if one["line"]]
        yield Group(claim["id"], lines[0] if lines else 1, about)


def _sections(record: dict[str, Any]) -> Iterator[Group]:
    """The sections with figures or findings that belong to no claim, in document order."""
    claims = {claim["id"] for claim in record["claims"]}
    lines: dict[str, list[int]] = {}
    findings: dict[str, list[dict[str, Any]]] = {}
    for figure in record["figures"]:
        if not figure["claims"] and figure["verdict"] != "structural":
            lines.setdefault(figure["section"], []).append(figure["line"] or 1)
    for finding in record["findings"]:
        if finding["claim"] not in claims:
            findings.setdefault(finding["section"], []).append(finding)
            lines.setdefault(finding["section"], []).append(finding["line"] or 1)
    for section, here in sorted(lines.items(), key=lambda entry: (min(entry[1]), entry[0])):
        yield Group(section or "figures", min(here), findings.get(section, []))


class DocumentItem(pytest.Item):
    """One claim, or one section without claims."""

    def __init__(self, *, group: Group, verified: Verified, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.group = group
        self.strict = verified.strict
        self.paths = {lesson["name"]: lesson["path"] for lesson in verified.record["lessons"]}

    def runtest(self) -> None:
        failing = [finding for finding in self.group.findings if _fails(finding, self.strict)]
        for finding in self.group.findings:
            if finding in failing:
                continue
            if finding["severity"] == "warning":
                warning = LessonWarning(self.sentence(finding))
                # In angle brackets, as what is no file: pytest prints the line of a file as it is, whatever it says.
                warnings.warn_explicit(warning, None, f"<{no_command(self.place(finding))}>", finding["line"] or 1)
            else:
                self.add_report_section("call", "lessonproof", self.sentence(finding))
        if failing:
            raise FindingsError(failing)

    def sentence(self, finding: dict[str, Any]) -> str:
        at = f":{finding['line']}:{finding['column']}" if finding["line"] else ""
        return no_command(f"{self.place(finding)}{at}: {finding['severity']}: {finding['rule']}: {finding['message']}")

    def place(self, finding: dict[str, Any]) -> str:
        """The file of a finding as the terminal names it: the document, or what stands beside it."""
        path = self.paths.get(finding["lesson"])
        beside = path is not None and self.config.invocation_params.dir / path != self.path
        return _printable(path) if beside and path else self.nodeid.partition("::")[0]

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *arguments: Any, **keywords: Any) -> Any:
        if not isinstance(excinfo.value, FindingsError):
            return super().repr_failure(excinfo, *arguments, **keywords)
        first, *_ = excinfo.value.findings
        lines = [self.sentence(finding) for finding in excinfo.value.findings]
        crash = Crash(self.place(first), first["line"] or 1, no_command(f"line {first['line'] or 1}: {first['message']}"))
        return Findings(lines, crash)

    def reportinfo(self) -> tuple[Path, int, str]:
        # pytest takes the dots of a last part that is the item's name for those of a class.
        return self.path, self.group.line - 1, f"{self.nodeid.partition('::')[0]} {self.name}"


class FindingsError(Exception):
    """What fails an item."""

    def __init__(self, findings: Sequence[dict[str, Any]]) -> None:
        super().__init__("; ".join(finding["message"] for finding in findings))
        self.findings = findings


class Crash(NamedTuple):
    """Where a failure lies, as the short summary and JUnit files of pytest want it."""

    path: str
    lineno: int
    message: str


class Findings(NamedTuple):
    """A failed item as the terminal shows it: a sentence for each finding, at its place."""

    lines: Sequence[str]
    reprcrash: Crash

    def toterminal(self, writer: Any) -> None:
        for line in self.lines:
            writer.line(line, red=True)

    def __str__(self) -> str:
        return "\n".join(self.lines)


def _fails(finding: dict[str, Any], strict: bool) -> bool:
    """Whether it fails its item: not where a baseline knows it."""
    grave = finding["severity"] == "error" or (strict and finding["severity"] == "warning")
    return grave and finding.get("baseline") != "unchanged"


def _printable(name: str) -> str:
    """On one line, with no sign that the names of items part at and nothing that a build server obeys."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in name.replace("::", ": ")).split())
    return no_command(line) or "figures"
