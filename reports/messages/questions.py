"""Why a question could not be answered (exit 2), and what the command line says beside its document."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    # targets, documents, settings, options: exit 2
    "unknown-target": (
        "There is no “{target}” in the lessons; the nearest names are: {nearest}.",
        "讲义里没有“{target}”；最接近的名称：{nearest}。",
    ),
    "selected-claim-unknown": (
        "--select names the claim “{claim}”, which was not verified in this run.",
        "--select 指定的命题“{claim}”不在本次核对之列。",
    ),
    "nothing-encoded": (
        "“{target}” has no claims yet; these parts do: {encoded}.",
        "“{target}”尚未收录命题；已收录：{encoded}。",
    ),
    "unknown-lesson": ("There is no lesson “{name}”; there are: {known}.", "没有讲义“{name}”；已有：{known}。"),
    "two-documents": (
        "Two documents are given for {lesson}: {first} and {second}.",
        "为 {lesson} 给了两个文档：{first} 与 {second}。",
    ),
    "document-without-lesson": (
        "The targets belong to several lessons ({lessons}): say which one {path} is, with --lesson NAME={path}.",
        "目标属于多份讲义（{lessons}）：请用 --lesson NAME={path} 说明 {path} 是哪一份。",
    ),
    "another-lesson": (
        "{path} does not look like {lesson}: it prints less than a tenth of chapter {chapter}.",
        "{path} 不像是 {lesson}：第 {chapter} 章的内容不到十分之一。",
    ),
    "document-missing": ("There is no file {path}.", "找不到文件 {path}。"),
    "link-leads-out": (
        "{path} is a link that leads out of the folder; name the file itself to have it read.",
        "{path} 是指向文件夹之外的链接；若要读取，请直接写出该文件。",
    ),
    "document-no-file": (
        "{path} is a pipe or a device, not a file.",
        "{path} 是管道或设备，不是文件。",
    ),
    "no-documents": (
        "{path} holds no documents; what is read there ends in {endings}.",
        "{path} 中没有文档；可读取的文件以 {endings} 结尾。",
    ),
    "too-many-documents": ("{path} holds more than {limit} documents.", "{path} 中的文档超过 {limit} 个。"),
    "document-unused": (
        "{path} is given as {lesson}, but nothing of {lesson} is asked for; the targets belong to: {lessons}.",
        "{path} 指定为 {lesson}，但没有要检查 {lesson}；目标属于：{lessons}。",
    ),
    "output-exists": (
        "{path} exists and is no .json file; it is not written over.",
        "{path} 已存在且不是 .json 文件，不会覆盖。",
    ),
    "bound-changed": (
        "the document prints the bound {printed} where {recorded} was recorded; it holds.",
        "文档印的界是 {printed}，记录为 {recorded}；它成立。",
    ),
    "document-is-folder": ("{path} is a folder, not a document.", "{path} 是文件夹，不是文档。"),
    "document-too-large": (
        "{path} is larger than {limit} MiB, the most that is read.",
        "{path} 超过 {limit} MiB 的读取上限。",
    ),
    "document-unreadable": ("{path} cannot be read: {reason}.", "无法读取 {path}：{reason}。"),
    "document-not-utf8": (
        "{path} is not UTF-8 text (line {line}); it looks like {guess}: convert it with iconv -f {guess} -t UTF-8.",
        "{path} 不是 UTF-8 文本（第 {line} 行），像是 {guess}：请用 iconv -f {guess} -t UTF-8 转换。",
    ),
    "settings-missing": ("There is no settings file {path}.", "找不到设置文件 {path}。"),
    "settings-unreadable": (
        "The settings file {path} cannot be read: {reason}.",
        "无法读取设置文件 {path}：{reason}。",
    ),
    "settings-unknown-key": (
        "{path} sets “{setting}”, which does not exist; the nearest setting is “{nearest}”.",
        "{path} 中的设置项“{setting}”不存在；最接近的是“{nearest}”。",
    ),
    "settings-wrong-value": ("{path}: “{setting}” must be {expected}.", "{path}：“{setting}”必须是{expected}。"),
    "settings-expects-path": ("a path", "路径"),
    "settings-expects-lessons": (
        "a list of documents, or a table of names and paths",
        "文档的列表，或名称到路径的表",
    ),
    "settings-expects-names": ("a list of texts", "文本的列表"),
    "settings-expects-share": ("a share in quotes, such as “80%”", "引号中的比例，例如“80%”"),
    "settings-expects-one-of": ("one of {choices}", "以下之一：{choices}"),
    "settings-expects-table": ("a table of names and paths", "名称到路径的表"),
    "settings-expects-language": ("“en” or “zh”", "“en”或“zh”"),
    "settings-expects-digits": ("a whole number from {least} to {most}", "{least} 到 {most} 的整数"),
    "settings-expects-flag": ("true or false", "true 或 false"),
    "unknown-command": (
        "There is no command “{command}”; the nearest is “{nearest}”.",
        "没有命令“{command}”；最接近的是“{nearest}”。",
    ),
    "unknown-option": (
        "“{command}” has no option “{option}”; see {program} {command} --help.",
        "“{command}”没有选项“{option}”；见 {program} {command} --help。",
    ),
    "no-target": ("“{command}” needs a target, for example chapter11.", "“{command}”需要一个目标，例如 chapter11。"),
    "wrong-choice": (
        "{option} must be one of {choices}, not “{given}”.",
        "{option} 只能是 {choices}，不能是“{given}”。",
    ),
    "unknown-rule": (
        "There is no rule “{rule}”; the nearest are: {nearest}.",
        "没有规则“{rule}”；最接近的是：{nearest}。",
    ),
    "wrong-output": (
        "--output takes FORMAT=FILE, for example sarif=lessonproof.sarif, not “{given}”.",
        "--output 的写法是 FORMAT=FILE，例如 sarif=lessonproof.sarif，不能是“{given}”。",
    ),
    "output-twice": (
        "Two reports would be written to {path}.",
        "有两份报告都要写入 {path}。",
    ),
    "wrong-share": (
        "{option} must be a share such as 95% or 0.95, not “{given}”.",
        "{option} 必须是 95% 或 0.95 这样的比例，不能是“{given}”。",
    ),
    "wrong-digits": (
        "--digits must be a whole number from {least} to {most}, not “{given}”.",
        "--digits 必须是 {least} 到 {most} 的整数，不能是“{given}”。",
    ),
    "wrong-arguments": ("The arguments do not fit: {reason}.", "参数不合：{reason}。"),
    "empty-path": ("{option} needs a file.", "{option} 需要一个文件。"),
    "nothing-collected": ("{targets} contains no claims to verify.", "{targets} 中没有可核验的命题。"),
    "no-table": ("{target} prints no table, matrix or vector.", "{target} 没有表格、矩阵或向量。"),
    "one-target": ("“{command}” takes one target.", "“{command}”只接受一个目标。"),
    "nothing-to-fix": (
        "No file was read, so there is nothing to rewrite: name yours with --lesson FILE.",
        "没有读取任何文件，无从改写：请用 --lesson FILE 指定文件。",
    ),
    "fix-standard-input": (
        "Standard input cannot be rewritten; --diff shows what would change.",
        "标准输入无法改写；用 --diff 可查看会改什么。",
    ),
    "document-changed-meanwhile": (
        "{path} changed while it was being checked; nothing was written.",
        "{path} 在核验期间被改动；没有写入。",
    ),
    "output-is-link": (
        "{path} is a link, or lies behind one that leads out of this folder: name the place itself.",
        "{path} 是链接，或要经过指向本文件夹之外的链接：请直接写出实际位置。",
    ),
    "output-is-read": (
        "{path} is read by this run; no report is written over it.",
        "{path} 是本次运行要读取的文件，不会用报告覆盖它。",
    ),
    "fix-other-names": (
        "{path} has further names (hard links), which still hold the old text.",
        "{path} 还有其他名称（硬链接），那里仍是旧内容。",
    ),
    "dashes-missing": (
        "--files-after-dashes asks for a -- behind all options; the files follow it.",
        "使用 --files-after-dashes 时，所有选项之后须有 --，文件写在它后面。",
    ),
    "output-unwritable": ("{path} cannot be written: {reason}.", "无法写入 {path}：{reason}。"),
    "written": ("Wrote {path}.", "已写入 {path}。"),
    "interrupted": ("Interrupted.", "已中断。"),
    "internal-error": (
        "Something went wrong inside lessonproof ({kind}: {reason}); set {variable}=1 to see where.",
        "lessonproof 内部出错（{kind}：{reason}）；设置 {variable}=1 可查看出错位置。",
    ),
    # --fix and --diff
    "fix-done": (
        "Rewrote {n} {n:place|places} in {files} {files:file|files}.",
        "改写了 {files} 个文件中的 {n} 处。",
    ),
    "fix-would": (
        "--fix would rewrite {n} {n:place|places} in {files} {files:file|files}.",
        "--fix 会改写 {files} 个文件中的 {n} 处。",
    ),
    "fix-nothing": ("Nothing to rewrite.", "没有需要改写之处。"),
    "fix-held": (
        "{path}: left alone at {places}: no rewriting there is right and spoils nothing else.",
        "{path}：{places} 未改写：那里没有既正确又不影响别处的改法。",
    ),
    "fix-unfollowed": (
        "{path}: left alone at {places}: the page holds the formula several times (source, MathML, visible copy), and only "
        "figures can be changed in all of them. Change the text that the page is made from, and make the page anew.",
        "{path}：{places} 未改写：页面里同一公式存有几份（源码、MathML、可见部分），只有数字能在各份中一并改动。"
        "请修改生成页面的原文，再重新生成。",
    ),
    # progress
    "progress": ("checking", "核验中"),
}
