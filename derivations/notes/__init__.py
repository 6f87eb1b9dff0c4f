"""The notes: a preface and fourteen chapters on architecture and training. Titles are in our own words."""

from __future__ import annotations

from derivations.catalogue import PREFACE, Chapter, Lesson, Section
from derivations.verdict import Text

NOTES = Lesson(
    name="notes",
    aliases=(),
    title=Text("Notes on the architecture and training of Transformers", "Transformer 架构与训练笔记"),
    unit="chapter",
    chapters=(
        Chapter(PREFACE, Text("preface", "前言"), module="derivations.notes.preface"),
        Chapter(
            "1",
            Text("the whole task", "完整任务"),
            sections=(
                Section("1.1", Text("what has to be put together", "要接起来的环节")),
                Section("1.2", Text("one line, two uses", "一条主线，两个用途")),
                Section("1.3", Text("the example sentence", "例句")),
            ),
            module="derivations.notes.chapter01",
        ),
        Chapter(
            "2",
            Text("from a sentence to a matrix", "从句子到矩阵"),
            sections=(
                Section("2.1", Text("ids and embeddings", "编号与嵌入")),
                Section("2.2", Text("the matrix of a text", "整段文本的矩阵")),
                Section("2.3", Text("training the embeddings", "嵌入的训练")),
            ),
            module="derivations.notes.chapter02",
        ),
        Chapter(
            "3",
            Text("parameters and shapes", "参数与形状"),
            sections=(
                Section("3.1", Text("what is a parameter", "哪些是参数")),
                Section("3.2", Text("shapes", "形状")),
                Section("3.3", Text("four steps", "四步计算")),
            ),
            module="derivations.notes.chapter03",
        ),
        Chapter(
            "4",
            Text("training and generation", "训练与生成"),
            sections=(
                Section("4.1", Text("targets one position on", "错位的目标")),
                Section("4.2", Text("why no answer is seen", "为何看不到答案")),
                Section("4.3", Text("teacher forcing and generation", "Teacher forcing 与生成")),
            ),
            module="derivations.notes.chapter04",
        ),
        Chapter(
            "5",
            Text("queries, keys and values", "Q、K、V"),
            sections=(
                Section("5.1", Text("reading from elsewhere", "读取别处的信息")),
                Section("5.2", Text("why not plain dot products", "为什么不用直接点积")),
                Section("5.3", Text("why keys and values differ", "为什么 K 与 V 分开")),
            ),
            module="derivations.notes.chapter05",
        ),
        Chapter(
            "6",
            Text("scores to convex combinations", "从分数到凸组合"),
            sections=(
                Section("6.1", Text("what a dot product does", "点积做了什么")),
                Section("6.2", Text("softmax and its properties", "softmax 及其性质")),
                Section("6.3", Text("computed by hand", "手算一例")),
                Section("6.4", Text("the matrix product", "矩阵乘法")),
                Section("6.5", Text("what z means", "z 的意义")),
            ),
            module="derivations.notes.chapter06",
        ),
        Chapter(
            "7",
            Text("scaling and the causal mask", "缩放与因果掩码"),
            sections=(
                Section("7.1", Text("why a square root", "为什么有平方根")),
                Section("7.2", Text("variances of sums", "和的方差")),
                Section("7.3", Text("why the scale matters", "分数尺度的影响")),
                Section("7.4", Text("the mask", "掩码")),
                Section("7.5", Text("many layers", "多层之后")),
            ),
            module="derivations.notes.chapter07",
        ),
        Chapter(
            "8",
            Text("the complete block", "完整模块"),
            sections=(
                Section("8.1", Text("several heads", "多个头")),
                Section("8.2", Text("the network at every position", "逐位置的前馈网络")),
                Section("8.3", Text("residuals", "残差")),
                Section("8.4", Text("LayerNorm", "LayerNorm")),
                Section("8.5", Text("one block", "一个 Block")),
                Section("8.6", Text("positions", "位置信息")),
                Section("8.7", Text("three classes", "三类架构")),
            ),
            module="derivations.notes.chapter08",
        ),
        Chapter(
            "9",
            Text("probabilities and the loss", "概率与损失"),
            sections=(
                Section("9.1", Text("predicting", "预测函数")),
                Section("9.2", Text("why a negative logarithm", "为什么用负对数")),
                Section("9.3", Text("learning all parameters together", "各层一起学")),
                Section("9.4", Text("tied weights", "权重共享")),
            ),
            module="derivations.notes.chapter09",
        ),
        Chapter(
            "10",
            Text("gradients", "梯度"),
            sections=(
                Section("10.1", Text("why the gradient descends", "梯度与下降方向")),
                Section("10.2", Text("notation", "记号")),
                Section("10.3", Text("from the loss to the logits", "从损失到 logits")),
                Section("10.4", Text("output layer", "输出层")),
                Section("10.5", Text("residual and mixing", "残差与内容混合")),
                Section("10.6", Text("softmax", "softmax")),
                Section("10.7", Text("queries, keys, values", "Q、K、V")),
                Section("10.8", Text("FFN and LayerNorm", "FFN 与 LayerNorm")),
                Section("10.9", Text("embeddings", "嵌入")),
            ),
            module="derivations.notes.chapter10",
        ),
        Chapter(
            "11",
            Text("a small model, computed to the end", "小模型算到底"),
            sections=(
                Section("11.1", Text("setting", "设定")),
                Section("11.2", Text("lookup, projections, mask", "查表、投影、掩码")),
                Section("11.3", Text("residual, logits, loss", "残差、logits、损失")),
                Section("11.4", Text("from the loss to the scores", "从损失到分数")),
                Section("11.5", Text("gradients of all parameters", "全部参数的梯度")),
                Section("11.6", Text("one update, a second forward pass", "一次更新，再次前向")),
                Section("11.7", Text("checking by central differences", "中心差分核验")),
            ),
            module="derivations.notes.chapter11",
        ),
        Chapter(
            "12",
            Text("generation", "逐个生成"),
            sections=(
                Section("12.1", Text("why the last row", "为何用最后一行")),
                Section("12.2", Text("from probabilities to a token", "从概率到 Token")),
                Section("12.3", Text("one round", "走一轮")),
                Section("12.4", Text("the KV cache", "KV 缓存")),
                Section("12.5", Text("when to stop", "何时停止")),
            ),
            module="derivations.notes.chapter12",
        ),
        Chapter(
            "13",
            Text("what simple operations can do", "简单运算的能力"),
            sections=(
                Section("13.1", Text("mixing depends on the input", "混合随输入而变")),
                Section("13.2", Text("where meaning comes from", "语义从何而来")),
                Section("13.3", Text("attention maps explain no causes", "注意力图不说明因果")),
                Section("13.4", Text("objectives and shortcuts", "目标与捷径")),
            ),
            module="derivations.notes.chapter13",
        ),
        Chapter(
            "14",
            Text("questions and exercises", "提问与练习"),
            sections=(
                Section("14.1", Text("the questions, and where to read", "各次提问与对应章节")),
                Section("14.2", Text("three kinds of learning", "三种“学习”")),
                Section("14.3", Text("exercises with solutions", "自检与解答")),
                Section("14.4", Text("sources and scope", "来源与范围")),
            ),
            module="derivations.notes.chapter14",
        ),
    ),
)
