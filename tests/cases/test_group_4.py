"""Failures people reported of rulings data: files as editors save them, names as people type them, feeds that change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

import pytest

from app.knowledge import Knowledge
from app.search.request import SearchRequest, parse_request
from app.search.service import search
from app.services import Services
from app.settings import Settings
from ingest.catalogue.cards import CardNames
from ingest.collect import find
from ingest.feeds.extend import with_cards
from ingest.feeds.table import CardTable
from ingest.model import Entry
from ingest.paths import resource_dir
from ingest.pipeline import build
from ingest.reading import read_sources
from ingest.snapshot import Home

CATALOGUE = resource_dir("data") / "catalogue"


def bodies(knowledge: Knowledge, q: str, **filters: object) -> list[str]:
    page = search(knowledge, SearchRequest(q=q, per_page=100, **filters))
    return [text.body for hit in page.hits for ruling in hit.rulings for text in ruling.texts]


def oracle(number: int) -> str:
    return f"{number:08x}-1111-4111-8111-111111111111"


def ruling(oracle_id: str, day: str, comment: str, source: str = "wotc") -> dict[str, str]:
    return {"oracle_id": oracle_id, "source": source, "published_at": day, "comment": comment}


def card(oracle_id: str, name: str, layout: str = "normal", lang: str = "en", **more: object) -> dict[str, object]:
    return {"oracle_id": oracle_id, "name": name, "layout": layout, "lang": lang} | more


class TestFilesAsEditorsSaveThem:
    """DAT-06: marks, line ends, indents and blank lines of any kind give the same pairs."""

    PAGE = (
        "单卡释疑\n\n• (2023-09-08 official)\n\n  它会重置。\n\n  It untaps.\n\n"
        "• (2023-09-08 gpt)\n\n  它留在墓地中。\n\n  It stays in the graveyard."
    )
    SAVED: ClassVar = {
        "bom.txt": ("\ufeff" + PAGE).replace("\n", "\r\n").encode(),
        "utf16.txt": PAGE.encode("utf-16"),
        "old-mac.txt": PAGE.replace("\n", "\r").encode(),
        "trailing.txt": PAGE.replace(")\n", ")   \t\n").encode(),
        "gaps.txt": PAGE.replace("\n\n", "\n\n\n").encode(),
        "tabs.txt": PAGE.replace("  ", "\t").encode(),
    }

    @pytest.mark.parametrize("name", SAVED)
    def test_every_way_of_saving_gives_the_same_two_pairs(self, tmp_path: Path, name: str) -> None:
        (tmp_path / name).write_bytes(self.SAVED[name])
        read = read_sources(find([tmp_path]))
        assert [(str(entry.date), entry.label) for entry in read.entries] == [
            ("2023-09-08", "official"),
            ("2023-09-08", "gpt"),
        ]
        assert [[(p.lang, p.body) for p in entry.paragraphs] for entry in read.entries] == [
            [("zh-Hans", "它会重置。"), ("en", "It untaps.")],
            [("zh-Hans", "它留在墓地中。"), ("en", "It stays in the graveyard.")],
        ]
        assert {entry.heading for entry in read.entries} == {"单卡释疑"}

    def test_all_of_them_and_once_more_add_nothing(self, knowledge_of) -> None:
        once = knowledge_of({"a.txt": self.PAGE, "b.txt": "\ufeff" + self.PAGE.replace("\n", "\r\n")})
        assert once.store.count_rulings() == 2
        assert once.store.count_cards() == 0


KNOWN = (
    ("Storm Gull", "normal"), ("Storm Gull", "token"), ("Gull Storm", "normal"), ("Bat-", "normal"), ("Bat", "token"),
    ("_____", "normal"), ("X", "normal"), ("+3 Mace", "normal"), ("Gideon's Pavis", "normal"),
    ("Lim-Tûl the Thaumaturge", "normal"), ("Æthercise", "normal"), ("Ring of Ba'ûf", "normal"),
    ("Cloister Goyle", "normal"), ("A-Cloister Goyle", "normal"), ("Test Ainara", "normal"),
)  # fmt: skip
AINARA = oracle(14)
DOTTED = "艾娜\u00b7索特的异能只会触发一次。它列出\u2022甲\u2022乙两项。"
SHARED = "Second-day first line of both."


@pytest.fixture(scope="module")
def fed(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    folder = tmp_path_factory.mktemp("feeds")
    cards = [card(oracle(n), name, layout) for n, (name, layout) in enumerate(KNOWN)]
    cards += [
        card(AINARA, "Test Ainara", lang=lang, printed_name=name)
        for lang, name in (("zhs", "艾娜\u00b7索特"), ("zht", "艾娜\u00b7索特傳"), ("es", "Ainara de prueba"))
    ]
    rulings = [
        ruling(oracle(n), "2019-05-03", f"Statement about {name}, which is a {layout} one.")
        for n, (name, layout) in enumerate(KNOWN)
    ]
    rulings += [ruling(oracle(9), "2019-05-04", "Lim-Tûl’s trigger resolves even if Lim-Tûl left.")]
    rulings += [ruling(oracle(n), "2009-10-01", SHARED) for n in (0, 2, 0)]
    page = f"Test Ainara\n\n• (2024-06-07 official)\n\n  {DOTTED}\n\n  It lists \u2022 one \u2022 two, and triggers only once.\n"
    for name, text in (("cards.json", json.dumps(cards)), ("rulings.json", json.dumps(rulings)), ("page.txt", page)):
        (folder / name).write_text(text, encoding="utf-8")
    home = Home(folder / "home")
    build(home, [folder / name for name in ("cards.json", "rulings.json", "page.txt")], CATALOGUE)
    return Services(Settings.from_environment(home=home.path)).current()


@pytest.fixture(scope="module")
def names() -> CardNames:
    table = CardTable()
    for n, (name, layout) in enumerate(KNOWN):
        kind = "token" if layout == "token" else "rebalanced" if name.startswith("A-") else "card"
        table.add(oracle(n), name, kind)
    stated = [Entry("rulings.json", n, n, None, None, None, (), oracle_id=oracle(n)) for n in range(len(KNOWN))]
    return with_cards(CardNames(), table.cards.values(), stated)


class TestNamesAsPeopleTypeThem:
    """DAT-07, DAT-09, DAT-10, DAT-12, DAT-15: cards and rulings of feeds, asked for in every spelling."""

    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            ("Storm Gull", ["card Storm Gull", "token Storm Gull"]),
            ("storm gull", ["card Storm Gull", "token Storm Gull"]),
            ("Gull Storm", ["card Gull Storm"]),
            ("Bat-", ["card Bat-"]),
            ("Bat", ["token Bat"]),
            ("_____", ["card _____"]),
            ("X", ["card X"]),
            ("+3 Mace", ["card +3 Mace"]),
            ("gideons pavis", ["card Gideon's Pavis"]),
            ("Gideon’s Pavis", ["card Gideon's Pavis"]),
            ("lim-tul the thaumaturge", ["card Lim-Tûl the Thaumaturge"]),
            ("lim tul the thaumaturge", ["card Lim-Tûl the Thaumaturge"]),
            ("aethercise", ["card Æthercise"]),
            ("ÆTHERCISE", ["card Æthercise"]),
            ("ring of bauf", ["card Ring of Ba'ûf"]),
            ("Ring of Ba’ûf", ["card Ring of Ba'ûf"]),
            ("A-Cloister Goyle", ["rebalanced A-Cloister Goyle"]),
            ("", []),
            ("-", []),
        ],
    )
    def test_a_name_leads_to_its_card_and_a_token_comes_second(
        self, names: CardNames, typed: str, expected: list[str]
    ) -> None:
        assert [f"{one.kind} {one.names['en']}" for one in names.by_name(typed)][: len(expected) or 9] == expected

    def test_no_two_cards_share_a_key(self, names: CardNames) -> None:
        assert len({one.id for one in names.all()}) == len(KNOWN)

    def test_each_card_has_its_own_rulings_only(self, fed: Knowledge) -> None:
        store = fed.store
        for n, (name, layout) in enumerate(KNOWN):
            (known,) = [one for one in store.named_cards() if one.oracle_id == oracle(n)]
            found = [text.body for id in store.card_rulings(known.id) for text in store.ruling(id).texts]
            assert [body for body in found if body.startswith("Statement")] == [
                f"Statement about {name}, which is a {layout} one."
            ]

    @pytest.mark.parametrize(
        "q",
        ["艾娜\u00b7索特", "艾娜\u30fb索特", "艾娜\u2027索特", "艾娜\u2022索特", "艾娜\uff0e索特", "艾娜索特", "艾\u200b娜\u00b7索特",
         "\ufeff艾娜\u00b7索特", "test ainara", "test\u00a0ainara"],
    )  # fmt: skip
    def test_a_dotted_name_is_found_however_typed(self, fed: Knowledge, q: str) -> None:
        assert DOTTED in bodies(fed, q)

    def test_bullets_inside_a_text_start_nothing(self, fed: Knowledge) -> None:
        (one,) = [r for r in fed.store.list_rulings(0, 100) if str(r.date) == "2024-06-07"]
        assert {text.lang for text in one.texts} == {"en", "zh-Hans"}
        assert one.text_in("zh-Hans").body == DOTTED
        assert [link.target for link in one.links if link.kind == "card" and link.role == "subject"] == ["test-ainara"]

    @pytest.mark.parametrize("q", ["lim-tul", "Lim-Tûl", "lim-tul's trigger"])
    def test_a_name_without_its_accents_finds_the_text(self, fed: Knowledge, q: str) -> None:
        assert "Lim-Tûl’s trigger resolves even if Lim-Tûl left." in bodies(fed, q)

    def test_a_paper_card_and_its_digital_version_are_not_mixed(self, fed: Knowledge) -> None:
        found = bodies(fed, "cloister goyle", collapse="none")
        assert found[0] == "Statement about Cloister Goyle, which is a normal one."
        assert bodies(fed, "A-Cloister Goyle")

    def test_a_shared_ruling_stands_once_on_each_card(self, fed: Knowledge) -> None:
        store = fed.store
        (one,) = [r for r in store.list_rulings(0, 100) if r.texts[0].body == SHARED]
        assert {link.target for link in one.links if link.basis == "feed"} == {"storm-gull", "gull-storm"}
        assert store.card_rulings("storm-gull").count(one.id) == store.card_rulings("gull-storm").count(one.id) == 1

    def test_traditional_is_stored_beside_simplified(self, fed: Knowledge) -> None:
        names = fed.store.card("test-ainara").names
        assert names == {
            "en": "Test Ainara",
            "zh-Hans": "艾娜\u00b7索特",
            "zh-Hant": "艾娜\u00b7索特傳",
            "es": "Ainara de prueba",
        }

    @pytest.mark.parametrize(
        ("code", "tag"),
        [
            *((code, "zh-Hans") for code in ("zh", "zh-Hans", "zh-CN", "zh_CN", "ZH-hans", "zhs")),
            *((code, "es") for code in ("es", "es-ES", "es-MX", "spa")),
            ("zh-TW", "zh-Hant"),
        ],
    )
    def test_every_code_of_a_language_means_it(self, code: str, tag: str) -> None:
        request, notices = parse_request({"lang": [code]})
        assert request.filters.langs == (tag,)
        assert notices == ()


class TestHalfTranslatedPages:
    """DAT-14: each paragraph has the language it is written in, and says what else is in it."""

    TEXTS = (
        "If the creature leaves the battlefield, you must reveal it.",
        "Debes revelarla si deja el campo de batalla. (This includes morph, manifest and a few other effects.)",
        "Debes revelarla si tiene disfraz (or morph).",
        "3/3.",
        "如果它离开战场，你必须展示它。",
    )

    @pytest.fixture
    def knowledge(self, knowledge_of) -> Knowledge:
        page = "Vigía de bruma\n\n" + "\n\n".join(f"02/02/2024\n\n{text}" for text in self.TEXTS)
        return knowledge_of({"page.txt": page})

    def test_languages_insertions_and_search(self, knowledge: Knowledge) -> None:
        texts = {text.body: text for ruling in knowledge.store.list_rulings() for text in ruling.texts}
        assert [texts[body].lang for body in self.TEXTS] == ["en", "es", "es", "und", "zh-Hans"]
        mixed = [[text.body[i.start : i.end] for i in text.insertions] for text in (texts[b] for b in self.TEXTS)]
        assert [bool(found) for found in mixed] == [False, True, True, False, False]
        assert "This includes morph" in mixed[1][0] and "or morph" in mixed[2][0]
        assert all(len(ruling.texts) == 1 for ruling in knowledge.store.list_rulings())
        for lang, q, expected in (("es", "debes", self.TEXTS[1:3]), ("en", "reveal", self.TEXTS[:1])):
            request, _ = parse_request({"q": [q], "lang": [lang], "collapse": ["none"]})
            found = [t.body for hit in search(knowledge, request).hits for r in hit.rulings for t in r.texts]
            assert sorted(found) == sorted(expected)

    def test_what_is_mixed_or_not_translated_is_listed_for_translators(self, knowledge: Knowledge) -> None:
        texts = {text.id: text.body for one in knowledge.store.list_rulings() for text in one.texts}
        _, found = knowledge.store.findings(limit=100)
        flagged = {texts[one.text]: one.check for one in found if one.text}
        assert [flagged.get(body) for body in self.TEXTS[:3]] == [
            "wrong-language",
            "foreign-insertion",
            "foreign-insertion",
        ]
