# heap_looks.py -- checks looks at owners in heap profiles against
# docs/FORMAT-heapprof.md.
# SPDX-License-Identifier: GPL-2.0-or-later

"""Looks at owners: a part of heap_profile.py."""

import collections
import json

from heap_rules import counts, require

ROOT_KEYS = {"lost": set(), "static": {"name", "file", "start", "size"},
             "thread-local": {"name", "file", "start", "size"},
             "stack": {"fs", "file", "start", "caller"}, "stack-top": set(),
             "registers": set(), "mapping": {"name"}}
OWNER_ROOT, OWNER_SHARED, OWNER_SITE = range(3)
MOST_SHARERS, MOST_STEPS, MOST_WORDS = 4, 40, 4
LOOK_WHY = {"asked", "time", "peak", "exit", "end"}
LOOK_KEYS = ["time", "why", "leaks", "sharers", "tree", "chains"]
IDLE_KEYS = ["idle_since", "idle"]
NO_NUMBER = -1


def check_roots(profile, own):
    """What refers to the heap: of the kinds and with the members that there are."""
    for root in own["roots"]:
        kind = root["kind"]
        require(set(root) - {"kind"} <= ROOT_KEYS[kind], "a root's keys", root)
        counts("a root", [root[key] for key in ("file", "start", "size", "caller")
                          if key in root])
        require("caller" not in root or root["caller"] < len(own["roots"])
                and own["roots"][root["caller"]]["kind"] == "stack",
                "a root's caller", root)
        require(root.get("size", 1) > 0 and root.get("name", "x"), "a root", root)
        require(("file" in root) == ("start" in root)
                and root.get("file", -1) < len(own.get("build_ids", [])),
                "a root's file", root)
        require((kind == "stack") == ("fs" in root)
                and all(0 < i < len(profile["ftbl"]) for i in root.get("fs", [])),
                "a root's frames", root)
    kinds = [root["kind"] for root in own["roots"]]
    require(kinds[:1] == ["lost"] and kinds.count("lost") == 1, "the root lost", kinds)
    texts = [json.dumps(root, sort_keys=True) for root in own["roots"]
             if root["kind"] != "mapping"
             and (root["kind"] != "stack" or "caller" in root)]
    require(len(set(texts)) == len(texts), "a root twice")


def check_leaks(profile, look):
    """What is lost, by site and kind; the sum."""
    total = [0, 0]
    of_site = collections.defaultdict(lambda: [0, 0])
    keys = [row[:2] for row in look["leaks"]]
    require(keys == sorted(keys) and len(set(map(tuple, keys))) == len(keys),
            "order of leaks", keys)
    for row in look["leaks"]:
        counts("leaks", row)
        site, kind, size, blocks, *rings = row
        require(kind < 4 and blocks > 0, "leaks", row)
        require(not rings or len(rings) == 1 and kind == 0 and 0 < rings[0] <= blocks,
                "rings", row)
        for sums in (total, of_site[site]):
            sums[0] += size
            sums[1] += blocks
    for site, (size, blocks) in of_site.items():
        require(size <= profile["pps"][site]["mb"]
                and blocks <= profile["pps"][site]["tbk"], "leaks of a site", site)
    return total, set(of_site)


def check_rings(profile, look):
    """Lost blocks that refer to each other: part of what is lost."""
    sums = [0, 0]
    for row in look.get("rings", []):
        site, offset, to, rings, size, blocks, holder, holder_offset = row
        counts("rings", [site, to, rings, size, blocks, offset + 1, holder + 1,
                         holder_offset + 1])
        require(max(site, to, holder) < len(profile["pps"]) and 0 < rings <= blocks,
                "rings", row)
        require(holder > NO_NUMBER or holder_offset == NO_NUMBER, "a ring's holder", row)
        sums = [sums[0] + size, sums[1] + blocks]
    lost = [sum(row[i] for row in look["leaks"] if row[1] < 2) for i in (2, 3)]
    require(sums[0] <= lost[0] and sums[1] <= lost[1], "rings are lost", sums, lost)


