# heap.py -- reads a profile by heapprof.
# SPDX-License-Identifier: GPL-2.0-or-later
"""The part of docs/FORMAT-heapprof.md that pictures need, checked as that page
says.  Amounts are (bytes, blocks)."""

from __future__ import annotations

import codecs
import json
import zlib
from dataclasses import dataclass
from typing import Any, NoReturn

from . import command
from .command import Failure, reason_of
from .text import Frame, parse_frame

DHAT_VERSION = 2
NEWEST_VERSION = 1
MOST = 2**63 - 1
FIRST_BYTES = 4096              # that are looked at before the others
MOST_BYTES = 2**30              # of a profile, unpacked
BUCKET_NUMBERS = 10

Amount = tuple[int, int]
Path = tuple[Frame, ...]        # innermost first; (): not known


@dataclass(frozen=True)
class Bucket:
    """A piece of the timeline: the largest live bytes, when, the blocks then;
    and what was live at its end."""
    end: int
    max_at: int
    most: Amount
    last: Amount


@dataclass(frozen=True)
class Moment:
    """What was live at a time, and of that each call path's part, by the index
    of the path; paths too small to be listed are missing."""
    time: int
    live: Amount
    parts: dict[int, Amount]


@dataclass(frozen=True)
class HeapProfile:
    """A profile with a timeline.  Times are in `time_unit`: "instrs", "ms" or
    "B".  The paths are different; sites that differ in addresses only are one
    path."""
    command: str
    checkpoint_ms: int | None   # how far into the run, if it is a checkpoint
    mode: str                   # "heap" or "pages"
    time_unit: str
    end_time: int
    peak: Moment
    most_blocks: int
    buckets: list[Bucket]
    moments: list[Moment]       # by time: snapshots, the peak and the end
    paths: list[Path]


class _Invalid(Exception):
    """What is wrong with a profile."""


