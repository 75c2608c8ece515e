# flames.py -- cs_plot --flame and hp_plot --flame.
# SPDX-License-Identifier: GPL-2.0-or-later
"""What both commands share to draw flame graphs: their options, reading, drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import annotate, command, flame, stacks, text
from .command import Usage

FLAGS = ("flame", "icicle", "fold-recursion")
HELP = """\
      --flame            a flame graph instead: boxes for all call paths, as SVG
                         with search and zoom; of two profiles, what grew is red
                         and what shrank is blue
      --icicle           of --flame: with callers on top
      --fold-recursion   of --flame: a function that calls itself is one box
"""


@dataclass
class Options:
    """The options of flame graphs; part of a command's options."""
    flame: bool = False
    icicle: bool = False
    fold_recursion: bool = False

    def set(self, option: str) -> None:
        """Set the flag that an option of FLAGS is."""
        setattr(self, option[2:].replace("-", "_"), True)


def check(given: Sequence[str], others: Sequence[str]) -> None:
    """Usage if some of the given options do not go together; `others` are those that
    flame graphs do not have."""
    is_flame = "--flame" in given
    for option in given:
        if not is_flame and option[2:] in FLAGS:
            raise Usage(f"{option} is for --flame")
        if is_flame and (option == "-I" or option[2:] in others):
            raise Usage(f"{option} is not for --flame")


def check_format(form: str) -> None:
    """Usage if the format is not SVG."""
    if form != "svg":
        raise Usage(f"a flame graph cannot be {form}; give OUT a name that ends in .svg")


def check_profiles(profiles: Sequence[str]) -> None:
    """Usage if there are more profiles than a flame graph can have."""
    if len(profiles) > 2:
        raise Usage("--flame: expected one profile, or two, OLD and NEW")


def plot(program: str, words: Sequence[str], profiles: Sequence[str],
         options: Options, notes: Sequence[str]) -> bytes:
    """The flame graph of one profile or two, which `program` (cs_export) reads.  Each
    note says how much of its run a profile has."""
    dumps = [annotate.read(program, profile, words, _dump, "--format=stacks")
             for profile in profiles]
    tree = annotate.understood(program, lambda: stacks.build(
        dumps, options.fold_recursion))
    old, new = [f"{name}{note}" for name, note in zip(
        text.short_paths(list(map(command.file_name, profiles))), notes)] \
        if len(profiles) == 2 else ("", "")
    return flame.draw(tree, flame.Look(options.icicle, old, new,
                                       "" if old else notes[0]))


def _dump(report: Any) -> Any:
    if report["schema"] != "stacks":
        raise ValueError(report["schema"])
    return report
