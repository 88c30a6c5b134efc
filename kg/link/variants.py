"""When two long forms that papers give for one abbreviation are the same name.

These rules are looser than the normal form: they hold only for forms that some papers abbreviate alike, which makes
"multi-instance" and "multiple instance learning" (MIL), or "convolutional network" and "convolutional neural network"
(CNN), one thing with some confidence.
"""

from __future__ import annotations

from typing import Final

Words = tuple[str, ...]

_FUNCTION_WORDS: Final = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "over", "the", "through", "to",
     "under", "via", "with"}
)  # fmt: skip
_GENERIC: Final = frozenset(
    {"algorithm", "approach", "architecture", "corpus", "dataset", "framework", "layer", "mechanism", "method", "model",
     "network", "planner", "problem", "procedure", "scheme", "system", "task", "technique", "unit"}
)  # fmt: skip
_STEM: Final = 5
_TYPO_LENGTH: Final = 14


def same_name(left: Words, right: Words) -> bool:
    """Whether two long forms differ only in endings, function words, a generic last word, or one typing error."""
    left, right = _content(left), _content(right)
    if not left or not right or _digits(left) != _digits(right):
        return False
    if len(left) == len(right):
        return all(map(_same_stem, left, right)) or _one_typo(left, right)
    shorter, longer = sorted((left, right), key=len)
    return (
        len(longer) == len(shorter) + 1
        and len(shorter) > 1
        and longer[-1] in _GENERIC
        and all(map(_same_stem, shorter, longer))
    )


def drops_a_word(short: str, full: Words, loose: Words) -> bool:
    """Whether `loose` is `full` without one word, where `full` spells the abbreviation by its initials."""
    full, loose = _content(full), _content(loose)
    if len(loose) != len(full) - 1 or len(loose) < 2 or "".join(word[0] for word in full) != short:
        return False
    return any(full[:i] + full[i + 1 :] == loose for i in range(1, len(full) - 1))


def _content(words: Words) -> Words:
    return tuple(word for word in words if word not in _FUNCTION_WORDS)


def _digits(words: Words) -> str:
    return "".join(char for word in words for char in word if char.isdigit())


def _same_stem(left: str, right: str) -> bool:
    if left == right:
        return True
    shorter, longer = sorted((left, right), key=len)
    pairs = enumerate(zip(shorter, longer, strict=False))
    shared = next((i for i, (a, b) in pairs if a != b), len(shorter))
    if shared == len(shorter) >= 4 and len(longer) - shared <= 3:
        return True
    return shared >= _STEM and shared >= 0.6 * len(longer)


def _one_typo(left: Words, right: Words) -> bool:
    """Whether two long names differ by one inserted, missing, other or swapped letter inside one long word."""
    odd = [(a, b) for a, b in zip(left, right, strict=True) if a != b]
    if len(odd) != 1 or sum(map(len, left)) < _TYPO_LENGTH:
        return False
    a, b = odd[0]
    if min(len(a), len(b)) < 7 or a[0] != b[0] or abs(len(a) - len(b)) > 1:
        return False
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    rests = ((a[start + 1 :], b[start + 1 :]), (a[start + 1 :], b[start:]), (a[start:], b[start + 1 :]))
    swapped = a[start : start + 2] == b[start : start + 2][::-1] and a[start + 2 :] == b[start + 2 :]
    return swapped or any(x == y for x, y in rests)
