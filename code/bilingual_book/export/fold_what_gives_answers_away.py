"""In a notebook, what gives away the answer to a question above it is folded."""

from bs4 import BeautifulSoup

TOLD = {"p", "ul", "ol", "dl"}


def fold_what_gives_answers_away(tree: BeautifulSoup, summary: str) -> None:
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
