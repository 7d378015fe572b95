"""Bad input to the taught code gives a right result, or an error that says what is wrong.

EXAMPLES calls once all that is public: functions, classes, methods. Each argument in turn becomes what it
should not be (`wrong`), by the kind of the good one. Then there is a ValueError or a TypeError that names the
argument and says what is allowed, or a result that a rule calls right (`judge`). FINE has what is not wrong.
"""

import atexit
import importlib
import inspect
import random
import re
import shutil
import tempfile
import types
import typing
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch
from matplotlib.figure import Figure
from torch import Tensor, nn

from support.copies import ROOT
from support.llama_folder import write_llama
from support.small_models import DEEP, SOURCE, TARGET, continuer, draw, generator, translator
from tensorbytensor import (
    attention,
    basics,
    by_hand,
    corpus,
    decoding,
    experiments,
    generation,
    learning,
    masked_words,
    modern,
    pictures,
    small,
    stories,
    touch,
    transformer,
    vision,
)
from tensorbytensor.basics import Vocabulary, check_kinds
from tensorbytensor.basics.check_numbers import check_count, check_from_zero, check_positive
from tensorbytensor.corpus import ADJECTIVES, NOUNS, VERBS, english, french

EN, FR = NOUNS[0], ADJECTIVES[0]
SEE = VERBS[0]
LOOK = {"colour": "red", "shape": "circle", "place": "top left"}
THING = vision.Thing(**LOOK)
SIZES = transformer.Sizes(d_model=4, n_heads=2, d_ff=8, n_layers=1, dropout=0.0, max_len=9)
RECIPE = modern.Recipe(6, 8, 4, 8, 1, 9, places="rope", activation="swiglu", n_kv_heads=2)
FOLDERS = sorted(path.parent.name for path in (ROOT / "code/tensorbytensor").glob("*/__init__.py"))
TRIED = [
    name
    for name in FOLDERS
    if name not in ("command_line", "language_model", "predict_in_notebooks", "translation")
]  # which their own tests try


def x(*shape: int, seed: int = 0) -> Tensor:
    return draw(*shape, seed=seed, dtype=torch.float32)


def ids(*shape: int) -> Tensor:
    """From 1 to 5: neither padding, nor too large."""
    return torch.randint(1, 6, shape, generator=generator())


def hidden(*shape: int) -> Tensor:
    """Here and there, never the first of a row."""
    mask = torch.rand(shape, generator=generator(5)) < 0.4
    mask[..., 0] = False
    return mask


def three() -> dict[str, Tensor]:
    return {name: x(2, 3, 4, seed=n) for n, name in enumerate(("query", "key", "value"))}


def model() -> transformer.Transformer:
    return transformer.Transformer(8, 7, SIZES, generator=generator())


def full() -> nn.Module:
    return transformer.Transformer(6, 6, SIZES, generator=generator()).eval()


def writer() -> nn.Module:
    return generation.Writer(6, SIZES, 1, generator=generator()).eval()


def filled() -> generation.KeyValues:
    kept = generation.KeyValues(5)
    kept.add(x(2, 1, 3, 4), x(2, 1, 3, 4))
    return kept


def read_cache() -> generation.Cache:
    model = writer()
    cache = model.cache()
    model(ids(2, 3), cache)
    return cache


def watched(model: nn.Module) -> None:
    with attention.watch(model):
        pass


def lessons() -> list[tuple[Tensor]]:
    return [(ids(2, 4),), (ids(2, 4),)]


def phrase(plural: bool = False) -> dict:
    return {"determiner": "the", "noun": EN, "plural": plural, "adjective": FR}


def clause() -> dict:
    given = {"subject": ["I"], "person": 0, "verb": SEE, "tense": "present"}
    return given | {"negative": False, "question": False}


def layer(kind: type) -> nn.Module:
    return kind(SIZES, generator())


@cache
def llama() -> Path:
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    write_llama(folder)
    return folder


def patch_embedding(class_token: bool = False) -> vision.PatchEmbedding:
    return vision.PatchEmbedding(3, 2, 4, 4, class_token, generator())


def reader() -> vision.PictureReader:
    return vision.PictureReader(patch_embedding(), 7, SIZES, 0, generator())


def short_training(seed: int) -> None:
    """What of a trained reader may go wrong before the training begins."""
    vision.new_reader(seed)


def ablation() -> dict:
    return {
        "part": "positions",
        "make": continuer,
        "train": lambda models: None,
        "right": lambda model: 1,
        "seeds": [1, 2],
    }


