# data_views.py -- tests of the views of data objects and of sharing in a browser.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests as in views.py: each takes a Page and a Document, and returns what is wrong."""

import re

TABLE = """
   const table = `table[data-table='${arguments[0]}']`;
   return [...document.querySelectorAll(`${table} tr[data-name]`)].map((row) => [
      row.dataset.datum === undefined ? row.dataset.name : Number(row.dataset.datum),
         Object.fromEntries([...row.querySelectorAll("[data-column][data-value]")]
            .map((e) => [e.dataset.column, Number(e.dataset.value)]))]);"""

SHARED = """
   return [...document.querySelectorAll("#view [data-shared]")].map((line) => [
      line.dataset.verdict,
      Object.fromEntries([...line.querySelectorAll(".shares [data-column]")]
         .map((e) => [e.dataset.column, Number(e.dataset.value)])),
      [...line.querySelectorAll("tr[data-thread]")].map((row) => [
         Number(row.dataset.thread), row.dataset.name,
         ...[...row.querySelectorAll("td[data-value]")]
            .map((e) => Number(e.dataset.value))])]);"""

# Sums of events that a metric's formula can name.
SUMS = {"L1m": ("D1mr", "D1mw"), "LLm": ("DLmr", "DLmw")}


class Data:
    """What the document knows of data objects; columns as the page names them."""

    def __init__(self, document):
        self.data = document.report["data"]
        self.is_pair = document.is_pair
        self.events = self.data["events"]
        self.estimates = {}
        for metric in document.report["metrics"]:
            terms = [re.fullmatch(r"\s*(?:([\d.]+) \* )?(L1m|LLm)\s*", term)
                     for term in metric["formula"].split("+")]
            if any(terms):
                self.estimates[metric["name"]] = [
                    (float(term[1] or 1), SUMS[term[2]]) for term in terms if term]

    def columns(self, item):
        """{column: value} of an object, field or line."""
        found = {}
        for side in ("old", "new") if self.is_pair else ("values",):
            values = dict(zip(self.events, item[side]))
            for name, terms in self.estimates.items():
                values[name] = sum(weight * sum(values.get(event, 0) for event in events)
                                   for weight, events in terms)
            for name, value in values.items():
                found[f"{name}:{side}" if self.is_pair else name] = value
        if self.is_pair:
            for name in [*self.events, *self.estimates]:
                found[f"{name}:change"] = found[f"{name}:new"] - found[f"{name}:old"]
        return found

    def at(self, file, line):
        """The triples of a source line."""
        return [item for item in self.data["lines"]
                if (item["file"], item["line"]) == (file, line)]


def is_there(document, name):
    """Whether the report has data objects with misses, or shared lines of memory."""
    part = document.report.get(name)
    if name == "sharing" and part and document.is_pair:
        return any(has_verdict(part[side]) for side in ("old", "new"))
    if name == "data":
        return bool(part and part["events"] and part["objects"])
    return has_verdict(part)


def has_verdict(part):
    """Whether a member "sharing" has findings."""
    return bool(part) and any(line["verdict"] != "none" for line in part["lines"])


def differing(what, cells, known):
    """Cells, {column: value}, that are not as known."""
    return [f"{what}: {column} is {value}, not {known[column]}"
            for column, value in cells.items()
            if column in known and abs(value - known[column]) > 1e-9 * abs(value)]


def data_objects(page, document):
    """The table and each data object have the document's figures."""
    if not is_there(document, "data"):
        return ([] if not page.has("nav [data-view='data']")
                else ["a view without data objects"])
    known = Data(document)
    objects = known.data["objects"]
    page.go(view="data")
    rows = page.run(TABLE, "data")
    wrong = [] if rows else ["no rows"]
    for index, cells in rows:
        wrong += differing(objects[index]["label"], cells, {
            **known.columns(objects[index]), "blocks": objects[index]["blocks"]})
    for index, _ in rows[:6]:
        page.click(f"#view tr[data-datum='{index}'] a")
        if page.fragment().get("data.of") != str(index):
            wrong.append(f"a click chooses {page.fragment()}, not {index}")
        wrong += one_object(page, known, index)
    return wrong


