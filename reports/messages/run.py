"""What `run` says: the parts of a model, the stages of a run, and what is wrong with a model file."""

from __future__ import annotations

from numeric.weights_refused import SENTENCES

# The English sentences about weights are those of the library's own errors.
_WEIGHTS = {
    "not-rows": "{matrix} 不是矩阵：请写成若干行的列表，或单独一行",
    "ragged": "{matrix}：第 1 行有 {first} 个数，第 {row} 行却有 {other} 个",
    "not-number": "{place}：{given} 不是数；请写整数、0.25 这样的小数，或加引号的比值如 1/3",
    "long": "{place}：超过 {limit} 位数字的数",
    "not-finite": "{place}：{given} 不是有限的数",
    "too-many": "权重超过 {limit} 个数的读取上限",
    "absent": "缺少权重 {matrices}；已给出：{given}",
    "surplus": "给出了模型没有的权重 {matrix}；最接近的是 {nearest}",
    "wrong-rows": "{matrix} 有 {length} 行，模型需要 {wanted} 行（{rows} × {columns}）",
    "wrong-columns": "{matrix} 有 {length} 列，模型需要 {wanted} 列（{rows} × {columns}）",
    "no-file": "找不到权重文件 {path}",
    "unreadable": "无法读取 {path}：{why}",
    "large": "{path} 超过 {limit} MiB 的读取上限",
    "format": "不认识权重文件 {path}：文件名须以 .json、.npz 或 .safetensors 结尾",
    "library": "{path}：读取 .safetensors 需要先安装：pip install 'lessonproof[weights]'",
    "damaged": "{path} 已损坏，或不是 {format} 文件：{why}",
    "twice": "{path} 两次给出 {matrix}",
    "entry-type": "{path}：{matrix} 的类型是 {type}；权重须是整数或至多 64 位的实浮点数",
    "dimensions": "{path}：{matrix} 有 {count} 维；矩阵是 2 维，单独一行可以是 1 维",
}