# Of each public name: what is called, and good arguments.
EXAMPLES: dict[str, Callable[[], tuple[Callable, dict]]] = {
    "attention.attention": lambda: (
        attention.attention,
        {**three(), "mask": hidden(3, 3), "dropout": torch.nn.Identity()},
    ),
    "attention.fused_attention": lambda: (
        attention.fused_attention,
        {**three(), "mask": hidden(3, 3), "causal": False},
    ),
    "attention.masked_softmax": lambda: (
        attention.masked_softmax,
        {"scores": x(2, 3, 4), "mask": hidden(3, 4)},
    ),
    "attention.causal_mask": lambda: (attention.causal_mask, {"length": 3, "device": "cpu"}),
    "attention.split_heads": lambda: (attention.split_heads, {"x": x(2, 3, 4), "n_heads": 2}),
    "attention.merge_heads": lambda: (attention.merge_heads, {"x": x(2, 2, 3, 2)}),
    "attention.watch": lambda: (watched, {"model": model()}),
    "attention.SelfAttention": lambda: (
        attention.SelfAttention,
        {"d_in": 4, "d_out": 3, "dropout": 0.5, "bias": True, "generator": generator()},
    ),
    "attention.SelfAttention.forward": lambda: (
        attention.SelfAttention(4, 3, generator=generator()),
        {"x": x(2, 3, 4), "mask": hidden(3, 3)},
    ),
    "attention.OneHeadAttention": lambda: (
        attention.OneHeadAttention,
        {"d_model": 4, "generator": generator()},
    ),
    "attention.WideHeadAttention": lambda: (
        attention.WideHeadAttention,
        {"d_model": 4, "n_heads": 2, "generator": generator()},
    ),
    "attention.MultiHeadAttention": lambda: (
        attention.MultiHeadAttention,
        {"d_model": 4, "n_heads": 2, "bias": True, "generator": generator()},
    ),
    **{
        f"attention.{name}.{method}": lambda name=name, more=more, method=method: (
            getattr(getattr(attention, name)(4, *more, generator=generator()), method),
            {**three(), "mask": hidden(3, 3)},
        )
        for name, more, methods in (
            ("OneHeadAttention", (), ("forward", "weights")),
            ("WideHeadAttention", (2,), ("forward", "concatenated")),
            ("MultiHeadAttention", (2,), ("forward", "weights")),
        )
        for method in methods
    },
    "basics.linear": lambda: (
        basics.linear,
        {"d_in": 2, "d_out": 3, "bias": True, "generator": generator()},
    ),
    "basics.embedding": lambda: (
        basics.embedding,
        {"n_tokens": 3, "d_model": 2, "generator": generator(), "std": 0.5},
    ),
    "basics.Dropout": lambda: (basics.Dropout, {"p": 0.5, "generator": generator()}),
    "basics.Dropout.forward": lambda: (basics.Dropout(0.5, generator()), {"x": x(5, 4)}),
    "basics.sinusoids": lambda: (basics.sinusoids, {"length": 3, "d_model": 4}),
    "basics.PositionEncoding": lambda: (basics.PositionEncoding, {"d_model": 4, "max_len": 5}),
    "basics.PositionEncoding.forward": lambda: (
        basics.PositionEncoding(4, 5),
        {"x": x(2, 3, 4), "start": 1},
    ),
    "basics.Vocabulary": lambda: (Vocabulary, {"tokens": ["a", "b"]}),
    "basics.Vocabulary.id": lambda: (SOURCE.id, {"token": "a"}),
    "basics.Vocabulary.encode": lambda: (SOURCE.encode, {"text": "a b"}),
    "basics.Vocabulary.encode_batch": lambda: (SOURCE.encode_batch, {"texts": ["a b", "c"]}),
    "basics.Vocabulary.decode": lambda: (SOURCE.decode, {"ids": torch.tensor([0, 1])}),
    "basics.next_token_loss": lambda: (
        basics.next_token_loss,
        {"logits": x(2, 3, 6), "labels": ids(2, 3), "pad": 0, "smoothing": 0.1},
    ),
    "by_hand.circle": lambda: (by_hand.circle, {"length": 5, "period": 3}),
    "by_hand.rotation": lambda: (by_hand.rotation, {"steps": 2, "period": 5}),
    "by_hand.reflection": lambda: (by_hand.reflection, {"total": 2, "period": 5}),
    "by_hand.Adder": lambda: (by_hand.Adder, {"n_digits": 3, "sharpness": 50.0}),
    **{
        f"by_hand.Adder.{method}": lambda method=method: (
            getattr(by_hand.Adder(2), method),
            {"ids": ids(2, 5)},
        )
        for method in ("rough", "digit", "forward")
    },
    "by_hand.Adder.weights": lambda: (by_hand.Adder(2).weights, {"length": 5}),
    "by_hand.TwoLayers": lambda: (
        by_hand.TwoLayers,
        {"seeds": [0, 1], "n_tokens": 6, "d_model": 4, "max_len": 5},
    ),
    "by_hand.TwoLayers.forward": lambda: (
        by_hand.TwoLayers([0, 1], 6, 4, 5),
        {"ids": ids(2, 3), "change": lambda layer, weights: weights},
    ),
    "modern.RMSNorm": lambda: (modern.RMSNorm, {"d_model": 4, "eps": 0.1}),
    "modern.RMSNorm.forward": lambda: (modern.RMSNorm(4).forward, {"x": x(2, 3, 4)}),
    "modern.Recipe": lambda: (modern.Recipe, vars(RECIPE).copy()),
    "modern.angles": lambda: (
        modern.angles,
        {"length": 3, "width": 4, "base": 100.0, "start": 2},
    ),
    "modern.read_llama": lambda: (modern.read_llama, {"folder": llama()}),
    "modern.read_safetensors": lambda: (
        modern.read_safetensors,
        {"path": llama() / "model.safetensors"},
    ),
    "modern.rotate": lambda: (
        modern.rotate,
        {"x": x(2, 3, 4), "angle": x(3, 2), "pairs": "halved"},
    ),
    "modern.halved": lambda: (modern.halved, {"width": 6}),
    "modern.online_attention": lambda: (
        modern.online_attention,
        {"query": x(2, 3, 4), "key": x(2, 5, 4), "value": x(2, 5, 4), "size": 2},
    ),
    **{
        f"modern.{part.__name__}": lambda part=part: (
            part,
            {"recipe": RECIPE, "generator": generator()},
        )
        for part in (
            modern.Block,
            modern.FeedForward,
            modern.LanguageModel,
            modern.RotaryAttention,
        )
    },
    "modern.FeedForward.forward": lambda: (
        modern.FeedForward(RECIPE).forward,
        {"x": x(2, 3, 8)},
    ),
    **{
        f"modern.{part.__name__}.forward": lambda part=part: (
            part(RECIPE, generator()).forward,
            {"x": x(2, 3, 8), "mask": hidden(2, 3, 3)},
        )
        for part in (modern.Block, modern.RotaryAttention)
    },
    "modern.LanguageModel.forward": lambda: (
        modern.LanguageModel(RECIPE, generator()).forward,
        {"ids": ids(2, 3), "hidden": hidden(2, 3)},
    ),
    "modern.LanguageModel.cache": lambda: (
        modern.LanguageModel(RECIPE, generator()).cache,
        {"room": 5},
    ),
    "corpus.Noun": lambda: (corpus.Noun, vars(EN).copy()),
    "corpus.Adjective": lambda: (corpus.Adjective, vars(FR).copy()),
    "corpus.Verb": lambda: (corpus.Verb, vars(SEE).copy()),
    "corpus.Pair": lambda: (
        corpus.Pair,
        {"english": "I", "french": "Je", "meetings": frozenset({("a", "b")})},
    ),
    "corpus.Part": lambda: (
        corpus.Part,
        {"english": ["I"], "french": ["je"], "words": ("I",), "person": 0},
    ),
    "corpus.draw_corpus": lambda: (corpus.draw_corpus, {"count": 3, "seed": 1}),
    "corpus.split_corpus": lambda: (corpus.split_corpus, {"count": 3}),
    "corpus.draw_pair": lambda: (corpus.draw_pair, {"rng": random.Random(0)}),
    "corpus.draw_subject": lambda: (corpus.draw_subject, {"rng": random.Random(0)}),
    "corpus.draw_object": lambda: (
        corpus.draw_object,
        {"rng": random.Random(0), "verb": SEE, "negative": True},
    ),
    "corpus.english.noun_phrase": lambda: (english.noun_phrase, phrase()),
    "corpus.english.clause": lambda: (english.clause, clause()),
    "corpus.french.starts_with_vowel": lambda: (french.starts_with_vowel, {"word": "ami"}),
    "corpus.french.adjective_form": lambda: (
        french.adjective_form,
        {"adjective": FR, "noun": EN, "plural": True},
    ),
    "corpus.french.article": lambda: (
        french.article,
        {"determiner": "this", "gender": "m", "plural": False, "before": "ami"},
    ),
    "corpus.french.noun_phrase": lambda: (french.noun_phrase, phrase(plural=True)),
    "corpus.french.clause": lambda: (
        french.clause,
        clause() | {"direct": ["les", "pommes"], "pronoun": "him"},
    ),
    "corpus.french.write": lambda: (french.write, {"words": ["je", "aime", "."]}),
    "corpus.is_sentence": lambda: (corpus.is_sentence, {"text": "I see the dog."}),
    "generation.draw": lambda: (
        generation.draw,
        {"probabilities": x(2, 5).softmax(dim=-1), "generator": generator()},
    ),
    "generation.top_k": lambda: (generation.top_k, {"logits": x(2, 5), "k": 2}),
    "generation.top_p": lambda: (generation.top_p, {"logits": x(2, 5), "p": 0.5}),
    "generation.min_p": lambda: (generation.min_p, {"logits": x(2, 5), "p": 0.5}),
    "generation.penalize": lambda: (
        generation.penalize,
        {"logits": x(2, 6), "seen": ids(2, 3), "penalty": 2.0},
    ),
    "generation.write": lambda: (
        generation.write,
        {
            "read": lambda new: torch.zeros(*new.shape, 6, device=new.device),
            "prompt": ids(2, 3),
            "end": 1,
            "steps": 3,
            "pad": 0,
            "choose": lambda logits, _: logits.argmax(dim=-1),
        },
    ),
    "generation.KeyValues": lambda: (generation.KeyValues, {"room": 5, "window": 2}),
    "generation.KeyValues.add": lambda: (
        generation.KeyValues(5).add,
        {"key": x(2, 1, 3, 4), "value": x(2, 1, 3, 4)},
    ),
    "generation.KeyValues.cut": lambda: (filled().cut, {"length": 2}),
    "generation.Cache": lambda: (generation.Cache, {"n_layers": 2, "room": 5, "window": 2}),
    "generation.Cache.cut": lambda: (read_cache().cut, {"length": 2}),
    "generation.CachedTransformer": lambda: (
        generation.CachedTransformer,
        {"model": full(), "memory": x(2, 3, 4), "memory_mask": hidden(2, 1, 3)},
    ),
    "generation.CachedTransformer.__call__": lambda: (
        generation.CachedTransformer(full(), x(2, 3, 4), hidden(2, 1, 3)),
        {"ids": ids(2, 3)},
    ),
    "generation.GroupedAttention": lambda: (
        generation.GroupedAttention,
        {"d_model": 8, "n_heads": 4, "n_groups": 2, "generator": generator(), "bias": True},
    ),
    "generation.GroupedAttention.forward": lambda: (
        generation.GroupedAttention(8, 4, 2, generator()),
        {"x": x(2, 3, 8), "mask": hidden(2, 3, 3)},
    ),
    "generation.Writer": lambda: (
        generation.Writer,
        {
            "n_tokens": 6,
            "sizes": SIZES,
            "n_groups": 1,
            "window": 2,
            "pad": 0,
            "generator": generator(),
        },
    ),
    "generation.Writer.forward": lambda: (writer(), {"ids": ids(2, 3)}),
    "generation.Writer.loss": lambda: (writer().loss, {"ids": ids(2, 3)}),
    "generation.Writer.cache": lambda: (writer().cache, {"room": 5}),
    "generation.accept": lambda: (
        generation.accept,
        {
            "target": x(2, 3, 6).softmax(dim=-1),
            "draft": x(2, 2, 6, seed=1).softmax(dim=-1),
            "proposed": ids(2, 2),
            "generator": generator(),
        },
    ),
    "generation.speculate": lambda: (
        generation.speculate,
        {
            "target": writer(),
            "draft": writer(),
            "prompt": ids(3),
            "end": 1,
            "steps": 3,
            "ahead": 2,
            "generator": generator(),
        },
    ),
    "generation.trained_writers": lambda: (generation.trained_writers, {}),
    "stories.draw_stories": lambda: (
        stories.draw_stories,
        {"count": 2, "seed": 1, "start": (1, 3), "most_events": 2},
    ),
    "stories.to_ids": lambda: (stories.to_ids, {"stories": [["Anna", "has"]]}),
    "stories.grammar": lambda: (stories.grammar, {"start": (1, 3), "most_events": 2}),
    "stories.options": lambda: (
        stories.options,
        {"words": ["Anna", "has"], "start": (1, 3), "most_events": 2},
    ),
    "stories.mistake": lambda: (
        stories.mistake,
        {"words": ["Anna", "has"], "start": (1, 3), "most_events": 2},
    ),
    "stories.surprises": lambda: (stories.surprises, {"words": ["Anna", "has"]}),
    "stories.count_mistakes": lambda: (
        stories.count_mistakes,
        {"stories": [["Anna", "has"]]},
    ),
    "stories.tell_on": lambda: (
        stories.tell_on,
        {
            "read": lambda new: torch.zeros(*new.shape, 53),
            "beginnings": [["Anna", "has"]],
            "choose": lambda logits, _: logits.argmax(dim=-1),
            "steps": 3,
        },
    ),
    "stories.recipe": lambda: (stories.recipe, {"width": 8, "layers": 1}),
    "stories.StoryModel": lambda: (
        stories.StoryModel,
        {"width": 8, "layers": 1, "seed": 0},
    ),
    "stories.StoryModel.loss": lambda: (
        stories.StoryModel(8, 1).loss,
        {"ids": ids(2, 3)},
    ),
    "stories.batches": lambda: (stories.batches, {"n_stories": 4, "size": 2, "seed": 0}),
    "stories.train": lambda: (
        stories.train,
        {"model": stories.StoryModel(8, 1), "steps": 2, "seed": 0},
    ),
    "stories.story_vocabulary": lambda: (stories.story_vocabulary, {}),
    "stories.trained_teller": lambda: (stories.trained_teller, {}),
    "stories.losses_after": lambda: (
        stories.losses_after,
        {"width": 8, "steps": 2, "ids": ids(2, 3), "seeds": (0, 1)},
    ),
    "stories.exponents": lambda: (
        stories.exponents,
        {"x": x(3).exp(), "y": x(3, 2).exp()},
    ),
    "decoding.greedy": lambda: (
        decoding.greedy,
        {"predict": continuer(), "prompt": ids(2, 3), "end": 1, "steps": 3, "pad": 0},
    ),
    "decoding.beam_search": lambda: (
        decoding.beam_search,
        {
            "predict": continuer(),
            "prompt": ids(3),
            "end": 1,
            "steps": 3,
            "width": 2,
            "penalty": 0.5,
        },
    ),
    "experiments.Nothing.forward": lambda: (experiments.Nothing(), {"x": x(2, 3)}),
    "experiments.Nothing": lambda: (experiments.Nothing, {}),
    "experiments.without": lambda: (
        experiments.without,
        {"model": continuer(), "part": "positions"},
    ),
    "experiments.outcomes": lambda: (experiments.outcomes, ablation()),
    "experiments.learned": lambda: (experiments.learned, ablation()),
    "experiments.Recorder": lambda: (lambda step: experiments.Recorder(step), {"step": 2}),
    "experiments.quiet_trainer": lambda: (
        lambda max_epochs, callback: experiments.quiet_trainer(max_epochs, callback),
        {"max_epochs": 1, "callback": experiments.Recorder()},
    ),
    "experiments.kept": lambda: (experiments.kept, {"name": "a", "compute": dict}),
    "experiments.measure_time": lambda: (
        experiments.measure_time,
        {"call": dict, "repeats": 1, "device": "cpu"},
    ),
    "experiments.measure_memory": lambda: (
        experiments.measure_memory,
        {"call": dict, "device": "cpu"},
    ),
    "experiments.train_many": lambda: (
        experiments.train_many,
        {"models": [continuer(0), continuer(1)], "batches": lessons(), "epochs": 1, "lr": 0.1},
    ),
    "learning.softmax_backward": lambda: (
        learning.softmax_backward,
        {"weights": x(2, 3, 4).softmax(dim=-1), "d_weights": x(2, 3, 4, seed=1)},
    ),
    "learning.attention_backward": lambda: (
        learning.attention_backward,
        {**three(), "weights": x(2, 3, 3).softmax(dim=-1), "d_context": x(2, 3, 4, seed=1)},
    ),
    "learning.finite_differences": lambda: (
        learning.finite_differences,
        {"f": torch.sum, "x": x(2, 3).double(), "step": 0.01},
    ),
    "learning.adam_step": lambda: (
        learning.adam_step,
        {
            "theta": x(2, 3),
            "gradient": x(2, 3, seed=1),
            "m": x(2, 3, seed=2),
            "v": x(2, 3, seed=3) ** 2,
            "t": 2,
            "lr": 0.1,
        },
    ),
    "learning.draw_layers": lambda: (
        learning.draw_layers,
        {"depth": 2, "width": 3, "seeds": [1, 2], "he_style": True},
    ),
    "learning.go_through": lambda: (
        learning.go_through,
        {
            "x": x(2, 4, 3),
            "weights": x(5, 2, 2, 3, 3),
            "combine": lambda given, network: given + network(given),
        },
    ),
    "learning.Scalar": lambda: (lambda value: learning.Scalar(value), {"value": 2.0}),
    "learning.Scalar.exp": lambda: (learning.Scalar(2.0).exp, {}),
    "learning.Scalar.log": lambda: (learning.Scalar(2.0).log, {}),
    "learning.Scalar.inverse": lambda: (learning.Scalar(2.0).inverse, {}),
    "learning.Scalar.backward": lambda: (learning.Scalar(2.0).backward, {}),
    "small.SmallEncoder": lambda: (
        small.SmallEncoder,
        {"vocabulary": SOURCE, **DEEP, "generator": generator()},
    ),
    "small.SmallDecoder": lambda: (
        small.SmallDecoder,
        {"vocabulary": TARGET, **DEEP, "generator": generator()},
    ),
    "small.DecoderOnly": lambda: (
        small.DecoderOnly,
        {"vocabulary": TARGET, **DEEP, "lr": 0.1, "generator": generator()},
    ),
    "small.EncoderDecoder": lambda: (
        small.EncoderDecoder,
        {"encoder": translator().encoder, "decoder": translator().decoder, "lr": 0.1},
    ),
    "small.SmallEncoder.forward": lambda: (
        translator(dtype=torch.float32).encoder,
        {"ids": ids(2, 3)},
    ),
    "small.SmallEncoder.padding_mask": lambda: (
        translator().encoder.padding_mask,
        {"ids": ids(2, 3)},
    ),
    "small.SmallDecoder.forward": lambda: (
        translator(dtype=torch.float32).decoder,
        {"ids": ids(2, 3), "memory": x(2, 4, 4), "memory_mask": hidden(2, 1, 4)},
    ),
    "small.SmallDecoder.mask": lambda: (translator().decoder.mask, {"ids": ids(2, 3)}),
    "small.DecoderOnly.forward": lambda: (continuer(), {"ids": ids(2, 3)}),
    "small.DecoderOnly.mask": lambda: (continuer().mask, {"ids": ids(2, 3)}),
    "small.DecoderOnly.loss": lambda: (continuer().loss, {"ids": ids(2, 3)}),
    "small.DecoderOnly.generate": lambda: (continuer().generate, {"prompt": ids(2, 3)}),
    "small.EncoderDecoder.forward": lambda: (translator(), {"src": ids(2, 3), "tgt": ids(2, 4)}),
    "small.EncoderDecoder.loss": lambda: (
        translator().loss,
        {"src": ids(2, 3), "tgt": ids(2, 4)},
    ),
    "small.EncoderDecoder.generate": lambda: (translator().generate, {"src": ids(2, 3)}),
    "small.CachedDecoder": lambda: (
        small.CachedDecoder,
        {
            "decoder": translator(dtype=torch.float32).decoder,
            "memory": x(2, 3, 4),
            "memory_mask": hidden(2, 1, 3),
        },
    ),
    "small.CachedDecoder.__call__": lambda: (
        small.CachedDecoder(translator(dtype=torch.float32).decoder, x(2, 3, 4)),
        {"ids": ids(2, 1)},
    ),
    "transformer.Sizes": lambda: (transformer.Sizes, vars(SIZES).copy()),
    "transformer.FeedForward": lambda: (
        transformer.FeedForward,
        {"d_model": 4, "d_ff": 8, "activation": "relu", "generator": generator()},
    ),
    "transformer.FeedForward.forward": lambda: (
        transformer.FeedForward(4, 8, generator=generator()),
        {"x": x(2, 3, 4)},
    ),
    "transformer.EncoderLayer": lambda: (
        transformer.EncoderLayer,
        {"sizes": SIZES, "generator": generator()},
    ),
    "transformer.EncoderLayer.forward": lambda: (
        layer(transformer.EncoderLayer),
        {"x": x(2, 3, 4), "mask": hidden(3, 3)},
    ),
    "transformer.DecoderLayer": lambda: (
        transformer.DecoderLayer,
        {"sizes": SIZES, "generator": generator()},
    ),
    "transformer.DecoderLayer.forward": lambda: (
        layer(transformer.DecoderLayer),
        {
            "x": x(2, 3, 4),
            "memory": x(2, 5, 4),
            "mask": hidden(3, 3),
            "memory_mask": hidden(2, 1, 5),
        },
    ),
    "transformer.Transformer": lambda: (
        transformer.Transformer,
        {"n_src": 8, "n_tgt": 7, "sizes": SIZES, "pad": 1, "generator": generator()},
    ),
    "transformer.Transformer.forward": lambda: (model(), {"src": ids(2, 3), "tgt": ids(2, 4)}),
    "transformer.Transformer.encode": lambda: (model().encode, {"src": ids(2, 3)}),
    "transformer.Transformer.decode": lambda: (
        model().decode,
        {"tgt": ids(2, 3), "memory": x(2, 5, 4), "memory_mask": hidden(2, 1, 5)},
    ),
    "transformer.Transformer.mask": lambda: (model().mask, {"tgt": ids(2, 3)}),
    "transformer.Transformer.padding_mask": lambda: (model().padding_mask, {"ids": ids(2, 3)}),
    "pictures.Picture": lambda: (pictures.Picture, {"figure": Figure()}),
    "pictures.new_figure": lambda: (
        pictures.new_figure,
        {"width": 2.0, "height": 3.0, "rows": 1, "columns": 2},
    ),
    "pictures.heatmaps": lambda: (
        lambda title, kind, matrix, **more: pictures.heatmaps((title, kind, matrix), **more),
        {
            "title": "matrix",
            "kind": "scores",
            "matrix": x(2, 3),
            "rows": ["a", "b"],
            "columns": ["c", "d", "e"],
            "mask": hidden(2, 3),
        },
    ),
    "pictures.equation": lambda: (
        lambda title, kind, matrix, **more: pictures.equation("=", (title, kind, matrix), **more),
        {
            "title": "matrix",
            "kind": "query",
            "matrix": x(2, 3),
            "rows": ["a", "b"],
            "columns": ["c", "d", "e"],
        },
    ),
    "pictures.curves": lambda: (
        lambda title, y, **more: pictures.curves((title, {"y": (y, "red", "-")}), **more),
        {"title": "t", "y": x(3), "x": [1, 2, 3], "x_label": "i", "log": True, "log_y": False},
    ),
    "pictures.images": lambda: (
        lambda title, matrix, **more: pictures.images((title, matrix), **more),
        {"title": "matrix", "matrix": x(2, 3), "x_label": "i", "y_label": "j"},
    ),
    "pictures.arrows": lambda: (
        lambda name, start, end, labels: pictures.arrows(
            ("t", [(name, "red", start, end)]), labels=labels
        ),
        {"name": "start, end", "start": (0.0, 1.0), "end": x(2), "labels": ("i", "j")},
    ),
    "pictures.links": lambda: (
        lambda title, queries, keys, weights: pictures.links((title, queries, keys, weights)),
        {"title": "t", "queries": ["a"], "keys": ["b", "c"], "weights": x(1, 2)},
    ),
    "pictures.distributions": lambda: (
        lambda title, tokens, probabilities, shown: pictures.distributions(
            (title, tokens, probabilities), shown=shown
        ),
        {
            "title": "probabilities",
            "tokens": ["a", "b", "c"],
            "probabilities": torch.tensor([0.2, 0.3, 0.5]),
            "shown": 2,
        },
    ),
    "pictures.paths": lambda: (
        lambda title, names, places: pictures.paths((title, names, places)),
        {"title": "t", "names": ["a", "b"], "places": x(3, 2, 2)},
    ),
    "pictures.bars": lambda: (
        lambda title, count, total: pictures.bars((title, {"count": count}), total=total),
        {"title": "t", "count": 1, "total": 3},
    ),
    "touch.Exported": lambda: (touch.Exported, {"weights": x(2, 3)}),
    "vision.cut": lambda: (vision.cut, {"pictures": x(2, 3, 4, 4), "width": 2}),
    "vision.put_together": lambda: (
        vision.put_together,
        {"patches": x(2, 4, 12), "channels": 3, "columns": 2},
    ),
    "vision.Thing": lambda: (
        lambda **look: vision.caption([vision.Thing(**look)], "<en>"),
        LOOK.copy(),
    ),
    "vision.draw": lambda: (vision.draw, {"things": [THING], "shifts": [(0, 1)]}),
    "vision.draw_all": lambda: (
        vision.draw_all,
        {"scenes": [[THING]], "generator": generator()},
    ),
    "vision.count_unseen": lambda: (vision.count_unseen, {"things": [THING]}),
    "vision.scenes": lambda: (vision.scenes, {}),
    "vision.caption": lambda: (vision.caption, {"things": [THING], "language": "<en>"}),
    "vision.caption_words": lambda: (vision.caption_words, {}),
    "vision.training_scenes": lambda: (vision.training_scenes, {"seed": 1}),
    "vision.new_reader": lambda: (vision.new_reader, {"seed": 1}),
    "vision.train_reader": lambda: (
        vision.train_reader,
        {"reader": vision.new_reader(), "scenes": [[THING]], "n_steps": 2, "seed": 1},
    ),
    "vision.trained_reader": lambda: (short_training, {"seed": 1}),
    "vision.show": lambda: (
        lambda title, picture, **more: vision.show((title, picture), **more),
        {"title": "picture", "picture": x(3, 4, 4).sigmoid(), "across": 1, "width": 2},
    ),
    "vision.PatchEmbedding": lambda: (
        vision.PatchEmbedding,
        {
            **{"channels": 3, "width": 2, "n_patches": 4, "d_model": 4},
            **{"class_token": True, "generator": generator()},
        },
    ),
    "vision.PatchEmbedding.forward": lambda: (
        patch_embedding(),
        {"pictures": x(2, 3, 4, 4)},
    ),
    "vision.PictureReader": lambda: (
        vision.PictureReader,
        {
            **{"embedding": patch_embedding(), "n_tgt": 7, "sizes": SIZES},
            **{"pad": 1, "generator": generator()},
        },
    ),
    "vision.PictureReader.encode": lambda: (reader().encode, {"pictures": x(2, 3, 4, 4)}),
    "vision.PictureReader.decode": lambda: (
        reader().decode,
        {"tgt": ids(2, 3), "memory": x(2, 4, 4), "memory_mask": hidden(2, 1, 4)},
    ),
    "vision.PictureReader.mask": lambda: (reader().mask, {"tgt": ids(2, 3)}),
    "vision.PictureReader.padding_mask": lambda: (reader().padding_mask, {"ids": ids(2, 3)}),
    "vision.PictureReader.forward": lambda: (
        reader(),
        {"pictures": x(2, 3, 4, 4), "tgt": ids(2, 3)},
    ),
    "masked_words.hide": lambda: (
        masked_words.hide,
        {"ids": ids(2, 3), "first": 2, "mask": 6, "share": 0.5, "generator": generator()},
    ),
    "masked_words.WordFiller": lambda: (
        masked_words.WordFiller,
        {"n_tokens": 6, "sizes": SIZES, "generator": generator()},
    ),
    "masked_words.WordFiller.forward": lambda: (
        masked_words.WordFiller(6, SIZES, generator()),
        {"ids": ids(2, 3), "mask": hidden(2, 3, 3)},
    ),
    "vision.PictureClassifier": lambda: (
        vision.PictureClassifier,
        {
            **{"embedding": patch_embedding(True), "n_classes": 5, "sizes": SIZES},
            **{"generator": generator()},
        },
    ),
    "vision.PictureClassifier.forward": lambda: (
        vision.PictureClassifier(patch_embedding(True), 5, SIZES, generator()),
        {"pictures": x(2, 3, 4, 4)},
    ),
}
NOT_NUMBERS = {
    "None": None,
    "a string": "nonsense",
    "a list": [1.5],
    "an array": np.ones(3),
    "a dictionary": {},
    "a function": print,
}
NUMBERS = {
    "True": True,
    "0": 0,
    "negative": -3,
    "huge": 2**63,
    "a fraction": 2.5,
    "NaN": float("nan"),
    "infinite": float("inf"),
    "a tensor": torch.tensor(1),
}
MASKS = {
    "small.DecoderOnly.mask ids",
    "small.SmallDecoder.mask ids",
    "small.SmallEncoder.padding_mask ids",
    "transformer.Transformer.mask tgt",
    "transformer.Transformer.padding_mask ids",
    "vision.PictureReader.mask tgt",
    "vision.PictureReader.padding_mask ids",
}
DECODE = {"basics.Vocabulary.decode ids"}  # a text, which may be empty
WORDS = {"title", "token", "text", "x_label", "y_label", "before", "word", "name", "english"}
WORDS |= {"french", "en", "fr", "en_plural", "fr_plural", "kind", "liaison", "participle"}
WORDS |= {"future", "kinds", "rows", "columns", "names", "labels", "tokens", "queries", "keys"}
ZERO = {"p", "dropout", "smoothing", "penalty", "start", "end", "pad", "seed", "person", "count"}
# What is not wrong: an argument, or one of one place. None is it where the annotation says so.
FINE = [
    ({"a string"}, WORDS),
    ({"0"}, ZERO),
    ({"negative", "huge"}, {"seed"}),
    ({"negative"}, {"basics.next_token_loss pad"}),
    ({"a fraction"}, {"lr", "std", "penalty", "width", "height", "step", "eps", "base"}),
    ({"0", "negative", "huge", "a fraction"}, {"learning.Scalar value"}),
    ({"a list", "an array"}, {"pictures.curves x", "pictures.curves y"}),
    # a mask is as long as its ids, whatever they are: they are looked at when they are read
    ({"negative", "too large"}, MASKS),
    ({"one dimension", "wider", "no columns", "all 0"}, DECODE),
    ({"0-d", "one dimension"}, {"small.CachedDecoder memory_mask"}),
    # a mask for all rows alike; a sentence that alone ends earlier, or has other draws; a mean over other sentences
    ({"one dimension"}, {"mask", "memory_mask", "hidden", "masked_words.hide ids"}),
    ({"one dimension"}, {"small.DecoderOnly.generate prompt", "small.DecoderOnly.loss ids"}),
    ({"one dimension"}, {"stories.StoryModel.loss ids", "stories.losses_after ids"}),
    # three layers of other weights
    ({"three of a batch"}, {"learning.go_through weights"}),
    # nothing that is returned depends on these numbers
    ({"NaN", "infinite", "four dimensions more"}, {"small.CachedDecoder memory"}),
    ({"NaN", "infinite"}, {"generation.CachedTransformer memory"}),
    ({"NaN", "infinite"}, {"experiments.Nothing.forward x"}),
    ({"NaN", "infinite"}, {f"attention.{n}HeadAttention.weights value" for n in ("One", "Multi")}),
    ({"0", "negative", "huge"}, {"by_hand.rotation steps", "by_hand.reflection total"}),
    ({"a fraction"}, {"sharpness"}),
    ({"0"}, {"generation.KeyValues.cut length", "generation.Cache.cut length"}),
    ({"0"}, {"masked_words.hide share"}),
    ({"double", "half"}, {"generation.draw probabilities"}),
    ({"one dimension"}, {f"generation.{name} logits" for name in ("top_k", "top_p", "min_p")}),
    ({"none"}, {"stories.count_mistakes stories"}),
    ({"double", "half"}, {"stories.exponents x", "stories.exponents y"}),  # that of both
    ({"double", "half"}, {"modern.rotate angle"}),  # the result has the kind of x
    # a cell without a number or with one that has no colour of its own, a gap in a line
    ({"NaN", "infinite"}, {f"pictures.{name} matrix" for name in ("heatmaps", "equation")}),
    ({"NaN", "infinite"}, {"pictures.curves y"}),
]


