# text.py -- what may be shown of a name, and how long; units.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Text for pictures and messages.  Lengths are in columns: what a character of
a monospaced font takes (an East Asian wide one: two, a combining one: none)."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
MOST_NAME = 10_000              # characters of a name that are looked at
CALLED_BY = " \N{LEFTWARDS ARROW} "

# (divisor, name), ascending.
Units = Sequence[tuple[float, str]]

BYTES: Units = [(1024.0**i, unit) for i, unit in
                enumerate(["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"])]


def decimal_units(unit: str) -> Units:
    """Units of powers of 1000: "B" gives B, kB, MB ...; "" gives k, M ..."""
    return [(1000.0**i, prefix + unit)
            for i, prefix in enumerate(["", "k", "M", "G", "T", "P", "E"])]


def unit_for(largest: float, units: Units) -> tuple[float, str]:
    """The divisor and name that make values up to `largest` short."""
    fitting = [unit for unit in units if unit[0] <= abs(largest)]
    return fitting[-1] if fitting else units[0]


def amount(value: float, units: Units) -> str:
    """A value of at most four digits with its unit: "944.6 KiB"."""
    divisor, name = unit_for(value, units)
    return f"{value / divisor:.4g} {name}".rstrip()


def partial(checkpoint_ms: int | None) -> str:
    """What follows the name of a profile that is a checkpoint: " (partial: the
    first 30.1 s)"; nothing if it is none."""
    if checkpoint_ms is None:
        return ""
    return f" (partial: the first {_seconds(checkpoint_ms)})"


def warning(checkpoint_ms: int) -> str:
    """What is said of a profile that is a checkpoint, as by cs_annotate."""
    return (f"warning: partial: a checkpoint {_seconds(checkpoint_ms)} into the "
            "run; what came later is missing")


def _seconds(ms: int) -> str:
    return f"{ms // 1000}.{ms % 1000 // 100} s"


def printable(text: str) -> str:
    """The text with the bytes of everything that is not a visible character or a
    blank as escapes, as cs_annotate has them: control and format characters,
    separators of lines, bytes that were not UTF-8 (by surrogateescape), what
    Unicode has not assigned."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escape(ord(c)) for c in text)


def _escape(code: int) -> str:
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return "".join(f"\\x{byte:02x}"
                   for byte in chr(code).encode("utf-8", "surrogatepass"))


def columns_of(text: str) -> int:
    """The length of printable text in columns."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _head(text: str, columns: int) -> str:
    """As much of the beginning as takes at most `columns`."""
    used = 0
    for i, char in enumerate(text):
        used += _columns(char)
        if used > columns:
            return text[:i]
    return text


