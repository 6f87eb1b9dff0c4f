"""Writing one token after another: the cache of keys and values, the choice of the next token, and when to stop."""
