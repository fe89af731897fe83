"""Which tokens get a row at all."""

import re
import unicodedata

SPECIAL = re.compile(r"\[(PAD|UNK|CLS|SEP|MASK|unused\d+)\]")


def is_meaningful(token: str) -> bool:
    """
    The teacher read English. Of other scripts its vocabulary holds little more than single letters, whose vectors are noise: a text in
    Thai would get a direction out of nothing, and be 'near' every other. Punctuation says as little. Such tokens get a zero row, so a text
    without a single Latin word or digit has no vector at all, and whoever ranks by it knows.
    """
    if SPECIAL.fullmatch(token):
        return False
    characters = token.removeprefix("##")
    return any(_is_latin_or_digit(character) for character in characters)


def _is_latin_or_digit(character: str) -> bool:
    if character.isascii():
        return character.isalnum()
    return unicodedata.name(character, "").startswith("LATIN ")
