# stacks.py -- a tree of frames from call paths, for flame graphs.
# SPDX-License-Identifier: GPL-2.0-or-later
"""cs_export and hp_export write call paths with --format=stacks (docs/schema).  Here
they become frames: calls of a function from several lines of its caller are one
frame, whose value is the sum.  So are the functions that begin the program or a thread,
of which the last is named.  The frames of two profiles are matched by name, without what
compilers add: files may have been moved or renamed."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from . import text
from .command import Failure

ROOT_NAME = "all"
UNKNOWN = "???"
# What compilers add to the name of a part or a copy of a function.
SUFFIXES = re.compile(r"( \[clone |\.(constprop|isra|llvm|lto_priv|part)\.\d"
                      r"|\.cold(\.\d|$)).*$")

Place = tuple[str, int]         # a file and a line; 0: not known


class Frame:
    """A function on a call path.  Values have an item for each profile.  `self` is
    what its own code cost, `value` that and what it called."""
    __slots__ = ("name", "file", "library", "is_inlined", "parent", "children",
                 "own", "value", "left_out", "lines", "calls", "levels")

    def __init__(self, name: str, file: str, library: str, is_inlined: bool,
                 parent: Frame | None, n: int) -> None:
        self.name = name
        self.file = file        # "": not known
        self.library = library  # "": not known
        self.is_inlined = is_inlined
        self.parent: Final = parent
        self.children: dict[object, Frame] = {}
        self.own = [0] * n
        self.value = [0] * n
        self.left_out = [0] * n     # of `own`: of paths that the profile has not
        self.lines: dict[Place, int] = {}   # values by line of this function
        self.calls: dict[Place, int] = {}   # values by line of the caller
        self.levels = 1         # of recursion that this frame stands for


@dataclass
class Tree:
    """The frames of one profile or two; parents come before their children."""
    commands: list[str]
    title: str                  # "Ir", "Bytes at the peak"
    unit: str                   # after a number: "Ir", "bytes" or ""
    frames: list[Frame]         # the first is the root
    recursion: int = 1          # the most levels of a function that calls itself
    left_out: int = 0           # paths that the profiles have not

    @property
    def root(self) -> Frame:
        """What all paths begin with."""
        return self.frames[0]


def build(dumps: Sequence[Any], fold_recursion: bool) -> Tree:
    """The frames of one profile, or of two, by what --format=stacks says of them.
    Failure if they have values of different kinds, or below 0."""
    kinds = [dump["kinds"][dump["shown"]] for dump in dumps]
    if kinds[0]["name"] != kinds[-1]["name"]:
        raise Failure(f"values differ: {kinds[0]['name']} and {kinds[-1]['name']}")
    kind = kinds[0]
    is_event = kind["title"] == kind["name"]
    n = len(dumps)
    tree = Tree([str(dump["command"]) for dump in dumps], kind["title"],
                kind["unit"] if kind["unit"] == "bytes"
                else kind["name"] if is_event else "",
                [Frame(ROOT_NAME, "", "", False, None, n)])
    for which, dump in enumerate(dumps):
        _add(tree, dump, which, n, fold_recursion)
        tree.left_out += dump["left_out"]
    for frame in reversed(tree.frames):
        if min(frame.own) < 0:
            raise Failure(f"values of {tree.title} below 0 cannot be drawn")
        for i, own in enumerate(frame.own):
            frame.value[i] += own
            if frame.parent is not None:
                frame.parent.value[i] += frame.value[i]
    return tree


def _add(tree: Tree, dump: Any, which: int, n: int, fold_recursion: bool) -> None:
    """Add the paths of a profile, number `which` of n."""
    functions = [(_name_of(function), function.get("file", ""),
                  function.get("object", "")) for function in dump["functions"]]
    matched = [SUFFIXES.sub("", name) for name, _, _ in functions]
    nodes = dump["nodes"]
    frames: list[Frame] = []
    runs: list[int] = []        # of each node, levels of direct recursion
    for node in nodes:
        name, file, library = function = functions[node["function"]]
        up = node["parent"]
        parent = tree.root if up is None else frames[up]
        is_inlined = "inlined" in node
        key = matched[node["function"]] if n > 1 else (function, is_inlined)
        repeats = up is not None and functions[nodes[up]["function"]] == function \
            and not name.startswith(UNKNOWN)
        run = runs[up] + 1 if repeats else 1
        runs.append(run)
        if "start" in node and up is not None and "start" in nodes[up]:
            parent.name, parent.file, parent.library = function
            frames.append(parent)
            continue
        tree.recursion = max(tree.recursion, run)
        if repeats and fold_recursion:
            parent.levels = max(parent.levels, run)
            frames.append(parent)
            continue
        frame = parent.children.get(key)
        if frame is None:
            frame = Frame(name, file, library, is_inlined, parent, n)
            parent.children[key] = frame
            tree.frames.append(frame)
        elif which > 0:         # what the newer profile says of it counts
            frame.file, frame.library, frame.is_inlined = file, library, is_inlined
            frame.lines, frame.calls = {}, {}
        frames.append(frame)
    _add_values(dump, which, frames)


def _add_values(dump: Any, which: int, frames: Sequence[Frame]) -> None:
    """Add the values of a profile's samples, and which lines have them."""
    nodes, shown = dump["nodes"], dump["shown"]
    totals = [0] * len(nodes)
    for sample in dump["samples"]:
        at, value = sample["node"], sample["values"][shown]
        frame = frames[at]
        frame.own[which] += value
        totals[at] += value
        if "left_out" in sample:
            frame.left_out[which] += value
        elif "line" in sample:
            place = (sample.get("file", frame.file), sample["line"])
            frame.lines[place] = frame.lines.get(place, 0) + value
    for i in range(len(nodes) - 1, -1, -1):
        node, value = nodes[i], totals[i]
        up = node["parent"]
        if up is None:
            continue
        totals[up] += value
        caller = frames[up]
        if caller is not frames[i] and "call_line" in node:
            place = (node.get("call_file", caller.file), node["call_line"])
            caller.lines[place] = caller.lines.get(place, 0) + value
            frames[i].calls[place] = frames[i].calls.get(place, 0) + value


def _name_of(function: Any) -> str:
    """The function's name for people: "main", "??? (in libz.so.1)"."""
    name = text.printable(function["name"][:text.MOST_NAME])
    if name == UNKNOWN and function.get("object"):
        name += f" (in {text.printable(os.path.basename(function['object']))})"
    return name


def most(places: dict[Place, int]) -> Place | None:
    """The place with the largest value, the first of equal ones."""
    return min(places, key=lambda place: (-places[place], place), default=None)
