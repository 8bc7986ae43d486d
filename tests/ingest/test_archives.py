"""Archives read as folders; what leads out of them, hides another, or swells is refused with its reason."""

from __future__ import annotations

import io
import tarfile
import zipfile

import pytest

from ingest import archives, collect
from ingest.reading import read_sources

PAGE = "Lightform\n\n13/07/2018\n\nIt stays tapped.\n"


def zipped(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def tarred(path, members, **kinds):
    with tarfile.open(path, "w:gz") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data.encode() if isinstance(data, str) else data))
        for name, kind in kinds.items():
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/hostname"
            archive.addfile(info)
    return path


MAKERS = {"pages.zip": zipped, "pages.tar.gz": tarred}


def reasons(path):
    return {problem.file: problem.detail for problem in read_sources(collect.find([path])).problems}


@pytest.mark.parametrize("name", MAKERS)
def test_an_archive_is_read_like_a_folder(tmp_path, name):
    path = MAKERS[name](tmp_path / name, {"a.txt": PAGE, "set/b.txt": PAGE, ".hidden": "x", "__MACOSX/a.txt": "x"})
    read = read_sources(collect.find([tmp_path]))
    assert [source.path for source in read.sources] == [f"{name}/a.txt", f"{name}/set/b.txt"]
    assert [entry.file for entry in read.entries] == [f"{name}/a.txt", f"{name}/set/b.txt"]
    assert read.problems == ()
    assert path.is_file()


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("evil", ["../evil.txt", "/etc/evil.txt", "a/../../evil.txt", "..\\evil.txt", "C:\\evil.txt"])
def test_a_path_that_leads_out_is_refused_and_the_rest_read(tmp_path, name, evil):
    path = MAKERS[name](tmp_path / name, {"a.txt": PAGE, evil: PAGE})
    read = read_sources(collect.find([path]))
    assert [source.path for source in read.sources] == [f"{name}/a.txt"]
    (problem,) = read.problems
    assert problem.code == "unreadable-source" and "leads out of the archive" in problem.detail
    assert ".." not in problem.file and problem.file.startswith(name)


@pytest.mark.parametrize("inner", ["b.zip", "b.tar.gz", "b.json.gz", "b.7z"])
def test_an_archive_in_an_archive_is_refused(tmp_path, inner):
    path = zipped(tmp_path / "pages.zip", {"a.txt": PAGE, inner: b"x"})
    assert "an archive in an archive" in reasons(path)[f"pages.zip/{inner}"]


def test_a_member_that_swells_is_refused_before_it_is_unpacked(tmp_path):
    path = zipped(tmp_path / "bomb.zip", {"a.txt": PAGE, "bomb.txt": bytes(30 << 20)})
    assert "more than 200 times its size" in reasons(path)["bomb.zip/bomb.txt"]
    path = tarred(tmp_path / "bomb.tar.gz", {"a.txt": PAGE, "bomb.txt": bytes(30 << 20)})
    assert "200 times its size" in reasons(path)["bomb.tar.gz"]


def test_a_member_that_lies_about_its_size_is_refused(tmp_path):
    path = zipped(tmp_path / "lie.zip", {"a.txt": "x" * 5000})
    data = path.read_bytes()
    path.write_bytes(data.replace((5000).to_bytes(4, "little"), (10).to_bytes(4, "little")))
    assert reasons(path)["lie.zip/a.txt"]


@pytest.mark.parametrize("name", ["", ".", "./", "/"])
def test_a_member_without_a_name_is_refused_and_the_rest_read(tmp_path, name):
    for path in (
        zipped(
            tmp_path / "odd.zip",
            {"a.txt": PAGE, zipfile.ZipInfo(name): PAGE} if name else {"a.txt": PAGE, "b.txt": PAGE},
        ),
        tarred(tmp_path / "odd.tar.gz", {"a.txt": PAGE, name: PAGE}),
    ):
        if not name and path.suffix == ".zip":  # the library writes no empty name, but reads one
            path.write_bytes(path.read_bytes().replace(b"b.txt", b"\0.txt"))
        read = read_sources(collect.find([path]))
        assert [source.path for source in read.sources] == [f"{path.name}/a.txt"]
        assert all("without a name" in one.detail or "leads out" in one.detail for one in read.problems)


def test_too_many_members_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MAX_MEMBERS", 5)
    for maker, name in ((zipped, "many.zip"), (tarred, "many.tar.gz")):
        assert "more than 5 files" in reasons(maker(tmp_path / name, {f"{n}.txt": PAGE for n in range(9)}))[name]


def test_links_and_devices_are_refused(tmp_path):
    kinds = {"soft": tarfile.SYMTYPE, "hard": tarfile.LNKTYPE, "device": tarfile.CHRTYPE}
    path = tarred(tmp_path / "odd.tar.gz", {"a.txt": PAGE}, **kinds)
    found = reasons(path)
    assert {f"odd.tar.gz/{name}" for name in kinds} == set(found)
    assert all("a link or device" in reason for reason in found.values())
    info = zipfile.ZipInfo("soft")
    info.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "odd.zip", "w") as archive:
        archive.writestr(info, "/etc/hostname")
    assert "a link" in reasons(tmp_path / "odd.zip")["odd.zip/soft"]


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("keep", [0, 10, -30])
def test_a_damaged_archive_is_refused_with_its_name(tmp_path, name, keep):
    path = MAKERS[name](tmp_path / name, {"a.txt": PAGE * 50})
    path.write_bytes(path.read_bytes()[:keep])
    assert any(file.startswith(name) for file in reasons(path))


def test_a_name_given_twice_is_read_once(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.txt", "other")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("a.txt", PAGE)
    read = read_sources(collect.find([tmp_path / "a.zip"]))
    assert len(read.sources) == 1 and "twice in its archive" in read.problems[0].detail
