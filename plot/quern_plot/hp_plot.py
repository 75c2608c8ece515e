# hp_plot.py -- the command that draws heap use over time.
# SPDX-License-Identifier: GPL-2.0-or-later
"""hp_plot: one panel for each profile with the live amounts of call paths.  With
--overlay, one panel with the total of each profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from . import annotate, command, text, timeline
from .command import Usage
from .figure import (COLOURS, COLUMN_PX, FAINT, GAP_COLOUR, OTHERS_COLOUR,
                     SMALL_COLUMN_PX, Figure, colour, colours_of, number, quote, render)
from .heap import HeapProfile, Path, read_heap_profile

NAME = "hp_plot"
HELP = """\
Usage: hp_plot [OPTION]... PROFILE...
Draw the heap use of profiles by heapprof over time, by gnuplot
(-: standard input; gzip is unpacked).

  -o, --output=OUT       the file to write [standard output]; its extension,
                         .svg, .png or .pdf, is the format
      --format=FORMAT    svg, png or pdf, whatever OUT's extension [svg]
      --by=WHAT          areas by site (call path), line or function [site]
      --sites=N          show the N largest of them, 1 to 18 [8]
      --metric=METRIC    bytes or blocks [bytes]
      --overlay          draw the totals of all profiles in one panel
      --script           write the gnuplot script, not the picture
  -I, --source-path=DIR, --source-root=DIR, --debug-path=DIR, --no-source:
                         as in hp_annotate
  -h, --help             show this help
      --version          show the version

Several profiles get a panel each, on the same scale.
Exit status: 0 success, 1 error in a PROFILE or the system, 2 wrong usage.
Example: hp_plot -o heap.svg heapprof.out.4711
"""

WHAT = {
    "site": "call paths with the most at one time, innermost function first",
    "line": "lines that allocate, with the most at one time",
    "function": "functions that allocate, with the most at one time",
}
MOST_PROFILES = 16
MOST_SITES = 2 * len(COLOURS)
WIDTH_PX, LEFT_PX, RIGHT_PX = 1000, 76, 28
TOP_PX = 62                     # height of the title
AXIS_PX = 58                    # height of the time axis and its name
LEGEND_LINE_PX = 19
SWATCH_PX = 24                  # width of a sample in the legend, with its gap
SOURCE_GAP_PX = 12
ONE_COLUMN = 10                 # most entries of a legend in one column
HEADROOM = 1.14                 # leaves space above the peak for its text
TIME_UNITS = {
    "instrs": text.decimal_units("instr"),
    "ms": [(1.0, "ms"), (1e3, "s"), (3.6e6, "h")],
    "B": text.decimal_units("B"),
}
METRIC_UNITS = (text.BYTES, text.decimal_units(""))


@dataclass
class Options:
    """The command line's options."""
    output: str | None = None
    format: str | None = None
    by: str = "site"
    sites: int = 8
    metric: int = 0             # index into timeline.METRICS
    overlay: bool = False
    script: bool = False
    source: list[str] = field(default_factory=list)     # where source text is
    profiles: list[str] = field(default_factory=list)


def parse(words: Sequence[str], version: str) -> Options | None:
    """The options; None after --help or --version."""
    options = Options()
    given, options.profiles = command.parse_options(words, "ho:I:", [
        "output=", "format=", "by=", "sites=", "metric=", "overlay", "script",
        "no-source", "help", "version",
        *(name + "=" for name in annotate.SOURCE_OPTIONS)])
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
            options.by = command.parse_choice(option, value, tuple(WHAT))
        elif option == "--no-source":
            options.source.append(option)
        elif option == "-I" or option[2:] in annotate.SOURCE_OPTIONS:
            long = "--source-path" if option == "-I" else option
            options.source.append(f"{long}={value}")
        elif option == "--sites":
            options.sites = command.parse_number(option, value, 1, MOST_SITES)
        elif option == "--metric":
            options.metric = timeline.METRICS.index(
                command.parse_choice(option, value, timeline.METRICS))
        else:
            setattr(options, option[2:], True)
    if not options.profiles:
        raise Usage("expected a profile")
    if len(options.profiles) > MOST_PROFILES:
        raise Usage(f"a picture has at most {MOST_PROFILES} profiles")
    if options.profiles.count("-") > 1:
        raise Usage("standard input can be read only once")
    return options


