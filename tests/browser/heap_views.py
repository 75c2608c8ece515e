# heap_views.py -- tests of the heap's views in a browser: time, sites, fields.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests as in views.py: each takes a Page and a Document, and returns what is wrong."""

import collections
import math

TREE = """
   return [...document.querySelectorAll("table[data-table='tree'] tr[data-node]")].map(
      (row) => [Number(row.dataset.node), Object.fromEntries(
         [...row.querySelectorAll("[data-column][data-value]")].map(
            (e) => [e.dataset.column, Number(e.dataset.value)]))]);"""

SITES = """
   return [...document.querySelectorAll("table[data-table='sites'] tr[data-site]")].map(
      (row) => [row.dataset.site, Object.fromEntries(
         [...row.querySelectorAll("[data-column][data-value]")].map(
            (e) => [e.dataset.column, Number(e.dataset.value)])), Object.fromEntries(
         [...row.querySelectorAll("[data-column] [data-old]")].map((e) =>
            [e.closest("[data-column]").dataset.column, Number(e.dataset.old)]))]);"""

FIELDS = """
   return [...document.querySelectorAll("#view [data-set]")].map((set) =>
      [set.dataset.set, [...set.querySelector("tbody").rows].map((row) =>
         Object.fromEntries([...row.querySelectorAll("[data-column]")].map((e) =>
            [e.dataset.column, "value" in e.dataset ? Number(e.dataset.value)
               : e.textContent.trim()])))]);"""


def has_view(page, name):
    """Whether the page has the view."""
    return page.run("return !!document.querySelector(arguments[0])",
                    f"nav [data-view='{name}']")


# ---- Over time ----

def moment_id(moment, is_pair):
    """What an address calls a moment."""
    side = ("old.", "new.")[moment["side"]] if is_pair else ""
    return side + moment["name"]


def self_values(doc, moment, unit):
    """By node what it held itself."""
    paths = doc["paths"]
    kind = moment["kind" if unit == "bytes" else "blocks_kind"]
    if kind is not None:
        index = [k["name"] for k in paths["kinds"]].index(kind)
        return paths["self_new" if moment["side"] else "self"][index]
    values = [0] * len(paths["parent"])
    for node, value in zip(moment["nodes"], moment[f"node_{unit}"]):
        values[node] = value
    return values


def inclusive(doc, values):
    """By node the values of it and all below."""
    sums = list(values)
    for node in range(len(sums) - 1, -1, -1):
        parent = doc["paths"]["parent"][node]
        if parent >= 0:
            sums[parent] += sums[node]
    return sums


def check_tree(page, what, expected):
    """The rows shown have the values expected: {column: values by node}.  Between two
    moments there are rows of what changed only."""
    rows = page.run(TREE)
    change = "bytes:change"
    shown = [expected[change]] if change in expected else expected.values()
    wrong = [f"{what}: no rows"] if not rows and any(map(any, shown)) else []
    for node, cells in rows:
        for column, values in expected.items():
            if cells.get(column) != values[node]:
                wrong.append(f"{what}: {column} of node {node} is {cells.get(column)}, "
                             f"not {values[node]}")
    return wrong


def headline(page):
    """The large figure above the tree."""
    return float(page.data("#view .large[data-value]", "value")[0][0])


