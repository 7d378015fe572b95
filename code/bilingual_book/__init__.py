"""A Sphinx extension: one Jupyter Book in two languages, executed once, never stale.

The pieces, in the order in which a build meets them:

- `core`: the book and its languages, a page as a tree, what a page says about itself;
- `execution`: a chapter as a notebook, the same cells in both languages, outputs stored under their digest;
- `languages`: the list of languages, all but the source in processes of their own, and all that leads from one language to the other;
- `content`, `math`: diagrams, solutions, formulas;
- `frontpage`, `glossary`, `codelinks`: from the first page to a chapter, from a term or a name to its place;
- `predict`: outputs that the reader predicts before looking;
- `search`: what each section says, for who searches;
- `touch`: pieces of a page that a reader can touch;
- `site`: the look of the site, its weight, how it is found and shared;
- `export`: each chapter as a notebook, the code as a wheel, the book as PDFs (which no build makes).
"""

from __future__ import annotations

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict:
    # not with the package, of which a kernel imports one small module
    from bilingual_book import extension

    return extension.setup(app)
