"""Break the book on purpose, one thing at a time, and see each caught: `mutants.py [WORD …]`.

Each mutant is an edit of one file and the tests that must fail because of it. It lives in a copy of the
book; words choose the mutants whose description has them.
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from copies import copy_book, environment

CODE = "code/tensorbytensor/"
BOOK = "code/bilingual_book/"
ATTENTION, LAYERS = "tests/test_attention.py", "tests/test_layers.py"
VOCABULARY, HEADS = "tests/test_vocabulary_and_positions.py", "tests/test_attention_heads.py"
MODELS, DECODING = "tests/test_small_models.py", "tests/test_decoding_and_training.py"
PLOTS = "tests/test_plots.py"
OUTPUTS, LANGUAGES = "tests/test_outputs.py", "tests/test_languages.py"
DATA, FACES = "tests/test_tokenizer_and_data.py", "tests/test_faces_of_attention.py"
TRANSLATOR, OUTSIDE = "tests/test_translator.py", "tests/test_training_outside.py"
BUILD, SITE = "tests/test_build.py", "tests/test_site.py"
DIAGRAMS = "tests/test_diagrams.py"


@dataclass(frozen=True)
class Mutant:
    """In `file`, `old` becomes `new` (where it first occurs); then one of `tests` must fail."""

    what: str
    file: str
    old: str
    new: str
    tests: str
    both: bool = False  # the same edit in chapters/zh, too


MUTANTS = [
    Mutant(
        "arrows that start where they end",
        CODE + "arrows.py",
        "(a, b), arrowprops",
        "(x, y), arrowprops",
        PLOTS,
    ),
    Mutant(
        "drop the scale",
        CODE + "attention.py",
        " / math.sqrt(width)",
        "",
        ATTENTION,
    ),
    Mutant(
        "scale by the width of the values",
        CODE + "attention.py",
        "query.shape[-1]",
        "value.shape[-1]",
        ATTENTION,
    ),
    Mutant(
        "flip the mask",
        CODE + "attention.py",
        "masked_fill(mask, lowest)",
        "masked_fill(~mask, lowest)",
        ATTENTION,
    ),
    Mutant(
        "mix keys in place of values",
        CODE + "attention.py",
        "weights @ value, w",
        "weights @ key, w",
        ATTENTION,
    ),
    Mutant(
        "hide the present, too",
        CODE + "attention.py",
        "diagonal=1",
        "diagonal=0",
        ATTENTION,
    ),
    Mutant(
        "spread a row with nothing to see",
        CODE + "attention.py",
        ".masked_fill(mask, 0.0)",
        "",
        ATTENTION,
    ),
    Mutant(
        "mask with -1e9",
        CODE + "attention.py",
        "torch.finfo(scores.dtype).min",
        "-1e9",
        ATTENTION,
    ),
    Mutant(
        "softmax over the queries",
        CODE + "attention.py",
        ".softmax(dim=-1).m",
        ".softmax(dim=-2).m",
        ATTENTION,
    ),
    Mutant(
        "let any mask pass",
        CODE + "attention.py",
        "    check_mask(mask, scores)\n",
        "",
        ATTENTION,
    ),
    Mutant(
        "let any width pass",
        CODE + "checks.py",
        "query.shape[-1] == key.shape[-1]",
        "True",
        ATTENTION,
    ),
    Mutant(
        "dropout without its factor",
        CODE + "dropout.py",
        "x / (1 - self.p)",
        "x",
        LAYERS,
    ),
    Mutant(
        "dropout that drops 1 - p",
        CODE + "dropout.py",
        ">= self.p",
        "< self.p",
        LAYERS,
    ),
    Mutant(
        "dropout that draws by shape",
        CODE + "dropout.py",
        "generator=own, d",
        "generator=self.generator, d",
        LAYERS,
    ),
    Mutant("dropout at use", CODE + "dropout.py", "not self.training or ", "", LAYERS),
    Mutant(
        "heads that take every other column",
        CODE + "multi_head_attention.py",
        "(n_heads, -1))",
        "(-1, n_heads)).transpose(-1, -2)",
        LAYERS,
    ),
    Mutant(
        "merge heads without bringing them back",
        CODE + "multi_head_attention.py",
        "x = x.transpose(-3, -2)  # (..., T, H, K)\n    return x.flat",
        "return x.flat",
        LAYERS,
    ),
    Mutant(
        "forget the output projection",
        CODE + "multi_head_attention.py",
        "self.W_o(merge_heads(context))",
        "merge_heads(context)",
        LAYERS,
    ),
    Mutant(
        "swap the query's and the key's matrix",
        CODE + "multi_head_attention.py",
        "self.W_q(query)",
        "self.W_k(query)",
        LAYERS,
    ),
    Mutant(
        "initial weights of another size",
        CODE + "linear.py",
        "1 / math.sqrt(d_in)",
        "1 / math.sqrt(d_out)",
        LAYERS,
    ),
    Mutant(
        "positions by the batch",
        CODE + "position_encoding.py",
        "start + x.shape[-2]",
        "start + x.shape[0]",
        VOCABULARY,
    ),
    Mutant(
        "sine and cosine swapped",
        CODE + "position_encoding.py",
        "    table[:, 0::2] = angle.sin()\n    table[:, 1::2] = angle.cos()\n",
        "    table[:, 0::2] = angle.cos()\n    table[:, 1::2] = angle.sin()\n",
        VOCABULARY,
    ),
    Mutant(
        "another base of the positions",
        CODE + "position_encoding.py",
        "10000 ** (",
        "1000 ** (",
        VOCABULARY,
    ),
    Mutant(
        "an embedding from the global generator",
        CODE + "embedding.py",
        ".normal_(generator=generator)",
        ".normal_()",
        VOCABULARY,
    ),
    Mutant(
        "unequal lengths pass without <PAD>",
        CODE + "vocabulary.py",
        "self.pad is not None or set(lengths) == {longest}",
        "True",
        VOCABULARY,
    ),
    Mutant(
        "pad with the first token",
        CODE + "vocabulary.py",
        "self.pad or 0",
        "0",
        VOCABULARY,
    ),
    Mutant(
        "one token less than max_len",
        CODE + "checks.py",
        "length <= max_len",
        "length < max_len",
        VOCABULARY,
    ),
    Mutant(
        "mix keys in place of values, in the one class",
        CODE + "attention_layer.py",
        "self.W_v(for_v)",
        "self.W_k(for_v)",
        HEADS,
    ),
    Mutant(
        "several heads without a projection",
        CODE + "attention_heads.py",
        "return self.W_o(self.concatenated(for_q, for_k, for_v, mask))",
        "heads = self.concatenated(for_q, for_k, for_v, mask)\n        return heads[..., : for_q.shape[-1]]",
        HEADS,
    ),
    Mutant(
        "draw for the source first",
        CODE + "decoder.py",
        "        self.self_attention = nn.ModuleList(\n            AttentionHeads(d_model, n_heads, generator) for _ in range(n_layers)\n        )\n        self.cross_attention = nn.ModuleList(",
        "        self.cross_attention = nn.ModuleList(\n            AttentionHeads(d_model, n_heads, generator) for _ in range(n_layers)\n        )\n        self.self_attention = nn.ModuleList(",
        MODELS,
    ),
    Mutant(
        "a decoder that sees the future",
        CODE + "decoder.py",
        "attend(x, x, x, mask)",
        "attend(x, x, x)",
        MODELS,
    ),
    Mutant(
        "a decoder that looks up itself",
        CODE + "decoder.py",
        "look_up(x, memory, memory, memory_mask)",
        "look_up(x, x, x)",
        MODELS,
    ),
    Mutant(
        "an encoder without residual connections",
        CODE + "encoder.py",
        "x = x + attend(",
        "x = attend(",
        MODELS,
    ),
    Mutant(
        "an encoder that sees padding",
        CODE + "encoder.py",
        "attend(x, x, x, mask)",
        "attend(x, x, x)",
        MODELS,
    ),
    Mutant(
        "a decoder that sees the source's padding",
        CODE + "encoder_decoder.py",
        "self.encoder(src), self.encoder.padding_mask(src))",
        "self.encoder(src), None)",
        MODELS,
    ),
    Mutant(
        "a decoder-only model that sees the future",
        CODE + "decoder_only.py",
        "attend(x, x, x, mask)",
        "attend(x, x, x)",
        MODELS,
    ),
    Mutant(
        "labels that are not shifted",
        CODE + "decoder_only.py",
        "ids[..., 1:]",
        "ids[..., :-1]",
        MODELS,
    ),
    Mutant(
        "translate padding, too",
        CODE + "encoder_decoder.py",
        "memory, mask = self.encoder(src), self.encoder.padding_mask(src)",
        "memory, mask = self.encoder(src), None",
        DECODING,
    ),
    Mutant(
        "a loss that counts padding",
        CODE + "next_token_loss.py",
        "-100 if pad is None else pad",
        "-100",
        DECODING,
    ),
    Mutant(
        "greedy decoding without an end",
        CODE + "greedy.py",
        "            break\n",
        "            pass\n",
        DECODING,
    ),
    Mutant(
        "greedy decoding of the first row",
        CODE + "greedy.py",
        "predict(ids)[rows, lengths - 1]",
        "predict(ids)[0, lengths - 1]",
        DECODING,
    ),
    Mutant(
        "greedy decoding behind the padding",
        CODE + "greedy.py",
        "predict(ids)[rows, lengths - 1]",
        "predict(ids)[rows, -1]",
        DECODING,
    ),
    Mutant(
        "padding over the end token",
        CODE + "greedy.py",
        "        lengths = lengths + ~ended\n        ended = ended | (ids[rows, lengths - 1] == end)\n",
        "        ended = ended | (ids[rows, lengths] == end)\n        lengths = lengths + ~ended\n",
        DECODING,
    ),
    Mutant(
        "stop one token early",
        CODE + "decoder_only.py",
        "prompt.shape[-1] + 1 ",
        "prompt.shape[-1] ",
        DECODING,
    ),
    Mutant(
        "a cache that forgets the place",
        CODE + "key_value_cache.py",
        "(x, start=self.length)",
        "(x)",
        DECODING,
    ),
    Mutant(
        "a cache that sees padding",
        CODE + "key_value_cache.py",
        "look_up, x, self.memory_mask",
        "look_up, x, None",
        DECODING,
    ),
    Mutant(
        "train only the first of many",
        CODE + "train_many.py",
        ".sum().backward()",
        "[0].backward()",
        DECODING,
    ),
    Mutant(
        "a recorder that keeps no copies",
        CODE + "trainer.py",
        "p.detach().clone()",
        "p.detach()",
        DECODING,
    ),
    Mutant(
        "a trainer that is not quiet",
        CODE + "trainer.py",
        "enable_progress_bar=False",
        "enable_progress_bar=True",
        DECODING,
    ),
    Mutant(
        "lines of one width",
        CODE + "links.py",
        "lw=4 * weight",
        "lw=4",
        PLOTS,
    ),
    Mutant(
        "columns named at the first matrix",
        CODE + "equation.py",
        "n == places[-1]",
        "n == places[0]",
        PLOTS,
    ),
    Mutant(
        "one printed digit, recorded otherwise",
        "tests/recorded/attention.txt",
        "1.4988",
        "1.4986",
        f"{OUTPUTS}::test_outputs_are_as_recorded",
    ),
    Mutant(
        "one digit of a fact",
        "tests/facts/s3.txt",
        "-0.0801",
        "-0.0802",
        f"{OUTPUTS}::test_every_figure_of_a_source_is_on_its_page",
    ),
    Mutant(
        "another tensor from the taught code",
        CODE + "dropout.py",
        "2**24",
        "2**23",
        f"{OUTPUTS}::test_outputs_are_as_recorded",
    ),
    Mutant(
        "another divisor in a cell",
        "chapters/en/attention.md",
        "scores / math.sqrt(4)",
        "scores / math.sqrt(5)",
        OUTPUTS,
        both=True,
    ),
    Mutant(
        "a cell that cannot run twice",
        "chapters/en/attention.md",
        "rng.set_state(after_X_b)\n",
        "",
        f"{OUTPUTS}::test_cells_can_run_twice",
        both=True,
    ),
    Mutant(
        "another number in a picture",
        CODE + "plots.py",
        'f"{number:.2f}"',
        'f"{2 * number:.2f}"',
        f"{OUTPUTS}::test_outputs_are_as_recorded",
    ),
    Mutant(
        "a wrong number in an alt text",
        "chapters/zh/attention.md",
        "-0.16、-2.99",
        "-0.17、-2.99",
        f"{OUTPUTS}::test_alt_texts_say_the_numbers_of_their_pictures",
    ),
    Mutant(
        "delete a Chinese paragraph",
        "chapters/zh/attention.md",
        "三个词元一起平均：\n",
        "",
        LANGUAGES,
    ),
    Mutant(
        "an English sentence changes alone",
        "chapters/en/attention.md",
        "An average is fair",
        "An average is just",
        LANGUAGES,
    ),
    Mutant(
        "a formula differs in Chinese",
        "chapters/zh/attention.md",
        r"的标准差就是 $\sqrt d$",
        "的标准差就是 $d$",
        LANGUAGES,
    ),
    Mutant(
        "a forbidden variant",
        "chapters/zh/attention.md",
        "到目前为止，词元",
        "到目前为止，令牌",
        LANGUAGES,
    ),
    Mutant(
        "a missing item of the source",
        "chapters/zh/attention.md",
        "% S3-07\n",
        "",
        LANGUAGES,
    ),
    Mutant(
        "a half-width comma in Chinese",
        "chapters/zh/attention.md",
        "也可以不用循环，",
        "也可以不用循环,",
        LANGUAGES,
    ),
    Mutant(
        "a misspelt word",
        "chapters/en/attention.md",
        "The results are",
        "The reuslts are",
        LANGUAGES,
    ),
    Mutant(
        "a diagram edited by hand",
        "images/zh/attention.svg",
        "权重",
        "重量",
        LANGUAGES,
    ),
    Mutant(
        "stale pages after a change in code",
        BOOK + "notebooks.py",
        "return _digest(code_digest(book, text), _extension(), terms)",
        "return _digest(text)",
        f"{BUILD}::test_a_change_in_code_reaches_the_pages_and_nothing_else_is_run",
    ),
    Mutant(
        "stale outputs after a change in code",
        BOOK + "notebooks.py",
        'code_digest(book, "\\n".join(cells))',
        '""',
        f"{BUILD}::test_a_change_in_code_reaches_the_pages_and_nothing_else_is_run",
    ),
    Mutant(
        "modules used at second hand are not seen",
        BOOK + "notebooks.py",
        "wanted += MODULE.findall(used[name])",
        "pass",
        f"{BUILD}::test_a_change_in_code_reaches_the_pages_and_nothing_else_is_run",
    ),
    Mutant(
        "unequal cells pass",
        BOOK + "pairs.py",
        "if ours != theirs:",
        "if False:",
        f"{BUILD}::test_an_unequal_cell_ends_the_build",
    ),
    Mutant(
        "a failed build counts as finished",
        BOOK + "__init__.py",
        "app._warncount == 0",
        "True",
        f"{BUILD}::test_a_broken_reference_ends_every_build",
    ),
    Mutant(
        "a killed build is not noticed",
        BOOK + "languages.py",
        "self._unfinished.exists()",
        "False",
        f"{BUILD}::test_a_killed_build_is_repaired_by_the_next_one",
    ),
    Mutant(
        "chapters run one after another",
        BOOK + "outputs.py",
        "max_workers=os.cpu_count()",
        "max_workers=1",
        f"{BUILD}::test_chapters_run_side_by_side",
    ),
    Mutant(
        "paths of the machine in the site",
        BOOK + "pages.py",
        "_stable_hash(_without(folders, settings))",
        "_stable_hash(settings)",
        f"{BUILD}::test_two_builds_of_the_same_sources_are_equal_to_the_byte",
    ),
    Mutant(
        "the switch leads to its own page",
        BOOK + "pages.py",
        "links[book.other]",
        "links[book.language]",
        f"{SITE}::test_the_switch_and_hreflang_name_the_other_page",
    ),
    Mutant(
        "the switch forgets the place",
        BOOK + "static/book.js",
        'block ? "#" + block.id : ""',
        '""',
        f"{SITE}::test_the_switch_leads_to_the_same_place",
    ),
    Mutant(
        "search without single characters",
        BOOK + "search.py",
        "*piece,",
        "",
        f"{SITE}::test_search_finds_every_page_from_disk",
    ),
    Mutant(
        "formulas from another host",
        BOOK + "pages.py",
        'f"{up}mathjax/{MATHJAX[0]}"',
        '"https://example.invalid/mathjax.js"',
        f"{SITE}::test_pages_are_whole[en-360-light]",
    ),
    Mutant(
        "a page too wide for a phone",
        BOOK + "static/book.css",
        ".query {",
        "article { min-width: 500px; }\n.query {",
        f"{SITE}::test_pages_are_whole[zh-360-dark]",
    ),
    Mutant(
        "English strings on Chinese pages",
        BOOK + "pages.py",
        "CHINESE_STRINGS.get(match[2], match[2])",
        "match[2]",
        f"{SITE}::test_every_string_is_in_the_pages_language",
    ),
    Mutant(
        "text that is too pale",
        BOOK + "static/book.css",
        ".query {",
        "article p { color: #bbbbbb; }\n.query {",
        f"{SITE}::test_accessibility",
    ),
    Mutant(
        "a glossary link that leads nowhere",
        BOOK + "terms.py",
        'f"#{place.id}"',
        'f"#x{place.id}"',
        f"{SITE}::test_internal_links_lead_somewhere",
    ),
    Mutant(
        "take nothing out",
        CODE + "ablation.py",
        "owner.positions = nn.Identity()",
        "pass",
        "tests/test_ablation.py",
    ),
    Mutant(
        "an attention that is taken out and still speaks",
        CODE + "ablation.py",
        "torch.zeros_like(x)",
        "x",
        "tests/test_ablation.py",
    ),
    Mutant(
        "another learning rate for the worked example",
        "chapters/en/encoder-decoder.md",
        "seeded(43)), lr=0.1)",
        "seeded(43)), lr=0.11)",
        f"{OUTPUTS}::test_every_figure_of_a_source_is_on_its_page",
        both=True,
    ),
    Mutant(
        "one digit of a picture's fact",
        "tests/facts/s1.txt",
        "2.22 | 0.41",
        "0.22 | 0.41",
        f"{OUTPUTS}::test_every_figure_of_a_source_is_on_its_page",
    ),
    Mutant(
        "other seeds for the counts",
        "chapters/en/decoder-only.md",
        "generator=seeded(seed))\n\n\norder_counts",
        "generator=seeded(seed + 1))\n\n\norder_counts",
        f"{OUTPUTS}::test_outputs_are_as_recorded",
        both=True,
    ),
    Mutant(
        "a correction that is not linked",
        "chapters/zh/encoder-decoder.md",
        "[E1-18](#e1-18)",
        "E1-18",
        LANGUAGES,
    ),
    Mutant(
        "a solution that does not run",
        "chapters/en/decoder-only.md",
        "print(len(text[:-1]), len(text[1:][-3:]))",
        "print(len(text[:-1]), len(texts[1:][-3:]",
        f"{OUTPUTS}::test_outputs_are_as_recorded",
        both=True,
    ),
    Mutant(
        "embeddings without √d_model",
        CODE + "transformer.py",
        " * math.sqrt(self.sizes.d_model)",
        "",
        "tests/test_transformer.py",
    ),
    Mutant(
        "memory whose padding is seen",
        CODE + "transformer.py",
        "x = layer(x, memory, mask, hidden)",
        "x = layer(x, memory, mask)",
        "tests/test_transformer.py",
    ),
    Mutant(
        "pre-norm without the last norm",
        CODE + "transformer.py",
        "self.encoder_norm(x), hidden",
        "x, hidden",
        "tests/test_transformer.py",
    ),
    Mutant(
        "norms in the other order",
        CODE + "add_and_norm.py",
        "if self.norm_first:",
        "if not self.norm_first:",
        "tests/test_transformer.py",
    ),
    Mutant(
        "a sublayer without its residual connection",
        CODE + "add_and_norm.py",
        "return x + self.dropout",
        "return self.dropout",
        "tests/test_transformer.py",
    ),
    Mutant(
        "gelu for relu",
        CODE + "feed_forward.py",
        '"relu": F.relu',
        '"relu": F.gelu',
        "tests/test_transformer.py",
    ),
    Mutant(
        "beams that are not normalized by length",
        CODE + "beam_search.py",
        "sums / ((5 + n) / 6) ** penalty",
        "sums",
        "tests/test_translation_tools.py",
    ),
    Mutant(
        "beams that forget where they come from",
        CODE + "beam_search.py",
        "beams[rows], tokens",
        "beams[: len(rows)], tokens",
        "tests/test_translation_tools.py",
    ),
    Mutant(
        "participles that do not agree",
        CODE + "french.py",
        "[verb.participle + ending]",
        "[verb.participle]",
        "tests/test_corpus.py",
    ),
    Mutant(
        "des before an adjective",
        CODE + "french.py",
        'if determiner == "some" and adjective.before:',
        "if False:",
        "tests/test_corpus.py",
    ),
    Mutant(
        "no form before a vowel",
        CODE + "french.py",
        "return adjective.liaison if special else masculine",
        "return masculine",
        "tests/test_corpus.py",
    ),
    Mutant(
        "lines that are lost in silence",
        CODE + "sentence_pairs.py",
        'problems.append(f"line {number}: {problem}")',
        "pass",
        "tests/test_translation_tools.py",
    ),
    Mutant(
        "show the least probable tokens",
        CODE + "distributions.py",
        "descending=True",
        "descending=False",
        "tests/test_plots.py",
    ),
    Mutant(
        "bars of a distribution without the rest",
        CODE + "distributions.py",
        "return [*names, REST], [*lengths, max(0.0, 1 - sum(lengths))]",
        "return names, lengths",
        "tests/test_plots.py",
    ),
    Mutant(
        "bars that are all of one length",
        CODE + "distributions.py",
        "ax.barh(places, lengths, color=colours)",
        "ax.barh(places, [1] * len(names), color=colours)",
        "tests/test_plots.py",
    ),
    Mutant(
        "a diagram in the page that is an image to who hears it",
        BOOK + "diagrams.py",
        'root.set("role", "group")',
        'root.set("role", "img")',
        BUILD + "::test_a_diagram_is_a_numbered_figure_whose_boxes_are_links",
    ),
    Mutant(
        "boxes of a diagram that lead nowhere",
        BOOK + "diagrams.py",
        """link.get("refuri") or f"#{link['refid']}\"""",
        'a.get("href")',
        BUILD + "::test_a_diagram_is_a_numbered_figure_whose_boxes_are_links",
    ),
    Mutant(
        "a page that keeps its old diagram",
        BOOK + "diagrams.py",
        "self.env.note_dependency(str(path))",
        "pass",
        BUILD + "::test_a_diagram_that_was_drawn_anew_reaches_its_page",
    ),
    Mutant(
        "a diagram whose colours hold for the whole page",
        BOOK + "diagrams.py",
        ', f"{SVG}style")',
        ",)",
        BUILD + "::test_a_diagram_is_a_numbered_figure_whose_boxes_are_links",
    ),
    Mutant(
        "a diagram in the page that stays dark on a dark page",
        BOOK + "static/book.css",
        "--ink: currentColor",
        "--ink: #1f2328",
        SITE + "::test_diagrams_in_a_page_have_its_colours",
    ),
    Mutant(
        "a box of the map that leads to another section",
        "images/en/architecture.svg",
        "#arch-cross",
        "#arch-masked",
        DIAGRAMS,
    ),
    Mutant(
        "a map whose links are not heard",
        "images/zh/architecture.svg",
        'role="group"',
        'role="img"',
        DIAGRAMS,
    ),
    Mutant(
        "a map whose shapes are heard between its links",
        "images/en/architecture.svg",
        'aria-hidden="true"',
        'aria-hidden="false"',
        DIAGRAMS,
    ),
    Mutant(
        "words of a diagram that leave their box",
        "images/en/architecture.svg",
        "masked multi-head<",
        "masked multi-head with<",
        DIAGRAMS,
    ),
    Mutant(
        "words of a diagram that leave the picture",
        "images/zh/uses.svg",
        "写什么",
        "它一个词一个词写什么",
        DIAGRAMS,
    ),
    Mutant(
        "words of a diagram that stand on a line",
        "images/en/black-box.svg",
        '<text x="164" y="170"',
        '<text x="164" y="145"',
        DIAGRAMS,
    ),
    Mutant(
        "words of a diagram that are too pale",
        "images/en/architecture.svg",
        "--key: #b34500",
        "--key: #d55e00",
        DIAGRAMS,
    ),
    Mutant(
        "a small map that marks no part",
        "images/zh/part-cross.svg",
        "var(--lit)",
        "var(--ink)",
        DIAGRAMS,
    ),
    Mutant(
        "tokens that count for more where a process has few of them",
        CODE + "translator.py",
        "loss = loss * count / mean",
        "loss = loss * 1.0",
        f"{OUTSIDE}::test_two_processes_learn_what_one_learns",
    ),
    Mutant(
        "a count of tokens that other processes overwrite",
        CODE + "translator.py",
        "reduce(count.clone(),",
        "reduce(count,",
        f"{OUTSIDE}::test_two_processes_learn_what_one_learns",
    ),
    Mutant(
        "dropout that a resumed training draws anew",
        CODE + "translator.py",
        "self.generator.manual_seed(self.seed + 1 + nth)",
        "pass",
        TRANSLATOR,
    ),
    Mutant(
        "dropout alike in all processes",
        CODE + "translator.py",
        " + self.global_rank",
        "",
        TRANSLATOR,
    ),
    Mutant(
        "a warmup of one step that divides by zero",
        CODE + "translator.py",
        " if self.warmup * steps > 1 else 0.0",
        "",
        TRANSLATOR,
    ),
    Mutant(
        "a checkpoint that torch.load does not trust",
        CODE + "translator.py",
        "torch.serialization.add_safe_globals([Sizes])",
        "pass",
        TRANSLATOR,
    ),
    Mutant(
        "a training that goes on with other tokenizers",
        CODE + "translator.py",
        "require(not changed, f",
        "require(True, f",
        TRANSLATOR,
    ),
    Mutant(
        "a translation that ends dropout for good",
        CODE + "translator.py",
        "        self.train(training)\n",
        "",
        TRANSLATOR,
    ),
    Mutant(
        "smoothed labels that are not",
        CODE + "next_token_loss.py",
        "label_smoothing=smoothing",
        "label_smoothing=0.0",
        FACES,
    ),
    Mutant(
        "one right token makes a right translation",
        CODE + "translate.py",
        "(written == tgt).all(dim=-1)",
        "(written == tgt).any(dim=-1)",
        TRANSLATOR,
    ),
    Mutant(
        "a checkpoint that a kill leaves half written",
        CODE + "checkpoints.py",
        'f"{path}.part", storage_options)\n        os.replace(f"{path}.part", path)',
        "path, storage_options)",
        f"{OUTSIDE}::test_killed_twice_and_resumed_it_ends_with_the_same_weights",
    ),
    Mutant(
        "a last checkpoint only where it is the best",
        CODE + "checkpoints.py",
        "if not trainer.fast_dev_run:",
        "if self._last_global_step_saved == trainer.global_step:",
        f"{OUTSIDE}::test_it_stops_early_and_keeps_best_and_last",
    ),
    Mutant(
        "a training that is lengthened past its learning rate",
        CODE + "checkpoints.py",
        "require(steps <= planned,",
        "require(True,",
        f"{OUTSIDE}::test_a_training_is_neither_overwritten_nor_lengthened_nor_changed",
    ),
    Mutant(
        "a log whose lines a kill loses",
        CODE + "train.py",
        '"flush_logs_every_n_steps": 1',
        '"flush_logs_every_n_steps": 100',
        f"{OUTSIDE}::test_killed_twice_and_resumed_it_ends_with_the_same_weights",
    ),
    Mutant(
        "a training that overwrites another",
        CODE + "train.py",
        "require(given or not os.path.exists(last),",
        "require(True,",
        f"{OUTSIDE}::test_a_training_is_neither_overwritten_nor_lengthened_nor_changed",
    ),
    Mutant(
        "problems of a file that nobody hears of",
        CODE + "train.py",
        "        report(self.datamodule.problems)\n",
        "",
        f"{OUTSIDE}::test_it_trains_on_a_file_with_a_progress_bar_checkpoints_and_a_log",
    ),
    Mutant(
        "sentences too long for the model",
        CODE + "train.py",
        '        link("model.sizes.max_len", "data.max_len")\n',
        "",
        f"{OUTSIDE}::test_the_model_decides_how_long_a_sentence_may_be",
    ),
    Mutant(
        "bad input answered by a traceback",
        CODE + "train.py",
        "    except EXPECTED as error:",
        "    except ZeroDivisionError as error:",
        f"{OUTSIDE}::test_bad_input_is_one_line_and_leaves_nothing",
    ),
    Mutant(
        "endless epochs found out too late",
        CODE + "train.py",
        "        require(not endless,",
        "        require(True,",
        f"{OUTSIDE}::test_bad_input_is_one_line_and_leaves_nothing",
    ),
    Mutant(
        "an <EOS> in a text that ends it",
        CODE + "tokenizer.py",
        "self.inner.encode_special_tokens = True",
        "pass",
        DATA,
    ),
    Mutant(
        "a pickled tokenizer that reads <EOS>",
        CODE + "tokenizer.py",
        "return Tokenizer, (self.state,)",
        "return super().__reduce_ex__(4)",
        DATA,
    ),
    Mutant(
        "elided words without their apostrophe",
        CODE + "tokenizer.py",
        "(?:-\\w+)*'?|",
        "(?:-\\w+)*|",
        DATA,
    ),
    Mutant(
        "words cut at their hyphens",
        CODE + "tokenizer.py",
        "(?:-\\w+)*'?|",
        "'?|",
        DATA,
    ),
    Mutant(
        "byte pairs without all bytes",
        CODE + "tokenizer.py",
        'options["initial_alphabet"] = pre_tokenizers.ByteLevel.alphabet()',
        "pass",
        DATA,
    ),
    Mutant(
        "every process the whole of the data",
        CODE + "translation_data.py",
        "world, rank, seed=self.seed",
        "1, 0, seed=self.seed",
        DATA,
    ),
    Mutant(
        "test sentences that are learned",
        CODE + "translation_data.py",
        " if pair[0] not in tested]",
        "]",
        DATA,
    ),
    Mutant(
        "pairs too long for the model",
        CODE + "translation_data.py",
        " if max(map(len, row)) <= self.max_len]",
        "]",
        DATA,
    ),
    Mutant(
        "unseen combinations that are learned",
        CODE + "corpus_split.py",
        "(unseen if met else known)",
        "(known if met else unseen)",
        DATA,
    ),
    Mutant(
        "a file in UTF-16 read as text",
        CODE + "sentence_pairs.py",
        "if 0 in line:",
        "if False:",
        DATA,
    ),
    Mutant(
        "a fused face that sees what is hidden",
        CODE + "fused_attention.py",
        "seen = ~mask",
        "seen = mask",
        FACES,
    ),
    Mutant(
        "a fused face without dropout",
        CODE + "multi_head_attention.py",
        "if need_weights or drops:",
        "if need_weights:",
        FACES,
    ),
    Mutant(
        "a fused face that is never used",
        CODE + "multi_head_attention.py",
        "if need_weights or drops:",
        "if True:",
        FACES,
    ),
    Mutant(
        "hooks that stay after watching",
        CODE + "watch.py",
        "            hook.remove()",
        "            pass",
        FACES,
    ),
    Mutant(
        "weights watched with their gradients",
        CODE + "watch.py",
        "output[1].detach()",
        "output[1]",
        FACES,
    ),
]


