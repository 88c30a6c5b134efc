"""The quality card: how good the extractor is on somebody's own papers, as a file that other commands can read.

A JSON object with these fields; rates are shares in [0, 1], and every interval is [low, high], 95 %, after Wilson
(1927), or null where there is nothing to take a share of:

    form          "paperkg quality card 1"
    gold          name of the file with the annotations, without its folder
    gold_sha256   of its bytes
    papers        how many papers were annotated
    left_out      how many are in the file but still marked todo
    min_score     mentions scored below it count as not found
    paperkg       version of the program
    extractor     name, version, model_sha256
    mentions      strict, boundary, relaxed: each a rate
    types         Method, Task, Dataset: each a rate, strict
    proposed      a rate for the names that papers propose or introduce, or null where no roles were annotated
    roles         by type share, interval, right, total: of the names found right those whose role is right; or null
    relations     a rate, end to end, or null where no relations were annotated
    relation_kinds  a rate for each kind in gold or found
    given         relations, relation_kinds and roles given the names of the gold; or null
    calibration   error (expected calibration error), number, bins; or null where nothing was found

A rate has precision, recall, f1, right, wrong, missed, precision_interval and recall_interval.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kg.errors import InputError
from kg.files import replacing_text

if TYPE_CHECKING:
    from extractors import ExtractorInfo
    from kg.scores import Scores

FORM: Final = "paperkg quality card 1"
_PARTS: Final = ("types", "proposed", "relations", "relation_kinds", "given", "calibration")
_FIELDS: Final = (
    *("form", "gold", "gold_sha256", "papers", "left_out", "min_score", "paperkg", "extractor", "mentions", "roles"),
    *_PARTS,
)


def card(scores: Scores, gold: Path, info: ExtractorInfo, *, min_score: float = 0.0) -> dict[str, Any]:
    """The card of an evaluation as JSON-ready values, fields in the order of this module's description.

    Args:
        scores: what `kg.evaluate.evaluate` gave.
        gold: the file that it was given.
        info: what `extractors.info` says.
        min_score: what it was given.
    """
    import kg

    told = scores.to_dict()
    return {
        "form": FORM,
        "gold": gold.name,
        "gold_sha256": hashlib.sha256(gold.read_bytes()).hexdigest(),
        "papers": scores.papers,
        "left_out": scores.left_out,
        "min_score": min_score,
        "paperkg": kg.__version__,
        "extractor": {"name": info.name, "version": info.version, "model_sha256": info.model_sha256},
        "mentions": {name: told[name] for name in ("strict", "boundary", "relaxed")},
        "roles": told["role_shares"],
        **{name: told[name] for name in _PARTS},
    }


def write(path: Path, made: dict[str, Any]) -> None:
    """Write a card; raises OutputError when the file cannot be written."""
    with replacing_text(path) as file:
        file.write(json.dumps(made, ensure_ascii=False, indent=2) + "\n")


def read(path: Path) -> dict[str, Any]:
    """The card in a file.

    Raises:
        InputError: there is no such file, or it holds no card.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror}); expected a quality card of kg evaluate"
        ) from error
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("form") != FORM:
        raise InputError(f"{path}: is no quality card; expected a file that kg evaluate --card wrote")
    lacking = [name for name in _FIELDS if name not in found]
    if lacking:
        raise InputError(f"{path}: the quality card lacks {lacking[0]}; write it again with kg evaluate --card")
    return found
