"""What clings to an atom: indices, superscripts, primes, factorials and the arguments of a function."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from derivations.formula import alphabet, tree
from derivations.formula.atoms import Atoms
from derivations.formula.cursor import FormulaError
from derivations.formula.names import accented, is_function, primed, read_name
from derivations.formula.tokens import Kind
from derivations.formula.tree import Node

_LABELS = frozenset({"*", "+", "†"})


class Scripts(Atoms):
    bare_argument_ends = -1  # where the last `\\ln x` without brackets ended

    @abstractmethod
    def unary(self) -> Node:
        """One factor, with a minus before it or not."""

    @abstractmethod
    def sees_factor(self) -> bool:
        """Whether a factor may follow here by juxtaposition."""

    def scripted(self) -> Node:
        cursor, start = self.cursor, self.cursor.token.start
        base = self.atom()
        raise_it: Callable[[Node], Node] | None = None  # the superscript waits for a later index: x^2_i is (x_i)^2
        while True:
            if cursor.sees("_"):
                if raise_it and not cursor.latex:
                    raise cursor.wrong("an index after a power is ambiguous in plain text")
                base = self.indexed(base, start)
            elif cursor.token.kind is Kind.PRIME and not raise_it:
                base = self.with_primes(base, cursor.next().text, start)
            elif cursor.sees("^") and not raise_it:
                cursor.next()
                primes = self.raised_primes()
                if primes:
                    base = self.with_primes(base, primes, start)
                else:
                    raise_it = self.superscript(base, start)
            elif cursor.sees("!"):
                cursor.next()
                base = raise_it(base) if raise_it else base
                if isinstance(base, tree.Number) and base.value < 0:
                    raise FormulaError("the factorial of a negative number: write −(n!)", start)
                base, raise_it = cursor.made(tree.Call("factorial", (base,), span=cursor.span(start))), None
            elif isinstance(base, tree.Symbol) and self.applies(base.name):
                if raise_it:
                    raise cursor.wrong(f"a power of the function {base.name} is ambiguous: write ({base.name}(…))^n")
                base = self.call(base.name, start)
            else:
                return raise_it(base) if raise_it else base

    def indexed(self, base: Node, start: int) -> Node:
        cursor = self.cursor
        cursor.expect("_")
        if isinstance(base, tree.Number):
            cursor.expect("{")
            condition = self.element()
            cursor.expect("}")
            return cursor.made(tree.Indicator(base, condition, span=cursor.span(start)))
        name = read_name(cursor)
        if isinstance(base, tree.Symbol):
            return tree.Symbol(f"{base.name}_{name}", span=cursor.span(start))
        return cursor.made(tree.Subscripted(base, name, span=cursor.span(start)))

    def with_primes(self, base: Node, primes: str, start: int) -> Node:
        if not isinstance(base, tree.Symbol):
            raise FormulaError("a prime after something that is no name", self.cursor.previous.start)
        return tree.Symbol(primed(base.name, primes), span=self.cursor.span(start))

    def raised_primes(self) -> str:
        """`^{'}` and `^\\prime` are primes; "" where the superscript is something else."""
        cursor = self.cursor
        end = cursor.closed_by.get(cursor.at, cursor.at)
        inner = cursor.tokens[cursor.at + 1 : end] if cursor.sees("{") else [cursor.token]
        if not inner or any(token.kind is not Kind.PRIME for token in inner):
            return ""
        while cursor.at <= end:
            cursor.next()
        return "".join(token.text for token in inner)

    def superscript(self, base: Node, start: int) -> Callable[[Node], Node]:
        """Reads what stands after `^` and says what it makes of its base."""
        cursor = self.cursor
        raised = cursor.previous.start == cursor.previous.end  # Unicode superscripts show where they end
        braced = cursor.accept("{") is not None
        alone = not braced or cursor.closed_by.get(cursor.at - 1) == cursor.at + 1
        number = isinstance(base, tree.Number) or (isinstance(base, tree.Symbol) and base.name == "e")
        exponent: Node | None = None
        label: Node | None = None
        if alone and cursor.sees("T", "⊤") and not number:
            cursor.next()
        elif alone and cursor.token.text in _LABELS:
            sign = cursor.next()
            label = cursor.made(tree.Symbol(sign.text, span=(sign.start, sign.end)))
        elif not braced:
            exponent = self.atom() if raised else self.bare_exponent()
        elif (
            isinstance(base, tree.Symbol)
            and not number
            and cursor.sees("(")
            and cursor.closed_by.get(cursor.at, -2) + 1 == cursor.closed_by.get(cursor.at - 1)
        ):
            label = self.group()
        else:
            exponent = self.element()
        if isinstance(exponent, tree.Symbol) and exponent.name in ("T", "⊤") and not number:
            exponent = None  # \mathrm{T} and \mathsf{T}
        if braced:
            cursor.expect("}")

        def raise_it(of: Node) -> Node:
            span = cursor.span(start)
            if label is not None:
                return cursor.made(tree.Superscripted(of, label, span=span))
            if exponent is not None:
                return cursor.made(tree.Power(of, exponent, span=span))
            return cursor.made(tree.Transpose(of, span=span))

        return raise_it

    def bare_exponent(self) -> Node:
        """One atom with its sign, and a tower to the right: 2^3^4 is 2^(3^4)."""
        cursor, start = self.cursor, self.cursor.token.start
        cursor.descend()
        if cursor.accept("-"):
            exponent: Node = cursor.made(tree.Negative(self.bare_exponent(), span=cursor.span(start)))
        else:
            named = cursor.token.kind is Kind.NAME
            exponent = self.atom()
            if named and cursor.sees("(") and not cursor.latex:
                raise cursor.wrong("where the exponent ends is ambiguous: write brackets")
            if cursor.accept("^"):
                exponent = self.superscript(exponent, start)(exponent)
        cursor.ascend()
        return exponent

    def applies(self, name: str) -> bool:
        cursor = self.cursor
        if cursor.sees("(") and (cursor.at in cursor.conditional or is_function(name, self.functions)):
            return True
        if cursor.sees("[") and is_function(name, self.functions):
            return True
        return name in self.prefixes and self.sees_factor()

    def call(self, function: str, start: int) -> Node:
        cursor = self.cursor
        if cursor.sees("(", "["):
            arguments = tuple(self.listed(cursor.next().text))
        else:
            arguments = (self.unary(),)
            if function in alphabet.PREFIX_FUNCTIONS:
                self.bare_argument_ends = cursor.at
        if function in alphabet.ACCENTS and len(arguments) == 1 and isinstance(arguments[0], tree.Symbol):
            return tree.Symbol(accented(function, arguments[0].name), span=cursor.span(start))
        return cursor.made(tree.Call(function, arguments, span=cursor.span(start)))
