"""The book's translator, trained: the same weights wherever it is needed."""

import lightning as L

from tensorbytensor.experiments import quiet_trainer
from tensorbytensor.translation.data import TranslationData
from tensorbytensor.translation.translator import Translator


def trained_translator(
    *callbacks: L.Callback, epochs: int = 3
) -> tuple[Translator, TranslationData]:
    """A model of sizes SMALL that has learned the book's corpus, and its data."""
    data = TranslationData()
    translator = Translator(data.src_tokenizer.state, data.tgt_tokenizer.state)
    quiet_trainer(epochs, *callbacks).fit(translator, data)
    return translator.eval(), data
