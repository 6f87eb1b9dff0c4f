"""A Transformer in exact, enclosed and floating-point arithmetic. Knows nothing of lessons or claims."""
