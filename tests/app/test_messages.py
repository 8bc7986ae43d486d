"""The interface's words: complete in three languages, none missing, none left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from jinja2 import Environment, nodes
from werkzeug.datastructures import LanguageAccept

from app import i18n
from app.cli.remarks import in_words
from app.pages import about, errors
from app.pages.facets import PARAMETERS
from app.search.request import SORTS
from ingest.checks import CHECKS
from ingest.checks.base import SEVERITIES
from ingest.errors import Problem
from ingest.model import LANGUAGES, ORIGINS
from ingest.paths import resource_dir

ROOT = Path(__file__).resolve().parents[2]
FOLDER = resource_dir("data") / "messages"
SPEAKERS = {"t", "tn", "say", "words", "plain", "count"}


@cache
def messages(lang: str) -> dict[str, Message]:
    catalogue = i18n.read_catalogue(FOLDER, lang)
    return {_key(message): message for message in catalogue if message.id}


def _key(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple) else message.id


def _forms(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _python(path: Path) -> Iterator[str]:
    """Patterns of message keys that a module may say."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.escape(node.value)
        elif isinstance(node, ast.JoinedStr):
            yield "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values
            )


def _template(path: Path) -> Iterator[str]:
    tree = Environment(autoescape=True).parse(path.read_text("utf-8"))
    for node in tree.find_all((nodes.Const, nodes.Concat)):
        if isinstance(node, nodes.Concat):
            yield "".join(re.escape(part.value) if isinstance(part, nodes.Const) else ".+" for part in node.nodes)
        elif isinstance(node.value, str):
            yield re.escape(node.value)


@cache
def used() -> list[re.Pattern[str]]:
    found = {pattern for path in sorted((ROOT / "app").rglob("*.py")) for pattern in _python(path)}
    found |= {pattern for path in sorted((ROOT / "templates").iterdir()) for pattern in _template(path)}
    return [re.compile(pattern) for pattern in found if re.search(r"[a-z]", pattern)]


def said_outright() -> Iterator[str]:
    """Keys that are said word for word in a call."""
    for path in (ROOT / "templates").iterdir():
        tree = Environment(autoescape=True).parse(path.read_text("utf-8"))
        for call in tree.find_all(nodes.Call):
            if getattr(call.node, "name", "") in SPEAKERS and call.args and isinstance(call.args[0], nodes.Const):
                yield call.args[0].value
    for path in (ROOT / "app").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(node, "func", None)
            spoken = getattr(name, "attr", getattr(name, "id", "")) in {"say", "plain", "words"}
            first = node.args[0] if spoken and node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_is_there_in_every_language(lang: str) -> None:
    assert set(messages(lang)) == set(messages("en"))
    assert len(messages(lang)) > 100
    for key, message in messages(lang).items():
        assert all(form.strip() for form in _forms(message)), key
        assert not message.fuzzy, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_has_the_plural_forms_of_its_language(lang: str) -> None:
    forms = {"en": 2, "es": 2, "zh-Hans": 1}[lang]
    plurals = [message for message in messages(lang).values() if message.pluralizable]
    assert plurals
    assert {len(_forms(message)) for message in plurals} == {forms}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_placeholders_are_the_same_in_every_language(lang: str) -> None:
    for key, message in messages(lang).items():
        expected = set().union(*map(_fields, _forms(messages("en")[key])))
        assert set().union(*map(_fields, _forms(message))) == expected, key


def test_no_message_is_missing() -> None:
    said = set(said_outright())
    assert len(said) > 100
    assert said - set(messages("en")) == set()


def test_no_message_is_left_over() -> None:
    left = [key for key in messages("en") if not any(pattern.fullmatch(key) for pattern in used())]
    assert left == []


