# cs_plot.py -- the command that draws the hottest functions, lines or files.
# SPDX-License-Identifier: GPL-2.0-or-later
"""cs_plot: a panel for each event, with a bar for each of the hottest functions,
lines or files; with two bars for two profiles.  cs_annotate --json reads the
profiles and adds up the counts.  With
--curve, misses by the size of the cache (curves.py)."""

from __future__ import annotations

import itertools
import math
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NoReturn

from . import annotate, command, curves, text
from .command import Failure, Usage
from .figure import (COLUMN_PX, FAINT, SMALL_COLUMN_PX, Figure, colour_of, lighter,
                     number, quote, render)

NAME = "cs_plot"
HELP = """\
Usage: cs_plot [OPTION]... PROFILE [PROFILE2]
Draw the hottest functions of a profile by cachesim, cachegrind or callgrind, or
of two profiles side by side, by gnuplot (-: standard input; gzip is unpacked).

  -o, --output=OUT       the file to write [standard output]; its extension,
                         .svg, .png or .pdf, is the format
      --allow-different  draw different events or caches
      --format=FORMAT    svg, png or pdf, whatever OUT's extension [svg]
      --by=WHAT          function, line or file [function]
      --events=A,B,C     a panel for each event or metric; rows are the hottest
                         by A [CEst, D1mr and DLmr, if present]
      --top=N            show N functions, lines or files, 1 to 60 [15]
      --curve            curves of misses by the size of the last level instead,
                         of a profile of cachesim --sweep; rows are lines
  -I, --source-path=DIR, --source-root=DIR, --debug-path=DIR, --no-source:
                         as in cs_annotate
      --metric=NAME=FORMULA, --cycles=WEIGHTS, --mod-filename=s/OLD/NEW/[gi],
      --mod-funcname=...     as in cs_annotate, which reads the profiles
      --script           write the gnuplot script, not the picture
  -h, --help             show this help
      --version          show the version

Exit status: 0 success, 1 error in a PROFILE or the system, 2 wrong usage.
Example: cs_plot --events=D1mr,DLmr -o hot.svg cachesim.out.4711
"""

# These options make cs_annotate add up over the other part of a name: all lines
# of a file together whatever their function, all functions of a name together.
GROUPINGS = {
    "function": ["--mod-filename=s/.*/x/"],
    "line": ["--mod-funcname=s/.*/x/"],
    "file": [],
}
DEFAULT_MORE = ("D1mr", "DLmr")
MOST_EVENTS = 6
MOST_BARS = 60
PASSED_ON = ("metric", "cycles", "mod-filename", "mod-funcname")
SHARED = re.compile(r" and \d+ more$")      # after the function of an inlined line
OLD_WHITE = 0.55                # part of white in the colour of an old bar
LEGEND_COLOURS = ("#b0b0b0", "#444444")     # old, new

TOP_PX = 66                     # height of the title
HEADING_PX = 26                 # height of a panel's heading
LEGEND_PX = 26
AXIS_PX = 34
MOST_NAMES_PX = 440             # width of the names
NAMES_GAP_PX = 24
SOURCE_PX = 7                   # a name is that much higher if source is below it
SOURCE_SIZE = 10
LEGEND_NEW_PX = 350
PANEL_PX = 194                  # minimum
GAP_PX = 22
RIGHT_PX = 14
LEAST_WIDTH_PX = 1000
VALUE_COLUMNS = 16              # of the text beside a bar
TIC_GAP_PX = 14                 # minimum space between the texts of two tics

COUNT_UNITS = text.decimal_units("")


@dataclass
class Options:
    """The command line's options."""
    output: str | None = None
    format: str | None = None
    by: str = "function"
    events: str | None = None
    top: int = 15
    allow_different: bool = False
    script: bool = False
    curve: bool = False
    passed_on: list[str] = field(default_factory=list)
    source: list[str] = field(default_factory=list)     # where source text is
    profiles: list[str] = field(default_factory=list)