def public() -> dict[str, object]:
    found: dict[str, object] = {}
    for folder in TRIED:
        module = importlib.import_module(f"tensorbytensor.{folder}")
        for name in module.__all__:
            add(found, f"{folder}.{name}", getattr(module, name))
    return found


def add(found: dict[str, object], path: str, thing: object) -> None:
    if isinstance(thing, types.ModuleType):
        for name, inner in vars(thing).items():
            if not name.startswith("_") and getattr(inner, "__module__", "") == thing.__name__:
                add(found, f"{path}.{name}", inner)
    elif re.search(r"\.check_\w+$", getattr(thing, "__module__", "")):
        pass  # what says no is tried by those whom it serves
    elif inspect.isfunction(thing):
        found[path] = thing
    elif isinstance(thing, type) and not typing.get_origin(thing):
        found[path] = thing
        found.update((f"{path}.{name}", method) for name, method in methods(thing))


def methods(kind: type) -> Iterator[tuple[str, Callable]]:
    """Those that the book has written; what a library's class has, too, is called by the library."""
    ours = [base for base in kind.__mro__ if base.__module__.startswith("tensorbytensor.")]
    library = [base for base in kind.__mro__ if base not in ours]
    for name in {name: None for base in ours for name in vars(base)}:
        called = name in ("forward", "__call__")
        own = called or not (name[0] == "_" or any(hasattr(base, name) for base in library))
        if own and inspect.isfunction(method := inspect.getattr_static(kind, name)):
            yield name, method


