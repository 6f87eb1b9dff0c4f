"""What a finding about a claim or a figure says."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    "figure-wrong": (
        "printed {printed}, should be {expected}: "
        "{ulps:size} {ulps:unit|units} in the last place (ulp) apart. {slip} {elsewhere}",
        "印作 {printed}，应印 {expected}：差 {ulps:size} 个末位单位（ulp）。{slip}{elsewhere}",
    ),
    "figure-wrong-finer": (
        "printed {printed}, should be {expected}. {slip} {elsewhere}",
        "印作 {printed}，应印 {expected}。{slip}{elsewhere}",
    ),
    "figure-sign-wrong": (
        "printed {printed}, should be {expected}: the digits are right, the sign is not. {elsewhere}",
        "印作 {printed}，应印 {expected}：数字没有错，正负号反了。{elsewhere}",
    ),
    "sign-before-wrong": (
        "the sign before {printed} is the wrong one: with the opposite sign the formula holds. {elsewhere}",
        "{printed} 前面的正负号反了：换成相反的符号，等式就成立。{elsewhere}",
    ),
    "figure-truncated": (
        "printed {printed}, which is cut off; correctly rounded it is {expected}. {slip} {elsewhere}",
        "印作 {printed}，是截断；正确舍入应为 {expected}。{slip}{elsewhere}",
    ),
    "figure-loose": (
        "printed {printed}: right only if the printed operands stand for unrounded values. {slip}",
        "印作 {printed}：只有把所印操作数看作未舍入的值才成立。{slip}",
    ),
    "figure-unaccounted": ("nothing explains the figure {printed}.", "没有任何命题能解释数字 {printed}。"),
    "figure-undecided": (
        "printed {printed}; the true value is too close to a rounding boundary to decide. {slip} {elsewhere}",
        "印作 {printed}；真值太接近舍入边界，未能判定。{slip}{elsewhere}",
    ),
    "claim-missing": ("the document does not print this: {says}.", "文档中找不到“{says}”。"),
    "claim-changed": (
        "the document does not print this: {says}. Nearest is: {near}",
        "文档中找不到“{says}”，最接近的是“{near}”。",
    ),
    "claim-moved": (
        "stands elsewhere than recorded, out of its section {section} or of its order: {says}.",
        "位置与记录不同，不在第 {section} 节或次序有变：{says}。",
    ),
    "claim-ambiguous": (
        "stands more than once in section {section}, so its place is not certain: {says}.",
        "在第 {section} 节不止一处，无法确定是哪一处：{says}。",
    ),
    "claim-mended": (
        "no longer printed; as recorded it was not right: {says}.",
        "文档已不再这样印；原先记录的说法不成立或缺条件：{says}。",
    ),
    "wording-false": (
        "does not fit the values: “{says}” should read “{near}”. {why}",
        "与数值不符：“{says}”应改为“{near}”。{why}",
    ),
    "mistake": ("does not hold: {mistake} Better: {repair} {why}", "不成立：{mistake}宜改为：{repair}{why}"),
    "needs-condition": (
        "holds only where {condition}, which the lesson does not say; otherwise {without}. {repair}",
        "只在{condition}时成立，讲义未写明；否则 {without}。{repair}",
    ),
    "needs-condition-fairly-read": (
        "holds only where {condition}; otherwise {without}. {fair} {repair}",
        "只在{condition}时成立；否则 {without}。{fair}{repair}",
    ),
    "claim-reformulated": (
        "printed another way, which holds: {near} instead of {says}.",
        "换了一种写法，且成立：印的是 {near}，而不是 {says}。",
    ),
    "claim-relabelled": (
        "the table is headed “{near}” where “{says}” was recorded; its figures are right for “{says}”.",
        "表中的“{says}”改称“{near}”；数字仍按“{says}”核验。",
    ),
    "section-missing": (
        "the heading of section {section} is missing or mistyped; what belongs into it begins here.",
        "第 {section} 节的标题缺失或有误；该节内容从这里开始。",
    ),
    "step-missing": (
        "this is step {after}, and there is no step {step} before it.",
        "这里是 Step {after}，前面却没有 Step {step}。",
    ),
    "chapter-repeated": (
        "chapter {chapter} is headed again here; only what follows its heading in line {line} is checked.",
        "第 {chapter} 章的标题在此又出现一次；只核验第 {line} 行那个标题之后的内容。",
    ),
    "claim-repeated": (
        "stands more than once in section {section} and holds each time: {says}.",
        "在第 {section} 节不止一处，每处都成立：{says}。",
    ),
    "formula-refuted": ("does not hold: {says}. {why}", "不成立：{says}。{why}"),
    "given-changed": (
        "the document gives {name} = {printed} where {recorded} was recorded; everything is computed from {printed}.",
        "文档给定 {name} = {printed}，记录为 {recorded}；一切由 {printed} 算出。",
    ),
    "operands-unrounded": (
        "The printed operands themselves would give {literal}.",
        "用所印操作数直接计算则得 {literal}。",
    ),
    "reference-missing": (
        "This cites {missing}, which the document does not have.",
        "此处引用 {missing}，文档中没有。",
    ),
    "promise-broken": (
        "Not printed where it is announced: {missing}.",
        "预告之处没有出现：{missing}。",
    ),
    "decimals-differ": (
        "The lesson says it prints {decimals} decimals, but {printed} has {found}.",
        "讲义说印 {decimals} 位小数，但 {printed} 是 {found} 位。",
    ),
    "decimals-differ-at": (
        "The lesson says it prints {decimals} decimals, but {printed} at {place} has {found}.",
        "讲义说印 {decimals} 位小数，但 {place} 处的 {printed} 是 {found} 位。",
    ),
    "one-chapter-only": (
        "A companion file belongs to one chapter; {target} names several.",
        "配套文件只属于一章；{target} 不止一章。",
    ),
    "no-example": (
        "Chapter {chapter} has no worked example, so there is no companion file.",
        "第 {chapter} 章没有算例，因此没有配套文件。",
    ),
    "programs-exceed": (
        "float64 programs print at least {least}, beyond {printed}: the bound is one of exact arithmetic.",
        "float64 程序至少得到 {least}，超出 {printed}：此界只对精确算术而言。",
    ),
    "routes-open": (
        "the routes to the gradients of {matrices} could not be compared at this precision.",
        "在此精度下无法比较 {matrices} 的各条梯度路线。",
    ),
    "routes-disagree": (
        "independent routes to the gradients disagree for {matrices}.",
        "{matrices} 的梯度各独立路线不一致。",
    ),
    "example-impossible": (
        "cannot be computed from the given values: {reason}.",
        "由给定值无法计算：{reason}。",
    ),
    "claim-refuted": ("does not hold: {says}.", "不成立：{says}。"),
    "claim-undecided": ("could not be decided within the limits: {says}.", "在限度内未能判定：{says}。"),
    "values-are": ("{left} {relation} {right} does not hold.", "{left} {relation} {right} 不成立。"),
    "shapes-differ": ("the shapes differ: {left} and {right}.", "形状不同：{left} 与 {right}。"),
    "not-told-apart": ("{left} and {right} could not be told apart.", "{left} 与 {right} 未能区分。"),
    "not-evaluated": ("cannot be evaluated: {reason}.", "无法求值：{reason}。"),
    "slip-transposed-digits": ("It looks like two digits changed places.", "像是两位数字颠倒。"),
    "slip-sign": ("It looks like the sign is wrong.", "像是正负号写反。"),
    "slip-factor": ("It looks like a factor {factor} is missing or extra.", "像是漏乘或多乘了 {factor}。"),
    "slip-double-rounding": ("It looks like it was rounded twice.", "像是舍入了两次。"),
    "right-elsewhere": ("The same value is printed correctly in line {lines}.", "同一数在第 {lines} 行印对。"),
    "right-in-several-lines": ("The same value is printed correctly in lines {lines}.", "同一数在第 {lines} 行印对。"),
    "follows-from": (
        "The document changes {names}, from which the figures are computed.",
        "文档改变了 {names}，各数字由它算出。",
    ),
    "tie": (
        "The value lies exactly between two printings; {modes} gives this one.",
        "真值恰在两种印法正中；按 {modes} 得此数。",
    ),
}