def parse(words: Sequence[str], version: str) -> Options | None:
    """The options; None after --help or --version."""
    options = Options()
    given, options.profiles = command.parse_options(words, "ho:I:", [
        "output=", "format=", "by=", "events=", "top=", "script", "curve",
        "allow-different", "no-source", "help", "version",
        *(name + "=" for name in (*PASSED_ON, *annotate.SOURCE_OPTIONS))])
    for option, value in given:
        if option in ("-h", "--help"):
            command.print_text(HELP)
            return None
        if option == "--version":
            command.print_text(f"{NAME} (quern) {version}\n")
            return None
        if option in ("-o", "--output"):
            options.output = value
        elif option == "--format":
            options.format = command.parse_choice(option, value, command.FORMATS)
        elif option == "--by":
            options.by = command.parse_choice(option, value, tuple(GROUPINGS))
        elif option == "--events":
            options.events = value
        elif option == "--top":
            options.top = command.parse_number(option, value, 1, MOST_BARS)
        elif option in ("--script", "--curve", "--allow-different"):
            setattr(options, option[2:].replace("-", "_"), True)
        elif option == "--no-source":
            options.source.append(option)
        elif option == "-I" or option[2:] in annotate.SOURCE_OPTIONS:
            long = "--source-path" if option == "-I" else option
            options.source.append(f"{long}={value}")
        else:
            options.passed_on.append(f"{option}={value}")
    if not 1 <= len(options.profiles) <= 2:
        raise Usage("expected one profile, or two, OLD and NEW")
    if options.profiles.count("-") > 1:
        raise Usage("standard input can be read only once")
    n_events = len((options.events or "").split(","))
    if n_events > MOST_EVENTS:
        raise Usage(f"--events: a picture has at most {MOST_EVENTS} panels")
    if options.curve:
        names = [option for option, _ in given]
        options.by = options.by if "--by" in names else "line"
        curves.check(names, options.by, options.profiles)
    return options


# ---- Reading -------------------------------------------------------------

Value = float                   # of an event or metric; None: a division by 0


@dataclass(frozen=True)
class Row:
    """What is drawn of a function, line or file besides its values."""
    function: str               # or file; the colour is keyed by it
    source: str = ""


@dataclass(frozen=True)
class Counts:
    """The values of the program and of each function, line or file, in the order
    of `events`."""
    command: str
    events: list[str]
    totals: list[Value | None]
    rows: dict[str, list[Value | None]]
    checkpoint_ms: int | None = None    # of a checkpoint: its time in the run
    caches: dict[str, str] = field(default_factory=dict)    # known ones, by level
    lines: dict[str, annotate.Line] = field(default_factory=dict)   # hottest ones
    note: str = ""              # if not all was counted, or of another layout
    machine: list[str] = field(default_factory=list)    # name and lines; or none


def read_counts(profile: str, options: Options) -> Counts:
    """The counts of a profile.  Failure or Usage with cs_annotate's message on
    the profile or on an option."""
    words = [*options.passed_on, *GROUPINGS[options.by]]
    if options.events is not None:
        words.append("--show=" + options.events)
    if options.by == "line" and profile == "-":
        annotate.keep_input()
    try:
        counts = annotate.read("cs_annotate", profile, words,
                               lambda report: _counts(report, options.by))
        if options.by != "line":
            return counts
        first = counts.events[0]
        return replace(counts, lines=annotate.read_lines(
            "cs_annotate", profile, [*options.passed_on, *options.source,
                                     "--show=" + first, "--sort=" + first]))
    except Usage as error:
        raise Usage(str(error).replace("--show", "--events", 1)) from None


def _counts(report: Any, by: str) -> Counts:
    rows: dict[str, list[Value | None]] = {}
    for file in report["files"]:
        if by == "file":
            rows[file["name"]] = file["values"]
            continue
        for function in file["functions"]:
            if by == "function":
                rows[function["name"]] = function["values"]
                continue
            for line in function["lines"]:
                rows[f"{file['name']}:{line['line']}"] = line["values"]
    shapes = (line.partition(" cache:") for line in report["description"])
    return Counts(report["command"],
                  [metric["name"] for metric in report["metrics"]],
                  report["totals"]["values"], rows,
                  report.get("state", {}).get("ms"),
                  {level: shape.strip() for level, _, shape in shapes
                   if shape.strip()},
                  note=text.counting(report.get("counting"))
                  + text.layout(report.get("layout")),
                  machine=machine_of(report.get("machine")))


def machine_of(machine: dict | None) -> list[str]:
    return [machine["name"], *machine["text"]] if machine else []


