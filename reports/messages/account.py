"""The account of parameters, memory and operations: its words, and why a configuration is none."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    # the command
    "help.account": ("count a model's parameters, bytes and operations", "清点一个模型的参数、内存与运算"),
    "help.model": (
        "a published model (transformer-base, gpt-3, …; without one they are listed) or a TOML file of your own",
        "一个已发表的模型（transformer-base、gpt-3……；不写则列出全部），或自己的 TOML 文件",
    ),
    "help.length": (
        "positions of the sequence for cache and operations; default: the model's longest",
        "计算缓存与运算时的序列长度；默认取模型的最大长度",
    ),
    # the head
    "account.parameters": ("{n:,} parameters", "{n:,} 个参数"),
    "account.agree": (
        "Counted twice with the same result: the {matrices:,} parameter matrices of the model, built without their entries, "
        "and the formulas below.",
        "两条独立路线算得相同：逐个累加模型的 {matrices:,} 个参数矩阵（只建形状），以及下列公式。",
    ),
    "account.source": ("Sizes: {source}", "尺寸出处：{source}"),
    "account.towers.encoder-decoder": ("encoder and decoder", "编码器与解码器"),
    "account.towers.encoder-only": ("encoder only", "仅编码器"),
    "account.towers.decoder-only": ("decoder only", "仅解码器"),
    # the columns
    "account.head.parameters": ("parameters", "参数"),
    "account.head.share": ("share", "占比"),
    "account.head.formula": ("formula", "公式"),
    "account.head.difference": ("difference", "相差"),
    "account.head.bytes": ("bytes", "字节"),
    "account.head.numbers": ("numbers", "个数"),
    "account.head.fp32": ("fp32", "fp32"),
    "account.head.mixed": ("mixed", "混合精度"),
    "account.head.decimal": ("decimal", "十进制"),
    "account.head.binary": ("binary", "二进制"),
    "account.head.layer-share": ("of the layer", "占该层"),
    "account.head.operations": ("operations", "运算次数"),
    # where the parameters are
    "account.title.parts": ("Where they are", "参数在哪里"),
    "account.title.layer": ("One layer", "一层之内"),
    "account.title.kinds": ("By kind", "按种类"),
    "account.title.variants": ("Counted otherwise", "换一种数法"),
    "account.title.printed": ("What is printed elsewhere", "别处所印"),
    "account.title.memory": ("Memory", "内存"),
    "account.title.activations": ("Activations, T = {n:,}", "激活值，T = {n:,}"),
    "account.title.operations": ("Operations", "运算"),
    "account.total": ("total", "合计"),
    "account.part.tokens": ("token embeddings", "词嵌入"),
    "account.part.source-tokens": ("source embeddings", "源端词嵌入"),
    "account.part.positions": ("learned positions", "可学习位置"),
    "account.part.segments": ("segment embeddings", "片段嵌入"),
    "account.part.embedding-norm": ("norm of embeddings", "嵌入归一化"),
    "account.part.self-attention": ("self-attention", "自注意力"),
    "account.part.cross-attention": ("cross-attention", "交叉注意力"),
    "account.part.feed-forward": ("feed-forward", "前馈网络"),
    "account.part.norms": ("norms", "归一化"),
    "account.part.final-norm": ("final norm", "末端归一化"),
    "account.part.pooler": ("pooler", "池化层"),
    "account.part.masked-token-head": ("masked-token head", "掩码词预测头"),
    "account.part.next-sentence-head": ("next-sentence head", "下句预测头"),
    "account.part.output": ("output", "输出层"),
    "account.part.scores": ("output matrix", "输出矩阵"),
    "account.layers.encoder": ("encoder, {n} {n:layer|layers}", "编码器，{n} 层"),
    "account.layers.decoder": ("decoder, {n} {n:layer|layers}", "解码器，{n} 层"),
    "account.layer.encoder": ("encoder layer", "编码器一层"),
    "account.layer.decoder": ("decoder layer", "解码器一层"),
    "account.tied": (
        "The output uses the transposed table of the token embeddings (tied weights): it adds no matrix.",
        "输出层用词嵌入表的转置（权重共享），不另加矩阵。",
    ),
    "account.fixed-positions": (
        "Positions are computed, not learned: no parameters.",
        "位置编码由公式给出，不含参数。",
    ),
    "account.kind.weights": ("weights", "权重"),
    "account.kind.biases": ("biases of linear layers", "线性层偏置"),
    "account.kind.norms": ("norms", "归一化"),
    "account.kind.note": (
        "A LayerNorm has a gain γ and a bias β; both count as norm.",
        "LayerNorm 的增益 γ 与偏置 β 都计入归一化。",
    ),
    # counted otherwise
    "account.variant.without-biases": ("without biases", "不计偏置"),
    "account.variant.without-norms": ("without norms", "不计归一化"),
    "account.variant.weights-only": ("weights only", "只计权重"),
    "account.variant.attention-biases": ("biases in attention too", "注意力也加偏置"),
    "account.variant.tied-output": ("output tied to embeddings", "输出与嵌入共享"),
    "account.variant.own-output": ("output matrix of its own", "输出矩阵不共享"),
    "account.variant.three-tables": ("source, target, output apart", "源、目标、输出各一张表"),
    "account.variant.without-pooler": ("without pooler", "不计池化层"),
    "account.variant.pre-training-heads": ("with pre-training heads", "加上预训练的输出头"),
    # printed elsewhere
    "account.print.right": ("{figure} ({place}): correctly rounded.", "{figure}（{place}）：四舍五入正确。"),
    "account.print.unit": (
        "{figure} ({place}): right to the nearest {unit:,}; to its last digit it would be {expected}.",
        "{figure}（{place}）：按 {unit:,} 取整是对的；精确到末位应为 {expected}。",
    ),
    "account.print.wrong": (
        "{figure} ({place}): not this count, which rounds to {expected}. {vocabulary}",
        "{figure}（{place}）：不是这里数得的结果，后者应印 {expected}。{vocabulary}",
    ),
    "account.print.vocabulary": (
        "All else equal, it takes a vocabulary of {least:,} to {most:,}.",
        "其余不变时，要得到它，词表须为 {least:,} 至 {most:,}。",
    ),
    "account.print.no-vocabulary": (
        "All else equal, no vocabulary gives it.",
        "其余不变时，没有词表大小能得到它。",
    ),
    # memory
    "account.memory.parameters": ("stored, {form}", "存放，{form}"),
    "account.memory.train-fp32": ("training, fp32", "训练，fp32"),
    "account.memory.train-mixed": ("training, mixed", "训练，混合精度"),
    "account.memory.cache-token": ("cache, token", "缓存，每个词"),
    "account.memory.cache-source": ("cache, source token", "缓存，每个源词"),
    "account.memory.cache": ("cache, T = {n:,}", "缓存，T = {n:,}"),
    "account.memory.adam": (
        "Training with Adam: {fp32} bytes a parameter in fp32 (itself, gradient, two moments), {mixed} in mixed precision "
        "(itself, gradient, master copy, two moments); activations come on top.",
        "Adam 训练每参数字节数：fp32 为 {fp32}（参数、梯度、两个矩）；混合精度为 {mixed}（参数、梯度、主副本、两个矩）；"
        "激活值另计。",
    ),
    "account.memory.int8": ("int8: the integers, without their scales.", "int8：只计整数本身，不含缩放系数。"),
    "account.memory.cache-note": (
        "Cache: keys and values of all layers for one sequence, in {form}.",
        "缓存：一个序列在各层的键与值，{form}。",
    ),
    "account.memory.no-cache": ("An encoder generates nothing and keeps no KV cache.", "编码器不做生成，没有 KV 缓存。"),
    # activations
    "account.activations.layer": ("one layer", "其中一层"),
    "account.activations.training": ("with Adam's bytes", "连同 Adam 所占"),
    "account.activations.note": (
        "Kept for the backward pass is what its formulas read, each matrix once, for one sequence: inputs of products with "
        "weights, Q, K, V, A, what activation functions read and give, x̂ and s of norms, probabilities (Korthikanti 2022, §4, "
        "without dropout masks). fp32: 4 bytes a number; mixed: 2, probabilities 4. Nothing is recomputed; a program may keep "
        "more.",
        "为反向保留的是其公式要读的数，一个序列，每个矩阵只计一次：与权重相乘的输入、Q、K、V、A、激活函数的输入与输出、"
        "归一化的 x̂ 与 s、概率（Korthikanti 2022 §4，不含 dropout 掩码）。fp32 每数 4 字节；混合精度 2 字节，概率 4 字节。"
        "不做重算；实际程序可能存得更多。",
    ),
    # operations
    "account.work.weights": ("layer weights", "各层权重"),
    "account.work.attention": ("scores and mixing", "打分与加权"),
    "account.work.output": ("output", "投影到词表"),
    "account.work.heads": ("heads", "输出头"),
    "account.work.forward": ("forward, T = {n:,}", "前向，T = {n:,}"),
    "account.work.position": ("per position", "平均每个位置"),
    "account.work.training": ("with backward", "前向加反向"),
    "account.work.note": (
        "Two for each multiplication and its addition in the products with weights and in attention; softmax, norms, "
        "activations, biases and look-ups are left out. The backward pass takes twice the forward one (Kaplan 2020, §2.1; "
        "Hoffmann 2022, app. F).",
        "与权重相乘及注意力中，每次乘加计 2 次运算；softmax、归一化、激活、偏置与查表不计。反向是前向的两倍"
        "（Kaplan 2020 §2.1；Hoffmann 2022 附录 F）。",
    ),
    "account.work.source": ("The source is as long: T = {n:,} positions.", "源句同样长：T = {n:,} 个位置。"),
    "account.work.masked": (
        "All T² scores are counted; the causal mask makes {n:,} of these operations superfluous.",
        "T² 个分数全部计入；其中 {n:,} 次运算因果掩码本可省去。",
    ),
    "account.work.kaplan": (
        "Kaplan 2020, Table 1 (2 × weights of the layers + 2 L T H d_k a position): {n:,}. It leaves out the output and "
        "counts half of the attention.",
        "Kaplan 2020 表 1（每个位置 2 × 各层权重 + 2 L T H d_k）：{n:,}。它不计输出投影，注意力只计一半。",
    ),
    # the models that are known
    "account.presets": ("Published models", "已发表的模型"),
    "account.next": ("See one of them:", "查看其中一个："),
    "account.next-own": ("Your own, in a TOML file:", "自己的模型，写成 TOML 文件："),
    # why a configuration is none: exit 2
    "account-unknown": (
        "There is no model “{target}”; the nearest are: {nearest}. A file of your own ends in .toml.",
        "没有模型“{target}”；最接近的是：{nearest}。自己的文件以 .toml 结尾。",
    ),
    "account-one-model": ("“account” takes one model.", "“account”只接受一个模型。"),
    "account-wrong-length": (
        "--length must be a whole number from 1 to {most:,}, not “{given}”.",
        "--length 必须是 1 到 {most:,} 的整数，不能是“{given}”。",
    ),
    "account-file-missing": (
        "There is no file {path}; known models are: {presets}.",
        "找不到文件 {path}；已知模型有：{presets}。",
    ),
    "account-no-file": ("{path} is a folder, a pipe or a device, not a file.", "{path} 是文件夹、管道或设备，不是文件。"),
    "account-unreadable": ("{path} cannot be read: {reason}.", "无法读取 {path}：{reason}。"),
    "account-too-large": (
        "{path} is larger than {limit} KiB, the most that is read.",
        "{path} 超过 {limit} KiB 的读取上限。",
    ),
    "account-unknown-key": (
        "{path} sets “{setting}”, which does not exist; the nearest key is “{nearest}”.",
        "{path} 中的“{setting}”不存在；最接近的是“{nearest}”。",
    ),
    "account-missing-key": (
        '{path} does not set “{setting}”; set it, or begin with a published model: like = "bert-base".',
        '{path} 没有给出“{setting}”；请补上，或以已发表的模型为底：like = "bert-base"。',
    ),
    "account-not-in-range": (
        "{setting} must be a whole number from {least:,} to {most:,}, not “{given}”.",
        "{setting} 必须是 {least:,} 到 {most:,} 的整数，不能是“{given}”。",
    ),
    "account-not-a-choice": (
        "{setting} must be one of {choices}, not “{given}”.",
        "{setting} 只能是 {choices}，不能是“{given}”。",
    ),
    "account-not-a-flag": (
        "{setting} must be true or false, not “{given}”.",
        "{setting} 只能是 true 或 false，不能是“{given}”。",
    ),
    "account-not-a-text": (
        "{setting} must be a text of at most {most} characters, not “{given}”.",
        "{setting} 必须是不超过 {most} 个字符的文本，不能是“{given}”。",
    ),
    "account-not-a-figure": (
        '[printed] must give a printed number for each place, such as "Table 3" = "65M"; {place} has “{given}”.',
        '[printed] 须为每个出处给出所印的数，例如 "Table 3" = "65M"；{place} 处是“{given}”。',
    ),
    "account-not-divisible": (
        "d_model = {d_model} is not a multiple of heads = {heads}: change one of them, or give {setting}.",
        "d_model = {d_model} 不是 heads = {heads} 的倍数：请改其中之一，或给出 {setting}。",
    ),
    "account-uneven-groups": (
        "heads = {heads} is not a multiple of key_value_heads = {groups}: the heads cannot share them evenly.",
        "heads = {heads} 不是 key_value_heads = {groups} 的倍数：各头无法均分。",
    ),
    "account-odd-rotary": (
        "Rotary positions turn pairs of coordinates: d_k = {d_k} must be even.",
        "旋转位置编码成对旋转坐标：d_k = {d_k} 必须是偶数。",
    ),
    "account-no-context": (
        "Learned positions need “context”, the number of their rows.",
        "可学习位置需要“context”，即其行数。",
    ),
    "account-needs": ("{setting} needs {needed}.", "{setting} 需要 {needed}。"),
    "account-too-long": (
        "A sequence of {length:,} positions is longer than the {context:,} learned ones.",
        "序列长 {length:,}，超过 {context:,} 个可学习位置。",
    ),
}
