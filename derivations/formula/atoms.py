"""What a factor begins with: numbers, names, commands, roots, bars, sum signs, brackets."""

from __future__ import annotations

from abc import abstractmethod

from derivations.formula import alphabet, tree
from derivations.formula.brackets import Brackets
from derivations.formula.cursor import FormulaError
from derivations.formula.names import accented, read_name
from derivations.formula.tokens import Kind
from derivations.formula.tree import Node
from numeric.written import NotWritten, read

_FOLDS = {"∑": "∑", "Σ": "∑", "∏": "∏", "Π": "∏"}
_NAMING = alphabet.ACCENTS | {"mathrm"}


class Atoms(Brackets):
    @abstractmethod
    def term(self) -> Node:
        """Factors multiplied and divided, with a minus before them or not."""

    @abstractmethod
    def indexed(self, base: Node, start: int) -> Node:
        """The base with the index that follows here."""

    def atom(self) -> Node:
        cursor, token = self.cursor, self.cursor.token
        span = (token.start, token.end)
        if token.text in _FOLDS and (token.kind is Kind.OPERATOR or cursor.tokens[cursor.at + 1].text == "_"):
            return self.fold()
        if token.kind is Kind.FIGURE:
            return self.number()
        if token.kind is Kind.NAME:
            cursor.next()
            return cursor.made(tree.Infinity(span=span) if token.text == "∞" else tree.Symbol(token.text, span=span))
        if token.kind is Kind.CJK:
            words = []
            while cursor.token.kind is Kind.CJK:
                words.append(cursor.next().text)
            return cursor.made(tree.Symbol("".join(words), span=cursor.span(token.start)))
        if token.kind is Kind.DOTS:
            cursor.next()
            return cursor.made(tree.Dots(token.text, span=span))
        if token.kind is Kind.COMMAND:
            return self.command()
        if token.kind is Kind.OPEN:
            return self.group()
        if token.kind is Kind.BAR:
            return self.bars()
        if token.text == "√":
            return self.root()
        if token.text in ("∂", "∇"):
            return self.differential()
        raise cursor.wrong("expected a number, a name or a bracket")

    def number(self) -> Node:
        cursor, token = self.cursor, self.cursor.next()
        span, figure, written = (token.start, token.end), None, token.written
        if written is None:
            try:
                written = read(token.text)
            except NotWritten as error:
                raise FormulaError(str(error), token.start) from error
        else:
            figure = cursor.figures
            cursor.figures += 1
        node = tree.Number(written, figure, written.value, written.ulp, span=span)
        if cursor.sees("倍"):
            cursor.next()
            return cursor.made(tree.Quantity(cursor.made(node), "倍", span=cursor.span(token.start)))
        return cursor.made(node)

    def command(self) -> Node:
        cursor, token = self.cursor, self.cursor.token
        start, accent = token.start, token.text[1:]
        if token.text == "\\mathrm":
            cursor.next()
            name = read_name(cursor)
            if name == "∞":
                raise FormulaError("∞ is no name", start)
            return cursor.made(tree.Symbol(name, span=cursor.span(start)))
        if token.text == "\\frac":
            cursor.next()
            numerator = self.argument()
            return cursor.made(tree.Quotient(numerator, self.argument(), span=cursor.span(start)))
        if accent in alphabet.ACCENTS:
            cursor.next()
            of = self.argument()
            if isinstance(of, tree.Symbol):
                return tree.Symbol(accented(accent, of.name), span=cursor.span(start))
            return cursor.made(tree.Call(accent, (of,), span=cursor.span(start)))
        raise cursor.wrong("a command that is not read")

    def argument(self) -> Node:
        cursor, token = self.cursor, self.cursor.token
        if cursor.sees("{"):
            return self.group()
        one = token.end - token.start == 1 or (token.kind is Kind.NAME and len(token.text) == 1)  # a letter, or \\ell
        if token.kind in (Kind.NAME, Kind.FIGURE) and one:
            return self.atom()
        raise cursor.wrong("expected an argument in braces")

    def differential(self) -> Node:
        """∂ and ∇ belong to the name after them: ∂a_j, ∇L."""
        cursor, sign = self.cursor, self.cursor.next()
        token, name = cursor.token, ""
        if token.kind is Kind.NAME or token.text[1:] in _NAMING or cursor.sees("{"):
            of = self.atom()
            if not isinstance(of, tree.Symbol):
                raise FormulaError(f"{sign.text} of something that is no name", token.start)
            name = of.name
        return cursor.made(tree.Symbol(sign.text + name, span=cursor.span(sign.start)))

    def root(self) -> Node:
        cursor, sign = self.cursor, self.cursor.next()
        cursor.descend()
        degree: tuple[Node, ...] = ()
        if sign.end - sign.start > 1 and cursor.accept("["):
            degree = (self.element(),)
            cursor.expect("]")
        braced = cursor.sees("{")
        of = self.atom()
        if not braced:
            while cursor.sees("_") and isinstance(of, tree.Symbol):
                of = self.indexed(of, of.span[0])
            if cursor.sees("^", "!", "_") or cursor.token.kind is Kind.PRIME:
                raise cursor.wrong("where the root ends is ambiguous: write (√x)^n or √(x^n)")
        cursor.ascend()
        return cursor.made(tree.Call("root" if degree else "sqrt", (*degree, of), span=cursor.span(sign.start)))

    def bars(self) -> Node:
        cursor, sign = self.cursor, self.cursor.next()
        closing = sign.text
        cursor.within.append(closing)
        of = self.element()
        cursor.within.pop()
        cursor.expect(closing)
        return cursor.made(tree.Call("norm" if closing == "‖" else "abs", (of,), span=cursor.span(sign.start)))

    def fold(self) -> Node:
        cursor, sign = self.cursor, self.cursor.next()
        limits: dict[str, Node] = {}
        while cursor.sees("_", "^") and cursor.token.text not in limits:
            script = cursor.next().text
            limits[script] = self.limit() if cursor.sees("{") else self.atom()
        body = self.term()
        span = cursor.span(sign.start)
        return cursor.made(tree.Fold(_FOLDS[sign.text], limits.get("_"), limits.get("^"), body, span=span))

    def limit(self) -> Node:
        start = self.cursor.token.start
        items = self.listed(self.cursor.expect("{").text)
        return items[0] if len(items) == 1 else self.cursor.made(tree.Row(tuple(items), span=self.cursor.span(start)))
