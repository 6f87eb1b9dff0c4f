"""Chapter 3 of the notes: parameters and what is computed from them, shapes, and the four steps of attention."""

from __future__ import annotations

from derivations.claim import Claim, Condition, Declared, Step, Unstated, Value
from derivations.formula.tree import Symbol, walk
from derivations.given_values import GivenValues
from derivations.notes.main_line import HEAD
from derivations.notes.settings import OUTPUT_LAYER
from derivations.pieces import formula
from derivations.prover.determined import Determined
from derivations.prover.identity import Identity
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

STEPS = Setting(
    sizes="n d d_k d_v N",
    shapes={"X": "n d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v", "M": "n n", "U": "d N"},
    rows={"a": "A", "q": "Q", "k": "K", "v": "V", "x": "X", "z": "Z"},
    forward=(
        "Q = X W_{Q}",
        "K = X W_{K}",
        "V = X W_{V}",
        r"S = Q K^{T} / \sqrt{d_{k}} + M",
        "A = softmax_{row} (S)",
        "Z = A V",
    ),
)
"""The four steps of §3.3, M any matrix that is added to the scores."""

ONE_UPDATE = Setting(
    sizes="n d d_k",
    shapes={"X": "n d", "W_Q": "d d_k", "η": ""},
    forward=("Q = X W_{Q}",),
    where=(r"{\bar{W}}_{Q} = X^{T} \bar{Q}",),
)
"""The queries and one step of gradient descent on their parameters."""

TWO_PASSES = Setting(
    sizes="n d d_k",
    shapes={"X": "n d", "X_new": "n d", **dict.fromkeys(("W_Q", "W_K", "W_Q,new", "W_K,new"), "d d_k")},
    forward=(
        r"S = X W_{Q} W_{K}^{T} X^{T} / \sqrt{d_{k}}",
        r"S_{new} = X_{new} W_{Q, new} W_{K, new}^{T} X_{new}^{T} / \sqrt{d_{k}}",
    ),
    given=("X_{new} = X", "W_{Q, new} = W_{Q}", "W_{K, new} = W_{K}"),
)
"""Scores before and after an update."""

NEW_PARAMETERS = Setting(
    sizes="n d",
    shapes={"X": "n d", "W": "d d", "W_new": "d d"},
    forward=("A = softmax_{row} (X W X^{T})", "A_{new} = softmax_{row} (X W_{new} X^{T})"),
)
"""Attention weights of the same input with two matrices W, which stands for W_Q W_Kᵀ/√d_k."""

LOOKED_UP_AND_SCORED = Setting(
    sizes="n N d",
    shapes={"E": "N d", "P": "n d", "U": "d N"},
    rows={"x": "X", "p": "P"},
    tokens={"t": "n N"},
    forward=(r"x_{i} = E_{t_{i}, :} + p_{i}", "Λ = X U"),
)
"""E at the input and U at the output, untied, with nothing between them."""

KINDS = {
    "parameters": ("W_Q", "W_K", "W_V", "E", "U"),
    "projections": ("Q", "K", "V"),
    "scores and weights": ("S", "A"),
    "hidden representations": ("Z", "H"),
}
"""The symbols of the first table by what they are: its six rows are of four kinds."""


def _steps(forward: tuple[str, ...]) -> dict[str, str]:
    """For each line the number of its step: one more than that of the latest that it reads."""
    found: dict[str, int] = {}
    for text in forward:
        [chain] = formula(text).chains
        left, right = chain.sides
        assert isinstance(left, Symbol)
        read = (found.get(node.name, 0) for node in walk(right) if isinstance(node, Symbol))
        found[left.name] = 1 + max(read)
    return {f"step_{name}": str(step) for name, step in found.items()}


EXAMPLE = GivenValues(givens=("n", "d_k"), letters={**_steps(STEPS.forward), "κ": str(len(KINDS))})
"""Sizes of §3.2; in which step of §3.3 a symbol is computed; κ kinds of objects."""

