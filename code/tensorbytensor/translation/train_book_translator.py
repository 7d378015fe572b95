"""The book's translator, trained: the same weights wherever it is needed."""

from tensorbytensor.experiments import Recorder, kept, quiet_trainer
from tensorbytensor.translation.data_module import TranslationData
from tensorbytensor.translation.translator import Translator


def trained_translator() -> tuple[Translator, TranslationData, Recorder]:
    """A model of sizes SMALL that has learned the book's corpus.

    With it come its data and the record of its training, in which the weights
    after 50 and 70 steps are.
    """
    data, recorder = TranslationData(), Recorder(50, 70)
    states = data.src_tokenizer.state, data.tgt_tokenizer.state
    translator = Translator(*states, lr=8e-3)

    def train() -> dict:
        quiet_trainer(2, recorder).fit(translator, data)
        return {"weights": translator.state_dict(), "record": recorder.state_dict()}

    result = kept("translator", train)
    translator.load_state_dict(result["weights"])
    recorder.load_state_dict(result["record"])
    return translator.eval(), data, recorder