WORDINGS: dict[str, tuple[str, str]] = {
    **{f"weights-{reason}": (SENTENCES[reason], chinese) for reason, chinese in _WEIGHTS.items()},
    # the model file
    "model-missing": (
        "There is no model file {path}; ready to run are: {examples}.",
        "找不到模型文件 {path}；可直接运行的例子：{examples}。",
    ),
    "model-unknown-key": (
        "{path}: “{setting}” does not exist here; the nearest key is “{nearest}”.",
        "{path}：这里没有“{setting}”；最接近的是“{nearest}”。",
    ),
    "model-lacks": ("{path} lacks “{setting}”.", "{path} 缺少“{setting}”。"),
    "model-wrong-value": ("{path}: “{setting}” must be {expected}.", "{path}：“{setting}”必须是{expected}。"),
    "model-expects-table": ("a table", "表"),
    "model-expects-integer": ("a whole number from {least} to {most}", "{least} 到 {most} 的整数"),
    "model-expects-flag": ("true or false", "true 或 false"),
    "model-expects-choice": ("one of {choices}", "{choices} 之一"),
    "model-expects-number": ("a number: 0.1, 1e-5, or a ratio in quotes", "数：0.1、1e-5，或加引号的比值"),
    "model-expects-short-number": ("a number of at most {limit} digits", "至多 {limit} 位数字的数"),
    "model-expects-text": ("a text", "文字"),
    "model-expects-list": ("a list with at least one entry", "至少有一项的列表"),
    "model-expects-marks": ("a list of 0 and 1, or of false and true", "由 0 和 1（或 false 和 true）组成的列表"),
    "model-vocabulary": (
        "{path}: “vocabulary” must be a list of at most {most} words.",
        "{path}：“vocabulary”必须是至多 {most} 个词的列表。",
    ),
    "model-word-twice": (
        "{path}: “vocabulary” has “{token}” twice.",
        "{path}：“vocabulary”中“{token}”出现两次。",
    ),
    "model-vocabulary-size": (
        "{path}: “model.N” is {given}, but “vocabulary” has {words} words.",
        "{path}：“model.N”是 {given}，“vocabulary”却有 {words} 个词。",
    ),
    "model-unknown-word": (
        "{path}: “{token}” in “{setting}” is not in the vocabulary: {words}.",
        "{path}：“{setting}”中的“{token}”不在词表中：{words}。",
    ),
    "model-unknown-token": (
        "{path}: {token} in “{setting}” is no token; they are numbered from 1 to {most}.",
        "{path}：“{setting}”中的 {token} 不是 Token；编号从 1 到 {most}。",
    ),
    "model-too-long": (
        "{path}: “{setting}” has more than {most} tokens.",
        "{path}：“{setting}”超过 {most} 个 Token。",
    ),
    "model-lengths": (
        "{path}: “{setting}” has {length} {length:entry|entries}; {wanted} {wanted:position needs|positions need} one each.",
        "{path}：“{setting}”有 {length} 项；{wanted} 个位置各需一项。",
    ),
    "model-two-targets": (
        "{path}: give “training.target” for the last position or “training.targets” for every one, not both.",
        "{path}：“training.target”（最后位置）与“training.targets”（每个位置）只能给一个。",
    ),
    "model-nothing-counts": (
        "{path}: “training.loss_mask” counts no position.",
        "{path}：“training.loss_mask”没有计入任何位置。",
    ),
    "model-all-padding": (
        "{path}: “input.padding” leaves some position nothing to read.",
        "{path}：“input.padding”使某个位置无可读之处。",
    ),
    "model-heads": (
        "{path}: {heads} heads do not divide the width d = {width}: give d_k and d_v.",
        "{path}：{heads} 个头不能整除宽度 d = {width}：请给出 d_k 与 d_v。",
    ),
    "model-groups": (
        "{path}: {heads} heads cannot share {groups} groups of keys and values evenly.",
        "{path}：{heads} 个头不能平分 {groups} 组键与值。",
    ),
    "model-rotary": (
        "{path}: rotary positions need an even width of the heads, not {width}.",
        "{path}：旋转位置编码要求头的宽度为偶数，不能是 {width}。",
    ),
    "model-beta": (
        "{path}: “{setting}” must be at least 0 and less than 1.",
        "{path}：“{setting}”必须不小于 0 且小于 1。",
    ),
    "model-negative": ("{path}: “{setting}” must not be negative.", "{path}：“{setting}”不能为负。"),
    # its table [dropout]
    "model-no-dropout": (
        "{path}: a model of kind “{kind}” has no place for “dropout”.",
        "{path}：“{kind}”这类模型没有“dropout”的位置。",
    ),
    "model-expects-rate": ("a number from 0 to below 1", "不小于 0 且小于 1 的数"),
    "model-expects-mask": (
        "a mask of {rows} {rows:row|rows} and {columns} {columns:column|columns}, 1 for an entry that is kept and 0 for one "
        "that is dropped",
        "{rows} 行 {columns} 列的掩码，保留处为 1，丢弃处为 0",
    ),
    "model-masks": (
        "{path}: “{setting}” has {length} {length:mask|masks}; {heads} {heads:head needs|heads need} one each.",
        "{path}：“{setting}”有 {length} 个掩码；{heads} 个头各需一个。",
    ),
    # its table [generation]
    "model-no-generation": (
        "{path}: a model of kind “{kind}” writes nothing on; “generation” is for {kinds}.",
        "{path}：“{kind}”这类模型不做生成；“generation”适用于 {kinds}。",
    ),
    "model-padded-prompt": (
        "{path}: give “generation.prompt”, because “input.tokens” has padding, which a prompt cannot have.",
        "{path}：“input.tokens”含有填充，不能作为提示；请给出“generation.prompt”。",
    ),
    "model-greedy-takes": (
        '{path}: “{setting}” is for rule = "sampling"; the greedy rule, which holds without one, does not take it.',
        '{path}：“{setting}”用于 rule = "sampling"；未写规则时即为贪心，不接受此项。',
    ),
    "model-temperature": (
        "{path}: “generation.temperature” must be positive; the limit at 0 is not a division by 0: "
        'take rule = "greedy" for it.',
        '{path}：“generation.temperature”必须为正；趋于 0 的极限不能直接代入，请改用 rule = "greedy"。',
    ),
    "model-uniforms": (
        "{path}: “generation.uniforms” has {length} {length:number|numbers}; {wanted} new {wanted:token needs|tokens need} "
        "one each.",
        "{path}：“generation.uniforms”有 {length} 个数；{wanted} 个新 Token 各需一个。",
    ),
    "model-expects-share": ("a number above 0 and at most 1", "大于 0 且不超过 1 的数"),
    "model-expects-uniforms": (
        "a list of numbers, each at least 0 and less than 1",
        "由不小于 0 且小于 1 的数组成的列表",
    ),
    "model-beyond-positions": (
        "{path}: “{setting}” has {length} tokens, but “model.longest” gives only {longest} {longest:position|positions}.",
        "{path}：“{setting}”有 {length} 个 Token，“model.longest”却只给出 {longest} 个位置。",
    ),
    "model-two-forms": (
        "{path}: give “print.decimals” or “print.digits”, not both.",
        "{path}：“print.decimals”与“print.digits”只能给一个。",
    ),
    "model-too-much": (
        "{path}: so many weights, positions and steps are more than is computed here.",
        "{path}：权重、位置与步数过多，超出计算上限。",
    ),
    "model-weights": ("{path}: {problem}.", "{path}：{problem}。"),
    "model-weights-outside": (
        "{path}: the weights file {file} must lie in the folder of the model file, or below it.",
        "{path}：权重文件 {file} 必须在模型文件所在的文件夹内。",
    ),
    "model-refused": ("{path}: {reason}.", "{path}：{reason}。"),
    "model-undecidable": (
        "{path}: with {bits} bits it is still open which side of 0 a number lies on that the result depends on.",
        "{path}：用 {bits} 位仍无法判定某个影响结果的数的正负。",
    ),
    "model-undecidable-entry": (
        "{path}: {name}[{row},{column}] cannot be told from 0 with {bits} bits, and what follows depends on its sign.",
        "{path}：用 {bits} 位仍无法区分 {name}[{row},{column}] 与 0，而后面的结果取决于它的符号。",
    ),
    # stages and parts
    "stage.weights": ("Weights", "权重"),
    "stage.forward": ("Forward pass {number}", "第 {number} 次前向"),
    "stage.loss": ("Probabilities and loss, pass {number}", "概率与损失（第 {number} 次）"),
    "stage.probabilities": ("Probabilities, pass {number}", "概率（第 {number} 次）"),
    "stage.gradients": ("Gradients", "梯度"),
    "stage.optimizer": ("Optimizer, step {number}", "优化器，第 {number} 步"),
    "stage.updated": ("Updated weights, step {number}", "更新后的权重，第 {number} 步"),
    "stage.generation": ("Generation, step {number}, after {read}", "生成，第 {number} 步，已读：{read}"),
    "part.forward": ("forward pass {number}", "第 {number} 次前向"),
    "part.stage-weights": ("weights", "权重"),
    "part.stage-loss": ("probabilities and loss, pass {number}", "概率与损失（第 {number} 次）"),
    "part.stage-gradients": ("gradients, step {number}", "梯度，第 {number} 步"),
    "part.stage-optimizer": ("optimizer, step {number}", "优化器，第 {number} 步"),
    "part.stage-updated": ("updated weights, step {number}", "更新后的权重，第 {number} 步"),
    "part.stage-generation": ("generation, step {number}", "生成，第 {number} 步"),
    "part.encoder": ("encoder", "编码器"),
    "part.decoder": ("decoder", "解码器"),
    "part.layer": ("layer {number}", "第 {number} 层"),
    "part.self-attention": ("self-attention", "自注意力"),
    "part.cross-attention": ("cross-attention", "交叉注意力"),
    "part.feed-forward": ("FFN", "FFN"),
    "part.head": ("head {number}", "第 {number} 个头"),
    "part.norm-self": ("norm of self-attention", "自注意力的归一化"),
    "part.norm-cross": ("norm of cross-attention", "交叉注意力的归一化"),
    "part.norm-ffn": ("norm of the FFN", "FFN 的归一化"),
    "part.final-norm": ("final norm", "最终归一化"),
    "part.embedding-norm": ("norm of the embeddings", "嵌入的归一化"),
    "part.embeddings": ("embeddings", "嵌入"),
    "part.positions": ("positions", "位置"),
    # what the run says about itself
    "run.no-part": (
        "This run has no {parts}; it has {found}.",
        "这次运行没有 {parts}；有的是 {found}。",
    ),
    "run.certain-decimals": (
        "{numbers} {numbers:number|numbers}, each the certain, correct rounding to {places} {places:decimal|decimals} "
        "or exact; decided with at most {bits} bits.",
        "{numbers} 个数，均为可证的正确舍入（{places} 位小数）或精确值；至多用 {bits} 位精度判定。",
    ),
    "run.certain-digits": (
        "{numbers} {numbers:number|numbers}, each the certain, correct rounding to {places} significant "
        "{places:digit|digits} or exact; decided with at most {bits} bits.",
        "{numbers} 个数，均为可证的正确舍入（{places} 位有效数字）或精确值；至多用 {bits} 位精度判定。",
    ),
    "run.undecided": (
        "{count} of {numbers} numbers have no certain print; they show as “?”.",
        "{numbers} 个数中有 {count} 个没有可证的印法，以“?”表示。",
    ),
    "run.vocabulary": ("Vocabulary: {words}", "词表：{words}"),
    "run.optimizer": ("optimizer", "优化器"),
    "run.predicts": ("{read} → {words}", "{read} → {words}"),
    "run.predicts-tie": ("{read} → {words} (equally probable)", "{read} → {words}（概率相等）"),
    "run.predicts-open": ("{read} → ?", "{read} → ?"),
    "run.predictions": ("most probable next, certain", "最可能的下一项（可证）"),
    # generation
    "run.rule-greedy": (
        "Each word is the one of the greatest logit (greedy), {weights}.",
        "贪心解码，{weights}：每步取分数最大的词。",
    ),
    "run.rule-sampling": (
        "Each word is drawn with {choices}, {weights}: q is softmax(ℓ/T) over the words that stay, F its cumulative sums, and "
        "the file gives the number u that decides.",
        "采样解码（{choices}），{weights}：q 是留下的词上的 softmax(ℓ/T)，F 是其累积和；每步由文件给出的 u 决定。",
    ),
    "run.weights-given": ("with the weights of the file", "用文件所给的权重"),
    "run.weights-trained": (
        "with the weights after {number} {number:update|updates}",
        "用更新 {number} 次之后的权重",
    ),
    "run.greatest": (
        "→ {word}: its logit is above every other, and above that of {rival} by δ {lead}.",
        "→ {word}：分数高于其他所有词，比“{rival}”高 δ {lead}。",
    ),
    "run.only-word": ("→ {word}: the only word there is.", "→ {word}：词表中只有这一个词。"),
    "run.drawn": (
        "→ {word}: {kept} {kept:word stays|words stay}; u {u} lies in its share of F, [{before}, {after}).",
        "→ {word}：留下 {kept} 个词；u {u}，落在它的区间 [{before}, {after}) 内。",
    ),
    "run.drawn-border": (
        "→ {word}: {kept} {kept:word stays|words stay}; u {u} is exactly F before it, the border of two words, and belongs to "
        "the later one.",
        "→ {word}：留下 {kept} 个词；u {u}，恰等于它之前的 F，即两词的分界，归后一词。",
    ),
    "run.tie-greatest": (
        "A tie: {words} have exactly the same logit, greater than all others. No word is chosen.",
        "并列：{words} 的分数完全相等且最大，不作选择。",
    ),
    "run.tie-top-k": (
        "A tie: {words} have exactly the same logit, and top-k would keep some of them and not others. No word is chosen.",
        "并列：{words} 的分数完全相等，top-k 只能留下其中一部分，不作选择。",
    ),
    "run.tie-top-p": (
        "A tie: {words} have exactly the same logit, and top-p would keep some of them and not others. No word is chosen.",
        "并列：{words} 的分数完全相等，top-p 只能留下其中一部分，不作选择。",
    ),
    "run.open-logits": (
        "Not decided with {bits} bits: which of {words} has the greater logit. No word is chosen.",
        "用 {bits} 位仍无法判定 {words} 中谁的分数更大，不作选择。",
    ),
    "run.open-top-p": (
        "Not decided with {bits} bits: whether the probabilities of {words} together reach p. No word is chosen.",
        "用 {bits} 位仍无法判定 {words} 的概率之和是否达到 p，不作选择。",
    ),
    "run.open-u": (
        "Not decided with {bits} bits: whether u lies below the cumulative probability F at {words}. No word is chosen.",
        "用 {bits} 位仍无法判定 u 是否小于 {words} 处的累积概率 F，不作选择。",
    ),
    "run.open-sign": (
        "Not decided with {bits} bits: a sign inside the model that the next word depends on. No word is chosen.",
        "用 {bits} 位仍无法判定模型内部某个数的正负，而下一词取决于它，不作选择。",
    ),
    "run.written": ("Written, certain at every step: {read} → {written}.", "逐步可证的输出：{read} → {written}。"),
    "run.written-nothing": ("Nothing is written after {read}.", "读入 {read} 之后没有写出任何词。"),
    "run.stopped-end-token": ("Then comes {last}, which ends it.", "随后是 {last}，输出到此结束。"),
    "run.stopped-length": (
        "It ends here because {count} {count:word was|words were} asked for.",
        "因为只要求 {count} 个词，到此为止。",
    ),
    "run.stopped-positions": (
        "It ends here because the model has no position for another word.",
        "模型没有更多的位置，到此为止。",
    ),
    "run.stopped-tie": ("It ends here because the next word is a tie.", "下一词并列，到此为止。"),
    "run.stopped-undecided": ("It ends here because the next word is not decided.", "下一词无法判定，到此为止。"),
    "run.kink": (
        "{where}: {entry} exactly 0, where ReLU has no derivative; the numbers marked * take its slope there to be 0.",
        "{where}：{entry} 恰为 0，ReLU 在此不可导；带 * 的数约定该处斜率为 0。",
    ),
    "run.tie": (
        "{where}: {entry} exactly half-way between two prints; the one away from zero is given.",
        "{where}：{entry} 恰在两个印法正中；取离零较远者。",
    ),
    "run.cause-zero": (
        "{where}: {entry} not to be told from 0 with {bits} bits, so without a first significant digit; decimals would be "
        "certain.",
        "{where}：用 {bits} 位仍无法区分 {entry} 与 0，因而没有首位有效数字；改要小数位则可判定。",
    ),
    "run.cause-tie": (
        "{where}: {entry} not to be told with {bits} bits from a number half-way between two prints.",
        "{where}：用 {bits} 位仍无法区分 {entry} 与两个印法的正中点。",
    ),
    "run.cause-unbounded": (
        "{where}: {entry} without a finite enclosure within 2^±5000 with {bits} bits.",
        "{where}：用 {bits} 位仍得不到 {entry} 在 2^±5000 之内的有限区间。",
    ),
    "run.entries-more": ("{entries} and {count} more", "{entries} 等（另有 {count} 个）"),
    "run.more": ("… and {count} more.", "……另有 {count} 处。"),
    "run-wrong-places": (
        "{option} must be a whole number from {least} to {most}, not “{given}”.",
        "{option} 必须是 {least} 到 {most} 的整数，不能是“{given}”。",
    ),
    "run-two-forms": ("Give --decimals or --digits, not both.", "--decimals 与 --digits 只能给一个。"),
    "help.run": (
        "carry a small model through: every matrix, gradient and update, certified",
        "完整计算一个小模型：每个矩阵、梯度与更新，皆可证",
    ),
    "run-one-model": (
        "“run” takes one model file; ready to run are: {examples}.",
        "“run”只接受一个模型文件；可直接运行的例子：{examples}。",
    ),
    "help.model-file": ("a model file, or a shipped example: {examples}", "模型文件，或自带的例子：{examples}"),
    "help.decimals": (
        "decimals to print, 0 to {most}; default: what the file says",
        "印出的小数位数，0 到 {most}；默认按文件",
    ),
    "help.significant": (
        "significant digits to print instead, 1 to {most}",
        "改为印出的有效数字位数，1 到 {most}",
    ),
    "help.only": (
        "only these parts of the run (repeatable): {choices}",
        "只显示这些部分（可重复）：{choices}",
    ),
}
