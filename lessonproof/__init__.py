"""The installed face of lessonproof: starts `cli.py` from where the wheel or the checkout keeps it."""

__version__ = "0.1.0"
