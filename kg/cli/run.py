"""Running a command: from arguments to an exit code and, where it fails, one clear line."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer

from kg.cli import terminal
from kg.errors import KgError

_INTERRUPTED, _BROKEN_PIPE = 130, 1


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `kg` with the arguments of the process and leave with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """The exit code of a command: 0 done, 1 the work failed, 2 bad usage, 130 interrupted.

    A failure writes one line to stderr, and the traceback before it when `--debug` is among the arguments.
    """
    terminal.use_utf8()
    words = list(arguments) or ["--help"]
    debug = "--debug" in words[: words.index("--")] if "--" in words else "--debug" in words
    try:
        code = application()(args=words, prog_name="kg", standalone_mode=False)
        sys.stdout.flush()
        if code == _INTERRUPTED:  # some versions of typer swallow the interrupt and return its code
            terminal.error("interrupted")
    except BrokenPipeError:
        # Whatever is still in the buffer must not be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except (KeyboardInterrupt, Exception) as failure:
        if debug:
            traceback.print_exc()
        line, code = _told(failure)
        terminal.error(line)
    return code if isinstance(code, int) else 0


def application() -> typer.Typer:
    """The typer application with every command of the registry."""
    from kg.cli.registry import COMMANDS

    app = typer.Typer(
        name="kg",
        help="Turn paper abstracts into a knowledge graph, with the sentence behind every statement.",
        epilog="Data goes to stdout, messages to stderr. Exit codes: 0 done, 1 the work failed, 2 bad usage.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(_general)
    for name, command in COMMANDS.items():
        app.command(name)(command)
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        from kg.cli.info import version

        typer.echo(f"paperkg {version('paperkg')}")
        raise typer.Exit


def _general(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback when something fails.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Options before the command."""


def _told(failure: BaseException) -> tuple[str, int]:
    """The one line and the exit code of a failure."""
    if isinstance(failure, KgError):
        return str(failure), failure.exit_code
    if isinstance(failure, (KeyboardInterrupt, typer.Abort)):
        return "interrupted", _INTERRUPTED
    if hasattr(failure, "format_message"):
        return _usage(failure), 2
    if isinstance(failure, OSError) and failure.strerror:
        where = f"{failure.filename}: " if failure.filename else ""
        return f"{where}{failure.strerror}", 1
    what = f"{type(failure).__name__}: {failure}" if str(failure) else type(failure).__name__
    return f"internal error: {what} (run with --debug for the traceback)", 1


def _usage(failure: Any) -> str:
    """What typer has to say about the arguments, with where to read on."""
    context = getattr(failure, "ctx", None)
    path = context.command_path if context else "kg"
    return f"{failure.format_message().rstrip('.')}; see {path} --help"
