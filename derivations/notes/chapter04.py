"""Chapter 4 of the notes: targets one position on, why no answer is seen, and what training and generation share."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Label, Step, Value
from derivations.given_values import GivenValues
from derivations.notes.main_line import CAUSAL, HEAD, LEAKING, NOT_CAUSAL, PREDICTED
from derivations.notes.sentence import LETTERS, PROMPT, TARGET, TOKENS
from derivations.prover.determined import Determined
from derivations.prover.identity import Identity
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

EXAMPLE = GivenValues(givens=("p_train", "p_gen"), letters=LETTERS)
"""The tokens of the example sentence, counted, and two made-up probabilities."""

NEXT_TOKEN = replace(
    PREDICTED, tokens={"t": "n N"}, forward=(*PREDICTED.forward, r"L = \sum_{i} - \ln p_{i, t_{i + 1}}"), loss="L"
)
"""Every position with the next token as its target (§9.2)."""

TWO_LAYERS = Setting(
    sizes="n d",
    shapes={"X": "n d", "A": "n n", "B": "n n"},
    masks={"≤": "n n"},
    rows={"a": "A", "b": "B", "x": "X"},
    forward=(r"y_{i} = \sum_{j \leq i} b_{i j} x_{j}", r"z_{i} = \sum_{j \leq i} a_{i j} y_{j}"),
)
"""Contents mixed twice with any weights, of the positions up to i."""

MASKED_ONCE = replace(TWO_LAYERS, forward=(r"y_{i} = \sum_{j} b_{i j} x_{j}", r"\tilde{z}_{i} = \sum_{j \leq i} a_{i j} y_{j}"))
"""The same where the first layer mixes all positions."""

MIXING = Setting(
    sizes="n d_v",
    shapes={"A": "n n", "V": "n d_v"},
    masks={"≤": "n n"},
    rows={"a": "A", "v": "V"},
    forward=(r"z_{i} = \sum_{j \leq i} a_{i j} v_{j}",),
)
"""Contents of the positions up to i, mixed with any weights."""

_SHIFTED = r"{\bar{Λ}}_{i w} = p_{i w} - 1_{w = t_{i + 1}}"
_UNSHIFTED = r"{\bar{Λ}}_{i w} = p_{i w} - 1_{w = t_{i}}"
_N = len(TOKENS)


def _tokens(first: int, last: int) -> str:
    return rf"t_{{{first}}}, \dots, t_{{{last}}}"


def _row(i: int) -> Claim:
    """A row of the table: the tokens up to position i, and the one after it."""
    before = "、".join(TOKENS[:i]) if i <= 2 else f"到{TOKENS[i - 1]}"
    return Claim(
        id=f"notes.4.1.row-{i}",
        inventory=(f"4.1-t41-{i}",),
        says=(f"{i}：{TOKENS[i - 1]}{before}{TOKENS[i]}".removesuffix("。"),),
        reads={0: Label(Text("number of a row", "行号"))},
        means=(f"{i} + 1 ≤ n",),
        must_refuse=(f"{i} + 1 > n",),
    )


TARGETS = (
    Claim(
        id="notes.4.1.the-next-token-is-the-target",
        inventory=("4.1-shift",),
        says=(_tokens(1, _N), "h_{i}", "t_{i + 1}", "不是", "t_{i}"),
        setting=NEXT_TOKEN,
        means=(_SHIFTED,),
        refers=("9.2", "10.3"),
        must_refuse=(_UNSHIFTED, r"{\bar{Λ}}_{i w} = p_{i w}"),
        remark=Text(
            "What the loss pulls up at position i is the score of t_{i+1}, and of no other token.",
            "损失在位置 i 提高的是 t_{i+1} 的分数，而非其他 Token。",
        ),
    ),
    *map(_row, range(1, _N)),
    Claim(
        id="notes.4.1.inputs-and-labels",
        inventory=("4.1-arrays",),
        says=("inputs", _tokens(1, _N - 1), "labels", _tokens(2, _N)),
        means=(f"{_N - 1} - 1 + 1 = {_N} - 2 + 1", f"n - 1 = {_N - 1}"),
        must_refuse=(f"{_N} - 1 + 1 = {_N} - 2 + 1",),
    ),
    Claim(
        id="notes.4.1.the-last-row-ignored",
        inventory=("4.1-seven",),
        says=("七个 Token 都送入", "最后一行"),
        means=("n - 1 = 6", "n + 1 > n"),
        proves=(CAUSAL,),
        fails=(LEAKING,),
        must_refuse=("n - 1 = 7",),
        remark=Text(
            "Fed all tokens, the first rows come out as without the last token; the last row would need token 8.",
            "全部送入时，前面各行与不送入末 Token 时相同；末行则需要第 8 个 Token。",
        ),
    ),
    Claim(
        id="notes.4.1.not-to-be-mixed",
        inventory=("4.1-nomix",),
        says=("两者不要混写",),
        means=("n ≠ n - 1",),
        must_refuse=("n = n - 1",),
        remark=Text("7 rows of predictions and 6 labels do not go together.", "7 行预测与 6 个标签不相配。"),
    ),
    Claim(
        id="notes.4.1.full-stop-and-EOS",
        inventory=("4.1-eos",),
        says=("句号不是天然的结束 Token", "追加 EOS", "句号位置预测 EOS"),
        means=("k = n", "k > n - 1", "k ≤ (n + 1) - 1"),
        refers=("12.5",),
        must_refuse=("k ≤ n - 1",),
        remark=Text(
            "n tokens have n − 1 targets: position k of the full stop has one only where a token is appended.",
            "n 个 Token 有 n − 1 个目标：句号所在位置 k 仅在追加一个 Token 后才有目标。",
        ),
    ),
    Claim(
        id="notes.4.1.the-first-token-and-BOS",
        inventory=("4.1-bos",),
        says=("添加 BOS", "首 Token", "第二个 Token 的条件概率"),
        means=("(n + 1) - 1 = n", "n - 1 < n"),
        refers=("9.2",),
        must_refuse=("n - 1 = n",),
        remark=Text(
            "The product in §9.2 has a factor for each token but the first; with BOS the first of the text has one too.",
            "§9.2 的乘积对首个之外的每个 Token 各有一个因子；有 BOS 时，文本的首 Token 也有。",
        ),
    ),
)

NO_ANSWER_SEEN = (
    Claim(
        id="notes.4.2.position-5-sees-five-tokens",
        inventory=("4.2-h5",),
        says=(f"h_{{{PROMPT}}}", "只允许依赖", _tokens(1, PROMPT), f"t_{{{TARGET}}}", "不能流进"),
        proves=(replace(CAUSAL, last=None, formula=r"t_{\leq i} \to Y_{i}"),),
        means=(f"{PROMPT} < {TARGET}",),
        fails=(LEAKING,),
    ),
    Claim(
        id="notes.4.2.a-mask-in-every-layer",
        inventory=("4.2-everylayer",),
        says=("必须作用于每一层", "不能只在最终输出时"),
        proves=(Determined(setting=TWO_LAYERS, formula=r"X_{\leq i} \to z_{i}"),),
        fails=(Determined(setting=MASKED_ONCE, formula=r"X_{\leq i} \to \tilde{z}_{i}"),),
        refers=("7.5",),
        remark=Text(
            "With a mask in the last layer alone, a later token reaches an earlier position through the first layer.",
            "若只在最后一层加掩码，后面的 Token 会经由第一层到达前面的位置。",
        ),
    ),
    Claim(
        id="notes.4.2.positions-of-a-layer-at-once",
        inventory=("4.2-parallel",),
        says=("一层内部各位置能同时计算", "位置维度的并行", "不是多个优化步骤"),
        proves=tuple(
            Identity(setting=HEAD, formula=text)
            for text in (
                r"z_{i} = \sum_{j \leq i} a_{i j} v_{j}",
                r"a_{i j} = \frac{e^{S_{i j}}}{\sum_{r \leq i} e^{S_{i r}}}, j \leq i",
                r"S_{i j} = x_{i} W_{Q} W_{K}^{T} x_{j}^{T} / \sqrt{d_{k}}",
                r"v_{j} = x_{j} W_{V}",
            )
        ),
        means=(r"1 / 4 ≠ 1 - 1 / 2 - 1 / 2",),
        derivation=(
            Step(
                r"1 - 1 / 4 \times 2 = 1 / 2",
                by=Text("L(θ) = θ² at θ = 1 with η = 1/4: one step leads to 1/2", "取 L(θ) = θ²，θ = 1，η = 1/4：一步到 1/2"),
            ),
            Step(
                r"1 / 2 - 1 / 4 \times 2 \times 1 / 2 = 1 / 4",
                by=Text(
                    "the second step takes its gradient where the first one has led; two at once would lead to 0",
                    "第二步的梯度取自第一步所到之处；若两步同时进行则到 0",
                ),
            ),
        ),
        must_refuse=(r"z_{i} = \sum_{j \leq i} a_{i j} z_{j}", r"v_{j} = z_{j} W_{V}"),
        remark=Text(
            "Position i is made of rows of X, the layer below: of no other row of its own layer.",
            "位置 i 由下面一层给出的 X 的各行算出，不需要本层的其他行。",
        ),
    ),
    Claim(
        id="notes.4.2.layers-wait-for-each-other",
        inventory=("4.2-wait",),
        says=("下一层仍需等待", "不是层与层之间没有依赖"),
        proves=(
            Ordered(setting=HEAD, formula="a_{i j} > 0", given={"j ≤ i": r"j \leq i"}),
            Identity(setting=MIXING, formula=r"\frac{\partial z_{i r}}{\partial v_{j k}} = a_{i j} δ_{r k}, j \leq i"),
        ),
        must_refuse=("a_{i j} < 0", r"\frac{\partial z_{i r}}{\partial v_{j k}} = 0, j \leq i"),
        remark=Text(
            "The last position needs every position of the layer below; position i alone needs those up to i.",
            "末位置需要下层的每个位置；单独的位置 i 只需要到 i 为止的各位置。",
        ),
    ),
)

BOTH_PATHS = (
    Claim(
        id="notes.4.3.teacher-forcing",
        inventory=("4.3-tf",),
        says=(f"第 {PROMPT} 行", "错误 Token", "训练文本", "不需要先采样"),
        reads={0: Value("i")},
        proves=(Identity(setting=NEXT_TOKEN, formula=_SHIFTED), CAUSAL),
        must_refuse=(_UNSHIFTED,),
        remark=Text(
            "Neither the probabilities of later rows nor the gradient of the loss mention a token that was chosen.",
            "后面各行的概率与损失的梯度都不含被选出的 Token。",
        ),
    ),
    Claim(
        id="notes.4.3.a-choice-enters-the-context",
        inventory=("4.3-gen",),
        says=("没有预先提供", "选出的 Token", "下一次上下文", "选错后的后续前缀"),
        proves=(
            Identity(setting=MIXING, formula=r"\frac{\partial z_{i r}}{\partial v_{j k}} = a_{i j} δ_{r k}, j \leq i"),
            CAUSAL,
        ),
        refers=("12.2",),
        must_refuse=(r"\frac{\partial z_{i r}}{\partial v_{j k}} = 0, j \leq i",),
        remark=Text(
            "What stands at position j enters every later position, and none before it.",
            "位置 j 的内容进入其后的每个位置，而不影响之前的位置。",
        ),
    ),
    Claim(
        id="notes.4.3.after-the-probabilities-in-training",
        inventory=("4.3-t43-train",),
        says=("训练", "当前参数下的前向计算", "取真实目标的概率，算损失与梯度"),
        setting=NEXT_TOKEN,
        means=(r"L = \sum_{i} - \ln p_{i, t_{i + 1}}", _SHIFTED),
        refers=("9.2", "10.3"),
        must_refuse=(r"L = \sum_{i} \ln p_{i, t_{i + 1}}", _UNSHIFTED),
    ),
    Claim(
        id="notes.4.3.after-the-probabilities-in-generation",
        inventory=("4.3-t43-gen",),
        says=("生成", "当前参数下的前向计算", "采样或取最大值，追加 Token"),
        proves=(CAUSAL,),
        refers=("12.2",),
        fails=(LEAKING,),
    ),
    Claim(
        id="notes.4.3.the-same-probability",
        inventory=("4.3-samep",),
        says=("相同参数", "相同前缀", "关闭 dropout", "预测概率应相同"),
        proves=(CAUSAL,),
        fails=(NOT_CAUSAL,),
        remark=Text(
            "In exact arithmetic, for a causal network, and where nothing reads the length of the text or of the batch.",
            "指精确算术下的因果网络，且没有任何运算读取文本长度或批次大小。",
        ),
    ),
    Claim(
        id="notes.4.3.made-up-percentages",
        inventory=("4.3-3060",),
        says=("30% 与 60%", "不能被解释为"),
        reads={0: Value("p_{train}"), 1: Value("p_{gen}")},
        fixes=("p_train", "p_gen"),
        means=(
            "0 < p_{train}",
            "p_{train} < 1",
            "0 < p_{gen}",
            "p_{gen} < 1",
            r"p_{train} = \frac{p_{train} / (1 - p_{train})}{p_{train} / (1 - p_{train}) + 1}",
            r"p_{gen} = \frac{p_{gen} / (1 - p_{gen})}{p_{gen} / (1 - p_{gen}) + 1}",
        ),
        must_refuse=("p_{train} > 1", "p_{gen} < 0"),
        declared=Declared(
            Verdict.ILLUSTRATIVE,
            Text(
                "the lesson declares them made up; both are probabilities that one softmax can give",
                "讲义声明为示意；二者都是同一 softmax 能给出的概率",
            ),
        ),
    ),
)

CLAIMS = (*TARGETS, *NO_ANSWER_SEEN, *BOTH_PATHS)
