"""Steps 2 and 3: project the teacher's vectors, then fit the token rows so that their sums point where its sentences do."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sparse

# One sentence in twenty is kept out of the fit, to measure it.
FITTED_SHARE = 0.95


@dataclass(frozen=True)
class Fit:
    #: float64, one row a token; zero for tokens without meaning.
    table: np.ndarray
    #: Mean cosine to the teacher on held-out sentences: of the projected token vectors, and of the fitted rows.
    cosine_before: float
    cosine_after: float
    held_out: int


@dataclass(frozen=True)
class HeldOut:
    counts: sparse.csr_matrix
    targets: np.ndarray

    def cosine(self, table: np.ndarray) -> float:
        """Mean over the sentences; a sentence without any meaningful token counts as 0."""
        return float((_unit(self.counts @ table) * _unit(self.targets)).sum(1).mean())


def token_counts(sequences: list[list[int]], vocabulary: int) -> sparse.csr_matrix:
    """Sentences x tokens: how often each occurs."""
    rows = np.repeat(np.arange(len(sequences)), [len(ids) for ids in sequences])
    columns = np.concatenate([np.asarray(ids, np.int64) for ids in sequences])
    return sparse.csr_matrix((np.ones(len(columns)), (rows, columns)), shape=(len(sequences), vocabulary))


def project(tokens: np.ndarray, sentences: np.ndarray, dimensions: int) -> tuple[np.ndarray, np.ndarray]:
    """Both centred, each on its own mean, on the principal components of the sentences."""
    centred = sentences.astype(np.float64) - sentences.mean(0, dtype=np.float64)
    components = _principal_components(centred, dimensions)
    return (tokens.astype(np.float64) - tokens.mean(0, dtype=np.float64)) @ components, centred @ components


def fit_rows(
    start: np.ndarray, counts: sparse.csr_matrix, targets: np.ndarray, ridge: float, steps: int
) -> tuple[Fit, HeldOut]:
    """
    min ||A (T0 + D) - Y||^2 + ridge ||D||^2, where a row of A is a sentence's token counts over the length of its sum under T0.
    The ridge keeps rows of rare tokens near what the teacher says of the token alone.
    """
    lengths = np.linalg.norm(counts @ start, axis=1)
    # A sentence whose tokens cancel out must not weigh a hundred times the others.
    lengths = np.maximum(lengths, np.median(lengths) * 0.2)
    scaled = (sparse.diags(1 / lengths) @ counts).tocsr()
    reached = scaled @ start
    initial = start * ((reached * targets).sum() / (reached * reached).sum())

    fitted = int(len(targets) * FITTED_SHARE)
    train, held_out = scaled[:fitted], HeldOut(scaled[fitted:], targets[fitted:])
    change = _conjugate_gradients(train, targets[:fitted] - train @ initial, ridge, steps)
    table = initial + change
    return Fit(table, held_out.cosine(initial), held_out.cosine(table), len(targets) - fitted), held_out


def _conjugate_gradients(matrix: sparse.csr_matrix, residual: np.ndarray, ridge: float, steps: int) -> np.ndarray:
    """Solves (A'A + ridge I) D = A'R for every column at once."""
    transposed = matrix.T.tocsr()
    solution = np.zeros((matrix.shape[1], residual.shape[1]))
    gradient = transposed @ residual
    direction = gradient.copy()
    squares = (gradient * gradient).sum(0)
    for _ in range(steps):
        image = transposed @ (matrix @ direction) + ridge * direction
        step = squares / np.maximum((direction * image).sum(0), 1e-12)
        solution += step * direction
        gradient -= step * image
        squares_before, squares = squares, (gradient * gradient).sum(0)
        direction = gradient + (squares / np.maximum(squares_before, 1e-12)) * direction
    return solution


def _principal_components(centred: np.ndarray, dimensions: int) -> np.ndarray:
    values, vectors = np.linalg.eigh(centred.T @ centred)
    components = vectors[:, np.argsort(-values, kind="stable")[:dimensions]]
    # An eigenvector's sign is arbitrary: make the largest entry positive, so that every machine takes the same one.
    largest = np.abs(components).argmax(0)
    return components * np.sign(components[largest, np.arange(dimensions)])


def _unit(matrix: np.ndarray) -> np.ndarray:
    return matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)
