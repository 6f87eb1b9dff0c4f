from __future__ import annotations
def pictures_of(verification, documents, language):
    return lambda lesson: {}
