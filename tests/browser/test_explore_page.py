"""The picture in a real browser: it draws, answers to mouse and keyboard, and asks nobody for anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

INK = """() => {
  const canvas = document.querySelector('#picture canvas');
  const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3]) colours.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
  return [...colours];
}"""
SHOWN = "paperkg.nodes.get({ filter: (node) => !node.hidden }).length"
LINES = "paperkg.edges.get({ filter: (edge) => !edge.hidden }).length"


def label_of(found: Any, condition: str = "record.papers > 1") -> str:
    label: str = found.run(
        f"JSON.parse(document.getElementById('payload').textContent).records.find((record) => {condition}).label"
    )
    return label


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_types_are_drawn_in_their_colours(overview: Path, opened: Any, scheme: str) -> None:
    found = opened(overview, color_scheme=scheme)
    found.page.wait_for_timeout(300)
    drawn = set(found.run(INK))
    assert {0x0072B2, 0xE69F00, 0x009E73, 0x7F7F7F} <= drawn
    assert found.run("paperkg.nodes.length") == found.run(SHOWN) > 250


def test_nothing_moves_by_itself(overview: Path, opened: Any) -> None:
    found = opened(overview)
    before = found.run("paperkg.network.getPositions()")
    found.page.wait_for_timeout(500)
    assert found.run("paperkg.network.getPositions()") == before


def test_search_by_keyboard_selects_a_node_and_escape_goes_back(overview: Path, opened: Any) -> None:
    found = opened(overview)
    label = label_of(found)
    found.page.keyboard.press("/")
    found.page.keyboard.type(label)
    assert found.page.locator("#found li").first.inner_text().startswith(label)
    found.page.keyboard.press("Enter")
    assert found.page.locator("#panel h2").inner_text() == label
    assert found.run("paperkg.network.getSelectedNodes().length") == 1
    found.page.locator("#panel").click(position={"x": 5, "y": 5})
    found.page.keyboard.press("Escape")
    assert found.page.locator("#panel h2").count() == 0
    assert found.run("paperkg.network.getSelectedNodes().length") == 0


def test_a_search_for_nothing_known_says_so(overview: Path, opened: Any) -> None:
    found = opened(overview)
    found.page.fill("#search", "qqqqqqqq")
    assert "Nothing of that name" in found.page.locator("#found").inner_text()


def test_a_type_can_be_hidden_and_shown_again(overview: Path, opened: Any) -> None:
    found = opened(overview)
    everything = found.run(SHOWN)
    chip = found.page.locator("#types [data-type=Task]")
    count = int(chip.locator(".count").inner_text())
    chip.click()
    assert found.run(SHOWN) == everything - count
    assert chip.get_attribute("aria-pressed") == "false"
    chip.click()
    assert found.run(SHOWN) == everything


def test_relations_can_be_hidden_one_by_one(overview: Path, opened: Any) -> None:
    found = opened(overview)
    found.page.click("#relations summary")
    found.page.click("#none")
    assert found.run(LINES) == 0
    row = found.page.locator("#predicates label").filter(has_text="proposes").first
    row.click()
    assert found.run(LINES) == int(row.locator(".count").inner_text())
    found.page.click("#every")
    assert found.run(LINES) == found.run("paperkg.edges.length")


def test_a_click_on_a_node_opens_its_sentences_with_the_mention_marked(overview: Path, opened: Any) -> None:
    found = opened(overview)
    node = found.run("paperkg.nodes.get().find((node) => node.group === 'Method').id")
    spot = found.run(f"paperkg.network.canvasToDOM(paperkg.network.getPosition({node}))")
    found.page.locator("#picture").click(position=spot)
    label = found.page.locator("#panel h2").inner_text()
    assert found.page.locator(".evidence figure").count() >= 1
    assert found.page.locator(".evidence mark").count() >= 1
    assert found.page.locator(".evidence figcaption").first.inner_text()
    found.page.click(".evidence summary")
    assert not found.page.locator(".evidence figure").first.is_visible()
    found.page.locator(".chips button").first.click()
    assert found.page.locator("#panel h2").inner_text() != label


def test_on_a_phone_the_panel_stands_below_and_nothing_sticks_out(overview: Path, opened: Any) -> None:
    found = opened(overview, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    picture, panel = (found.page.locator(which).bounding_box() for which in (".stage", "#panel"))
    assert panel["y"] >= picture["y"] + picture["height"] - 1
    assert found.run("document.documentElement.scrollWidth") <= 390


def test_everything_can_be_reached_with_the_tab_key(overview: Path, opened: Any) -> None:
    found = opened(overview)
    reached = set()
    for _ in range(14):
        found.page.keyboard.press("Tab")
        reached.add(found.run("document.activeElement.id || document.activeElement.parentElement.id"))
    assert {"search", "types", "relations", "closer", "whole", "picture"} <= reached


def test_hostile_text_stays_text(hostile: Path, opened: Any) -> None:
    found = opened(hostile)
    count = found.run("paperkg.nodes.length")
    seen = []
    for node in range(count):
        found.run(f"select({node}, false)")
        seen.append(found.page.locator("#panel").inner_text())
        assert found.page.locator("#panel :is(img, script, iframe, style, b)").count() == 0
    together = "\n".join(seen)
    for text in ("<script>alert(1)</script>", '"><img src=x onerror=alert(3)>', "{{ 7*7 }}", "javascript:alert(4)"):
        assert text in together
    for text in ("<script>", "<img", "javascript", "proto"):
        found.page.fill("#search", text)
        assert found.page.locator("#found :is(img, script)").count() == 0
    assert found.run("document.querySelectorAll('script').length") == 7
    assert found.run("document.title") == "8 papers, 2024"


def test_only_web_addresses_become_links(hostile: Path, opened: Any) -> None:
    found = opened(hostile)
    targets: set[str] = set()
    for node in range(found.run("paperkg.nodes.length")):
        found.run(f"select({node}, false)")
        targets.update(found.run("[...document.querySelectorAll('a')].map((link) => link.href)"))
        assert found.run("[...document.querySelectorAll('a')].every((link) => link.rel.includes('noopener'))")
    assert targets
    assert all(target.startswith("https://example.org/") for target in targets)


def test_a_script_put_into_the_page_does_not_run(overview: Path, browser: Any) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(overview.as_uri())
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.bad = 1' }))"
    )
    assert page.evaluate("window.bad") is None
    context.close()
