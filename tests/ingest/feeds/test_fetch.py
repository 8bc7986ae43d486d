"""Downloads from a server that misbehaves: what was fetched before is whole, whatever happens."""

from __future__ import annotations

import gzip
import hashlib
import json

import pytest

from ingest import collect
from ingest.feeds import fetch as fetching
from ingest.feeds import http
from ingest.feeds.http import FetchError

from .conftest import ALL_CARDS, CARDS, PATH, RULINGS
from .server import cut_off, dripping, html, html_said_to_be_json, silent, status, unannounced_cut


def lying(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith(".")}


WHOLE = {"rulings.json": RULINGS, "oracle-cards.json": CARDS}


def test_what_is_published_is_put_in_place(get, site):
    assert [(file.path.name, file.new) for file in get()] == [("rulings.json", True), ("oracle-cards.json", True)]
    assert lying(get.folder) == WHOLE
    assert all("RosettaRulings" in headers["user-agent"] for _, headers in site.asked)
    assert not list(get.folder.glob(".*part*"))
    assert sorted(file.name for file in collect.find([get.folder.parent])) == [
        "scryfall/oracle-cards.json",
        "scryfall/rulings.json",
    ]


def test_every_printing_in_every_language_where_asked_for_and_from_then_on(get, site):
    get()
    assert lying(get.folder) == WHOLE
    get(cards="all_cards")
    everything = {"rulings.json": RULINGS, "all-cards.json": ALL_CARDS}
    assert lying(get.folder) == everything
    assert [(file.path.name, file.new) for file in get()] == [("rulings.json", False), ("all-cards.json", False)]
    assert lying(get.folder) == everything
    get(cards="oracle_cards")
    assert lying(get.folder) == WHOLE


def test_what_was_fetched_before_goes_only_once_the_other_is_there(get, site):
    get()
    site.misdeeds["/files/all.json"] = [status(404)]
    with pytest.raises(FetchError, match="answered 404"):
        get(cards="all_cards")
    assert lying(get.folder) == WHOLE


def test_what_has_not_changed_is_not_sent_again(get, site):
    get()
    assert [file.new for file in get()] == [False, False]
    assert site.asked_for(PATH)[1]["if-none-match"]
    site.bodies[PATH] = RULINGS.replace(b"many", b"very")
    assert [file.new for file in get()] == [True, False]
    assert b"very" in lying(get.folder)["rulings.json"]


def test_a_download_cut_off_goes_on_where_it_stopped(get, site):
    site.misdeeds[PATH] = [cut_off]
    get()
    assert lying(get.folder) == WHOLE
    assert site.asked_for(PATH)[1]["range"] == f"bytes={len(RULINGS) // 2}-"


def test_it_goes_on_in_the_next_run_too(get, site):
    site.misdeeds[PATH] = [cut_off, *[status(500)] * 4]
    with pytest.raises(FetchError, match="gave up after 5 tries"):
        get()
    assert lying(get.folder) == {}
    get()
    assert lying(get.folder) == WHOLE
    assert site.asked_for(PATH)[-1]["range"].startswith("bytes=")


def test_a_file_that_changed_between_is_fetched_from_its_start(get, site):
    def change(handler):
        cut_off(handler)
        site.bodies[PATH] = RULINGS.replace(b"Statement", b"Utterance")

    site.misdeeds[PATH] = [change]
    get()
    assert lying(get.folder)["rulings.json"] == RULINGS.replace(b"Statement", b"Utterance")


def test_a_part_that_fits_no_more_is_thrown_away(get, site):
    site.misdeeds[PATH] = [cut_off, status(416)]
    get()
    assert lying(get.folder) == WHOLE
    assert ["range" in headers for headers in site.asked_for(PATH)] == [False, True, False]


@pytest.mark.parametrize(
    "misdeed", [silent, status(500), status(503), status(429)], ids=["silent", "500", "503", "429"]
)
def test_it_tries_again_after_a_while(get, site, misdeed):
    site.misdeeds[PATH] = [misdeed, misdeed]
    get()
    assert lying(get.folder) == WHOLE
    assert get.slept == [1.0, 2.0]


def test_it_waits_as_long_as_it_is_told(get, site):
    site.misdeeds[PATH] = [status(429, Retry_After="17")]
    get()
    assert get.slept == [17.0]
    assert lying(get.folder) == WHOLE


