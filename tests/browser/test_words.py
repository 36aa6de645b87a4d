"""`words.js` says every text exactly as `Speaker` does in Python, which also speaks for it in errors and exports."""

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Page

from games import texts
from games.engine import registry
from tests.running_site import RunningSite

NAMES = ["Mira", "Bot Fuchs", "Dr. $& {last}"]
VALUES: list[Any] = [0, 1, 3, -2, "up", "down", True, False, [0, 2], [2, 1, 0], [], ["emotrions.joy"], "emotrions.joy", "a.b"]
SAMPLES: dict[str, list[Any]] = {
    "points": [0, 4, -4, [5, -3, 0]],
    "totals": [[5, -3, 0]],
    "count": [0, 1, 2],
    "left": [0, 1, 2],
    **{name: [0, 1, 7] for name in texts.SEATS},
    **{name: [[0], [0, 2], [0, 1, 2]] for name in ("seats", "playoff")},
    "source": ["innovation.oars", "plain"],
    "card": ["emotrions.love", "emotrions.nobody", "plain"],
    "cards": [["emotrions.love"], ["emotrions.love", "emotrions.joy"], ["emotrions.joy"] * 3, []],
}

SAY_ALL = """async ([address, catalogue, names, questions]) => {
    const { Words } = await import(address);
    const words = new Words(catalogue, names);
    return questions.map(([key, args]) => words.fill(key, args));
}"""

PLAIN = """async ([address, catalogue, texts]) => {
    const { Words } = await import(address);
    const words = new Words(catalogue);
    return texts.map((text) => words.plain(text));
}"""


def questions(catalogue: dict[str, str | list[str]]) -> list[tuple[str, dict[str, Any]]]:
    """Every text with arguments of all kinds, every argument with values of all kinds, and texts that do not exist."""
    asked: list[tuple[str, dict[str, Any]]] = []
    for key, words in catalogue.items():
        names = sorted(set(re.findall(r"\{(\w+)\}", "".join(words))) | ({words[2]} if isinstance(words, list) else set()))
        choices = [SAMPLES.get(name, VALUES) for name in names]
        asked += [(key, dict(zip(names, chosen, strict=True))) for chosen in itertools.islice(itertools.product(*choices), 40)]
        asked.append((key, {}))
    asked += [("log.scores", {"deal": 2, "points": [1, -1, 0], "totals": [9, 0, 3], "seats": [2, 0]})]
    asked += [("option.no_such_thing", args) for args in ({}, {"option": 3}, {"option": "a b"}, {"seat": 1})]
    return asked


MARKED_UP = ["", "[castle] **Zieh** eine [no-such], zwei\n\n[leaf] [leaf]", "**[crown]** a\n b", "[1] [Castle]"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_texts_with_pictures_are_said_alike(page: Page, site: RunningSite, language: str) -> None:
    """UX-1.3: a picture has a word."""
    page.goto("/")
    for slug in registry.slugs():
        catalogue = texts.catalogue(slug, language)
        written = [*MARKED_UP, *(text for text in catalogue.values() if isinstance(text, str))]
        said = page.evaluate(PLAIN, [site.static_url("tables/words.js"), catalogue, written])
        assert said == [texts.Speaker(slug, language).plain(text) for text in written]


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_browser_says_what_the_server_says(page: Page, site: RunningSite, language: str) -> None:
    page.goto("/")
    for slug in registry.slugs():
        catalogue = texts.catalogue(slug, language)
        asked = questions(catalogue)
        speaker = texts.Speaker(slug, language, NAMES)
        address = site.static_url("tables/words.js")
        said = page.evaluate(SAY_ALL, [address, catalogue, NAMES, asked])
        wrong = [(key, args, js) for (key, args), js in zip(asked, said, strict=True) if js != speaker.fill(key, args)]
        assert wrong == []
