#!/usr/bin/env python3
# heap_profile.py -- reads heap profiles for the tests, DHAT's and heapprof's,
# and checks them against docs/FORMAT-heapprof.md.
# SPDX-License-Identifier: GPL-2.0-or-later

"""heap_profile.py validate FILE...        every rule of the format page
   heap_profile.py totals FILE NAME...     these of heapprof.totals, or of DHAT
   heap_profile.py get FILE PATH...        values, by keys with dots between
   heap_profile.py sites FILE REGEX        for each function whose name matches,
      on one line: name tb tbk eb ebk re fail, of all sites with it in their path
   heap_profile.py accesses FILE REGEX     likewise, of sites with it before any
      other that matches: name rb wb, and bytes and blocks of nr, nw, nt
   heap_profile.py sum FILE KEY REGEX...   of sites whose path has all of these
   heap_profile.py paths FILE              each site: gb gbk, then its functions
   heap_profile.py trees FILE              each path that has main: tb tbk eb ebk
      re fail of all sites with it, then its functions up to main
   heap_profile.py massif FILE             largest mem_heap_B, extra_B, stacks_B

A site's fail is the number of requests refused.  Allocation functions at the
start of a path are not part of it, in DHAT's files either.
"""

import collections
import functools
import json
import re
import sys

from heap_looks import check_owners
from heap_rules import ProfileError, counts, require

DHAT_KEYS = ["dhatFileVersion", "mode", "verb", "bklt", "bkacc", "tu", "Mtu",
             "cmd", "pid", "te", "pps", "ftbl"]
SITE_KEYS = ["tb", "tbk", "tl", "mb", "mbk", "gb", "gbk", "eb", "ebk"]
OWN_TOTALS = [
    "bytes", "blocks", "peak_bytes", "peak_blocks", "peak_time", "end_bytes",
    "end_blocks", "most_blocks", "peak_extra_bytes", "temporary_blocks",
    "temporary_bytes", "zero_blocks", "reallocs", "failed", "invalid_frees",
    "freed_blocks", "freed_bytes", "threads"]
SUMS = {"bytes": "tb", "blocks": "tbk", "peak_bytes": "gb",
        "peak_blocks": "gbk", "end_bytes": "eb", "end_blocks": "ebk"}
WHY = {"periodic", "asked"}
VERBS = {"heap": "Allocated", "pages": "Mapped", "copy": "Copied",
         "ad-hoc": "Occurred"}
UNITS = {"ad-hoc": ("unit", "units", "events")}
ACC_MAX = 65535

# Allocation functions, which are not part of a path.
ALLOCATORS = re.compile(
    r"(__libc_)?(malloc|calloc|realloc|memalign|valloc|pvalloc)"
    r"|reallocarray|posix_memalign|aligned_alloc|operator new(\[\])?\(.*\)")
FRAME = re.compile(
    r"0x(?P<address>[0-9A-F]+): (?P<function>.*?)"
    r"( \((?:in (?P<object>.*)|(?P<file>[^()]*):(?P<line>\d+))\))?")


