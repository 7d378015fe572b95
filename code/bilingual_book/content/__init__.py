"""What a page may contain besides text and cells: diagrams, solutions of exercises."""
