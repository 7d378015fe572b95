"""The site as a whole: its look, its weight, how it is found and shared."""