def one_object(page, known, index):
    """The fields and lines of the object that is shown."""
    item = known.data["objects"][index]
    label = item["label"]
    shown = page.run(TABLE, "datum-fields")
    wrong = []
    fields = item["fields"]
    if all(field["name"] is None and field["offset"] is None for field in fields):
        fields = []  # a sentence says so
    if len(shown) != len(fields):
        wrong.append(f"{label}: {len(shown)} fields, not {len(fields)}")
    for (name, cells), field in zip(shown, fields):
        wrong += differing(f"{label}, {name}", cells, {
            **known.columns(field), "offset": field["offset"] or 0,
            "bytes": field["size_B"] or 0})
    lines = {}
    for line in known.data["lines"]:
        if line["object"] == index:
            lines.setdefault(f"{line['file']}:{line['line']}", []).append(
                known.columns(line))
    for name, cells in page.run(TABLE, "datum-lines"):
        if all(differing(name, cells, columns) for columns in lines.get(name, [])):
            wrong.append(f"{label}: {name} has {cells}")
    findings = len([f for f in known.data["findings"] if f["object"] == index])
    if len(page.data("#view .datum [data-finding]", "finding")) != findings:
        wrong.append(f"{label}: not {findings} findings")
    return wrong


def data_by_keyboard(page, document):
    """The keyboard leads from the search to a data object, and shows it."""
    if not is_there(document, "data"):
        return []
    page.go(view="data")
    page.run("document.querySelector('#view input[type=search]').focus()")
    page.press("ArrowDown", "ArrowDown", "Enter")
    rows = page.run(TABLE, "data")
    at = page.run("return document.activeElement.closest('tr').dataset.datum")
    wanted = rows[min(1, len(rows) - 1)][0]
    if page.fragment().get("data.of") != str(wanted) or at != str(wanted):
        return [f"{page.fragment()}, at {at}, not data.of {wanted}"]
    return []


def data_of_lines(page, document):
    """The source view has what a line misses on, the overview what is missed most."""
    if not is_there(document, "data") or not document.report["data"]["lines"]:
        return []
    known = Data(document)
    wrong = []
    lines = [item for item in known.data["lines"] if item["line"] > 0]
    for item in lines[:5]:
        page.go(view="source", file=item["file"], line=item["line"])
        triples = [known.columns(t) for t in known.at(item["file"], item["line"])]
        shown = page.run(TABLE, "line-data")
        if not shown:
            wrong.append(f"{item['file']}:{item['line']} misses on nothing")
        for name, cells in shown:
            if all(differing(name, cells, columns) for columns in triples):
                wrong.append(f"{item['file']}:{item['line']}: {name} has {cells}")
    page.go(view="overview")
    if not page.has("#view [data-triple]"):
        wrong.append("the overview has no data")
    return wrong


def data_sums(_page, document):
    """The misses of each line are those of its data objects."""
    if (not is_there(document, "data") or document.is_pair
            or any(document.report["data"]["left_out"].values())):
        return []
    known, sums = Data(document), {}
    for item in known.data["lines"]:
        row = sums.setdefault(f"{item['file']}:{item['line']}", {})
        for name, value in zip(known.events, item["values"]):
            row[name] = row.get(name, 0) + value
    return [f"{key}: {name} is {row[name]}, of its data {sums.get(key, {}).get(name, 0)}"
            for key, row in document.tables["lines"].items() for name in known.events
            if name in row and row[name] != sums.get(key, {}).get(name, 0)]


def sharing(page, document):
    """Lines of memory are sorted by bound and have the document's accesses."""
    if not is_there(document, "sharing"):
        return ([] if not page.has("nav [data-view='sharing']")
                else ["a view without sharing"])
    page.go(view="sharing", **{"sharing.all": "1"})
    page.run("document.querySelectorAll('#view .shared-line > button')"
             ".forEach((button) => button.click())")
    found = page.run(SHARED)
    part = document.report["sharing"]
    sides = [part["old"], part["new"]] if document.is_pair else [part]
    known = [[line["verdict"], line["bound"], line["transfers"], sorted(
        [a["thread"], f"{a['file']}:{a['line']}", a["reads"], a["writes"]]
        for a in line["accesses"])] for side in sides if side for line in side["lines"]
        if line["verdict"] != "none"]
    wrong = []
    for verdict, figures, accesses in found:
        if not any(line[0] == verdict and line[3] == sorted(accesses)
                   and (document.is_pair or line[1:3] == [figures["bound"],
                                                          figures["transfers"]])
                   for line in known):
            wrong.append(f"not in the document: {verdict} {figures} {accesses[:2]}")
    bounds = [figures["bound"] for _, figures, _ in found]
    if not document.is_pair and (bounds != sorted(bounds, reverse=True)
                                 or len(found) != len(known)):
        wrong.append(f"{len(found)} of {len(known)} lines of memory, bounds {bounds[:5]}")
    return wrong + sharing_choices(page, found)