def shorten(text: str, columns: int) -> str:
    """The text made printable, with an ellipsis in its middle if it is longer
    than `columns`, of which it takes no more."""
    if len(text) > 8 * columns:     # of a hostile name, no more than is needed
        text = text[:4 * columns] + text[-4 * columns:]
    text = printable(text)
    if columns_of(text) <= columns:
        return text
    tail = _head(text[::-1], (columns - 1) // 2)[::-1]
    return _head(text, columns - 1 - columns_of(tail)) + ELLIPSIS + tail


OPERATOR = re.compile(r"\boperator ?(\(\)|[-+*/%^&|~!=<>,\[\]]+)")


def collapse(name: str, brackets: str) -> str:
    """A C++ name with an ellipsis for what is within each outermost pair of
    the brackets, "()" or "()<>"; the name itself if they do not match."""
    collapsed = []
    open_pairs: list[str] = []
    pairs = dict(zip(brackets[::2], brackets[1::2]))
    at = 0
    while at < len(name):
        operator = OPERATOR.match(name, at)
        piece = operator.group() if operator else name[at]
        closes = bool(open_pairs) and piece == open_pairs[-1]
        if closes:
            open_pairs.pop()
        if not open_pairs:
            if closes and at > 0 and collapsed[-1] != name[at - 1]:
                collapsed.append(ELLIPSIS)
            collapsed.append(piece)
        if piece in pairs:
            open_pairs.append(pairs[piece])
        at += len(piece)
    return name if open_pairs else "".join(collapsed)


def shorten_function(name: str, columns: int) -> str:
    """The name in at most `columns`: without a C++ function's parameters, then
    without template arguments, then without its middle."""
    name = printable(name[:MOST_NAME])
    for brackets in ("", "()", "()<>"):
        short = collapse(name, brackets) if brackets else name
        if columns_of(short) <= columns:
            return short
    return shorten(short, columns)


def shorten_place(function: str, place: str, columns: int) -> str:
    """ "function place": the function is shortened first, the place (a file and
    line) only if it alone takes more than half."""
    place = shorten(place, columns // 2) if place else ""
    rest = columns - columns_of(place) - 1 if place else columns
    return f"{shorten_function(function, rest)} {place}".rstrip()


def number_equal(names: Sequence[str]) -> list[str]:
    """The names; of those that are equal, each after the first with (2), (3)..."""
    seen: dict[str, int] = {}
    numbered = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        numbered.append(f"{name} ({seen[name]})" if seen[name] > 1 else name)
    return numbered


def short_paths(paths: Sequence[str]) -> list[str]:
    """Of each file's name the shortest tail of components that is no other's."""
    parts = [path.split("/") for path in paths]
    deepest = max(map(len, parts), default=0)
    owners: dict[str, set[str]] = {}
    for path, names in zip(paths, parts):
        for depth in range(1, len(names) + 1):
            owners.setdefault("/".join(names[-depth:]), set()).add(path)
    short = []
    for path, names in zip(paths, parts):
        tails = ("/".join(names[-depth:]) for depth in range(1, deepest + 1))
        short.append(next((t for t in tails if t and owners[t] == {path}), path))
    return short


class Frame(NamedTuple):
    """A step of a call path: the place is "file:line", or the object, or ""."""
    function: str
    place: str
    is_own: bool = True         # known, and not of a language's library


def name_paths(paths: Sequence[Sequence[Frame]], columns: int) -> list[str]:
    """A short name for each of several different call paths, innermost frame
    first: the first frame of the program's own, and if others share it, the
    nearest frame by which the path is told from theirs."""
    return number_equal([_name_path(path, paths, columns) for path in paths])


def _own(path: Sequence[Frame]) -> int:
    """The index of the first frame of the program's own, else of the first."""
    return next((i for i, frame in enumerate(path) if frame.is_own), 0)


def _name_path(path: Sequence[Frame], paths: Sequence[Sequence[Frame]],
               columns: int) -> str:
    if not path:
        return "(call path not known)"
    base = _own(path)
    others = [(other, _own(other)) for other in paths if other != path]
    for steps in range(len(path)):
        for inner, outer in ((0, steps), (steps, 0)):
            if base - inner >= 0 and base + outer < len(path) and all(
                    other[max(0, at - inner):at + outer + 1]
                    != path[base - inner:base + outer + 1]
                    for other, at in others):
                return _name_frames(path[base - inner:base + outer + 1],
                                    columns)
    return _name_frames(path[base:], columns)   # the beginning of another


def _name_frames(frames: Sequence[Frame], columns: int) -> str:
    """The first and the last of some frames."""
    if len(frames) == 1:
        return shorten_place(frames[0].function, frames[0].place, columns)
    between = CALLED_BY if len(frames) == 2 \
        else f"{CALLED_BY}{ELLIPSIS}{CALLED_BY}"
    return between.join(_share(frames[0], frames[-1],
                               columns - columns_of(between)))


def _share(first: Frame, second: Frame, columns: int) -> list[str]:
    """Two frames in so many columns: what one does not need, the other gets."""
    half = columns // 2
    frames = (first, second)
    used = [columns_of(shorten_place(frame.function, frame.place, columns))
            for frame in frames]
    return [shorten_place(frame.function, frame.place,
                          max(half, columns - used[1 - i]))
            for i, frame in enumerate(frames)]


# Where the code of languages' libraries is that programs have inlined.
LIBRARY_DIRS = re.compile(r"/usr/include(/|$)|.*/include/c\+\+/|/rustc/")


def parse_frame(text: str, directory: str = "") -> Frame:
    """ "0x4005: main (a.c:3)" gives ("main", "a.c:3"); "(in /usr/lib/x.so.1)"
    gives the place "x.so"; without a place, "".  The directory is that of the
    file, if it is known."""
    address, colon, rest = text.partition(": ")
    text = rest if colon and address.startswith("0x") else text
    function, _, place = text.rpartition(" (")
    is_place = function != "" and place.endswith(")")
    place = place[:-1]
    if is_place and place.startswith("in "):
        place = re.sub(r"\.so\.[0-9.]+$", ".so", os.path.basename(place[3:]))
    elif not is_place or not re.search(r":[0-9]+$", place):
        function, place = text, ""
    return Frame(function, place, function != "???"
                 and not LIBRARY_DIRS.match(directory))