PUBLIC = public()


def test_all_that_is_public_has_an_example():
    assert sorted(PUBLIC) == sorted(EXAMPLES)


def wrong(good: object) -> dict[str, object]:
    """What may come in the place of a good argument, by the kind of that one."""
    if isinstance(good, Tensor):
        return NOT_NUMBERS | {"a number": 3, "its list": good.tolist()} | other_tensors(good)
    choices = NOT_NUMBERS | NUMBERS
    if callable(good):
        del choices["a function"]
    if isinstance(good, bool):
        del choices["True"]
    elif isinstance(good, (list, tuple)) and good and isinstance(good[0], str):
        choices |= {"a list with None": [*good, None], "a set": set(good)}
    elif isinstance(good, (list, tuple)):
        choices |= {"none": [], "a generator": iter(good)}
    return choices


def other_tensors(good: Tensor) -> dict[str, Tensor]:
    tensors = {
        "0-d": good.flatten()[0],
        "one dimension": good.flatten()[: good.shape[-1]],
        "four dimensions more": good[None, None, None, None],
        "wider": torch.cat([good, good[..., :1]], dim=-1),
        "no columns": good[..., :0],
        "complex": good.to(torch.complex64),
        "meta": good.to("meta"),
    }
    if good.ndim > 1:
        tensors["no rows"] = good[..., :0, :]
    if good.ndim > 2:
        tensors["three of a batch"] = good[[0, 1, 1]]
    if good.dtype == torch.int64:
        tensors |= {"int32": good.int(), "bool": good > 1, "float": good.float()}
        tensors |= {"negative": good - 9, "too large": good + 99, "all 0": good * 0}
    elif good.dtype == torch.bool:
        tensors |= {"int": good.long(), "float": good.float()}
    else:
        tensors |= {"double": good.double(), "half": good.half(), "int": good.long()}
        tensors |= {"bool": good > 0, "NaN": good + float("nan"), "infinite": good / 0}
        tensors["a gradient"] = good.clone().requires_grad_()
    return tensors