def unique(pairs):
    """An object of JSON without a key twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ProfileError("an object has a key twice")
    return found


def load(path):
    """The profile in a file.  Raises ProfileError or OSError."""
    with open(path, encoding="utf-8") as file:
        try:
            return json.load(file, object_pairs_hook=unique)
        except ValueError as error:
            raise ProfileError(f"{path}: {error}") from None


@functools.cache
def frame_parts(text):
    """Address, function, object, file and line of a frame; each may be None."""
    match = FRAME.fullmatch(text)
    if not match:
        raise ProfileError(f"no frame: {text}")
    return match


def functions_of(profile, site):
    """The names of the functions on a site's path, innermost first, without
    the allocation functions that it begins with."""
    names = [frame_parts(profile["ftbl"][i])["function"] for i in site["fs"]]
    while names and ALLOCATORS.fullmatch(names[0]):
        names.pop(0)
    return names


def totals_of(profile):
    """The totals, summed from the sites if DHAT wrote it."""
    if "heapprof" in profile:
        return profile["heapprof"]["totals"]
    return {name: sum(site.get(key, 0) for site in profile["pps"])
            for name, key in SUMS.items()}


# ---------------------------------------------------------------- validating

MOST = 2**63 - 1  # the largest sum


def check_hist(site, is_full):
    """Size classes: ascending, with all blocks of the site, and with bytes between the
    sums of the classes' least and largest sizes, unless sums are saturated."""
    hist = site.get("hist", [])
    require([row[0] for row in hist] == sorted({row[0] for row in hist}),
            "classes of sizes not ascending", site)
    for row in hist:
        counts("a class of sizes", row)
    blocks = sum(n for _, n in hist)
    require(blocks == site["tbk"], "blocks by size are not tbk", site)
    least = sum(n * (1 << k - 1 if k else 1) for k, n in hist)
    largest = sum(n * ((1 << k) - 1 if k else 1) for k, n in hist)
    require(is_full or least <= site["tb"] <= largest, "tb against sizes", site)
    if hist:
        low, high = site.get("size", [0, 0])
        require(low.bit_length() == hist[0][0]
                and high.bit_length() == hist[-1][0], "size and hist", site)


def check_life(site, n_taken):
    """Lifetimes: blocks that were not freed are live at the end.  A reallocation of one
    of the n_taken blocks that a child inherited is also its allocation."""
    freed, shortest, longest, total = site.get("life", [0, 0, 0, 0])
    counts("life", [freed, shortest, longest, total])
    require(shortest <= longest, "lifetimes", site)
    require(min(freed * shortest, MOST) <= total <= freed * longest,
            "lifetimes", site)
    require(total <= site["tl"], "lifetimes of freed blocks above tl", site)
    old = site.get("old", [0, 0, 0, 0])
    counts("old", old)
    require(old[0] <= site["tb"] and old[1] <= site["tbk"] and old[2] <= old[1]
            and old[2] <= freed and old[3] <= total, "old", site)
    require(0 <= freed + site["ebk"] + site.get("re", 0) - site["tbk"] <= n_taken,
            "freed, at the end and reallocated are not tbk", site)


def check_lives(site, is_full):
    """Freed blocks by lifetime, but for old and outgrown ones."""
    lives = site.get("lives", [])
    require([row[0] for row in lives] == sorted({row[0] for row in lives}),
            "classes of lifetimes not ascending", site)
    for row in lives:
        counts("a class of lifetimes", row)
    outgrown = site.get("og", [0, 0])
    counts("og", outgrown)
    require(outgrown[0] <= outgrown[1] and (is_full or outgrown[1] <= site["tb"]),
            "og", site)
    if not {"lives", "og"} & set(site):
        return  # older versions have none
    freed, _, longest, total = site.get("life", [0, 0, 0, 0])
    old_freed = site.get("old", [0, 0, 0, 0])[2]
    require(sum(n for _, n in lives) + outgrown[0] + old_freed == freed,
            "freed blocks by lifetime", site)
    least = sum(n * (1 << k - 1 if k else 0) for k, n in lives)
    require(is_full or least <= total, "lifetimes against their sum", site)
    require(not lives or lives[-1][0] <= longest.bit_length(), "longest", site)


def expanded(runs):
    """The counts of a run-length array: -n, v is n of v."""
    found, length = [], 1
    for value in runs:
        if value < 0:
            require(length == 1, "two lengths", runs)
            length = -value
        else:
            found += [value] * length
            length = 1
    require(length == 1, "a length without a count", runs)
    counts("counts", found)
    return found


