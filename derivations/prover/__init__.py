"""The untrusted search: reads printed formulas into statements, finds certificates for the kernel, looks for counterexamples.

`setting` what an author declares · `reading` printed tree → terms · `statements` formula + setting → statement ·
`ordering`, `search` statement → certificate · `instances`, `refutation` the second engine, exact values at concrete sizes,
which can only refute · `examine` both engines, one answer.
"""
