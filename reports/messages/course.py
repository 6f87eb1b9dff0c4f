"""What is said of a course: after an edit, of two editions, of the notation across lessons."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    "help.watch": ("verify again at each save, and say what has changed", "每次保存后重新核验，只报告变化"),
    "help.diff": ("compare two editions of a lesson", "比较讲义的两个版本"),
    "help.notation": ("show which letter means what in which lesson", "列出每个字母在各份讲义中的含义"),
    "watch.waiting": (
        "Watching {n} {n:file|files}; Ctrl-C ends it.",
        "正在监视 {n} 个文件，按 Ctrl-C 结束。",
    ),
    "watch.changed": (
        "Saved: {new} new, {gone} gone ({seconds} s)",
        "已保存：新增 {new} 处，消除 {gone} 处（{seconds} 秒）",
    ),
    "watch.unchanged": ("Saved: the same findings ({seconds} s)", "已保存：结果不变（{seconds} 秒）"),
    "nothing-to-watch": (
        "There is no file to watch. Name a document, or give one: {program} watch notes --lesson FILE.",
        "没有可监视的文件。请指定文档，或这样给出：{program} watch notes --lesson FILE。",
    ),
    "watch-missing": (
        "To watch files, lessonproof needs the package watchfiles: pip install 'lessonproof[watch]'.",
        "监视文件需要 watchfiles 软件包：pip install 'lessonproof[watch]'。",
    ),
    "help.editions": ("two editions of a lesson, the old one and the new one", "讲义的两个版本：先旧后新"),
    "two-editions": (
        "diff compares two files: {program} diff OLD NEW.",
        "diff 比较两个文件：{program} diff OLD NEW。",
    ),
    "diff.errors": (
        "{n} {n:error|errors} that the old edition did not have:",
        "{n} 处旧版本中没有的错误：",
    ),
    "diff.unchecked": (
        "{n} {n:figure was|figures were} checked and {n:is|are} not any more:",
        "{n} 个数字原来核验过，现在不再核验：",
    ),
    "diff.left": (
        "{n} {n:figure|figures} should have changed and did not:",
        "{n} 个数字应改而未改：",
    ),
    "diff.wrong": ("{n} {n:figure|figures} changed into a wrong one, or {n:is|are} new and wrong:", "{n} 个数字改错或新写错："),
    "diff.still": ("{n} {n:figure is|figures are} wrong in both editions:", "{n} 个数字在两个版本中都是错的："),
    "diff.chosen": ("{n} given {n:value|values} changed:", "{n} 个给定值有改动："),
    "diff.follows": (
        "{n} {n:figure|figures} had to change, and {n:is|are} right:",
        "{n} 个数字必须随之改动，且改得正确：",
    ),
    "diff.mended": ("{n} {n:figure was|figures were} wrong and {n:is|are} right now:", "{n} 个数字原来有误，现已改正："),
    "diff.otherwise": (
        "{n} {n:figure is|figures are} printed otherwise; the old print would still be right:",
        "{n} 个数字换了写法，旧写法仍然正确：",
    ),
    "diff.unknown": (
        "{n} {n:figure|figures} changed that nothing explains:",
        "{n} 个数字有改动，但没有内容说明其应有的值：",
    ),
    "diff.added": ("{n} new {n:figure|figures}:", "{n} 个新增的数字："),
    "diff.removed": ("{n} {n:figure is|figures are} gone:", "{n} 个数字已删去："),
    "diff.claim.appeared": ("{n} {n:claim|claims} appeared:", "{n} 条命题新出现："),
    "diff.claim.disappeared": ("{n} {n:claim|claims} disappeared:", "{n} 条命题不见了："),
    "diff.claim.moved": ("{n} {n:claim|claims} moved:", "{n} 条命题换了位置："),
    "diff.claim.broken": ("{n} {n:claim|claims} held and {n:does|do} not any more:", "{n} 条命题原来成立，现在不成立："),
    "diff.claim.healed": ("{n} {n:claim holds|claims hold} now that did not before:", "{n} 条命题原来不成立，现在成立："),
    "diff.should": ("should be {expected}", "应为 {expected}"),
    "diff.same": (
        "{old} and {new} print the same figures and claims.",
        "{old} 与 {new} 所印的数字与命题相同。",
    ),
    "diff.summary": (
        "{old} → {new}: {changed} {changed:figure|figures} changed; {failing} {failing:needs|need} attention.",
        "{old} → {new}：{changed} 个数字有改动，{failing} 处需要处理。",
    ),
    "notation.none": ("No letter is given a meaning or a value.", "没有字母被赋予含义或数值。"),
    "notation.section": ("section {section}", "{section} 节"),
    "notation.two-meanings": ("note: {letter} means several things: {parts}.", "提示：{letter} 有多种含义：{parts}。"),
    "notation.two-letters": ("note: {meaning} has several letters: {parts}.", "提示：{meaning}用了多个字母：{parts}。"),
    "letter-means.vocabulary": ("size of the vocabulary", "词表大小"),
    "letter-means.layers": ("number of layers", "层数"),
    "letter-means.heads": ("number of heads", "头数"),
    "letter-means.positions": ("number of positions", "位置数"),
    "letter-means.width": ("width of the model", "模型宽度"),
    "letter-means.key-width": ("width of a key", "键的宽度"),
    "letter-means.value-width": ("width of a value", "值的宽度"),
    "letter-means.inner-width": ("inner width of the FFN", "FFN 的内部宽度"),
    "letter-means.learning-rate": ("learning rate", "学习率"),
    "letter-means.batch": ("batch size", "批大小"),
    "letter-means.embedding": ("embedding matrix", "嵌入矩阵"),
    "letter-means.unembedding": ("unembedding matrix", "输出矩阵"),
    "letter-means.attention-values": ("values of the attention", "注意力的值矩阵"),
    "letter-means.loss": ("loss", "损失"),
}