def check_never(site):
    """Bytes and blocks that were never read, written, touched: the last are in both of
    the first, and bytes in neither were read and written."""
    for key in ("nr", "nw", "nt"):
        if key in site:
            counts(key, site[key])
            require(len(site[key]) == 2 and site[key][0] > 0, key, site)
            require(site[key][1] <= site[key][0], "blocks without bytes", site)
    read, written, both = (site.get(key, [0, 0]) for key in ("nr", "nw", "nt"))
    for i, total in enumerate((site["tb"], site["tbk"])):
        require(both[i] <= min(read[i], written[i]), "nt", site)
        require(max(read[i], written[i]) <= total, "never", site)
    require(read[0] + written[0] - both[0] <= site["tb"], "never", site)
    part = site.get("part", [0, 0])
    counts("part", part)
    require(part[0] + max(read[0], written[0]) <= site["tb"]
            and part[1] + max(read[1], written[1]) <= site["tbk"], "part", site)


def check_need(site):
    """Blocks by how they were used: each is of one kind, and unused bytes are of read
    ones."""
    never = {key: site.get(key, [0, 0]) for key in ("nr", "nt")}
    for key, of in (("need", "t"), ("gneed", "g")):
        need = site.get(key, [0] * 9)
        counts(key, need)
        require(len(need) == 9 and any(site.get(key, [1])), key, site)
        require(need[0] + need[2] + need[4] <= site[of + "b"]
                and need[1] + need[3] + need[5] <= site[of + "bk"], key, site)
        require(sum(need[6:]) <= need[4], "unused bytes", site)
        require(need[0] + need[6] + need[7] <= never["nt"][0]
                and need[0] + need[2] + sum(need[6:]) <= never["nr"][0],
                key + " against nr and nt", site)
    if "gidle" in site:
        idle, blocks, old, saves = site["gidle"]
        counts("gidle", site["gidle"])
        require(any(site["gidle"]) and saves <= idle <= old <= site["gneed"][4]
                and blocks <= site["gneed"][5], "gidle", site)
    if "need" not in site:
        return  # older versions have none
    need = site["need"]
    require(never["nt"][1] == need[1] and never["nr"][1] == need[1] + need[3],
            "blocks of nr and nt", site)


