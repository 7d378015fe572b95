"""A folder of HuggingFace's Llama layout, without their library."""

import json
import struct
from pathlib import Path

import torch

from tensorbytensor.modern import LanguageModel, Recipe
from tensorbytensor.modern.read_llama_folder import NAMES

CONFIG = {
    **{"vocab_size": 6, "hidden_size": 8, "num_attention_heads": 4, "num_key_value_heads": 2},
    **{"intermediate_size": 8, "num_hidden_layers": 1, "max_position_embeddings": 9},
    **{"rms_norm_eps": 1e-5, "rope_theta": 100.0},
}


def write_safetensors(path: Path, header: dict, data: bytes) -> None:
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def write_llama(folder: Path) -> LanguageModel:
    """The model that is written there."""
    sizes = Recipe(
        *(6, 8, 4, 8, 1, 9),
        **{"n_kv_heads": 2, "norm_first": True, "norm": "rms", "bias": False},
        **{"places": "rope", "activation": "swiglu", "eps": 1e-5, "base": 100.0},
    )
    model = LanguageModel(sizes, torch.Generator().manual_seed(0))
    header, data = {}, b""
    for name, tensor in model.state_dict().items():
        for theirs, ours in reversed(NAMES.items()):
            name = name.replace(ours, theirs)
        part = tensor.numpy().tobytes()
        offsets = [len(data), len(data) + len(part)]
        header[name] = {"dtype": "F32", "shape": [*tensor.shape], "data_offsets": offsets}
        data += part
    write_safetensors(folder / "model.safetensors", header, data)
    (folder / "config.json").write_text(json.dumps(CONFIG))
    return model
