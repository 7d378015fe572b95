"""What a page may contain besides text and cells: diagrams, what is folded, solutions of exercises."""
