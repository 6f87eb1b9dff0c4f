"""Chapter 7 of the notes: scaling and the causal mask."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Label, Stated, Value
from derivations.given_values import GivenValues
from derivations.notes.main_line import BLOCK, HEAD
from derivations.notes.settings import ATTENTION, OUTPUT_LAYER, SOFTMAX
from derivations.prover.determined import Determined
from derivations.prover.expected import Expected
from derivations.prover.identity import Identity
from derivations.prover.limiting import Limiting
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

EXAMPLE = GivenValues(givens=("w",))
"""The size w of each of the four signs of §7.2; the rest is counted."""

SCORE = Setting(sizes="d_k", shapes={"q": "d_k", "k": "d_k"}, where=("Y_{r} = q_{r} k_{r}",))
"""One query and one key, whose entries are random, and the products Y_r (§7.1)."""

VARIABLES = Setting(sizes="n", shapes={"X": "", "Y": "", "Z": "", "c": ""})
"""Random variables X, Y, Z and a constant c (§7.2)."""

SATURATED = Setting(sizes="m", shapes={"a": "m"})
"""Weights a that move, whatever they come from (§7.3)."""

UNMASKED = replace(
    HEAD,
    masks={},
    forward=(*HEAD.forward[:4], r"a_{i j} = \frac{e^{S_{i j}}}{\sum_{r} e^{S_{i r}}}", HEAD.forward[5]),
)
"""One head in which every position reads every other one (§7.4)."""

LEAKING = replace(
    HEAD,
    rows={"x": "X", "v": "V", "z": "Z"},
    forward=(
        *HEAD.forward[:4],
        r"B_{i j} = \frac{e^{S_{i j}}}{\sum_{r} e^{S_{i r}}}",
        r"z_{i} = \sum_{j \leq i} B_{i j} v_{j}",
    ),
)
"""A mask in the numerator alone: weights of all positions, contents of the allowed ones."""

POOLED = Setting(
    sizes="n d", shapes={"X": "n d"}, rows={"y": "Y"}, forward=(r"Y_{i r} = X_{i r} - \frac{1}{n} \sum_{j} X_{j r}",)
)
"""A mean over positions taken off: a global pooling (§7.5)."""

NORMALISED = Setting(
    sizes="n d",
    shapes={"X": "n d", "ε": ""},
    positive=frozenset({"ε"}),
    where=(r"μ_{i} = \frac{1}{d} \sum_{r} X_{i r}", r"v_{i} = \frac{1}{d} \sum_{r} (X_{i r} - μ_{i})^{2}"),
    forward=(r"Y_{i r} = (X_{i r} - μ_{i}) / \sqrt{v_{i} + ε}",),
)
"""LayerNorm of each position over its own features (§7.5)."""

STARTED = Setting(
    sizes="n N d",
    shapes={"E": "N d", "P": "n d"},
    rows={"x": "X", "p": "P"},
    tokens={"t": "n N"},
    forward=(r"x_{i} = E_{t_{i}, :} + p_{i}",),
)
"""The first rows: a looked-up row and a position vector (§7.5)."""

_ALL = "q_{r}, k_{r}"
_MEAN = {"zero mean": "E q_{r} = 0, E k_{r} = 0"}
_MOMENTS = {**_MEAN, "unit variance": "Var (q_{r}) = 1, Var (k_{r}) = 1"}
_EXPONENT = Text("an exponent", "指数")
_CENTRED = {"zero mean": "E X = 0, E Y = 0"}


def _score(formula: str, given: dict[str, str] = _MOMENTS) -> Expected:
    return Expected(setting=SCORE, formula=formula, given=given, random="q k", independent=_ALL)


def _of_variables(formula: str, given: dict[str, str] | None = None, independent: str = "") -> Expected:
    return Expected(setting=VARIABLES, formula=formula, given=given or {}, random="X Y Z", independent=independent)


_MEAN_OF_Y = "E Y_{r} = E q_{r} E k_{r} = 0,"
_SQUARE_OF_Y = "E Y_{r}^{2} = E q_{r}^{2} E k_{r}^{2} = 1."
_VARIANCE_OF_Y = "Var (Y_{r}) = 1"
_SUM = r"Var (\sum_{r = 1}^{d_{k}} Y_{r}) = d_{k}, SD (q \cdot k) = \sqrt{d_{k}} ."
_DEFINITION = "Var (Z) = E [(Z - E Z)^{2}] = E [Z^{2}] - (E Z)^{2} ."
_OF_SUM = "Var (X + Y) = E [(X + Y)^{2}] ."
_SCALED = r"Var (q \cdot k / \sqrt{d_{k}}) = 1"
_SCALED_TWICE = r"Var (q \cdot k / d_{k}) = \frac{1}{d_{k}}"
_EXPANDED = "E [(X + Y)^{2}] = E [X^{2}] + 2 E [X Y] + E [Y^{2}]"
_NO_GRADIENT = r"a_{j} (δ_{j k} - a_{k}) \to 0"
_SAME_INDEX = r"δ_{j j} a_{j} = 1 \cdot a_{j}"
_OTHER_INDEX = r"δ_{j k} (s_{j} - s_{k}) = 0"
_SUPPOSED = Label(Text("the supposed limit of a weight", "假设的权重极限"))
_FORBIDDEN = Identity(setting=ATTENTION, formula="a_{i j} = 0", provided=r"j \notin J_{i}")
_GENERAL = "Var (X + Y) = Var (X) + Var (Y) + 2 Cov (X, Y) ."

CLAIMS = (
    Claim(
        id="notes.7.1.idealised-entries",
        inventory=("7.1-assume", "7.1-scalenotfact"),
        says=("q_{r}, k_{r}", "全部相互独立", "均值 0", "方差 1", "Y_{r} = q_{r} k_{r}", "理想化假设", "不是"),
        assumes=("Y_{r} = q_{r} k_{r}",),
        reads={0: Label(Text("the assumed mean", "假设的均值")), 1: Label(Text("the assumed variance", "假设的方差"))},
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "assumptions that the next claims rest on, each shown to be needed there",
                "以下各命题的假设，在那里逐条说明必需",
            ),
        ),
    ),
    Claim(
        id="notes.7.1.mean-of-a-product",
        inventory=("7.1-EY", "7.1-indepfin"),
        says=("独立性与有限二阶矩", _MEAN_OF_Y),
        proves=(_score(_MEAN_OF_Y, _MEAN),),
    ),
    Claim(
        id="notes.7.1.square-of-a-product",
        inventory=("7.1-EY2",),
        says=(_SQUARE_OF_Y,),
        proves=(_score(_SQUARE_OF_Y),),
    ),
    Claim(
        id="notes.7.1.variance-of-a-product",
        inventory=("7.1-VarY",),
        says=(_VARIANCE_OF_Y,),
        proves=(_score(_VARIANCE_OF_Y),),
    ),
    Claim(
        id="notes.7.1.variance-of-the-dot-product",
        inventory=("7.1-Yindep", "7.1-VarSum", "7.1-SD"),
        says=("乘积也独立", _SUM),
        proves=(_score(_SUM), _score("Cov (Y_{r}, Y_{s}) = δ_{r s}")),
    ),
    Claim(
        id="notes.7.1.constant-factor",
        inventory=("7.1-varc",),
        says=("Var (c Z) = c^{2} Var (Z)",),
        proves=(_of_variables("Var (c Z) = c^{2} Var (Z)"),),
    ),
    Claim(
        id="notes.7.1.divided-by-the-root",
        inventory=("7.1-v1",),
        says=(r"除以", r"\sqrt{d_{k}}", "方差是 1"),
        reads={0: Stated(_SCALED)},
        proves=(_score(_SCALED),),
    ),
    Claim(
        id="notes.7.1.divided-by-d_k",
        inventory=("7.1-v1dk",),
        says=("除以", "d_{k}", "方差却为", "1 / d_{k}", "缩小"),
        reads={0: Stated(_SCALED_TWICE)},
        proves=(_score(_SCALED_TWICE),),
    ),
    Claim(
        id="notes.7.2.variance",
        inventory=("7.2-vardef",),
        says=(_DEFINITION,),
        proves=(_of_variables(_DEFINITION),),
    ),
    Claim(
        id="notes.7.2.mean-of-a-sum",
        inventory=("7.2-Esum0", "7.2-varsum0", "7.2-noindep"),
        says=("E X = E Y = 0", "E (X + Y) = 0", _OF_SUM, "不需要独立"),
        assumes=("E X = E Y = 0",),
        proves=(
            _of_variables("E (X + Y) = 0", {"E X = E Y = 0": "E X = E Y = 0"}),
            _of_variables(_OF_SUM, {"E X = E Y = 0": "E X = E Y = 0"}),
        ),
    ),
    Claim(
        id="notes.7.2.expanded",
        inventory=("7.2-expand", "7.2-covzero"),
        says=("E [X^{2}] + 2 E [X Y] + E [Y^{2}]", "协方差为零", "充分条件"),
        reads={
            0: Stated(_EXPANDED, 1),
            1: Stated(_EXPANDED, 2),
            2: Stated(_EXPANDED, 3),
        },
        proves=(
            _of_variables(_EXPANDED),
            _of_variables("Cov (X, Y) = 0", independent="X, Y"),
            _of_variables("E [X Y] = Cov (X, Y)", _CENTRED),
        ),
    ),
    Claim(
        id="notes.7.2.variance-of-a-sum",
        inventory=("7.2-varsum",),
        says=(_GENERAL,),
        proves=(_of_variables(_GENERAL),),
    ),
    Claim(
        id="notes.7.2.four-signs",
        inventory=("7.2-vals4", "7.2-prob4"),
        says=("正负 1", "- 4, - 2, 0, 2, 4", "(1, 4, 6, 4, 1) / 16"),
        fixes=("w",),
        reads={
            0: Value("w", name="the size of a sign"),
            1: Value("0 w - 4 w", name="no sign is +1"),
            2: Value("1 w - 3 w", name="one sign is +1"),
            3: Value("2 w - 2 w", name="two signs are +1"),
            4: Value("3 w - 1 w", name="three signs are +1"),
            5: Value("4 w - 0 w", name="all signs are +1"),
            6: Value("4! / (0! × 4!)", name="ways to have no +1"),
            7: Value("4! / (1! × 3!)", name="ways to have one +1"),
            8: Value("4! / (2! × 2!)", name="ways to have two +1"),
            9: Value("4! / (3! × 1!)", name="ways to have three +1"),
            10: Value("4! / (4! × 0!)", name="ways to have four +1"),
            11: Value("2^{4}", name="all ways"),
        },
    ),
    Claim(
        id="notes.7.2.moments-of-four-signs",
        inventory=("7.2-mean4", "7.2-m24", "7.2-sd4", "7.2-maxvs"),
        says=("均值是 0", "(16 + 16 + 0 + 16 + 16) / 16 = 4", "标准差是 2", "最大可能值"),
        reads={
            0: Value("(1 (- 4 w) + 4 (- 2 w) + 6 × 0 + 4 × 2 w + 1 × 4 w) / 2^{4}", name="the mean"),
            1: Value("1 × (4 w)^{2}", name="1 way to −4"),
            2: Value("4 × (2 w)^{2}", name="4 ways to −2"),
            3: Value("6 × 0^{2}", name="6 ways to 0"),
            4: Value("4 × (2 w)^{2}", name="4 ways to 2"),
            5: Value("1 × (4 w)^{2}", name="1 way to 4"),
            6: Value("2^{4}", name="all ways"),
            8: Value(r"\sqrt{4 w^{2}}", name="the standard deviation"),
        },
        means=(r"4 w > \sqrt{4 w^{2}}",),
    ),
    Claim(
        id="notes.7.2.basic-theorems",
        inventory=("7.2-factor",),
        says=("乘积联合分布", "概率基础定理"),
        proves=(_of_variables("E (X Y) = E X E Y", independent="X, Y"),),
        remark=Text(
            "Linearity of E and the product theorem are cited here as well: they are on the list of base theorems.",
            "这里同样引用期望线性与乘积定理：二者在基础定理之列。",
        ),
    ),
    Claim(
        id="notes.7.3.jacobian",
        inventory=("7.3-jac",),
        says=(r"\frac{\partial a_{j}}{\partial s_{k}} = a_{j} (δ_{j k} - a_{k}) .", "同下标为 1", "否则为 0"),
        reads={0: Stated(_SAME_INDEX), 1: Stated(_OTHER_INDEX)},
        setting=SOFTMAX,
        proves=(
            Identity(setting=SOFTMAX, formula=_SAME_INDEX),
            Identity(setting=SOFTMAX, formula=_OTHER_INDEX),
        ),
        must_refuse=(
            r"\frac{\partial a_{j}}{\partial s_{k}} = a_{k} (δ_{j k} - a_{k})",
            r"\frac{\partial a_{j}}{\partial s_{k}} = a_{j} (δ_{j k} + a_{k})",
            r"\frac{\partial a_{j}}{\partial s_{k}} = - a_{j} a_{k}",
        ),
    ),
    Claim(
        id="notes.7.3.saturated-weights-let-no-gradient-through",
        inventory=("7.3-saturate", "7.3-smallgrad"),
        says=("趋近 1", "趋近 0", "都趋近 0", "梯度变小"),
        reads={
            0: _SUPPOSED,
            1: _SUPPOSED,
            2: Stated(_NO_GRADIENT),
        },
        proves=(
            Limiting(
                setting=SATURATED,
                formula=_NO_GRADIENT,
                given={"a_j → δ_jy": r"a_{j} \to δ_{j y}"},
            ),
        ),
    ),
    Claim(
        id="notes.7.3.no-guarantee",
        inventory=("7.3-nogar", "7.3-cesimpl"),
        says=("不保证", "方差恰好为 1", "简化式", "不能直接用"),
        reads={0: Label(Text("the variance of §7.1, quoted", "引用 §7.1 的方差"))},
        setting=OUTPUT_LAYER,
        means=(r"{\bar{ℓ}}_{j} = p_{j} - 1_{j = y}",),
        fails=(Expected(setting=SCORE, formula=_SCALED, random="q k"),),
        must_refuse=(r"{\bar{ℓ}}_{j} = p_{j} (1 - p_{j})",),
        remark=Text(
            "With cross-entropy behind it the gradient is p − onehot, which does not vanish where p is sure and wrong.",
            "接上交叉熵后梯度是 p − onehot；p 自信而错误时它并不趋零。",
        ),
    ),
    Claim(
        id="notes.7.4.allowed-positions",
        inventory=("7.4-Ji",),
        says=(
            r"J_{i} = {1, \dots, i}",
            r"a_{i j} = {\begin{cases} \frac{e^{q_{i} k_{j}^{T} / \sqrt{d_{k}}}}{\sum_{r \in J_{i}} "
            r"e^{q_{i} k_{r}^{T} / \sqrt{d_{k}}}}, & j \in J_{i}, \\ 0, & j \notin J_{i} . \end{cases}",
        ),
        setting=ATTENTION,
        assumes=(r"J_{i} = {1, \dots, i}",),
        reads={0: Label(Text("the first position", "第一个位置")), 1: Stated("a_{i j} = 0")},
        proves=(_FORBIDDEN,),
        declared=Declared(
            Verdict.DEFINITION,
            Text("defines the weights; the formula is held against the forward computation", "定义权重；该式已与前向计算核对"),
        ),
    ),
    Claim(
        id="notes.7.4.future-weights-are-0",
        inventory=("7.4-minusinf",),
        says=(r"- \infty", "简写", "权重为 0"),
        reads={0: Stated("a_{i j} = 0")},
        proves=(_FORBIDDEN,),
    ),
    Claim(
        id="notes.7.4.no-row-without-an-allowed-position",
        inventory=("7.4-nonempty", "7.4-selfok"),
        says=("至少需要一个允许位置", "归一化意义", "允许关注自身"),
        proves=(Identity(setting=ATTENTION, formula=r"\sum_{j \in J_{i}} a_{i j} = 1"),),
        remark=Text("The causal set contains i itself, so it is never empty.", "因果集合包含 i 自身，因此从不为空。"),
    ),
    Claim(
        id="notes.7.4.all-weights-are-positive-without-a-mask",
        inventory=("7.4-strictpos", "7.4-underflow"),
        says=("严格正", "下溢为 0", "数学上的正数"),
        reads={0: Label(Text("what a program may print", "程序可能给出的值"))},
        proves=(Ordered(setting=UNMASKED, formula="a_{i j} > 0"),),
        remark=Text(
            "A program may print 0 where the number is positive but smaller than its smallest one.",
            "当数值为正但小于机器可表示的最小正数时，程序会得到 0。",
        ),
    ),
    Claim(
        id="notes.7.4.figure-2-shows-visibility",
        inventory=("7.4-fig2",),
        says=("图 2", "不能读取", "可见性"),
        reads={0: Label(Text("number of a figure", "图号"))},
        declared=Declared(Verdict.EMPIRICAL, Text("describes a drawing that the text does not hold", "描述正文之外的图")),
    ),
    Claim(
        id="notes.7.5.first-rows-see-their-own-token",
        inventory=("7.5-base",),
        says=("t_{i}", "位置决定", r"t_{\leq i}"),
        proves=(Determined(setting=STARTED, formula=r"t_{\leq i} \to x_{i}"),),
    ),
    Claim(
        id="notes.7.5.a-layer-keeps-the-order",
        inventory=("7.5-step",),
        says=(r"t_{\leq j}", r"j \leq i", r"t_{\leq i}", "归纳完成"),
        assumes=(r"j \leq i",),
        proves=(Determined(setting=BLOCK, formula=r"X_{\leq i} \to Y_{i}"),),
    ),
    Claim(
        id="notes.7.5.every-operation-must-keep-to-it",
        inventory=("7.5-allops",),
        says=("所有跨位置操作", "全局汇总", "不能直接套用"),
        fails=(
            Determined(setting=POOLED, formula=r"X_{\leq i} \to Y_{i}"),
            Determined(setting=LEAKING, formula=r"X_{\leq i} \to z_{i}"),
        ),
    ),
    Claim(
        id="notes.7.5.layer-norm-keeps-to-it",
        inventory=("7.5-lnok",),
        says=("LayerNorm", "特征维归一化"),
        proves=(Determined(setting=NORMALISED, formula=r"X_{\leq i} \to Y_{i}"),),
    ),
)