class _NotText(_Invalid):
    """What is wrong with a line of it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def _want(value: Any, kind: type, what: str) -> Any:
    if type(value) is kind:
        return value
    names = {dict: "an object", list: "an array", str: "a string",
             bool: "true or false"}
    raise _Invalid(f"{what}: expected {names[kind]}")


def _number(value: Any, what: str) -> int:
    if type(value) is int and 0 <= value <= MOST:
        return value
    raise _Invalid(f"{what}: expected a number from 0 to 2^63-1")


def _numbers(value: Any, count: int, what: str) -> list[int]:
    if type(value) is not list or len(value) != count:
        raise _Invalid(f"{what}: expected an array of {count} numbers")
    return [_number(item, what) for item in value]


def _key(owner: dict[str, Any], key: str, what: str = "") -> Any:
    if key in owner:
        return owner[key]
    raise _Invalid(f"{what}{key} is missing")


def _get(owner: dict[str, Any], key: str, kind: type, what: str = "") -> Any:
    return _want(_key(owner, key, what), kind, what + key)


def _count(owner: dict[str, Any], key: str, what: str = "") -> int:
    return _number(_key(owner, key, what), what + key)


def read_heap_profile(name: str) -> HeapProfile:
    """Read a file ("-": standard input; gzip is unpacked).  Failure with its
    name, and the line if it is no JSON."""
    shown = command.file_name(name)
    try:
        return _profile(_parse(_read(name)))
    except OSError as error:
        raise Failure(f"{shown}: {reason_of(error)}") from None
    except _NotText as error:
        raise Failure(f"{shown}:{error.line}: {error}") from None
    except json.JSONDecodeError as error:
        raise Failure(f"{shown}:{error.lineno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise Failure(f"{shown}: nested too deeply") from None
    except (_Invalid, ValueError) as error:
        raise Failure(f"{shown}: {error}") from None


def _read(name: str) -> bytes:
    with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
        first = file.read(FIRST_BYTES)
        if not first.startswith(b"\x1f\x8b"):
            _check_begin(first)
        data = first + file.read(MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise _Invalid(f"larger than {MOST_BYTES} bytes")
    return _unpack(data) if data.startswith(b"\x1f\x8b") else data


def _check_begin(first: bytes) -> None:
    """What is no profile at its first bytes is not read to its end: it may have
    none."""
    begin = first.removeprefix(codecs.BOM_UTF8).lstrip(b" \t\r\n")
    if begin and not begin.startswith((b"{", b"[")):
        line = first.count(b"\n", 0, len(first) - len(begin)) + 1
        raise _NotText(line, "not JSON")


def _unpack(data: bytes) -> bytes:
    """What gzip packed, in one member or several."""
    parts = []
    left = MOST_BYTES
    try:
        while data:
            member = zlib.decompressobj(wbits=31)
            parts.append(member.decompress(data, left))
            left -= len(parts[-1])
            if left <= 0:
                raise _Invalid(f"larger than {MOST_BYTES} bytes when unpacked")
            if not member.eof:
                raise _Invalid("the compressed data end early")
            data = member.unused_data
    except zlib.error as error:
        raise _Invalid(f"damaged compressed data: {error}") from None
    return b"".join(parts)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Invalid("not JSON: duplicate object key")
    return found


def _parse(data: bytes) -> dict[str, Any]:
    def no_constant(text: str) -> NoReturn:
        raise _Invalid(f"not JSON: {text}")

    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise _NotText(line, "not UTF-8") from None
    if not text.strip():
        raise _NotText(1, "the file is empty")
    parsed = json.loads(text, parse_constant=no_constant,
                        object_pairs_hook=_object)
    return _want(parsed, dict, "the profile")


def _profile(root: dict[str, Any]) -> HeapProfile:
    command.check_version("DHAT's format", _count(root, "dhatFileVersion"),
                          DHAT_VERSION)
    if "heapprof" not in root:
        raise _Invalid("no timeline: this profile is not by heapprof")
    ours = _get(root, "heapprof", dict)
    command.check_version("heapprof format",
                          _count(ours, "version", "heapprof."), NEWEST_VERSION)
    timeline = _get(ours, "timeline", list, "heapprof.")
    if not timeline:
        raise _Invalid(_why_no_timeline(root, ours))
    paths, path_of = _site_paths(root, ours)
    peak, end = _peak_and_end(root, ours, path_of)
    moments = _snapshots(ours, path_of)
    moments = [m for m in moments if m.time not in (peak.time, end.time)]
    if end.time != peak.time:
        moments.append(end)
    return HeapProfile(
        command=_get(root, "cmd", str), checkpoint_ms=_checkpoint(ours),
        mode=_get(root, "mode", str),
        time_unit=_get(root, "tu", str),
        end_time=end.time, peak=peak,
        most_blocks=_count(_get(ours, "totals", dict, "heapprof."),
                           "most_blocks", "heapprof.totals."),
        buckets=_buckets(timeline), paths=paths,
        moments=sorted([*moments, peak], key=lambda moment: moment.time))


def _checkpoint(ours: dict[str, Any]) -> int | None:
    """How far into the run, in ms, a checkpoint is."""
    if "state" not in ours:     # by an older heapprof
        return None
    what = "heapprof.state."
    state = _get(ours, "state", dict, "heapprof.")
    how = _get(state, "how", str, what)
    if how not in ("exited", "killed", "replaced", "dumped", "partial"):
        raise _Invalid(f"{what}how: expected exited, killed, replaced, dumped or "
                       "partial")
    return _count(state, "ms", what) if how == "partial" else None


def _why_no_timeline(root: dict[str, Any], ours: dict[str, Any]) -> str:
    if root.get("bklt") is False:
        return "no timeline: copies and events have totals alone"
    options = _get(ours, "options", dict, "heapprof.")
    if options.get("peak_only") is True:
        return "no timeline: it was written with --peak-only=yes"
    return "no timeline: the heap was not used"


def _frames(root: dict[str, Any], ours: dict[str, Any]) -> list[Frame]:
    texts = _get(root, "ftbl", list)
    indices = _numbers(_key(ours, "ftbl_dirs", "heapprof."), len(texts),
                       "heapprof.ftbl_dirs")
    dirs = _get(ours, "dirs", list, "heapprof.")
    frames = []
    for i, (text, index) in enumerate(zip(texts, indices)):
        if index >= len(dirs):
            raise _Invalid(f"heapprof.ftbl_dirs: there is no directory {index}")
        frames.append(parse_frame(
            _want(text, str, f"ftbl[{i}]"),
            _want(dirs[index], str, f"heapprof.dirs[{index}]")))
    return frames


def _site_paths(root: dict[str, Any], ours: dict[str, Any]) \
        -> tuple[list[Path], list[int]]:
    """The different call paths, and of each site the index of its own."""
    frames = _frames(root, ours)
    indices_of: dict[Path, int] = {}
    path_of = []
    for i, site in enumerate(_get(root, "pps", list)):
        what = f"pps[{i}]."
        indices = _get(_want(site, dict, f"pps[{i}]"), "fs", list, what)
        for index in indices:
            if _number(index, what + "fs") >= len(frames):
                raise _Invalid(f"{what}fs: there is no frame {index}")
        path = tuple(frames[index] for index in indices)
        path_of.append(indices_of.setdefault(path, len(indices_of)))
    return list(indices_of), path_of


def _add(parts: dict[int, Amount], path: int, size: int, blocks: int) -> None:
    if path in parts:
        before = parts[path]
        size, blocks = size + before[0], blocks + before[1]
    parts[path] = size, blocks


def _peak_and_end(root: dict[str, Any], ours: dict[str, Any],
                  path_of: list[int]) -> tuple[Moment, Moment]:
    totals = _get(ours, "totals", dict, "heapprof.")
    moments = []
    for keys, kind, time in ((("gb", "gbk"), "peak", _count(root, "tg")),
                             (("eb", "ebk"), "end", _count(root, "te"))):
        parts: dict[int, Amount] = {}
        for i, site in enumerate(root["pps"]):
            size, blocks = (_count(site, key, f"pps[{i}].") for key in keys)
            if size or blocks:
                _add(parts, path_of[i], size, blocks)
        live = tuple(_count(totals, f"{kind}_{what}", "heapprof.totals.")
                     for what in ("bytes", "blocks"))
        found = tuple(map(sum, zip((0, 0), *parts.values())))
        if live != found:
            raise _Invalid(f"the sites' bytes and blocks at the {kind} are "
                           f"{found}, not {live}")
        moments.append(Moment(time, live, parts))
    return moments[0], moments[1]


def _snapshots(ours: dict[str, Any], path_of: list[int]) -> list[Moment]:
    moments = []
    for i, item in enumerate(_get(ours, "snapshots", list, "heapprof.")):
        what = f"heapprof.snapshots[{i}]"
        snapshot = _want(item, dict, what)
        parts: dict[int, Amount] = {}
        where = what + ".sites"
        for listed in _get(snapshot, "sites", list, what + "."):
            site, size, blocks = _numbers(listed, 3, where)
            if site >= len(path_of):
                raise _Invalid(f"{where}: there is no site {site}")
            _add(parts, path_of[site], size, blocks)
        _, *rest = _numbers(_key(snapshot, "rest", what + "."), 3,
                            what + ".rest")
        live = (_count(snapshot, "bytes", what + "."),
                _count(snapshot, "blocks", what + "."))
        if live != tuple(map(sum, zip(rest, *parts.values()))):
            raise _Invalid(f"{where}: with the rest, sums differ from bytes and "
                           "blocks")
        moments.append(Moment(_count(snapshot, "time", what + "."), live, parts))
        if i > 0 and moments[i].time < moments[i - 1].time:
            raise _Invalid(f"{what}.time: is before the one before it")
    return moments


def _buckets(timeline: list[Any]) -> list[Bucket]:
    buckets = []
    begin = 0
    for i, item in enumerate(timeline):
        what = f"heapprof.timeline[{i}]"
        end, least, most, max_at, last, max_blocks, _, _, last_blocks, _ = \
            _numbers(item, BUCKET_NUMBERS, what)
        if not begin <= max_at <= end:
            raise _Invalid(f"{what}: its times are not in order")
        if not least <= last <= most:
            raise _Invalid(f"{what}: expected min <= last <= max")
        buckets.append(Bucket(end, max_at, (most, max_blocks),
                              (last, last_blocks)))
        begin = end
    return buckets
