"""Short English sentences from WordNet: the examples of use, and the glosses as 'word: gloss'."""

import random
import re
from pathlib import Path

# Where the teacher's own attention stops mattering for a bag of words.
LONGEST = 160
FILES = ("data.adj", "data.adv", "data.noun", "data.verb")
EXAMPLE = re.compile(r'"([^"]{8,200})"')


def wordnet_sentences(folder: Path, examples: int, glosses: int, seed: int) -> list[str]:
    """The same list for the same files, counts and seed. Examples and glosses are shuffled together, so any part of it is a fair sample."""
    all_examples, all_glosses = _read(folder)
    shuffle = random.Random(seed)
    shuffle.shuffle(all_examples)
    shuffle.shuffle(all_glosses)
    chosen = all_examples[:examples] + all_glosses[:glosses]
    if len(chosen) < examples + glosses:
        raise SystemExit(f"{folder} has {len(all_examples)} examples and {len(all_glosses)} glosses: fewer than asked for.")
    shuffle.shuffle(chosen)
    return [sentence[:LONGEST] for sentence in chosen]


def _read(folder: Path) -> tuple[list[str], list[str]]:
    examples: dict[str, None] = {}
    glosses: dict[str, None] = {}
    for name in FILES:
        for line in (folder / name).read_text(encoding="latin-1").splitlines():
            # The licence at the top of each file is indented; every other line is a set of synonyms.
            if line.startswith("  ") or "|" not in line:
                continue
            fields, text = line.split("|", 1)
            word = fields.split()[4].replace("_", " ")
            gloss = EXAMPLE.sub("", text).strip(" ;\n")
            examples.update(dict.fromkeys(EXAMPLE.findall(text)))
            if len(gloss) > 10:
                glosses[f"{word}: {gloss}"] = None
    # Dictionaries keep order and drop repeats, which would leak from the fitted part into the held-out one.
    return list(examples), list(glosses)
