"""Chapter 12 of the notes: the last row, the choice of a token, the KV cache, and when generation stops."""

from __future__ import annotations

from derivations.claim import Claim, Declared, Label, Stated, Step
from derivations.given_values import GivenValues
from derivations.notes.decoding import (
    CACHED,
    COUNTED,
    EVEN,
    LENGTH_READ,
    MIXED,
    MIXING,
    MOVED,
    NOT_CACHED,
    SCORES,
    TEMPERATURE,
    TRUNCATED,
    TWO_CONTEXTS,
    TWO_LAYERS,
    UNIQUE,
)
from derivations.notes.main_line import CAUSAL, HEAD, NOT_CAUSAL
from derivations.notes.sentence import LETTERS, PROMPT, TARGET, TOKENS
from derivations.prover.determined import Determined
from derivations.prover.identity import Identity
from derivations.prover.limiting import Limiting
from derivations.prover.ordered import Ordered
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

_COLD = r"p_{w} \to δ_{w y}, T \to 0"
"""Where T ends: it is positive and comes as close to 0 as one likes."""

GREEDY = {"p_1": "3 / 5", "p_2": "2 / 5", "p_11": "11 / 20", "p_12": "9 / 20", "p_21": "19 / 20", "p_22": "1 / 20"}
"""Probabilities of a first token 1 or 2, and of a second one after it: p_{21} is that of 1 after 2 (§12.2)."""

EXAMPLE = GivenValues(givens=(), letters={**LETTERS, "c": str(sum(map(len, TOKENS))), **GREEDY})
"""The tokens of the example sentence, counted; its c characters; two steps at which the likelier token is no good start."""

TIES = {"the largest": r"ℓ_{r} = M, r \in J", "the others": r"ℓ_{r} < M, r \notin J"}

_NEXT = r"{\bar{Λ}}_{i w} = p_{i w} - 1_{w = t_{i + 1}}"
_READ = r"\frac{\partial z_{i r}}{\partial v_{j k}} = a_{i j} δ_{r k}, j \leq i"
_NOT_READ = r"\frac{\partial z_{i r}}{\partial v_{j k}} = 0, j \leq i"
_THROUGH = r"\frac{\partial z_{i r}}{\partial y_{j k}} = a_{i j} δ_{r k}, j \leq i"
_POSITIVE = Ordered(setting=HEAD, formula="a_{i j} > 0", given={"j ≤ i": r"j \leq i"})
_KEPT = Stated(r"p_{w} \to δ_{w y}, T \to 0")
_CHAPTER = Label(Text("number of a chapter", "章号"))

