"""TeX as MathML, spaced as TeX does it, with a font of its own."""
