"""The same model, reading pictures: patches, captions, a classifier."""

from tensorbytensor.vision.captions import (
    CHINESE,
    ENGLISH,
    IN_CHINESE,
    caption,
    caption_words,
)
from tensorbytensor.vision.draw_two_shapes import (
    COLOURS,
    PLACES,
    SHAPES,
    Thing,
    draw,
)
from tensorbytensor.vision.patch_embedding import PatchEmbedding
from tensorbytensor.vision.patches import cut, put_together
from tensorbytensor.vision.picture_classifier import PictureClassifier
from tensorbytensor.vision.picture_reader import PictureReader
from tensorbytensor.vision.scenes_kept_from_training import (
    UNSEEN,
    count_unseen,
    draw_all,
    scenes,
)
from tensorbytensor.vision.show_drawings import show
from tensorbytensor.vision.train_reader import (
    SMALL,
    new_reader,
    train_reader,
    trained_reader,
    training_scenes,
)

__all__ = [
    "CHINESE",
    "COLOURS",
    "ENGLISH",
    "IN_CHINESE",
    "PLACES",
    "SHAPES",
    "SMALL",
    "UNSEEN",
    "PatchEmbedding",
    "PictureClassifier",
    "PictureReader",
    "Thing",
    "caption",
    "caption_words",
    "count_unseen",
    "cut",
    "draw",
    "draw_all",
    "new_reader",
    "put_together",
    "scenes",
    "show",
    "train_reader",
    "trained_reader",
    "training_scenes",
]
