"""A real browser, and pages to open in it: one of real papers, one of papers that mean harm."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kg import output, tables
from kg.explore import page as write_page

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
HOSTILE = [
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    '"><img src=x onerror=alert(3)>',
    "<!-- <script> --> & &amp; {{ 7*7 }} {% raw %}",
    "javascript:alert(4)",
    "\u202eevil\u202c zero\u200bwidth \u05e9\u05dc\u05d5\u05dd \u2028 line",
    "__proto__",
    "=cmd|' /C calc'!A0",
]


def unavailable(reason: str) -> Any:
    """Skip, or fail where a browser is demanded."""
    if os.environ.get("PAPERKG_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, started once."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        unavailable("no Chromium here: install it to run the browser tests")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        unavailable("the package playwright is not installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield started
        started.close()


@dataclass
class Opened:
    """A page in the browser, with everything that went wrong in it."""

    page: Any
    file: Path
    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def watch(self) -> None:
        """Note errors, dialogs and requests from here on."""
        self.page.on("console", lambda said: self.problems.append(said.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.problems.append(dialog.message), dialog.dismiss()))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def check(self) -> None:
        """Nothing was complained of, and nothing but the file itself was asked for."""
        assert self.problems == []
        foreign = [url for url in self.requests if url != self.file.as_uri() and not url.startswith("data:")]
        assert foreign == []

    def run(self, script: str) -> Any:
        """What a script gives back."""
        return self.page.evaluate(script)


@pytest.fixture
def opened(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A function that opens a file, by default on a laptop's screen in light; checked for problems at the end."""
    contexts: list[Any] = []
    all_opened: list[Opened] = []

    def open_file(file: Path, **options: Any) -> Opened:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        contexts.append(context)
        found = Opened(page=context.new_page(), file=file)
        all_opened.append(found)
        found.watch()
        found.page.goto(file.as_uri())
        found.page.wait_for_function("globalThis.paperkg && document.querySelector('#panel').children.length")
        return found

    yield open_file
    for found in all_opened:
        found.check()
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def overview(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of 40 real papers."""
    return write_page(output.current(built), None, tmp_path_factory.mktemp("pages") / "overview.html")


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page whose every text tries to be more than text."""
    folder = tmp_path_factory.mktemp("hostile")
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in tables.SCHEMAS}
    for at, text in enumerate(HOSTILE):
        paper, entity, kind = f"paper:{at}", f"entity:{at}", ("Method", "Task", "Dataset")[at % 3]
        url = ["javascript:alert(5)", f"https://example.org/{text}", "data:text/html,<b>", "https://example.org/ok"]
        rows["papers"].append(
            {"id": text, "iri": paper, "label": text, "title": f"{text} title", "abstract": text, "year": 2024,
             "venue": text, "doi": "", "arxiv": "", "url": url[at % 4]}
        )  # fmt: skip
        rows["entities"].append(
            {"iri": entity, "type": kind, "label": text, "papers": 1, "mentions": 1, "first_year": 2024,
             "last_year": 2024}
        )  # fmt: skip
        rows["aliases"].append({"entity": entity, "surface": f"{text} alias", "mentions": 1, "score": 1.0})
        rows["mentions"].append(
            {"iri": f"m:{at}", "paper": text, "index": 0, "field": "abstract", "start": 3, "end": 3 + len(text),
             "text": text, "type": kind, "entity": entity, "sentence_start": 0, "sentence_end": len(text) + 6}
        )  # fmt: skip
        claim = {"subject": paper, "predicate": "proposes", "object": entity}
        rows["claims"].append({**claim, "iri": f"c:{at}", "papers": 1, "statements": 1, "best": 1.0, "combined": 1.0})
        rows["statements"].append(
            {**claim, "iri": f"s:{at}", "claim": f"c:{at}", "paper": text, "score": 1.0, "field": "abstract",
             "sentence_start": 0, "sentence_end": len(text) + 6, "sentence": f"We {text} ok", "mentions": [f"m:{at}"]}
        )  # fmt: skip
    for name, columns in tables.SCHEMAS.items():
        tables.write(folder, name, [{**dict.fromkeys(columns), **row} for row in rows[name]])
    return write_page(folder, None, folder / "hostile.html")