OBJECTS = (
    Claim(
        id="notes.3.1.four-kinds",
        inventory=("3.1-four",),
        says=("对象", "身份", "是否直接被优化器更新"),
        means=("κ = 4",),
        must_refuse=("κ = 6",),
        remark=Text(
            "Parameters, projections of the input, scores and weights, hidden representations: six rows of four kinds.",
            "参数、输入的投影、分数与系数、隐藏表示：六行，四种。",
        ),
    ),
    Claim(
        id="notes.3.1.projection-matrices",
        inventory=("3.1-t31-WQWKWV",),
        says=("W_{Q}, W_{K}, W_{V}", "可训练投影矩阵", "全参数训练时是"),
        setting=STEPS,
        means=(r"{\bar{W}}_{Q} = X^{T} \bar{Q}, {\bar{W}}_{K} = X^{T} \bar{K}, {\bar{W}}_{V} = X^{T} \bar{V}",),
        must_refuse=(r"{\bar{W}}_{Q} = X^{T} \bar{K}", r"{\bar{W}}_{V} = X \bar{V}"),
    ),
    Claim(
        id="notes.3.1.projections-of-the-input",
        inventory=("3.1-t31-QKV",),
        says=("Q, K, V", "中间结果", "下次前向重新算"),
        setting=ONE_UPDATE,
        means=(r"X (W_{Q} - η {\bar{W}}_{Q}) = Q - η X X^{T} \bar{Q}",),
        must_refuse=(r"X (W_{Q} - η {\bar{W}}_{Q}) = Q", r"X (W_{Q} - η {\bar{W}}_{Q}) = Q - η \bar{Q}"),
        remark=Text(
            "After one step on W_Q the next forward pass gives Q − η X Xᵀ Q̄.", "W_Q 更新一步后，下次前向得到 Q − η X Xᵀ Q̄。"
        ),
    ),
    Claim(
        id="notes.3.1.scores",
        inventory=("3.1-t31-S",),
        says=("S", "位置之间的匹配分数", "否"),
        setting=STEPS,
        means=(r"S_{i j} = x_{i} W_{Q} W_{K}^{T} x_{j}^{T} / \sqrt{d_{k}} + M_{i j}",),
        must_refuse=(r"S_{i j} = x_{j} W_{Q} W_{K}^{T} x_{i}^{T} / \sqrt{d_{k}} + M_{i j}", r"S_{i j} = q_{i} v_{j}^{T}"),
    ),
    Claim(
        id="notes.3.1.attention-weights",
        inventory=("3.1-t31-A",),
        says=("A", "注意力混合系数", "否"),
        setting=STEPS,
        means=(r"\sum_{j} a_{i j} = 1",),
        proves=(Ordered(setting=STEPS, formula=r"a_{i j} \geq 0"),),
        must_refuse=(r"\sum_{i} a_{i j} = 1", r"a_{i j} \leq 0"),
    ),
    Claim(
        id="notes.3.1.hidden-representations",
        inventory=("3.1-t31-ZH",),
        says=("Z, H", "隐藏表示", "否"),
        setting=STEPS,
        means=(r"z_{i} = \sum_{j} a_{i j} v_{j}",),
        refers=("8.5",),
        must_refuse=(r"z_{i} = \sum_{j} a_{j i} v_{j}",),
    ),
    Claim(
        id="notes.3.1.embedding-and-output-matrix",
        inventory=("3.1-t31-EU",),
        says=("E, U", "词表输出矩阵", "全参数训练时是"),
        setting=LOOKED_UP_AND_SCORED,
        means=(r"{\bar{E}}_{w, :} = \sum_{i : t_{i} = w} {\bar{X}}_{i, :}", r"\bar{U} = X^{T} \bar{Λ}"),
        must_refuse=(r"\bar{U} = \bar{Λ}^{T} X", r"{\bar{E}}_{w, :} = \sum_{i} {\bar{X}}_{i, :}"),
    ),
    Claim(
        id="notes.3.1.two-meanings-of-weight",
        inventory=("3.1-ambig",),
        says=("有歧义", "参数矩阵的权重", "A", "不是一回事"),
        setting=STEPS,
        means=(r"\sum_{j} a_{i j} = 1",),
        proves=(
            Typed(setting=STEPS, formula=r"A \in R^{n \times n}"),
            Typed(setting=STEPS, formula=r"W_{Q} \in R^{d \times d_{k}}"),
        ),
        fails=(Identity(setting=STEPS, formula=r"\sum_{r} W_{Q, k r} = 1"),),
        must_refuse=(r"A \in R^{d \times d_{k}}",),
    ),
    Claim(
        id="notes.3.1.new-parameters-before-new-weights",
        inventory=("3.1-Aonlyafter",),
        says=("我们训练参数", "参数改变后", "A", "才可能改变"),
        setting=TWO_PASSES,
        means=("S_{new} = S",),
        proves=(Determined(setting=HEAD, formula=r"X_{\leq i} \to A_{i}"),),
        fails=(Identity(setting=NEW_PARAMETERS, formula="A_{new} = A"),),
        unstated=(
            Unstated(
                "X_new = X",
                repair=Text("Say: for the same input.", "应说明：对同一输入。"),
                fair=Text("The table above says that A belongs to the current input.", "上表已说明 A 属于当前输入。"),
            ),
        ),
        must_refuse=("S_{new} = - S",),
    ),
    Claim(
        id="notes.3.1.a-gradient-makes-no-parameter",
        inventory=("3.1-gradmid",),
        says=("对中间量求梯度", "不等于", "独立参数更新"),
        proves=(Identity(setting=ONE_UPDATE, formula=r"X (W_{Q} - η {\bar{W}}_{Q}) = Q - η X X^{T} \bar{Q}"),),
        fails=(Identity(setting=ONE_UPDATE, formula=r"X (W_{Q} - η {\bar{W}}_{Q}) = Q - η \bar{Q}"),),
        must_refuse=(r"X (W_{Q} - η {\bar{W}}_{Q}) = Q - η \bar{Q}",),
    ),
)