@dataclass(frozen=True)
class Scales:
    """The axes of all panels: limits in time and amount, and units."""
    metric: int
    end_time: int
    largest: float
    time_units: text.Units
    time: tuple[float, str]
    amount: tuple[float, str]


def scales_of(profiles: Sequence[HeapProfile], metric: int) -> Scales:
    """The scales that fit all profiles."""
    end = max([1] + [profile.end_time for profile in profiles])
    largest = max([1] + [amount for profile in profiles
                         for _, amount in timeline.totals(profile, metric)])
    unit = profiles[0].time_unit
    units = TIME_UNITS.get(unit, text.decimal_units(unit))
    return Scales(metric, end, largest, units, text.unit_for(end, units),
                  text.unit_for(largest, METRIC_UNITS[metric]))


def check_compatible(names: Sequence[str], profiles: Sequence[HeapProfile]) -> None:
    """Failure if the profiles cannot share axes."""
    first = profiles[0]
    for name, profile in zip(names, profiles):
        for what, expected, found in (
                ("mode", first.mode, profile.mode),
                ("unit of time", first.time_unit, profile.time_unit)):
            if found != expected:
                raise command.Failure(
                    f'{command.file_name(name)}: the {what} is "{found}", not '
                    f'"{expected}" (after {command.file_name(names[0])})')


def peak_text(profile: HeapProfile, scales: Scales) -> str:
    """The text beside the peak."""
    size, blocks = profile.peak.live
    at = f"at {text.amount(profile.peak.time, scales.time_units)}"
    if scales.metric == 0:
        return f"peak {text.amount(size, text.BYTES)} {at}"
    return f"{blocks:,} blocks at the peak of bytes, {at}"


def summary(profile: HeapProfile, scales: Scales) -> str:
    """The line below a title."""
    def amount(live: tuple[int, int]) -> str:
        return (f"{text.amount(live[0], text.BYTES)} in {live[1]:,} "
                f"block{'' if live[1] == 1 else 's'}")

    return (f"peak {amount(profile.peak.live)} at "
            f"{text.amount(profile.peak.time, scales.time_units)}; at the end "
            f"{amount(profile.moments[-1].live)}; most blocks "
            f"{profile.most_blocks:,}")


def begin_axes(figure: Figure, scales: Scales, has_time: bool) -> None:
    """The axes of a panel.  Only the lowest panel labels its time axis."""
    divisor, unit = scales.time
    figure.add(f"set xrange [0:{number(scales.end_time / divisor)}]")
    figure.add(f"set format x '{'%g' if has_time else ''}'")
    figure.add("set xlabel " + quote(f"time ({unit})" if has_time else "")
               + " noenhanced")
    divisor, unit = scales.amount
    figure.add(f"set yrange [0:{number(scales.largest * HEADROOM / divisor)}]")
    name = ("live heap", "live blocks")[scales.metric]
    figure.add("set ylabel " + quote(f"{name} ({unit})" if unit else name)
               + " noenhanced")
    figure.add("set grid ytics back linetype 1 linecolor rgb '#dddddd'")


def mark_peak(figure: Figure, profile: HeapProfile, scales: Scales,
              what: str) -> None:
    """A point at the peak, with text on the side with more space."""
    align = "left" if profile.peak.time < scales.end_time / 2 else "right"
    figure.mark(what, profile.peak.time / scales.time[0],
                profile.peak.live[scales.metric] / scales.amount[0], align,
                "point pointtype 7 pointsize 0.6")


def add_stack(figure: Figure, stack: timeline.Stack, scales: Scales,
              fills: Sequence[str]) -> None:
    """The areas of a panel from the bottom up, then the line of the total.  White
    lines separate areas whose colours are similar."""
    rows = []
    for time, total, parts in zip(stack.times, stack.totals, stack.parts):
        levels = [0.0]
        for part in parts:
            levels.append(levels[-1] + part)
        rows.append([time / scales.time[0]]
                    + [level / scales.amount[0] for level in [total, *levels]])
    data = figure.data(rows)
    areas = [f"{data} using 1:{i + 3}:{i + 4} with filledcurves "
             f"fillcolor rgb '{fill}'" for i, fill in enumerate(fills)]
    edges = [f"{data} using 1:{i + 4} with lines linewidth 0.5 linecolor rgb '#ffffff'"
             for i in range(len(fills) - 1)]
    figure.plot([*areas, *edges, f"{data} using 1:2 with lines linewidth 1.2 "
                         "linecolor rgb '#000000'"])


