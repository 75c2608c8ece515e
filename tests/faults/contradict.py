"""Make a profile contradict itself, in one figure.

contradict.py heap|counts IN OUT [NAME]: without NAME, prints the names of all
contradictions; with it, writes OUT and prints the place that an error must name, as an
extended regular expression.  Fails if IN has nothing of that kind.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import sys

LARGE = 2**63 - 1
END, MIN, MAX, MAX_AT, LAST, MAX_BLOCKS, MAX_EXTRA, MAX_STACK, LAST_BLOCKS = range(9)


# ---- heapprof -------------------------------------------------------------------------

def bucket(i, at, value):
    """A figure of bucket i of the timeline becomes another."""
    def change(profile):
        own = profile["heapprof"]
        buckets = own["timeline"]
        index = i % len(buckets)
        buckets[index][at] = value(own, buckets, index)
        return rf"heapprof\.timeline\[{index}\]"
    return change


def lower_all(profile):
    """No bucket reaches the peak."""
    own = profile["heapprof"]
    peak = own["totals"]["peak_bytes"]
    for row in own["timeline"]:
        for at in (MIN, MAX, LAST):
            row[at] = min(row[at], peak - 1)
    own["snapshots"] = []
    return r"heapprof\.timeline"


def snapshot(key, value):
    """A figure of the largest snapshot becomes another."""
    def change(profile):
        shots = profile["heapprof"]["snapshots"]
        index = max(range(len(shots)), key=lambda i: shots[i]["bytes"])
        shot = shots[index]
        more = value(profile) - shot[key]
        shot[key] += more
        if key in ("bytes", "blocks"):
            shot["rest"][1 if key == "bytes" else 2] += more
        return rf"heapprof\.snapshots\[{index}\]"
    return change


def site(key, value, needs=None):
    """A figure of the site with most blocks becomes another, of those that have one."""
    needs = needs or key.partition(".")[0]

    def change(profile):
        sites = profile["pps"]
        index = max(range(len(sites)), key=lambda i: sites[i]["tbk"]
                    * (needs in sites[i]))
        name, _, at = key.partition(".")
        assert needs in sites[index]
        of = sites[index]
        if at:
            of[name][int(at)] = value(of)
        else:
            of[name] = value(of)
        return rf"pps\[{index}\]"
    return change


def no_writes(profile):
    """The bytes of a site were written, but there are no writes."""
    for index, of in enumerate(profile["pps"]):
        if any(count > 0 for count in of.get("heat", {"w": []})["w"]):
            profile["heapprof"]["totals"]["writes"] -= of["wb"]
            of["wb"] = 0
            return rf"pps\[{index}\]\.heat"
    raise ValueError("no writes")


def thread_share(profile):
    """A thread allocated more than it did."""
    for index, of in enumerate(profile["pps"]):
        if "thr" in of:
            of["thr"][0][2] += 1
            return rf"pps\[{index}\]\.thr"
    raise ValueError("no thr")


def total(key, value):
    """A total becomes another."""
    def change(profile):
        totals = profile["heapprof"]["totals"]
        totals[key] = value(totals)
        return r"heapprof\.totals\."
    return change


def region(key):
    """A region has more than the program."""
    def change(profile):
        own = profile["heapprof"]
        own["regions"][0][key] = LARGE
        return rf"heapprof\.regions\[0\]\.{key}"
    return change


def address(profile):
    """A frame's address has more than 64 bits."""
    frames = profile["ftbl"]
    frames[1] = "0x118446744073709551615C2: " + frames[1].partition(": ")[2]
    return r"ftbl\[1\]: the address has more than 64 bits"


