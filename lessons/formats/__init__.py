"""The formats of documents, one module a format: each reads an excerpt onto a page (`read(excerpt, page)`).

Documents are untrusted: every reader goes through its text once, recursion never follows the nesting of a document, and a page
takes so many runs and no more. What a reader cannot read it puts on the page as a note; nothing is dropped in silence.
"""
