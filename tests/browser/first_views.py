# first_views.py -- tests of what a reader of a page sees first, in a browser.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests as in views.py: each takes a Page and a Document, and returns what is wrong."""

import collections

MIDDLE = (1000, 800)

# Of a table's rows their value, and the width of their bar in percent.
LISTED = """
   const width = (row) => parseFloat(
      row.querySelector("[data-column='bars'] > span").style.width);
   return [...document.querySelectorAll(arguments[0])].map((row) =>
      [Number(row.dataset.value), width(row)]);"""

# Names of what stands before an element in the view: tables, and facts of the machine.
ABOVE = """
   const at = document.querySelector(arguments[0]);
   return [...document.querySelectorAll("#view [data-table], #view dt")].filter((e) =>
      e.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING).map((e) =>
      e.dataset.table || e.textContent);"""

TOP_ROWS = """
   return [...document.querySelectorAll(arguments[0] + " tr[data-name]")].map((row) =>
      [row.dataset.name, Number(row.querySelector("[data-column]").dataset.value)]);"""

# Tabs and controls that are not wholly in the window, or lie over others.
CUT = """
   const all = [...document.querySelectorAll(".tab, .controls > *")].filter((e) =>
      e.checkVisibility());
   const box = (e) => e.getBoundingClientRect();
   const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
      && a.top < b.bottom - 1 && b.top < a.bottom - 1;
   return all.filter((e) => box(e).left < -1 || box(e).right > innerWidth + 1 ||
      e.scrollWidth > e.clientWidth + 1 && !e.matches("select") ||
      all.some((other) => other !== e && meet(box(e), box(other))))
      .map((e) => e.textContent.slice(0, 40));"""

# How far places in the first row of a table end behind their cell, if its name is long.
HIDDEN = """
   const cell = [...document.querySelectorAll("#view .grid td.name-cell")].find((e) =>
      e.querySelector(".place") && e.querySelector(".name"));
   if (!cell)
      return 0;
   cell.querySelector(".name").textContent = "long_name_of_a_function<".repeat(20);
   return cell.querySelector(".place").getBoundingClientRect().left
      - cell.getBoundingClientRect().right + 40;"""


def first_screen(page, document):
    """The overview begins with what the terminal begins with, once, with bars."""
    page.go(view="overview")
    if document.is_pair:
        return []
    report = document.report
    if document.is_heap:
        return heap_first(page, report)
    places = report["places"][:8]
    shown = page.run(LISTED, "[data-table='places'] tr[data-value]")
    wrong = [] if [value for value, _ in shown] == [
        place["share"] for place in places] else [f"places: {shown}"]
    wrong += [f"a bar of {width}%, not {value}" for value, width in shown
              if abs(value - width) > 0.01]
    if not places:
        return wrong
    above = page.run(ABOVE, "[data-table='places']")
    if {name for name in above if "cache" in name or name.startswith(("TLB", "Tool"))}:
        wrong.append(f"above the places: {above}")
    if not page.has("#view dt"):
        wrong.append("no facts of the run")
    small = page.run("""
       return [...document.querySelectorAll("[data-table='places'] .why")].filter((e) =>
          getComputedStyle(e).fontSize !== getComputedStyle(document.body).fontSize ||
          getComputedStyle(e).color !== getComputedStyle(document.body).color).length;""")
    return wrong + ([f"{small} reasons are small or grey"] if small else [])


def heap_first(page, report):
    """Memory over time with who holds the peak, then findings, once."""
    findings = report["findings"]
    shown = [value for value, _ in page.run(LISTED, "#view tr[data-finding]")]
    wrong = [f"findings: {shown}"] if shown != [
        finding["saved_bytes"] for finding in findings[:8]] else []
    if report["timeline"] and not page.has("#view [data-timeline] .line"):
        wrong.append("no memory over time")
    held = page.run("return [...document.querySelectorAll(\"[data-table='held'] tr\")]"
                    ".map((e) => e.dataset.name);")
    verdict = report.get("verdict") or {}
    names = [holder["name"] for holder in verdict.get("at_peak", [])]
    if held[:len(names)] != names or len(held) > len(names) + 1:
        wrong.append(f"the peak is held by {held}, not {names}")
    return wrong


