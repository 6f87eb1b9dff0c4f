"""A verification with the looks of chapter 11: scalars, vectors, matrices, a table, steps, one wrong figure, drift.

The digits are the true ones, computed here at 40 digits from the closed forms of the chapter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import mpmath

from derivations.verdict import (
    Binding,
    Cell,
    ClaimOutcome,
    Evidence,
    FigureOutcome,
    FigureVerdict,
    Finding,
    HypothesisOutcome,
    LessonRead,
    Line,
    Message,
    Place,
    SectionTitle,
    Severity,
    StepOutcome,
    Text,
    Verdict,
    Verification,
)

_SECTIONS = {
    "11": Text("One small model, forward and update", "一个小模型的完整前向与更新"),
    "11.1": Text("Boundary and settings", "边界与全部设定"),
    "11.2": Text("Lookup, projections, mask", "查表、投影与掩码"),
    "11.3": Text("Residual, logits, loss", "残差、词表分数、损失"),
    "11.4": Text("Back to the scores", "从损失反传到注意力分数"),
    "11.5": Text("Back to the parameters", "回到各个参数，连输入层也算出"),
    "11.6": Text("One joint update", "一次联合更新，重新计算"),
    "11.7": Text("How to check it", "怎样核验推导不是手写错了"),
}
_ROUTES = ("backward rules", "derivative of the closed form", "enclosed central difference")


def values() -> dict[str, mpmath.mpf]:
    with mpmath.workdps(40):
        e = mpmath.e
        a, c = e / (e + 1), 1 / (e + 1)
        total = mpmath.exp(2 * a) + e**2 + 1
        p = {"p_A": mpmath.exp(2 * a) / total, "p_B": e**2 / total, "p_C": 1 / total}
        h = 1 + p["p_A"] - p["p_C"]
        s = 2 * a * c * p["p_A"]
        return {"a": a, "c": c, "1+c": 1 + c, **p, "L": mpmath.log(total), "h1": h, "h2": p["p_B"], "S": s} | {
            "V11": a * h,
            "V12": a * p["p_B"],
            "V21": c * h,
            "V22": c * p["p_B"],
            "U11": a * p["p_A"],
            "U12": a * p["p_B"],
            "U13": a * (p["p_C"] - 1),
            "U21": (1 + c) * p["p_A"],
            "U22": (1 + c) * p["p_B"],
            "U23": (1 + c) * (p["p_C"] - 1),
        }


def digits(value: mpmath.mpf, count: int = 12) -> str:
    """The first `count` significant digits, cut, with an ellipsis, as `numeric.rounding.digits` writes them."""
    with mpmath.workdps(60):
        text = mpmath.nstr(value, 40, strip_zeros=False, min_fixed=-99, max_fixed=99)
    taken, kept = 0, ""
    for character in text:
        if taken == count:
            break
        kept += character
        taken += character.isdigit() and (taken > 0 or character != "0")
    return kept + "…"


@dataclass
class Builder:
    """Collects claims, figures and findings with running lines of a made-up document."""

    document: bool
    figures: list[FigureOutcome] = field(default_factory=list)
    claims: list[ClaimOutcome] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    line: int = 600
    column: int = 1

    def place(self) -> Place | None:
        self.column += 12
        return Place(self.line, self.column) if self.document else None

    def figure(self, printed: str, value: str | None, verdict: FigureVerdict, name: str = "", **more: object) -> Cell:
        outcome = FigureOutcome(
            printed=printed,
            lesson="notes",
            section="11.1",
            place=self.place(),
            claims=(),
            name=name,
            value=value,
            expected=printed,
            ulps=0,
            verdict=verdict,
        )
        self.figures.append(replace(outcome, **more))  # type: ignore[arg-type]
        return Cell(printed, value, len(self.figures) - 1, verdict is not FigureVerdict.WRONG, name)

    def rounded(self, printed: str, value: mpmath.mpf, name: str = "") -> Cell:
        return self.figure(printed, digits(value), FigureVerdict.ROUNDED, name)

    def given(self, printed: str) -> Cell:
        return self.figure(printed, printed, FigureVerdict.GIVEN)

    def exact(self, printed: str) -> Cell:
        return self.figure(printed, printed, FigureVerdict.EXACT)

    def claim(self, name: str, says: str, lines: Sequence[Line] = (), **more: object) -> ClaimOutcome:
        section = name.rsplit(".", 1)[0]
        used = [cell.figure for relation in lines for row in relation.rows for cell in row if cell.figure is not None]
        for index in used:
            self.figures[index] = replace(self.figures[index], section=section, claims=(f"notes.{name}",))
        outcome = ClaimOutcome(
            id=f"notes.{name}",
            lesson="notes",
            section=section,
            inventory=(),
            says=says,
            verdict=Verdict.EXACT,
            severity=Severity.NONE,
            message=None,
            binding=Binding.BOUND if self.document else Binding.NONE,
            places=(Place(self.line, 1),) if self.document else (),
            hypotheses=(),
            evidence=Evidence("exact field", "this example"),
            counterexample=None,
            repair=None,
            steps=(),
            lines=tuple(lines),
            figures=tuple(used),
        )
        outcome = replace(outcome, **more)  # type: ignore[arg-type]
        self.claims.append(outcome)
        self.line, self.column = self.line + 4, 1
        return outcome


def symbol(printed: str, value: str | None = None, name: str = "") -> Cell:
    return Cell(printed, value, None, True, name)


def scalar(left: str, cell: Cell, relation: str = "≈") -> Line:
    return Line(left, relation, ((cell,),), cell.holds)


def verification(*, document: bool = True, wrong: bool = True) -> Verification:
    """The sample. `wrong` mistypes p_B; `document` gives places, else the recorded figures are meant."""
    v = values()
    build = Builder(document)
    _setting_and_forward(build, v, wrong=wrong)
    _backward(build, v)
    _update(build, v)
    return Verification(
        targets=("chapter11",),
        lessons=(
            LessonRead(
                name="notes",
                path="notes.txt" if document else None,
                sha256="0" * 64 if document else None,
                recognised="given" if document else "recorded",
                sections=tuple(
                    SectionTitle(number, title, Place(576 + 6 * row, 1) if document else None)
                    for row, (number, title) in enumerate(_SECTIONS.items())
                ),
                first_line=576 if document else None,
                last_line=698 if document else None,
            ),
        ),
        claims=tuple(build.claims),
        figures=tuple(build.figures),
        findings=tuple(build.findings),
    )


def _setting_and_forward(build: Builder, v: dict[str, mpmath.mpf], *, wrong: bool) -> None:
    rows = tuple(tuple(build.given(text) for text in row.split()) for row in ("1 0", "0 1", "1 1"))
    build.claim("11.1.E", "E = …", [Line("E", "=", rows, True)], verdict=Verdict.DEFINITION)
    build.claim("11.1.model-boundary", "省略 位置编码", verdict=Verdict.DEFINITION)
    rows = tuple(tuple(build.given(text) for text in row.split("  ")) for row in ("1  0  - 1", "0  1  0"))
    build.claim("11.1.U", "U = …", [Line("U", "=", rows, True)], verdict=Verdict.DEFINITION)
    sizes = [Line(name, "=", ((build.given(text),),), True) for name, text in (("N", "3"), ("n", "2"), ("d = d_v", "2"))]
    build.claim("11.1.sizes", "N = 3, n = 2", sizes, verdict=Verdict.DEFINITION)
    count = build.figure("24", "24", FigureVerdict.EXACT)
    build.claim("11.1.number-of-parameters", "6 + … = 24", [scalar("6 + 2 + 2 + 4 + 4 + 6", count, "=")])

    build.claim("11.2.a", r"a = e / (e + 1) \approx 0.731059", [scalar("a = e/(e + 1)", build.rounded("0.731059", v["a"]))])
    rows = ((build.exact("0"), symbol(r"- \infty", "−∞")), (build.exact("1"), build.exact("0")))
    build.claim("11.2.S", "S = …", [Line("S", "=", rows, True)])
    rows = ((build.exact("1"), build.exact("0")), (symbol("a", digits(v["a"])), symbol("c", digits(v["c"]))))
    build.claim("11.2.A", "A = …", [Line("A", "=", rows, True)])
    build.claim(
        "11.2.no-language-knowledge",
        "尚未代表任何语言知识",
        verdict=Verdict.EMPIRICAL,
        evidence=Evidence(
            "declaration",
            "this example",
            (),
            (Text("what the numbers mean is not a statement about them", "数值的意义不是数学命题"),),
        ),
    )

    pair = (build.rounded("0.731059", v["a"], "h_1"), build.rounded("1.268941", v["1+c"], "h_2"))
    build.claim("11.3.h", r"h = (a, 1 + c) \approx (0.731059, 1.268941)", [Line("h = (a, 1 + c)", "≈", (pair,), True)])
    row = (symbol("a", digits(v["a"])), symbol("1 + c", digits(v["1+c"])), symbol("- a", "−" + digits(v["a"])))
    build.claim("11.3.logits", "ℓ = h U = (a, 1 + c, - a)", [Line("ℓ = h U", "=", (row,), True)])
    p_a, p_c = build.rounded("0.339660", v["p_A"], "p_A"), build.rounded("0.078714", v["p_C"], "p_C")
    p_b = build.rounded("0.581626", v["p_B"], "p_B")
    mistyped = build.figure(
        "0.581662",
        digits(v["p_B"]),
        FigureVerdict.WRONG,
        "p_B",
        expected="0.581626",
        ulps=36,
        note=Message("slip-transposed-digits"),
    )
    build.figures.pop() if not wrong else build.figures.pop(p_b.figure or 0)
    p_b = mistyped if wrong else p_b
    probabilities = build.claim(
        "11.3.probabilities",
        r"p \approx (0.339660, 0.581626, 0.078714)",
        [Line("p = softmax(ℓ)", "≈", ((p_a, replace(p_b, figure=(p_c.figure or 0) + 1), p_c),), not wrong)],
        verdict=Verdict.REFUTED if wrong else Verdict.CERTIFIED,
        severity=Severity.ERROR if wrong else Severity.NONE,
        evidence=Evidence(
            "enclosure",
            "this example",
            ("mpmath", "exact field", "enclosure"),
            (Text("The three add up to 1.", "三者之和为 1。"),),
        ),
        steps=(
            StepOutcome(
                "p = softmax(ℓ)",
                Text("softmax over the vocabulary (notes §9.1)", "在词表上作 softmax（讲义 §9.1）"),
                True,
            ),
            StepOutcome(
                r"p = \frac{1}{1 + e^{2} + e^{2 a}} (e^{2 a}, e^{2}, 1)",
                Text("cancel e^(−a), and 1 + c + a = 2", "约去 e^(−a)，又 1 + c + a = 2"),
                True,
            ),
        ),
    )
    if wrong:
        index = (p_c.figure or 0) + 1
        place = build.figures[index].place
        build.findings.append(
            Finding(
                "figure-wrong",
                Severity.ERROR,
                "notes",
                "11.3",
                (place,) if place else (),
                probabilities.id,
                index,
                Message(
                    "figure-wrong",
                    {"printed": "0.581662", "expected": "0.581626", "ulps": 36, "slip": build.figures[index].note},
                ),
                "0.581626",
            )
        )
    largest = [Line("p_B", ">", ((symbol("p_A"),),), True), Line("p_B", ">", ((symbol("p_C"),),), True)]
    build.claim("11.3.B-is-largest-but-C-is-the-target", "概率最大的是 B 目标是 C", largest)


def _backward(build: Builder, v: dict[str, mpmath.mpf]) -> None:
    build.claim(
        "11.4.score-gradient-first-entry",
        r"{\bar{S}}_{21} = a (1.260945 - a 1.260945 - c 0.581626) \approx 0.133562",
        [scalar("S̄_21 = a (1.260945 − a 1.260945 − c 0.581626)", build.rounded("0.133562", v["S"]))],
        steps=(StepOutcome(r"\bar{S}_{21} = 2 a c p_{A}", Text("closed form in a, c and p", "以 a、c、p 写成闭式"), True),),
    )
    names = (("V11", "V12"), ("V21", "V22"))
    printed = {"V11": "0.921825", "V12": "0.425203", "V21": "0.339120", "V22": "0.156423"}
    rows = tuple(tuple(build.rounded(printed[name], v[name]) for name in row) for row in names)
    build.claim(
        "11.5.W_V-and-W_O-gradients",
        r"{\bar{W}}_{V} = {\bar{W}}_{O} \approx …",
        [Line("W̄_V = W̄_O", "≈", rows, True)],
        verdict=Verdict.CERTIFIED,
        evidence=Evidence("enclosure", "this example", _ROUTES),
        counterexample="E = [1 0; 0 1; 1 1], W_O = [1 1; 0 1]: W̄_V ≠ W̄_O",
        hypotheses=(HypothesisOutcome("W_V = W_O = I_2", True, "W_O = [1 1; 0 1]"),),
        remark=Text("True only for these initial values.", "只对这组初值成立。"),
    )
    triples = (("U11", "U12", "U13"), ("U21", "U22", "U23"))
    printed = {
        "U11": "0.248311",
        "U12": "0.425203",
        "U13": "- 0.673514",
        "U21": "0.431008",
        "U22": "0.738049",
        "U23": "- 1.169057",
    }
    rows = tuple(tuple(build.rounded(printed[name], v[name]) for name in row) for row in triples)
    build.claim(
        "11.5.U-gradient",
        r"\bar{U} \approx …",
        [Line("Ū", "≈", rows, True)],
        verdict=Verdict.CERTIFIED,
        evidence=Evidence("enclosure", "this example", _ROUTES),
    )


def _update(build: Builder, v: dict[str, mpmath.mpf]) -> None:
    after = {"a_21": "0.713748", "p_C": "0.171807", "L": "1.761382"}  # second forward: no closed form is short
    before = {"a_21": v["a"], "p_C": v["p_C"], "L": v["L"]}
    printed = {"a_21": "0.731059", "p_C": "0.078714", "L": "2.541928"}
    table = [
        Line(
            name,
            "",
            (
                (
                    build.rounded(printed[name], before[name]),
                    build.figure(after[name], after[name] + "…", FigureVerdict.ROUNDED),
                ),
            ),
            True,
        )
        for name in after
    ]
    build.claim(
        "11.6.before-and-after",
        "a_{21} 0.731059 0.713748",
        table,
        columns=(Text("before the update", "更新前"), Text("after the update", "更新后")),
    )
    moved = build.claim(
        "11.6.update-rule",
        r"θ_{n e w} = θ_{o l d} - 0.1 \nabla L (θ_{o l d})",
        [Line("θ_new", "=", ((symbol(r"θ_{o l d} - 0.1 \nabla L (θ_{o l d})"),),), True)],
        binding=Binding.MOVED if build.document else Binding.NONE,
        severity=Severity.WARNING if build.document else Severity.NONE,
    )
    if build.document:
        build.findings.append(
            Finding(
                "claim-moved",
                Severity.WARNING,
                "notes",
                "11.6",
                moved.places,
                moved.id,
                None,
                Message("figure-unaccounted", {"printed": "0.1"}),
            )
        )
    bound = build.figure("3 × 10⁻¹¹", "8.38701034400e-12…", FigureVerdict.BOUND, "")
    build.claim("11.7.largest-gap", "3 × 10⁻¹¹", [Line("max |difference − derivative|", "<", ((bound,),), True)])
