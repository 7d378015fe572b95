"""The header of each page: its buttons from left to right."""

from sphinx.application import Sphinx

BUTTONS = ["predict-switch.html", "language-switch.html", "article-header-buttons.html"]


def configure(app: Sphinx, config) -> None:
    """Buttons, and no search field, which is in the sidebar; light or dark as the reader's machine has it."""
    config.html_theme_options = {
        **config.html_theme_options,
        "article_header_end": BUTTONS,
        "navbar_persistent": [],
    }
    config.html_context.setdefault("default_mode", "auto")