def _size(name: str, symbols: str, meaning: str) -> Claim:
    return Claim(
        id=f"notes.3.2.{name}",
        inventory=(f"3.2-t32-{symbols.replace('_{', '').replace('}', '').replace(', ', '-')}",),
        says=(symbols, meaning, "正整数"),
        declared=Declared(
            Verdict.DEFINITION,
            Text("names a size; every statement here is for all sizes from 1", "命名一个尺寸；各命题对所有正整数尺寸成立"),
        ),
    )


def _shape(name: str, symbols: str, meaning: str, shape: str, wrong: str, inventory: str) -> Claim:
    """A row of the table: each of its symbols has the shape."""
    return Claim(
        id=f"notes.3.2.{name}",
        inventory=(f"3.2-t32-{inventory}",),
        says=(symbols, meaning, shape),
        proves=tuple(Typed(setting=STEPS, formula=rf"{one} \in R^{{{shape}}}") for one in symbols.split(", ")),
        must_refuse=(rf"{symbols.split(', ')[0]} \in R^{{{wrong}}}",),
    )


TABLE = (
    _size("n", "n", "位置数"),
    _size("N", "N", "词表大小"),
    _size("d", "d", "隐藏表示维度"),
    _size("d_k-and-d_v", "d_{k}, d_{v}", "单头"),
    _shape("X", "X", "某一层输入", r"n \times d", r"d \times n", "X"),
    _shape("W_Q-and-W_K", "W_{Q}, W_{K}", "投影参数", r"d \times d_{k}", r"d \times d_{v}", "WQ-WK"),
    _shape("W_V", "W_{V}", "投影参数", r"d \times d_{v}", r"d_{v} \times d", "WV"),
    _shape("Q-and-K", "Q, K", "投影结果", r"n \times d_{k}", r"n \times d_{v}", "Q-K"),
    _shape("V", "V", "内容投影结果", r"n \times d_{v}", r"n \times d_{k}", "V"),
    _shape("S-and-A", "S, A", "分数、混合系数", r"n \times n", r"n \times d_{k}", "S-A"),
    _shape("Z", "Z", "单头输出", r"n \times d_{v}", r"n \times d", "Z"),
    _shape("U", "U", "词表输出参数", r"d \times N", r"N \times d", "U"),
)

