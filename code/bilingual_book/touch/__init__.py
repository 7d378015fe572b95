"""Pieces of a page that a reader can touch: they start from the kernel's tensors."""
