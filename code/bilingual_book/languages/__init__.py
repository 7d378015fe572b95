"""One place, two languages: the second build, the switch between them, both side by side, search."""
