"""The fields a query may hold (`card:`, `lang:`, `date>=`…), in three languages."""

from __future__ import annotations

import calendar
import re
from collections import defaultdict
from datetime import date as Date

from ingest.languages import canonical
from ingest.model import ORIGINS, Filters, Notice

_NAMES = {
    "card": "card carta 卡牌 单卡",
    "mechanic": "mechanic mecánica mecanica keyword 机制 关键字",
    "lang": "lang language idioma lengua 语言",
    "origin": "origin origen source 来源 出处",
    "date": "date fecha 日期",
    "has": "has tiene 含 有",
    "check": "check revisión revision 检查",
    "since": "since desde after 自",
    "until": "until hasta before 至",
}
_CANONICAL = {alias: name for name, aliases in _NAMES.items() for alias in aliases.split()}
_WORDS = "|".join(sorted(map(re.escape, _CANONICAL), key=len, reverse=True))
FIELD = re.compile(
    rf"(?P<name>{_WORDS})(?P<op>[:：]|>=|<=|≥|≤|[<>=])\s?(?:[\"“＂](?P<quoted>[^\"”＂]{{0,200}})[\"”＂]|(?P<value>[^\s\"“”()（）]{{1,200}}))",
    re.IGNORECASE,
)
_DATE = re.compile(r"(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?|年)?")
_RANGES = ("date", "since", "until")


class FieldFilters:
    """Gathers the fields of a query; what can't be used is a notice."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self._values: defaultdict[str, list[str]] = defaultdict(list)
        self._since: Date | None = None
        self._until: Date | None = None

    def take(self, match: re.Match[str], *, negated: bool) -> bool:
        """Whether the match is a field and was taken; if not, it is text."""
        name = _CANONICAL[match["name"].lower()]
        operator = match["op"].replace("：", ":").replace("≥", ">=").replace("≤", "<=")
        value = (match["quoted"] if match["quoted"] is not None else match["value"]).strip("，。,;；")
        if operator != ":" and name not in _RANGES:
            return False
        if name in _RANGES:
            return self._take_date(name, operator, value, negated)
        self._values[f"not_{name}" if negated else name].extend(filter(None, value.split("|")))
        return True

    def _take_date(self, name: str, operator: str, value: str, negated: bool) -> bool:
        stretch = _stretch(value)
        if stretch is None or negated:
            self.notices.append(Notice("unknown-date", value[:40]))
            return True
        first, last = stretch
        if name == "since" or operator in (">", ">="):
            self._narrow(since=_beside(last, 1) if operator == ">" else first)
        elif name == "until" or operator in ("<", "<="):
            self._narrow(until=_beside(first, -1) if operator == "<" else last)
        else:
            self._narrow(since=first, until=last)
        return True

    def _narrow(self, since: Date | None = None, until: Date | None = None) -> None:
        if since:
            self._since = max(since, self._since or since)
        if until:
            self._until = min(until, self._until or until)

    def filters(self) -> Filters:
        """The filters that the fields taken so far come to."""
        values = self._values
        return Filters(
            langs=self._languages("lang"),
            cards=tuple(values["card"]),
            mechanics=tuple(values["mechanic"]),
            origins=self._origins("origin"),
            since=self._since,
            until=self._until,
            has=self._languages("has"),
            lacks=self._languages("not_has"),
            checks=tuple(values["check"]),
            not_langs=self._languages("not_lang"),
            not_cards=tuple(values["not_card"]),
            not_mechanics=tuple(values["not_mechanic"]),
            not_origins=self._origins("not_origin"),
            not_checks=tuple(values["not_check"]),
        )

    def _languages(self, name: str) -> tuple[str, ...]:
        found = []
        for value in self._values[name]:
            tag = canonical(value)
            if tag is None:
                self.notices.append(Notice("unknown-language", value[:40]))
            found.append(tag or value.lower())  # kept: an unknown value must not widen the answer
        return tuple(dict.fromkeys(found))

    def _origins(self, name: str) -> tuple[str, ...]:
        found = [_ORIGIN_WORDS.get(value.lower(), value.lower()) for value in self._values[name]]
        for value in found:
            if value not in ORIGINS:
                self.notices.append(Notice("unknown-value", value[:40]))
        return tuple(dict.fromkeys(found))


_ORIGIN_WORDS = {
    "oficial": "official",
    "官方": "official",
    "gpt": "machine",
    "máquina": "machine",
    "maquina": "machine",
    "机器": "machine",
    "机翻": "machine",
    "comunidad": "community",
    "社区": "community",
    "民间": "community",
    "none": "unstated",
    "未注明": "unstated",
}


def _stretch(value: str) -> tuple[Date, Date] | None:
    """The first and last day of a year, month or day as written, or None."""
    match = _DATE.fullmatch(value)
    if not match:
        return None
    year, month, day = (int(part) if part else None for part in match.groups())
    try:
        if month is None:
            return Date(year or 0, 1, 1), Date(year or 0, 12, 31)
        last = calendar.monthrange(year or 0, month)[1]
        return Date(year or 0, month, day or 1), Date(year or 0, month, day or last)
    except (ValueError, calendar.IllegalMonthError, OverflowError):
        return None


def _beside(day: Date, step: int) -> Date:
    """The day after or before; the first and last day of the calendar have none."""
    return Date.fromordinal(min(max(day.toordinal() + step, 1), Date.max.toordinal()))
