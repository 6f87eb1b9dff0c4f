"""Pages as readers use them: the files that a page shows are written, its commands run in order, its outputs compared.

A caption is a line of its own, `` `FILE`: ``, above a block: the block is that file. `` `FILE`, at the end: `` appends. A block
of the language `console` holds commands behind `$ ` and what they print; a line `…` stands for any number of lines. In Chinese
pages the caption ends with ：, and 追加在末尾 appends.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CAPTION = r"(?:^`(?P<file>[^`\n]+)`(?P<end>, at the end|，追加在末尾)?[:：]\n\n)?"
BLOCK = re.compile(CAPTION + r"^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
ELISION = "…"


@dataclass(frozen=True, slots=True)
class File:
    """A file that the page shows; `appended`: only what is added at its end."""

    name: str
    text: str
    appended: bool


@dataclass(frozen=True, slots=True)
class Command:
    """A line for the shell, and what the page says that it prints."""

    line: str
    output: str


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str) -> list[tuple[str, str]]:
    """The language and the text of every block."""
    return [(match["kind"], match["text"]) for match in BLOCK.finditer(text)]


def happenings(text: str) -> list[File | Command]:
    """The files and commands of a page, in order."""
    found: list[File | Command] = []
    for match in BLOCK.finditer(text):
        if match["file"]:
            found.append(File(match["file"], match["text"], bool(match["end"])))
        elif match["kind"] == "console":
            assert match["text"].startswith("$ "), match["text"]
            for part in ("\n" + match["text"]).split("\n$ ")[1:]:
                line, _, output = part.replace("\\\n", "").partition("\n")
                found.append(Command(line, output.rstrip("\n")))
    return found


def shell(folder: Path, language: str) -> dict[str, str]:
    """An environment in which `lessonproof` is this checkout's, and the locale asks for the language."""
    programs = folder.parent / f"{folder.name}-programs"
    programs.mkdir(exist_ok=True)
    program = programs / "lessonproof"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m lessonproof "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    locale = {"en": "C.UTF-8", "zh": "zh_CN.UTF-8"}[language]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "GITHUB_"))}
    return {**kept, "LANG": locale, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}


def printed(command: Command, folder: Path, environment: dict[str, str]) -> str:
    """What the command prints, both streams, as in a terminal."""
    found = subprocess.run(
        ["bash", "-c", command.line], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        encoding="utf-8", check=False,
    )  # fmt: skip
    return found.stdout.rstrip("\n")


def agrees(shown: str, output: str) -> bool:
    """Whether the output is what is shown, where a line `…` stands for any lines."""
    lines = [r"(?:.*\n)*" if line.strip() == ELISION else re.escape(line.rstrip()) + r" *\n" for line in shown.splitlines()]
    return re.fullmatch("".join(lines), output + "\n" if output else "") is not None


def follow(text: str, folder: Path, language: str) -> None:
    """Do everything that a page says, in the folder, and compare."""
    environment = shell(folder, language)
    for each in happenings(text):
        if isinstance(each, File):
            path = folder / each.name
            path.parent.mkdir(parents=True, exist_ok=True)
            before = path.read_text(encoding="utf-8") if each.appended else ""
            path.write_text(before + each.text, encoding="utf-8")
        else:
            output = printed(each, folder, environment)
            assert agrees(each.output, output), f"$ {each.line}\n{output}\n--- but the page shows\n{each.output}"