def outcome(path: str, /, **changed: object) -> tuple[object, dict]:
    call, arguments = EXAMPLES[path]()
    torch.manual_seed(0)
    arguments |= changed
    return call(**arguments), arguments


def numbers(result: object) -> list[Tensor]:
    """All tensors in a result."""
    if isinstance(result, Tensor):
        return [result]
    if isinstance(result, (tuple, list)):
        return [tensor for part in result for tensor in numbers(part)]
    return []


def right(label: str, result: object, good: object, given: dict) -> bool:
    """Is the result of a good call with one argument changed as a rule wants it?"""
    pairs = list(zip(numbers(result), numbers(good)))
    floats = [(got, want) for got, want in pairs if got.is_floating_point()]
    if isinstance(result, touch.Exported):
        return label not in ("complex", "meta", "infinite")
    if isinstance(result, pictures.Picture):
        refused = {"bool", "complex", "float", "meta", "None", "a generator", "NaN", "infinite"}
        return label not in refused
    if label in ("double", "half"):
        dtype = torch.float64 if label == "double" else torch.float16
        near = [torch.allclose(got.to(want), want, atol=2e-2) for got, want in floats]
        return bool(floats) and all(got.dtype == dtype for got, _ in floats) and all(near)
    if label == "a gradient":
        return all(torch.equal(got, want) for got, want in pairs)
    if label == "meta":
        return bool(pairs) and all(got.is_meta and got.shape == w.shape for got, w in pairs)
    if label in ("NaN", "infinite"):
        return bool(floats) and not all(got.isfinite().all() for got, _ in floats)
    if label in PARTS_OF_RESULT:
        part = PARTS_OF_RESULT[label]
        return bool(pairs) and all(is_close(got, part(want, got)) for got, want in pairs)
    if label in ("0-d", "no rows", "no columns", "all 0"):
        return bool(pairs) and all(got.isfinite().all() for got, _ in floats)
    return label == "wider" and bool(pairs)


