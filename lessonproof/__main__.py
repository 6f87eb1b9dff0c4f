"""`lessonproof …` and `python -m lessonproof …`: the same as `python cli.py …`.

The application's folders have everyday names (`reports`, `lessons`), so they are not installed at the top of the
environment. They lie in `app/` beside this file in a wheel, or in the checkout's root in an editable install, and come
first on the path of this process alone.
"""

from __future__ import annotations

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # `python -m` puts the folder it is started in before all others: a pathlib.py among the lessons is no module of ours.
    del sys.path[0]


def main() -> int:
    import gc
    from pathlib import Path

    gc.disable()  # as `python cli.py` does: one short run drops little
    here = Path(__file__).resolve().parent
    application = here / "app"
    sys.path.insert(0, str(application if application.is_dir() else here.parent))
    import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
