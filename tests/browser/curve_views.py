# curve_views.py -- tests of the view of a sweep's curves in a browser.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests as in views.py: each takes a Page and a Document, and returns what is wrong."""

import re

ROWS = """
   return [...document.querySelectorAll("table[data-table='curves'] tr[data-name]")].map(
      (row) => [row.dataset.name, Object.fromEntries(
         [...row.querySelectorAll("[data-column][data-value]")]
            .map((e) => [e.dataset.column, Number(e.dataset.value)])),
         ...["fits", "reason"].map((name) =>
            (row.querySelector(`[data-${name}]`) || row).dataset[name] || "")]);"""
KNEES = """
   return [...document.querySelectorAll(`[data-curve="${arguments[0]}"] [data-knee]`)]
      .map((e) => Number(e.dataset.knee));"""


def sweep_of(document):
    """The names of the sweep's columns; fewer than two are no sweep."""
    if document.is_heap or document.is_pair:
        return []
    return [metric["name"] for metric in document.report["metrics"]
            if re.fullmatch(r"Lm@[1-9][0-9]{0,6}[KMGwB]?", metric["name"])]


def known_lines(document, columns):
    """{"a.c:1": {column: misses}}, and "" for the program."""
    index = {metric["name"]: i for i, metric in enumerate(document.report["metrics"])}
    lines = {"": {name: document.report["totals"]["values"][index[name]]
                  for name in columns}}
    for file in document.report["files"]:
        for function in file["functions"]:
            for line in function["lines"]:
                row = lines.setdefault(f"{file['name']}:{line['line']}",
                                       dict.fromkeys(columns, 0))
                for name in columns:
                    row[name] += line["values"][index[name]]
    return lines


def curves(page, document):
    """Lines have the document's misses; a click makes a curve stand out, others are of
    functions and data objects."""
    columns = sweep_of(document)
    if len(columns) < 2:
        return ([] if not page.has("nav [data-view='curves']")
                else ["curves without a sweep"])
    known = known_lines(document, columns)
    page.go(view="curves")
    rows = page.run(ROWS)
    wrong = [] if len(rows) > 1 else ["no rows"]
    for name, cells, _, _ in rows:
        if cells != known.get(name):
            wrong.append(f"{name}: {cells}, not {known.get(name)}")
    first = rows[1][0]
    page.click(f"#view tr[data-name='{first}'] button")
    if page.fragment().get("curves.at") != first:
        wrong.append(f"a click leads to {page.fragment()}")
    if not page.has(f"[data-curve='{first}'].chosen"):
        wrong.append("its curve does not stand out")
    for what in ("functions", "objects", "lines"):
        if page.has(f"#view [data-choose='{what}']"):
            page.click(f"#view [data-choose='{what}']")
            if len(page.run(ROWS)) < 2 or not page.has("#view svg .curve"):
                wrong.append(f"no {what}")
    return wrong


def knees(page, document):
    """What machine_profile.py computes fits where it must."""
    if document.report["command"] != "./join" or len(sweep_of(document)) < 2:
        return []
    page.go(view="curves")
    found = {name.rpartition("/")[2]: (int(fits or 0), reason, page.run(KNEES, name))
             for name, _, fits, reason in page.run(ROWS)}
    mib = 1 << 20
    expected = {"join.c:34": (8 * mib, "capacity", [8 * mib]),
                "join.c:36": (mib // 2, "cold", [mib // 2]),
                "grid.c:20": (0, "conflict", []), "grid.c:7": (0, "cold", []),
                "": (8 * mib, "capacity", [mib // 2, 8 * mib])}
    return [f"{name or 'the program'}: {found.get(name)}, not {known}"
            for name, known in expected.items() if found.get(name) != known]


CURVE_TESTS = [curves, knees]