# What of the result of good arguments is right where a part of one, or more of it, was given.
PARTS_OF_RESULT: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "one dimension": lambda want, got: want[(0,) * (want.ndim - got.ndim)],
    "three of a batch": lambda want, got: want[[0, 1, 1]],
    "four dimensions more": lambda want, got: want[(None,) * (got.ndim - want.ndim)],
}


def is_close(got: Tensor, want: Tensor) -> bool:
    return got.shape == want.shape and torch.allclose(got, want, atol=1e-5)


def optional(path: str, name: str) -> bool:
    """Does the annotation of this argument allow None?"""
    thing = PUBLIC[path]
    hints = typing.get_type_hints(thing.__init__ if isinstance(thing, type) else thing)
    return type(None) in typing.get_args(hints.get(name))


def fine(path: str, name: str, label: str) -> bool:
    if label == "None":
        return optional(path, name)
    here = {name, f"{path} {name}"}
    return any(label in labels and here & places for labels, places in FINE)


# Two that do not fit: either may be named.
PARTNERS = {"text": {"token"}, "tokens": {"probabilities"}, "names": {"places"}}
PARTNERS |= {"ids": {"memory"}}  # for a decoder that was made with it
PARTNERS |= {"queries": {"weights"}, "keys": {"weights"}, "matrix": {"rows", "columns"}}
# What is wrong whatever comes beside it: no other tensor is blamed.
WRONG_ALONE = {*NOT_NUMBERS, "a number", "its list", "complex", "int32"}
IDS = {"ids", "src", "tgt", "prompt", "labels"}
CASES = [(path, name) for path in PUBLIC if path in EXAMPLES for name in EXAMPLES[path]()[1]]


