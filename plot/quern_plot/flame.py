# flame.py -- a flame graph as SVG that stands alone.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Each frame is a box, above the one that called it (an icicle: below it), whose width
is its value.  The boxes, their texts and tooltips are plain SVG; a script in the file
(flame.js) adds search and zoom.  Of two profiles, the width of a frame is what its own
code cost in the run where that is more, and the widths of what it called: whatever
changed is in the picture.  The colour shows what grew and what shrank."""

from __future__ import annotations

import html
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from . import text
from .command import FLAME_MARK, Failure
from .figure import FAINT, INK, colour_of, lighter
from .stacks import Frame, Tree, most

WIDTH_PX, EDGE_PX = 1200, 10
INNER_PX = WIDTH_PX - 2 * EDGE_PX
ROW_PX, GAP_PX = 17, 1
HEAD_PX = 74                    # the title, the total, a line for the script
LINE_PX = 17                    # of the notes below the frames
TEXT_SIZE = 11
TEXT_COLUMN_PX = 0.602 * TEXT_SIZE      # in monospaced fonts
TEXT_GAP_PX = 3                 # between a box's edge and its text
LEAST_COLUMNS = 3               # of a text in a box
LEAST_LETTERS = 5               # of a name that is cut: fewer say nothing
LEAST_EDGE_PX = 3               # narrower boxes have no visible edge
LEAST_PX = 0.1                  # narrower frames are left out
MOST_BOXES = 10_000             # of more frames, the narrowest are left out
MOST_ROWS = 250
MOST_NAME = 300                 # columns of a name in a tooltip
WHITE, INLINED_WHITE = 0.45, 0.72       # parts of white in colours of frames
ROOT_COLOUR, SAME_COLOUR = "#e4e4e4", "#f0f0f0"
GREW, SHRANK = "#ef6548", "#5aa5d6"     # what has one of two runs only
LEAST_CHANGE = 0.005            # smaller ones count as none

STYLE = """
text { white-space: pre; }
#frames g { cursor: pointer; }
#frames text { pointer-events: none; }
#frames rect { stroke: #fff; stroke-width: 0.5; }
#frames .i rect { stroke: #777; stroke-width: 0.8; stroke-dasharray: 2 2; }
#frames .n rect { stroke: none; }
#frames g:hover rect, #frames .m rect { stroke: #000; stroke-width: 1; }
#frames .above rect { opacity: 0.55; }
.searching #frames g { opacity: 0.28; }
.searching #frames .m { opacity: 1; }
.button { cursor: pointer; text-decoration: underline; }
"""


@dataclass(frozen=True)
class Look:
    """How the picture is drawn."""
    icicle: bool = False
    old: str = ""               # what the legend calls two profiles
    new: str = ""
    note: str = ""              # after the command's name


class Box(NamedTuple):
    """Where a frame is drawn."""
    frame: Frame
    row: int
    left_px: float
    right_px: float


@dataclass(frozen=True)
class Layout:
    """The boxes, callers before what they call, and how many frames have none."""
    boxes: list[Box]
    narrow: int                 # too narrow
    widest: float               # the share of the widest one of these
    deep: int                   # above the last row


# ---- Layout ----------------------------------------------------------------

def widths_of(tree: Tree) -> dict[Frame, int]:
    """The width of each frame, in units of the value."""
    widths = {frame: max(frame.own) for frame in tree.frames}
    for frame in reversed(tree.frames):
        if frame.parent is not None:
            widths[frame.parent] += widths[frame]
    return widths


def lay_out(tree: Tree, most_boxes: int = MOST_BOXES, most_rows: int = MOST_ROWS) \
        -> Layout:
    """Where each frame is.  Of the frames that one calls, the widest is leftmost."""
    widths = widths_of(tree)
    total = widths[tree.root]
    rows: dict[Frame, int] = {}
    for frame in tree.frames:
        rows[frame] = rows[frame.parent] + 1 if frame.parent else 0
    least = max(1, total * LEAST_PX / INNER_PX)
    wide = sorted((width for frame, width in widths.items()
                   if width >= least and rows[frame] < most_rows), reverse=True)
    if len(wide) > most_boxes:
        least = wide[most_boxes - 1] + 1
    boxes = []
    waiting = [(tree.root, 0)]
    while waiting:
        frame, left = waiting.pop()
        right = left + widths[frame]
        boxes.append(Box(frame, rows[frame], *(
            round(EDGE_PX + INNER_PX * at / total, 2) for at in (left, right))))
        if rows[frame] + 1 == most_rows:
            continue
        called = sorted((child for child in frame.children.values()
                         if widths[child] >= least), key=lambda child: (
                             -widths[child], child.name, child.file, child.library,
                             child.is_inlined))
        for child in called:
            waiting.append((child, left))
            left += widths[child]
        if len(called) > 1:
            waiting[-len(called):] = waiting[:-len(called) - 1:-1]
    deep = sum(rows[frame] >= most_rows and width >= least
               for frame, width in widths.items())
    narrow = [width for width in widths.values() if 0 < width < least]
    return Layout(boxes, len(narrow), max(narrow, default=0) / total, deep)


# ---- Texts -----------------------------------------------------------------

def share(value: int, total: int) -> str:
    """ "12.34%"."""
    percent = 100 * value / total if total else 0
    return f"{percent:.2f}%" if percent >= 0.005 or value == 0 else "<0.01%"


def change(old: int, new: int) -> str:
    """ "+1,234 (+12.3%)"."""
    if old == new:
        return "as before"
    shown = f"{new - old:+,}"
    return f"{shown} ({100 * (new - old) / old:+.1f}%)" if old else shown


def _values(what: str, values: Sequence[int], tree: Tree) -> str:
    """ "self 1,234 Ir, 5.67%"; of two profiles both, and the difference."""
    unit = f" {tree.unit}" if tree.unit else ""
    totals = tree.root.value
    if len(values) == 1:
        return f"{what} {values[0]:,}{unit}, {share(values[0], totals[0])}"
    both = " → ".join(f"{value:,}" for value in values)
    shares = " → ".join(map(share, values, totals))
    return f"{what} {both}{unit}: {change(*values)}; {shares}"


def _is_perhaps_left_out(frame: Frame, which: int) -> bool:
    """Whether the profile, which has not the frame, left paths out where it would
    be."""
    above = frame.parent
    while above and not above.value[which]:
        above = above.parent
    return above is not None and above.left_out[which] > 0


def _place(file: str, line: int) -> str:
    """ "join.cc:41"; no directories."""
    shown = text.shorten(os.path.basename(file) or file, 80)
    return f"{shown}:{line}" if shown and line else shown


def tooltip(frame: Frame, tree: Tree) -> str:
    """What is known of a frame, a line for each fact; the first is its name."""
    lines = [text.shorten_function(frame.name, MOST_NAME)]
    where = _place(*(most(frame.lines) or (frame.file, 0)))
    library = text.shorten(os.path.basename(frame.library), 80)
    if library and f"in {library}" not in lines[0]:
        where = f"{where} in {library}".lstrip()
    if where:
        lines.append(where)
    if frame.is_inlined:
        lines.append("inlined into its caller")
    if frame.levels > 1:
        lines.append(f"recursion: {frame.levels} levels in one frame")
    lines.append(_values("inclusive", frame.value, tree))
    lines.append(_values("self", frame.own, tree))
    if any(frame.left_out):
        lines.append(_values("of that in calls not in the profile",
                             frame.left_out, tree))
    if len(frame.value) == 2:
        for which, name in ((0, "old"), (1, "new")):
            if frame.value[which] == 0 < frame.value[1 - which]:
                lines.append(f"not in the {name} profile" + (
                    ", or too small there" if _is_perhaps_left_out(frame, which)
                    else ""))
    if called_at := most(frame.calls):
        more = len(frame.calls) - 1
        lines.append(f"called at {_place(*called_at)}" + (
            f" and {more} more line{'s' if more > 1 else ''}" if more else ""))
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _label(name: str, columns: int) -> str:
    shown = text.shorten_to_name(name, columns)
    is_cut = shown.endswith(text.ELLIPSIS) and shown != name
    return "" if is_cut and len(shown) <= LEAST_LETTERS else shown


def label(name: str, width_px: float) -> str:
    """The name, as much of it as a box has room for; "" if it has none."""
    columns = int((width_px - 2 * TEXT_GAP_PX) / TEXT_COLUMN_PX)
    return _label(name, columns) if columns >= LEAST_COLUMNS else ""


def mixed(first: str, second: str, part: float) -> str:
    """A colour between two: 0 is the first."""
    pairs = ((int(first[i:i + 2], 16), int(second[i:i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a * (1 - part) + b * part):02x}" for a, b in pairs)


def fill(frame: Frame) -> str:
    """The colour of a frame: that of its function in all pictures, but paler; of two
    profiles, by how much it grew or shrank."""
    if len(frame.value) == 2:
        old, new = frame.value
        part = (new - old) / max(old, new, 1)
        if abs(part) < LEAST_CHANGE:
            return SAME_COLOUR
        return mixed(SAME_COLOUR, GREW if part > 0 else SHRANK,
                     0.2 + 0.8 * abs(part))
    if frame.parent is None:
        return ROOT_COLOUR
    return lighter(colour_of(frame.name),
                   INLINED_WHITE if frame.is_inlined else WHITE)


# ---- SVG -------------------------------------------------------------------

def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _text(shown: str, x_px: float, y_px: float, more: str = "") -> str:
    """A text; y is its base line."""
    return (f'<text x="{_number(x_px)}" y="{_number(y_px)}"{more}>'
            f"{html.escape(shown, quote=False)}</text>")


def _boxes(tree: Tree, layout: Layout, icicle: bool) -> Iterator[str]:
    """The frames; the values of each are attributes, for the script."""
    last = max(box.row for box in layout.boxes)
    for frame, row, left_px, right_px in layout.boxes:
        y_px = HEAD_PX + ROW_PX * (row if icicle else last - row)
        edges = ("i" * frame.is_inlined + " n" * (right_px - left_px < LEAST_EDGE_PX)) \
            .strip()
        style = f' class="{edges}"' if edges else ""
        values = " ".join(map(str, frame.value))
        yield (f'<g data-v="{values}"{style}>'
               f"<title>{html.escape(tooltip(frame, tree), quote=False)}</title>"
               f'<rect x="{_number(left_px)}" y="{y_px}" '
               f'width="{_number(right_px - left_px)}" height="{ROW_PX - GAP_PX}" '
               f'fill="{fill(frame)}"/>')
        if shown := label(frame.name, right_px - left_px):
            yield _text(shown, left_px + TEXT_GAP_PX, y_px + 12)
        yield "</g>\n"


def _head(tree: Tree, look: Look) -> list[str]:
    """The title and the line below."""
    commands = [text.shorten(name, 90 // len(tree.commands))
                for name in dict.fromkeys(tree.commands)]
    values = tree.root.value
    total = f"{text.printable(tree.title)}: " + " → ".join(
        f"{value:,}" for value in values) + (" bytes" if tree.unit == "bytes" else "")
    if len(values) == 2:
        total += f", {change(*values)}"
    else:
        total += "; the width of a box is the share of a function and what it called"
    return [_text(" → ".join(commands) + look.note, EDGE_PX, 24, ' font-size="15"'),
            _text(total, EDGE_PX, 44, f' fill="{FAINT}"')]


def notes_of(tree: Tree, layout: Layout) -> list[str]:
    """What the picture does not show."""
    notes = []
    if tree.recursion > 2 and all(frame.levels == 1 for frame in tree.frames):
        notes.append(f"A function calls itself up to {tree.recursion - 1:,} times in a "
                     "row: --fold-recursion draws that as one frame.")
    if layout.narrow:
        percent = math.ceil(layout.widest * 1e6) / 1e4
        notes.append(f"Not drawn: {layout.narrow:,} "
                     f"{'frame' if layout.narrow == 1 else 'frames'} with at "
                     f"most {percent:g}% each.")
    if layout.deep:
        notes.append(f"Not drawn: {layout.deep:,} frames "
                     f"{MOST_ROWS} or more calls from the first.")
    if tree.left_out:
        notes.append(f"Not in the profile: {tree.left_out:,} call paths with a small "
                     "share; what called them has their values.")
    return notes


def _swatch(x_px: float, y_px: float, colour: str, more: str = "") -> str:
    return (f'<rect x="{_number(x_px)}" y="{_number(y_px - 10)}" width="18" '
            f'height="12" fill="{colour}"{more}/>')


def _legend(tree: Tree, look: Look, y_px: float) -> Iterator[str]:
    """What colours and edges mean."""
    x_px: float = EDGE_PX
    entries = [("inlined into its caller", "#ffffff",
                ' stroke="#555" stroke-width="0.8" stroke-dasharray="2 2"')] \
        if any(frame.is_inlined for frame in tree.frames) else []
    if len(tree.root.value) == 2:
        entries += [("less than before", SHRANK, ""), ("as before", SAME_COLOUR, ""),
                    ("more", GREW, "")]
    for shown, colour, more in entries:
        yield _swatch(x_px, y_px, colour, more)
        yield _text(shown, x_px + 24, y_px)
        x_px += 40 + text.width_px(shown)
    if look.old:
        yield _text(f"old: {text.shorten(look.old, 60)}, "
                    f"new: {text.shorten(look.new, 60)}", x_px, y_px)


def draw(tree: Tree, look: Look) -> bytes:
    """The SVG.  Failure if nothing has a value."""
    if not any(tree.root.value):
        raise Failure(f"there is nothing to draw: no value of {tree.title} is above 0")
    layout = lay_out(tree)
    notes = notes_of(tree, layout)
    y_px = HEAD_PX + ROW_PX * (1 + max(box.row for box in layout.boxes)) + LINE_PX
    foot = list(_legend(tree, look, y_px))
    if foot:
        y_px += LINE_PX
    for note in notes:
        foot.append(_text(note, EDGE_PX, y_px, f' fill="{FAINT}"'))
        y_px += LINE_PX
    title = html.escape(f"Flame graph of {text.printable(tree.title)}: "
                        + text.shorten(tree.commands[-1], 90), quote=False)
    return "".join([
        f'<?xml version="1.0" encoding="utf-8"?>\n{FLAME_MARK}\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH_PX}" '
        f'height="{y_px}" viewBox="0 0 {WIDTH_PX} {y_px}" fill="{INK}" '
        f'font-family="sans-serif" font-size="12">\n<title>{title}</title>\n'
        "<desc>A box is a function on a call path; its tooltip has its values."
        f"</desc>\n<style>{STYLE}</style>\n"
        f'<rect width="{WIDTH_PX}" height="{y_px}" fill="#ffffff"/>\n',
        "\n".join(_head(tree, look)),
        f'\n<g id="frames" font-family="monospace" font-size="{TEXT_SIZE}" '
        f'data-cut="{layout.narrow + layout.deep}">\n',
        *_boxes(tree, layout, look.icicle),
        "</g>\n", "\n".join(foot),
        f"\n<script><![CDATA[\n{_script()}]]></script>\n</svg>\n"]).encode()


def _script() -> str:
    """The text of flame.js, which is beside this module."""
    with open(os.path.join(os.path.dirname(__file__), "flame.js"),
              encoding="utf-8") as file:
        return file.read()
