"""Formulas as MathML, made while the book is built: a page shows them without a script.

Temml (in temml/, from npm) turns TeX into MathML, with the spaces and alignments that TeX would give; QuickJS
runs it. A formula that it does not understand is a warning, which ends the build.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import quickjs
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from bilingual_book.math.spaces_in_formulas import set_spaces

logger = logging.getLogger(__name__)

HERE = Path(__file__).parent
CONVERT = """
(tex, displayMode) => {
  const options = { displayMode, annotate: true, throwOnError: true };
  try {
    return JSON.stringify({ mathml: temml.renderToString(tex, options) });
  } catch (error) {
    return JSON.stringify({ error: error.message });
  }
}
"""
CLASS = re.compile(r'\bclass="([^"]*)"')
ANNOTATION = re.compile(r"<annotation\b.*?</annotation>", re.DOTALL)


@cache
def _converter():
    context = quickjs.Context()
    context.eval((HERE / "temml" / "temml.min.js").read_text("utf8"))
    return context.eval(CONVERT)


@cache
def _styled_classes() -> set[str]:
    return set(re.findall(r"\.([a-z][\w-]+)", (HERE / "formulas.css").read_text("utf8")))


@cache
def to_mathml(tex: str, block: bool) -> str:
    """`tex` as MathML, with the TeX as its annotation; a ValueError says what is not understood."""
    result = json.loads(_converter()(tex, block))
    if "error" in result:
        # Temml underlines the place with a character of Unicode.
        raise ValueError(" ".join(result["error"].replace("\u0332", "").split()))
    classes = {name for names in CLASS.findall(result["mathml"]) for name in names.split()}
    if unknown := classes - _styled_classes():
        raise ValueError(f"formulas.css has no style for {', '.join(sorted(unknown))}")
    tree = ET.fromstring(result["mathml"])
    set_spaces(tree, display=block)
    return ET.tostring(tree, encoding="unicode", short_empty_elements=False)


def mathml_of(node: nodes.math | nodes.math_block) -> str:
    """A formula of a page as MathML; a ValueError says what is not understood."""
    tex, block = node.astext().strip(), isinstance(node, nodes.math_block)
    # Rows without an environment of their own, as Sphinx allows them.
    if block and not tex.startswith(r"\begin") and (r"\\" in tex or "\n\n" in tex):
        rows = r" \\ ".join(part.strip() for part in tex.split("\n\n") if part.strip())
        tex = rf"\begin{{split}}{rows}\end{{split}}"
    return to_mathml(tex, block)


def _mathml(node: nodes.math | nodes.math_block) -> str:
    try:
        return mathml_of(node)
    except ValueError as error:
        logger.warning("formula %s: %s", " ".join(node.astext().split()), error, location=node)
        return ""


def visit_inline(writer, node: nodes.math) -> None:
    start = writer.starttag(node, "span", "", CLASS="math notranslate nohighlight")
    writer.body.append(f"{start}{_mathml(node)}</span>")
    raise nodes.SkipNode


def visit_block(writer, node: nodes.math_block) -> None:
    writer.body.append(writer.starttag(node, "div", CLASS="math notranslate nohighlight"))
    writer.body.append(_mathml(node))
    if node["number"]:
        writer.body.append(f'<span class="eqno">({get_node_equation_number(writer, node)})')
        writer.add_permalink_ref(node, _("Link to this equation"))
        writer.body.append("</span>")
    writer.body.append("</div>\n")
    raise nodes.SkipNode


def configure(app: Sphinx, config) -> None:
    config.html_math_renderer = "mathml"


def keep_tex_out_of_title(app: Sphinx, pagename: str, templatename: str, context, doctree) -> None:
    """A window's title is the heading's text, and an annotation's text would be part of it."""
    context["title"] = ANNOTATION.sub("", context.get("title") or "")


def setup(app: Sphinx) -> None:
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    app.add_css_file("formulas.css")
    app.add_js_file("formulas.js", loading_method="defer")