SHAPES = (
    Claim(
        id="notes.3.2.rows-times-matrices",
        inventory=("3.2-rowconv",),
        says=("x_{i} W", "不在同一条推导中切换", "W x_{i}"),
        setting=STEPS,
        means=(r"q_{i} = x_{i} W_{Q}",),
        refers=("8.3", "8.6"),
        must_refuse=(r"q_{i} = W_{Q} x_{i}", r"q_{i} = W_{Q}^{T} x_{i}"),
        condition=Condition(
            says=Text("no columns are announced, as §8.3 and §8.6 do", "未另行声明列向量（§8.3、§8.6 有此声明）"),
            without=(
                r"[\begin{matrix} 0 & - 1 \\ 1 & 0 \end{matrix}] [\begin{matrix} 1 \\ 0 \end{matrix}]"
                r" = [\begin{matrix} 0 \\ 1 \end{matrix}]",
            ),
            repair=Text("Say: except where columns are announced.", "应说明：声明采用列向量处除外。"),
            fair=Text(
                "Both sections announce columns, and no derivation mixes them with rows.",
                "两节均声明采用列向量，且没有推导将其与行向量混用。",
            ),
        ),
    ),
    *TABLE,
    Claim(
        id="notes.3.2.N-is-no-V",
        inventory=("3.2-Nname",),
        says=("N", "表词表大小", "以免", "V", "重名"),
        proves=(
            Typed(setting=STEPS, formula=r"V \in R^{n \times d_{v}}"),
            Typed(setting=STEPS, formula=r"U \in R^{d \times N}"),
        ),
        declared=Declared(
            Verdict.DEFINITION, Text("chooses a letter; N is a size here, V a matrix", "选定字母；此处 N 是尺寸，V 是矩阵")
        ),
        must_refuse=(r"U \in R^{d \times V}",),
    ),
    Claim(
        id="notes.3.2.pairs-in-a-dot-product",
        inventory=("3.2-dk",),
        says=("d_{k}", "多少对坐标相乘", "与句子有多少 Token 无关"),
        setting=STEPS,
        means=(r"q_{i} k_{j}^{T} = \sum_{r = 1}^{d_{k}} q_{i r} k_{j r}", r"\sum_{r = 1}^{d_{k}} 1 = d_{k}"),
        fails=(Identity(setting=STEPS, formula=r"\sum_{r = 1}^{d_{k}} 1 = n"),),
        must_refuse=(r"q_{i} k_{j}^{T} = \sum_{r = 1}^{n} q_{i r} k_{j r}", r"\sum_{r = 1}^{d_{k}} 1 = d"),
    ),
    Claim(
        id="notes.3.2.sizes-of-an-example",
        inventory=(),
        says=("n = 20, d_{k} = 64",),
        fixes=("n", "d_k"),
        means=("n ≥ 1", "d_{k} ≥ 1"),
        must_refuse=("n = d_{k}",),
    ),
    Claim(
        id="notes.3.2.scores-are-20-by-20",
        inventory=("3.2-qkt20",),
        says=("Q K^{T}", r"20 \times 20"),
        reads={0: Value("n"), 1: Value("n")},
        proves=(Typed(setting=STEPS, formula=r"Q K^{T} \in R^{n \times n}"),),
        must_refuse=(r"Q K^{T} \in R^{d_{k} \times d_{k}}", r"Q K \in R^{n \times n}"),
    ),
    Claim(
        id="notes.3.2.scale-8",
        inventory=("3.2-scale8",),
        says=("缩放因子是 8",),
        reads={0: Value(r"\sqrt{d_{k}}")},
        means=(r"\sqrt{d_{k}} \sqrt{d_{k}} = d_{k}",),
        must_refuse=(r"\sqrt{d_{k}} = n", r"\sqrt{d_{k}} = d_{k}"),
        remark=Text("The scores are divided by it (§3.3), that is, multiplied by 1/8.", "分数除以它（§3.3），即乘以 1/8。"),
    ),
)

