"""Step 4, and the files: int8 rows with one scale each, the vocabulary, the manifest."""

import hashlib
import json
from pathlib import Path

import numpy as np


def quantise(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """rows (int8) and scales (float32): table ~ rows * scales. A zero row has scale 0."""
    scales = (np.abs(table).max(1) / 127).astype(np.float32)
    safe = np.where(scales == 0, 1, scales).astype(np.float64)
    rows = np.clip(np.rint(table / safe[:, None]), -127, 127).astype(np.int8)
    return rows, scales


def write_assets(folder: Path, rows: np.ndarray, scales: np.ndarray, vocabulary: list[str], facts: dict) -> dict:
    """table.bin: all scales (float32, little-endian), then all rows (int8); both in the order of vocabulary.txt."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "table.bin": scales.astype("<f4").tobytes() + rows.tobytes(),
        "vocabulary.txt": "\n".join(vocabulary).encode() + b"\n",
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    described = {name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()} for name, content in files.items()}
    manifest = {**facts, "files": described}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
    return described