def check_heat(site, limit):
    """The heat, against the number of accesses and DHAT's histogram.  Copies by realloc
    are only in rb and wb."""
    low, high = site.get("size", [0, 0])
    reads, writes, unit = [], [], 1
    if "heat" in site:
        unit = site["heat"]["unit"]
        require(unit > 0 and (unit == 1 or high > limit), "unit", site)
        reads = expanded(site["heat"]["r"])
        writes = expanded(site["heat"]["w"])
        require(any(reads) or any(writes), "a heat of zeros", site)
        require(-(-max(low, 1) // unit) <= len(reads) == len(writes)
                <= -(-max(high, 1) // unit), "length of heat", site)
        require(sum(reads) <= site["rb"] and sum(writes) <= site["wb"],
                "heat against rb and wb", site)
    if "acc" in site:
        found = expanded(site["acc"])
        require(max(low, 1) <= len(found) <= max(high, 1)
                and high <= limit, "length of acc", site)
        sums = [r + w for r, w in zip(reads, writes)] or [0] * len(found)
        require(found == [min(ACC_MAX, value) for value in sums],
                "acc is not heat", site)
    if low == high and "re" not in site and site["tbk"]:
        require(("acc" in site) == (high <= limit), "acc", site)
        if high <= limit:
            check_whole_heat(site, reads, writes)


def check_whole_heat(site, reads, writes):
    """If all blocks always have one size, heat has every accessed byte; but rb and wb
    also have bytes of an access beyond the end.  nr, nw and nt leave out blocks that were
    not watched for their whole life."""
    whole = site["tbk"] - site.get("part", [0, 0])[1]
    require(reads or site["rb"] == site["wb"] == 0, "no heat", site)
    touched = [r + w for r, w in zip(reads, writes)]
    for key, found in (("nr", reads), ("nw", writes), ("nt", touched)):
        require(site.get(key, [0])[0] >= found.count(0) * whole, key, site)


def check_accesses(site, options):
    """The rules for a site by heapprof with accesses, and for moves."""
    moves = site.get("mv", [0, 0])
    counts("mv", moves)
    require(moves[0] <= site.get("re", 0) and moves[1] <= site["tb"]
            and any(site.get("mv", [1])), "mv", site)
    if not options.get("accesses"):
        require(not {"rb", "wb", "acc", "nr", "nw", "nt", "need", "gneed",
                     "gidle", "heat"} & set(site),
                "accesses that are not recorded", site)
        return
    counts("rb and wb", [site["rb"], site["wb"]])
    check_never(site)
    check_need(site)
    check_heat(site, options["histogram_B"])


def check_event_site(site):
    """A site of copies or ad-hoc events."""
    require(set(site) - {"thr"} == {"tb", "tbk", "fs"}, "keys", site)
    counts("a site", [site["tb"], site["tbk"]])
    require(site["tbk"] > 0, "a site without blocks", site)


def check_threads(site):
    """The threads' shares add up to the site."""
    if "thr" in site:
        numbers = [row[0] for row in site["thr"]]
        require(numbers == sorted(set(numbers)) and numbers != [1],
                "threads", site)
        require(sum(row[1] for row in site["thr"]) == site["tbk"]
                and sum(row[2] for row in site["thr"]) == site["tb"],
                "sums of the threads", site)


def check_site(site):
    """The rules for every site with lifetimes."""
    for key in SITE_KEYS:
        require(key in site, "a site without " + key, site)
    counts("a site", [site[key] for key in SITE_KEYS])
    for at in ("g", "e"):
        require(site[at + "b"] <= site["mb"] <= site["tb"], "bytes", site)
        require(site[at + "bk"] <= site["tbk"], "blocks", site)
        require((site[at + "b"] == 0) == (site[at + "bk"] == 0),
                "blocks without bytes", site)
    require(site["mbk"] <= site["tbk"], "mbk", site)


def check_own_site(site, mode, is_full, n_taken):
    """The rules for a site by heapprof.  For pages, sizes and lifetimes are unknown:
    pages come and go one by one."""
    if mode == "heap":
        check_hist(site, is_full)
        check_life(site, n_taken)
        check_lives(site, is_full)
    temporary = site.get("tmp", [0, 0])
    require(temporary[0] <= site.get("life", [0])[0], "temporaries", site)
    for key in ("tmp", "size", "hist", "life", "lives", "og", "re", "fail", "thr"):
        if key in site and key != "size":
            require(any(site[key]) if isinstance(site[key], list)
                    else site[key] > 0, "a key of zeros", site)


def check_frames(profile):
    """The table of frames, and the sites' indices into it."""
    table = profile["ftbl"]
    require(table[0] == "[root]", "ftbl[0]", table[0])
    require(len(set(table)) == len(table), "a frame twice in ftbl")
    paths = set()
    for site in profile["pps"]:
        counts("fs", site["fs"])
        require(all(0 < i < len(table) for i in site["fs"]), "fs", site)
        require(site.get("cut", True) is True, "cut", site)
        path = tuple(site["fs"])
        require(path not in paths, "a path twice", site)
        paths.add(path)
    for text in table[1:]:
        file = frame_parts(text)["file"]
        require(not file or "/" not in file, "a file with directory", text)


def check_totals(profile, own):
    """The totals, against the sums of the sites."""
    totals, sites = own["totals"], profile["pps"]
    options = own["options"]
    for name in OWN_TOTALS:
        require(name in totals, "no total " + name)
    counts("totals", totals.values())
    for name, key in SUMS.items():
        require(totals[name] == sum(site.get(key, 0) for site in sites),
                f"total {name} is not the sites' sum", totals[name])
    if not profile["bklt"]:
        require(all(value == 0 for name, value in totals.items()
                    if name not in ("bytes", "blocks", "threads")),
                "totals of what does not live", totals)
        return
    require(("reads" in totals) == ("writes" in totals)
            == bool(options.get("accesses")), "totals of accesses", totals)
    if options.get("accesses"):
        require(totals["reads"] == sum(site["rb"] for site in sites)
                and totals["writes"] == sum(site["wb"] for site in sites),
                "totals of accesses", totals)
    for name, key, index in (
            ("temporary_blocks", "tmp", 0), ("temporary_bytes", "tmp", 1),
            ("freed_blocks", "life", 0), ("failed", "fail", 0),
            ("moves", "mv", 0), ("moved_bytes", "mv", 1)):
        if name not in totals and "accesses" not in options:
            continue
        if profile["mode"] == "pages" and key == "life":
            continue
        require(totals[name] == sum(site.get(key, [0, 0])[index]
                                    for site in sites),
                f"total {name} is not the sites' sum", totals[name])
    require(totals["reallocs"] == sum(site.get("re", 0) for site in sites),
            "total of reallocs", totals["reallocs"])
    require(totals["zero_blocks"] == sum(n for site in sites
                                         for k, n in site.get("hist", [])
                                         if k == 0), "zero_blocks")
    require(totals["most_blocks"] >= max(totals["peak_blocks"],
                                         totals["end_blocks"]), "most_blocks")
    require(totals["peak_bytes"] >= totals["end_bytes"], "peak below the end")
    require(totals["peak_time"] == profile["tg"] <= profile["te"], "tg")
    if not totals["reallocs"]:
        require(totals["bytes"] == totals["freed_bytes"] + totals["end_bytes"],
                "bytes that were neither freed nor are there at the end")


def check_timeline(profile, own):
    """The buckets: in order, and the peak is their maximum."""
    totals, start, before = own["totals"], -1, None
    if not profile["bklt"]:
        require(own["timeline"] == [], "a timeline of what does not live")
        return
    for bucket in own["timeline"]:
        counts("a bucket", bucket)
        require(len(bucket) == 10, "a bucket", bucket)
        end, low, high, high_at, last = bucket[:5]
        require(start < high_at <= end <= profile["te"], "times", bucket)
        require(low <= last <= high, "a bucket's bytes", bucket)
        require(before is None or low <= before <= high, "a bucket's start", bucket)
        start, before = end, last
    if own["options"]["peak_only"]:
        require(own["timeline"] == [], "a timeline with --peak-only=yes")
        return
    require(own["timeline"] or not totals["blocks"], "no timeline")
    if own["timeline"]:
        last = own["timeline"][-1]
        require(max(bucket[2] for bucket in own["timeline"])
                == totals["peak_bytes"], "the timeline's maximum")
        require(last[4] == totals["end_bytes"]
                and last[8] == totals["end_blocks"], "the timeline's end")


def check_snapshots(profile, own):
    """The snapshots: sums, order, and against the timeline."""
    before = -1
    require(profile["bklt"] or own["snapshots"] == [],
            "snapshots of what does not live")
    for shot in own["snapshots"]:
        require(shot["why"] in WHY, "why", shot["why"])
        require(before <= shot["time"] <= profile["te"], "snapshots' times")
        before = shot["time"]
        rows, rest = shot["sites"], shot["rest"]
        indices = [row[0] for row in rows]
        require(len(set(indices)) == len(indices), "a site twice")
        for i, size, blocks in rows:
            site = profile["pps"][i]
            require(0 < size <= site["mb"] and 0 < blocks <= site["tbk"],
                    "a snapshot's site", i, size, blocks, site)
            require(shot["why"] == "asked" or size * 2000 >= shot["bytes"],
                    "a small site is listed", size, shot["bytes"])
        sizes = [row[1] for row in rows]
        require(sizes == sorted(sizes, reverse=True), "order of sites", sizes)
        require(shot["bytes"] == sum(sizes) + rest[1], "a snapshot's bytes")
        require(shot["blocks"] == sum(row[2] for row in rows) + rest[2],
                "a snapshot's blocks")
        if shot["why"] == "asked":
            require(rest == [0, 0, 0], "a snapshot that was asked for", rest)
        for bucket in own["timeline"]:
            if shot["time"] <= bucket[0]:
                require(bucket[1] <= shot["bytes"] <= bucket[2],
                        "a snapshot against its bucket", shot["bytes"], bucket)
                break


def check_born(rows, live, n_from, what):
    """Rows of a moment: sites that ascend, -1 last, each with no more than is live."""
    sites = [row[0] if row[0] >= 0 else float("inf") for row in rows]
    require(sites == sorted(set(sites)), what, "order of sites", sites)
    for site, *born in rows:
        require(born and len(born) % 3 == 0, what, "a row", site, born)
        froms, sizes, blocks = born[::3], born[1::3], born[2::3]
        require(froms == sorted(set(froms)) and froms[-1] < n_from, what, "snapshots",
                froms)
        require(min(sizes) >= 0 and min(blocks) > 0, what, "amounts", born)
        require(sum(sizes) <= live[site][0] and sum(blocks) <= live[site][1], what,
                "more than is live", site, born, live[site])


def check_births(profile, own):
    """When what was live was allocated."""
    shots, births = own["snapshots"], own.get("births")
    if births is None:  # of older versions
        return
    require(shots and profile["mode"] == "heap", "births without snapshots")
    require(set(births) == {"end", "snapshots"}, "births' keys", births.keys())
    live = {i: (site["eb"], site["ebk"]) for i, site in enumerate(profile["pps"])}
    check_born(births["end"], live, len(shots), "births at the end")
    require(len(births["snapshots"]) == len(shots), "births of snapshots")
    for i, (shot, rows) in enumerate(zip(shots, births["snapshots"])):
        require(rows is not False or shot["why"] == "periodic", "no births", i)
        live = {site: (size, blocks) for site, size, blocks in shot["sites"]}
        live[-1] = shot["rest"][1:]
        if rows is not False:
            check_born(rows, live, i, f"births of snapshot {i}")


def check_regions(profile, own):
    """Regions: each after its parent, with amounts within the parent's."""
    regions, paths = own.get("regions", []), set()
    require(regions or "regions" not in own, "a key without regions")
    for i, region in enumerate(regions):
        parent = region["parent"]
        require(-1 <= parent < i, "parent", region)
        require((parent, region["name"]) not in paths, "a path twice", region)
        paths.add((parent, region["name"]))
        counts("a region", [region[key] for key in (
            "count", "bytes", "blocks", "peak", "growth")])
        require(region["count"] > 0, "a region that nothing entered", region)
        require(region["growth"] <= region["peak"]
                <= own["totals"]["peak_bytes"], "growth and peak", region)
        if parent >= 0:
            outer = regions[parent]
            require(region["bytes"] <= outer["bytes"]
                    and region["blocks"] <= outer["blocks"]
                    and region["peak"] <= outer["peak"], "in its parent",
                    region, outer)


def check_thread_names(own):
    """Names of threads: by number."""
    names = own.get("thread_names", [[1, "main"]])
    numbers = [number for number, _ in names]
    counts("a thread", numbers)
    require(names and all(name for _, name in names), "thread_names", names)
    require(sorted(set(numbers)) == numbers, "thread_names in order", numbers)


def check_objects(own):
    """Objects: by address, without overlap."""
    objects, last = own.get("objects", []), 0
    require(objects or "objects" not in own, "a key without objects")
    for start, end, path in objects:
        counts("an object", [start, end])
        require(last <= start < end and path, "objects", [start, end, path])
        last = end
    ids = own.get("build_ids", [["", "/"]])
    require(ids and all(path and re.fullmatch("([0-9a-f]{2})*", build_id)
                        for build_id, path in ids), "build_ids", ids)
    require(len({tuple(entry) for entry in ids}) == len(ids), "build_ids twice", ids)
    lost = own.get("lost_debug_info", ["/"])
    require(lost and all(lost), "lost_debug_info", lost)


def check_state(own):
    """The state of the run."""
    if "state" not in own:
        return              # by an older heapprof
    state = dict(own["state"])
    how = state.pop("how")
    more = {"exited": {}, "killed": {"signal": int}, "replaced": {"by": str},
            "dumped": {}, "partial": {"ms": int}}[how]
    require({key: type(value) for key, value in state.items()} == more, "state",
            own["state"])
    require(how == "exited" or own["exit_code"] == 0, "exit_code")
    require(0 <= own["exit_code"] <= 255, "exit_code", own["exit_code"])
    require(own.get("predecessor", "/")[:1] == "/", "predecessor")


def check_fork(own):
    """What a forked child inherited."""
    if "fork" not in own:
        return
    fork = dict(own["fork"])
    inherits = fork.pop("children")
    require(inherits in ("zero", "inherit"), "children", inherits)
    more = {"zero": {"freed_bytes", "freed_blocks", "reallocated"},
            "inherit": {"total_bytes", "total_blocks"}}[inherits]
    require(set(fork) == {"time", "bytes", "blocks"} | more, "fork", fork)
    counts("fork", fork.values())
    require(fork.get("freed_blocks", 0) <= fork["blocks"]
            and fork.get("reallocated", 0) <= fork.get("freed_blocks", 0)
            and fork.get("freed_bytes", 0) <= fork["bytes"], "fork", fork)


def taken_of(own):
    """The largest number of inherited blocks that were reallocated."""
    return MOST if "merged" in own else own.get("fork", {}).get("reallocated", 0)


def check_header(profile):
    """DHAT's keys."""
    has_lives = profile["mode"] in ("heap", "pages")
    for key in [*DHAT_KEYS, "heapprof"]:
        require(key in profile, "no key " + key)
    for key in ("tg", "tuth"):
        require((key in profile) == has_lives, "the key " + key)
    require(list(profile)[-1] == "heapprof", "heapprof is not the last key")
    require(profile["dhatFileVersion"] == 2, "dhatFileVersion")
    require(VERBS.get(profile["mode"]) == profile["verb"], "mode and verb")
    require(profile["bklt"] is has_lives, "bklt")
    require(profile["bkacc"]
            is profile["heapprof"]["options"].get("accesses", False), "bkacc")
    require(profile["mode"] == "heap" or not profile["bkacc"], "bkacc")
    require(tuple(profile[key] for key in ("bu", "bsu", "bksu")
                  if key in profile)
            == UNITS.get(profile["mode"], ()), "units")


def validate(profile):
    """Raise ProfileError unless every rule holds."""
    check_header(profile)
    require((profile["tu"], profile["Mtu"])
            in (("instrs", "Minstr"), ("ms", "Ms"), ("B", "MB")), "tu")
    check_frames(profile)
    own = profile["heapprof"]
    require(own["version"] == 1, "version", own["version"])
    check_state(own)
    check_fork(own)
    for site in profile["pps"]:
        check_threads(site)
        if profile["bklt"]:
            check_site(site)
            check_own_site(site, profile["mode"], own.get("saturated", False),
                           taken_of(own))
            check_accesses(site, own["options"])
        else:
            check_event_site(site)
    require(own["dirs"][0] == "", "dirs[0]")
    require(len(own["ftbl_dirs"]) == len(profile["ftbl"]), "ftbl_dirs")
    require(all(0 <= i < len(own["dirs"]) for i in own["ftbl_dirs"]),
            "ftbl_dirs")
    check_totals(profile, own)
    check_timeline(profile, own)
    check_snapshots(profile, own)
    check_births(profile, own)
    check_regions(profile, own)
    check_objects(own)
    check_owners(profile, own)
    check_thread_names(own)


# ------------------------------------------------------------------- telling

def tell_sites(profile, pattern):
    """For each function that matches: the sums of the sites with it."""
    found = collections.defaultdict(lambda: [0] * 6)
    for site in profile["pps"]:
        row = [site[key] for key in ("tb", "tbk", "eb", "ebk")]
        row += [site.get("re", 0), site.get("fail", [0])[0]]
        for name in set(functions_of(profile, site)):
            if re.fullmatch(pattern, name):
                found[name] = [a + b for a, b in zip(found[name], row)]
    for name in sorted(found):
        print(name, *found[name])


def tell_accesses(profile, pattern):
    """Print the accesses of sites, by the innermost function that matches."""
    found = collections.defaultdict(lambda: [0] * 8)
    for site in profile["pps"]:
        name = next((name for name in functions_of(profile, site)
                     if re.fullmatch(pattern, name)), None)
        values = [site["rb"], site["wb"]]
        for key in ("nr", "nw", "nt"):
            values += site.get(key, [0, 0])
        if name:
            found[name] = [a + b for a, b in zip(found[name], values)]
    for name in sorted(found):
        print(name, *found[name])


def tell_sum(profile, key, patterns):
    """The sum of one key over the sites whose path has all the patterns."""
    key, _, index = key.partition(".")
    total = 0
    for site in profile["pps"]:
        names = functions_of(profile, site)
        if all(any(re.fullmatch(pattern, name) for name in names)
               for pattern in patterns):
            value = site.get(key, [0] * 4 if index else 0)
            total += value[int(index)] if index else value
    print(total)


def tell_paths(profile):
    """Each site at the peak: bytes, blocks, functions."""
    for site in sorted(profile["pps"], key=lambda site: -site["gb"]):
        print(site["gb"], site["gbk"], " < ".join(functions_of(profile, site)))


def tell_trees(profile):
    """Each path from main on, whatever its addresses."""
    found = collections.defaultdict(lambda: [0] * 6)
    for site in profile["pps"]:
        names = functions_of(profile, site)
        if "main" not in names:
            continue
        row = [site[key] for key in ("tb", "tbk", "eb", "ebk")]
        row += [site.get("re", 0), site.get("fail", [0])[0]]
        name = " < ".join(names)
        found[name] = [a + b for a, b in zip(found[name], row)]
    for name in sorted(found):
        print(*found[name], name)


def tell_get(profile, path):
    """A value, by its path."""
    for key in path.split("."):
        profile = profile[int(key) if isinstance(profile, list) else key]
    print(json.dumps(profile))


def massif_most(path):
    """The largest heap bytes, extra bytes and stack bytes of massif's file,
    each by itself."""
    with open(path, encoding="latin-1") as file:
        text = file.read()
    return [max(map(int, re.findall(rf"^mem_{name}=(\d+)$", text, re.M)))
            for name in ("heap_B", "heap_extra_B", "stacks_B")]


def main(arguments):
    """The exit status."""
    try:
        command, path, *rest = arguments
    except ValueError:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if command == "massif":
            print(*massif_most(path))
            return 0
        if command == "validate":
            for path in [path, *rest]:
                validate(load(path))
            return 0
        profile = load(path)
        if command == "totals":
            print(*(totals_of(profile)[name] for name in rest))
        elif command == "get":
            for keys in rest:
                tell_get(profile, keys)
        elif command == "sites":
            tell_sites(profile, rest[0])
        elif command == "accesses":
            tell_accesses(profile, rest[0])
        elif command == "sum":
            tell_sum(profile, rest[0], rest[1:])
        elif command == "paths":
            tell_paths(profile)
        elif command == "trees":
            tell_trees(profile)
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except (ProfileError, OSError, KeyError, IndexError) as error:
        print(f"heap_profile.py: {path}: {type(error).__name__}: {error}",
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
