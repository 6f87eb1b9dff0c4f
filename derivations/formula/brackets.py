"""Everything between an opening and a closing sign: groups, rows, sets, matrices, cases."""

from __future__ import annotations

from abc import ABC, abstractmethod

from derivations.formula import alphabet, tree
from derivations.formula.cursor import Cursor, FormulaError, closing
from derivations.formula.tree import Node

MATRICES = frozenset({"\\begin{matrix}", "\\begin{pmatrix}", "\\begin{bmatrix}"})


class Brackets(ABC):
    """The lowest layer of the grammar; what stands inside the brackets is read by the layers above."""

    def __init__(self, cursor: Cursor, functions: frozenset[str], operators: frozenset[str]) -> None:
        """functions: declared names applied to brackets; operators: names applied to the factor after them."""
        self.cursor = cursor
        self.functions = alphabet.FUNCTIONS | functions
        self.prefixes = alphabet.PREFIX_FUNCTIONS | operators

    @abstractmethod
    def element(self) -> Node:
        """A chain, or its only side."""

    def listed(self, opening: str) -> list[Node]:
        """The items up to the closing bracket, which is read too. A condition after ∣ makes them one Given."""
        cursor, start = self.cursor, self.cursor.token.start
        cursor.within.append(opening)
        sides = [self.items()]
        if cursor.accept("∣", "|"):
            sides.append(self.items())
        cursor.within.pop()
        cursor.expect(closing(opening))
        if len(sides) == 1:
            return sides[0]
        left, right = (
            side[0] if len(side) == 1 else cursor.made(tree.Row(tuple(side), span=(side[0].span[0], side[-1].span[1])))
            for side in sides
        )
        return [cursor.made(tree.Given(left, right, span=(start, right.span[1])))]

    def items(self) -> list[Node]:
        items = [self.element()]
        while self.cursor.accept(",", ";"):
            items.append(self.element())
        return items

    def group(self) -> Node:
        cursor, start = self.cursor, self.cursor.token.start
        if cursor.token.text in MATRICES:
            return self.table()
        if cursor.sees("\\begin{cases}"):
            return self.cases()
        if cursor.token.text.startswith("\\begin"):
            raise cursor.wrong("an environment that is not read")
        rows = self.sees_rows()
        closed = cursor.at in cursor.closed_by
        opening = cursor.next().text
        if rows:
            return self.rows(start)
        if opening == "{" and not closed and cursor.sees("\\begin{cases}"):  # the big brace, which nothing closes
            return self.cases()
        items = self.listed(opening)
        first, span = items[0], cursor.span(start)
        condition = isinstance(first, tree.Given) or (isinstance(first, tree.Chain) and first.relations[0] == ":")
        if opening == "\\{" or (opening == "{" and (len(items) > 1 or condition)):
            return cursor.made(tree.Set(tuple(items), span=span))
        return first if len(items) == 1 else cursor.made(tree.Row(tuple(items), span=span))

    def sees_rows(self) -> bool:
        """Whether this `[` holds nothing but rows in square brackets: a matrix in plain text, [[1, 0], [0, 1]]."""
        cursor = self.cursor
        place, end = cursor.at, cursor.closed_by.get(cursor.at)
        if end is None or not cursor.sees("["):
            return False
        while place < end:
            row_ends = cursor.closed_by.get(place + 1)
            if cursor.tokens[place + 1].text != "[" or row_ends is None:
                return False
            place = row_ends + 1
            if place < end and cursor.tokens[place].text != ",":
                return False
        return True

    def rows(self, start: int) -> Node:
        cursor, rows = self.cursor, []
        while True:
            rows.append(self.listed(cursor.next().text))
            if not cursor.accept(","):
                break
        cursor.expect("]")
        return self.rectangular(rows, start)

    def rectangular(self, rows: list[list[Node]], start: int) -> Node:
        for row in rows:
            if len(row) != len(rows[0]):
                raise FormulaError(f"a matrix with rows of {len(rows[0])} and of {len(row)} entries", row[0].span[0])
        return self.cursor.made(tree.Table(tuple(map(tuple, rows)), span=self.cursor.span(start)))

    def table(self) -> Node:
        cursor, begin = self.cursor, self.cursor.next()
        end = closing(begin.text)
        rows: list[list[Node]] = [[]]
        cursor.within.append("cell")
        while True:
            rows[-1].append(self.element())
            if cursor.accept("\\\\"):
                if cursor.sees(end):
                    break
                rows.append([])
            elif not cursor.accept("&"):
                break
        cursor.within.pop()
        cursor.expect(end)
        return self.rectangular(rows, begin.start)

    def cases(self) -> Node:
        cursor, begin = self.cursor, self.cursor.expect("\\begin{cases}")
        branches: list[tuple[Node, Node]] = []
        cursor.within.append("cell")
        while not branches or not cursor.sees("\\end{cases}"):
            value = self.element()
            cursor.accept(",")
            cursor.expect("&")
            branches.append((value, self.element()))
            cursor.accept(",", ".")
            if not cursor.accept("\\\\"):
                break
        cursor.within.pop()
        cursor.expect("\\end{cases}")
        return cursor.made(tree.Cases(tuple(branches), span=cursor.span(begin.start)))
