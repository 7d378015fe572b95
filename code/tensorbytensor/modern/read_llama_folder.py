"""A model of HuggingFace's Llama layout, read from a folder."""

import json
from pathlib import Path

import torch
from torch import Tensor

from tensorbytensor.basics import check_kind, require
from tensorbytensor.modern.language_model import LanguageModel
from tensorbytensor.modern.recipe_of_layers import Recipe

DTYPES = {
    "F64": torch.float64,
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
}
NAMES = {  # theirs and ours
    "model.embed_tokens": "embedding",
    "model.layers": "blocks",
    "model.norm": "norm",
    "lm_head": "output",
    "input_layernorm": "attention_norm",
    "post_attention_layernorm": "feed_forward_norm",
    "self_attn.q_proj": "attention.W_q",
    "self_attn.k_proj": "attention.W_k",
    "self_attn.v_proj": "attention.W_v",
    "self_attn.o_proj": "attention.W_o",
    "mlp.gate_proj": "feed_forward.gate",
    "mlp.up_proj": "feed_forward.inner",
    "mlp.down_proj": "feed_forward.outer",
}


def read_safetensors(path: Path) -> dict[str, Tensor]:
    """Tensors by name: eight bytes say the header's length, then it and data."""
    check_kind(Path, path=path)
    data = bytearray(path.read_bytes())
    start_of_data = 8 + int.from_bytes(data[:8], "little")
    given = f"{path} has {len(data)} bytes, but"
    require(len(data) >= max(9, start_of_data), f"{given} must have a whole header")
    header = json.loads(data[8:start_of_data])
    header.pop("__metadata__", None)
    tensors = {}
    for name, about in header.items():
        kind, (start, end) = about["dtype"], about["data_offsets"]
        require(kind in DTYPES, f"{name} is {kind}, but must be one of {[*DTYPES]}")
        start, end = start + start_of_data, end + start_of_data
        require(end <= len(data), f"{given} needs {end} for {name}")
        tensors[name] = torch.frombuffer(data[start:end], dtype=DTYPES[kind]).view(
            about["shape"]
        )
    return tensors


def _recipe(config: dict) -> Recipe:
    rope = config.get("rope_parameters") or config.get("rope_scaling") or {}
    kind = rope.get("rope_type", rope.get("type", "default"))  # its older name
    require(kind == "default", f"rope_type is {kind!r}, but must be 'default'")
    return Recipe(
        n_tokens=config["vocab_size"],
        d_model=config["hidden_size"],
        n_heads=config["num_attention_heads"],
        d_ff=config["intermediate_size"],
        n_layers=config["num_hidden_layers"],
        max_len=config["max_position_embeddings"],
        **{"norm_first": True, "norm": "rms", "bias": False},
        **{"places": "rope", "activation": "swiglu"},
        n_kv_heads=config.get("num_key_value_heads"),
        tied=config.get("tie_word_embeddings", False),
        eps=config["rms_norm_eps"],
        base=rope.get("rope_theta", config.get("rope_theta", 10000.0)),
    )


def read_llama(folder: Path) -> LanguageModel:
    """The model in a folder with config.json and model.safetensors."""
    check_kind(Path, folder=folder)
    recipe = _recipe(json.loads((folder / "config.json").read_text()))
    model = LanguageModel(recipe, torch.Generator())  # leaves the global one alone
    weights = {}
    for name, tensor in read_safetensors(folder / "model.safetensors").items():
        for theirs, ours in NAMES.items():
            name = name.replace(theirs, ours)
        weights[name] = tensor
    if model.recipe.tied:
        weights.setdefault("output.weight", weights["embedding.weight"])
    model.to(weights["embedding.weight"].dtype).load_state_dict(weights)
    return model
