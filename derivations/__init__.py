"""What the lessons state and why it holds: printed mathematics, claims, and the records of their verdicts.

Imports `numeric` and nothing else of ours. Documents are read elsewhere (`lessons`); texts that come from them are untrusted.
"""