def sharing_choices(page, found):
    """Each verdict leaves its lines; the address restores the choice."""
    wrong = []
    for verdict in sorted({verdict for verdict, _, _ in found}):
        page.go(view="sharing", **{"sharing.of": verdict, "sharing.all": "1"})
        shown = [line[0] for line in page.run(SHARED)]
        wanted = [line[0] for line in found if line[0] == verdict]
        if shown != wanted:
            wrong.append(f"{verdict}: {len(shown)} lines, not {len(wanted)}")
    page.go(view="sharing", q="no such name \u2203")
    if page.run(SHARED):
        wrong.append("a search that nothing matches leaves lines")
    page.go(view="sharing")
    link = "#view .shared-line td a[href^='#view=source']"
    if page.has(link):
        page.click(link)
        if page.view() != "source" or "line" not in page.fragment():
            wrong.append(f"a line's link leads to {page.fragment()}")
    return wrong


STRIPS = """
   return [...document.querySelectorAll("#view .moved")].map((part) => [
      Number(part.dataset.rule), part.querySelector("h2").textContent,
      [...part.querySelectorAll(".part")].map((strip) => [
         strip.querySelector("h3").textContent,
         [...strip.querySelectorAll(".cell:not(.continued)")]
            .map((cell) => cell.title)])]);"""


def layout(page, document):
    """Each rule has the document's figures, and its fields, before and after."""
    verdict = document.report.get("layout_verdict")
    if not verdict:
        return [] if not page.has("nav [data-view='layout']") else ["a view of no layout"]
    page.go(view="layout")
    rows = dict(page.run(TABLE, "layout"))
    wrong = [] if list(rows) == [str(rule["rule"]) for rule in verdict["rules"]] else [
        f"rules {list(rows)}"]
    for rule in verdict["rules"]:
        wrong += differing(rule["text"], rows.get(str(rule["rule"]), {}), rule)
    if len(rows) > 1 and not all("percent" in row for row in rows.values()):
        wrong.append("a rule without cycles")
    strips = page.run(STRIPS)
    for number, name, parts in strips:
        wrong += moved_fields(document, number, name, parts)
    split = [rule["rule"] for rule in verdict["rules"] if rule["kind"] == "split"]
    if split and [number for number, _, _ in strips] != split:
        wrong.append(f"strips of {[rule for rule, _, _ in strips]}, not of {split}")
    return wrong


def moved_fields(document, number, name, parts):
    """The first strip has each field as OLD misses on it, the others as NEW does."""
    item = [item for item in document.report["data"]["objects"]
            if item["label"] == name and item.get("rule") == number]
    if len(item) != 1:
        return [f"{name} is {len(item)} data objects"]
    events = document.report["data"]["events"]
    reads, writes = events.index("D1mr"), events.index("D1mw")

    def words(side):
        return sorted((field["name"], f"read misses: {field[side][reads]:,}",
                       f"write misses: {field[side][writes]:,}")
                      for field in item[0]["fields"] if field["name"])

    def shown(strips):
        cells = [cell.split("\n") for _, cells in strips for cell in cells]
        return sorted((cell[0], cell[2], cell[3]) for cell in cells if len(cell) == 4)

    before, after = shown(parts[:1]), shown(parts[1:])
    return ([] if before == words("old") else [f"before: {before}"]) + (
        [] if after == words("new") else [f"after: {after}"])


DATA_TESTS = [data_objects, data_by_keyboard, data_of_lines, data_sums, sharing, layout]
