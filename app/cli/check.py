"""`rosetta check`: what the translation checks find."""

from __future__ import annotations

import json
import sys

import click

from app.cli.options import with_settings
from app.cli.remarks import found_in_words
from app.services import Services
from app.settings import Settings
from ingest.checks.base import SEVERITIES
from ingest.languages import canonical
from ingest.model import Finding
from ingest.store import Store

PAGE = 500


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Give what /api/v1/findings gives, all on one page.")
@click.option("--check", "name", help="Only what this check finds.")
@click.option("--severity", type=click.Choice(SEVERITIES), help="Only findings of this severity.")
@click.option(
    "--lang",
    "words",
    default="en",
    show_default=True,
    type=click.Choice(("en", "es", "zh")),
    help="Which language to use.",
)
@with_settings
def check(settings: Settings, as_json: bool, name: str | None, severity: str | None, words: str) -> None:
    """List translation findings. Exits with 1 if there is one of severity error, else with 0."""
    store = Services(settings).current().store
    if as_json:
        _as_json(settings, name, severity)
    else:
        for finding in _all(store, name, severity):
            click.echo(_line(store, finding, canonical(words) or "en"))
        click.echo(f"{store.findings(check=name, severity=severity, limit=0)[0]} findings", err=True)
    sys.exit(1 if store.findings(check=name, severity="error", limit=0)[0] else 0)


def _all(store: Store, name: str | None, severity: str | None) -> list[Finding]:
    total, found = store.findings(check=name, severity=severity, limit=PAGE)
    for offset in range(PAGE, total, PAGE):
        found += store.findings(check=name, severity=severity, offset=offset, limit=PAGE)[1]
    return found


def _line(store: Store, finding: Finding, lang: str) -> str:
    ruling = store.ruling(finding.ruling)
    texts = [text for text in ruling.texts if text.id == finding.text] if ruling else []
    place = f"{texts[0].sources[0].file}:{texts[0].sources[0].first_line}" if texts else finding.ruling
    return f"{place}: {finding.severity}: {finding.check}: {found_in_words(finding, lang)}"


def _as_json(settings: Settings, name: str | None, severity: str | None) -> None:
    """The findings as the web API gives them, so that the two never differ."""
    from app import create_app

    client = create_app(settings=settings).test_client()
    query = {"check": name or "", "severity": severity or "", "per_page": 100}
    whole = page = client.get("/api/v1/findings", query_string=query).get_json()
    while page["next"]:
        page = client.get(page["next"]).get_json()
        whole["findings"] += page["findings"]
    click.echo(json.dumps(whole | {"next": None, "per_page": len(whole["findings"])}, ensure_ascii=False))