def moments(page, document):
    """At each moment, and between two, the tree has the document's values."""
    doc = document.doc
    if not has_view(page, "heap") or not doc["moments"]:
        return []
    wrong = []
    step = max(1, len(doc["moments"]) // 6)
    known = [moment for i, moment in enumerate(doc["moments"])
             if i % step == 0 or moment["kind"] is not None]
    for moment in known:
        name = moment_id(moment, document.is_pair)
        page.go(view="heap", moment=name)
        wrong += check_tree(page, name, {
            unit: inclusive(doc, self_values(doc, moment, unit))
            for unit in ("bytes", "blocks")})
        if headline(page) != moment["bytes"]:
            wrong.append(f"{name}: the headline has {headline(page)} bytes")
    for old, new in zip(known, known[1:]):
        names = [moment_id(moment, document.is_pair) for moment in (old, new)]
        page.go(view="heap", **{"from": names[0], "to": names[1]})
        before, after = [inclusive(doc, self_values(doc, moment, "bytes"))
                         for moment in (old, new)]
        wrong += check_tree(page, " to ".join(names), {
            "bytes:old": before, "bytes:new": after,
            "bytes:change": [b - a for a, b in zip(before, after)]})
        if headline(page) != new["bytes"] - old["bytes"]:
            wrong.append(f"{names}: the headline has {headline(page)} bytes")
    return wrong


def timeline(page, document):
    """A click goes to the nearest moment, a drag to two; so do the arrow keys."""
    doc = document.doc
    if document.is_pair or not has_view(page, "heap"):
        return []
    page.go(view="heap")
    if not page.has("[data-timeline]"):
        return []
    names = {moment["name"]: moment["time"] for moment in doc["moments"]} | {"start": 0}
    wrong = []
    page.drag("[data-timeline] .cover", 0.25, 0.75)
    at, end = page.fragment(), doc["heap"]["sides"][0]["end_time"]
    for key, share in (("from", 0.25), ("to", 0.75)):
        best = min(abs(time - share * end) for time in names.values())
        found = abs(names.get(at.get(key), -end) - share * end)
        if found > best + 0.01 * end:
            wrong.append(f"a drag to {share} of the run goes to {at}")
    page.click("[data-timeline] .cover")
    if page.fragment().get("moment") not in names:
        wrong.append(f"a click goes to {page.fragment()}")
    page.run("document.querySelector('[data-handle=to]').focus()")
    order = sorted(names, key=names.get)
    for press, place in (("Home", 0), ("ArrowRight", 1), ("Shift+ArrowRight", 2)):
        page.press(press)
        at = page.fragment()
        if names[at.get("to", at.get("moment"))] != names[order[place]]:
            wrong.append(f"{press} goes to {at}, not {order[place]}")
    if "from" not in page.fragment():
        wrong.append("Shift makes no span")
    return wrong


def tree_keys(page, _document):
    """Rows of the tree open and close by keys, and the focus stays."""
    if not has_view(page, "heap"):
        return []
    page.go(view="heap")
    row = "table[data-table='tree'] tr[aria-expanded='true']"
    if not page.has(row):
        return []
    wrong, n_before = [], len(page.run(TREE))
    page.run("document.querySelector(arguments[0]).focus()", row)
    page.press("ArrowLeft")
    n_closed = len(page.run(TREE))
    page.press("ArrowRight")
    if not n_closed < n_before == len(page.run(TREE)):
        wrong.append(f"{n_before} rows; closed {n_closed}; open {len(page.run(TREE))}")
    if page.run("return document.activeElement.tagName") != "TR":
        wrong.append("the focus is lost")
    return wrong


# ---- Sites ----

def joined_sites(report):
    """Sites whose paths have the same steps, as lists of indices."""
    groups = collections.OrderedDict()
    for index, site in enumerate(report["sites"]):
        steps = []
        for frame in (report["frames"][i] for i in site["path"]):
            step = ((frame["function"], frame["file"], frame["line"])
                    if frame["file"] and frame["line"]
                    else (frame["function"], frame["object"], frame["address"]))
            if step not in steps:
                steps.append(step)
        groups.setdefault((site["type"], tuple(steps)), []).append(index)
    return list(groups.values())


def sums(report, group, member):
    """What the sites of a group have together."""
    return sum(report["sites"][i][member] for i in group)


def paired_sites(page, document):
    """Each row has what both profiles have at the same nodes, most changed first."""
    old, new = document.doc["reports"]
    before = joined_sites(old["report"])
    page.go(view="sites")
    wrong = []
    for site, cells, was in page.run(SITES):
        side = old if site.startswith("old.") else new
        first = int(site.split(".")[-1])
        group = next(g for g in joined_sites(side["report"]) if g[0] == first)
        nodes = {side["site_nodes"][i] for i in group}
        for column, member in (("peak", "peak_bytes"), ("total", "total_bytes")):
            if column not in cells:
                continue
            now = sums(side["report"], group, member) if side is new else 0
            olds = [sums(old["report"], other, member) for other in before
                    if nodes & {old["site_nodes"][i] for i in other}]
            if cells[column] != now or was[column] not in (olds or [0]):
                wrong.append(f"site {site}: {column} is {was[column]}, {cells[column]}")
    for column in ("peak", "total"):
        page.go(view="sites", sort=column)
        changes = [abs(cells[column] - was[column]) for _, cells, was in page.run(SITES)
                   if column in cells]
        if changes != sorted(changes, reverse=True):
            wrong.append(f"sites are not sorted by the change of {column}")
    return wrong


def sites(page, document):
    """The table of sites has the document's values, sorts and filters."""
    if not has_view(page, "sites"):
        return ["there are no sites"] if any(
            side["report"]["sites"] for side in document.doc.get("reports", [])) else []
    if document.is_pair:
        return paired_sites(page, document)
    report = document.report
    groups = joined_sites(report)
    page.go(view="sites")
    wrong = []
    columns = [name for name, _ in page.data("table[data-table='sites'] th[data-column]",
                                             "column")]
    members = {"peak": "peak_bytes", "leaked": "end_bytes", "total": "total_bytes",
               "blocks": "total_blocks", "reads": "read_bytes"}
    known = {group[0]: group for group in groups}
    if int(page.data("#view [data-count]", "count")[0][0]) != len(groups):
        wrong.append(f"not {len(groups)} sites")
    for column in columns:
        if column == "name":
            continue
        page.click(f"table[data-table='sites'] th[data-column='{column}'] button")
        rows = page.run(SITES)
        values = [cells[column] for _, cells, _ in rows if column in cells]
        if values not in (sorted(values), sorted(values, reverse=True)):
            wrong.append(f"sites are not sorted by {column}")
        for first, cells, _ in rows if column in members else []:
            value = sums(report, known[int(first)], members[column])
            found = cells.get(column)
            if found != value:
                wrong.append(f"site {first}: {column} is {found}, not {value}")
    page.click("table[data-table='sites'] tbody a")
    if not page.has(".site-details .path li") or "sites.site" not in page.fragment():
        wrong.append("a click does not show a site")
    page.type("#view input[type=search]", "no such function")
    if page.data("#view [data-count]", "count")[0][0] != "0":
        wrong.append("a search for nothing finds sites")
    return wrong


# ---- Fields ----

def fields(page, document):
    """The ranges of each type lie side by side and have the averages of its heat."""
    if not has_view(page, "fields"):
        return []
    page.go(view="fields", **{"fields.all": "1"})
    reports = [side["report"] for side in document.doc.get("reports", [])]
    types = {t["name"]: t for report in reports or [document.report]
             for t in report["types"] if t["heat"]}
    page.run("for (const d of document.querySelectorAll('#view details')) d.open = true;")
    shown = dict(page.run(FIELDS))
    wrong = [f"{name} is not shown" for name in types.keys() - shown.keys()]
    for name, rows in shown.items():
        if name not in types:
            continue
        heat, end = types[name]["heat"], 0
        for row in rows:
            first = int(row["offset"]) // heat["unit"]
            last = math.ceil((row["offset"] + row["bytes"]) / heat["unit"])
            if row["offset"] != end:
                wrong.append(f"{name}: {row['offset']} does not follow {end}")
            end = row["offset"] + row["bytes"]
            for what in ("reads", "writes") if heat["reads"] else ():
                mean = math.ceil(sum(heat[what][first:last]) / (last - first))
                if row[what] != mean:
                    wrong.append(f"{name}: {what} at {first} are {row[what]}, not {mean}")
            is_unread = heat["reads"] and not any(heat["reads"][first:last])
            if is_unread and row["name"] != "padding" and not (
                    row["mark"] in ("never read", "never touched")):
                wrong.append(f"{name}: {row['name']} was never read: {row['mark']}")
        if end != types[name]["size"]:
            wrong.append(f"{name}: {end} of {types[name]['size']} bytes are shown")
    return wrong


# ---- Owners ----

def owner_paths(owners):
    """Of each owner what it is called, and all above it, without its look."""
    paths = []
    for owner in owners:
        above = () if owner["above"] is None else paths[owner["above"]]
        paths.append(above + (tuple(
            str(owner[name]) for name in ("kind", "name", "file", "function", "field",
                                          "path")),))
    return paths


def expected_owners(report, look):
    """By owner of a look the cells of its row; what grew is of the look before, where all
    that is live has an owner in these documents."""
    paths = owner_paths(report["owners"])
    before = {path: owner["retained_bytes"] for path, owner in
              zip(paths, report["owners"]) if owner["look"] == look - 1}
    cells = {}
    for i, owner in enumerate(report["owners"]):
        if owner["look"] == look:
            size = owner["retained_bytes"]
            cells[i] = {"bytes": size, "blocks": owner["retained_blocks"]}
            if look > 0:
                cells[i]["grown"] = size - before.get(paths[i], 0)
    return cells


def owner_rows(page):
    """The rows of the tree."""
    return [(node, {name: value for name, value in cells.items() if name != "share"})
            for node, cells in page.run(TREE.replace("'tree'", "'owners'"))]


def owners(page, document):
    """The tree has the document's values in each look; so do what is lost, and an owner
    that is chosen."""
    report = document.report
    if document.is_pair:
        return paired_owners(page, report.get("owners", []))
    if not has_view(page, "owners"):
        return ["there are no owners"] if report.get("looks") else []
    wrong = []
    for number, look in enumerate(report["looks"]):
        page.go(view="owners", **{"owners.look": number})
        expected, rows = expected_owners(report, number), owner_rows(page)
        wrong += [f"look {number}, owner {node}: {cells}, not {expected.get(node)}"
                  for node, cells in rows if cells != expected.get(node)]
        sizes = [expected[node]["bytes"] for node, _ in rows
                 if report["owners"][node]["above"] is None]
        if not sizes or sizes != sorted(sizes, reverse=True):
            wrong.append(f"look {number}: owners of {sizes} bytes")
        kinds = ("definite", "indirect", "possible", "reachable")
        if headline(page) != sum(look[f"{kind}_bytes"] for kind in kinds):
            wrong.append(f"look {number}: the headline has {headline(page)} bytes")
        lost = page.run("""return [...document.querySelectorAll(
            "table[data-table='leak-kinds'] tbody [data-value]")].map(
               (e) => Number(e.dataset.value))""")
        if lost != [look[f"{kind}_{unit}"] for kind in kinds
                    for unit in ("bytes", "blocks")]:
            wrong.append(f"look {number}: {lost} are lost")
        n_places = len(page.all("table[data-table='leaks'] tbody tr"))
        if n_places != min(20, sum(leak["look"] == number for leak in report["leaks"])):
            wrong.append(f"look {number}: {n_places} places of leaks")
    return wrong + what_grew(page, report) + chosen_owners(page, report)


PAIRED = """
   return [...document.querySelectorAll("table[data-table='owners'] tr[data-name]")].map(
      (row) => [row.dataset.name, ...["change", "old", "new"].map((of) => Number(
         row.querySelector(`[data-column='retained:${of}']`).dataset.value))]);"""


def paired_owners(page, expected):
    """Of two profiles: the table has the document's values, the most changed first."""
    if not has_view(page, "owners"):
        return ["there are no owners"] if expected else []
    page.go(view="owners")
    rows = page.run(PAIRED)
    values = sorted([owner["new"] - owner["old"], owner["old"], owner["new"]]
                    for owner in expected)
    wrong = [] if sorted(row[1:] for row in rows) == values else [f"{rows}, not {values}"]
    wrong += [f"{owner['name']} is not there" for owner in expected
              if not any((owner["name"] or "") in name
                         and [owner["old"], owner["new"]] == both
                         for name, _, *both in rows)]
    changes = [abs(row[1]) for row in rows]
    if changes != sorted(changes, reverse=True):
        wrong.append(f"not sorted by change: {rows}")
    page.click("table[data-table='owners'] th[data-column='retained:new'] button")
    sizes = [row[3] for row in page.run(PAIRED)]
    if sizes != sorted(sizes, reverse=True):
        wrong.append(f"not sorted by new value: {sizes}")
    page.run("document.querySelector('#view input[type=search]').focus()")
    page.press(*["ArrowDown"] * len(rows))
    at = page.run("return document.activeElement.closest('tr')?.ariaRowIndex")
    if at != str(len(rows) + 1):
        wrong.append(f"{len(rows)} times down leads to row {at}")
    name = next(owner["name"] for owner in expected if owner["name"])
    page.type("#view input[type=search]", name)
    page.until(lambda: page.fragment().get("q") == name, "it is searched")
    if not 0 < len(page.run(PAIRED)) < len(rows):
        wrong.append(f"a search for {name} finds {page.run(PAIRED)}")
    return wrong


def what_grew(page, report):
    """Only what grew is shown, the most first."""
    last = len(report["looks"]) - 1
    page.go(view="owners", **{"owners.show": "grown"})
    grown = [cells["grown"] for node, cells in owner_rows(page)
             if report["owners"][node]["above"] is None] if last > 0 else []
    is_right = grown == sorted(grown, reverse=True) and min(grown, default=1) > 0
    return [] if is_right else [f"grew by {grown}"]


def chosen_owners(page, report):
    """An owner's details: what keeps it, and the chain to its blocks."""
    idle = any(owner.get("idle_bytes", 0) > 0 for owner in report["owners"])
    wrong = [] if idle else ["nothing is idle"]
    chains = {(chain["look"], str(chain["path"])): chain["steps"]
              for chain in report["chains"]}
    page.go(view="owners")
    page.click("table[data-table='owners'] tbody tr[data-node] a")
    if not page.has("#owner-details h2") or "owners.of" not in page.fragment():
        wrong.append("a click does not show an owner")
    for node, owner in enumerate(report["owners"]):
        page.go(view="owners", **{"owners.look": owner["look"], "owners.of": node})
        depth, above = 0, owner["above"]
        while above is not None:
            depth, above = depth + 1, report["owners"][above]["above"]
        steps = chains.get((owner["look"], str(owner["path"])), [])
        shown = [len(page.all(f"#owner-details [data-list='{name}'] li"))
                 for name in ("kept-by", "chain")]
        if shown != [depth, len(steps)]:
            wrong.append(f"owner {node}: {shown}, not {depth} above, {len(steps)} steps")
        facts = page.run(
            "return document.querySelector('#owner-details .facts').innerText")
        if ("not read since" in facts) != (owner.get("idle_bytes", 0) > 0):
            wrong.append(f"owner {node}: {owner.get('idle_bytes')} idle, but {facts}")
        if not page.has(f"tr[data-node='{node}'][aria-selected]"):
            wrong.append(f"owner {node} is not marked in the tree")
    page.type("#view input[type=search]", "no such owner")
    if page.has("table[data-table='owners'] tr[data-node]"):
        wrong.append("a search for nothing finds owners")
    return wrong


def owner_icicle(page, document):
    """A click zooms to an owner, Escape out; the keyboard moves and zooms, too."""
    if not has_view(page, "owners"):
        return []
    page.go(view="owners", **{"owners.form": "icicle"})
    page.click_at(".owner-icicle .flame-pane", 5, 30)
    node = int(page.fragment().get("owners.of", -1))
    known = document.report["owners"]
    last = len(document.report["looks"]) - 1
    best = max((i for i, owner in enumerate(known) if owner["look"] == last
                and owner["above"] is None),
               key=lambda i: known[i]["retained_bytes"])
    wrong = [] if node == best else [f"a click zooms to {node}, not {best}"]
    if not page.has("#owner-details h2"):
        wrong.append("it is not shown")
    page.press("Esc")
    if "owners.of" in page.fragment():
        wrong.append("Escape leaves the zoom")
    page.press("Home", "ArrowDown", "ArrowDown", "Enter")
    node = int(page.fragment().get("owners.of", -1))
    if node < 0 or known[node]["above"] != best:
        wrong.append(f"keys zoom to {node}, not below {best}")
    page.type("#view input[type=search]", known[best]["name"])
    page.until(lambda: page.fragment().get("q") == known[best]["name"], "it is searched")
    return wrong


HEAP_TESTS = [moments, timeline, tree_keys, sites, fields, owners, owner_icicle]
