# curves.py -- cs_plot --curve: misses of the last level by its size.
# SPDX-License-Identifier: GPL-2.0-or-later
"""A line for the program and for each of the functions or source lines with most misses
at the smallest size.  Large points are knees, where many misses go, and the legend says
where each fits.  cs_annotate --json has the curves (its member "curves")."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from . import annotate, text
from .command import Failure, Usage
from .figure import FAINT, INK, Figure, colours_of, quote

MOST_CURVES = 9
GROUPS = {"function": "functions", "line": "lines"}
NOT_FOR_CURVES = ("events", "metric", "cycles")
COUNT_UNITS = text.decimal_units("")
AXES = {"size": "size of the last level", "ways": "ways of the last level",
        "line": "length of a line of the last level"}

WIDTH_PX, HEIGHT_PX = 1000, 470
LEFT_PX, PANEL_PX, TOP_PX, AXIS_PX = 84, 560, 70, 56
LEGEND_PX, ROW_PX, NAME_PX = 672, 36, 296
KNEE = 1.3                      # size of its point


@dataclass(frozen=True)
class Curve:
    """The misses of one row at each point; `says` is what its shape means."""
    name: str
    place: str
    misses: list[int]
    knees: list[int]            # indices of points
    says: str


@dataclass(frozen=True)
class Sweep:
    """The curves of a profile; the first is the program's."""
    command: str
    kind: str
    points: list[str]           # "8 MiB"
    curves: list[Curve]


def check(given: Sequence[str], by: str, profiles: Sequence[str]) -> None:
    """Usage if an option does not go with --curve."""
    for option in given:
        if option[2:] in NOT_FOR_CURVES:
            raise Usage(f"{option} is not for --curve")
    if by not in GROUPS:
        raise Usage(f"--by={by}: expected function or line with --curve")
    if len(profiles) > 1:
        raise Usage("--curve: expected one profile")


def read(profile: str, words: Sequence[str], by: str, top: int) -> Sweep:
    """The sweep of a profile; Failure if it has none."""
    sweep = annotate.read("cs_annotate", profile, words, partial(_sweep, by=by, top=top))
    if sweep is None:
        raise Failure(f"{profile}: the profile has no sweep; cachesim "
                      "--sweep=LL:256K..64M counts one")
    return sweep


def _sweep(report: Any, by: str, top: int) -> Sweep | None:
    curves = report.get("curves")
    if curves is None:
        return None
    kind = curves["of"]
    amounts = [point["amount"] for point in curves["points"]]
    rows = [(("the program", ""), curves["total"])]
    rows += [(_name(row, by), row) for row in curves[GROUPS[by]][:min(top, MOST_CURVES)]]
    return Sweep(report["command"], kind, [_amount(kind, one) for one in amounts],
                 [_curve(name, row, kind, amounts) for name, row in rows])


def _name(row: Any, by: str) -> tuple[str, str]:
    place = os.path.basename(row["file"])
    return row["function"], f"{place}:{row['line']}" if by == "line" else place


def _amount(kind: str, amount: int) -> str:
    if kind == "ways":
        return f"{amount} way" + "s" * (amount != 1)
    return text.amount(amount, text.BYTES)


def _curve(name: tuple[str, str], row: Any, kind: str, amounts: list[int]) -> Curve:
    says = {"none": "no misses", "flat": "flat: more does not help"}.get(row["shape"])
    if says is None:
        most = " or more" if row["shape"] == "falls" else ""
        verb = "least at" if kind == "line" else "fits at"
        says = f"{verb} {_amount(kind, row['fits'])}{most}"
    knees = [amounts.index(knee) for knee in row["knees"]]
    return Curve(*name, row["misses"], knees, says)


# ---- Drawing -------------------------------------------------------------

def draw(profile: str, words: Sequence[str], by: str, top: int, note: str) -> Figure:
    """The picture: the curves, and a legend at their right."""
    sweep = read(profile, words, by, top)
    height_px = max(HEIGHT_PX, TOP_PX + AXIS_PX + ROW_PX * len(sweep.curves))
    figure = Figure(WIDTH_PX, height_px)
    colours = [INK, *colours_of([(f"{one.name} {one.place}", "")
                                 for one in sweep.curves[1:]])]
    figure.text(text.shorten(sweep.command, 90) + note, 16, 22, size=15)
    figure.text("misses of the last level, had it another size, other ways or lines; "
                "at a large point, many go", 16, 45, ink=FAINT)
    for i, (curve, colour) in enumerate(zip(sweep.curves, colours)):
        y_px = TOP_PX + ROW_PX * (i + 0.5)
        shown = text.fit(partial(_label, curve), NAME_PX)
        figure.swatch(LEGEND_PX, y_px - 7, colour)
        figure.text(shown, LEGEND_PX + 26, y_px - 7)
        figure.text(curve.says, LEGEND_PX + 26, y_px + 8, size=10, ink=FAINT)
    _add_axes(figure, sweep, height_px)
    _add_curves(figure, sweep, colours)
    return figure


def _label(curve: Curve, columns: int) -> str:
    if not curve.place:
        return curve.name
    return text.shorten_location(curve.name, curve.place, columns)


def _add_axes(figure: Figure, sweep: Sweep, height_px: int) -> None:
    most = max(1, *(max(curve.misses) for curve in sweep.curves))
    divisor, unit = text.unit_for(most, COUNT_UNITS)
    figure.text(AXES[sweep.kind], LEFT_PX + PANEL_PX / 2, height_px - 14, "center",
                ink=FAINT)
    figure.begin_panel(LEFT_PX, LEFT_PX + PANEL_PX, TOP_PX, height_px - AXIS_PX)
    figure.add(f"set xrange [-0.2:{len(sweep.points) - 0.8:.1f}]")
    figure.add(f"set yrange [0:{1.08 * most / divisor:.6g}]")
    figure.add("set grid xtics ytics back linetype 1 linecolor rgb '#e4e4e4'")
    step = 1 if len(sweep.points) <= 9 else 2
    figure.add("set xtics scale 0.5 (" + ", ".join(
        f"{quote(name)} {i}" for i, name in enumerate(sweep.points)
        if (len(sweep.points) - 1 - i) % step == 0) + ")")
    figure.add(f"set format y {quote('%g ' + unit if unit else '%g')}")


def _add_curves(figure: Figure, sweep: Sweep, colours: Sequence[str]) -> None:
    most = max(1, *(max(curve.misses) for curve in sweep.curves))
    divisor, _ = text.unit_for(most, COUNT_UNITS)
    parts = []
    for curve, colour in zip(sweep.curves, colours):
        style = f"linecolor rgb '{colour}'"
        points = [(i, misses / divisor) for i, misses in enumerate(curve.misses)]
        width = 1.4 if curve.place else 2.6
        parts.append(f"{figure.data(points)} using 1:2 with linespoints "
                     f"linewidth {width} dashtype {1 if curve.place else 2} "
                     f"pointtype 7 pointsize 0.4 {style}")
        if curve.knees:
            knees = figure.data([points[knee] for knee in curve.knees])
            parts.append(f"{knees} using 1:2 with points pointtype 7 "
                         f"pointsize {KNEE} {style}")
    figure.plot(parts)