def is_caught(mutant: Mutant) -> tuple[bool, str]:
    """Whether the mutant's tests fail, and the end of what they said."""
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_book(Path(folder) / "book", built=True)
        for name in [mutant.file, mutant.file.replace("/en/", "/zh/")][: 1 + mutant.both]:
            text = (copy / name).read_text("utf8")
            if mutant.old not in text:
                return (
                    False,
                    f"{name} has no {mutant.old!r} any more: bring the mutant up to date",
                )
            (copy / name).write_text(text.replace(mutant.old, mutant.new, 1), "utf8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            mutant.tests,
        ]
        result = subprocess.run(
            command,
            cwd=copy,
            env=environment(copy),
            capture_output=True,
            text=True,
            check=False,
        )
        return result.returncode == 1, (result.stdout + result.stderr)[-1500:]


def main() -> None:
    chosen = [m for m in MUTANTS if all(word in m.what for word in sys.argv[1:])]
    survivors = 0
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        running = {pool.submit(is_caught, mutant): mutant for mutant in chosen}
        for number, done in enumerate(as_completed(running), 1):
            caught, said = done.result()
            survivors += not caught
            print(
                f"[{number}/{len(chosen)}] {'caught' if caught else 'SURVIVED'}: {running[done].what}",
                flush=True,
            )
            if not caught:
                print(said)
    print(f"{len(chosen) - survivors} mutants caught, {survivors} survived")
    sys.exit(bool(survivors) or not chosen)


if __name__ == "__main__":
    main()
