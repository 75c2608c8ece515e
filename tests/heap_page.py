#!/usr/bin/env python3
# heap_page.py -- checks the data of a page of heap profiles (--json=all, --html).
# SPDX-License-Identifier: GPL-2.0-or-later

"""heap_page.py DOCUMENT [REPORT]

   DOCUMENT is what --json=all prints, or a page.  Its columns have one length, indices
   are within, sums agree with the totals, and a site's node is its call path.  With
   REPORT, what --json prints of the same profile, the totals and sites are those.
"""

import json
import re
import sys

MOST_HEAT = 512
SIDES = ("old", "new")


def document(name):
    """The document in a file, which can be a page."""
    with open(name, encoding="utf-8") as file:
        text = file.read()
    if text.startswith("<!"):
        text = re.search(r'<script type="application/json" id="quern-data">'
                         r'(.*?)</script>', text, re.S)[1]
        assert "<" not in text
    return json.loads(text)


def check_paths(paths):
    """One length, indices within."""
    n = len(paths["parent"])
    columns = [paths[name] for name in
               ("function", "call_line", "call_file", "inlined")]
    for column in columns + paths["self"] + paths.get("self_new", []):
        assert len(column) == n, (len(column), n)
    assert all(-1 <= parent < i for i, parent in enumerate(paths["parent"]))
    assert all(0 <= f < len(paths["functions"]) for f in paths["function"])
    assert all(-1 <= f < len(paths["files"]) for f in paths["call_file"])
    assert paths["calls"] is None
    assert len(paths["self"]) == len(paths["kinds"])


def sides_of(data):
    """The self values of each profile, by kind."""
    kinds = [kind["name"] for kind in data["paths"]["kinds"]]
    both = [data["paths"]["self"]]
    if data["is_pair"]:
        both.append(data["paths"]["self_new"])
    return [dict(zip(kinds, self)) for self in both]


def check_lines(data, sides):
    """The lines add up to what the paths add up to."""
    assert [m["name"] for m in data["lines"]["metrics"]] == list(sides[0])
    totals = data["lines"]["totals"]
    found = [totals[s] for s in SIDES] if data["is_pair"] else [totals["values"]]
    for side, total in zip(sides, found):
        assert total == [sum(values) for values in side.values()], total


def check_amounts(data, of):
    """Nodes in order, each with bytes and blocks."""
    n = len(data["paths"]["parent"])
    assert of["nodes"] == sorted(set(of["nodes"]))
    assert all(0 <= node < n for node in of["nodes"])
    assert len(of["nodes"]) == len(of["node_bytes"]) == len(of["node_blocks"])


def check_moments(data, sides):
    """Nodes and the rest add up to what was live; moments are in order."""
    for moment in data["moments"]:
        check_amounts(data, moment)
        values = sides[moment["side"]]
        if moment["kind"] is None:
            found = [sum(moment["node_bytes"]), sum(moment["node_blocks"])]
        else:
            assert moment["nodes"] == []
            found = [sum(values[moment["kind"]]), sum(values[moment["blocks_kind"]])]
        found = [a + b for a, b in zip(found, moment["rest"][1:])]
        assert found == [moment["bytes"], moment["blocks"]], (moment["name"], found)
    times = [(moment["side"], moment["time"]) for moment in data["moments"]
             if moment["time"] is not None]
    assert times == sorted(times), times


def check_heap(data, sides):
    """Timelines have columns of one length; threads add up to all."""
    heap = data["heap"]
    assert len(heap["sides"]) == len(sides)
    for side in heap["sides"]:
        timeline = side["timeline"]
        assert timeline is None or len({len(c) for c in timeline.values()}) == 1
    for thread in heap["threads"]:
        check_amounts(data, thread)
    for i, side in enumerate(sides):
        of = [t for t in heap["threads"] if t["side"] == i]
        if of and heap["threads_left_out"] == 0:
            assert sum(sum(t["node_bytes"]) for t in of) == sum(side["total"])


def path_of(paths, node):
    """The names of its functions, outermost first."""
    names = []
    while node >= 0:
        names.append(paths["functions"][paths["function"][node]]["name"])
        node = paths["parent"][node]
    return names[::-1]


def check_sites(data):
    """What each report says of its sites."""
    if not data["is_pair"]:
        check_report(data, data["report"], data["heap"]["site_nodes"])
        return
    assert len(data["reports"]) == 2 and data["heap"]["site_nodes"] is None
    for side, totals in zip(data["reports"], data["report"]["totals"].values()):
        check_report(data, side["report"], side["site_nodes"])
        names = [metric["name"] for metric in data["report"]["metrics"]]
        assert side["report"]["totals"]["bytes"] == totals[names.index("total")]


def check_report(data, report, nodes):
    """A site's node is its path, or the part of it that is not left out.  Of a pair, a
    function can have its name of the other profile."""
    paths = data["paths"]
    assert len(nodes) == len(report["sites"])
    for site, node in zip(report["sites"], nodes):
        whole = [report["frames"][i]["function"] for i in site["path"]][::-1]
        found = path_of(paths, node)
        assert found in (["(left out)"], ["???"]) or (
            len(found) <= len(whole) if data["is_pair"]
            else found == whole[:len(found)]), (found, whole)
    for of in report["sites"] + report["types"]:
        heat = of["heat"]
        assert heat is None or len(heat["reads"] or heat["accesses"]) <= MOST_HEAT
    used = {i for of in report["sites"] + report["findings"] for i in of["path"]}
    assert used == set(range(len(report["frames"])))


def check_totals(data, sides, report):
    """The paths add up to the report's totals, and its sites are here."""
    totals = report["totals"]
    if data["is_pair"]:
        names = [metric["name"] for metric in report["metrics"]]
        for side, values in zip(SIDES, sides):
            found = [sum(values[name]) for name in names]
            assert found == totals[side], (side, found, totals[side])
        assert data["report"]["totals"] == totals
        return
    for kind, key in (("peak", "peak_bytes"), ("total", "bytes"), ("blocks", "blocks"),
                      ("leaked", "end_bytes"), ("reads", "read_bytes"),
                      ("never_read", "never_read_bytes"), ("reallocs", "reallocs")):
        if kind in sides[0] and totals[key] is not None:
            assert sum(sides[0][kind]) == totals[key], (kind, totals[key])
    assert data["report"]["totals"] == totals
    n = len(data["report"]["sites"]) + data["heap"]["sites_left_out"]
    assert n == len(report["sites"]), (n, len(report["sites"]))


def main():
    """Checks a document."""
    data = document(sys.argv[1])
    assert data["tool"] == "heapprof"
    sides = sides_of(data)
    check_paths(data["paths"])
    check_lines(data, sides)
    check_moments(data, sides)
    check_heap(data, sides)
    check_sites(data)
    if len(sys.argv) > 2:
        check_totals(data, sides, document(sys.argv[2]))


if __name__ == "__main__":
    main()
