"""Writes src/embed/word-piece.fixture.json.gz: strings with the ids that the teacher's own tokenizer gives them. See README.md."""

import argparse
import gzip
import json
import random
import unicodedata
from pathlib import Path

from distil import WORK
from sources import fetch_tokenizer
from teacher import load_tokenizer

FIXTURE = Path(__file__).resolve().parents[2] / "src" / "embed" / "word-piece.fixture.json.gz"

# Invented for this, in scripts and with accents, quotes, dashes and numbers that dialogues have.
SENTENCES = """
I finally booked the pottery class for Tuesday at 6:30pm — can't wait!
Doesn't O'Connell's "café-bar" close at 11? It's $4.50 (or €4,20) a cup…
My sister-in-law's re-elected; unbelievably, antidisestablishmentarianism wasn't mentioned.
See https://example.org/a_b?c=d&e=f#g or write to nora.lind@example.org
Hmm, 3.14159 + 2.71828 = 5.85987, ~1e-5 off; 50% of 1,000,000 is 500K
Die Straße führt über Köln; größere Züge fahren dienstags um 7 Uhr.
L'été dernier, j'ai goûté des crêpes à Saint-Malo : délicieux, n'est-ce pas ?
¿Cuándo llegó el pingüino? ¡Mañana será otro día, señorita Muñoz!
A canção começou às oito; João não quis dançar.
Zażółć gęślą jaźń, a potem idź do Łodzi.
Příliš žluťoučký kůň úpěl ďábelské ódy.
İstanbul'da ışıklar söndü, ama ÇIĞLIK duyulmadı.
Đường phố Hà Nội rất đông vào buổi sáng.
Η Ελένη ζει στην Αθήνα και ο ΟΔΥΣΣΕΑΣ στη Θεσσαλονίκη.
Вчера мы ходили в музей, а завтра поедем к бабушке в Йошкар-Олу.
ذهبتُ إلى السوق أمس واشتريتُ تفاحًا طازجًا.
אתמול הלכנו לים, והמים היו קרים.
मैं कल अपनी दादी से मिलने गाँव जाऊँगा।
আমি আজ সকালে চা খেয়েছি।
เมื่อวานฉันไปตลาดกับแม่และซื้อมะม่วงมา
昨天我和妈妈去了市场，买了三个芒果。
きのう、母と市場へ行ってマンゴーを買いました。ｶﾀｶﾅもＡＢＣも。
어제 엄마와 함께 시장에 가서 망고를 샀어요.
Գնացինք շուկա, ხვალ ზღვაზე წავალთ
Great job 👏🏽👏🏽 the 👩‍👩‍👧 flew to 🇫🇷 with a ❤️ and a ™ mark ½ x² №5
[CLS] is not special here, nor [MASK] or [SEP] or [unused7] or ##ing
""".strip().splitlines()

JOINERS = ["", " ", "  ", "\n", "\t", "\r\n", "\u00a0", "\u3000", "\u200b", "\u0000", "\u0301", "'", "-", "\ufffd"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--work", type=Path, default=WORK, help="where distil.py keeps its downloads")
    parser.add_argument("--out", type=Path, default=FIXTURE)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    tokenizer = load_tokenizer(fetch_tokenizer(options.work))
    pieces = [tokenizer.id_to_token(token).removeprefix("##") for token in range(tokenizer.get_vocab_size())]
    texts = make_texts(random.Random(options.seed), options.count, pieces)
    cases = [[text, tokenizer.encode(text, add_special_tokens=False).ids] for text in texts]
    content = json.dumps(cases, ensure_ascii=False, separators=(",", ":")).encode()
    # Without a time in its header, so that the same cases are the same file.
    options.out.write_bytes(gzip.compress(content, mtime=0))


def make_texts(chance: random.Random, count: int, pieces: list[str]) -> list[str]:
    characters = settled_characters()
    makers = (
        lambda: spoilt(chance, chance.choice(SENTENCES), characters),
        lambda: "".join(chance.choices(characters, k=chance.randint(1, 24))),
        lambda: "".join(chr(chance.randrange(128)) for _ in range(chance.randint(1, 60))),
        lambda: "".join(chance.choice(pieces) + chance.choice(JOINERS) for _ in range(chance.randint(1, 8))),
    )
    edges = ["", " ", "a" * 100, "a" * 101, "é" * 100, "é" * 101, "𐍈" * 60, "Σ ΑΣ ΣΑΣ", "ﬁ ﬀ Ǆ ß ẞ ŉ", *SENTENCES]
    return edges + [makers[index % len(makers)]() for index in range(count - len(edges))]


def spoilt(chance: random.Random, sentence: str, characters: list[str]) -> str:
    """A stretch of the sentence, some of its characters replaced, doubled, or in the other case."""
    start = chance.randrange(len(sentence))
    stretch = sentence[start : start + chance.randint(5, 60)]
    changes = (str.upper, str.title, lambda c: c + c, lambda _: chance.choice(characters), lambda c: c + chance.choice(JOINERS))
    return "".join(chance.choice(changes)(character) if chance.random() < 0.15 else character for character in stretch)


def settled_characters() -> list[str]:
    """
    Characters whose category has not changed since Unicode 3.2, with the emoji: the tokenizers differ in which later Unicode they know,
    and no piece of the vocabulary is made of what came later.
    """
    old = unicodedata.ucd_3_2_0
    settled = [
        chr(code)
        for code in (*range(0x3400), *range(0xA000, 0xA4D0), *range(0xD7A3, 0xD800), *range(0xF900, 0x10000))
        if old.category(chr(code)) not in ("Cn", "Cs") and old.category(chr(code)) == unicodedata.category(chr(code))
    ]
    ideographs = [chr(code) for code in (*range(0x4E00, 0x9FA0, 37), *range(0xAC00, 0xD7A0, 41), *range(0x20000, 0x20100))]
    return settled + ideographs + [chr(code) for code in range(0x1F300, 0x1F650)]


if __name__ == "__main__":
    main()
