"""What is wrong with a term list, a component or a model, in one line of `kg`."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import InputError, UsageError
from kg.extraction import check_model, extracted, own
from ontology.model import Paper


def test_an_unknown_model_is_bad_usage() -> None:
    assert check_model("fast") == "fast"
    with pytest.raises(UsageError, match="unknown model 'slow': expected one of standard, fast"):
        check_model("slow")


def test_code_and_component_belong_together(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--component needs"):
        own(None, None, ["x"])
    with pytest.raises(UsageError, match="--code needs"):
        own(None, tmp_path / "x.py", ())


def test_a_file_that_cannot_be_used_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("BERT\tModel\n", encoding="utf-8")
    for given in ((tmp_path / "none.tsv", None, ()), (tmp_path / "t.tsv", None, ()), (None, tmp_path / "x.py", ["x"])):
        with pytest.raises(InputError):
            own(*given)


def test_a_component_that_fails_is_an_input_error(tmp_path: Path) -> None:
    code = tmp_path / "c.py"
    code.write_text(
        "from spacy.language import Language\n@Language.component('c_fails')\ndef c(doc):\n    raise OSError('gone')\n",
        encoding="utf-8",
    )
    found = extracted([Paper(id="1", abstract="We use BERT.")], own(None, code, "c_fails"), model="fast")
    with pytest.raises(InputError, match=r"component 'c_fails' failed: OSError: gone \(line 4\)"):
        list(found)
