# figure.py -- a gnuplot script in pixels; running gnuplot.
# SPDX-License-Identifier: GPL-2.0-or-later
"""A picture is a script for gnuplot.  No text of a profile or of the command
line can become a command of the script:

- All text is in strings.  Characters that mean something to gnuplot are octal
  numbers there, and control characters are escaped (text.printable).  Strings
  in single quotes are not safe: gnuplot 5.4 takes one that begins with a doubled
  quote for an empty one, and the rest for commands.
- Strings are drawn `noenhanced`, which makes @{}^_ plain characters, and as
  labels, because the text of a tic is a format with %.
- Everything else is numbers that are formatted here.
- The script names no file: gnuplot writes to its standard output, and we read
  all of it.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import subprocess
import zlib
from collections.abc import Iterable, Sequence

from .command import Failure, complain, reason_of
from .text import printable

# The colours of Paul Tol's scheme "muted", which colour-blind people can
# distinguish, in an order that keeps neighbours in a stack different.
COLOURS = ("#332288", "#88ccee", "#117733", "#ddcc77", "#cc6677", "#44aa99",
           "#882255", "#999933", "#aa4499")
SHADES = (0, 0.36, 0.62)        # parts of white in shades of these
OTHERS_COLOUR = "#bbbbbb"
GAP_COLOUR = "#e8e8e8"
INK = "#222222"
FAINT = "#666666"
COLUMN_PX = 6.8                 # width of a column of text in size 12
SMALL_COLUMN_PX = 6.2           # in size 11

# The beginning and the end of a complete file.
_ENDS = {
    "svg": (b"<?xml ", b"</svg>"),
    "png": (b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"),
    "pdf": (b"%PDF-", b"%%EOF"),
}


_NOT_PLAIN = re.compile(r"[^\w .,:;()<>/+*=~^!?&|\[\]-]", re.ASCII)


def quote(text: str) -> str:
    """The text as a gnuplot string in which nothing is interpreted."""
    def octal(match: re.Match[str]) -> str:
        code = ord(match.group())
        # Four digits: after three, gnuplot could take the next character too.
        return f"\\{code:04o}" if code < 0x80 else match.group()

    return '"' + _NOT_PLAIN.sub(octal, printable(text)) + '"'


def number(value: float) -> str:
    """A finite number for gnuplot."""
    return f"{value:.7g}"


def lighter(name: str, white: float) -> str:
    """The colour with a part of white, 0 to 1."""
    rgb = (int(name[i:i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(value + (255 - value) * white):02x}"
                         for value in rgb)


def colour(index: int) -> str:
    """The colour of series `index`; after the last, lighter ones follow."""
    return lighter(COLOURS[index % len(COLOURS)],
                   SHADES[index // len(COLOURS) % len(SHADES)])


def colour_of(name: str) -> str:
    """The colour of a function (or file) in every picture."""
    return colour(_hue(name))


def colours_of(areas: Sequence[tuple[str, object]]) -> list[str]:
    """A colour for each area, whose first item is a function.  Its hue is that of
    colour_of.  Different areas with one hue get its shades, in their own order; if
    all are taken, the shade of another hue."""
    taken: dict[int, tuple[str, object]] = {}
    for last in (1, len(COLOURS)):      # those that have to change their hue come last
        for area in sorted(set(areas) - set(taken.values()), key=repr):
            for i in range(last * len(SHADES)):
                hue = (_hue(area[0]) + i // len(SHADES)) % len(COLOURS)
                index = hue + i % len(SHADES) * len(COLOURS)
                if taken.setdefault(index, area) == area:
                    break
    index_of = {area: index for index, area in taken.items()}
    return [colour(index_of[area]) for area in areas]


def _hue(name: str) -> int:
    return zlib.crc32(name.encode(errors="surrogateescape")) % len(COLOURS)


def _datum(value: float | str) -> str:
    return str(int(value[1:], 16)) if isinstance(value, str) else number(value)


class Figure:
    """A picture of width x height pixels.  Positions are in pixels from the
    upper left corner."""

    def __init__(self, width_px: int, height_px: int) -> None:
        self.width_px = width_px
        self.height_px = height_px
        self._lines: list[str] = []
        self._n_blocks = 0

    def add(self, line: str) -> None:
        """Add a line to the script; text in it must come from quote()."""
        self._lines.append(line)

    def _at(self, x_px: float, y_px: float) -> str:
        return (f"screen {number(x_px / self.width_px)},"
                f"{number(1 - y_px / self.height_px)}")

    def text(self, text: str, x_px: float, y_px: float, align: str = "left",
             size: int = 12, ink: str = INK) -> None:
        """Text at a position of the picture, centred on y."""
        self.add(f"set label {quote(text)} at {self._at(x_px, y_px)} {align} "
                 f"font ',{size}' textcolor rgb '{ink}' noenhanced")

    def mark(self, text: str, x: float, y: float, align: str,
             point: str = "") -> None:
        """Text at a position of the panel, in units of its axes.  `point`, if
        given, is the style of a point at that position."""
        x_offset = {"left": 0.8, "right": -0.8}[align]
        y_offset = 0
        if point:
            point, y_offset = point + " ", 0.8
        self.add(f"set label {quote(text)} at first {number(x)},{number(y)} "
                 f"{align} offset character {x_offset},{y_offset} {point}front "
                 f"textcolor rgb '{INK}' noenhanced")

    def swatch(self, x_px: float, y_px: float, fill: str,
               height_px: float = 11) -> None:
        """A sample of a colour, 18 pixels wide, centred on y."""
        self.add(f"set object rectangle from {self._at(x_px, y_px + height_px / 2)}"
                 f" to {self._at(x_px + 18, y_px - height_px / 2)} "
                 f"fillcolor rgb '{fill}' fillstyle solid noborder")

    def begin_panel(self, left_px: float, right_px: float, top_px: float,
                    bottom_px: float) -> None:
        """Set the edges of the next panel."""
        for side, px, whole in (("l", left_px, self.width_px),
                                ("r", right_px, self.width_px)):
            self.add(f"set {side}margin at screen {number(px / whole)}")
        for side, px in (("t", top_px), ("b", bottom_px)):
            self.add(f"set {side}margin at screen "
                     f"{number(1 - px / self.height_px)}")

    def data(self, rows: Iterable[Sequence[float | str]]) -> str:
        """Add data for a plot; returns the name of the data.  Colours ("#rrggbb")
        are numbers there."""
        self._n_blocks += 1
        name = f"$data{self._n_blocks}"
        self.add(f"{name} << END")
        self._lines.extend(" ".join(map(_datum, row)) for row in rows)
        self.add("END")
        return name

    def plot(self, parts: Sequence[str]) -> None:
        """Draw the panel, and forget its labels and objects."""
        self.add("plot " + ", ".join(parts))
        self.add("unset label")
        self.add("unset object")

    def script(self, form: str, is_final: bool = False) -> str:
        """The whole script, which writes a file of that format to gnuplot's
        standard output.  Set `is_final` if _well_formed will not correct that
        file: names then get escapes for the characters that end text in SVG."""
        size = f"{self.width_px},{self.height_px}"
        inches = f"{self.width_px / 100:g}in,{self.height_px / 100:g}in"
        terminal = {
            "svg": f"svg size {size} noenhanced font 'sans-serif,12' "
                   "background '#ffffff' name 'picture_by_Quern'",
            "png": f"pngcairo size {size} noenhanced font 'sans,12' "
                   "fontscale 0.78 background '#ffffff'",
            "pdf": f"pdfcairo size {inches} noenhanced font 'sans,12' "
                   "fontscale 0.56 background '#ffffff'",
        }[form]
        head = ["# A picture by Quern: a script for gnuplot", "set encoding utf8",
                f"set terminal {terminal}", "set multiplot", "unset key",
                f"set border 3 linecolor rgb '{FAINT}'",
                f"set tics nomirror out scale 0.5 textcolor rgb '{INK}'",
                "set format '%g'",
                "set style fill solid 1 noborder"]
        script = "\n".join([*head, *self._lines, "unset multiplot", ""])
        return _without_ends(script) if is_final and form == "svg" else script


def render(name: str, figure: Figure, form: str) -> bytes:
    """The picture, drawn by gnuplot (GNUPLOT, or the first in PATH).  Prints
    gnuplot's warnings as command `name`.  Failure without gnuplot, or if it
    fails."""
    program = os.environ.get("GNUPLOT") or shutil.which("gnuplot")
    if program is None:
        raise Failure("gnuplot is not installed; Debian package: gnuplot-nox")
    try:
        done = subprocess.run([program, "-d"], capture_output=True, check=False,
                              input=figure.script(form).encode(),
                              env=os.environ | {"LC_ALL": "C.UTF-8"})
    except OSError as error:
        raise Failure(f"{program}: {reason_of(error)}") from None
    messages = [line.strip() for line in
                done.stderr.decode(errors="backslashreplace").splitlines()
                if line.strip(" ^\t")]
    if done.returncode == -signal.SIGXFSZ:      # gnuplot 6 has files of its own
        raise Failure(f"gnuplot: {os.strerror(errno.EFBIG)}")
    if done.returncode != 0:
        errors = [line for line in messages if line.startswith("line ")] \
            or messages[-1:]
        raise Failure(f"gnuplot failed (status {done.returncode}): "
                      + (errors[0] if errors else "no message"))
    begin, end = _ENDS[form]
    if not done.stdout.startswith(begin) or end not in done.stdout[-64:]:
        raise Failure(f"gnuplot wrote no complete {form.upper()}: "
                      + (messages[0] if messages else "no message"))
    for line in messages:
        complain(name, f"gnuplot: {line}")
    return _well_formed(done.stdout) if form == "svg" else done.stdout


def _without_ends(script: str) -> str:
    """The script with "]]\\x3e" for "]]>" and "\\x26#x" for "&#x" in strings;
    see _well_formed.  Neither occurs outside of strings."""
    for plain, escape in (("]]>", "]]\\x3e"), ("&#x", "\\x26#x")):
        script = script.replace(quote(plain)[1:-1], quote(escape)[1:-1])
    return script


def _well_formed(svg: bytes) -> bytes:
    """The SVG with "]]>" and "&#x" in text escaped.  gnuplot 5.4 copies both
    unchanged, which is not well-formed XML, and writes neither of its own."""
    return svg.replace(b"]]>", b"]]&gt;").replace(b"&#x", b"&amp;#x")
