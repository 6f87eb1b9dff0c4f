"""Steps 1 to 3 of card 2: the words, self-attention, its residual and norm."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Condition, Declared, Value
from derivations.lesson02.card2.in_words import STEP, SUBLAYER
from derivations.lesson02.card2.rows import first_norm, word
from derivations.lesson02.visibility import ALL_WORDS_SEEN, ENCODER, LATER_WORDS_SEEN
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

PROJECTED = replace(
    ENCODER,
    shapes={**ENCODER.shapes, "W_O": "d_v d"},
    forward=(*ENCODER.forward, "O = Z W_{O}"),
)
"""Self-attention and its output matrix."""

ATTENTION = (
    Claim(
        id="lesson02.2.which-sentence",
        inventory=("card2-example-lang",),
        says=("以句子", "我 爱 你", "3 个词"),
        fixes=("n",),
        reads={0: Value("n")},
        condition=Condition(
            says=Text("this card translates from Chinese", "本卡片改为由中文译出"),
            without=("c_{s} = 0", "c_{t} = n"),
            repair=Text(
                "None of the three words is in the source of the lesson, all are in its target (card 1, the route): walk "
                "through I love you, or say that this is another example.",
                "三个词都不在全课的源句里，而都在目标句里（见卡片 1 与路线）：宜改走查 I love you，或注明这是另一个例子。",
            ),
        ),
        must_refuse=("c_{s} = n",),
    ),
    Claim(
        id="lesson02.2.width",
        inventory=("card2-dmodel4",),
        says=("示例维度", "d_model=4", "d_model=512", "压到 4 维"),
        fixes=("d_model",),
        assumes=("d_model=512",),
        reads={1: Value("d"), 2: Value("d_model")},
    ),
    Claim(
        id="lesson02.2.shape-of-x",
        inventory=("card2-xshape", "card2-step1-header"),
        says=("Step 1：输入", "形状 [3, 4]", "向量（d_model=4）"),
        assumes=("d_model=4",),
        reads={0: STEP, 1: Value("n"), 2: Value("d_model"), 3: Value("d_model")},
    ),
    *(word(row) for row in range(1, 4)),
    Claim(
        id="lesson02.2.sees-all-words",
        inventory=("card2-step2-bidir",),
        says=("Step 2：子层 1", "双向，每个词看全部词"),
        reads={0: STEP, 1: SUBLAYER},
        proves=(ALL_WORDS_SEEN,),
        fails=(LATER_WORDS_SEEN,),
        must_refuse=("a_{i j} < 0",),
    ),
    Claim(
        id="lesson02.2.scores-and-contents",
        inventory=("card2-step2-scores",),
        says=("三个词的", "加权求和", "形状仍是 [3, 4]"),
        reads={0: Value("n"), 1: Value("d_model")},
        proves=(ALL_WORDS_SEEN, Typed(setting=PROJECTED, formula=r"O \in R^{n \times d}")),
        remark=Text(
            "The scores become weights by 1/√d_k and softmax, and W_O leads back to d_model entries.",
            "分数经 1/√d_k 与 softmax 成为权重，W_O 再变回 d_model 维。",
        ),
    ),
    Claim(
        id="lesson02.2.first-residual",
        inventory=("card2-step3-formula",),
        says=("Step 3", "x' = LayerNorm(x + attention_out)"),
        assumes=("x' = LayerNorm(x + attention_out)",),
        reads={0: STEP},
        declared=Declared(
            Verdict.DEFINITION, Text("defines x'; the rows below are computed by it", "定义 x'；下表各行按它计算")
        ),
    ),
    Claim(
        id="lesson02.2.nothing-is-lost",
        inventory=("card2-step3-passthrough",),
        says=("残差保证了", "信息也不会丢失", "直接穿过去"),
        condition=Condition(
            says=Text(
                "the sum is meant, before the LayerNorm of the same formula, which takes the mean and the size of x away",
                "只指求和，未计同一公式中的 LayerNorm：它去掉 x 的均值与尺度",
            ),
            without=("p ≠ X_{1}", "Z ≠ X_{1}", "q = p"),
            repair=Text(
                "With attention 0, x' = LayerNorm (x): for 我 it is not x, and it is the same for 2 x + 1. Say that x passes "
                "through the sum, and its mean and size are lost in the norm.",
                "注意力为 0 时 x' = LayerNorm(x)：对“我”它不等于 x，且 2 x + 1 给出同一结果。宜写“x 直接穿过求和，"
                "其均值与尺度在归一化中丢失”。",
            ),
        ),
        must_refuse=("p = X_{1}", "q ≠ p"),
    ),
    *(first_norm(row) for row in range(1, 4)),
)
