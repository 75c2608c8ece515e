# heap.py -- a heap profile, from the report of hp_annotate --json.
# SPDX-License-Identifier: GPL-2.0-or-later
"""The part of hp_annotate's report that pictures need.  Amounts are
(bytes, blocks)."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import annotate, command, text
from .command import Failure
from .text import Frame, printable

Amount = tuple[int, int]
Path = tuple[Frame, ...]        # innermost first; (): unknown


@dataclass(frozen=True)
class Bucket:
    """A piece of the timeline: the maximum of the live bytes, its time and the
    blocks at that time; and the live amounts at the end of the piece."""
    end: int
    max_at: int
    most: Amount
    last: Amount


@dataclass(frozen=True)
class Moment:
    """The live amounts at a time: in total, and of each call path by the path's
    index.  Paths that are too small for a snapshot are missing."""
    time: int
    live: Amount
    parts: dict[int, Amount]


@dataclass(frozen=True)
class HeapProfile:
    """A profile with a timeline.  Times are in `time_unit`: "instrs", "ms" or
    "B".  The paths differ: sites that differ only in addresses share one path."""
    command: str
    checkpoint_ms: int | None   # of a checkpoint: its time in the run
    counting: str               # a note if not all was counted
    mode: str                   # "heap" or "pages"
    time_unit: str
    end_time: int
    peak: Moment
    most_blocks: int
    buckets: list[Bucket]
    moments: list[Moment]       # by time: snapshots, the peak and the end
    paths: list[Path]
    sources: dict[Path, str]    # of paths that are a source line: its text


def read_heap_profile(name: str, by: str = "site", options: Sequence[str] = ()) \
        -> HeapProfile:
    """Read a file ("-": standard input; gzip is unpacked) with hp_annotate.  By
    "line" and "function", a path is the one frame that a site counts for.
    Failure if hp_annotate refuses the file, or the profile has no timeline."""
    if by == "site":
        profile = annotate.read("hp_annotate", name, [], _profile)
    else:
        if name == "-":
            annotate.keep_input()
        lines = annotate.read_lines("hp_annotate", name, options)
        profile = annotate.read("hp_annotate", name, [],
                                lambda report: _profile(report, by, lines))
    if isinstance(profile, str):
        raise Failure(f"{command.file_name(name)}: {profile}")
    return profile


def _profile(report: Any, by: str = "site",
             lines: dict[str, annotate.Line] | None = None) -> HeapProfile | str:
    """The profile, or the reason why there is nothing to draw."""
    totals = report["totals"]
    if not report["timeline"]:
        return _why_no_timeline(report)
    sources: dict[Path, str] = {}
    frames = [frame_of(frame) for frame in report["frames"]]
    site_paths = [tuple(frames[i] for i in site["path"]) for site in report["sites"]]
    if lines is not None:
        site_paths, sources = _charge(report, frames, by, lines)
    indices = {path: i for i, path in enumerate(dict.fromkeys(site_paths))}
    path_of = [indices[path] for path in site_paths]
    peak = _moment(report, path_of, "peak")
    end = _moment(report, path_of, "end")
    moments = [_snapshot(snapshot, path_of) for snapshot in report["snapshots"]]
    moments = [m for m in moments if m.time not in (peak.time, end.time)]
    if end.time != peak.time:
        moments.append(end)
    return HeapProfile(
        command=report["command"], mode=report["mode"],
        checkpoint_ms=report.get("state", {}).get("ms"),
        counting=text.counting(report.get("counting")),
        time_unit=report["units"]["time"], end_time=end.time, peak=peak,
        most_blocks=totals["most_blocks"],
        buckets=[_bucket(bucket) for bucket in report["timeline"]],
        paths=list(indices), sources=sources,
        moments=sorted([*moments, peak], key=lambda moment: moment.time))


def _why_no_timeline(report: Any) -> str:
    if report["creator"] is None:
        return "no timeline: heapprof did not write this profile"
    if report["totals"]["peak_time"] is None:
        return "no timeline: profiles of copies and of events have totals only"
    if report["process"] == 0:
        return ("no timeline: it was merged by hp_merge; "
                "draw the profiles themselves")
    if report["totals"]["blocks"] > 0:
        return "no timeline: written with --peak-only=yes"
    return "no timeline: the heap was not used"


def frame_of(frame: Any) -> Frame:
    """A frame of the report: {"function": "main", "file": "/src/a.c", "line": 3}
    gives ("main", "a.c:3"); without a file, {"object": "/usr/lib/x.so.1"} gives
    the location "x.so"."""
    function, file, library = frame["function"], frame["file"], frame["object"]
    location = ""
    if file is not None:
        location = f"{os.path.basename(file)}:{frame['line']}"
    elif library is not None:
        location = re.sub(r"\.so\.[0-9.]+$", ".so", os.path.basename(library))
    return Frame(function, location,
                 function != "???" and not frame.get("library", False))


def _charge(report: Any, frames: Sequence[Frame], by: str,
            lines: dict[str, annotate.Line]) -> tuple[list[Path], dict[Path, str]]:
    """The frame that each site counts for, and the source text of each; as in
    hp_annotate --by=line: the innermost with source of the program's own, else with
    source, else with a line."""
    def place(i: int) -> str:
        frame = report["frames"][i]
        return printable(f"{frame['file']}:{frame['line']}") if frame["file"] else ""

    def charged(path: Sequence[int]) -> int | None:
        known = [i for i in path if place(i)]
        read = [i for i in known if place(i) in lines and lines[place(i)].source]
        own = [i for i in read if frames[i].is_own]
        return next(iter([*own, *read, *known, *path]), None)

    paths: list[Path] = []
    sources: dict[Path, str] = {}
    for site in report["sites"]:
        i = charged(site["path"])
        if i is None:
            paths.append(())
        elif by == "function":
            paths.append((frames[i]._replace(location=""),))
        else:
            paths.append((frames[i],))
            sources[paths[-1]] = lines[place(i)].source if place(i) in lines else ""
    return paths, sources


def _add(parts: dict[int, Amount], path: int, size: int, blocks: int) -> None:
    if path in parts:
        before = parts[path]
        size, blocks = size + before[0], blocks + before[1]
    parts[path] = size, blocks


def _moment(report: Any, path_of: list[int], kind: str) -> Moment:
    """The peak or the end."""
    size, blocks = f"{kind}_bytes", f"{kind}_blocks"
    parts: dict[int, Amount] = {}
    for site, path in zip(report["sites"], path_of):
        if site[size] or site[blocks]:
            _add(parts, path, site[size], site[blocks])
    totals = report["totals"]
    return Moment(totals[f"{kind}_time"], (totals[size], totals[blocks]), parts)


def _snapshot(snapshot: Any, path_of: list[int]) -> Moment:
    parts: dict[int, Amount] = {}
    for site, size, blocks in snapshot["sites"]:
        _add(parts, path_of[site], size, blocks)
    return Moment(snapshot["time"], (snapshot["bytes"], snapshot["blocks"]), parts)


def _bucket(bucket: Any) -> Bucket:
    return Bucket(bucket["end"], bucket["max_at"],
                  (bucket["max"], bucket["max_blocks"]),
                  (bucket["last"], bucket["last_blocks"]))
