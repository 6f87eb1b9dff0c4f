"""What lesson 2 prints before its first card: what it is about, its three goals, and its route."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Label, Mistake, Value
from derivations.lesson02.parameter_account import ParameterAccount
from derivations.lesson02.visibility import (
    ALL_WORDS_SEEN,
    DECODER,
    ENCODER,
    LATER_WORDS_SEEN,
    LATER_WORDS_UNSEEN,
    LETTERS,
    NOTHING_MASKED,
    ONE_RULE_FOR_ALL,
    ONE_TOWER_DOES_BOTH,
)
from derivations.prover.equivariant import Equivariant
from derivations.verdict import Text, Verdict

_STEPS = ("任务", "约束一", "约束二", "约束三", "约束四", "拼起来")
_TAGS = ("Encoder-Decoder", "Self-Attention", "Cross-Attention", "Residual", "LayerNorm", "Sinusoidal")

EXAMPLE = ParameterAccount(
    letters={
        **LETTERS,
        "c": str(len(_STEPS)),
        "c_1": str(_STEPS.count("任务")),
        "c_2": str(sum(step.startswith("约束") for step in _STEPS)),
        "c_3": str(len(_TAGS)),
    },
)
"""The c steps of the route, of which c_1 is a task and c_2 are constraints, its c_3 tags, and the base model."""

_STEP = Label(Text("number of a step of the route", "路线步骤的编号"))
_LESSON = Label(Text("number of a lesson", "课次"))
_ORDER = r"X \mapsto P X, Z \mapsto P Z"
_UNORDERED = Equivariant(setting=replace(ENCODER, permutations={"P": "n"}), formula=_ORDER)
_ORDERED = Equivariant(setting=replace(DECODER, permutations={"P": "n"}), formula=_ORDER)

INTRODUCTION = (
    Claim(
        id="lesson02.0.title",
        inventory=("intro-line1-title",),
        says=("第 2 课：Transformer",),
        reads={0: _LESSON},
        declared=Declared(Verdict.DEFINITION, Text("the title of the lesson", "本课标题")),
    ),
    Claim(
        id="lesson02.0.the-lesson-before",
        inventory=("intro-lesson1-why",),
        says=("第 1 课搞清楚",),
        reads={0: _LESSON},
        declared=Declared(
            Verdict.EXTERNAL, Text("what another lesson settled is to be read there", "另一课讲清了什么，须看那一课")
        ),
    ),
    Claim(
        id="lesson02.0.six-steps",
        inventory=("intro-six-steps",),
        says=("这 6 步",),
        reads={0: Value("c", name="steps")},
        refers=("1", "2", "3", "4", "5", "6"),
        must_refuse=("c = 5",),
    ),
    Claim(
        id="lesson02.0.three-goals",
        inventory=("intro-three-goals",),
        says=("双塔结构图", "为什么不一样", "Cross-Attention 怎么把"),
        refers=("1", "2", "3"),
        promises=(("1", "Encoder"), ("3", "Cross-Attention")),
    ),
)

ROUTE = (
    Claim(
        id="lesson02.0.parts-of-the-route",
        inventory=("route-one-task-four-constraints",),
        says=("1 个任务 · 4 组约束 · 6 个部件",),
        reads={
            0: Value("c_{1}", name="tasks"),
            1: Value("c_{2}", name="constraints"),
            2: Value("c_{3}", name="parts"),
        },
        means=("c_{1} + c_{2} + 1 = c",),
        must_refuse=("c_{1} + c_{2} = c",),
        remark=Text("The last step puts the others together.", "最后一步是把前面的拼起来。"),
    ),
    Claim(
        id="lesson02.0.parallel-branches",
        inventory=("route-parallel",),
        says=("并列支链", "不是单向递进"),
        declared=Declared(
            Verdict.DEFINITION, Text("says how the constraints are to be read, one beside the other", "说明各约束应并列来读")
        ),
    ),
    Claim(
        id="lesson02.0.two-towers",
        inventory=("route-must-read-all",),
        says=("1任务：把", "这就要求结构分成"),
        reads={0: _STEP},
        proves=ONE_TOWER_DOES_BOTH,
        condition=ONE_RULE_FOR_ALL,
    ),
    Claim(
        id="lesson02.0.encoder",
        inventory=("route-encoder-two-sublayers",),
        says=("2约束一", "每个词都看全句", "各配一个残差子层", "堆 N 层"),
        reads={0: _STEP},
        means=("P_{self} + P_{FFN} + P_{LN} = P_{enc}", "P_{LN} = 2 × 2 d"),
        proves=(ALL_WORDS_SEEN,),
        refers=("2",),
        remark=Text("Two sublayers, each with one norm of 2 d parameters.", "两个子层，各带一个 2 d 参数的归一化。"),
        must_refuse=("a_{i j} < 0",),
    ),
    Claim(
        id="lesson02.0.decoder",
        inventory=("route-decoder-extra-cross",),
        says=("3约束二", "多接一个 Cross-Attention"),
        reads={0: _STEP},
        means=("P_{dec} - P_{enc} = P_{cross} + 2 d", "P_{cross} = P_{self}"),
        refers=("3",),
        must_refuse=("P_{dec} - P_{enc} = 2 P_{cross} + 2 d",),
    ),
    Claim(
        id="lesson02.0.mask",
        inventory=("route-mask-necessary",),
        says=("必须加 mask", "偷看未来"),
        proves=(LATER_WORDS_UNSEEN,),
        fails=(LATER_WORDS_SEEN,),
        must_refuse=(r"Z_{\leq i} \to X_{i}",),
        remark=Text(
            "Where all target positions are computed at once, as in training; in generation there is nothing later to see.",
            "指像训练那样同时算全部目标位置；逐词生成时尚无后面的词可看。",
        ),
    ),
    Claim(
        id="lesson02.0.depth",
        inventory=("route-depth-six",),
        says=("4约束三", "堆到 6 层", "梯度与尺度", "因此每个子层之后"),
        reads={0: _STEP, 1: Value("N", name="layers")},
        means=("1^{N} = 1", r"(1 - \frac{1}{10})^{N} < 1 - \frac{1}{10}", r"(1 + \frac{1}{10})^{N} > 1 + \frac{1}{10}"),
        refers=("4",),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text(
                "whether so many layers train is a matter of experiment; a factor of each layer that is not 1 does grow or "
                "shrink with their number",
                "能否训练属于实验；每层的因子只要不为 1，就随层数放大或衰减",
            ),
        ),
        must_refuse=(r"(1 - \frac{1}{10})^{N} > 1",),
    ),
    Claim(
        id="lesson02.0.order",
        inventory=("route-selfattn-no-order",),
        says=("5约束四", "一视同仁", "额外注入"),
        reads={0: _STEP},
        proves=(_UNORDERED,),
        fails=(_ORDERED,),
        refers=("5",),
        condition=NOTHING_MASKED,
    ),
    Claim(
        id="lesson02.0.last-step",
        inventory=("route-card6-promise",),
        says=("6拼起来", "走完两座塔"),
        reads={0: _STEP},
        refers=("6",),
        promises=(("6", "I love you"),),
        mistake=Mistake(
            why=Text(
                "card 6 is about one table for input and output; no card takes the sentence through both towers.",
                "第 6 张卡片讲的是输入、输出共用一张表；没有卡片带着例句走完两座塔。",
            ),
            repair=Text("announce weight tying as step 6, or add the walk.", "路线第 6 步改为“权重共享”，或补上这一走查。"),
        ),
    ),
    Claim(
        id="lesson02.0.six-layers-each",
        inventory=("route-six-stacks",),
        says=("各堆 6 层",),
        reads={0: Value("N", name="layers")},
        means=("N P_{enc} + N P_{dec} = P_{towers}",),
        must_refuse=("2 N P_{enc} = P_{towers}",),
    ),
    Claim(
        id="lesson02.0.six-parts",
        inventory=("route-six-parts",),
        says=("␟".join(_TAGS),),
        means=("c_{3} = 6",),
        must_refuse=("c_{3} = 5",),
    ),
)

CLAIMS = (*INTRODUCTION, *ROUTE)