@pytest.mark.parametrize(("path", "name"), CASES, ids=lambda part: part)
def test_a_wrong_argument_is_refused_by_its_name_or_gives_a_right_result(path, name):
    good, arguments = outcome(path)
    tensors = {other for other, each in arguments.items() if isinstance(each, Tensor)}
    problems = []
    for label, value in wrong(arguments[name]).items():
        names = {name} | PARTNERS.get(name, set())
        if name in tensors:
            names |= tensors
        if names & IDS:
            names |= {"id", "ids", "token", "tokens", "label", "row"}
        try:
            result, given = outcome(path, **{name: value})
        except (ValueError, TypeError) as error:
            words = set(re.findall(r"\w+", str(error)))
            blamed = label in WRONG_ALONE and words & (tensors - PARTNERS.get(name, set()))
            said = words & ({name} if blamed else names)
            if not (said and re.search("but|needed|allowed|only", str(error))):
                problems.append(f"{label}: {type(error).__name__}: {error}")
        except Exception as error:  # whatever else it is, it is not ours
            problems.append(f"{label}: {type(error).__name__}: {str(error)[:200]}")
        else:
            if not fine(path, name, label) and not right(label, result, good, given):
                problems.append(f"{label}: gives {str(result)[:100]}")
    assert not problems, "\n".join([f"{path}, {name}", *problems])


def frozen(value: object) -> object:
    """What can be compared with what it is later."""
    if isinstance(value, Tensor):
        return value.dtype, value.requires_grad, repr(value.tolist())  # NaN equals NaN there
    if isinstance(value, nn.Module):
        modes = [(name, part.training) for name, part in value.named_modules()]
        return modes, frozen(value.state_dict(keep_vars=True))
    if isinstance(value, dict):
        return {key: frozen(part) for key, part in value.items()}
    return [*map(frozen, value)] if isinstance(value, (list, tuple)) else repr(value)


def settings_of_all() -> tuple:
    """What a call finds set for all others, and leaves as it was."""
    drawing = torch.get_rng_state().tolist(), random.getstate(), repr(np.random.get_state())
    return drawing, torch.is_grad_enabled(), torch.get_default_dtype(), torch.get_num_threads()


# They are there to change what they are given.
CHANGE_A_MODEL = {
    "experiments.without",
    "experiments.train_many",
    "stories.train",
    "vision.train_reader",
}


@pytest.mark.parametrize("path", EXAMPLES)
def test_a_call_changes_neither_its_arguments_nor_its_model_nor_what_is_set_for_all(path):
    call, arguments = EXAMPLES[path]()
    owner = getattr(call, "__self__", call)
    all_given = [*arguments.values(), owner if isinstance(owner, nn.Module) else None]
    before, outside = frozen(all_given), settings_of_all()
    call(**arguments)
    assert settings_of_all() == outside
    assert path in CHANGE_A_MODEL or frozen(all_given) == before


def on(device: str, value: object) -> object:
    """The same there; what our own objects and methods have is moved with them."""
    if isinstance(value, (Tensor, nn.Module)):
        return value.to(device)
    if isinstance(value, (list, tuple)):
        return type(value)(on(device, part) for part in value)
    if isinstance(value, dict):
        return {name: on(device, part) for name, part in value.items()}
    owner = getattr(value, "__self__", value)
    if isinstance(owner, nn.Module):
        owner.to(device)
    elif type(owner).__module__.startswith("tensorbytensor"):
        vars(owner).update(on(device, vars(owner)))
    return value


# Draws on a GPU are others; that one makes its models on the CPU.
NOT_EQUAL_THERE = {"basics.Dropout.forward", "stories.losses_after"}
COMPUTE = [path for path in EXAMPLES if numbers([*EXAMPLES[path]()[1].values()])]


@pytest.mark.skipif(not torch.cuda.is_available(), reason="PyTorch finds no GPU")
@pytest.mark.parametrize("path", sorted(set(COMPUTE) - NOT_EQUAL_THERE))
def test_a_gpu_computes_what_the_cpu_computes(path):
    good, _ = outcome(path)
    call, arguments = EXAMPLES[path]()
    torch.manual_seed(0)
    there = on("cuda", call)(**{name: on("cuda", value) for name, value in arguments.items()})
    for got, want in zip(numbers(there), numbers(good), strict=True):
        assert got.is_cuda
        torch.testing.assert_close(got.cpu(), want, rtol=1e-5, atol=1e-5)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="PyTorch finds no GPU")
def test_dropout_on_a_gpu_drops_its_share_and_is_repeated_by_its_seed():
    first, second = (basics.Dropout(0.3, generator()) for _ in range(2))
    there = torch.ones(100_000, device="cuda")
    dropped = first(there)
    assert dropped.is_cuda and dropped.equal(second(there))
    assert (dropped == 0).float().mean().item() == pytest.approx(0.3, abs=0.01)
    torch.testing.assert_close(dropped[dropped > 0], there[dropped > 0] / 0.7)


def faces(*inputs: Tensor) -> tuple[Tensor, Tensor]:
    return attention.attention(*inputs)[0], attention.fused_attention(*inputs)


@pytest.mark.parametrize("shape", [(), (5,), (2, 5), (3, 1, 5), (3, 2, 5)], ids=str)
def test_both_faces_take_the_same_masks(shape):
    """Those of fewer dimensions, and those of a batch to which a query of one is repeated."""
    mask = torch.rand(shape, generator=generator()) < 0.5
    explained, fused = faces(x(1, 2, 4), x(3, 5, 4), x(3, 5, 4, seed=1), mask)
    assert fused.shape == (3, 2, 4)
    torch.testing.assert_close(fused, explained)
    heads = attention.MultiHeadAttention(4, 2, generator=generator())
    assert heads(x(3, 2, 4), x(3, 5, 4), x(3, 5, 4), mask).shape == (3, 2, 4)


@pytest.mark.parametrize("name", ["query", "key"])
@pytest.mark.parametrize("causal", [False, True])
def test_nan_never_becomes_a_number(name, causal):
    """PyTorch's kernel gives 0 where all scores of a row are NaN, unless a mask is given."""
    given = three()
    given[name][0, 0, 1] = torch.nan
    with pytest.raises(ValueError, match=f"{name} has NaN, but must have numbers"):
        attention.fused_attention(**given, causal=causal)
    masked = attention.fused_attention(**given, mask=attention.causal_mask(3))
    explained, _ = attention.attention(**given, mask=attention.causal_mask(3))
    assert masked.isnan().equal(explained.isnan()) and masked.isnan().any()


def test_without_columns_there_are_no_scores():
    for face in (attention.attention, attention.fused_attention):
        with pytest.raises(ValueError, match="query and key must be equally wide, 1 at least"):
            face(x(3, 0), x(3, 0), x(3, 4))


def test_query_key_and_value_are_on_one_device():
    given = three() | {"key": x(2, 3, 4).to("meta")}
    for face in (attention.attention, attention.fused_attention):
        with pytest.raises(
            ValueError, match=r"key .* on meta.*, but all three must be on one device"
        ):
            face(**given)


