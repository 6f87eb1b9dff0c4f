"""`prove`, an author's own question: the answer, what mends a formula, and why a question cannot be asked."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    # the command
    "help.prove": (
        "decide your own formula for all shapes: proved, or refuted with the smallest counterexample and its repair",
        "对所有形状判定自己的公式：已证，或给出最小反例与改法",
    ),
    "help.question": (
        "a claimed formula such as '\\bar{{W}}_Q = X^T \\bar{{Q}}', or a TOML file with claim and declarations",
        "所主张的公式，如 '\\bar{{W}}_Q = X^T \\bar{{Q}}'；或含 claim 与各项声明的 TOML 文件",
    ),
    "help.declare.shape": (
        "a tensor and its axes: 'X: n d'; '1 d' is a row, nothing after the colon a number, '(H) n d' one for each head",
        "张量与各轴：'X: n d'；'1 d' 是一行，冒号后为空是一个数，'(H) n d' 是每个头一个",
    ),
    "help.declare.forward": (
        "a line of the forward computation; what it defines has an adjoint \\bar{{…}}",
        "前向计算的一行；它定义的量有伴随 \\bar{{…}}",
    ),
    "help.declare.where": ("an abbreviation; derivatives go through it", "一个缩写；求导时穿过它"),
    "help.declare.given": ("an equation that is taken to hold", "假定成立的等式"),
    "help.declare.mask": (
        "a mask of zeros and ones and its axes: 'J: n n' gives meaning to r ∈ J_i",
        "0/1 掩码与各轴：'J: n n' 使 r ∈ J_i 有意义",
    ),
    "help.declare.sparse": ("a mask whose rows may be empty", "允许有空行的掩码"),
    "help.declare.positive": ("a letter that is greater than zero", "大于零的字母"),
    "help.declare.function": ("a smooth function such as σ, applied entry by entry", "逐元作用的光滑函数，如 σ"),
    "help.declare.row": ("another letter for entries and rows: 'q: Q'", "元素与行所用的另一个字母：'q: Q'"),
    "help.declare.token": ("the token at each position, an index: 't: n N'", "每个位置的词元，是下标：'t: n N'"),
    "help.declare.block": ("a size made of others: 'd: H·d_k'", "由其他尺寸构成的尺寸：'d: H·d_k'"),
    "help.declare.fixed": ("a letter that is one given index: 'y: N'", "表示某个固定下标的字母：'y: N'"),
    "help.declare.size": ("a size that stands on no axis", "不在任何轴上的尺寸"),
    "help.declare.loss": ("the node whose adjoint is 1", "伴随为 1 的节点"),
    "help.sympy": ("also show the statements for all shapes as expressions of sympy", "并以 sympy 表达式写出对所有形状的陈述"),
    # the answer
    "prove.proved": (
        "proved for all shapes and all values: the kernel checked a certificate, and no counterexample was found.",
        "对所有形状、所有取值已证：内核核验了证书，且未找到反例。",
    ),
    "prove.refuted": ("refuted by an exact counterexample.", "已被精确反例否定。"),
    "prove.ill-typed": ("ill-typed: the shapes do not go together.", "形状不合：无法成立。"),
    "prove.without-meaning": ("ill-typed: a part of it has no meaning here.", "无法成立：其中一部分在此没有意义。"),
    "prove.undecided": ("undecided: neither a proof nor a counterexample was found.", "未决：既未找到证明，也未找到反例。"),
    "prove.needed": (
        "Used: {hypothesis}. Without it the formula fails or has no value: {witness}.",
        "用到：{hypothesis}。没有它公式不成立或无值：{witness}。",
    ),
    "prove.idle": ("Not needed: {hypothesis}. It is proved without it as well.", "不需要：{hypothesis}。没有它也已证。"),
    "prove.assumed": (
        "Assumed: {hypothesis}. Whether it is needed was not decided.",
        "假定：{hypothesis}。是否需要未能判定。",
    ),
    "prove.too-large": (
        "It multiplies out to more products, or nests more sums, than are tried here.",
        "展开后的乘积或嵌套的求和超过此处尝试的上限。",
    ),
    # the counterexample
    "prove.counterexample": ("The smallest counterexample found: {sizes}, with", "找到的最小反例：{sizes}，取"),
    "prove.here": ("The smallest counterexample found, with", "找到的最小反例，取"),
    "prove.then": ("There the two sides are", "此时两边为"),
    "prove.differ": ("They differ at {place}: {left} ≠ {right}.", "在 {place} 处不同：{left} ≠ {right}。"),
    # the shapes that clash
    "prove.clash.product": (
        "{left} is {left_shape} and {right} is {right_shape}: there is no such product (column {column}).",
        "{left} 是 {left_shape}，{right} 是 {right_shape}：不能相乘（第 {column} 列）。",
    ),
    "prove.clash.dot": (
        "{left} is {left_shape} and {right} is {right_shape}: there is no such scalar product (column {column}).",
        "{left} 是 {left_shape}，{right} 是 {right_shape}：不能作内积（第 {column} 列）。",
    ),
    "prove.clash.sum": (
        "{left} is {left_shape} and {right} is {right_shape}: entry by entry they do not match (column {column}).",
        "{left} 是 {left_shape}，{right} 是 {right_shape}：逐元对不上（第 {column} 列）。",
    ),
    "prove.clash.equation": (
        "The left side {left} is {left_shape}, the right side {right} is {right_shape} (column {column}).",
        "左边 {left} 是 {left_shape}，右边 {right} 是 {right_shape}（第 {column} 列）。",
    ),
    "prove.clash.letter": (
        "The index {left} runs over {left_shape} in one place and over {right_shape} in another.",
        "下标 {left} 在一处取遍 {left_shape}，在另一处取遍 {right_shape}。",
    ),
    "prove.clash.other": (
        "{left} has no meaning (column {column}): {reason}.",
        "{left} 没有意义（第 {column} 列）：{reason}。",
    ),
    "prove.clash.not-read": ("{left} is not read (column {column}).", "{left} 读不懂（第 {column} 列）。"),
    # what to write instead of what is not read
    "prove.instead.number": (
        "To add a number to every entry, write it times 1: x - mean (x) 1; to multiply by it, leave the sign ⊙ out.",
        "要给每个元素加上同一个数，请写成乘以 1：x - mean (x) 1；乘以一个数时不用 ⊙。",
    ),
    "prove.instead.expectation": (
        "Expectations and variances are not asked about here; they are read in lessons.",
        "这里不判定期望与方差；它们在讲义中可以核验。",
    ),
    "prove.instead.unit": (
        "Write the entries of it: δ_{{i j}} for the unit matrix, \\sum_{{i}} A_{{i i}} for a trace, δ_{{i j}} x_{{i}} for a "
        "diagonal matrix.",
        "请写出它的元素：单位矩阵写 δ_{{i j}}，迹写 \\sum_{{i}} A_{{i i}}，对角矩阵写 δ_{{i j}} x_{{i}}。",
    ),
    "prove.instead.norm": (
        "Write the sum: \\sum_{{i}} x_{{i}}^2 for the square of a norm, \\sqrt{{x^2}} for the size of a number.",
        "请写出求和：范数的平方写 \\sum_{{i}} x_{{i}}^2，数的绝对值写 \\sqrt{{x^2}}。",
    ),
    "prove.instead.range": (
        "Say it with the sum: \\sum_{{k=1}}^{{n}} for k from 1 to n.",
        "请在求和号上写明：k 从 1 到 n 写作 \\sum_{{k=1}}^{{n}}。",
    ),
    "prove.instead.superscript": (
        "What is declared with '(H) n d' is written with a superscript: Q^{{(h)}}.",
        "以 '(H) n d' 声明的量写成带上标的形式：Q^{{(h)}}。",
    ),
    "prove.instead.function": (
        "Known are exp, ln, sin, cos, softmax and mean; declare a smooth function with --function. Functions with a kink, "
        "such as ReLU and max, are not read.",
        "已知的函数是 exp、ln、sin、cos、softmax 和 mean；光滑函数用 --function 声明。ReLU、max 等有折点的函数不读。",
    ),
    "prove.a-number": ("a number", "一个数"),
    # repairs
    "prove.repairs": (
        "{n:One change makes|Single changes that make} it true; the result is proved:",
        "改动一处即成立（改后已证），共 {n} 种：",
    ),
    "prove.no-repair": ("No single change that makes it true was found.", "未找到改动一处即成立的改法。"),
    "prove.change": ("{what}: {before} became {after}", "{what}：{before} 改为 {after}"),
    "prove.edit.sign": ("sign", "符号"),
    "prove.edit.transpose": ("transpose", "转置"),
    "prove.edit.operator": ("product entry by entry or of matrices", "逐元乘积与矩阵乘积"),
    "prove.edit.index": ("index", "下标"),
    "prove.edit.order": ("order of the factors", "因子次序"),
    "prove.edit.prime": ("derivative of a function", "函数的导数"),
    "prove.edit.letter": ("letter", "字母"),
    "prove.edit.numeral": ("number", "数字"),
    "prove.edit.factor": ("factor", "因子"),
    "prove.edit.root": ("root", "根号"),
    "prove.edit.function": ("function", "函数"),
    "prove.edit.divisor": ("divisor", "分母"),
    "prove.edit.mask": ("condition of a sum", "求和条件"),
    "prove.edit.sum": ("sum", "求和"),
    "prove.edit.term": ("term", "项"),
    "prove.edit.branch": ("branch of a gradient", "梯度的一支"),
    # why a question cannot be asked
    "prove.one-file": ("Give one TOML file at a time.", "一次只能给一个 TOML 文件。"),
    "prove.not-toml": (
        "{path} is a file, but its name does not end in .toml, as that of a question does.",
        "{path} 是文件，但名称不以 .toml 结尾；问题文件须以 .toml 结尾。",
    ),
    "prove.escaped": (
        "{where}: in double quotes, TOML reads a backslash as the beginning of an escape; write formulas in single quotes: "
        "'\\bar{{V}} = A^T \\bar{{Z}}'.",
        "{where}：TOML 在双引号中把反斜杠当作转义；公式请用单引号：'\\bar{{V}} = A^T \\bar{{Z}}'。",
    ),
    "prove.said-twice": (
        "“{where}” is declared in {path} and on the command line: say it in one place.",
        "“{where}”既写在 {path} 中又写在命令行上：请只写一处。",
    ),
    "prove.no-claim": (
        "There is no claim: give a formula such as '\\bar{{W}}_Q = X^T \\bar{{Q}}'.",
        "没有要证的公式：请给出如 '\\bar{{W}}_Q = X^T \\bar{{Q}}' 的公式。",
    ),
    "prove.unknown-key": ("There is no “{where}”; the nearest is {nearest}.", "没有“{where}”；最接近的是 {nearest}。"),
    "prove.too-long": ("More than {limit} lines of declarations and claims.", "声明与公式超过 {limit} 行。"),
    "prove.wrong-value": (
        "{where} is {given}; it has to be text, or a list of texts.",
        "{where} 是 {given}；应为文字或文字的列表。",
    ),
    "prove.no-colon": ("{where}: “{given}” has no colon; write 'X: n d'.", "{where}：“{given}”缺少冒号；应写作 'X: n d'。"),
    "prove.no-name": (
        "{where}: “{given}” is no name such as W_Q or \\hat{{x}}.",
        "{where}：“{given}”不是 W_Q、\\hat{{x}} 这样的名称。",
    ),
    "prove.twice": ("{where}: {name} is declared twice.", "{where}：{name} 声明了两次。"),
    "prove.defined-twice": ("{name} is defined twice.", "{name} 定义了两次。"),
    "prove.wrong-axes": (
        "{where}: {name} cannot have the axes “{given}”; write sizes such as 'n d'.",
        "{where}：{name} 不能取轴“{given}”；请写尺寸，如 'n d'。",
    ),
    "prove.wrong-axis": (
        "{where}: the axis “{given}” of {name} is neither a letter for a size nor 1.",
        "{where}：{name} 的轴“{given}”既不是尺寸字母也不是 1。",
    ),
    "prove.size-and-shape": ("{name} is declared both as a size and as a tensor.", "{name} 既声明为尺寸又声明为张量。"),
    "prove.undeclared-word": (
        "{where}: {name} is not declared; the nearest is {nearest}.",
        "{where}：{name} 未声明；最接近的是 {nearest}。",
    ),
    "prove.undeclared": (
        "{name} (column {column} of “{given}”) is not declared; the nearest is {nearest}.",
        "{name}（“{given}”第 {column} 列）未声明；最接近的是 {nearest}。",
    ),
    "prove.undeclared-new": (
        "{name} (column {column} of “{given}”) is not declared. Declare a number with --shape '{name}:', a matrix with "
        "--shape '{name}: n d'.",
        "{name}（“{given}”第 {column} 列）未声明。数用 --shape '{name}:' 声明，矩阵用 --shape '{name}: n d'。",
    ),
    "prove.undeclared-loss": (
        "{name} (column {column} of “{given}”) is not declared. Say how it is computed, with --forward '{name} = …' and --loss "
        "{name}; the gradient of a loss that has no name is written with a bar: \\bar{{X}}.",
        "{name}（“{given}”第 {column} 列）未声明。请用 --forward '{name} = …' 与 --loss {name} 写明它如何算出；"
        "损失没有名称时，它对 X 的梯度写作 \\bar{{X}}。",
    ),
    "prove.not-read": (
        "{name} (column {column} of “{given}”) is not declared. {instead}",
        "{name}（“{given}”第 {column} 列）未声明。{instead}",
    ),
    "prove.not-read-there": (
        "The declarations do not go together: {reason}. {instead}",
        "各项声明不相容：{reason}。{instead}",
    ),
    "prove.joined": (
        "{name} (column {column} of “{given}”) is not declared; if a product is meant, write {nearest}.",
        "{name}（“{given}”第 {column} 列）未声明；如指乘积，请写 {nearest}。",
    ),
    "prove.no-formula": (
        "{where}: “{given}” is not read as a formula at column {column}: {reason}.",
        "{where}：“{given}”在第 {column} 列无法读作公式：{reason}。",
    ),
    "prove.too-deep": (
        "{where}: “{given}” has more than {limit} sums or cases within each other.",
        "{where}：“{given}”中求和或分情形嵌套超过 {limit} 层。",
    ),
    "prove.derivative-alone": (
        "A derivative stands alone on the left of an equation, ∂a/∂s = …; here one stands elsewhere (column {column} of "
        "“{given}”).",
        "偏导数只能单独写在等式左边：∂a/∂s = …；这里它出现在别处（“{given}”第 {column} 列）。",
    ),
    "prove.no-hypothesis": (
        "{where}: “{given}” is neither an equation nor a sign such as T > 0; no other hypothesis is read here.",
        "{where}：“{given}”既不是等式，也不是 T > 0 这样的正号条件；这里不读其他假设。",
    ),
    "prove.no-equation": ("“{given}” states no equation.", "“{given}”不是等式。"),
    "prove.other": ("The declarations do not go together: {reason}.", "各项声明不相容：{reason}。"),
    "prove.no-file": ("{path} is not a file.", "{path} 不是文件。"),
    "prove.file-missing": ("There is no file {path}.", "找不到文件 {path}。"),
    "prove.unreadable": ("{path} cannot be read: {reason}.", "无法读取 {path}：{reason}。"),
    "prove.too-large-file": ("{path} is larger than {limit} KiB.", "{path} 超过 {limit} KiB。"),
    # sympy
    "sympy.title": ("As sympy writes it", "写成 sympy 表达式"),
    "sympy.flow": (
        "It says what a position is determined by: that is about the computation, and no relation of two expressions.",
        "这里说的是一个位置由什么决定：它说的是计算过程，不是两个表达式之间的关系。",
    ),
    "sympy.bijection": (
        "It says what becomes of a whole computation when its input is transformed: no relation of two expressions.",
        "这里说的是输入变换后整个计算如何变化：它不是两个表达式之间的关系。",
    ),
    "sympy.shapes": (
        "It says which shapes go together, and nothing about values.",
        "这里说的是哪些形状相容，不涉及数值。",
    ),
    "sympy.matrices": (
        "It speaks of a whole matrix (its rank, its quadratic form, the hull of its rows), with indices no relation of two "
        "expressions.",
        "这里说的是整个矩阵（秩、二次型、各行的凸包），写成分量后不是两个表达式之间的关系。",
    ),
    "sympy.expansion": (
        "It is about every differentiable function near a point: no relation of two expressions.",
        "这里说的是任意可微函数在一点附近的性质：它不是两个表达式之间的关系。",
    ),
    "sympy.layers": (
        "It is about any number of layers, by induction; what a single layer states is shown with the claims of its formulas.",
        "这里用归纳法说的是任意多层；单独一层的陈述见其各个公式的断言。",
    ),
    "sympy.example": (
        "It is decided at given numbers, such as those of the worked example: it states nothing for all shapes.",
        "这条断言在给定的数值上判定（例如讲义的数值例子），不是对所有形状的陈述。",
    ),
    "sympy.words": (
        "It is said in words or fixes a value: there is no expression to write.",
        "这条断言用文字表述，或只是给定一个值：没有表达式可写。",
    ),
    "sympy.declared": (
        "It is no mathematical statement that could be decided; why not is said above.",
        "这不是可以判定的数学陈述，原因见上文。",
    ),
}
