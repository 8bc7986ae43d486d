"""Search in this process: through the engine alone, through the whole service, through other engines."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app import create_app
from app.api import searching
from app.api.endpoint import Asked as ApiQuestion
from app.api.reply import json_bytes
from app.cli.bench.questions import Question
from app.cli.bench.rivals import RIVALS, Missing, Rival
from app.cli.bench.timing import Times, times_of
from app.cli.bench.tokens import Asked, Tokens
from app.knowledge import Knowledge
from app.search.arguments import Arguments
from app.search.request import PARAMETERS
from app.settings import Settings

ROUNDS = 3
WARMING = 5
SUGGESTION = "suggestion"

Drawn = Mapping[str, Sequence[Question]]
Table = dict[str, dict[str, Times]]
"""Times by kind of question, then by what answered."""


class Service:
    """The whole way from a question to JSON, without HTTP: parse, expand, score, facets, highlights."""

    def __init__(self, settings: Settings) -> None:
        self._app = create_app(settings=settings)
        self.knowledge: Knowledge = self._app.extensions["rosetta"].current()

    def ask(self, question: Question) -> bytes:
        """The JSON that answers."""
        suggests = question.kind == SUGGESTION
        given = {"q": [question.text]} | ({"mechanic": [question.mechanic]} if question.mechanic else {})
        arguments = Arguments(given, ("q", "limit") if suggests else PARAMETERS)
        asked = ApiQuestion(arguments, self.knowledge)
        with self._app.app_context():
            return json_bytes((searching.suggest if suggests else searching.search)(asked))


def service_times(service: Service, drawn: Drawn) -> Table:
    """Each question asked once, nothing of it remembered but what others before it left."""
    for questions in drawn.values():
        times_of(service.ask, questions[:WARMING])
    return {kind: {"service": times_of(service.ask, questions[WARMING:])} for kind, questions in drawn.items()}


def engine_times(knowledge: Knowledge, index: Path, drawn: Drawn, *, rivals: bool) -> tuple[Table, list[str]]:
    """The times of our engine and of others for the same tokens, and which of them are missing."""
    tokens = Tokens(index)
    asked = asked_of(tokens, knowledge, drawn)
    table: Table = {kind: {} for kind in asked}
    _measure(table, asked, "engine", lambda one: knowledge.engine.search(one.plan()))
    _measure(table, asked, "with facets, reasons", lambda one: knowledge.engine.search(one.plan(whole=True)))
    missing = []
    for rival in RIVALS if rivals else ():
        try:
            _measure_rival(table, asked, rival, tokens)
        except Missing as error:
            missing.append(str(error))
    return table, missing


def asked_of(tokens: Tokens, knowledge: Knowledge, drawn: Drawn) -> dict[str, list[Asked]]:
    """The questions in tokens, by kind; those of which the index knows nothing are left out."""
    asked = {
        kind: [one for question in questions if _says(one := tokens.asked(question, knowledge.languages))]
        for kind, questions in drawn.items()
        if kind != SUGGESTION
    }
    return {kind: several for kind, several in asked.items() if several}


def _says(asked: Asked) -> bool:
    return bool(asked.terms or asked.row)


def _measure(table: Table, asked: Mapping[str, Sequence[Asked]], name: str, ask: Callable[[Asked], object]) -> None:
    for kind, questions in asked.items():
        if questions:
            table[kind][name] = times_of(ask, questions, ROUNDS)


def _measure_rival(table: Table, asked: Mapping[str, Sequence[Asked]], rival: type[Rival], tokens: Tokens) -> None:
    with tempfile.TemporaryDirectory() as folder:
        engine = rival(tokens, Path(folder))
        taken = {kind: list(filter(engine.takes, several))[: rival.most] for kind, several in asked.items()}
        _measure(table, taken, rival.name, engine.search)
        engine.close()
