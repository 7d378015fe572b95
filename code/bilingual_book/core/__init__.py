"""What all parts share: the book and its languages, its configuration, a page as a tree, what a page says about itself."""
