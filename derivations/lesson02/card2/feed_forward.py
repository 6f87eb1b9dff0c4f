"""Steps 4 and 5 of card 2: the FFN, its residual and norm, and the insight."""

from __future__ import annotations

from derivations.claim import Claim, Condition, Declared, Value
from derivations.lesson02.card2.in_words import HERE_ALONE, STEP, SUBLAYER
from derivations.lesson02.card2.rows import fed_forward, second_norm
from derivations.lesson02.visibility import ALL_WORDS_SEEN, LATER_WORDS_SEEN
from derivations.verdict import Text, Verdict

FEED_FORWARD = (
    Claim(
        id="lesson02.2.feed-forward",
        inventory=("card2-step4-indep",),
        says=("Step 4：子层 2", "对每个位置独立计算"),
        reads={0: STEP, 1: SUBLAYER},
        proves=HERE_ALONE,
    ),
    Claim(
        id="lesson02.2.shapes",
        inventory=("card2-step4-shapes", "card2-step4-dff-ex"),
        says=("W1: [4, 8]（升维），b1: [8]，ReLU；W2: [8, 4]（降维），b2: [4]", "2×d_model=8"),
        reads={
            0: Value("d_model"),
            1: Value("2 d_model"),
            2: Value("2 d_model"),
            3: Value("2 d_model"),
            4: Value("d_model"),
            5: Value("d_model"),
        },
        must_refuse=("4 d_model = 8",),
    ),
    Claim(
        id="lesson02.2.hidden-width-of-the-paper",
        inventory=("card2-step4-dff-paper",),
        says=("d_ff=4×d_model=2048",),
        assumes=("d_ff=4×d_model=2048",),
        reads={0: Value("m / d"), 1: Value("4 d")},
        means=("4 d = m",),
        must_refuse=("2 d = m",),
    ),
    Claim(
        id="lesson02.2.what-is-made-up",
        inventory=("card2-step4-disclaimer",),
        says=("为示意值", "上面 Step 3", "下面 Step 5", "真实复算"),
        reads={0: STEP, 1: STEP},
        means=("A L = T", "X W = L", "Y W_{1} + O b_{1} = H", "H W_{2} + O b_{2} = F"),
        condition=Condition(
            says=Text(
                "the variance is divided by 4, not by 3, with scale 1 and shift 0, and attention_out is made up too",
                "方差除以 4 而非 3，缩放 1、平移 0；且 attention_out 同为示意值",
            ),
            without=("z_{1} < 0.961", "u_{1} > 1.108"),
            repair=Text(
                "Say so beside the note: with the sample variance, the default of some libraries, the first entry is 0.960.",
                "可在注中写明：若用样本方差（某些库的默认），第一个数会是 0.960。",
            ),
            fair=Text("Card 4 divides by the number of entries.", "卡片 4 的公式除以维数。"),
        ),
        must_refuse=("Y W_{1} = H", "A L = F"),
        remark=Text(
            "Weights exist for all that is made up: attention weights A of 1/2 and 1/4 (scores ln 2 and 0), and W_1, b_1, "
            "W_2, b_2 that give every printed row exactly, the entries before ReLU being those after it. An ε of 10⁻⁵ in the "
            "norms would change no printed figure.",
            "示意值都可由某组权重实现：注意力权重取 1/2 与 1/4（分数为 ln 2 与 0），另有 W_1、b_1、W_2、b_2 精确给出各行"
            "（ReLU 前后取值相同）。归一化中加 10⁻⁵ 的 ε，各印出值都不变。",
        ),
    ),
    Claim(
        id="lesson02.2.order-of-the-product",
        inventory=("card2-step4-order",),
        says=("位置␟输入 x'␟→ W1×x'+b1 → ReLU␟→ W2×(...)+b2 = ffn_out",),
        condition=Condition(
            says=Text("x' stands on the left as a row", "x' 作为行向量写在左边"),
            without=("2 d_model ≠ d_model",),
            repair=Text(
                "W1 of [4, 8] times x' of 4 entries does not exist, 8 columns against 4 rows: write x'×W1 + b1 and "
                "(…)×W2 + b2, or W1: [8, 4] and W2: [4, 8].",
                "[4, 8] 的 W1 乘 4 维的 x' 没有意义（8 列对 4 行）："
                "宜写 x'×W1 + b1 与 (…)×W2 + b2，或把形状改为 W1: [8, 4]、W2: [4, 8]。",
            ),
        ),
    ),
    *(fed_forward(row) for row in range(1, 4)),
)

OUTPUT = (
    Claim(
        id="lesson02.2.second-residual",
        inventory=("card2-step5-formula",),
        says=("Step 5：再次", "output = LayerNorm(x' + ffn_out)", "形状 [3, 4]"),
        assumes=("output = LayerNorm(x' + ffn_out)",),
        reads={0: STEP, 1: Value("n"), 2: Value("d_model")},
        declared=Declared(
            Verdict.DEFINITION, Text("defines the output; the rows below are computed by it", "定义输出；下表各行按它计算")
        ),
    ),
    Claim(
        id="lesson02.2.output-of-the-encoder",
        inventory=("card2-step5-label",),
        says=("位置␟x'（子层1输出）␟+ ffn_out␟→ LayerNorm → Encoder 输出",),
        reads={0: SUBLAYER},
        condition=Condition(
            says=Text("the Encoder has one layer", "Encoder 只有一层"),
            without=("N > 1",),
            repair=Text("Head the column “output of the first layer”.", "列名宜写“Encoder 第一层输出”。"),
            fair=Text("The title of the step says one layer.", "该步标题写明是一层的输出。"),
        ),
    ),
    second_norm(1),
    second_norm(
        2,
        Condition(
            says=Text("x' is taken as printed, to three decimals", "以印出的三位小数 x' 为操作数"),
            without=("λ_{4} > - 1.3245", "l_{4} < - 1.3245"),
            repair=Text(
                "From the x' that step 3 rounds, the last entry is −1.324; say that the printed x' is used.",
                "若用 Step 3 未舍入的 x'，最后一个数为 −1.324；可注明以印出的 x' 计算。",
            ),
            fair=Text("The table prints its operands.", "表中印出了操作数。"),
        ),
    ),
    second_norm(3),
    Claim(
        id="lesson02.2.mix-then-transform",
        inventory=("card2-insight-roles",),
        says=("做的是", "互相交流", "做非线性变换"),
        proves=(ALL_WORDS_SEEN, *HERE_ALONE),
        fails=(LATER_WORDS_SEEN,),
    ),
    Claim(
        id="lesson02.2.deeper-understanding",
        inventory=("card2-insight-deeper",),
        says=("每一层加深理解",),
        declared=Declared(Verdict.EMPIRICAL, Text("understanding is not defined", "“理解”没有定义")),
    ),
)
