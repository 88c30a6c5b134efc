"""Real files: the examples of the repository, and the samples next to a checkout where they are present."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.importlog import ImportLog
from kg.readers import read
from ontology.model import Paper

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT.parent / "shared" / "inputs"
EXAMPLES = ROOT / "docs" / "examples"

needs_samples = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the samples are not next to this checkout")


def papers(path: Path) -> tuple[list[Paper], ImportLog]:
    log = ImportLog()
    return list(read([path], log)), log


def test_the_source_documents_give_57_papers_of_neurips_2025() -> None:
    found, log = papers(EXAMPLES / "neurips2025")
    assert len({each.id for each in found}) == 57
    assert {(each.venue, each.year, each.title) for each in found} == {("NeurIPS", 2025, "")}
    assert log.formats() == {"plain": 57}
    assert log.problems == ()
    assert found[0].abstract.startswith("We establish a comprehensive finite-sample and asymptotic theory for")
    assert found[-1].abstract.endswith("any replicable online algorithm must incur.")


def test_every_paragraph_of_a_source_document_is_kept_as_it_stands() -> None:
    for path in sorted((EXAMPLES / "neurips2025").glob("*.txt")):
        found, _ = papers(path)
        expected = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")[1:]
        assert [each.abstract for each in found] == expected
        assert [each.record for each in found] == list(range(1, 20))


def test_the_acl_sample_gives_1000_papers_of_six_years() -> None:
    found, log = papers(EXAMPLES / "acl" / "acl-2016-2021.jsonl.gz")
    assert len(found) == 1_000
    assert log.problems == ()
    years = [each.year for each in found]
    assert {year: years.count(year) for year in years} == {
        2016: 14, 2017: 198, 2018: 197, 2019: 197, 2020: 197, 2021: 197,
    }  # fmt: skip
    assert all(each.title and each.venue and each.authors and each.url for each in found)
    assert all(400 <= len(each.abstract) <= 3_000 for each in found)


@needs_samples
@pytest.mark.parametrize(
    ("name", "format_name", "count"),
    [
        ("neurips2025/000_c82260e8d7180076.txt", "plain", 19),
        ("neurips2025/001_7db623ff64b06084.txt", "plain", 19),
        ("neurips2025/004_5f39cb82fed4899e.txt", "plain", 19),
        ("text/abstracts.txt", "plain", 12),
        ("text/titles_and_abstracts.txt", "titled", 10),
        ("jsonl/papers.jsonl", "jsonl", 20),
        ("jsonl/acl.jsonl", "jsonl", 20),
        ("jsonl/rough_records.jsonl", "jsonl", 30),
        ("csv/simple.csv", "csv", 20),
        ("csv/ieee_xplore.csv", "csv", 10),
        ("csv/semicolon_foreign_header.csv", "csv", 5),
    ],
)
def test_every_record_of_a_sample_is_read_without_a_problem(name: str, format_name: str, count: int) -> None:
    found, log = papers(SAMPLES / name)
    assert log.formats() == {format_name: count}
    assert len(found) == count
    assert log.problems == ()


@needs_samples
def test_a_wrapped_abstract_under_its_title_keeps_its_lines() -> None:
    found, _ = papers(SAMPLES / "text" / "titles_and_abstracts.txt")
    assert found[1].title == "The Lifted Matrix-Space Model for Semantic Composition"
    assert found[1].abstract.startswith("Tree-structured neural network architectures for sentence encoding draw \n")
    assert all(each.title and "\n" in each.abstract for each in found)


@needs_samples
def test_a_table_of_ieee_gives_all_fields() -> None:
    found, _ = papers(SAMPLES / "csv" / "ieee_xplore.csv")
    first = found[0]
    assert first.title == 'Exascale Computing Trends: Adjusting to the "New Normal"\' for Computer Architecture'
    assert (first.venue, first.year) == ("Computing in Science & Engineering", 2013)
    assert first.authors == ("P. Kogge", "J. Shalf")
    assert (first.doi, first.id) == ("10.1109/MCSE.2013.95", "10.1109/mcse.2013.95")


@needs_samples
def test_a_table_with_german_names_gives_title_authors_and_year() -> None:
    found, _ = papers(SAMPLES / "csv" / "semicolon_foreign_header.csv")
    assert found[0].title.startswith("TTI-COIN at SemEval-2017 Task 10")
    assert (found[0].authors, found[0].year) == (("Tomoki Tsujimura", "Makoto Miwa", "Yutaka Sasaki"), 2017)
    assert found[0].abstract.startswith("This paper describes our TTI-COIN system")


@needs_samples
def test_json_lines_of_the_anthology_give_all_fields() -> None:
    found, _ = papers(SAMPLES / "jsonl" / "acl.jsonl")
    assert found[0].id == "acl-2020.wmt-1.69"
    assert (found[0].venue, found[0].year) == (
        "Proceedings of the Fifth Conference on Machine Translation",
        2020,
    )
    assert found[0].authors == ("Shruti Bhosale", "Kyra Yee", "Sergey Edunov", "Michael Auli")
    assert found[0].url == "https://aclanthology.org/2020.wmt-1.69"
