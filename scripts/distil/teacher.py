"""The teacher: MiniLM-L6 (int8 ONNX), mean-pooled over the tokens of a text and scaled to unit length."""

import sys
import time
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

MOST_TOKENS = 128


def load_tokenizer(path: Path) -> Tokenizer:
    """Without the file's padding and truncation; special tokens spelled out in a text are plain text."""
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenizer.encode_special_tokens = True
    return tokenizer


class Teacher:
    def __init__(self, model: Path, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])

    def embed(self, sequences: list[list[int]], batch: int, label: str) -> np.ndarray:
        """One unit row a sequence of token ids ([CLS] and [SEP] included), in order. Batches are by length, then by place: always the same."""
        order = sorted(range(len(sequences)), key=lambda index: len(sequences[index]))
        rows: list[np.ndarray] = [np.empty(0)] * len(sequences)
        started = said = time.monotonic()
        for start in range(0, len(order), batch):
            chosen = order[start : start + batch]
            for index, row in zip(chosen, self._pooled([sequences[index] for index in chosen])):
                rows[index] = row
            if time.monotonic() - said > 10:
                said = time.monotonic()
                print(f"  {label}: {start + len(chosen)} of {len(order)}, {said - started:.0f} s", file=sys.stderr, flush=True)
        matrix = np.stack(rows).astype(np.float32)
        return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)

    def _pooled(self, sequences: list[list[int]]) -> np.ndarray:
        width = max(len(sequence) for sequence in sequences)
        ids = np.zeros((len(sequences), width), np.int64)
        mask = np.zeros_like(ids)
        for row, sequence in enumerate(sequences):
            ids[row, : len(sequence)] = sequence
            mask[row, : len(sequence)] = 1
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        (hidden,) = self._session.run(None, inputs)
        return (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)


def embed_tokens(teacher: Teacher, tokenizer: Tokenizer) -> np.ndarray:
    """Step 1: every token of the vocabulary alone, as [CLS] token [SEP]."""
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    sequences = [[cls, token, sep] for token in range(tokenizer.get_vocab_size())]
    return teacher.embed(sequences, batch=512, label="tokens")


def embed_sentences(teacher: Teacher, tokenizer: Tokenizer, sentences: list[str]) -> np.ndarray:
    """Step 2: the sentences as the teacher sees them."""
    sequences = [encoding.ids for encoding in tokenizer.encode_batch(sentences)]
    cut = [ids if len(ids) <= MOST_TOKENS else [*ids[: MOST_TOKENS - 1], ids[-1]] for ids in sequences]
    return teacher.embed(cut, batch=64, label="sentences")
