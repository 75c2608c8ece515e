# text.py -- printable and shortened names; units.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Text for pictures and messages.  Lengths are in columns of a monospaced font.
A wide East Asian character takes two columns, a combining character none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, NamedTuple

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
MOST_NAME = 10_000              # characters; the rest of a name is ignored
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
    """The divisor and name of the unit that keeps values up to `largest` short."""
    fitting = [unit for unit in units if unit[0] <= abs(largest)]
    return fitting[-1] if fitting else units[0]


def amount(value: float, units: Units) -> str:
    """A value with its unit, in at most four digits: "944.6 KiB"."""
    divisor, name = unit_for(value, units)
    return f"{value / divisor:.4g} {name}".rstrip()


def partial(checkpoint_ms: int | None) -> str:
    """The text after the name of a checkpoint: " (partial: the first 30.1 s)".
    "" for other profiles."""
    if checkpoint_ms is None:
        return ""
    return f" (partial: the first {_seconds(checkpoint_ms)})"


def counting(member: Mapping[str, Any] | None) -> str:
    """The text after the name of a profile of which not all was counted, by the
    report's member "counting": " (counting began late, stopped for a time)"."""
    texts = (("late", "began late"), ("restarted", "restarted"),
             ("stopped", "stopped for a time"), ("toggled", "only of some code"))
    ways = [way for key, way in texts if (member or {}).get(key)]
    return f" (counting {', '.join(ways)})" if ways else ""


def layout(member: Mapping[str, Any] | None) -> str:
    """The text after the name of a profile that was simulated in a layout, by the
    report's member "layout": " (layout a.layout)"."""
    return f" (layout {member['file']})" if member else ""


def warning(checkpoint_ms: int) -> str:
    """The warning of a checkpoint, worded as by cs_annotate."""
    return (f"warning: partial: a checkpoint {_seconds(checkpoint_ms)} into the "
            "run; what came later is missing")


def _seconds(ms: int) -> str:
    return f"{ms // 1000}.{ms % 1000 // 100} s"


def printable(text: str) -> str:
    """The text with \\xHH escapes for everything but visible characters and
    blanks, as by cs_annotate: control and format characters, line separators,
    unassigned characters, and bytes that are not UTF-8 (surrogateescape); and with
    "(anon)" for C++'s namespace without a name."""
    text = text.replace("(anonymous namespace)", "(anon)")
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escape(ord(c)) for c in text)


def _escape(code: int) -> str:
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return "".join(f"\\x{byte:02x}"
                   for byte in chr(code).encode("utf-8", "surrogatepass"))


def columns_of(text: str) -> int:
    """The width of printable text in columns."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _head(text: str, columns: int) -> str:
    """The longest beginning that fits in `columns`."""
    used = 0
    for i, char in enumerate(text):
        used += _columns(char)
        if used > columns:
            return text[:i]
    return text


# Widths in DejaVu Sans, one of the widest fonts that pictures are shown with; in ems.
WIDTHS = {char: width for chars, width in (
    ("ijl'|", 0.29), (" .,:;![]()/-fIrtJ\\`", 0.40), ('"_sczxkvy?*<', 0.58),
    ("w+<>=^~#%&ABCDEFGHKLNOPQRSTUVXYZ", 0.82), ("mMW@", 1.0)) for char in chars}
OTHER_WIDTH = 0.64


def width_px(text: str, size: float = 12) -> float:
    """The width of printable text, or a little more, in pixels."""
    return size * sum(WIDTHS.get(char, OTHER_WIDTH) if char.isascii()
                      else _columns(char) * 0.8 for char in text)


def fit(shortened: Callable[[int], str], most_px: float, size: float = 12) -> str:
    """The text that `shortened` gives for the most columns that fit in `most_px`."""
    columns = int(most_px / (0.29 * size))
    while columns > 4 and width_px(shortened(columns), size) > most_px:
        columns -= max(1, int(columns * 0.04))
    return shortened(columns)


def shorten(text: str, columns: int) -> str:
    """The text, printable and in at most `columns`: an ellipsis replaces the
    middle of a longer text."""
    if len(text) > 8 * columns:     # a hostile name: skip its middle at once
        text = text[:4 * columns] + text[-4 * columns:]
    text = printable(text)
    if columns_of(text) <= columns:
        return text
    tail = _head(text[::-1], (columns - 1) // 2)[::-1]
    return _head(text, columns - 1 - columns_of(tail)) + ELLIPSIS + tail


def shorten_end(text: str, columns: int) -> str:
    """As shorten(), but an ellipsis replaces the end."""
    text = printable(text[:8 * columns])
    return text if columns_of(text) <= columns else _head(text, columns - 1) + ELLIPSIS


OPERATOR = re.compile(r"\boperator ?(\(\)|[-+*/%^&|~!=<>,\[\]]+)")


def collapse(name: str, brackets: str) -> str:
    """A C++ name with an ellipsis inside each outermost pair of the brackets,
    "()" or "()<>".  The name itself if its brackets do not match.  The type and the trait
    of Rust's "<Type as Trait>::f" stay."""
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
        if piece in pairs and (at > 0 or piece != "<"):
            open_pairs.append(pairs[piece])
        at += len(piece)
    return name if open_pairs else "".join(collapsed)


