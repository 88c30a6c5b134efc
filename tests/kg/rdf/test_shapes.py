"""A sound graph conforms; a broken triple is named with its node, shape and value; by either engine."""

import gc
import gzip
from pathlib import Path

import pytest
from small_graph import BUILD, venue_author_and_counts, write_tables

from kg import output
from kg.errors import InputError, OutputError, UsageError
from kg.rdf import agreement, quads, shapes
from ontology.vocabulary import (
    DATA,
    ENTITY_CLASSES,
    MENTIONS,
    ONTOLOGY,
    PAPER_PROPERTIES,
    PROPERTIES,
    RELATION_PROPERTIES,
    RELATION_TYPES,
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of a graph that has a node of every class."""
    folder = write_tables(tmp_path_factory.mktemp("sound"), title="C++ is new", year=2020)
    quads.write(folder, BUILD)
    lines = gzip.decompress((folder / quads.QUADS).read_bytes()).decode().splitlines(keepends=True)
    entity = next(line.split()[0][1:-1] for line in lines if f"<{ONTOLOGY}Method>" in line)
    paper = next(line.split()[0] for line in lines if f"<{ONTOLOGY}Paper>" in line)
    return [*lines, *venue_author_and_counts(entity, paper)]


def checked(folder: Path, lines: list[str], engine: shapes.Engine = "auto") -> shapes.Report:
    (folder / quads.QUADS).write_bytes(gzip.compress("".join(lines).encode()))
    return shapes.validate(folder, engine=engine)


ENGINES = pytest.mark.parametrize("engine", ["compiled", "pyshacl"])


@ENGINES
def test_a_sound_graph_conforms(tmp_path: Path, sound: list[str], engine: shapes.Engine) -> None:
    report = checked(tmp_path, sound, engine)
    assert report.violations == ()
    assert report.conforms
    assert report.triples == len(sound)


def test_the_graph_of_real_documents_conforms(built: Path) -> None:
    assert shapes.validate(output.current(built)).violations == ()


@pytest.mark.slow
def test_the_graph_of_real_documents_conforms_for_pyshacl_too(built: Path) -> None:
    assert shapes.validate(output.current(built), engine="pyshacl").violations == ()


Break = tuple[str, str, str, str, str, str | None]
BREAKS: list[Break] = [
    ("PaperShape", "/paper/", "pkg:year", '"2020"^^<http://www.w3.org/2001/XMLSchema#integer>', '"MMXX"', "MMXX"),
    ("ResearchEntityShape", "/method/", "pkg:paperCount", '"1"', '"-1"', "-1"),
    ("VenueShape", "/venue/", "rdfs:label", '"NeurIPS"', '""', ""),
    ("AuthorShape", "/author/", "rdfs:label", '"A. Nyone"', '"A. Nyone"@en', "A. Nyone"),
    ("SentenceShape", "/sentence/", "pkg:start", '"0"', '"99"', "99"),
    ("MentionShape", "/mention/", "pkg:role", '"proposed"', '"invented"', "invented"),
    ("StatementShape", "/statement/", "pkg:confidence", '"0.9"', '"1.9"', "1.9"),
    ("ClaimShape", "/claim/", "pkg:statementCount", '"1"', '"0"', "0"),
    ("BuildShape", "/build/", "prov:wasAssociatedWith", f"<{DATA}extractor/", f"<{DATA}extractor/x", None),
    ("ExtractorShape", "/extractor/", "pkg:modelHash", '"abab', '"not a hash ', None),
    ("YearCountShape", "/count/", "pkg:countedProperty", f"<{ONTOLOGY}proposes>", "<a:a>", "a:a"),
    ("YearTotalShape", "/year/", "pkg:year", '"2020"^^<http://www.w3.org/2001/XMLSchema#integer>', '"2020"', "2020"),
]


@ENGINES
@pytest.mark.parametrize("broken", BREAKS, ids=[b[0] for b in BREAKS])
def test_a_broken_triple_is_named(tmp_path: Path, sound: list[str], broken: Break, engine: shapes.Engine) -> None:
    shape, where, path, old, new, value = broken
    local = path.partition(":")[2]
    index = next(i for i, line in enumerate(sound) if _is(line, where, local) and old in line)
    lines = [*sound[:index], sound[index].replace(old, new), *sound[index + 1 :]]
    report = checked(tmp_path, lines, engine)
    assert not report.conforms
    found = [v for v in report.violations if v.shape == shape and v.path == path]
    assert found, report.violations
    assert found[0].node == lines[index].split()[0][1:-1]
    assert value is None or value in {v.value for v in found}
    assert "\n" not in found[0].message


def _is(line: str, where: str, local: str) -> bool:
    subject, predicate = line.split()[:2]
    return subject.startswith(f"<{DATA.rstrip('/')}{where}") and predicate.rstrip(">").endswith(local)


@pytest.mark.parametrize("kind", ["Task", "Dataset"])
def test_an_entity_whose_iri_and_type_disagree_is_named(tmp_path: Path, sound: list[str], kind: str) -> None:
    report = checked(tmp_path, [line.replace(f"<{ONTOLOGY}Method>", f"<{ONTOLOGY}{kind}>") for line in sound])
    assert f"{kind}Shape" in {v.shape for v in report.violations if "/method/" in v.node}


def test_a_method_that_has_what_only_datasets_have_is_named(tmp_path: Path, sound: list[str]) -> None:
    method = next(line.split()[0] for line in sound if f"<{ONTOLOGY}Method>" in line)
    report = checked(tmp_path, [*sound, f"{method} <{ONTOLOGY}benchmarkFor> {method} .\n"])
    assert ("MethodShape", "pkg:benchmarkFor") in {(v.shape, v.path) for v in report.violations}


def test_an_unknown_property_is_named(tmp_path: Path, sound: list[str]) -> None:
    paper = next(line for line in sound if f"<{ONTOLOGY}proposes>" in line and line.startswith(f"<{DATA}paper/"))
    report = checked(tmp_path, [line.replace("#proposes>", "#propozes>") if line == paper else line for line in sound])
    found = {(v.shape, v.path) for v in report.violations if v.shape != agreement.DIRECT}
    assert found == {("PaperShape", "pkg:propozes")}


def test_a_node_without_a_type_is_named(tmp_path: Path, sound: list[str]) -> None:
    report = checked(tmp_path, [line for line in sound if not line.endswith(f"<{ONTOLOGY}YearTotal> .\n")])
    assert {(v.shape, v.node, v.path) for v in report.violations} == {
        ("TypedShape", f"{DATA}year/2020", "rdf:type"),
    }


def test_a_file_can_be_checked(tmp_path: Path, sound: list[str]) -> None:
    plain = tmp_path / "x.nq"
    plain.write_text("".join(sound), encoding="utf-8")
    assert shapes.validate(plain).conforms
    turtle = tmp_path / "x.ttl"
    turtle.write_text(f"<{DATA}paper/x> a <{ONTOLOGY}Paper> .\n")
    report = shapes.validate(turtle)
    assert {v.path for v in report.violations} == {"rdfs:label", "dcterms:identifier"}


def test_a_malformed_file_gives_one_clear_error_with_the_line(tmp_path: Path, sound: list[str]) -> None:
    with pytest.raises(InputError, match=r"graph\.nq\.gz: line 3: malformed"):
        checked(tmp_path, [*sound[:2], "<a:a> nonsense .\n", *sound[2:]])
    with pytest.raises(InputError, match="unknown format"):
        shapes.validate(Path(__file__))


def test_an_unknown_engine_gives_one_clear_error(tmp_path: Path, sound: list[str]) -> None:
    with pytest.raises(UsageError, match="expected one of auto, compiled, pyshacl"):
        checked(tmp_path, sound, "fast")  # type: ignore[arg-type]


def test_a_triple_as_a_value_gives_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a triple as a value"):
        checked(tmp_path, ["<a:a> <a:b> <<( <a:a> <a:b> <a:c> )>> .\n"])


def test_a_small_graph_that_pyshacl_cannot_judge_is_checked_all_the_same(tmp_path: Path) -> None:
    integer = "http://www.w3.org/2001/XMLSchema#integer"
    lines = [
        f"<{DATA}mention/x> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{ONTOLOGY}Mention> .\n",
        f"<{DATA}mention/x> <{ONTOLOGY}start> _:nowhere .\n",
        f'<{DATA}mention/x> <{ONTOLOGY}end> "3"^^<{integer}> .\n',
    ]
    assert ("pkg:start", "nowhere") in {(v.path, v.value) for v in checked(tmp_path, lines).violations}
    with pytest.raises(InputError, match="pyshacl cannot judge the graph"):
        checked(tmp_path, lines, "pyshacl")


@ENGINES
def test_nothing_but_the_report_is_said_of_an_ill_typed_value(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, engine: shapes.Engine
) -> None:
    kinds = ("integer", "boolean", "date")
    a, path = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", f"<{DATA}paper/x>"
    values = [f'{path} <{ONTOLOGY}year> "x"^^<http://www.w3.org/2001/XMLSchema#{kind}> .\n' for kind in kinds]
    report = checked(tmp_path, [f"{path} <{a}> <{ONTOLOGY}Paper> .\n", *values], engine)
    assert len([v for v in report.violations if v.path == "pkg:year"]) > 3
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def test_the_collection_of_garbage_goes_on_afterwards(tmp_path: Path, sound: list[str]) -> None:
    assert gc.isenabled()
    checked(tmp_path, sound, "compiled")
    assert gc.isenabled()
    with pytest.raises(InputError):
        checked(tmp_path, ["nonsense"])
    assert gc.isenabled()


@pytest.mark.parametrize("name", ["x.nq", "x.ttl", quads.QUADS])
def test_a_graph_of_nothing_gives_one_clear_error(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(gzip.compress(b"") if name.endswith(".gz") else b"# nothing\n")
    with pytest.raises(InputError, match="holds no triples; expected a graph made by kg build"):
        shapes.validate(tmp_path / name)


def _common(classes: set[str]) -> str:
    return classes.pop() if len(classes) == 1 else "ResearchEntity"


SIDES = [
    *((name, "Paper", ENTITY_CLASSES[kind]) for (kind, _), name in PAPER_PROPERTIES.items() if name != MENTIONS),
    ("usesDataset", "Paper", "Dataset"),
    (MENTIONS, "Paper", "ResearchEntity"),
    *(
        (RELATION_PROPERTIES[relation], *(_common({ENTITY_CLASSES[pair[side]] for pair in pairs}) for side in (0, 1)))
        for relation, pairs in RELATION_TYPES.items()
    ),
]


@pytest.mark.parametrize(("name", "subject", "value"), SIDES, ids=[side[0] for side in SIDES])
def test_a_fact_about_nodes_that_do_not_exist_names_both(
    tmp_path: Path, sound: list[str], name: str, subject: str, value: str
) -> None:
    line = f"<{DATA}paper/none-1> <{ONTOLOGY}{name}> <{DATA}method/none-2> .\n"
    ours, theirs = (checked(tmp_path, [*sound, line], engine) for engine in ("compiled", "pyshacl"))
    assert ours == theirs
    found = {(v.node.removeprefix(DATA), v.shape) for v in ours.violations}
    sides = {"ResearchEntity": "Entity"}
    assert ("paper/none-1", f"From{sides.get(subject, subject)}Shape") in found
    assert ("method/none-2", f"To{sides.get(value, value)}Shape") in found
    assert ("paper/none-1", "TypedShape") in found


@ENGINES
def test_an_entity_of_the_wrong_class_is_named_on_either_side(
    tmp_path: Path, sound: list[str], engine: shapes.Engine
) -> None:
    method = next(line.split()[0] for line in sound if f"<{ONTOLOGY}Method>" in line)
    lines = [f"<{DATA}year/2020> <{ONTOLOGY}proposes> {method} .\n", f"{method} <{ONTOLOGY}evaluatedWith> {method} .\n"]
    found = {(v.node, v.shape) for v in checked(tmp_path, [*sound, *lines], engine).violations}
    assert {(f"{DATA}year/2020", "FromPaperShape"), (method[1:-1], "ToDatasetShape")} <= found


@pytest.mark.parametrize("name", PROPERTIES)
def test_whatever_has_a_property_of_the_ontology_must_have_a_type(tmp_path: Path, sound: list[str], name: str) -> None:
    report = checked(tmp_path, [*sound, f'<{DATA}thing/none> <{ONTOLOGY}{name}> "x" .\n'], "compiled")
    assert (f"{DATA}thing/none", "TypedShape") in {(v.node, v.shape) for v in report.violations}


def test_a_missing_graph_gives_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no graph here"):
        shapes.validate(tmp_path)
