"""One place, several languages: the other builds, the switch between them, two side by side."""
