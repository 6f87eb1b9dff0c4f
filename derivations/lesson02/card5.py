"""Card 5 of lesson 2: sinusoidal positions."""

from __future__ import annotations

from derivations.claim import Claim, Condition, Declared, Label, Mistake, Reading, Value
from derivations.given_values import GivenValues
from derivations.lesson02.visibility import LETTERS, NOTHING_MASKED
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

EXAMPLE = GivenValues(
    givens=("m", "b", "d_model", "x_1", "x_2", "x_3", "x_4", "t"),
    letters={
        "x": "(x_1, x_2, x_3, x_4)",
        "p": "(sin (2), cos (2), sin (0.02), cos (0.02))",
        "q": "(sin (t), cos (t), sin (0.01 t), cos (0.01 t))",
        "y": "x + p",
        "z": "x + q",
        "C": LETTERS["C"],
    },
)
"""The definition: m dimensions share a frequency, and b is its base. A word vector x of d_model numbers, its codes p and q at
positions 2 and t, and the sums y and z that enter the model."""

ANGLES = Setting(sizes="n", shapes={"θ": "", "κ": ""})
"""The angle θ of a position at one frequency, and the angle κ of a shift."""

_POSITION = Label(Text("number of a position", "位置编号"))
_INDEX = Label(Text("number of a dimension", "维度编号"))
_NUMBER = Label(Text("a year, or the number of a lesson", "年份或课号"))
_SIN = "PE(pos, 2i) = sin(pos / 10000^(2i/d))"
_COS = "PE(pos, 2i+1) = cos(pos / 10000^(2i/d))"
_OMEGA = "ω_i = 1 / 10000^(2i/d)"
_FREQUENCY = (Value("b^{0}", name="frequency of the first pair"), Value("b"), Value("m"))
"""What ω = 1 / b^(m i / d) prints: over the numerator stands, at i = 0, the frequency of the angle pos / b^0."""


def _frequency(dimension: int, wave: str, name: str) -> Claim:
    """A row of the table of frequencies: dimension 0 and 1 have the exponent 0, dimension 2 and 3 one half.

    What is printed in it is held against the definition, whose m and b the document prints before.
    """
    kind = f"{dimension}（{'偶' if wave == 'sin' else '奇'}数维，用 {wave}）"
    if dimension < 2:
        row = f"{kind}␟0/4 = 0␟1/10000⁰ = 1.0"
        values: tuple[str, ...] = ("m × 0", "d_model", "0 / d_model", "b^{0}", "b", "0 / d_model", "b^{0}")
    else:
        row = f"{kind}␟2/4 = 0.5␟1/10000^0.5 = 1/100 = 0.01"
        values = ("m × 1", "d_model", "m / d_model", "b^{0}", "b", "m / d_model", "b^{0}", r"\sqrt{b}", r"1 / \sqrt{b}")
    reads: dict[int, Reading] = {0: _INDEX}
    reads |= {number: Value(value) for number, value in enumerate(values, 1)}
    return Claim(id=f"lesson02.5.frequency-of-dimension-{dimension}", inventory=(name,), says=(row,), reads=reads)


def _codes(position: int) -> Claim:
    """A row of the table of codes: sine and cosine at the frequencies 1 and 0.01."""
    slow = f"0.0{position}"
    printed = {
        1: ("0.84", "0.54", "0.01", "1.00"),
        2: ("0.91", "-0.42", "0.02", "1.00"),
        3: ("0.14", "-0.99", "0.03", "1.00"),
    }[position]
    calls = (f"sin({position})", f"cos({position})", f"sin({slow})", f"cos({slow})")
    row = "␟".join([f"pos={position}", *(f"{call}={value}" for call, value in zip(calls, printed, strict=True))])
    reads: dict[int, Reading] = {0: _POSITION}
    for number, call in enumerate(calls):
        function, argument = call.rstrip(")").split("(")
        reads[2 * number + 1] = Value(argument if number < 2 else f"{position} × 0.01")
        reads[2 * number + 2] = Value(f"{function} ({argument})")
    names = tuple(f"card5-pe-{position}-{dimension}" for dimension in range(4))
    return Claim(id=f"lesson02.5.codes-of-position-{position}", inventory=names, says=(row,), reads=reads)


