"""Reading as a whole: encodings, several inputs, folders, pipes, identifiers."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import threading
from hashlib import sha256
from pathlib import Path

import pytest

from kg.importlog import ImportLog
from kg.readers import formats, read
from ontology.model import Paper

ONE = '{"id": "x", "title": "T", "abstract": "We propose a method."}\n'


def papers(*paths: Path, log: ImportLog | None = None) -> list[Paper]:
    return list(read(paths, log or ImportLog()))


def put(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
    return path


def test_every_format_has_a_name_a_description_extensions_and_an_example() -> None:
    names = [each.name for each in formats()]
    assert {"plain", "titled", "jsonl", "csv"} <= set(names)
    assert len(names) == len(set(names))
    for each in formats():
        assert each.description
        assert each.example
        assert all(end.startswith(".") and end == end.lower() for end in each.extensions)


def test_the_example_of_every_format_is_recognised_as_that_format(tmp_path: Path) -> None:
    for each in formats():
        log = ImportLog()
        papers(put(tmp_path / f"{each.name}.example", each.example), log=log)
        assert [count.format for count in log.files()] == [each.name]


# Encodings


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        (paper,) = papers(put(tmp_path / encoding, "Über Köpfe hinweg.".encode(encoding)))
        assert paper.abstract == "Über Köpfe hinweg."


def test_text_in_another_encoding_is_read_and_logged(tmp_path: Path) -> None:
    text = "Größere Modelle übertreffen ältere Ansätze für die Übersetzung größtenteils deutlich."
    log = ImportLog()
    (paper,) = papers(put(tmp_path / "a.txt", text.encode("cp1252")), log=log)
    assert paper.abstract == text
    (problem,) = log.problems
    assert problem.what == "not valid UTF-8; expected UTF-8"
    assert problem.place() == "a.txt, line 1"
    assert problem.done == "read as cp1252"


WESTERN = [
    "We propose FooNet, a café style naïve approach of Müller for image classification on MNIST.\n\n"
    "We introduce BarNet, résumé ranking “quoted” and it works.",
    "We follow Müller.",
    "It’s a new model – the best.",
    "A “quoted” model — and naïve.",
    "Nous proposons une méthode simple pour la reconnaissance d’entités nommées, entraînée sur des données "
    "françaises et évaluée sur plusieurs corpus.",
    "Presentamos un método para la traducción automática del español, con evaluación en dos conjuntos de datos "
    "públicos. ¿Funciona? ¡Sí!",
    "Vi föreslår en ny metod för igenkänning av namngivna enheter på svenska. Försöken visar att vår modell är bättre.",
    "Propomos um método para o reconhecimento de entidades em português, com avaliação e comparação de três soluções.",
]


@pytest.mark.parametrize("text", WESTERN, ids=lambda text: text[:12])
def test_western_text_is_read_as_windows_1252(tmp_path: Path, text: str) -> None:
    log = ImportLog()
    found = papers(put(tmp_path / "a.txt", text.encode("cp1252")), log=log)
    assert "\n\n".join(each.abstract for each in found) == text
    assert [problem.done for problem in log.problems] == ["read as cp1252"]


RUSSIAN = (
    "Мы предлагаем новый метод машинного перевода, основанный на нейронных сетях с вниманием. Эксперименты "
    "показывают, что модель превосходит все базовые системы на трёх наборах данных."
)
JAPANESE = (
    "本論文では、固有表現抽出のための新しい手法を提案する。提案手法は事前学習済み言語モデルに基づいており、"
    "三つのデータセットで従来の手法を上回る性能を示した。"
)
OTHERS = {
    "koi8_r": RUSSIAN,
    "cp1251": RUSSIAN,
    "gb18030": "我们提出了一种新的命名实体识别方法，该方法基于预训练语言模型。实验结果表明，所提出的模型在三个"
    "公开数据集上均优于现有的基线系统。",
    "big5": "我們提出了一種新的命名實體辨識方法，該方法基於預訓練語言模型。實驗結果顯示，所提出的模型在三個"
    "公開資料集上均優於現有的基準系統。",
    "shift_jis": JAPANESE,
    "euc_jp": JAPANESE,
    "euc_kr": "본 논문에서는 개체명 인식을 위한 새로운 방법을 제안한다. 제안하는 모델은 사전 학습된 언어 모델을 "
    "기반으로 하며 세 개의 데이터셋에서 기존 방법보다 우수한 성능을 보인다.",
    "cp1250": "Proponujemy nową metodę rozpoznawania jednostek nazewniczych, która opiera się na wstępnie wytrenowanym "
    "modelu językowym. Wyniki doświadczeń pokazują, że nasz model przewyższa wcześniejsze podejścia.",
    "cp1253": "Προτείνουμε μια νέα μέθοδο αναγνώρισης ονομάτων οντοτήτων που βασίζεται σε προεκπαιδευμένο γλωσσικό "
    "μοντέλο. Τα πειράματα δείχνουν καλύτερα αποτελέσματα.",
}


@pytest.mark.parametrize("encoding", OTHERS)
def test_a_text_in_the_encoding_of_another_script_is_recognised(tmp_path: Path, encoding: str) -> None:
    (paper,) = papers(put(tmp_path / "a.txt", OTHERS[encoding].encode(encoding)))
    assert paper.abstract == OTHERS[encoding]


@pytest.mark.parametrize("others", [(1, "nor is 1 other line"), (2, "nor are 2 other lines")])
def test_the_line_that_is_not_utf_8_is_named_once(tmp_path: Path, others: tuple[int, str]) -> None:
    log = ImportLog()
    papers(put(tmp_path / "a.txt", b"caf\xe9\n" * (others[0] + 1)), log=log)
    (problem,) = [each for each in log.problems if "UTF-8" in each.what]
    assert (problem.line, problem.what) == (1, f"not valid UTF-8, {others[1]}; expected UTF-8")


def test_one_broken_byte_in_a_utf_8_file_costs_one_character_and_not_the_encoding(tmp_path: Path) -> None:
    log = ImportLog()
    content = "Ärger über Öl.\n\nZwei süße Wörter.\n\n".encode() + b"broken \xff here."
    found = papers(put(tmp_path / "a.txt", content), log=log)
    assert [each.abstract for each in found] == ["Ärger über Öl.", "Zwei süße Wörter.", "broken \ufffd here."]
    assert [(each.line, each.done) for each in log.problems] == [(5, "unreadable characters replaced")]


def test_line_ends_become_lf_and_nothing_else_changes(tmp_path: Path) -> None:
    for end in ("\r\n", "\r", "\n"):
        text = end.join(["  We propose $x$ ", "a  *method*\t.", "", "Another one.", ""])
        found = [each.abstract for each in papers(put(tmp_path / "a.txt", text))]
        assert found == ["  We propose $x$ \na  *method*\t.", "Another one."]


def test_packed_files_read_like_plain_ones_whatever_their_name(tmp_path: Path) -> None:
    assert papers(put(tmp_path / "a.jsonl.gz", gzip.compress(ONE.encode())))[0].id == "x"
    assert papers(put(tmp_path / "a.jsonl", gzip.compress(ONE.encode())))[0].id == "x"


# Several inputs


def test_a_folder_gives_its_files_by_name_and_logs_the_rest(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    (folder / "sub").mkdir(parents=True)
    put(folder / "b.txt", "The second.")
    put(folder / "a.jsonl.gz", gzip.compress(ONE.encode()))
    put(folder / "x.py", "print('not an abstract')")
    put(folder / ".hidden.txt", "Not this.")
    log = ImportLog()
    assert [each.source for each in papers(folder, log=log)] == ["a.jsonl.gz", "b.txt"]
    assert [(each.file, each.done) for each in log.problems] == [
        ("sub", "file skipped"),
        ("x.py", "file skipped"),
    ]


def test_files_of_the_same_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        put(tmp_path / name / "a.txt", f"Abstract {name}.")
    log = ImportLog()
    found = papers(tmp_path / "one" / "a.txt", tmp_path / "two", log=log)
    assert [each.source for each in found] == ["a.txt", "a.txt"]
    assert [each.file for each in log.files()] == ["one/a.txt", "two/a.txt"]


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(ONE.encode()))))
    (paper,) = papers(Path("-"))
    assert (paper.id, paper.source) == ("x", "stdin")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(ONE))
    writer.start()
    assert papers(pipe)[0].id == "x"
    writer.join()


def test_reading_is_lazy(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", ONE + "{broken\n" * 1000)
    log = ImportLog()
    found = read([path], log)
    assert next(found).id == "x"
    assert log.problems == ()


# Identifiers


def test_identifiers_come_from_the_record_then_doi_then_arxiv_then_content(tmp_path: Path) -> None:
    rows = [
        {"id": " a/1 ", "doi": "10.1/x", "abstract": "One."},
        {"DOI": "https://doi.org/10.1234/ABC", "arxiv": "2101.00001", "abstract": "Two."},
        {"arXiv ID": "arXiv:2101.00001v2", "abstract": "Three."},
        {"url": "https://arxiv.org/abs/cs/0112017", "abstract": "Four."},
        {"title": "T", "abstract": "Five."},
        {"id": 17, "abstract": "Six."},
    ]
    found = papers(put(tmp_path / "a.jsonl", "\n".join(map(json.dumps, rows))))
    ids = [each.id for each in found]
    assert ids[:4] == ["a/1", "10.1234/abc", "2101.00001v2", "cs/0112017"]
    assert ids[4] == "p-" + sha256(b"t\nfive.").hexdigest()[:12]
    assert ids[5] == "17"
    assert found[1].doi == "10.1234/ABC"


def test_the_content_identifier_ignores_case_and_white_space_but_not_words(tmp_path: Path) -> None:
    ids = [
        papers(put(tmp_path / "a.txt", text))[0].id for text in ("We  Show\nthis.", "we show this.", "We show that.")
    ]
    assert ids[0] == ids[1] != ids[2]


def test_a_repeated_record_is_skipped_once_and_a_repeated_identifier_is_renamed(tmp_path: Path) -> None:
    texts = ["One.", "One.", "Two.", "Three.", "Two.", "ONE."]
    rows = [json.dumps({"id": "a", "abstract": text}) for text in texts] + ['{"id": "a-2", "abstract": "Four."}']
    log = ImportLog()
    found = papers(put(tmp_path / "a.jsonl", "\n".join(rows)), log=log)
    assert [(each.id, each.abstract) for each in found] == [
        ("a", "One."), ("a-2", "Two."), ("a-3", "Three."), ("a-2-2", "Four."),
    ]  # fmt: skip
    assert log.counts() == {"renamed": 3, "skipped as duplicate": 3}


def test_many_records_under_one_identifier_take_linear_time(tmp_path: Path) -> None:
    rows = (json.dumps({"id": "a", "abstract": f"Abstract {n}."}) for n in range(5_000))
    found = papers(put(tmp_path / "a.jsonl", "\n".join(rows)))
    assert len({each.id for each in found}) == 5_000


def test_the_same_files_give_the_same_papers_and_log(tmp_path: Path) -> None:
    path = put(tmp_path / "a.txt", "ICML 2020 Papers\n\nOne abstract.\n\nOne abstract.\n\n***\n")
    logs = [ImportLog(), ImportLog()]
    assert papers(path, log=logs[0]) == papers(path, log=logs[1])
    assert logs[0].problems == logs[1].problems
