"""The untrusted search: reads printed formulas into statements, finds certificates for the kernel, looks for counterexamples.

`setting` what an author declares · `shaped` terms with axes · `naming`, `letters`, `sums`, `reading` printed tree → terms ·
`forward` the lines of a setting · `statements` formula + setting → statement · `sizes` how large a counterexample need be ·
`ordering`, `search` statement → certificate · `instances`, `refutation` the second engine, exact values at concrete sizes,
which can only refute · `examine` both engines, one answer.

Whole models: `layered` the gradient of L layers from local formulas (`backward` one part, `layered_search`, `unrolled` its
second engine) · `determined` information flow (`two_runs`) · `equivariant` transformed inputs (`second_run`).

Families of other statements, `finding` what each offers: a record (`ordered`, `expected`, `limiting`, `matrices`, on
`hypotheses`), its reading (`premises`, `limit_reading`, `matrix_reading`), its search (`order_search` and `order_rewriting`,
`moment_search`, `limit_search`, `matrix_search`), its second engine (`trials` instances of all premises, `probability` finite
spaces, `asymptotics` expansions; `…_refutation`), and `conjunction` both engines, one answer.
"""
