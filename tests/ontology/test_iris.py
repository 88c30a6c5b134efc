"""IRIs are readable, stable, safe and distinct."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontology import iris
from ontology.model import EntityType, Field, Paper, Span
from ontology.vocabulary import DATA

SAFE = re.compile(re.escape(DATA) + r"[a-zA-Z0-9/\-]+")
KINDS = st.sampled_from(EntityType)
ANY_TEXT = st.text(st.characters(codec=None), max_size=200)


@given(ANY_TEXT)
def test_a_slug_is_short_ascii_whatever_the_text(text: str) -> None:
    assert re.fullmatch(r"(?:[a-z0-9]+(?:-[a-z0-9]+)*)?", iris.slug(text))
    assert len(iris.slug(text)) <= iris.SLUG_LIMIT


@given(KINDS, ANY_TEXT)
def test_an_entity_iri_is_safe_and_stable(kind: EntityType, label: str) -> None:
    iri = iris.entity(kind, label)
    assert SAFE.fullmatch(iri)
    assert iri == iris.entity(kind, label)
    assert len(iri) < 140


@given(st.lists(ANY_TEXT, min_size=2, max_size=30, unique_by=lambda s: iris.unicodedata.normalize("NFC", s)))
def test_different_labels_have_different_iris(labels: list[str]) -> None:
    assert len({iris.entity(EntityType.METHOD, label) for label in labels}) == len(labels)


def test_awkward_names_stay_apart_and_readable() -> None:
    names = [
        "C",
        "C++",
        "C#",
        "A*",
        "A",
        "R",
        "r",
        "***",
        "+++",
        "中文",
        "汉语",
        "β-VAE",
        "VAE",
        "Ünïcode",
        "Unicode",
    ]
    names += ["x" * 10_000, "x" * 9_999, "中" * 10_000, "BERT中", "BERT文", "", " "]
    minted = [iris.entity(EntityType.METHOD, name) for name in names]
    assert len(set(minted)) == len(names)
    assert all(SAFE.fullmatch(iri) for iri in minted)
    assert "/method/c-plus-plus-" in minted[1]
    assert "/method/c-sharp-" in minted[2]
    assert "/method/a-star-" in minted[3]
    assert "/method/beta-vae-" in minted[11]


def test_many_names_of_another_script_do_not_collide() -> None:
    names = [chr(0x4E00 + i // 200) + chr(0x4E00 + i % 200) for i in range(20_000)]
    assert len({iris.entity(EntityType.TASK, name) for name in names}) == len(names)


def test_the_hash_is_of_type_and_label() -> None:
    assert iris.entity(EntityType.METHOD, "BERT") == DATA + "method/bert-" + _hash("Method\nBERT", 6)
    assert iris.entity(EntityType.TASK, "BERT") != iris.entity(EntityType.METHOD, "BERT").replace("method", "task")


def test_a_label_is_one_whether_its_accents_are_composed_or_not() -> None:
    assert iris.entity(EntityType.METHOD, "Poincar\u00e9") == iris.entity(EntityType.METHOD, "Poincare\u0301")


@pytest.mark.parametrize(
    "form", ["10.1/AbC", "https://doi.org/10.1/abc", "doi:10.1/ABC", "http://dx.doi.org/10.1/abc "]
)
def test_a_paper_is_known_by_its_doi_in_any_form(form: str) -> None:
    assert iris.paper(Paper(id="x", abstract="", doi=form)) == iris.paper(Paper(id="y", abstract="", doi="10.1/abc"))


@pytest.mark.parametrize("form", ["2401.00001v2", "arXiv:2401.00001", "https://arxiv.org/abs/2401.00001v1"])
def test_a_paper_is_known_by_its_arxiv_id_without_version(form: str) -> None:
    assert iris.paper(Paper(id="x", abstract="", arxiv=form)) == iris.paper(
        Paper(id="y", abstract="", arxiv="2401.00001")
    )


@given(ANY_TEXT, ANY_TEXT)
def test_papers_of_different_ids_have_different_iris(one: str, two: str) -> None:
    first, second = (iris.paper(Paper(id=i, abstract="")) for i in (one, two))
    assert (first == second) == (one == two)
    assert SAFE.fullmatch(first)


def test_spans_statements_and_counts_hang_below_their_paper_or_entity() -> None:
    paper = iris.paper(Paper(id="acl-1", abstract="x"))
    method = iris.entity(EntityType.METHOD, "BERT")
    local = paper.rsplit("/", 1)[1]
    assert iris.mention(paper, Field.ABSTRACT, 3, 9, EntityType.METHOD).endswith(f"{local}/abstract-3-9-method")
    assert iris.sentence(paper, "title", 0, 9) == f"{DATA}sentence/{local}/title-0-9"
    claim = iris.claim(paper, "proposes", method)
    assert claim != iris.claim(paper, "usesMethod", method)
    where = Span(field=Field.TITLE, start=0, end=9)
    assert iris.statement(paper, claim, where).startswith(f"{DATA}statement/{local}/")
    assert iris.year_count(method, "mentions", 2020) == method.replace(DATA, DATA + "count/") + "/mentions/2020"
    assert iris.year(2020) == DATA + "year/2020"


@given(ANY_TEXT)
def test_venues_and_authors_ignore_case_and_spacing(name: str) -> None:
    assert iris.venue(name) == iris.venue(f"  {name} ")
    assert SAFE.fullmatch(iris.author(name))


def _hash(text: str, digits: int) -> str:
    return iris.hashlib.sha256(text.encode()).hexdigest()[:digits]
