"""The standard library's `dataclass`, without code of its own for each class.

The decorator of the standard library writes and compiles six methods for every class, most of which no run calls: a quarter
of the time of a short run. This one takes the fields from it; constructor, comparison, hash and text are functions over them.
To a type checker it is the original, and `fields`, `replace` and `asdict` of the standard library work on what it decorates.
Every field is a parameter: `init=False` is refused.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, order: bool = False, kw_only: bool = False, slots: bool = False
    ) -> Any:
        """As `dataclasses.dataclass` with these options. Errors: what that raises, and a frozen record refuses changes."""
        if cls is None:
            return lambda decorated: dataclass(decorated, frozen=frozen, order=order, kw_only=kw_only, slots=slots)
        written = cls
        own = vars(cls)
        if cls.__doc__ is None:
            cls.__doc__ = cls.__name__  # the library would put a signature together, at some cost
        cls = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=kw_only, slots=slots)(cls)
        if cls is not written:
            _tell_super(written, cls)
        if not all(field.init for field in dataclasses.fields(cls)):
            raise TypeError(f"{cls.__qualname__}: every field of a record is a parameter")
        compared = _getter([field.name for field in dataclasses.fields(cls) if field.compare])
        methods: dict[str, Any] = {"__init__": _constructor(cls), "__repr__": _text, "__eq__": _equality(compared)}
        if frozen:
            methods |= {"__hash__": _hash(compared), "__setattr__": _refuse_change, "__delattr__": _refuse_change}
        else:
            methods["__hash__"] = None
        if order:
            methods |= {f"__{name}__": _order(compared, f"__{name}__") for name in ("lt", "le", "gt", "ge")}
        if frozen and slots:
            methods |= {"__getstate__": _values, "__setstate__": _restore}
        for name, method in methods.items():
            if own.get(name) is None:
                setattr(cls, name, method)
        return cls


def _tell_super(written: type, made: type) -> None:
    """Slots make a class anew; the methods that say `super()` must mean that one (the library's mean the first and fail)."""
    for value in vars(made).values():
        for function in (value, *(getattr(value, part, None) for part in ("fget", "fset", "__func__", "func"))):
            code = getattr(function, "__code__", None)
            if code is not None and "__class__" in code.co_freevars:
                cell = function.__closure__[code.co_freevars.index("__class__")]
                if cell.cell_contents is written:
                    cell.cell_contents = made
                return  # all methods share the one cell


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """The values of the fields, always as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple(getattr(record, name) for name in names)


def _equality(compared: Callable[[Any], tuple[Any, ...]]) -> Any:
    def equal(self: Any, other: object) -> Any:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    return equal


def _hash(compared: Callable[[Any], tuple[Any, ...]]) -> Any:
    def hashed(self: Any) -> int:
        return hash(compared(self))

    return hashed


def _order(compared: Callable[[Any], tuple[Any, ...]], name: str) -> Any:
    def order(self: Any, other: object) -> Any:
        return getattr(compared(self), name)(compared(other)) if other.__class__ is self.__class__ else NotImplemented

    return order


def _text(self: Any) -> str:
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _refuse_change(self: Any, name: str, value: object = None) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"a {type(self).__name__} is frozen: its field {name!r} stays as it is")


def _values(self: Any) -> list[Any]:
    """What is pickled: without it a frozen record could not be restored."""
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _restore(self: Any, values: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), values, strict=True):
        object.__setattr__(self, field.name, value)


def _constructor(cls: type) -> Any:
    """Values by position, then by name, then the defaults; then `__post_init__`."""
    taken = sorted(dataclasses.fields(cls), key=lambda field: bool(field.kw_only))
    wanted: list[tuple[str, Callable[[Any, Any], None], Any, Any]] = [
        (field.name, _put(cls, field.name), field.default, field.default_factory) for field in taken
    ]
    puts = [put for field, (_, put, _, _) in zip(taken, wanted, strict=True) if not field.kw_only]
    left = [wanted[count:] for count in range(len(puts) + 1)]  # once so many values were given by position
    finishes = hasattr(cls, "__post_init__")
    absent: Any = dataclasses.MISSING

    def construct(self: Any, *given: Any, **named: Any) -> None:
        if len(given) > len(puts):
            raise TypeError(f"{cls.__qualname__} takes {len(puts)} values by position, not {len(given)}")
        for put, value in zip(puts, given):  # noqa: B905 - shorter by what is named
            put(self, value)
        for name, put, default, factory in left[len(given)]:
            if name in named:
                put(self, named.pop(name))
            elif default is not absent:
                put(self, default)
            elif factory is not absent:
                put(self, factory())
            else:
                raise TypeError(f"{cls.__qualname__} needs a value for {name!r}")
        if named:
            raise TypeError(f"{cls.__qualname__} has no use for {', '.join(map(repr, named))}")
        if finishes:
            self.__post_init__()

    return construct


def _put(cls: type, name: str) -> Callable[[Any, Any], None]:
    """What sets a field, of a frozen record too."""
    slot = getattr(cls, name, None)
    if isinstance(slot, MemberDescriptorType):
        return slot.__set__
    return lambda record, value: object.__setattr__(record, name, value)
