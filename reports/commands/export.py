"""`export`: write all parameters, gradients and updates of a worked example as JSON."""

from __future__ import annotations

import os
from argparse import Namespace

from derivations.catalogue import UsageError
from lessons.check import companion
from reports.json import document
from reports.output import diagnose, write, write_file
from reports.sentences import say
from reports.session import Session

OPTIONS = ("target", "lesson", "digits", "output", "lang", "config")
FORMATS = ()


def run(session: Session, options: Namespace) -> int:
    if len(options.target) > 1:
        raise UsageError("one-target", command="export")
    text = document(companion(options.target[0], session.documents(options), digits=session.digits(options)))
    if options.output is None:
        write(text, utf8=True)
    elif os.path.exists(options.output) and not options.output.endswith(".json"):
        # A lesson named by mistake must not be lost.
        raise UsageError("output-exists", path=options.output)
    else:
        write_file(options.output, text)
        diagnose(say(session.language, "written", path=options.output))
    return 0
