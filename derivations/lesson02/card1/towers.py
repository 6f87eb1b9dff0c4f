"""Why two towers: the paper, what a word has to see and must not, and what one tower would do."""

from __future__ import annotations

from derivations.claim import Claim, Condition, Declared, Label, Mistake, Value
from derivations.lesson02.visibility import (
    LATER_WORDS_SEEN,
    LATER_WORDS_UNSEEN,
    ONE_RULE_FOR_ALL,
    ONE_TOWER_DOES_BOTH,
)
from derivations.verdict import Text, Verdict

_PAPER = Text("a fact about a paper", "关于论文的事实")
_YEAR = Label(Text("year of a publication", "发表年份"))
_WORD = Label(Text("number of a word", "词的序号"))

BACKGROUND = (
    Claim(
        id="lesson02.1.question",
        inventory=("card1-q-must",),
        says=("为什么结构必须分成",),
        proves=ONE_TOWER_DOES_BOTH,
        condition=ONE_RULE_FOR_ALL,
    ),
    Claim(
        id="lesson02.1.paper",
        inventory=("card1-paper",),
        says=('出自 "Attention Is All You Need"（Vaswani et al., Google, 2017）',),
        reads={0: _YEAR},
        declared=Declared(Verdict.EXTERNAL, _PAPER),
    ),
    Claim(
        id="lesson02.1.machine-translation",
        inventory=("card1-mt",),
        says=("为机器翻译设计",),
        declared=Declared(Verdict.EXTERNAL, _PAPER),
    ),
    Claim(
        id="lesson02.1.English-and-French",
        inventory=("card1-en-fr",),
        says=("英语", "法语"),
        condition=Condition(
            says=Text(
                "the table of parameters below is about another model: its 37000 tokens are those of English–German, and "
                "English–French has V_fr = 32000 (the paper, §5.1)",
                "下面的参数表讲的是另一个模型（37000 是英德的词表；英法为 V_fr = 32000，见论文 §5.1）",
            ),
            without=("P_{towers} + d V_{fr} = 60454912",),
            repair=Text(
                "Say German here, or count the table of the parameters with V = 32000, which gives 60M.",
                "此处改为德语，或参数表改用 V = 32000（合计约 60M）。",
            ),
        ),
    ),
    Claim(
        id="lesson02.1.six-layers-each",
        inventory=("card1-N6",),
        says=("由 N=6 层", "堆叠 + N=6 层"),
        reads={0: Value("N"), 1: Value("N")},
        fixes=("N",),
        means=("N P_{enc} + N P_{dec} = P_{towers}",),
        must_refuse=("2 N P_{enc} = P_{towers}",),
    ),
    Claim(
        id="lesson02.1.one-tower-alone",
        inventory=("card1-bert-gpt",),
        says=("BERT 只用 Encoder", "GPT 只用 Decoder"),
        means=("D_{BERT} = 0", "C_{GPT} = 0"),
        declared=Declared(
            Verdict.EXTERNAL,
            Text(
                "facts about models; in their accounts BERT has no decoder, and a layer of GPT, unlike the Decoder here, no "
                "cross-attention",
                "模型的事实；参数账中 BERT 没有 Decoder，GPT 的层与此处的 Decoder 不同，没有交叉注意力",
            ),
        ),
        must_refuse=("P_{cross} = C_{GPT}",),
    ),
)