def test_labels_that_are_turned_round_or_all_padding_are_refused():
    logits = x(2, 3, 6)
    with pytest.raises(ValueError, match=r"labels have shape \(3, 2\), logits \(2, 3, 6\), but"):
        basics.next_token_loss(logits, ids(3, 2))
    with pytest.raises(ValueError, match=r"labels .* are all padding, but at least one token"):
        basics.next_token_loss(logits, torch.zeros(2, 3, dtype=torch.int64), pad=0)
    with pytest.raises(ValueError, match="label 6 given, but the vocabulary has 0 to 5"):
        basics.next_token_loss(logits, torch.full((2, 3), 6))
    with pytest.raises(ValueError, match="label -1 given, but the vocabulary has 0 to 5"):
        basics.next_token_loss(logits, torch.tensor([[1, -1, 2], [1, 0, 2]]), pad=0)


@pytest.mark.parametrize(
    "gives",
    [
        lambda given: None,
        lambda given: torch.zeros(6),
        lambda given: torch.zeros(9, 9, 6),
        lambda given: torch.full((*given.shape, 6), torch.nan),
        lambda given: torch.full((*given.shape, 6), torch.inf),
        lambda given: torch.full((*given.shape, 6), -torch.inf),
    ],
)
@pytest.mark.parametrize("search", [decoding.greedy, decoding.beam_search])
def test_who_predicts_must_give_logits(search, gives):
    with pytest.raises(ValueError, match=r"what predict gives .*, but must"):
        search(gives, torch.tensor([2]), 1, 3)


@pytest.mark.parametrize("search", [decoding.greedy, decoding.beam_search])
def test_the_end_token_must_be_in_the_vocabulary(search):
    with pytest.raises(ValueError, match="end is 6, but must be an integer in 0 to 5"):
        search(continuer(), torch.tensor([2]), 6, 3)


def test_kept_keys_belong_to_one_batch():
    decoder = translator(dtype=torch.float32).decoder
    step = small.CachedDecoder(decoder, x(1, 3, 4))
    step(ids(2, 1))
    with pytest.raises(ValueError, match=r"ids have shape \(3, 1\), but the token before had"):
        step(ids(3, 1))


def test_a_first_token_that_is_refused_says_nothing_of_the_next():
    step = small.CachedDecoder(translator(dtype=torch.float32).decoder, x(2, 3, 4))
    with pytest.raises(ValueError, match="memory has shape"):
        step(ids(3, 1))
    assert step(ids(2, 1)).shape[:2] == (2, 1)


def test_models_of_unequal_sizes_are_not_trained_together():
    other = small.DecoderOnly(TARGET, d_model=2)
    with pytest.raises(ValueError, match="models have unequal sizes, but must differ in their"):
        experiments.train_many([continuer(), other], lessons(), 1, 0.1)


@pytest.mark.parametrize("draw_one", [pictures.heatmaps, pictures.equation, pictures.curves])
def test_a_panel_must_have_all_its_parts(draw_one):
    more = {"x": [1], "x_label": "i"} if draw_one is pictures.curves else {}
    for panel in (("t",), ("t", "scores", x(2, 2), 4), 3):
        with pytest.raises(ValueError, match=r"a panel is .*, but must be"):
            draw_one(panel, **more)


def test_words_that_make_no_sentence_are_refused():
    with pytest.raises(
        ValueError, match="determiner is 'a', but must be one of the, my, this, some"
    ):
        english.noun_phrase("a", EN, True, None)
    with pytest.raises(ValueError, match="negative and question are both True, but only one"):
        english.clause(["I"], 0, SEE, "past", negative=True, question=True)


@pytest.mark.parametrize("y", ["123", {1: 2, 2: 3, 3: 4}, [True, False, True]], ids=str)
def test_what_only_looks_like_numbers_is_no_curve(y):
    with pytest.raises(ValueError, match=r"y is .*, but must be a list of numbers"):
        pictures.curves(("t", {"y": (y, "red", "-")}), x=[1, 2, 3], x_label="i")


@pytest.mark.parametrize("kind", [Vocabulary, transformer.Sizes, small.SmallDecoder])
def test_a_class_that_a_chapter_defines_in_a_cell_is_taken_for_the_modules(kind):
    """Else what a reader has loaded into a notebook would not fit what is imported."""
    again = types.new_class(
        kind.__name__, (), exec_body=lambda body: body.update(__module__="cell")
    )
    basics.check_kind(kind, given=again())
    basics.check_kind(kind, given=types.new_class("MadeOfIt", (again,))())
    other = types.new_class("Other", ())
    with pytest.raises(ValueError, match=f"given is a Other, but must be a {kind.__name__}"):
        basics.check_kind(kind, given=other())


def test_a_decoder_says_which_of_its_masks_does_not_fit():
    decoder = layer(transformer.DecoderLayer)
    with pytest.raises(ValueError, match=r"^memory_mask has shape \(4,\), but must broadcast"):
        decoder(x(2, 3, 4), x(2, 5, 4), memory_mask=hidden(4))
    with pytest.raises(ValueError, match=r"^mask has shape \(4,\), but must broadcast"):
        decoder(x(2, 3, 4), x(2, 5, 4), mask=hidden(4))


@pytest.mark.parametrize("check", [check_count, check_from_zero, check_positive])
def test_numbers_end_below_2_to_the_31(check):
    check(size=2**31 - 1)
    with pytest.raises(ValueError, match=r"size is 2147483648, but must be .*below 2147483648"):
        check(size=2**31)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_padding_id_is_within_those_numbers(sign):
    logits, labels = torch.zeros(1, 2, 3), torch.tensor([[1, 2]])
    assert basics.next_token_loss(logits, labels, pad=sign * (2**31 - 1)) == basics.next_token_loss(
        logits, labels
    )
    with pytest.raises(
        ValueError, match=r"^pad is -?2147483648, but .* within ±2147483647, or None"
    ):
        basics.next_token_loss(logits, labels, pad=sign * 2**31)


def test_no_seed_at_all_is_refused():
    check_kinds.check_seeds([0])
    with pytest.raises(ValueError, match=r"seeds is \[\], but must be a list of integers"):
        check_kinds.check_seeds([])


@pytest.mark.parametrize(
    "said", ["no such device", "no such device\nand ten lines of advice\nmore"]
)
def test_of_what_pytorch_says_about_a_device_the_first_line_is_told(monkeypatch, said):
    def fail(*_, **__):
        raise RuntimeError(said)

    monkeypatch.setattr(torch, "empty", fail)
    with pytest.raises(ValueError) as told:
        check_kinds.check_device("nowhere")
    wanted = "device is 'nowhere', but must be one that PyTorch has: no such device"
    assert str(told.value) == wanted


@pytest.mark.parametrize("search", [decoding.greedy, decoding.beam_search])
def test_one_row_without_a_finite_logit_is_enough(search):
    def predict(given):
        logits = torch.zeros(*given.shape, 6)
        logits[..., 0, :] = -torch.inf
        return logits

    with pytest.raises(ValueError, match="what predict gives has NaN or infinity as a row's"):
        search(predict, torch.tensor([2, 3]), 1, 3)


def test_a_prompt_has_no_negative_ids():
    with pytest.raises(ValueError, match="prompt has -1, but all ids must be at least 0"):
        decoding.greedy(lambda given: torch.zeros(*given.shape, 6), torch.tensor([2, -1]), 1, 3)