@pytest.mark.parametrize(
    ("family", "members"),
    [
        ("origin.{}", ORIGINS),
        ("help.origin.{}", ORIGINS),
        ("language.{}", (*LANGUAGES, "zh-Hant", "und")),
        ("facet.{}", PARAMETERS),
        ("sort.{}", SORTS),
        ("severity.{}", SEVERITIES),
        ("relation.{}", ("same", "reworded", "parallel", "related")),
        ("change.{}", ("added", "corrected", "withdrawn", "version-added")),
        ("basis.{}", ("heading", "name-in-text", "short-name", "evidence", "feed", "term-in-text", "decided")),
        ("error.{}.title", (*errors.OWN, 400)),
        ("error.{}.text", (*errors.OWN, 400)),
        ("help.example.{}", [key for key, _, _ in about.EXAMPLES]),
        ("api.route.{}", [key for _, key, _ in about.ROUTES]),
        ("check.{}.name", [check.id for check in CHECKS]),
        ("check.{}.explain", [check.id for check in CHECKS]),
    ],
)
def test_families_of_messages_are_complete(family: str, members) -> None:
    assert [member for member in members if family.format(member) not in messages("en")] == []


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_a_finding_explains_itself_with_what_its_check_gives(check) -> None:
    for lang in LANGUAGES:
        explained = _forms(messages(lang)[f"check.{check.id}.explain"])[0]
        assert _fields(explained) <= set(check.params)


def test_every_notice_has_its_message() -> None:
    written = "\n".join(path.read_text("utf-8") for path in (ROOT / "app").rglob("*.py"))
    codes = set(re.findall(r"(?:Notice|note)\(\s*\"([a-z-]+)\"", written))
    assert len(codes) > 8
    assert [code for code in sorted(codes) if f"warning.{code}" not in messages("en")] == []
    for code in codes:
        assert _fields(_forms(messages("en")[f"warning.{code}"])[0]) <= {"detail", "param"}


def remarked() -> set[str]:
    """The codes of all that reading remarks: a string with a severity right behind it."""
    modules = [path for folder in ("formats", "feeds") for path in (ROOT / "ingest" / folder).glob("*.py")]
    return {
        code for path in [*modules, ROOT / "ingest/reading.py"] for code in _codes(ast.parse(path.read_text("utf-8")))
    }


def _codes(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        values = node.args if isinstance(node, ast.Call) else getattr(node, "elts", [])
        for code, severity in pairwise(values):
            said = {part.value for part in ast.walk(severity) if isinstance(part, ast.Constant)}
            coded = isinstance(code, ast.Constant) and re.fullmatch("[a-z]+(-[a-z]+)+", str(code.value))
            if coded and said & {"info", "warning", "error"}:
                yield code.value


def test_every_problem_has_its_message_and_no_other_has() -> None:
    codes = remarked()
    assert {"impossible-date", "unreadable-source", "unknown-layout", "swapped-order", "assumed-day-first"} <= codes
    assert {key.removeprefix("problem.") for key in messages("en") if key.startswith("problem.")} == codes
    assert all(_fields(_forms(messages("en")[f"problem.{code}"])[0]) == {"detail"} for code in codes)


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "no such day: 31/02"), ("es", "no existe tal día: 31/02"), ("zh-Hans", "没有这一天：31/02")],
)
def test_a_problem_is_said_in_words(lang: str, said: str) -> None:
    assert in_words(Problem("a.txt", 1, "impossible-date", "error", "31/02"), lang) == said


def test_what_fills_a_message_is_escaped() -> None:
    words = i18n.load(FOLDER)["en"]
    assert words("search.title", q="<b>&") == "&lt;b&gt;&amp; – rulings"
    assert words.plain("search.title", q="<b>{x}") == "<b>{x} – rulings"


@pytest.mark.parametrize(("lang", "one", "many"), [("en", "1 more", "2 more"), ("es", "1 más", "2 más")])
def test_plurals_follow_their_language(lang: str, one: str, many: str) -> None:
    words = i18n.load(FOLDER)[lang]
    assert (words.count("list.more", 1), words.count("list.more", 2)) == (one, many)
    assert words.count("search.total", 1, shown="1") != words.count("search.total", 2, shown="1")


@pytest.mark.parametrize(
    ("chosen", "asked", "expected"),
    [
        (None, [], "en"),
        (None, [("fr", 1), ("es-MX", 0.3)], "es"),
        (None, [("zh-TW", 1)], "zh-Hans"),
        (None, [("es", 0), ("zh", 0.1)], "zh-Hans"),
        ("zh-Hans", [("es", 1)], "zh-Hans"),
        ("tlh", [("es", 1)], "es"),
    ],
)
def test_the_interface_language_is_what_a_person_chose_else_what_the_browser_asks(chosen, asked, expected) -> None:
    assert i18n.negotiate(chosen, LanguageAccept(asked)) == expected
