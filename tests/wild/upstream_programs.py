# upstream_programs.py -- what the .vgtest files of a built Valgrind run.
# SPDX-License-Identifier: GPL-2.0-or-later

"""Reads .vgtest files.  The options of Valgrind, filters and expected output in them are
those of other tools, and are left aside."""

import dataclasses
import pathlib
import shlex
import shutil

TOOLS = ["none", "memcheck", "cachegrind", "callgrind", "massif", "dhat", "helgrind",
         "drd"]
# What these directories have is built with Valgrind, but is not for Linux on x86.
FOREIGN = ("arm", "darwin", "freebsd", "mips", "nanomips", "ppc", "s390", "solaris")


@dataclasses.dataclass(frozen=True)
class Program:
    """A program with its arguments, as text of a shell; the shell's directory; what the
    shell does before and after, and its variables.  `name` is the .vgtest file's."""
    name: str
    directory: pathlib.Path
    command: str
    before: str
    after: str
    variables: tuple[str, ...]


def _read(path: pathlib.Path) -> dict[str, list[str]]:
    """The lines `key: value` of a .vgtest file."""
    values: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        key, colon, value = line.strip().partition(":")
        if colon and not key.startswith("#"):
            values.setdefault(key, []).append(value.strip())
    return values


def _is_foreign(path: pathlib.Path) -> bool:
    return any(part.startswith(FOREIGN) or part.endswith(FOREIGN) for part in path.parts)


def _of_test(path: pathlib.Path, top: pathlib.Path) -> tuple[Program, tuple] | None:
    """A test's program, and what it runs, to recognize another test of the same; nothing
    if a test runs none."""
    values = _read(path)
    name = str(path.relative_to(top).with_suffix(""))
    program = values.get("prog", [""])[-1]
    as_it_is = values.get("prog-asis", [""])[-1]
    if not program and not as_it_is:
        return None
    arguments = values.get("args", [""])[-1]
    variables = tuple(values.get("env", []))
    word = as_it_is or shlex.quote(program if program.startswith("/") else f"./{program}")
    before, after = (values.get(key, ["true"])[-1] for key in ("prereq", "cleanup"))
    made = Program(name, path.parent, f"{word} {arguments}".strip(), before, after,
                   variables)
    runs = (as_it_is or (path.parent / program).resolve(), arguments, variables)
    return made, runs


def _is_there(program: Program) -> bool:
    """Whether what is run exists, unless a test makes it before."""
    word = shlex.split(program.command, posix=True)[0]
    return (program.before != "true" or shutil.which(word) is not None
            or (program.directory / word).exists())


def read(top: pathlib.Path) -> tuple[list[Program], list[str]]:
    """Each distinct program of a built source tree, by name; and the names of tests whose
    program was not built."""
    programs: dict[tuple, Program] = {}
    missing = []
    for tool in TOOLS:
        for path in sorted((top / tool / "tests").rglob("*.vgtest"),
                           key=lambda path: path.with_suffix("")):
            test = None if _is_foreign(path.relative_to(top)) else _of_test(path, top)
            if test and _is_there(test[0]):
                programs.setdefault(test[1], test[0])
            elif test:
                missing.append(test[0].name)
    return sorted(programs.values(), key=lambda program: program.name), missing