def legend_entries(profiles: Sequence[HeapProfile], metric: int,
                   paths: Sequence[Path], stacks: Sequence[timeline.Stack],
                   fills: Sequence[str], columns: int) -> list[tuple[str, str, str]]:
    """(colour, text, source) of each visible area.  The text for a single profile has
    the amount at its peak."""
    names = text.name_paths(paths, columns - 12) + ["others"]
    if len(profiles) == 1:
        amounts = timeline.split(profiles[0].peak, metric,
                                 list(map(profiles[0].paths.index, paths)))
        names = [f"{name}: {text.amount(value, METRIC_UNITS[metric])}"
                 for name, value in zip(names, amounts)]
    names.append("not known: between snapshots")
    found = {path: source for profile in profiles
             for path, source in profile.sources.items()}
    sources = [*(found.get(path, "") for path in paths), "", ""]
    return [entry for i, entry in enumerate(zip(fills, names, sources))
            if any(stack.has(i) for stack in stacks)]


def fit_legend(profiles: Sequence[HeapProfile], metric: int,
               paths: Sequence[Path], stacks: Sequence[timeline.Stack],
               fills: Sequence[str]) -> tuple[list[tuple[str, str, str]], int]:
    """The entries and the number of columns: one for few entries that are too
    long for two, and for entries with source."""
    width_px = WIDTH_PX - LEFT_PX - RIGHT_PX
    half = int((width_px / 2 - SWATCH_PX) / SMALL_COLUMN_PX)
    whole = int((width_px - SWATCH_PX) / SMALL_COLUMN_PX)
    long = legend_entries(profiles, metric, paths, stacks, fills, whole)
    if any(source for _, _, source in long):
        return legend_entries(profiles, metric, paths, stacks, fills, half), 1
    if all(text.columns_of(name) <= half for _, name, _ in long):
        return long, 2
    if len(long) <= ONE_COLUMN:
        return long, 1
    return legend_entries(profiles, metric, paths, stacks, fills, half), 2


def add_legend(figure: Figure, entries: Sequence[tuple[str, str, str]],
               top_px: float, n_columns: int, swatch_px: float = 11) -> None:
    """The legend, column by column; source is beside the names."""
    source_px = LEFT_PX + SWATCH_PX + SOURCE_GAP_PX \
        + max(text.width_px(name, 11) for _, name, _ in entries)
    n_lines = legend_lines(len(entries), n_columns)
    column_px = (WIDTH_PX - LEFT_PX - RIGHT_PX) / n_columns
    for i, (fill, name, source) in enumerate(entries):
        x = LEFT_PX + i // n_lines * column_px
        y = top_px + (i % n_lines + 0.5) * LEGEND_LINE_PX
        figure.swatch(x, y, fill, swatch_px)
        figure.text(name, x + SWATCH_PX, y, size=11)
        if source:
            figure.text(text.fit(partial(text.shorten_end, source),
                                 WIDTH_PX - RIGHT_PX - source_px, 11),
                        source_px, y, size=11, ink=FAINT)


