"""`init`: write a commented configuration for the lessons of a folder. Nothing that is there is written over."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from derivations.catalogue import UsageError
from lessons.file import content
from lessons.gathering import ENDINGS
from lessons.gathering import documents as gathered
from lessons.settings import OWN_FILE, SHARED_FILE, read
from reports.output import rewrite_files, write, write_file
from reports.sentences import say
from reports.session import Session

OPTIONS = ("folder", "pyproject", "lang", "config")
FORMATS: tuple[str, ...] = ()
MOST_FOLDERS = 20
# Files of every project that are no lessons.
_NO_LESSONS = frozenset(
    {"readme", "changelog", "contributing", "license", "licence", "code_of_conduct", "security", "history", "news", "authors"}
)
_TEXT_FILES = (".txt",)  # requirements, logs, licences: named only where nothing else is there


def run(session: Session, options: Namespace) -> int:
    if len(options.target) > 1:
        raise UsageError("one-folder")
    folder = options.target[0] if options.target else "."
    if not os.path.isdir(folder):
        raise UsageError("no-folder", path=folder)
    lessons = _lessons(folder)
    table = "[tool.lessonproof]\n" if options.pyproject else ""
    text = table + configuration(session, lessons)
    path = os.path.normpath(os.path.join(folder, SHARED_FILE if options.pyproject else OWN_FILE))
    if options.pyproject and os.path.exists(path):
        _append(path, text)
    elif os.path.exists(path):
        raise UsageError("init-exists", path=path)
    else:
        write_file(path, text)
    read(Path(path))  # what was written is a configuration
    write(_next(session, path, folder, lessons))
    return 0


def configuration(session: Session, lessons: list[str]) -> str:
    """Every setting with what it does, those that are not usual commented out."""

    def comment(key: str, **values: object) -> str:
        return f"# {say(session.language, f'init.{key}', **values)}\n"

    listed = ", ".join(_quoted(lesson) for lesson in lessons)
    return "".join(
        (
            comment("lessons"), f"lessons = [{listed}]\n\n",
            comment("strict"), "# strict = true\n\n",
            comment("min-coverage"), '# min-coverage = "80%"\n\n',
            comment("baseline", program=session.program), 'baseline = "lessonproof-baseline.json"\n\n',
            comment("ignore"), '# ignore = ["figure-unaccounted"]\n',
            comment("select"), '# select = ["figure", "claim"]\n\n',
            comment("rounding"), '# rounding = "half-even"\n\n',
            comment("claims"), '# claims = ["claims"]\n\n',
            comment("language"), f'language = "{session.language}"\n',
            comment("digits"), "# digits = 12\n",
        )
    )  # fmt: skip


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)  # a basic string of TOML escapes as JSON does


def _lessons(folder: str) -> list[str]:
    """The documents of a folder, by its folders: one with several is named as such, with a pattern in the folder itself."""
    try:
        found = [Path(path).relative_to(folder) for path in gathered(folder)]
    except UsageError:
        return []
    found = [path for path in found if path.stem.lower() not in _NO_LESSONS]
    told = [path for path in found if path.suffix.lower() not in _TEXT_FILES] or found
    here = [path.as_posix() for path in told if len(path.parts) == 1]
    folders = list(dict.fromkeys(path.parts[0] for path in told if len(path.parts) > 1))
    return [*folders, *here] if len(folders) + len(here) <= MOST_FOLDERS else ["."]


def _append(path: str, text: str) -> None:
    """Add the table to a pyproject.toml that has none. Raises UsageError where it has one, or is no TOML."""
    from lessons.toml_text import LARGEST, loaded

    written = content(path, LARGEST)
    try:
        tool = loaded(written.decode("utf-8")).get("tool", {})
    except (ValueError, RecursionError) as error:
        raise UsageError("settings-unreadable", path=path, reason=str(error).rstrip(".")) from None
    if isinstance(tool, dict) and "lessonproof" in tool:
        raise UsageError("init-exists", path=path)
    line_end = b"\r\n" if b"\r\n" in written else b"\n"
    gap = line_end if written.endswith(b"\n") or not written else line_end * 2
    rewrite_files({path: written + gap + text.encode().replace(b"\n", line_end)})


def _next(session: Session, path: str, folder: str, lessons: list[str]) -> str:
    """What was written, what was found, and what to do next."""
    language = session.language
    lines = [say(language, "written", path=path)]
    if lessons:
        lines.append(say(language, "init.found", n=len(lessons), lessons=tuple(lessons[:5]), more="…" if lessons[5:] else ""))
    else:
        lines.append(say(language, "init.none-found", endings=ENDINGS))
    where = "" if os.path.normpath(folder) == "." else f"cd {folder} && "
    lines += [
        say(language, "init.next"),
        f"  {where}{session.program} verify",
        say(language, "init.next-baseline"),
        f"  {where}{session.program} baseline create",
    ]
    return "".join(f"{line}\n" for line in lines)
