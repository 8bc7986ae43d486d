"""The one build step of the wheel: `data` and `templates` travel inside the package.

They lie at the top of the checkout, where people look for them; setuptools only
ships what lies in a package. Named in pyproject.toml; nothing imports this at run time.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools.command.build_py import build_py

# The build tool loads this file alone, without the package: so these stand here and in ingest/paths.py,
# and tests/test_packaging.py builds a wheel and holds one against the other.
RESOURCES = ("data", "templates")
BUNDLED = "bundled"
NEVER_BUNDLED = ("build", "__pycache__")  # made, not written


def resources(root: Path) -> list[Path]:
    """Every file below the resource folders of a checkout, relative to it, in a stable order."""
    found = (path.relative_to(root) for name in RESOURCES for path in (root / name).rglob("*") if path.is_file())
    return sorted(path for path in found if not any(_left_out(part) for part in path.parts))


def _left_out(part: str) -> bool:
    return part in NEVER_BUNDLED or part.startswith(".")


class BuildWithResources(build_py):
    """setuptools' step, plus the copies; an editable install needs none."""

    def run(self) -> None:
        if not self.editable_mode:
            # A build folder is kept between builds: what was removed since must not travel on.
            for package in ("app", "ingest"):
                shutil.rmtree(Path(self.build_lib) / package, ignore_errors=True)
        super().run()
        for source, target in self.resource_files():
            self.mkpath(str(target.parent))
            self.copy_file(str(source), str(target), preserve_mode=False)

    def resource_files(self) -> list[tuple[Path, Path]]:
        """Each resource file with its place in the build folder; none where the checkout serves."""
        if self.editable_mode:
            return []
        inside = Path(self.build_lib) / "ingest" / BUNDLED
        return [(path, inside / path) for path in resources(Path())]

    def get_source_files(self) -> list[str]:
        """What a source distribution must hold for this step to work from it."""
        return [*super().get_source_files(), *(str(path) for path in resources(Path()))]

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """What the step makes, so that an install records it."""
        return [*super().get_outputs(include_bytecode), *(str(target) for _, target in self.resource_files())]