LAST_ROW = (
    Claim(
        id="notes.12.1.every-row-predicts",
        inventory=("12.1-rowsobj",),
        says=("每一行 h_i", "当前位置之后的 Token"),
        proves=(Identity(setting=COUNTED, formula=_NEXT, provided=r"i \in I"),),
        fails=(Identity(setting=COUNTED, formula=_NEXT),),
        refers=("9.2",),
        must_refuse=(r"{\bar{Λ}}_{i w} = p_{i w} - 1_{w = t_{i}}", r"{\bar{Λ}}_{i w} = p_{i w}"),
        remark=Text(
            "That is, at the positions I that the loss of §9.2 counts; at the others its scores get no gradient of their own.",
            "指 §9.2 损失所计的位置 I；其余位置的分数没有自己的梯度。",
        ),
    ),
    Claim(
        id="notes.12.1.the-last-row-goes-on",
        inventory=("12.1-lastrow",),
        says=("前面各行", "已经出现在输入里", "最后一行", "未知的下一位置", "取最后一行"),
        proves=(CAUSAL,),
        means=("(i - 1) + 1 ≤ i", "i + 1 > i", "i + 1 = j"),
        fails=(NOT_CAUSAL,),
        remark=Text(
            "Of i tokens, row r predicts token r + 1: one of the input for r < i, and for r = i the one after it.",
            "i 个 Token 时，第 r 行预测第 r + 1 个：r < i 时它在输入里，r = i 时是其后一个。",
        ),
    ),
    Claim(
        id="notes.12.1.the-prefix-is-not-stored",
        inventory=("12.1-notlossless",),
        says=("依赖整个允许前缀", "无损保存", "永久不变的句子向量"),
        proves=(
            _POSITIVE,
            Identity(setting=MIXING, formula=_READ),
            Identity(setting=MIXED, formula=r"\sum_{r} a_{r} (v_{r} + (a_{k} δ_{r j} - a_{j} δ_{r k}) w) = z"),
        ),
        fails=(Identity(setting=MIXED, formula=r"v_{r} + (a_{k} δ_{r j} - a_{j} δ_{r k}) w = v_{r}"),),
        must_refuse=(_NOT_READ, r"\sum_{r} a_{r} (v_{r} + (a_{k} δ_{r j} + a_{j} δ_{r k}) w) = z"),
        remark=Text(
            "Every content counts, and yet two of them can be moved against each other without a trace in the mixture.",
            "每份内容都起作用，但其中两份可以相互抵消地改变，而混合结果不变。",
        ),
    ),
    Claim(
        id="notes.12.1.history-can-still-be-read",
        inventory=("12.1-readkv",),
        says=("下次生成时", "历史各层 K/V"),
        proves=(_POSITIVE, Identity(setting=MIXING, formula=_READ), CACHED),
        refers=("12.4",),
        must_refuse=(_NOT_READ, "a_{i j} < 0"),
    ),
)