CLAIMS = (
    Claim(
        id="lesson02.5.attention-has-no-notion-of-position",
        inventory=("card5-question", "card5-hint"),
        says=("没有位置概念", "第 1 位", "第 3 位", "不串行", "区分得开"),
        reads={0: _POSITION, 1: _POSITION},
        condition=NOTHING_MASKED,
    ),
    Claim(
        id="lesson02.5.definition",
        inventory=("card5-ref", "card5-pe-sin", "card5-pe-cos"),
        says=("2017", _SIN, _COS),
        assumes=(_SIN, _COS),
        fixes=("m", "b"),
        reads={
            0: _NUMBER,
            **dict(enumerate(map(Value, ("m", "b", "m")), 1)),
            **dict(enumerate(map(Value, ("m", "m - 1", "b", "m")), 4)),
        },
        declared=Declared(
            Verdict.DEFINITION,
            Text("defines the code; the tables of this card are computed from it", "定义编码；本卡片各表均由它算出"),
        ),
    ),
    Claim(
        id="lesson02.5.a-shift-is-linear",
        inventory=("card5-linear", "card5-key-reason", "card5-extrapolate"),
        says=("PE(pos+k)", "PE(pos)", "线性变换", "不保证"),
        proves=(
            Identity(setting=ANGLES, formula=r"\sin (θ + κ) = \sin (θ) \cos (κ) + \cos (θ) \sin (κ)"),
            Identity(setting=ANGLES, formula=r"\cos (θ + κ) = \cos (θ) \cos (κ) - \sin (θ) \sin (κ)"),
        ),
        remark=Text(
            "At each frequency the pair (sin, cos) turns by the angle of the shift, whatever the position. That training does "
            "not carry over to longer texts is an observation, not a theorem.",
            "在每个频率上，(sin, cos) 按偏移的角度旋转，与位置无关。训练长度之外会退化是观察结果，而不是定理。",
        ),
    ),
    Claim(
        id="lesson02.5.newer-models",
        inventory=("card5-rope",),
        says=("RoPE", "第 3 课"),
        reads={0: _NUMBER},
        declared=Declared(Verdict.EXTERNAL, Text("a fact about published models", "关于已发表模型的事实")),
    ),
    Claim(
        id="lesson02.5.the-same-word-at-two-positions",
        inventory=("card5-da", "card5-ticket", "card5-name"),
        says=("位置 2", "位置 5", "就不一样", "座位号", "Positional Encoding"),
        reads={0: _POSITION, 1: _POSITION},
        means=("y ≠ z",),
        must_refuse=("y = z",),
    ),
    Claim(
        id="lesson02.5.four-dimensions",
        inventory=("card5-first3",),
        says=("d_model=4", "前 3 个位置"),
        fixes=("d_model",),
        reads={1: Label(Text("how many positions are computed", "计算的位置个数"))},
    ),
    Claim(
        id="lesson02.5.frequency",
        inventory=("card5-omega",),
        says=(_OMEGA,),
        assumes=(_OMEGA,),
        reads=dict(enumerate(_FREQUENCY)),
        declared=Declared(Verdict.DEFINITION, Text("defines the frequencies", "定义频率")),
    ),
    Claim(
        id="lesson02.5.the-column-is-not-the-i-of-the-formula",
        inventory=("card5-index",),
        says=("维度 i␟2i/d␟ω_i = 1/10000^(2i/d)",),
        reads=dict(enumerate((Value("m"), *_FREQUENCY))),
        means=("2 × 1 / d_model = 0 / 4",),
        mistake=Mistake(
            why=Text(
                "the column “dimension i” counts 0, 1, 2, 3, but the exponents beside it are those of i = 0, 0, 1, 1: with "
                "i = 1 the formula gives 2/4, not 0/4.",
                "“维度 i”一列数的是 0、1、2、3，而旁边的指数是 i = 0、0、1、1 时的：i = 1 代入公式得 2/4，而不是 0/4。",
            ),
            repair=Text(
                "call the column “dimension” and add i = 0, 0, 1, 1, or write the exponent as 2⌊dim/2⌋/d.",
                "把该列改称“维度 dim”并另列 i = 0、0、1、1，或把指数写成 2⌊dim/2⌋/d。",
            ),
        ),
    ),
    _frequency(0, "sin", "card5-freq-dim0"),
    _frequency(1, "cos", "card5-freq-dim1"),
    _frequency(2, "sin", "card5-freq-dim2"),
    _frequency(3, "cos", "card5-freq-dim3"),
    Claim(
        id="lesson02.5.columns-of-the-codes",
        inventory=("card5-tab-header",),
        says=("dim0 (sin(1.0×pos))␟dim1 (cos(1.0×pos))␟dim2 (sin(0.01×pos))␟dim3 (cos(0.01×pos))",),
        reads={
            0: Value("b^{0}"),
            1: Value("b^{0}"),
            2: Value(r"1 / \sqrt{b}"),
            3: Value(r"1 / \sqrt{b}"),
        },
    ),
    _codes(1),
    _codes(2),
    _codes(3),
    Claim(
        id="lesson02.5.fast-and-slow-dimensions",
        inventory=("card5-highfreq", "card5-lowfreq"),
        says=("能区分相邻位置", "能覆盖长距离"),
        means=("1 > 0.01", "(sin (2) - sin (1))^{2} > (sin (0.02) - sin (0.01))^{2}"),
        must_refuse=("(sin (2) - sin (1))^{2} < (sin (0.02) - sin (0.01))^{2}",),
    ),
    Claim(
        id="lesson02.5.codes-are-unique",
        inventory=("card5-unique", "card5-combo-unique"),
        says=("不同频率的组合", "唯一编码"),
        condition=Condition(
            says=Text("codes are told apart with finite precision", "只能以有限精度区分编码"),
            without=("(sin (44) - sin (0))^{2} + (cos (44) - cos (0))^{2} < 0.02^{2}",),
            repair=Text(
                "In exact arithmetic the first pair, of frequency 1, already differs at every two positions, because no whole "
                "number is a multiple of 2π; the other frequencies make the difference large.",
                "精确地说，频率为 1 的第一对在任意两个位置就已不同，因为非零整数都不是 2π 的倍数；其他频率使差别更明显。",
            ),
            fair=Text("Positions 0 and 44 differ by less than 0.02 there.", "例如位置 0 与 44 在该对上相差不到 0.02。"),
        ),
    ),
    Claim(
        id="lesson02.5.positions-2-and-5",
        inventory=("card5-pos-2-5",),
        says=("在位置 2 vs 位置 5",),
        reads={0: _POSITION, 1: _POSITION},
        means=("y ≠ z",),
    ),
    Claim(
        id="lesson02.5.sum-at-position-2",
        inventory=("card5-add-2", "card5-add-pe2", "card5-add-scale"),
        says=("位置2␟[0.2, 0.9, 0.4, 0.1]␟+[0.91, -0.42, 0.02, 1.00]␟[1.11, 0.48, 0.42, 1.10]",),
        fixes=("x_1", "x_2", "x_3", "x_4"),
        reads={
            0: _POSITION,
            **{number: Value(f"x_{{{number}}}") for number in range(1, 5)},
            **{number + 4: Value(f"p_{{{number}}}") for number in range(1, 5)},
            **{number + 8: Value(f"y_{{{number}}}") for number in range(1, 5)},
        },
    ),
    Claim(
        id="lesson02.5.sum-at-position-5",
        inventory=("card5-add-5",),
        says=("位置5␟[0.2, 0.9, 0.4, 0.1]␟+[sin(5), cos(5), sin(0.05), cos(0.05)]␟[不同的向量]",),
        fixes=("t",),
        reads={
            0: Value("t"),
            **{number: Value(f"x_{{{number}}}") for number in range(1, 5)},
            5: Value("t"),
            6: Value("t"),
            7: Value("0.01 t"),
            8: Value("0.01 t"),
        },
        means=(
            "(z_{1} + 0.76)^{2} < 0.005^{2}",
            "(z_{2} - 1.18)^{2} < 0.005^{2}",
            "(z_{3} - 0.45)^{2} < 0.005^{2}",
            "(z_{4} - 1.10)^{2} < 0.005^{2}",
            "z ≠ y",
        ),
        must_refuse=("(z_{4} - 1.11)^{2} < 0.005^{2}",),
        remark=Text(
            "The cell left open is [−0.76, 1.18, 0.45, 1.10], certified above.",
            "未填的一格是 [−0.76, 1.18, 0.45, 1.10]，见上。",
        ),
    ),
    Claim(
        id="lesson02.5.essence",
        inventory=("card5-essence", "card5-local-global", "card5-more-flexible", "card5-degrade"),
        says=("不是给位置", "局部差异", "全局距离", "更灵活", "仍会退化", "并非可任意外推"),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text(
                "how to see the code; “more flexible” compares with learned positions, which have no row beyond the trained "
                "length, and is no statement about values",
                "说明如何理解编码；“更灵活”是与可学习位置相比（后者在训练长度之外没有对应行），不是关于数值的命题",
            ),
        ),
    ),
)
