"""Chapter 2 of the notes: ids, the embedding matrix, positions, and why the matrix is trained."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Label, Step, Value
from derivations.given_values import GivenValues
from derivations.notes.main_line import EMBEDDED
from derivations.notes.settings import EMBEDDING
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

EXAMPLE = GivenValues(givens=("id_a", "id_b"))
"""The ids of two tokens."""

RENUMBERED = Setting(sizes="n N d", shapes={"E": "N d"}, permutations={"π": "N"}, tokens={"s": "n N"})
"""The vocabulary numbered anew: what had the id π(s) has the id s, and the rows of E move with it."""

ONE_HOT = replace(EMBEDDED, where=(r"u_{i w} = 1_{t_{i} = w}",), rows={**EMBEDDED.rows, "u": "u"})
"""The lookup, and u_i the row with a 1 at t_i (§2.1)."""

SAME_TOKEN = Setting(
    sizes="n N d",
    shapes={"E": "N d", "P": "n d"},
    rows={"x": "X", "p": "P"},
    fixed={"w": "N"},
    forward=(r"x_{i} = E_{w, :} + p_{i}",),
)
"""One token w at every position."""

ROTATED = Setting(
    sizes="n",
    shapes={"q": "2 1", "k": "2 1", "φ": ""},
    where=(r"R = [\begin{matrix} \cos (φ) & - \sin (φ) \\ \sin (φ) & \cos (φ) \end{matrix}]",),
)
"""What RoPE does to a block of two coordinates at a position with the angle φ (§8.6)."""

GRADIENT = replace(
    EMBEDDING, shapes={**EMBEDDING.shapes, "G": "n d"}, rows={**EMBEDDING.rows, "g": "G"}, where=(r"G = \bar{X}",)
)
"""The lookup, with g_i the gradient of x_i (§2.3)."""

COORDINATES = Setting(sizes="n d d_k", shapes={"X": "n d", "W_Q": "d d_k"}, permutations={"P": "d"}, forward=("Q = X W_{Q}",))
"""Rows and the next matrix, with the coordinates between them in another order."""

_LOOKED_UP = r"{\bar{E}}_{w, :} = \sum_{i : t_{i} = w} g_{i}"
_ADDED = r"x_{i} = e_{i} + p_{i}, X^{(0)} = [\begin{matrix} x_{1} \\ ⋮ \\ x_{n} \end{matrix}] \in R^{n \times d} ."
_COORDINATE = Label(Text("number of a coordinate", "坐标序号"))

IDS = (
    Claim(
        id="notes.2.1.two-ids",
        inventory=(),
        says=("编号为 17", "编号为 92"),
        reads={0: Value("id_{a}"), 1: Value("id_{b}")},
        fixes=("id_a", "id_b"),
        means=("1 ≤ id_{a}", "1 ≤ id_{b}", "id_{a} ≠ id_{b}"),
        must_refuse=("id_{a} = id_{b}",),
    ),
    Claim(
        id="notes.2.1.a-difference-of-ids-is-no-distance",
        inventory=("2.1-diff75",),
        says=("之差 75", "不表示语义距离"),
        reads={0: Value("id_{b} - id_{a}")},
        means=("(id_{b} + 1) - id_{a} ≠ id_{b} - id_{a}",),
        must_refuse=("(id_{b} + 1) - id_{a} = id_{b} - id_{a}",),
        remark=Text(
            "Where the second token exchanges ids with the one after it, the difference is another one and no vector is.",
            "第二个 Token 与其后一个互换编号后，差变了，而各向量不变。",
        ),
    ),
    Claim(
        id="notes.2.1.ids-are-for-lookup",
        inventory=("2.1-head21", "2.1-index"),
        says=("编号用于索引", "不直接拿来做语言意义上的加减"),
        proves=(Identity(setting=RENUMBERED, formula=r"(π E)_{s_{i}, :} = E_{π_{s_{i}}, :}"),),
        must_refuse=(r"(π E)_{s_{i}, :} = E_{s_{i}, :}",),
        remark=Text(
            "However the vocabulary is numbered, the vectors looked up are the same; sums and differences of ids are not.",
            "无论词表如何编号，查得的向量不变；编号的和与差则会改变。",
        ),
    ),
    Claim(
        id="notes.2.1.embedding-matrix",
        inventory=("2.1-Eshape",),
        says=(r"E \in R^{N \times d} .",),
        proves=(Typed(setting=EMBEDDED, formula=r"E \in R^{N \times d} ."),),
        must_refuse=(r"E \in R^{d \times N} .", r"E \in R^{n \times d} ."),
    ),
    Claim(
        id="notes.2.1.rows-of-the-embedding",
        inventory=("2.1-Erow",),
        says=("w 行", "w 个 Token 的可训练向量"),
        proves=(Typed(setting=EMBEDDED, formula=r"E_{w, :} \in R^{1 \times d}"),),
        declared=Declared(Verdict.DEFINITION, Text("says what row w of E is", "说明 E 的第 w 行为何物")),
        must_refuse=(r"E_{w, :} \in R^{1 \times N}",),
    ),
    Claim(
        id="notes.2.1.lookup",
        inventory=("2.1-lookup",),
        says=(r"e_{i} = E_{t_{i}, :} \in R^{1 \times d} .",),
        proves=(Typed(setting=EMBEDDED, formula=r"e_{i} = E_{t_{i}, :} \in R^{1 \times d} ."),),
        declared=Declared(Verdict.DEFINITION, Text("defines e_i; its shape is checked", "定义 e_i；已核对形状")),
        must_refuse=(r"e_{i} = E_{t_{i}, :} \in R^{1 \times N} .", r"e_{i} = p_{i} \in R^{1 \times d} ."),
    ),
    Claim(
        id="notes.2.1.one-hot-product",
        inventory=("2.1-onehot", "2.1-noonehot"),
        says=(r"u_{i} \in R^{1 \times N}", r"e_{i} = u_{i} E", "数学上等价", "无需真的构造"),
        setting=ONE_HOT,
        proves=(Typed(setting=ONE_HOT, formula=r"u_{i} \in R^{1 \times N}"),),
        derivation=(
            Step(
                r"(u_{i} E)_{r} = \sum_{w} u_{i w} E_{w r}",
                by=Text("product of a row and a matrix", "行与矩阵的乘积"),
                uses=(),
            ),
            Step(
                r"\sum_{w} u_{i w} E_{w r} = E_{t_{i}, r}",
                by=Text("u_i is 1 at t_i and 0 elsewhere", "u_i 在 t_i 处为 1，其余为 0"),
                uses=("u",),
            ),
        ),
        must_refuse=(r"e_{i} = E u_{i}", r"e_{i} = u_{i} E^{T}", r"e_{i} = \frac{1}{N} u_{i} E", r"u_{i} \in R^{1 \times d}"),
    ),
)

POSITIONS = (
    Claim(
        id="notes.2.2.positions-are-added",
        inventory=("2.2-addpos",),
        says=(_ADDED,),
        reads={0: Label(Text("number of a layer", "层号"))},
        proves=(Typed(setting=EMBEDDED, formula=_ADDED),),
        declared=Declared(
            Verdict.DEFINITION,
            Text("defines x_i and the matrix of all rows; shapes are checked", "定义 x_i 与各行组成的矩阵；已核对形状"),
        ),
        must_refuse=(
            r"x_{i} = e_{i} - p_{i}",
            r"X^{(0)} = [\begin{matrix} x_{1} \\ ⋮ \\ x_{d} \end{matrix}] \in R^{n \times d}",
            r"X^{(0)} = [\begin{matrix} x_{1} \\ ⋮ \\ x_{n} \end{matrix}] \in R^{d \times n}",
        ),
    ),
    Claim(
        id="notes.2.2.rows-and-columns",
        inventory=("2.2-rowcol",),
        says=("i 行对应一个位置", "r 列对应表示空间的一维", "整个序列矩阵"),
        setting=EMBEDDED,
        means=(r"X_{i r} = E_{t_{i}, r} + P_{i r}",),
        proves=(Typed(setting=EMBEDDED, formula=r"X \in R^{n \times d}"),),
        must_refuse=(r"X \in R^{d \times n}", r"X_{i r} = P_{i r}"),
    ),
    Claim(
        id="notes.2.2.the-same-token-elsewhere",
        inventory=("2.2-sametoken",),
        says=("e_{i}", "相同", "p_{i}", "x_{i}", "可以不同"),
        setting=SAME_TOKEN,
        means=(r"x_{i} - p_{i} = x_{j} - p_{j}", r"x_{i} - x_{j} = p_{i} - p_{j}"),
        fails=(Identity(setting=SAME_TOKEN, formula=r"x_{i} = x_{j}"),),
        must_refuse=(r"x_{i} - x_{j} = 0 (p_{i} - p_{j})", r"x_{i} - x_{j} = p_{j} - p_{i}"),
    ),
    Claim(
        id="notes.2.2.not-every-model-adds-positions",
        inventory=("2.2-ropeother",),
        says=("RoPE", "不能统一说", "加到嵌入上"),
        refers=("8.6",),
        proves=(Identity(setting=EMBEDDED, formula=r"x_{i} - e_{i} = p_{i}"),),
        fails=(Identity(setting=ROTATED, formula=r"R q - q = R k - k"),),
        must_refuse=(r"x_{i} - e_{i} = e_{i}",),
        remark=Text(
            "What is added is the same for every vector at a position; what a rotation changes is not.",
            "相加时，同一位置上各向量的改变量相同；旋转则不然。",
        ),
    ),
)

TRAINING = (
    Claim(
        id="notes.2.3.rows-are-trained-not-ids",
        inventory=("2.3-Etrain",),
        says=("全参数预训练", "E", "可训练参数", "通常固定", "不是把离散编号微分"),
        setting=EMBEDDED,
        means=(r"{\bar{E}}_{w, :} = \sum_{i : t_{i} = w} {\bar{e}}_{i, :}",),
        must_refuse=(r"{\bar{E}}_{w, :} = 0 {\bar{e}}_{w, :}", r"{\bar{t}}_{i} = {\bar{e}}_{i, :}"),
        remark=Text("Tokens are indices: nothing here has a derivative by them.", "Token 是下标：此处没有对它的导数。"),
    ),
    Claim(
        id="notes.2.3.gradients-are-added-to-the-row",
        inventory=("2.3-scatter", "2.3-multi", "2.3-fwdref10"),
        says=("g_{i}", "g_{i}", "加到", "E", "对应行", "贡献相加", "第 10 章"),
        reads={0: Label(Text("number of a chapter", "章号"))},
        refers=("10", "10.9"),
        setting=GRADIENT,
        means=(_LOOKED_UP,),
        must_refuse=(r"{\bar{E}}_{w, :} = \sum_{i} g_{i}", r"{\bar{E}}_{w, :} = - \sum_{i : t_{i} = w} g_{i}"),
        remark=Text(
            "The lookup of §2.2 does not scale e_i; where U = Eᵀ, §10.9 adds what comes from the output.",
            "§2.2 的查表不缩放 e_i；若 U = Eᵀ，输出端的梯度由 §10.9 另加。",
        ),
    ),
    Claim(
        id="notes.2.3.coordinates-have-no-labels",
        inventory=("2.3-nolabel",),
        says=("不要预设", "第 1 维表示药物", "第 2 维表示症状", "没有这样的人工语义标签"),
        reads={0: _COORDINATE, 1: _COORDINATE},
        proves=(Identity(setting=COORDINATES, formula=r"(X P^{T}) (P W_{Q}) = Q"),),
        fails=(Identity(setting=COORDINATES, formula=r"X P^{T} = X"),),
        must_refuse=(r"(X P^{T}) (P W_{Q}) = - Q",),
        remark=Text(
            "With the coordinates in any other order, and the rows of the next matrix with them, everything after is the same: "
            "no coordinate is marked by its number.",
            "坐标任意换序，下一矩阵的行随之换序，其后结果不变：坐标不因序号而带有标签。",
        ),
    ),
)

CLAIMS = (*IDS, *POSITIONS, *TRAINING)
