"""Exports against the official schemas, and TBX-Basic against what its rules demand."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from ingest.exports import Statement
from ingest.model import Ruling, Text

etree = pytest.importorskip("lxml.etree", reason="lxml is not installed")

VENDOR = Path(__file__).parent / "vendor"
XLIFF = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:import namespace="urn:oasis:names:tc:xliff:document:2.0" schemaLocation="xliff_core_2.0.xsd"/>
<xs:import namespace="urn:oasis:names:tc:xliff:matches:2.0" schemaLocation="matches.xsd"/>
</xs:schema>"""
"""Core and the module we use, together: the core lets the contents of modules pass unread."""
ODD = (Statement(Ruling("r", None, (Text("a", "en", "bell\x07 here"), Text("b", "zh-Hans", "好\r\n的", "machine")))),)
"""A control character, and no date."""
TBX = "{urn:iso:std:iso:30042:ed-2}"
LEVELS = {"termNote": {"termSec"}, "term": {"termSec"}, "subjectField": {"conceptEntry"}, "definition": {"langSec"}}
"""Where TBX-Basic lets a thing stand that we write: each is elsewhere in other dialects."""
STATUSES = {"preferredTerm-admn-sts", "admittedTerm-admn-sts", "deprecatedTerm-admn-sts", "supersededTerm-admn-sts"}


def read(written):
    return etree.fromstring(written, etree.XMLParser(load_dtd=False, resolve_entities=False, no_network=True))


@pytest.fixture(scope="module")
def xliff_schema():
    return etree.XMLSchema(etree.fromstring(XLIFF, base_url=f"{VENDOR}/"))


@pytest.fixture(scope="module")
def tmx_dtd():
    return etree.DTD(str(VENDOR / "tmx14.dtd"))


def test_the_schemas_are_those_that_were_received():
    sums = dict(reversed(line.split("  ")) for line in (VENDOR / "SHA256SUMS").read_text("ascii").splitlines())
    here = {path.relative_to(VENDOR).as_posix(): path for path in VENDOR.rglob("*") if path.suffix in (".xsd", ".dtd")}
    assert sums == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in here.items()}
    assert len(sums) == 5


@pytest.mark.parametrize("given", [None, ODD, ()], ids=["nasty", "odd", "nothing"])
@pytest.mark.parametrize("languages", [("en", "zh-Hans"), ("es", "en"), ("en", "es", "zh-Hans")])
def test_tmx_is_valid(export, tmx_dtd, given, languages):
    written = read(export("tmx", given, languages=languages))
    assert tmx_dtd.validate(written), tmx_dtd.error_log


@pytest.mark.parametrize("given", [None, ODD, ()], ids=["nasty", "odd", "nothing"])
@pytest.mark.parametrize("languages", [("en", "zh-Hans"), ("en", "es"), ("zh-Hans", "en")])
def test_xliff_is_valid_with_its_matches(export, xliff_schema, given, languages):
    written = read(export("xliff", given, languages=languages))
    assert xliff_schema.validate(written), xliff_schema.error_log


def test_what_checks_say_of_a_translation_stands_beside_it(export, xliff_schema):
    say = {"zh-plus": ["[Numbers] +1/+1 <is> not +2/+2."]}
    told = {"languages": ("en", "zh-Hans"), "remarks": lambda version: say.get(version.text.id, [])}
    written = read(export("xliff", **told))
    assert xliff_schema.validate(written), xliff_schema.error_log
    space = "{urn:oasis:names:tc:xliff:document:2.0}"
    found = {unit.get("name"): one.text for unit in written.iter(f"{space}unit") for one in _notes(unit, "finding")}
    assert found == {"plus": say["zh-plus"][0]}


def _notes(unit, category):
    return [one for one in unit.iter() if etree.QName(one).localname == "note" and one.get("category") == category]


def test_what_breaks_the_schemas_is_noticed(export, xliff_schema, tmx_dtd):
    xliff = read(export("xliff", languages=("en", "zh-Hans")))
    next(xliff.iter("{urn:oasis:names:tc:xliff:matches:2.0}match")).set("matchQuality", "good")
    assert not xliff_schema.validate(xliff)
    tmx = read(export("tmx"))
    del next(tmx.iter("tuv")).attrib["{http://www.w3.org/XML/1998/namespace}lang"]
    del tmx.find("header").attrib["srclang"]
    assert not tmx_dtd.validate(tmx)


def test_tbx_basic_keeps_to_its_dialect(export):
    meanings = {"ward": {"en": "Countered unless a cost is paid.", "es": "Se contrarresta si no se paga."}}
    root = read(export("tbx", definitions=meanings))
    assert (root.tag, root.get("type"), root.get("style")) == (f"{TBX}tbx", "TBX-Basic", "dca")
    assert [one.tag for one in root] == [f"{TBX}tbxHeader", f"{TBX}text"]
    seen = {_kind(one): one.getparent().tag.removeprefix(TBX) for one in root.iter() if _kind(one) in LEVELS}
    assert seen.keys() == LEVELS.keys()
    assert [kind for kind, parent in seen.items() if parent not in LEVELS[kind]] == []
    statuses = {one.text for one in root.iter(f"{TBX}termNote") if one.get("type") == "administrativeStatus"}
    assert statuses <= STATUSES and "deprecatedTerm-admn-sts" in statuses
    ids = [one.get("id") for one in root.iter(f"{TBX}conceptEntry")]
    assert len(ids) == len(set(ids)) == 3
    assert all(section.find(f"{TBX}termSec") is not None for section in root.iter(f"{TBX}langSec"))


def _kind(element):
    """What an element is: a description's type, else its own name."""
    name = element.tag.removeprefix(TBX)
    return element.get("type") if name == "descrip" else name
