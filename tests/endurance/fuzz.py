"""Coverage-guided fuzzing of every format, feed and archive: `python -m tests.endurance.fuzz`.

Each target runs in a process of its own. What breaks one is kept in `finds/`, which an
ordinary test runs ever after, beside a few inputs that reach most of the code.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.endurance.samples import SAMPLES

FINDS = Path(__file__).with_name("finds")
LONGEST = 4096
"""Bytes of an input."""
SLOWEST = 20
"""Seconds that one input may take; nothing here is worse than linear."""
MEMORY_MB = 2048
KEPT = 12
"""Inputs kept of each target beside those that broke it."""


def run(target: str, seconds: int, folder: Path) -> bool:
    """Whether a target bore so many seconds; what it did not bear is kept."""
    corpus, broken = folder / "corpus", folder / "broken"
    for path in (corpus, broken):
        path.mkdir(parents=True)
    for number, sample in enumerate(SAMPLES[target]):
        (corpus / f"sample-{number}").write_bytes(sample)
    for find in sorted((FINDS / target).glob("*")):
        shutil.copy(find, corpus)
    options = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-timeout={SLOWEST}", f"-rss_limit_mb={MEMORY_MB}"]
    done = _driven(
        target, [*options, f"-artifact_prefix={broken}/", "-verbosity=0", "-print_final_stats=1", str(corpus)]
    )
    for artifact in sorted(broken.iterdir()):
        print(f"{target}: broke on {keep(target, artifact.read_bytes(), 'broke')}", flush=True)
    print("\n".join(line for line in done.stderr.splitlines() if line.startswith("stat::number")), flush=True)
    if done.returncode:
        print(done.stderr[-4000:], flush=True)
    else:
        _keep_reach(target, corpus)
    return done.returncode == 0


def keep(target: str, data: bytes, why: str) -> Path:
    """The file in which an input of a target is kept."""
    path = FINDS / target / f"{why}-{hashlib.sha256(data).hexdigest()[:12]}.bin"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def _keep_reach(target: str, corpus: Path) -> None:
    """Keeps a few of the inputs that reached what none before had, of all sizes, where none are kept yet."""
    if list((FINDS / target).glob("reach-*")):
        return
    found = (path for path in corpus.iterdir() if not path.name.startswith("sample-"))
    by_size = sorted(found, key=lambda path: (path.stat().st_size, path.name))
    for path in by_size[:: max(1, len(by_size) // KEPT)][:KEPT]:
        keep(target, path.read_bytes(), "reach")


def _driven(target: str, options: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.endurance.fuzz", "--drive", target, *options]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", env=os.environ, check=False)


def drive(target: str, options: list[str]) -> None:
    """Fuzzes one target in this process, which it ends."""
    import atheris

    with atheris.instrument_imports(include=["ingest"]):
        from tests.endurance.harness import TARGETS
    atheris.Setup([sys.argv[0], *options], TARGETS[target])
    atheris.Fuzz()


def main() -> None:
    """Fuzzes as the arguments say; exits with 1 where a target broke."""
    if sys.argv[1:2] == ["--drive"]:
        drive(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=780, help="for all targets together")
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(SAMPLES)}")
    given = parser.parse_args()
    try:
        import atheris  # noqa: F401
    except ImportError:
        print("atheris is not installed for this Python: no format is fuzzed", flush=True)
        return
    chosen = given.targets or list(SAMPLES)
    with tempfile.TemporaryDirectory(prefix="rosetta-fuzz-") as folder:
        bore = [run(target, max(1, given.seconds // len(chosen)), Path(folder) / target) for target in chosen]
    print(f"{sum(bore)} passed, {len(bore) - sum(bore)} failed", flush=True)
    sys.exit(not all(bore))


if __name__ == "__main__":
    main()