CHOICE = (
    Claim(
        id="notes.12.2.greedy",
        inventory=("12.2-greedy",),
        says=("贪心解码", "概率最大编号", "当前一步的概率"),
        proves=(Ordered(setting=SCORES, formula=r"p_{w} \leq p_{m}", given={"greatest score": r"ℓ_{w} \leq ℓ_{m}"}),),
        must_refuse=(r"p_{w} \geq p_{m}",),
    ),
    Claim(
        id="notes.12.2.greedy-is-not-best",
        inventory=("12.2-greedynot",),
        says=("不保证", "联合概率最大"),
        means=(
            "p_{1} + p_{2} = 1",
            "p_{11} + p_{12} = 1",
            "p_{21} + p_{22} = 1",
            "p_{1} > p_{2}",
            "p_{11} > p_{12}",
            "p_{2} p_{21} > p_{1} p_{11}",
        ),
        derivation=(
            Step(
                r"p_{1} p_{11} = \frac{33}{100}",
                by=Text("the likelier token each time: the joint probability of 1, 1", "每步取最大：输出 1, 1 的联合概率"),
            ),
            Step(
                r"p_{2} p_{21} = \frac{38}{100}",
                by=Text("the less likely token first: the joint probability of 2, 1", "首步取较小：输出 2, 1 的联合概率"),
            ),
        ),
        must_refuse=("p_{1} p_{11} > p_{2} p_{21}",),
        remark=Text(
            "Any distributions will do as an instance: each is the softmax of its logarithms.",
            "任何分布都可作为实例：它等于其对数的 softmax。",
        ),
    ),
    Claim(
        id="notes.12.2.sampling",
        inventory=("12.2-sampling",),
        says=("按概率随机选", "概率较小", "只给分布", "不执行抽样"),
        proves=(
            Ordered(setting=SCORES, formula="p_{w} > 0"),
            Identity(setting=SCORES, formula=r"\sum_{w} p_{w} = 1"),
        ),
        fails=(Identity(setting=SCORES, formula="p_{w} (1 - p_{w}) = 0"),),
        must_refuse=("p_{w} < 0", r"\sum_{w} p_{w} = N"),
        remark=Text(
            "A drawn token is 1 at one place and 0 elsewhere; softmax gives no such row.",
            "抽出的 Token 在一处为 1、其余为 0；softmax 并不给出这样的行。",
        ),
    ),
    Claim(
        id="notes.12.2.temperature",
        inventory=("12.2-temp",),
        says=("T > 0", "softmax (ℓ / T)"),
        assumes=("T > 0",),
        reads={0: Stated(_COLD)},
        proves=(
            Limiting(setting=TEMPERATURE, formula=_COLD, given=UNIQUE),
            Identity(setting=TEMPERATURE, formula=r"\sum_{w} p_{w} = 1"),
            Identity(setting=TEMPERATURE, formula=r"\frac{p_{w}}{p_{r}} = e^{(ℓ_{w} - ℓ_{r}) / T}"),
        ),
        must_refuse=(r"\frac{p_{w}}{p_{r}} = e^{(ℓ_{w} - ℓ_{r}) T}", r"\sum_{w} p_{w} = T"),
    ),
    Claim(
        id="notes.12.2.sharper-and-flatter",
        inventory=("12.2-tempmono",),
        says=("较小 T", "更尖锐", "较大 T", "更平缓"),
        proves=(
            Identity(setting=TEMPERATURE, formula=r"\frac{\partial H}{\partial T} = \frac{v}{T^{3}}"),
            Ordered(setting=TEMPERATURE, formula=r"\frac{v}{T^{3}} \geq 0"),
            Identity(setting=EVEN, formula=r"p_{w} = \frac{1}{N}"),
            Ordered(setting=TEMPERATURE, formula=r"\frac{p_{w}}{p_{r}} > 1", given={"larger score": r"ℓ_{w} > ℓ_{r}"}),
        ),
        must_refuse=(r"\frac{\partial H}{\partial T} = - \frac{v}{T^{3}}", r"\frac{\partial H}{\partial T} = \frac{v}{T^{2}}"),
        remark=Text(
            "The entropy H grows with T, except where all scores are equal: there no T changes anything, as “usually” allows.",
            "熵 H 随 T 增大；仅当各分数全相等时 T 不起作用，这正是“通常”所容许的。",
        ),
    ),
    Claim(
        id="notes.12.2.limit-at-zero",
        inventory=("12.2-T0",),
        says=("T = 0 不直接代入", "趋零极限"),
        reads={0: _KEPT},
        proves=(
            Limiting(setting=TEMPERATURE, formula=_COLD, given=UNIQUE),
            Limiting(setting=TEMPERATURE, formula=r"p_{w} \to \frac{1_{w \in J}}{| J |}, T \to 0", given=TIES),
            Limiting(setting=TEMPERATURE, formula=r"p_{w} \to \frac{1}{N}, T \to \infty"),
        ),
        must_refuse=(r"p_{w} \to \frac{1}{N}, T \to 0",),
        remark=Text(
            "At T = 0 there is 1/0; the limit chooses the greatest score, or divides 1 equally among the greatest ones.",
            "T = 0 处出现 1/0；极限取最大分数，并列时在最大者之间均分。",
        ),
    ),
    Claim(
        id="notes.12.2.truncation",
        inventory=("12.2-topk",),
        says=("Top-k 或 top-p", "重新归一化", "解码规则"),
        proves=(
            Identity(setting=TRUNCATED, formula=r"\sum_{w} q_{i w} = 1"),
            Identity(
                setting=TRUNCATED, formula=r"q_{i w} \sum_{r \in J_{i}} e^{ℓ_{i r}} = e^{ℓ_{i w}}", provided=r"w \in J_{i}"
            ),
            Identity(setting=TRUNCATED, formula="q_{i w} = 0", provided=r"w \notin J_{i}"),
        ),
        fails=(Identity(setting=TRUNCATED, formula=r"\sum_{w \in J_{i}} p_{i w} = 1"),),
        must_refuse=(r"\sum_{w} q_{i w} = N", r"q_{i w} = p_{i w}"),
        remark=Text(
            "Kept candidates have the softmax of the same scores over fewer tokens: no parameter has moved.",
            "保留的候选仍用同一批分数，只是在较少 Token 上作 softmax：参数没有变化。",
        ),
    ),
)

