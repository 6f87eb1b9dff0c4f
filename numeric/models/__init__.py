"""Whole Transformers: stacks of the layers next door, forward and backward."""