def legend_lines(n_entries: int, n_columns: int) -> int:
    """The number of lines in the legend."""
    return -(-n_entries // n_columns)


def text_columns(width_px: float) -> int:
    """The number of columns of text that fit."""
    return int(width_px / COLUMN_PX)


def add_title(figure: Figure, title: str, below: str) -> None:
    """The title and the line below."""
    figure.text(text.shorten(title, 100), LEFT_PX, 22, size=15)
    figure.text(text.shorten(below, text_columns(WIDTH_PX - LEFT_PX - 8)),
                LEFT_PX, 45, ink=FAINT)


def full_name(name: str, profile: HeapProfile) -> str:
    """A name, with notes if the profile is partial, or not all was counted."""
    return name + text.partial(profile.checkpoint_ms) + profile.counting


def common_title(profiles: Sequence[HeapProfile]) -> str:
    """The command of all profiles, or their number if commands differ."""
    if len({profile.command for profile in profiles}) == 1:
        return profiles[0].command
    return f"heap use of {len(profiles)} profiles"


def stacked(names: Sequence[str], profiles: Sequence[HeapProfile],
            options: Options) -> Figure:
    """A panel for each profile."""
    scales = scales_of(profiles, options.metric)
    paths, stacks = timeline.stacks_of(profiles, options.metric, options.sites)
    n = len(profiles)
    panel_px = 400 if n == 1 else 210
    pitch_px = panel_px + (0 if n == 1 else 34)
    fills = [*colours_of(text.path_areas(paths, [set(p.paths) for p in profiles])),
             OTHERS_COLOUR, GAP_COLOUR]
    entries, n_columns = fit_legend(profiles, options.metric, paths, stacks, fills)
    bottom_px = TOP_PX + n * pitch_px + AXIS_PX
    figure = Figure(WIDTH_PX, bottom_px + 12 + LEGEND_LINE_PX
                    * (1 + legend_lines(len(entries), n_columns)))
    if n == 1:
        add_title(figure, full_name(profiles[0].command, profiles[0]),
                  summary(profiles[0], scales))
    else:
        add_title(figure, common_title(profiles), "on the same scale")
    at_peak = "; with what they had at the peak" if n == 1 else ""
    figure.text(WHAT[options.by] + at_peak, LEFT_PX, bottom_px + LEGEND_LINE_PX / 2,
                size=11, ink=FAINT)
    add_legend(figure, entries, bottom_px + LEGEND_LINE_PX, n_columns)
    for i, profile in enumerate(profiles):
        top_px = TOP_PX + (i + 1) * pitch_px - panel_px
        if n > 1:
            figure.text(text.shorten(f"{names[i]}: "
                                     + full_name(profile.command, profile),
                                     text_columns(WIDTH_PX - LEFT_PX - RIGHT_PX)),
                        LEFT_PX, top_px - 12)
        figure.begin_panel(LEFT_PX, WIDTH_PX - RIGHT_PX, top_px,
                           top_px + panel_px)
        begin_axes(figure, scales, i == n - 1)
        mark_peak(figure, profile, scales, peak_text(profile, scales))
        add_stack(figure, stacks[i], scales, fills)
    return figure


def overlaid(names: Sequence[str], profiles: Sequence[HeapProfile],
             options: Options) -> Figure:
    """The totals of all profiles in one panel."""
    scales = scales_of(profiles, options.metric)
    panel_px = 400
    bottom_px = TOP_PX + panel_px + AXIS_PX
    figure = Figure(WIDTH_PX, bottom_px + 12 + LEGEND_LINE_PX * len(profiles))
    add_title(figure, common_title(profiles), "total of each profile")
    columns = text_columns(WIDTH_PX - LEFT_PX - RIGHT_PX - 28)
    entries = []
    for i, (name, profile) in enumerate(zip(text.short_paths(names), profiles)):
        what = full_name(peak_text(profile, scales), profile)
        entries.append((colour(i), text.shorten(name, columns - len(what) - 2)
                        + f": {what}", ""))
    add_legend(figure, entries, bottom_px, 1, swatch_px=4)
    figure.begin_panel(LEFT_PX, WIDTH_PX - RIGHT_PX, TOP_PX, TOP_PX + panel_px)
    begin_axes(figure, scales, True)
    parts = []
    for i, profile in enumerate(profiles):
        points = timeline.totals(profile, options.metric)
        data = figure.data([(time / scales.time[0], total / scales.amount[0])
                            for time, total in points])
        parts.append(f"{data} using 1:2 with lines linewidth 1.8 "
                     f"linecolor rgb '{colour(i)}'")
        mark_peak(figure, profile, scales, "")
    figure.plot(parts)
    return figure


def main(words: list[str], version: str) -> None:
    """Run hp_plot on the words of its command line."""
    options = parse(words, version)
    if options is None:
        return
    form = command.choose_format(options.format, options.output)
    command.check_output(options.output, not options.script, options.profiles)
    profiles = [read_heap_profile(name, options.by, options.source)
                for name in options.profiles]
    check_compatible(options.profiles, profiles)
    command.warn_of_partial(NAME, options.profiles,
                            [profile.checkpoint_ms for profile in profiles])
    if all(profile.peak.live[0] == 0 for profile in profiles):
        raise command.Failure(f"{options.profiles[0]}: the heap was not used")
    draw = overlaid if options.overlay else stacked
    figure = draw(options.profiles, profiles, options)
    data = figure.script(form, True).encode() if options.script \
        else render(NAME, figure, form)
    command.write_output(options.output, data)
