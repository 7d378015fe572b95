"""Every picture of a tensor, drawn from the tensor."""

from tensorbytensor.pictures.arrows import Arrow, arrows
from tensorbytensor.pictures.attention_links import Panel, links
from tensorbytensor.pictures.coloured_cells import COLOURS
from tensorbytensor.pictures.curves_and_images import curves, images
from tensorbytensor.pictures.distributions import distributions
from tensorbytensor.pictures.embeddings_and_counts import bars, paths
from tensorbytensor.pictures.heatmaps_and_equations import Part, equation, heatmaps
from tensorbytensor.pictures.picture import (
    BLUE,
    BROWN,
    GRAY,
    GREEN,
    INK,
    KEY,
    ORANGE,
    PURPLE,
    QUERY,
    RC,
    SKY,
    VALUE,
    VERMILION,
    YELLOW,
    Picture,
    new_figure,
)

__all__ = [
    "BLUE",
    "BROWN",
    "COLOURS",
    "GRAY",
    "GREEN",
    "INK",
    "KEY",
    "ORANGE",
    "PURPLE",
    "QUERY",
    "RC",
    "SKY",
    "VALUE",
    "VERMILION",
    "YELLOW",
    "Arrow",
    "Panel",
    "Part",
    "Picture",
    "arrows",
    "bars",
    "curves",
    "distributions",
    "equation",
    "heatmaps",
    "images",
    "links",
    "new_figure",
    "paths",
]
