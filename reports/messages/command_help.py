"""What `--help` says."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    "help.program": (
        "Tells a course author whether the mathematics he prints is true: exact, certified, or refuted at its place.",
        "告诉课程作者所印的数学是否正确：精确、可证，或指出第几行第几列不成立。",
    ),
    "help.start": ("Start with: {program} verify chapter11", "从这里开始：{program} verify chapter11"),
    "help.verify": ("check every printed figure and statement of a part", "核验一部分的全部数字与命题"),
    "help.list": ("show lessons, chapters, sections and claims", "列出讲义、章、节与命题"),
    "help.explain": (
        "show claims with every step, reason and digit; or what a rule means",
        "逐步、逐条理由、逐位数字地说明命题；或说明一条规则",
    ),
    "help.table": (
        "print a matrix or table of the lesson recomputed, ready to paste",
        "重新算出讲义的矩阵或表格，可直接粘贴",
    ),
    "help.export": ("write all parameters, gradients and updates as JSON", "以 JSON 写出全部参数、梯度与更新"),
    "help.targets": (
        "a chapter (chapter11), a section (11.3), a claim id, a lesson (notes), all, or a file, folder or pattern",
        "一章（chapter11）、一节（11.3）、一条命题的编号、一份讲义（notes）、all，或文件、文件夹、通配符",
    ),
    "help.lesson": (
        "the document that is the lesson; its figures are read and checked at their place (repeatable)",
        "作为讲义的文档；逐处读取并核验其中数字（可重复）",
    ),
    "help.format": ("{choices}; default {default}", "{choices}；默认 {default}"),
    "help.digits": (
        "certain digits to show, {least} to {most}; default {default}",
        "显示多少位可证数字，{least} 到 {most}；默认 {default}",
    ),
    "help.lang": ("language of the report, en or zh; default from the environment", "报告语言，en 或 zh；默认取自环境"),
    "help.strict": ("exit 1 for warnings too", "有警告也以 1 退出"),
    "help.fix": (
        "rewrite certified figures that are printed wrong, and sentences that the values contradict",
        "改写印错的可证数字，以及与数值不符的句子",
    ),
    "help.show-diff": ("show what --fix would rewrite, and write nothing", "显示 --fix 会改写什么，不写入文件"),
    "help.quiet": ("print errors and warnings only, and nothing where there are none", "只打印错误与警告；没有则不输出"),
    "help.files-after-dashes": (
        "refuse a call without --, so that no file name is taken for an option (for hooks)",
        "没有 -- 就拒绝运行，以免文件名被当作选项（供钩子使用）",
    ),
    "help.color": ("auto, always or never; default auto", "auto、always 或 never；默认 auto"),
    "help.config": (
        "settings file; default: lessonproof.toml or pyproject.toml above here",
        "设置文件；默认向上寻找 lessonproof.toml 或 pyproject.toml",
    ),
    "help.min-coverage": (
        "exit 1 where a smaller share of the figures is accounted for, for example 95%",
        "有着落的数字少于此比例时以 1 退出，例如 95%",
    ),
    "help.theorems": (
        "list the theorems that proofs cite and do not prove, with hypotheses and sources",
        "列出证明所引用（而未证明）的定理，附假设与出处",
    ),
    "help.no-cache": ("search every proof anew, and keep none", "重新搜索每个证明，且不保存"),
    "help.output": ("write to this file instead of standard output", "写入此文件而不是标准输出"),
    "help.usage": ("usage: {program} {targets} [options]", "用法：{program} {targets} [选项]"),
    "help.help": ("show this help", "显示帮助"),
    "help.version": ("show the version", "显示版本"),
}