ROUND = (
    Claim(
        id="notes.12.3.five-positions",
        inventory=("12.3-five",),
        says=("".join(TOKENS[:PROMPT]), "五个位置", f"h_{{{PROMPT}}}", TOKENS[TARGET - 1]),
        means=("i = 5", "i + 1 = j"),
        proves=(CAUSAL,),
    ),
    Claim(
        id="notes.12.3.six-positions",
        inventory=("12.3-six",),
        says=("六个位置", f"h_{{{TARGET}}}", "预测下一项"),
        means=("i + 1 = 6", "j = 6", "j + 1 = k"),
        must_refuse=("i + 2 = 6", "j + 1 = n + 1"),
    ),
    Claim(
        id="notes.12.3.a-possible-path",
        inventory=("12.3-possible",),
        says=("可能的选择路径", "真实模型运行结果", "属于已知上下文"),
        proves=(Ordered(setting=SCORES, formula="p_{w} > 0"),),
        means=("j ≤ n", "j > i"),
        must_refuse=("p_{w} < 0",),
        remark=Text(
            "Every token has a positive probability, so every path is possible; in the whole sentence position j is input.",
            "每个 Token 的概率都为正，故任何路径都可能；输入为完整句子时，位置 j 已在输入中。",
        ),
    ),
    Claim(
        id="notes.12.3.chat",
        inventory=("12.3-chat",),
        says=("角色标记", "序列化成上下文", "遵循指令", "后续训练"),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text(
                "how chat products are built and trained is no statement of mathematics", "聊天产品如何构建与训练，不是数学命题"
            ),
        ),
    ),
)

CACHE = (
    Claim(
        id="notes.12.4.old-keys-and-values-stay",
        inventory=("12.4-kv",),
        says=("追加新 Token", "旧位置各层 K/V", "无需重新计算"),
        proves=(CACHED,),
        fails=(NOT_CACHED, Determined(setting=LENGTH_READ, formula=r"t_{\leq i} \to K_{i}", prefix=True)),
        refers=("7.5",),
        remark=Text(
            "The page names what it takes: causal layers, fixed parameters, positions that stay. Where the length of the text "
            "is read, old keys change.",
            "所需条件文中已列：逐层因果、参数固定、位置定义不变。若计算用到文本长度，旧 K 就会改变。",
        ),
    ),
    Claim(
        id="notes.12.4.the-new-query-reads-old-and-own",
        inventory=("12.4-kvread",),
        says=("新位置的 Q", "旧 K/V", "自己的 K/V"),
        setting=MIXING,
        means=(r"z_{i} = \sum_{j \leq i} δ_{i j} a_{i j} v_{j} + \sum_{j \leq i} (1 - δ_{i j}) a_{i j} v_{j}",),
        must_refuse=(r"z_{i} = \sum_{j \leq i} (1 - δ_{i j}) a_{i j} v_{j}", r"z_{i} = \sum_{j \leq i} δ_{i j} a_{i j} v_{j}"),
    ),
    Claim(
        id="notes.12.4.a-cache-for-every-layer",
        inventory=("12.4-kvlayers",),
        says=("第 7 章的因果归纳", "逐层保存", "最终向量"),
        reads={0: _CHAPTER},
        refers=("7", "7.5"),
        proves=(
            CACHED,
            Identity(setting=TWO_LAYERS, formula=r"(Y W_{K})_{i r} = \sum_{j \leq i} \sum_{s} b_{i j} X_{j s} W_{K, s r}"),
        ),
        fails=(
            Identity(setting=TWO_LAYERS, formula="Y W_{K} = Z W_{K}"),
            Identity(setting=TWO_LAYERS, formula="X W_{K} = Z W_{K}"),
        ),
        must_refuse=("Y W_{K} = X W_{K}",),
        remark=Text(
            "Keys of a layer come from what enters it; the final vectors give other ones.",
            "某层的 K 由进入该层的表示算出；用最终向量算出的是另一些值。",
        ),
    ),
    Claim(
        id="notes.12.4.earlier-rows-have-been-used",
        inventory=("12.4-mid",),
        says=("旧位置的中间表示", "早已参与构造", "前面都没用"),
        proves=(
            Identity(setting=TWO_LAYERS, formula=_THROUGH, uses=("Z",)),
            _POSITIVE,
        ),
        fails=(Identity(setting=TWO_LAYERS, formula=r"z_{i} = a_{i i} y_{i}"),),
        must_refuse=(r"\frac{\partial z_{i r}}{\partial y_{j k}} = 0, j \leq i",),
    ),
    Claim(
        id="notes.12.4.what-makes-a-cache-invalid",
        inventory=("12.4-kvinvalid",),
        says=("窗口截断", "位置重映射", "参数改变", "可复用条件"),
        fails=(
            Identity(setting=MOVED, formula=r"\tilde{y}_{i} = y_{i}"),
            Identity(setting=MOVED, formula=r"(X + P_{new}) W_{K} = K"),
            Identity(setting=MOVED, formula=r"(X + P) W_{K, new} = K"),
        ),
        remark=Text(
            "One instance each: rows of the next layer under a window, keys at other positions, keys by another W_K.",
            "三者各有一个实例：截窗后下一层的各行、位置改变后的 K、W_K 改变后的 K。",
        ),
    ),
    Claim(
        id="notes.12.4.memory-for-fewer-computations",
        inventory=("12.4-kvcost",),
        says=("额外内存", "减少重复计算", "读取历史内容的代价"),
        proves=(
            Typed(setting=HEAD, formula=r"K \in R^{n \times d_{k}}"),
            Typed(setting=HEAD, formula=r"V \in R^{n \times d_{v}}"),
            _POSITIVE,
        ),
        means=("i + (j - i) = j", "i + j > j"),
        must_refuse=(r"K \in R^{d_{k} \times d_{k}}", r"V \in R^{n \times d_{k}}"),
        remark=Text(
            "Keys for i and then j tokens: j rows computed with a cache, i + j without. Kept are n (d_k + d_v) numbers a head "
            "and layer, and every one of the n positions still has a positive weight to be computed.",
            "先 i 个、再 j 个 Token 的 K：有缓存算 j 行，无缓存算 i + j 行。"
            "每头每层保存 n (d_k + d_v) 个数，且 n 个位置的正权重仍须逐一计算。",
        ),
    ),
)

