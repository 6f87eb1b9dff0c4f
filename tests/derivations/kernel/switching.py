"""Switching off one demand of the kernel at a time."""

from __future__ import annotations

import ast
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from derivations.kernel.language import Rejected

Site = tuple[str, int]
Check = Callable[[Any, Any], None]


def sites(modules: Iterable[ModuleType]) -> Iterator[Site]:
    """Where the modules demand something: file and line."""
    for module in modules:
        path = str(module.__file__)
        for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "demand":
                yield path, node.lineno


def raised(modules: Iterable[ModuleType]) -> list[str]:
    """Every other way of saying no."""
    trees = [ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")) for module in modules]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return sorted(ast.unparse(node.exc) for node in nodes if isinstance(node, ast.Raise) and node.exc is not None)


def demand_without(site: Site) -> Callable[[object, str], None]:
    def demand(condition: object, reason: str) -> None:
        caller = sys._getframe(1)
        if (caller.f_code.co_filename, caller.f_lineno) != site and not condition:
            raise Rejected(reason)

    return demand


def refused_at(check: Check, claim: Any, certificate: Any) -> Site:
    """Where the kernel refuses."""
    try:
        check(claim, certificate)
    except Rejected as rejected:
        frames = [*traceback.walk_tb(rejected.__traceback__)]
        return [(frame.f_code.co_filename, line) for frame, line in frames if frame.f_code.co_name != "demand"][-1]
    raise AssertionError("accepted")


def outcome(check: Check, claim: Any, certificate: Any) -> str:
    try:
        check(claim, certificate)
    except Rejected as rejected:
        return str(rejected)
    except Exception as error:  # with a rejection switched off anything may follow
        return repr(error)
    return "accepted"