def test_but_not_for_hours(get, site):
    site.misdeeds[PATH] = [status(429, Retry_After="7200")]
    with pytest.raises(FetchError, match="come back in 7200 s"):
        get()
    assert get.slept == []


FATAL = {
    "a page": (html, "a web page came"),
    "a page said to be JSON": (html_said_to_be_json, "bytes, not the published"),
    "not found": (status(404), "answered 404"),
    "forbidden": (status(403), "answered 403"),
    "a loop": (None, "redirect"),
    "another scheme": (status(302, Location="ftp://127.0.0.1/x"), "redirects to ftp"),
    "a file of this machine": (status(302, Location="file:///etc/hostname"), "not allowed"),
    "half without a word": (unannounced_cut, "bytes, not the published"),
}


@pytest.mark.parametrize("case", FATAL)
def test_what_no_second_try_mends_is_said_and_what_was_there_stays(get, site, case):
    get()
    misdeed, reason = FATAL[case]
    loop = status(302, Location=f"{site.address}{PATH}")
    site.bodies[PATH] = RULINGS.replace(b"many", b"very")
    site.misdeeds[PATH] = [misdeed or loop] * (1 if misdeed else 20)
    with pytest.raises(FetchError, match=reason) as failed:
        get()
    assert str(failed.value).startswith(site.address)
    assert lying(get.folder) == WHOLE
    assert get.slept == []


def test_a_redirect_is_followed(get, site):
    site.bodies["/elsewhere"] = RULINGS
    site.misdeeds[PATH] = [status(302, Location="/elsewhere")]
    get()
    assert lying(get.folder) == WHOLE


def test_what_is_too_large_is_not_fetched(get, site, monkeypatch):
    monkeypatch.setattr(fetching, "MAX_BYTES", 1000)
    with pytest.raises(FetchError, match="larger than"):
        get()
    assert lying(get.folder) == {}


def test_a_server_that_drips_is_given_up(get, site, monkeypatch):
    monkeypatch.setattr(fetching, "PATIENCE", 0.02)
    monkeypatch.setattr(fetching, "SLOWEST", 1e6)
    site.misdeeds[PATH] = [dripping] * 5
    with pytest.raises(FetchError, match="too slow"):
        get()
    assert len(get.slept) == 4


@pytest.mark.parametrize("listed", [b"", b"[]", b"{}", b'{"data": [{"type": "rulings"}]}', b"<p>", b"[" * 100_000])
def test_a_list_that_is_none_is_said(get, site, listed):
    site.bodies["/bulk-data"] = listed
    with pytest.raises(http.RosettaError, match="bulk data"):
        get()


def test_a_folder_that_can_not_be_written(get, tmp_path):
    (tmp_path / "feeds").write_text("a file", encoding="utf-8")
    with pytest.raises(FetchError, match="cannot write"):
        get()


# --- MTGJSON: packed, with a checksum beside -------------------------------------


@pytest.fixture
def atomic(site):
    face = {"name": "Storm Oracle", "layout": "normal", "rulings": [{"date": "2009-10-01", "text": "It stays."}]}
    files = {
        "/AtomicCards.json.gz": {"meta": {}, "data": {"Storm Oracle": [face]}},
        "/Keywords.json.gz": {"meta": {}, "data": {"keywordActions": ["Manifest"]}},
    }
    for path, held in files.items():
        site.bodies[path] = gzip.compress(json.dumps(held).encode(), mtime=0)
        site.bodies[path + ".sha256"] = hashlib.sha256(site.bodies[path]).hexdigest().encode()
    return site


def test_checksums_are_compared(get, atomic):
    assert [file.new for file in get("mtgjson")] == [True, True]
    asked = len(atomic.asked)
    assert [file.new for file in get("mtgjson")] == [False, False]
    assert [path for path, _ in atomic.asked[asked:]] == ["/AtomicCards.json.gz.sha256", "/Keywords.json.gz.sha256"]


def test_a_wrong_checksum_is_refused(get, atomic):
    atomic.bodies["/AtomicCards.json.gz.sha256"] = b"0" * 64
    with pytest.raises(FetchError, match="checksum is not the published one"):
        get("mtgjson")
    atomic.bodies["/AtomicCards.json.gz.sha256"] = b"<html>"
    with pytest.raises(http.RosettaError, match="no checksum"):
        get("mtgjson")