def check_compatible(names: Sequence[str], counts: Sequence[Counts]) -> None:
    """Failure if the two profiles have different events or caches."""
    def fail(what: str, expected: str, found: str) -> NoReturn:
        raise Failure(f"{command.file_name(names[1])}: {what} differ: expected "
                      f"{expected}, found {found} "
                      f"(after {command.file_name(names[0])})")

    old, new = counts
    if old.events != new.events:
        fail("events", " ".join(old.events), " ".join(new.events))
    for level, shape in old.caches.items():
        if new.caches.get(level, shape) != shape:
            fail("caches", f'"{level} cache: {shape}"',
                 f'"{level} cache: {new.caches[level]}"')
    for mine, other in itertools.zip_longest(old.machine, new.machine):
        if mine != other:
            fail("machines", *differing_words(mine, other))


def differing_words(old: str | None, new: str | None) -> tuple[str, str]:
    """Two lines of machines: the key and first word in which they differ."""
    if old is None or new is None:
        return tuple(f'"{line}"' if line else "none" for line in (old, new))
    words = next(pair for pair in itertools.zip_longest(old.split(), new.split())
                 if pair[0] != pair[1])
    return tuple('"' + " ".join(dict.fromkeys((line.split()[0], word or ""))) + '"'
                 for line, word in zip((old, new), words))


# ---- Choosing ------------------------------------------------------------

def shown_events(counts: Sequence[Counts], asked: str | None) -> list[str]:
    """The events with a panel: the requested ones, or the usual ones that all
    profiles have."""
    events = counts[0].events
    if asked is not None:
        return events
    first = "CEst" if "CEst" in events else events[0]
    wanted = [first, *(name for name in DEFAULT_MORE if name in events)]
    common = [name for name in dict.fromkeys(wanted)
              if all(name in other.events for other in counts)]
    if not common:
        raise Failure("the profiles have no event in common; choose --events")
    return common


def value_of(counts: Counts, name: str, event: str) -> Value | None:
    """The value of a row; 0 if the profile lacks the row."""
    values = counts.rows.get(name)
    return values[counts.events.index(event)] if values is not None else 0


def hottest(counts: Sequence[Counts], event: str, top: int) -> list[str]:
    """The names of the rows with the largest values of the event in any profile,
    largest first."""
    largest: dict[str, float] = {}
    for one in counts:
        for name in one.rows:
            value = value_of(one, name, event)
            if value is not None:
                largest[name] = max(value, largest.get(name, value))
    ranked = sorted((name for name in largest if largest[name] > 0),
                    key=lambda name: (-largest[name], name))
    return ranked[:top]


def describe(name: str, counts: Sequence[Counts], by: str) -> Row:
    """The row; the newest profile that has a line says what is there."""
    if by == "file":
        return Row(os.path.basename(name))
    if by == "function":
        return Row(name)
    place = text.printable(name)
    found = [one.lines[place] for one in reversed(counts) if place in one.lines]
    return Row(*found[0]) if found else Row("")


def row_labels(names: Sequence[str], rows: Sequence[Row], by: str, most_px: float) \
        -> list[str]:
    """The names beside the bars, at most that wide."""
    def fitted(function: str, place: str) -> str:
        return text.fit(lambda columns: text.shorten_location(function, place, columns),
                        most_px).strip()

    if by == "function":
        shown = [text.fit(partial(text.shorten_function, name), most_px)
                 for name in names]
    elif by == "file":
        shown = [text.fit(partial(text.shorten, name), most_px)
                 for name in text.short_paths(names)]
    else:
        files, lines = zip(*(name.rsplit(":", 1) for name in names))
        tails = dict(zip(dict.fromkeys(files),
                         text.short_paths(list(dict.fromkeys(files)))))
        shown = [fitted(row.function, tails[file] + (f":{line}" if line != "0"
                                                     else " (line not known)"))
                 for row, file, line in zip(rows, files, lines)]
    return text.number_equal(shown)


# ---- Drawing -------------------------------------------------------------

def share_base(counts: Counts, event: str) -> float | None:
    """The total, which percentages are of.  None if the values do not add up to
    the total, as with ratios."""
    total = counts.totals[counts.events.index(event)]
    values = [value_of(counts, name, event) for name in counts.rows]
    known = [value for value in values if value is not None]
    is_sum = total is not None and total > 0 and len(known) == len(values) \
        and math.isclose(sum(known), total, rel_tol=1e-6)
    return total if is_sum else None


def value_text(value: Value | None, base: float | None) -> str:
    """ "15.73 M  16.0%"; only the value if there is no base."""
    if value is None:
        return "n/a"
    shown = text.amount(value, COUNT_UNITS)
    if base is None or value <= 0:
        return shown
    percent = 100 * value / base
    return f"{shown}  " + (f"{percent:.1f}%" if percent >= 0.05 else "<0.1%")


