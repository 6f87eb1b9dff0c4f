"""How a verification is shown: one module an output format. Nothing is decided here.

Whatever a document prints passes through `reports.neutral` before it reaches a terminal; every wording of ours stands
in `reports.messages`. Rich is loaded only where lines are measured and drawn (`reports.layout`, `reports.progress`), so
that `json`, `concise` and `tables` start without it.
"""
