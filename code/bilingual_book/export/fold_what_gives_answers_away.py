"""What stands below a question of a notebook and says its answer is shut until it is clicked."""

from bs4 import BeautifulSoup

TOLD = {"p", "ul", "ol", "dl"}


def fold_what_tells(tree: BeautifulSoup, summary: str) -> None:
    """Shut what says the answer to a question of the page, as predict-cover.js holds it back: the paragraph right after
    the output, and up to the next output whatever has a number that was printed.
    """
    for cell in tree.select(".cell[data-ask]:not(.solution .cell)"):
        block = cell.find_next_sibling()
        while block and "cell" not in block.get("class", []):
            following = block.find_next_sibling()
            is_first = block.find_previous_sibling() is cell and block.name == "p"
            if is_first or (block.name in TOLD and block.select_one(".printed")):
                box = block.wrap(tree.new_tag("details"))
                title = tree.new_tag("summary")
                title.string = summary
                box.insert(0, title)
            block = following