STOP = (
    Claim(
        id="notes.12.5.reasons-to-stop",
        inventory=("12.5-stop",),
        says=("选中 EOS", "长度上限", "句号不自动等于结束"),
        proves=(Ordered(setting=SCORES, formula="p_{w} > 0"),),
        refers=("4.1",),
        must_refuse=("p_{w} < 0",),
        remark=Text(
            "After a full stop as after any token every token is possible, EOS and the others: the full stop decides nothing.",
            "句号之后与其他 Token 之后一样，EOS 与其余每个 Token 都可能出现：句号本身不决定结束。",
        ),
    ),
    Claim(
        id="notes.12.5.tokens-are-no-characters",
        inventory=("12.5-detok",),
        says=("tokenizer 的解码规则", "Token 与完整汉字", "并非一一对应"),
        means=("c = 13", "n = 7", "n < c"),
        must_refuse=("n = c",),
        remark=Text("The example sentence has 7 tokens and 13 characters.", "例句有 7 个 Token、13 个字符。"),
    ),
    Claim(
        id="notes.12.5.parameters-stay",
        inventory=("12.5-fixedparam",),
        says=("保持参数不变", "上下文和缓存改变", "并不等于", "梯度训练"),
        proves=(Identity(setting=TWO_CONTEXTS, formula="Λ_{new} - Λ = (X_{new} - X) U"),),
        fails=(Identity(setting=TWO_CONTEXTS, formula="Λ_{new} = Λ"),),
        must_refuse=("Λ_{new} - Λ = (X - X_{new}) U",),
        remark=Text(
            "With the same U another context gives other scores: a changed output is no sign of changed parameters.",
            "U 不变时，上下文不同则分数不同：输出改变并不说明参数改变。",
        ),
    ),
)

CLAIMS = (*LAST_ROW, *CHOICE, *ROUND, *CACHE, *STOP)