def change_text(old: float, new: float) -> str:
    """ "-75.8%"."""
    percent = 100 * (new / old - 1)
    return f"{percent:+.1f}%" if abs(percent) < 1000 else f"{percent:+.3g}%"


def heading(event: str, counts: Sequence[Counts], columns: int) -> str:
    """The text above a panel: the totals."""
    totals = [one.totals[one.events.index(event)] for one in counts]
    shown = " \N{RIGHTWARDS ARROW} ".join(
        "n/a" if total is None else text.amount(total, COUNT_UNITS)
        for total in totals)
    if len(totals) == 2 and all(totals):
        shown += f" ({change_text(*totals)})"
    return f"{text.shorten(event, max(4, columns - len(shown) - 2))}: {shown}"


def tics_of(low: float, high: float, unit: str, bars_px: float, is_whole: bool) \
        -> list[tuple[float, str]]:
    """The tics of an axis with their texts: at least two, as many as have space.
    Steps are 1, 2 or 5 times a power of 10; whole numbers have no fractions."""
    span = high - low
    power = math.floor(math.log10(span)) - 1
    steps = [float(f"{factor}e{power + i}") for i in range(3) for factor in (1, 2, 5)]
    steps = [step for step in steps if step >= 1 or not is_whole]
    tics: list[tuple[float, str]] = []
    for step in steps:
        at = [i * step for i in range(math.ceil(low / step),
                                      math.floor(high / step * (1 + 1e-9)) + 1)]
        if tics and len(at) < 2:
            return [tics[0], tics[-1]]
        tics = [(tic, f"{tic:g} {unit}".rstrip() if tic else "0") for tic in at]
        widest = max((text.width_px(shown) for _, shown in tics), default=0)
        if widest + TIC_GAP_PX <= step / span * bars_px:
            break
    return tics


def add_axis(figure: Figure, values: Sequence[float], panel_px: float) -> float:
    """The axis of a panel for the values, with space for text at its end.  Returns
    the divisor of the axis' unit."""
    least, largest = min([0.0, *values]), max([0.0, *values])
    divisor, unit = text.unit_for(max(largest, -least), COUNT_UNITS)
    low, high = least / divisor, largest / divisor
    high = high if high > low else low + 1
    bars_px = max(0.3 * panel_px, panel_px - VALUE_COLUMNS * COLUMN_PX)
    figure.add(f"set xrange [{number(low)}:"
               f"{number(low + (high - low) * panel_px / bars_px)}]")
    is_whole = divisor == 1 and all(value == int(value) for value in values)
    figure.add("set xtics scale 0.5 (" + ", ".join(
        f"{quote(shown)} {number(tic)}"
        for tic, shown in tics_of(low, high, unit, bars_px, is_whole)) + ")")
    return divisor


def add_bars(figure: Figure, names: Sequence[str], rows: Sequence[Row],
             counts: Sequence[Counts], event: str, panel_px: float) -> None:
    """A panel: the bars of one event with their values."""
    values = [[value_of(one, name, event) for one in counts] for name in names]
    known = [value for row in values for value in row if value is not None]
    divisor = add_axis(figure, known, panel_px)
    bases = [share_base(one, event) for one in counts]
    height = 0.8 / len(counts)
    boxes: list[list[tuple[float | str, ...]]] = [[] for _ in counts]
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            bottom = i - 0.4 + j * height
            end = (value or 0) / divisor
            boxes[j].append((end / 2, i, min(0, end), max(0, end),
                             bottom, bottom + height,
                             lighter(colour_of(SHARED.sub("", rows[i].function)),
                                     OLD_WHITE if j < len(row) - 1 else 0)))
            figure.mark(value_text(value, bases[j]), max(0, end),
                        bottom + height / 2, "left")
    figure.plot([f"{figure.data(drawn)} using 1:2:3:4:5:6:7 with boxxyerror "
                 "fillcolor rgb variable" for drawn in boxes])


