"""Statements for all shapes: how they were decided, what refutes them, what they need."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    "method.kernel": ("a proof that the kernel checked", "经内核检验的证明"),
    "scope.one-instance": ("one instance", "一个实例"),
    "route.instances": (
        "exact instances at small sizes, which could only have refuted",
        "小尺寸的精确实例（只能反驳，未能反驳）",
    ),
    "proved-given": ("proved, given {hypotheses}", "已证（设 {hypotheses}）"),
    "refuted-at": ("{formula} is false at {witness}.", "{formula} 不成立：取 {witness}。"),
    "without-value-at": ("{formula} has no value at {witness}.", "{formula} 在 {witness} 处没有值。"),
    "not-proved": (
        "{formula} was neither proved nor refuted within the limits ({reason}).",
        "{formula} 在限度内既未证明也未反驳（{reason}）。",
    ),
    "not-stated": (
        "{says} could not be read as a statement for all shapes: {reason}.",
        "{says} 未能读成对一切形状的命题：{reason}。",
    ),
    "holds-after-all": ("{formula} is proved; the lesson says that it fails.", "{formula} 可证，讲义却说它不成立。"),
    "claim-conditional": ("{why}", "{why}"),
    "needs-hypothesis": (
        "holds only where {hypothesis}, which the lesson does not say; without it: {witness}. {repair}",
        "只在 {hypothesis} 时成立，讲义未写明；否则有反例：{witness}。{repair}",
    ),
    "needs-hypothesis-fairly-read": (
        "holds only where {hypothesis}; without it: {witness}. {fair} {repair}",
        "只在 {hypothesis} 时成立；否则有反例：{witness}。{fair}{repair}",
    ),
    "nothing-decided": ("nothing of this was decided: {says}.", "其中没有任何内容得到判定：{says}。"),
    "hypothesis-open": (
        "whether {hypothesis} is needed was not decided within the limits.",
        "在限度内未能判定是否需要 {hypothesis}。",
    ),
    "hypothesis-idle": (
        "{hypothesis} is not needed: without it, too, this is proved: {says}.",
        "不需要 {hypothesis}：没有它也可证明：{says}。",
    ),
    "explain.theorems": (
        "rests on: {theorem}, under: {hypotheses} ({source})",
        "所据定理：{theorem}；前提：{hypotheses}（{source}）",
    ),
    "explain.instance": ("all of them hold at: {instance}", "全部同时满足的实例：{instance}"),
    "hypotheses-contradict": (
        "{formula} is proved, but no instance of its hypotheses was found: they may contradict each other.",
        "{formula} 可证，但未找到满足其全部假设的实例：假设可能互相矛盾。",
    ),
    "explain.witness": ("without it: {witness}", "否则有反例：{witness}"),
    "explain.no-value": ("without it the formula has no value: {witness}", "否则公式没有值：{witness}"),
}
