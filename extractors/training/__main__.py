"""`python -m extractors.training --data FOLDER`: trains, calibrates, and writes the pipeline that ships."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from extractors.packaged import MODEL
from extractors.training.finish import finish
from extractors.training.train import LOG, train


def main() -> None:
    """Train into `--work`, then write the pipeline to `--out`."""
    parser = argparse.ArgumentParser(prog="python -m extractors.training", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds ner/")
    parser.add_argument("--work", type=Path, default=Path("build/training"), help="checkpoints and log")
    parser.add_argument("--out", type=Path, default=MODEL, help="where the pipeline goes")
    arguments = parser.parse_args()
    if not (arguments.data / "ner").is_dir():
        sys.exit(
            f"{arguments.data}: no ner/ folder here; expected the annotated sources (see extractors/model/README.md)"
        )
    trained = train(arguments.data, arguments.work)
    logs = [arguments.work / LOG]
    card = finish(trained, arguments.data, logs, arguments.out, name="paperkg_tok2vec")
    print(json.dumps(card["dev"], indent=2))


if __name__ == "__main__":
    main()