HEAP = {
    "max above the peak": bucket(1, MAX, lambda own, b, i: 99999999999),
    "max_at after its bucket": bucket(1, MAX_AT, lambda own, b, i: b[i][END] + 1),
    "max_at before its bucket": bucket(2, MAX_AT, lambda own, b, i: b[i - 1][END]),
    "max_blocks": bucket(1, MAX_BLOCKS, lambda own, b, i: LARGE),
    "max_extra": bucket(1, MAX_EXTRA, lambda own, b, i: LARGE),
    "max_stack": bucket(1, MAX_STACK, lambda own, b, i: LARGE),
    "last_blocks": bucket(1, LAST_BLOCKS, lambda own, b, i: LARGE),
    "last_extra": bucket(1, LAST_BLOCKS + 1, lambda own, b, i: LARGE),
    "end after te": bucket(-1, END, lambda own, b, i: LARGE),
    "no max is the peak": lower_all,
    "snapshot above the peak": snapshot("bytes", lambda p: 99999999999),
    "snapshot's blocks": snapshot("blocks", lambda p: 99999999999),
    "snapshot's extra": snapshot("extra", lambda p: LARGE),
    "snapshot's stack": snapshot("stack", lambda p: LARGE),
    "mb above tb": site("mb", lambda s: s["tb"] + 1),
    "gb above mb": site("mb", lambda s: s["gb"] - 1),
    "more freed than allocated": site("life.0", lambda s: s["tbk"] + 1),
    "shortest above longest": site("life.1", lambda s: s["life"][2] + 1),
    "lifetimes above te": site("life.2", lambda s: LARGE),
    "lifetimes above tl": site("tl", lambda s: s["life"][3] - 1),
    "tl above all time": site("tl", lambda s: LARGE),
    "more temporary than freed": site("tmp.0", lambda s: s["tbk"] + 1),
    "more reallocations than blocks": site("re", lambda s: LARGE),
    "smallest above largest": site("size.0", lambda s: s["size"][1] + 1),
    "more sizes than blocks": site("hist.0", lambda s: [s["hist"][0][0], LARGE]),
    "heat above wb": no_writes,
    "a thread's share": thread_share,
    "most_blocks": total("most_blocks", lambda t: t["blocks"] + 1),
    "freed bytes": total("freed_bytes", lambda t: t["bytes"] + 1),
    "freed blocks": total("freed_blocks", lambda t: t["freed_blocks"] - 1),
    "reallocations": total("reallocs", lambda t: LARGE),
    "extra at the peak": total("peak_extra_bytes", lambda t: LARGE),
    "time of the peak": total("peak_time", lambda t: LARGE),
    "a region's bytes": region("bytes"),
    "a region's peak": region("peak"),
    "an address": address,
}


# ---- cachesim -------------------------------------------------------------------------

def note(key, at, value, skip=0):
    """A word of a note `key`, not of the first `skip` ones, becomes another."""
    def change(lines):
        for number, line in enumerate(lines, 1):
            words = line.split(" ")
            if words[:2] == ["#:", key] and len(words) > at:
                if skip and number <= skip:
                    continue
                words[at] = value(lines, words)
                lines[number - 1] = " ".join(words)
                return str(number)
        raise ValueError("no " + key)
    return change


def total_of(lines):
    """The program's total of the first event."""
    return next(int(line.split()[1]) for line in lines if line.startswith("summary:"))


def above(lines, _):
    return str(total_of(lines) + 1)


def self_above(lines):
    """A function costs less than what it cost itself on its paths."""
    index = max((i for i, line in enumerate(lines) if line.startswith("#: f ")
                 and len(line.split()) > 6),
                key=lambda i: int(lines[i].split()[6]))
    words = lines[index].split()
    words[6] = "0"
    lines[index] = " ".join(words)
    return "[0-9]+"


COUNTS = {
    "a function above the total": note("f", 6, above),
    "a line above the total": note("l", 3, above),
    "an inlined function above the total": note("g", 3, above),
    "inlined code above the total": note("i", 5, above),
    "calls above the total": note("a", 5, above),
    "a function below its paths": self_above,
    "calls of an arc": note("a", 4, lambda lines, words: str(LARGE)),
    "calls of a path": note("r", 4, lambda lines, words: str(LARGE)),
    "a region above the total": note("counts", 2, above),
    "blocks of a size": note("dh", 3, lambda lines, words: str(LARGE)),
    "an offset outside": note("d", 4, lambda lines, words: str(LARGE)),
}


# ---- Both -----------------------------------------------------------------------------

def main():
    """Read, contradict, write."""
    kind, source, target, *name = sys.argv[1:]
    table = HEAP if kind == "heap" else COUNTS
    if not name:
        print("\n".join(table))
        return
    with open(source, encoding="utf-8", errors="surrogateescape") as file:
        text = file.read()
    if kind == "heap":
        profile = json.loads(text)
        place = table[name[0]](profile)
        text = json.dumps(profile)
    else:
        lines = text.split("\n")
        place = table[name[0]](lines)
        text = "\n".join(lines)
    with open(target, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
    print(place)


main()
