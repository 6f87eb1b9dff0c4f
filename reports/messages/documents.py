"""What a reader of a document's format could not read, and what a document says in two ways."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    # the document cannot be read: exit 2
    "document-too-intricate": (
        "{path} has more than {limit} pieces of text and formulas, the most that is read: split it.",
        "{path} 的文字与公式超过 {limit} 段的读取上限：请拆分。",
    ),
    "document-too-many-lines": (
        "{path} has more than {limit} lines, the most that are read.",
        "{path} 超过 {limit} 行的读取上限。",
    ),
    "notebook-not-json": (
        "{path} is called a notebook but is no JSON: line {line}, column {column} should be {expected}.",
        "{path} 名为笔记本，却不是 JSON：第 {line} 行第 {column} 列应为 {expected}。",
    ),
    "notebook-without-cells": ("{path} is called a notebook but has no cells.", "{path} 名为笔记本，却没有单元格。"),
    # notes
    "markup-unclosed": (
        "“{sign}” is never closed: nothing after it is displayed, and nothing after it is read.",
        "“{sign}”没有结束：其后的内容不会显示，也没有读取。",
    ),
    "formula-unclosed": ("This formula is never closed; it is not read as one.", "这个公式没有结束，未按公式读取。"),
    "formula-two-sources": (
        "The annotation of this formula says {source}, but the page shows {shown}; the annotation is read.",
        "这个公式的注释写的是 {source}，页面显示的是 {shown}；读取的是注释。",
    ),
    "formula-without-source": (
        "This formula is there only as a copy for the eye, without its source: it is not read.",
        "这个公式只有供显示的副本，没有源码：未读取。",
    ),
    "mathml-not-read": (
        "This formula is not read: MathML's “{element}” is not understood here, or is nested too deep.",
        "这个公式未读取：此处的 MathML“{element}”无法理解，或嵌套过深。",
    ),
    "file-not-followed": ("“{sign}” is not followed: name that file too.", "“{sign}”引用的文件未读取：请一并指定。"),
    "macros-not-expanded": (
        "Macros are not expanded: formulas that use those defined here are read as they are written.",
        "不展开宏：使用此处所定义宏的公式按原样读取。",
    ),
    "drawing-not-read": ("The drawing in “{name}” is not read.", "“{name}”中的图形未读取。"),
    "check-failed": (
        "Could not be checked: an error inside lessonproof ({check}: {kind} at {where}: {reason}). Please report it.",
        "未能核验：lessonproof 内部出错（{check}：{kind}，位于 {where}：{reason}）。请报告给我们。",
    ),
}
