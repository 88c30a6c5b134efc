"""The model card as a page that people read, made from the card that machines read."""

from __future__ import annotations

from typing import Any


def page(card: dict[str, Any]) -> str:
    """The card in Markdown; the same card gives the same page."""
    tuning = card["tuning"]
    alone = tuning["tagger_alone"]
    lines = [
        f"# {card['name']} {card['version']}",
        "",
        "A spaCy pipeline that marks methods, tasks and datasets in abstracts, says what the paper does with each, and",
        "how they relate. It comes inside the package and never downloads anything.",
        "",
        f"- **Licence of the weights:** {card['licence']}.",
        f"- **Types:** {', '.join(card['types'])}.",
        "- **Tagger:** hashed word, prefix, suffix and shape embeddings with a convolutional encoder (tok2vec), BIOES",
        f"  labels, best well-formed sequence; decision bias {tuning['bias']} for O, chosen on dev.",
        "- **Roles and relations:** multinomial logistic regressions over hashed features of the words around.",
        "- **Scores:** calibrated by logistic regression on the dev part of `abstracts`.",
        f"- **Seed:** {card['seed']}. **Command:** `{card['command']}`.",
        "- What the tagger alone had on dev after each pass: [training.jsonl](training.jsonl).",
        "",
        "## Trained on",
        "",
        *[f"- `{source}`: {terms.removesuffix('; shipped')}" for source, terms in sorted(card["data"].items())],
        "- never on SciER, whose GPL would bind the weights; its dev part is only compared with below",
        "",
        "Records that share a sentence with a dev or test set are left out. Borderline and misaligned spans are",
        "masked, and a source is trusted only for the types it marks.",
        "",
        "## Strict span and type F1 on dev, in per cent",
        "",
        "Borderline tokens are ignored. `abstracts` was used to choose the bias and the calibration, the others not;",
        "`scirex` marks looser spans by other rules, so its figure says how far the conventions differ.",
        "",
        "| source | all | Method | Task | Dataset |",
        "|---|---|---|---|---|",
        *[_row(source, scores) for source, scores in card["dev"].items()],
        _row("abstracts, tagger without the paper-wide step", alone),
        "",
        "## Not for",
        "",
        "Languages other than English; full papers (it was made for titles and abstracts); metrics, which it leaves.",
        "",
    ]
    return "\n".join(lines)


def _row(source: str, scores: dict[str, float]) -> str:
    """A line of the table; a type that the source does not mark has a dash."""
    kinds = [f"f1_{kind}" for kind in ("all", "Method", "Task", "Dataset")]
    cells = [f"{scores[kind]:.1f}" if kind in scores else "–" for kind in kinds]
    return f"| {source} | {' | '.join(cells)} |"