def check_tree(profile, own, look):
    """Who keeps what: each owner once, and with blocks."""
    tree, seen = look["tree"], set()
    limit = {OWNER_ROOT: len(own["roots"]), OWNER_SHARED: len(look["sharers"]),
             OWNER_SITE: len(profile["pps"])}
    retained = [row[4] for row in tree]
    for i, row in enumerate(tree):
        above, kind, what, size, blocks, *place = row
        counts("an owner", [kind, what, size, blocks, *place[1:2]])
        require(-1 <= above < i and what < limit[kind], "an owner", i, row)
        require(kind == OWNER_SITE or above == -1 and not place and not blocks,
                "a root with an owner, or blocks", row)
        offset, step, words = place[:1], place[1:2], place[2:]
        require(step == [] or step[0] > 0 or words, "step", row)
        require(len(words) <= MOST_WORDS, "words", row)
        key = (above, kind, what, "step" if any(step) else tuple(offset))
        require(key not in seen, "an owner twice", row)
        seen.add(key)
        while kind == OWNER_SITE and above >= 0:
            require(tree[above][1:3] != [OWNER_SITE, what], "a site below itself", row)
            above = tree[above][0]
    for i in range(len(tree) - 1, -1, -1):
        require(retained[i] > 0, "an owner of nothing", tree[i])
        if tree[i][0] >= 0:
            retained[tree[i][0]] += retained[i]
    return [sum(row[3] for row in tree), sum(row[4] for row in tree)]


def check_idle(look):
    """What is no longer read, of owners in ascending order."""
    require(0 < look["idle_since"] < look["time"], "idle_since", look["idle_since"])
    require([row[0] for row in look["idle"]] == sorted({row[0] for row in look["idle"]}),
            "order of idle owners", look["idle"])
    for owner, size, blocks in look["idle"]:
        counts("idle", [owner, size, blocks])
        require(owner < len(look["tree"]) and 0 < blocks <= look["tree"][owner][4]
                and size <= look["tree"][owner][3], "idle", owner, size, blocks)


def check_sharers(own, look):
    """Sets of roots, each once."""
    for row in look["sharers"]:
        roots = row[:-1] if row[-1:] == [-1] else row
        counts("sharers", roots)
        require(roots == sorted(set(roots)) and len(roots) <= MOST_SHARERS
                and all(0 < root < len(own["roots"]) for root in roots), "sharers", row)
    require(len(set(map(tuple, look["sharers"]))) == len(look["sharers"]),
            "sharers twice", look["sharers"])


def check_chain(profile, own, chain):
    """From a root, or a pool, to a block."""
    require(0 < len(chain) <= MOST_STEPS, "length of a chain", chain)
    for i, (kind, what, *offset) in enumerate(chain):
        require(kind == OWNER_SITE and -1 <= what < len(profile["pps"])
                or i == 0 and kind == OWNER_ROOT and 0 <= what < len(own["roots"]),
                "a step", chain)
        is_lost = kind == OWNER_ROOT and what == 0
        is_cut = len(chain) == MOST_STEPS and i == MOST_STEPS // 2 - 1
        is_last = i == len(chain) - 1
        require(len(offset) == (not is_lost and not is_last)
                or is_cut and not offset, "a step's offset", i, chain)
    return chain[-1][1]


def check_owners(profile, own):
    """Looks at owners."""
    require(("roots" in own) == ("owners" in own), "roots without owners")
    if "owners" not in own:
        return
    check_roots(profile, own)
    require(own["owners"], "a key without looks")
    times = [look["time"] for look in own["owners"]]
    require(times == sorted(times) and times[-1] <= profile["te"], "times of looks",
            times)
    for look in own["owners"]:
        has_idle = "idle_since" in look
        has_rings = ["rings"] * ("rings" in look)
        keys = (LOOK_KEYS[:3] + has_rings + LOOK_KEYS[3:-1] + IDLE_KEYS * has_idle
                + LOOK_KEYS[-1:])
        require(list(look) == keys and look["why"] in LOOK_WHY, "a look", list(look),
                look["why"])
        total, sites = check_leaks(profile, look)
        check_sharers(own, look)
        check_rings(profile, look)
        require(check_tree(profile, own, look) == total, "the tree's sums", total)
        if has_idle:
            check_idle(look)
        require("counting" in own or total[0] <= own["totals"]["peak_bytes"],
                "a look above the peak", total)
        ends = [check_chain(profile, own, chain) for chain in look["chains"]]
        require(ends == sorted(set(ends)) and sites <= set(ends) and -1 not in ends,
                "sites of chains", ends)