def add_head(figure: Figure, counts: Sequence[Counts], options: Options,
             events: Sequence[str], n_rows: int) -> None:
    """The title, the line below, and for two profiles the legend."""
    columns = int((figure.width_px - 40) / COLUMN_PX)
    note = [text.partial(one.checkpoint_ms) + one.note for one in counts]
    commands = list(dict.fromkeys(one.command for one in counts))
    if len(counts) == 1:
        commands[0] += note[0]
    figure.text(text.shorten(" \N{RIGHTWARDS ARROW} ".join(commands),
                             columns * 3 // 4), 16, 22, size=15)
    which = f"the {n_rows} {options.by}s" if n_rows > 1 else f"the {options.by}"
    figure.text(f"{which} with the most {text.shorten(events[0], 40)}", 16, 45,
                ink=FAINT)
    if len(counts) == 2:
        for i, name in enumerate(text.short_paths(options.profiles)):
            x_px = (16, LEGEND_NEW_PX)[i]
            figure.swatch(x_px, TOP_PX + 6, LEGEND_COLOURS[i])
            figure.text(text.shorten(f"{('old', 'new')[i]}: {name}{note[i]}",
                                     (44, columns - 56)[i]), x_px + 24,
                        TOP_PX + 6, size=11)


def draw(counts: Sequence[Counts], options: Options) -> Figure:
    """The picture: a column of names, then a panel for each event."""
    events = shown_events(counts, options.events)
    names = hottest(counts, events[0], options.top)
    if not names:
        raise Failure(f"there is nothing to draw: no value of {events[0]} is "
                      "above 0")
    top_px = TOP_PX + HEADING_PX + (LEGEND_PX if len(counts) == 2 else 0)
    rows = [describe(name, counts, options.by) for name in names]
    has_source = any(row.source for row in rows)
    bottom_px = top_px + len(names) * (36 if has_source else 34 if len(counts) == 2
                                        else 24)
    labels = row_labels(names, rows, options.by, MOST_NAMES_PX)
    sources = [text.fit(partial(text.shorten_end, row.source), MOST_NAMES_PX,
                        SOURCE_SIZE) for row in rows]
    names_px = NAMES_GAP_PX + max(max(map(text.width_px, labels)),
                                  max(text.width_px(source, SOURCE_SIZE)
                                      for source in sources))
    width_px = round(max(LEAST_WIDTH_PX, names_px + len(events) * (PANEL_PX + GAP_PX)))
    pitch_px = (width_px - names_px - RIGHT_PX) / len(events)
    figure = Figure(width_px, bottom_px + AXIS_PX)
    add_head(figure, counts, options, events, len(names))
    for i, (label, source) in enumerate(zip(labels, sources)):
        y_px = top_px + (i + 0.5) * (bottom_px - top_px) / len(names)
        raised_px = SOURCE_PX if source else 0
        figure.text(label, names_px - 8, y_px - raised_px, "right")
        if source:
            figure.text(source, names_px - 8, y_px + SOURCE_PX, "right",
                        size=SOURCE_SIZE, ink=FAINT)
    figure.add("set border 2")
    figure.add("unset ytics")
    figure.add(f"set yrange [{len(names) - 0.5}:-0.5]")
    figure.add("set grid xtics back linetype 1 linecolor rgb '#e4e4e4'")
    for i, event in enumerate(events):
        left_px = names_px + i * pitch_px
        figure.text(heading(event, counts, int(pitch_px / SMALL_COLUMN_PX)),
                    left_px, top_px - 12, size=11)
        figure.begin_panel(left_px, left_px + pitch_px - GAP_PX, top_px,
                           bottom_px)
        add_bars(figure, names, rows, counts, event, pitch_px - GAP_PX)
    return figure


def plot(counts: Sequence[Counts], options: Options, form: str) -> bytes:
    """What is written."""
    figure = draw(counts, options) if not options.curve else curves.draw(
        options.profiles[0], options.passed_on, options.by, options.top,
        text.partial(counts[0].checkpoint_ms) + counts[0].note)
    return figure.script(form, True).encode() if options.script \
        else render(NAME, figure, form)


def main(words: list[str], version: str) -> None:
    """Run cs_plot on the words of its command line."""
    options = parse(words, version)
    if options is None:
        return
    form = command.choose_format(options.format, options.output)
    if options.curve and "-" in options.profiles:
        annotate.keep_input()
    command.check_output(options.output, not options.script, options.profiles)
    counts = [read_counts(name, options) for name in options.profiles]
    if len(counts) == 2 and not options.allow_different:
        check_compatible(options.profiles, counts)
    command.warn_of_partial(NAME, options.profiles,
                            [one.checkpoint_ms for one in counts])
    command.write_output(options.output, plot(counts, options, form))
