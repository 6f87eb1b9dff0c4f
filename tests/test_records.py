"""`lessonproof.records.dataclass` behaves as the standard library's, without code of its own for each class."""

from __future__ import annotations

import ast
import copy
import dataclasses
import pickle
import sys
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from lessonproof.records import dataclass

ROOT = Path(__file__).resolve().parent.parent
OPTIONS: list[dict[str, bool]] = [
    {"frozen": frozen, "slots": slots, "kw_only": kw_only, "order": order}
    for frozen in (False, True)
    for slots in (False, True)
    for kw_only in (False, True)
    for order in (False, True)
]


class Base:
    """What is decorated twice: by ours and by the standard library's."""


def both(options: dict[str, bool]) -> tuple[type, type]:
    def made(decorate: Callable[..., Any]) -> type:
        @decorate(**options)
        class Record(Base):
            a: int
            b: str = "β"
            c: list[int] = dataclasses.field(default_factory=list, repr=False)
            d: int = dataclasses.field(default=0, compare=False)
            e: int = dataclasses.field(default=7, kw_only=True)

        return Record

    return made(dataclass), made(dataclasses.dataclass)


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {"a": 1}),
    ((1,), {}),
    ((1, "x"), {"e": 2}),
    ((), {"a": 1, "d": 5}),
    ((), {"a": 2, "b": "x", "c": [1], "d": 5, "e": 6}),
    ((), {}),
    ((1, "x", [], 4, 5), {}),
    ((1,), {"a": 1}),
    ((1,), {"unknown": 1}),
]


def outcome(call: Callable[[], Any]) -> object:
    try:
        value = call()
    except Exception as error:
        return type(error)
    return {name: getattr(value, name) for name in "abcde"}, repr(value).rpartition(".")[2]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_records_are_made_compared_and_shown_as_the_library_does(options: dict[str, bool]) -> None:
    ours, theirs = both(options)
    for arguments, named in CALLS:
        assert outcome(lambda: ours(*arguments, **named)) == outcome(lambda: theirs(*arguments, **named))  # noqa: B023
    assert [f.name for f in dataclasses.fields(ours)] == [f.name for f in dataclasses.fields(theirs)]
    assert getattr(ours, "__match_args__", None) == getattr(theirs, "__match_args__", None)
    assert hasattr(ours(a=1), "__dict__") == hasattr(theirs(a=1), "__dict__")
    for kind in (ours, theirs):
        assert kind(a=1) == kind(a=1) and kind(a=1) == kind(a=1, d=9) and kind(a=1) != kind(a=2) and kind(a=1) != 1
        assert dataclasses.replace(kind(a=1), a=3) == kind(a=3)
        assert dataclasses.asdict(kind(a=1)) == {"a": 1, "b": "β", "c": [], "d": 0, "e": 7}
        assert kind(a=1).c is not kind(a=1).c
    assert ours(a=1) != theirs(a=1)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_hash_change_and_order_are_granted_and_refused_as_the_library_does(options: dict[str, bool]) -> None:
    def tried(kind: type, act: Callable[[Any], object]) -> object:
        try:
            act(kind(a=1))
        except Exception as error:
            return type(error)
        return None

    acts: list[Callable[[Any], object]] = [
        hash,
        lambda record: setattr(record, "a", 2),
        lambda record: setattr(record, "new", 2),
        lambda record: delattr(record, "a"),
        lambda record: record < type(record)(a=2),
        lambda record: record < 1,
        lambda record: copy.copy(record) == record,
        lambda record: copy.deepcopy(record) == record,
    ]
    ours, theirs = both(options)
    for position, act in enumerate(acts):
        mine, library = tried(ours, act), tried(theirs, act)
        if mine is not library:
            # A frozen record with slots says that it is frozen, where the library stumbles over its own `super()`.
            assert position == 2 and issubclass(mine, AttributeError) and options["frozen"]  # type: ignore[arg-type]
    if options["order"]:
        assert ours(a=1) < ours(a=2) <= ours(a=2) and ours(a=3) > ours(a=2) >= ours(a=2)


@dataclass(frozen=True, slots=True)
class Pickled:
    a: int
    b: tuple[int, ...] = ()


@dataclass(frozen=True)
class Heir(Base):
    a: int

    def __post_init__(self) -> None:
        if self.a < 0:
            raise ValueError("negative")

    @cached_property
    def twice(self) -> int:
        return 2 * self.a


@dataclass(frozen=True)
class Grandchild(Heir):
    b: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grandchild)


class Plain(Grandchild):
    """Not decorated: made by the constructor of its parent."""


def test_records_go_through_pickle() -> None:
    assert pickle.loads(pickle.dumps(Pickled(1, (2, 3)))) == Pickled(1, (2, 3))


def test_own_methods_inheritance_and_post_init_are_kept() -> None:
    assert Heir(2).twice == 4 and Plain(1, 2).b == 2 and Grandchild(1) == Grandchild(2)
    assert hash(Grandchild(1)) == hash(Grandchild(1))
    with pytest.raises(ValueError, match="negative"):
        Grandchild(-1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="frozen"):
        Heir(1).a = 2  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class Slotted:
    a: int

    @property
    def named(self) -> str:
        return "a"

    def doubled(self) -> int:
        return 2 * self.a


@dataclass(frozen=True, slots=True)
class SlottedHeir(Slotted):
    b: int = 0

    @property
    def named(self) -> str:
        return super().named + "b"

    def doubled(self) -> int:
        return super().doubled() + self.b


def test_super_means_the_class_that_has_slots() -> None:
    assert SlottedHeir(1, 2).named == "ab" and SlottedHeir(1, 2).doubled() == 4


def test_a_field_that_is_no_parameter_is_refused() -> None:
    with pytest.raises(TypeError, match="parameter"):

        @dataclass(frozen=True)
        class Hidden:
            a: int = dataclasses.field(default=0, init=False)


@pytest.mark.parametrize("module", ["records", "patterns"])
def test_what_every_package_uses_imports_the_standard_library_only(module: str) -> None:
    tree = ast.parse((ROOT / "lessonproof" / f"{module}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            assert all(name.split(".")[0] in sys.stdlib_module_names for name in names)