TWO_REQUIREMENTS = (
    Claim(
        id="lesson02.1.opposite-requirements",
        inventory=("card1-opposite-reqs",),
        says=("这两个位置", "方向相反"),
        condition=Condition(
            says=Text(
                "one requirement is about source words and the other about target words",
                "一个要求针对源词、另一个针对目标词",
            ),
            without=("M_{41} M_{42} M_{43} = M_{51} M_{52} M_{53}", "M_{45} = 0", "M_{56} = 0"),
            repair=Text(
                "Oppose the two sentences, as the line below the table does, not the two words: each sees the whole source and "
                "no later target word.",
                "宜像表下那句一样对比两个句子，而不是两个词：每个词都要看全源句，也都不能看后面的目标词。",
            ),
            fair=Text("The table below states both for every word.", "下表对每个词都写了两个要求。"),
        ),
    ),
    Claim(
        id="lesson02.1.two-towers-needed",
        inventory=("card1-two-towers-needed",),
        says=("两种可见范围分开", "也就是分成"),
        proves=ONE_TOWER_DOES_BOTH,
        condition=ONE_RULE_FOR_ALL,
    ),
    Claim(
        id="lesson02.1.interpreters",
        inventory=("card1-interpreter",),
        says=("同声传译", "先把整段话听完"),
        condition=Condition(
            says=Text(
                "consecutive interpreting is meant",
                "指交替传译",
            ),
            without=("h < s",),
            repair=Text(
                "A simultaneous interpreter begins when h of the s words are heard: write 交替传译.",
                "同声传译在听到 s 个词中的 h 个时就开口：宜写“交替传译”。",
            ),
            fair=Text("The picture is only to show two jobs.", "比喻只为说明两种职责。"),
        ),
    ),
    Claim(
        id="lesson02.1.three-source-words",
        inventory=("card1-src3",),
        says=("源句 3 个词",),
        reads={0: Value("s", name="words of the source")},
        must_refuse=("s = 2",),
    ),
    Claim(
        id="lesson02.1.two-kinds-of-words",
        inventory=("card1-step1-title",),
        says=("可见范围", "两个相反要求"),
        means=("C_{43} = 1", "C_{34} = 0"),
        proves=ONE_TOWER_DOES_BOTH,
        remark=Text(
            "Of the source everything is to be seen, of the target nothing that comes later.",
            "源句全部可见，目标句后面的不可见。",
        ),
    ),
    Claim(
        id="lesson02.1.first-word",
        inventory=("card1-step1-wo",),
        says=("第 1 个", "整句 3 个源词—"),
        reads={0: _WORD, 1: Value("M_{41} + M_{42} + M_{43}", name="source words that 我 sees")},
        means=("M_{45} + M_{46} = 2",),
        mistake=Mistake(
            why=Text(
                "by the rule of the next row, which hides 你 from 爱, both 爱 and 你 are hidden from 我; the cell is empty.",
                "按下一行“爱”看不见“你”的规则，“我”看不见“爱”和“你”；此格却为空。",
            ),
            repair=Text("write 爱 and 你 into the cell.", "此格填“爱”“你”。"),
        ),
    ),
    Claim(
        id="lesson02.1.second-word",
        inventory=("card1-step1-ai",),
        says=("第 2 个", "你", "自己还没生成"),
        reads={0: _WORD},
        means=("M_{51} + M_{52} + M_{53} = s", "M_{56} = 0"),
        must_refuse=("M_{56} = 1",),
    ),
    Claim(
        id="lesson02.1.third-word",
        inventory=("card1-step1-ni",),
        says=("第 3 个", "已是最后一个"),
        reads={0: _WORD},
        means=("M_{61} + M_{62} + M_{63} = s", "3 = t"),
        must_refuse=("2 = t",),
    ),
    Claim(
        id="lesson02.1.one-set-of-weights",
        inventory=("card1-same-weights",),
        says=("同一组注意力权重",),
        proves=ONE_TOWER_DOES_BOTH,
        condition=ONE_RULE_FOR_ALL,
    ),
)

ONE_TOWER_TRIED = (
    Claim(
        id="lesson02.1.learned-in-training",
        inventory=("card1-step2-train-allow", "card1-step2-train-forbid"),
        says=("P(我 | I love you 全句)", "P(我 | 只有前缀)"),
        condition=Condition(
            says=Text(
                "the source counts as the future, although 我 is to see it, or the tower reads the target alone",
                "把“我”必须看到的源句也算作未来、或这座塔只读目标句",
            ),
            without=("C_{31} + C_{32} + C_{33} = s", "C_{34} = 0"),
            repair=Text(
                "With the source before the target, the prefix of 我 is I love you (C is the mask of what is on the left): to "
                "forbid the future leaves P(我 | I love you), and to allow it shows 我 爱 你 as well.",
                "源句排在目标句之前时，“我”的前缀就是 I love you（C 为只看左边的掩码）：禁止看未来得到的正是 "
                "P(我 | I love you)，允许看未来则连“我爱你”也看见。",
            ),
        ),
    ),
    Claim(
        id="lesson02.1.prefix-in-generation",
        inventory=("card1-step2-infer",),
        says=("只能拿到前缀", "与训练一致"),
        proves=(LATER_WORDS_UNSEEN,),
        must_refuse=(r"Z_{\leq i} \to X_{i}",),
    ),
    Claim(
        id="lesson02.1.training-and-generation-differ",
        inventory=("card1-step2-result",),
        says=("输入分布不一致", "输出崩坏"),
        proves=(LATER_WORDS_UNSEEN,),
        fails=(LATER_WORDS_SEEN,),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text(
                "how bad the output gets is a matter of experiment; that it changes without a mask alone is decided",
                "输出坏到何种程度属于实验；无掩码时输出会变、有掩码时不变，已判定",
            ),
        ),
    ),
    Claim(
        id="lesson02.1.one-tower-cannot",
        inventory=("card1-step2-conclusion",),
        says=("两者直接冲突", "必须按可见范围"),
        proves=ONE_TOWER_DOES_BOTH,
        condition=ONE_RULE_FOR_ALL,
    ),
)

TOWERS = (*BACKGROUND, *TWO_REQUIREMENTS, *ONE_TOWER_TRIED)
