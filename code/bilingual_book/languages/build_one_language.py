"""The process that builds another language; what to build comes pickled on standard input."""

from __future__ import annotations

import pickle
import sys
from importlib import import_module

from sphinx.application import Sphinx, builtin_extensions
from sphinx.cmd.build import handle_exception
from sphinx.util.docutils import docutils_namespace, patch_docutils

from bilingual_book.core import garbage_collection


class Options:
    """What Sphinx's error report asks of the command line."""

    pdb = verbosity = traceback = False


def main() -> int:
    garbage_collection.collect_seldom()
    for module in ("sphinx_book_theme", *builtin_extensions, *sys.argv[1:]):
        import_module(module)  # while the first build gets ready
    message = sys.stdin.buffer.read()
    if not message:  # the first build has ended early
        return 0
    arguments = pickle.loads(message)
    app = None
    try:
        with patch_docutils(), docutils_namespace():
            app = Sphinx(**arguments, status=None, warning=sys.stderr)
            app.build()
            return app.statuscode
    except (Exception, KeyboardInterrupt) as error:
        handle_exception(app, Options, error, sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