def shorten_function(name: str, columns: int) -> str:
    """The name in at most `columns`: first it loses the parameters of a C++
    function, then template arguments, then its middle."""
    name = printable(name[:MOST_NAME])
    for brackets in ("", "()", "()<>"):
        short = collapse(name, brackets) if brackets else name
        if columns_of(short) <= columns:
            return short
    return shorten(short, columns)


def shorten_location(function: str, location: str, columns: int) -> str:
    """ "function location" in at most `columns`.  The function is shortened
    first; the location (file and line) only if it takes more than half."""
    location = shorten(location, columns // 2) if location else ""
    rest = columns - columns_of(location) - 1 if location else columns
    return f"{shorten_function(function, rest)} {location}".rstrip()


def number_equal(names: Sequence[str]) -> list[str]:
    """The names; equal ones after the first get (2), (3)..."""
    seen: dict[str, int] = {}
    numbered = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        numbered.append(f"{name} ({seen[name]})" if seen[name] > 1 else name)
    return numbered


def short_paths(paths: Sequence[str]) -> list[str]:
    """The shortest tail of components of each path that no other path has."""
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
    """A frame of a call path; the location is "file:line", an object, or ""."""
    function: str
    location: str
    is_own: bool = True         # the function is known, and not a library's


def path_areas(paths: Sequence[Sequence[Frame]],
               profiles: Sequence[Container[Sequence[Frame]]]) \
        -> list[tuple[str, object]]:
    """For each path its function and what is different for each path of a profile
    (a profile: the paths that it has), but is the same in all profiles and where
    lines moved: the functions, and of paths with the same ones the number."""
    def lines(path: Sequence[Frame]) -> list[list[tuple[int, str]]]:
        return [[(int(part), "") if part.isdecimal() else (0, part)
                 for part in re.split(r"(\d+)", frame.location)] for frame in path]

    numbers: dict[int, tuple[tuple[str, ...], int]] = {}
    order = sorted(range(len(paths)), key=lambda i: lines(paths[i]))
    for profile in profiles:
        here = [i for i in order if paths[i] in profile]
        used = {numbers[i] for i in here if i in numbers}
        for i in here:
            functions = tuple(frame.function for frame in paths[i])
            number = 0
            while i not in numbers and (functions, number) in used:
                number += 1
            used.add(numbers.setdefault(i, (functions, number)))
    return [(path[_own(path)].function if path else "", numbers.get(i, ((), i)))
            for i, path in enumerate(paths)]


def name_paths(paths: Sequence[Sequence[Frame]], columns: int) -> list[str]:
    """A short name for each of several different call paths, innermost frame
    first: the first frame of the program's own code.  If other paths share that
    frame, also the nearest frame that differs from theirs."""
    return number_equal([_name_path(path, paths, columns) for path in paths])


def _own(path: Sequence[Frame]) -> int:
    """The index of the first frame of the program's own code, else 0."""
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
        return shorten_location(*frames[0][:2], columns)
    between = CALLED_BY if len(frames) == 2 \
        else f"{CALLED_BY}{ELLIPSIS}{CALLED_BY}"
    return between.join(_share(frames[0], frames[-1],
                               columns - columns_of(between)))


def _share(first: Frame, second: Frame, columns: int) -> list[str]:
    """Two frames in `columns`; one frame gets the space that the other leaves."""
    half = columns // 2
    frames = (first, second)
    used = [columns_of(shorten_location(*frame[:2], columns)) for frame in frames]
    return [shorten_location(*frame[:2], max(half, columns - used[1 - i]))
            for i, frame in enumerate(frames)]
