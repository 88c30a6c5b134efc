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
        *_tagger(card["name"]),
        f"- **Decision bias** for O, chosen on dev: {tuning['bias']}.",
        *_heads(tuning),
        "- **Scores:** calibrated by logistic regression on the dev part of `abstracts`, mentions and relations apart.",
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


def _tagger(name: str) -> list[str]:
    """Which networks make the label probabilities, one a line."""
    small = ["  - hashed word, prefix, suffix and shape embeddings, 96 wide, with four convolutions (tok2vec)"]
    large = ["  - all-MiniLM-L6-v2 (22.6M weights, Apache-2.0) with features of form, fine-tuned, in 8 bits"]
    parts = {"paperkg_tok2vec": small, "paperkg_minilm": large}.get(name, large + small)
    mean = ", their geometric mean with weights 0.7 and 0.3" if len(parts) > 1 else ""
    return [f"- **Tagger:** BIOES labels, best well-formed sequence{mean}:", *parts]


def _heads(tuning: dict[str, Any]) -> list[str]:
    """What gives roles and relations."""
    linear = "multinomial logistic regressions over hashed features of the words around"
    if "relations" not in tuning:
        return [f"- **Roles and relations:** {linear}."]
    return [
        "- **Roles:** a perceptron on the hidden states of the encoder, trained together with it, and one of two",
        f"  {linear}; the weighted geometric mean of both.",
        "- **Relations:** a perceptron on the same states, over pairs of surfaces of the whole paper, mixed with a",
        "  logistic regression over the sentences that hold both; they count from a calibrated probability of",
        f"  {tuning['relations']['threshold']}, chosen on dev. The fast pipeline has that regression alone.",
    ]


def _row(source: str, scores: dict[str, float]) -> str:
    """A line of the table; a type that the source does not mark has a dash."""
    kinds = [f"f1_{kind}" for kind in ("all", "Method", "Task", "Dataset")]
    cells = [f"{scores[kind]:.1f}" if kind in scores else "–" for kind in kinds]
    return f"| {source} | {' | '.join(cells)} |"
