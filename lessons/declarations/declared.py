"""The declarations of one document at work: what they give to the detectors, and what is checked because of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import PurePath

from derivations.verdict import Message, Severity
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.comparison import NotComputed
from lessons.conventions import under
from lessons.declarations import comments, expression
from lessons.declarations.positions import Positions
from lessons.declarations.quoted import Quoted
from lessons.declarations.record import Origin, Problem, Statement, Value
from lessons.declarations.sections import Sections
from lessons.declarations.sidecar import Sidecar
from lessons.declarations.statements import Checked, NotPlaced, Places, check, single_meaning
from lessons.document import Document
from lessons.names import Definition, Names
from lessons.passage import Passage
from lessons.vocabulary import Meaning

_NUMBER_WITH_SEPARATOR = pattern(r"[0-9]\.[0-9]|[0-9],[0-9]{3}(?![0-9])")


@dataclass(frozen=True, slots=True)
class _Given:
    """A declared value, what it means, and the numbers of the declared values that this is computed from."""

    value: Value
    meaning: Meaning
    of: frozenset[int]


class Declared:
    """What is declared for a document.   name: what the document is called."""

    def __init__(self, document: Document, name: str, sidecar: Sidecar | None) -> None:
        self.document = document
        self.sidecar = sidecar
        here = comments.read(document, PurePath(name).stem)
        self.all = sidecar.declarations.joined(here) if sidecar else here
        self.checked: list[Checked] = []
        self._given: list[_Given] = []
        self._used: set[int] = set()
        self._places: Places | None = None
        if _NUMBER_WITH_SEPARATOR.search(document.source.text):
            self.all.conventions.consulted.add("decimal-separator")

    @property
    def anything(self) -> bool:
        one = self.all
        return bool(self.sidecar or one.values or one.statements or one.stretches or one.ignored or one.problems)

    def in_force(self) -> AbstractContextManager[None]:
        """The declared conventions, for the time of the check."""
        return under(self.all.conventions)

    @property
    def places(self) -> Places:
        if self._places is None:
            self._places = Places(self.document.source.text, Quoted(self.document), Sections(self.document))
        return self._places

    # ── values ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def names(self, read: Sequence[Passage]) -> Names:
        """The declared values, for the detectors."""
        names = Names()
        positions = Positions(read) if any(value.offset is not None for value in self.all.values) else None
        latest: dict[str, int] = {}  # the last value of a name, by its number
        for value in self.all.values:
            if value.offset is None and value.name in latest:
                self.refuse("declaration-wrong-value", value.origin, Message("declare-twice", {"setting": value.name}))
                continue
            try:
                used = expression.names_in(value.worth.node) & latest.keys()
                meaning = expression.meaning(value.worth, {name: self._given[latest[name]].meaning for name in used})
            except NotComputed as error:
                self._not_computed(value.origin, value.name, error)
                continue
            self._given.append(_Given(value, meaning, frozenset(latest[name] for name in used)))
            latest[value.name] = len(self._given) - 1
            at = (-1, 0) if value.offset is None or positions is None else positions.at(self.document.place(value.offset))
            names.declare(Definition(value.name, meaning, *at, at[1]))
        return names

    def _meanings(self, offset: int, symbols: Iterable[str], names: Names) -> Mapping[str, Meaning]:
        """What the symbols of an expression stand for at a place: as declared, else as the text says. Raises NotComputed."""
        declared = {
            one.value.name: one.meaning for one in self._given if one.value.offset is None or one.value.offset <= offset
        }
        found: dict[str, Meaning] = {}
        for symbol in symbols:
            for name in expression.may_mean(symbol):  # h_kv is not the row h where h_kv has a value
                said = [one.meaning for one in names.definitions.get(name, ())]
                meaning = declared[name] if name in declared else single_meaning(said, name)
                if meaning is not None:
                    found[name] = meaning
                    break
        self._used |= {number for number, one in enumerate(self._given) if found.get(one.value.name) is one.meaning}
        return found

    def idle_values(self, names: Names) -> list[Value]:
        """The declared values that nothing was computed with; none where a declaration is refused: that may need them."""
        if any(problem.severity is Severity.ERROR for problem in self.all.problems):
            return []
        numbers: dict[str, list[int]] = defaultdict(list)
        for number, given in enumerate(self._given):
            numbers[given.value.name].append(number)
        for name, found in names.declared.items():
            for number, definition in zip(numbers[name], found, strict=True):
                if (name, definition.passage, definition.start) in names.consulted:
                    self._used.add(number)
        for number in reversed(range(len(self._given))):
            if number in self._used:
                self._used |= self._given[number].of
        return [one.value for number, one in enumerate(self._given) if number not in self._used]

    # ── statements ────────────────────────────────────────────────────────────────────────────────────────────────────

    def check(self, names: Names) -> None:
        """Every statement beside what is printed. names: what the text itself defines."""
        for statement in self.all.statements:
            try:
                self.checked.append(self._checked(statement, names))
            except NotPlaced as error:
                self.refuse(error.rule, statement.origin, error.message)
            except NotComputed as error:
                self._not_computed(statement.origin, "equals", error)

    def _checked(self, statement: Statement, names: Names) -> Checked:
        used = expression.symbols_in(statement.equals.node)
        try:
            found = self.places.of(statement)
        except NotPlaced as error:
            value = expression.worth(statement.equals, self._meanings(0, used, names))
            raise self.places.with_near(error, value) from None
        value = expression.worth(statement.equals, self._meanings(found.extent[0], used, names))
        return check(statement, found, value, self.document.source.text)

    # ── problems ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def refuse(self, rule: str, origin: Origin, message: Message) -> None:
        self.all.refuse(rule, origin, message)

    def idle(self, origin: Origin, message: Message) -> None:
        """A declaration that matches nothing, or changes nothing."""
        self.all.problems.append(Problem("declaration-idle", Severity.WARNING, origin, message))

    def _not_computed(self, origin: Origin, setting: str, error: NotComputed) -> None:
        message = Message("declare-not-computed", {"setting": setting, "reason": str(error)})
        self.refuse("declaration-wrong-value", origin, message)