def own_lines(document):
    """{"a.c:12": [values]} of the program's own lines, by the report: of a pair changes.
    None: the report has none."""
    report = document.report
    rows = (report.get("verdict") or {}).get("lines") if document.is_pair else (
        report.get("own"))
    if rows is None:
        return None
    sums = collections.defaultdict(lambda: [0] * len(document.columns))
    for row in rows:
        line = 0 if row.get("gone") else row.get("statement", row["line"])
        values = ([new - old for new, old in zip(row["new"], row["old"])]
                  if document.is_pair else row["values"])
        key = f"{row['file']}:{line}"
        sums[key] = [a + b for a, b in zip(sums[key], values)]
    return sums


def own_first(page, document):
    """With own code on, the overview's lists and tables have own lines with what they
    run, and no row of zeros."""
    if document.is_heap or not document.has_libraries():
        return []
    own, wrong = own_lines(document), []
    if own is None:
        return ["the document has no lines of the program"]
    for index, name in list(enumerate(document.columns))[:3]:
        page.go(view="overview", kind=name, code="own")
        rows = page.run(TOP_ROWS, "[data-table='top-lines']")
        best = sorted((abs(values[index]) for key, values in own.items()
                       if values[index] and not key.endswith(":0")
                       and "(below main)" not in key), reverse=True)[:8]
        if [abs(value) for _, value in rows] != best:
            wrong.append(f"{name}: {rows}, not {best}")
        wrong += [f"{name}: {key} is {value}, not {own[key][index]}"
                  for key, value in rows if own[key][index] != value]
        hottest = page.data(".hottest .hottest-place a", "none")
        if rows and rows[0][0].rpartition("/")[2] not in [text for _, text in hottest]:
            wrong.append(f"{name}: the line is {hottest}, not {rows[0]}")
        shown = page.run("""
           return [...document.querySelectorAll("#view .report-table tr[data-name]")]
              .map((row) => row.dataset.name);""")
        libraries = {file["name"] for file in document.report["files"]
                     if file.get("library")}
        wrong += [f"a library's line: {name}" for name in shown
                  if name.rpartition(":")[0] in libraries]
    page.go(view="tables", code="own", **{"tables.of": "functions"})
    rows = page.run("""
       return [...document.querySelectorAll("#view .grid tr[data-name]")].map((row) =>
          [row.dataset.name, ...[...row.querySelectorAll("td[data-value]")].map((e) =>
             Number(e.dataset.value))]);""")
    wrong += [f"a row of zeros: {row}" for row in rows if not any(row[1:])]
    return wrong


def owners_of_frames(page, document):
    """A flame graph is coloured by whose code it is, and says so."""
    if not document.paths or not document.paths["parent"] or not document.has_libraries():
        return []
    page.go(view="flame", code="own", colour="owner")
    legend = page.run("return document.querySelector('.flame-legend').textContent;")
    wrong = [f"legend: {legend}"] if not all(
        word in legend for word in ("own code", "libraries", "system")) else []
    page.go(view="flame", code="own")
    chosen = page.run("return document.querySelector(\"select[aria-label='Colours']\")"
                      ".value;")
    wanted = "change" if document.is_pair else "owner"
    return wrong + ([f"colours: {chosen}"] if chosen != wanted else [])


def fits(page, _document):
    """In a window of middle width all tabs and controls are there, and say what they do;
    a long name leaves room for the place behind it."""
    page.browser.resize(*MIDDLE)
    wrong = [f"is cut, or over another: {text}" for text in page.run(CUT)]
    if not page.has(".controls button[title*='numbers']"):
        wrong.append("no button for short numbers")
    elif page.one(".controls button[title*='numbers']").text != "Short numbers":
        wrong.append("the button does not say what it does")
    for view in ("tables", "sites"):
        if page.has(f"nav [data-view='{view}']"):
            page.go(view=view)
            page.frames()
            if page.run(HIDDEN) > 0:
                wrong.append(f"{view}: a long name hides its place")
    return wrong


FIRST_TESTS = [first_screen, own_first, owners_of_frames, fits]
