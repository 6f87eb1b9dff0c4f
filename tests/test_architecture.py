"""The direction of the arrows: cli → reports → lessons → derivations → numeric, and what the start-up path imports."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ORDER = ("numeric", "derivations", "lessons", "reports", "cli")
HEAVY = {"sympy", "mpmath", "numpy", "rich"}
STANDARD_LIBRARY_ONLY = "derivations/kernel"


def modules(package: str) -> list[Path]:
    return [ROOT / "cli.py"] if package == "cli" else sorted((ROOT / package).rglob("*.py"))


def imported(path: Path, *, top_level_only: bool = False) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tree.body if top_level_only else list(ast.walk(tree))
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("package", ORDER)
def test_imports_run_one_way(package: str) -> None:
    allowed = set(ORDER[: ORDER.index(package) + 1])
    files = modules(package)
    assert files
    for path in files:
        wrong = (imported(path) & set(ORDER)) - allowed
        assert not wrong, f"{path.relative_to(ROOT)} imports {sorted(wrong)}"


@pytest.mark.parametrize("package", ORDER)
def test_heavy_libraries_are_imported_where_they_are_used(package: str) -> None:
    """sympy, numpy, mpmath and rich cost more start-up time than most answers: no module imports them at its top."""
    for path in modules(package):
        heavy = imported(path, top_level_only=True) & HEAVY
        assert not heavy, f"{path.relative_to(ROOT)} imports {sorted(heavy)} at its top"


WHAT_PROVES = ("derivations.prover", "derivations.kernel", "derivations.proof", "derivations.for_all_shapes")


def test_a_chapter_without_proofs_loads_nothing_that_proves() -> None:
    """In a process of its own: what another test has imported does not count."""
    lines = [
        "import sys",
        "from lessons.check import verify",
        "verify(['chapter11'], [])",
        f"print([name for name in sys.modules if name.startswith({WHAT_PROVES!r})])",
    ]
    found = subprocess.run([sys.executable, "-c", "; ".join(lines)], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


SEARCHES = {"derivations.prover.search", "derivations.prover.instances", "derivations.kernel.check"}


def test_the_claims_of_a_chapter_are_data() -> None:
    """To list claims, nothing that searches or checks is loaded."""
    lines = [
        "import sys",
        "from derivations.catalogue import lessons",
        "[chapter.claims() for lesson in lessons() for chapter in lesson.chapters if chapter.number != '11']",
        f"print([name for name in sys.modules if name in {SEARCHES!r}])",
    ]
    found = subprocess.run([sys.executable, "-c", "; ".join(lines)], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_the_kernel_imports_nothing_but_itself_and_the_standard_library() -> None:
    files = sorted((ROOT / STANDARD_LIBRARY_ONLY).glob("*.py"))
    assert files
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("derivations"):
                assert (node.module or "").startswith("derivations.kernel"), path.name
        assert imported(path) - {"derivations"} <= set(sys.stdlib_module_names), path.name


def test_no_text_becomes_code() -> None:
    """Documents are untrusted: nothing in the tree may turn text into code."""
    forbidden = {"eval", "exec", "compile", "sympify", "parse_expr", "parse_latex", "__import__"}
    for package in (*ORDER, "lessonproof"):
        for path in modules(package):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    name = node.func.id if isinstance(node.func, ast.Name) else None
                    attribute = node.func.attr if isinstance(node.func, ast.Attribute) else None
                    assert name not in forbidden, f"{path.relative_to(ROOT)}:{node.lineno} calls {name}"
                    assert attribute not in forbidden - {"compile"}, f"{path.relative_to(ROOT)}:{node.lineno}"
