"""Where the project's own files lie, in a checkout and in an installed copy."""

from __future__ import annotations

from pathlib import Path

RESOURCES = ("data", "templates")
"""The folders at the top of the checkout that a wheel carries along."""

BUNDLED = "bundled"
"""The folder beside this module that holds them in an installed copy."""

HERE = Path(__file__).resolve().parent


def checkout() -> Path | None:
    """The root of the checkout this code runs from, or None where it is installed."""
    root = HERE.parent
    return root if (root / "pyproject.toml").is_file() else None


def resource_dir(name: str) -> Path:
    """The folder `data` or `templates`: the checkout's, else the installed copy's.

    >>> (resource_dir("data") / "sources").is_dir()
    True
    """
    if name not in RESOURCES:
        raise ValueError(f"no resource folder {name!r}; there are {', '.join(RESOURCES)}")
    root = checkout()
    return root / name if root else HERE / BUNDLED / name


def default_home() -> Path:
    """The folder snapshots go to unless told otherwise: `data/build` in a checkout, else the user's data folder."""
    if root := checkout():
        return root / "data" / "build"
    import platformdirs

    return Path(platformdirs.user_data_dir("rosetta-rulings", appauthor=False))