FOUR_STEPS = (
    Claim(
        id="notes.3.3.projections",
        inventory=("3.3-QKV",),
        says=("Q = X W_{Q}, K = X W_{K}, V = X W_{V} .",),
        setting=STEPS,
        declared=Declared(Verdict.DEFINITION, Text("defines Q, K, V; shapes are checked", "定义 Q、K、V；已核对形状")),
        must_refuse=("Q = X W_{K}", "V = W_{V} X", "Q = X W_{V}"),
    ),
    Claim(
        id="notes.3.3.scores",
        inventory=("3.3-S",),
        says=(r"S = Q K^{T} / \sqrt{d_{k}} + M .",),
        setting=STEPS,
        declared=Declared(Verdict.DEFINITION, Text("defines S; shapes are checked", "定义 S；已核对形状")),
        must_refuse=(r"S = Q^{T} K / \sqrt{d_{k}} + M", r"S = Q K^{T} / d_{k} + M", r"S = Q K^{T} / \sqrt{d_{k}} - M"),
        remark=Text(
            "M is n × n, and what it is comes in §7.4: −∞ where position i may not read j, else 0.",
            "M 是 n × n；其含义见 §7.4：位置 i 不可读 j 处为 −∞，否则为 0。",
        ),
    ),
    Claim(
        id="notes.3.3.weights-and-mixture",
        inventory=("3.3-AZ",),
        says=("A = {softmax}_{r o w} (S), Z = A V .",),
        setting=STEPS,
        declared=Declared(Verdict.DEFINITION, Text("defines A and Z; shapes are checked", "定义 A 与 Z；已核对形状")),
        must_refuse=("A = softmax_{row} (S^{T})", "Z = V A", "Z = A^{T} V", "A = S"),
    ),
    Claim(
        id="notes.3.3.in-this-order",
        inventory=("3.3-steps4", "3.3-order"),
        says=("第 1 步", "第 2 步", "第 3 步", "第 4 步", "没有任何一步", "解出最优", "W_{Q}"),
        reads={0: Value("step_{Q}"), 1: Value("step_{S}"), 2: Value("step_{A}"), 3: Value("step_{Z}")},
        means=("step_{K} = step_{Q}", "step_{V} = step_{Q}", "step_{Z} = 4"),
        proves=(Identity(setting=OUTPUT_LAYER, formula=r"\bar{ℓ}_{j} = p_{j} - 1_{j = y}"),),
        fails=(Identity(setting=STEPS, formula=r"{\bar{W}}_{Q, k r} = 0"),),
        derivation=(
            Step(
                "step_{S} = step_{Q} + 1",
                by=Text("the scores read Q and K", "分数由 Q 与 K 算出"),
            ),
            Step("step_{A} = step_{S} + 1", by=Text("the weights read the scores", "系数由分数算出")),
            Step("step_{Z} = step_{A} + 1", by=Text("the mixture reads the weights", "混合由系数算出")),
        ),
        must_refuse=("step_{S} = step_{Q}", "step_{Z} = 3"),
        remark=Text(
            "The gradient of W_Q after the four steps is not 0 in general: no step has made W_Q a best one.",
            "四步之后 W_Q 的梯度一般不为 0：没有哪一步把 W_Q 变成最优。",
        ),
    ),
)

CLAIMS = (*OBJECTS, *SHAPES, *FOUR_STEPS)
