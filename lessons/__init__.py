"""Lessons as documents: reading them, finding their printed figures and formulas, binding claims to places."""
