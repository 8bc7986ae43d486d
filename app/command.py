"""Where the `rosetta` command starts: nothing is imported yet that an interruption could break in two."""

import sys


def main(arguments: list[str] | None = None) -> None:
    """Runs the command and exits; an interruption is one line and exit code 130, however early it comes."""
    try:
        from app.cli import main as run

        run(arguments)
    except KeyboardInterrupt:
        sys.stderr.write("rosetta: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
