"""What a page loads for the mode: the switch with every page, all else when the switch asks for it."""

from __future__ import annotations

from sphinx.application import Sphinx

from bilingual_book.site.join_scripts import BUNDLE

WHEN_WANTED = {BUNDLE: "predict.js"}
# In this order, since each takes what it needs from those before it.
SCRIPTS = "words read-answer output diagnose-wrong-number record cover after-answer sentence form end-of-chapter questions-of-page"


def setup(app: Sphinx) -> None:
    app.add_css_file("predict.css")
    app.add_js_file("predict-switch.js", loading_method="defer")
    for name in SCRIPTS.split():
        app.add_js_file(f"predict-{name}.js", loading_method="defer", **WHEN_WANTED)
