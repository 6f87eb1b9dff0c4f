"""The kernel: the only code that may say "proved". Standard library only, imports nothing of ours.

`check.check(statement, certificate)` returns where the equation of the statement holds for all shapes and all values that
the statement allows, and raises `language.Rejected` otherwise. Statement and certificate are JSON; the statement comes from
the claim, the certificate from anybody. The parts, in reading order:

The core: `check` the facts that a certificate may use · `normal_form` and `monomials` sums of products, with bound indices in
the order that the certificate names · `differential` the rules of D. Beside it, one family of rules each: `language` what a
statement may say · `signs` what is positive · `powers` powers, exp, log · `angles` sin, cos · `indices` δ, bijections ·
`lemma` instances of lemmas.

Families of other statements, each with a checker of its own that rests on the core: `order` inequalities, by rules of sign ·
`expectation` and `moments` · `limit` · `rank`, `semidefinite`, `hull` matrices · `layers` equations added up by induction over
layers · `flow` what a position is determined by · `equivariance` transformed inputs. They share `assumptions` (conditions and
assumed inequalities), `placement` (terms at other indices) and `untrusted`. `base_theorems` is cited, not proved.
"""
