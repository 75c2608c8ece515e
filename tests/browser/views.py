# views.py -- tests of HTML reports in a browser.
# SPDX-License-Identifier: GPL-2.0-or-later
"""views.py [OPTION]... NAME PAGE DOCUMENT [NAME PAGE DOCUMENT]...

Opens each PAGE, which a command wrote with --html, plays a reader with mouse and
keyboard, and compares every figure shown with DOCUMENT, which the same command wrote with
--json=all.  Prints TAP.

--fast           fewer metrics, and what depends on no data with the first page only
--only=TEST,...  only these tests
--paint=MS       the first view of a page of 2 MB must be there by then
--shots=DIR      keeps pictures of every view there
--axe=FILE       the script of axe-core, which judges accessibility"""

import argparse
import pathlib
import sys
import time
import traceback

from asm_views import ASM_TESTS
from browser import SIZE, SMALL, Browser, Page, Tap
from call_views import CALL_TESTS
from curve_views import CURVE_TESTS
from data_views import DATA_TESTS
from figures import Document, text_problem
from first_views import FIRST_TESTS
from heap_views import HEAP_TESTS

# Fragments that nobody should send.
WRONG_FRAGMENTS = [
    "#", "#view=none", "#view=__proto__&fn=constructor", "#%", "#%E0%A4%A&view=flame",
    "#view=flame&kind=<img src=x onerror=window.taken=1>&node=-1",
    "#view=flame&node=999999999&form=sandwich&fn=__proto__", "#view=flame&q=(((((((((",
    "#view=calls&fn=__proto__&calls.of=length&calls.depth=1e9&calls.most=-1",
    "#view=calls&fn=constructor&calls.of=99999&calls.depth=0.5&calls.most=1e99",
    "#view=source&file=toString&line=NaN",
    "#view=source&file=javascript:alert(1)&line=-1",
    "#view=asm&asm.of=-1&asm.at=__proto__&fn=constructor&file=length&line=1e9",
    "#view=asm&asm.of=length&asm.at=0x&asm.idle=no&kind=toString&q=(((",
    "#view=asm&asm.of=99999&asm.at=constructor&asm.idle=all&q=:0",
    "#view=tables&tables.of=__proto__&sort=__proto__&dir=sideways&q=%00",
    "#view=tables&tables.columns=,,,__proto__",
    "#view=data&data.of=constructor&sort=length&kind=toString",
    "#view=data&data.of=-1&dir=sideways&q=(((", "#view=data&data.of=length",
    "#view=layout&layout.of=__proto__&q=(((&kind=length",
    "#view=sharing&sharing.of=__proto__&sharing.all=0&q=%00",
    "#view=heap&moment=__proto__&from=x&to=-1",
    "#view=heap&from=end&to=peak", "#view=sites&sort=constructor&sites.site=1e9",
    "#view=owners&owners.look=__proto__&owners.of=-1&owners.form=x&q=(((",
    "#view=owners&owners.look=9&owners.of=length&owners.form=icicle&owners.show=grown",
    "#view=fields&fields.type=constructor", "#view=overview&unit=long&side=up",
    "#view=flame&side=old&thread=9&region=x&colour=constructor",
    "#" + "a=b&" * 5000,
]

# The own text of each figure, without that of figures inside it.
FIGURES = """
   const own = (e) => [...e.childNodes].map((n) => n.nodeType === 3 ? n.data
      : n.nodeType !== 1 || n.matches("[data-value]") || n.querySelector("[data-value]")
         ? "" : own(n)).join(" ");
   return [...document.querySelectorAll(arguments[0] + " [data-value]")]
      .filter((e) => e.checkVisibility() && !e.matches("[data-frame], [data-found], tr"))
      .map((e) => [e.dataset.value, own(e).trim(), e.outerHTML.slice(0, 120)]);"""

ROWS = """
   const table = document.querySelector(arguments[0]);
   return [...table.querySelectorAll("tr[data-name]")].map((row) => [row.dataset.name,
      Object.fromEntries([...row.querySelectorAll("[data-column][data-value]")]
         .map((e) => [e.dataset.column, Number(e.dataset.value)]))]);"""

LINES = """
   return [...document.querySelectorAll("[data-line]")].map((row) =>
      [row.dataset.file + ":" + row.dataset.line,
       Object.fromEntries([...row.querySelectorAll("[data-column][data-value]")]
          .map((e) => [e.dataset.column, Number(e.dataset.value)]))]);"""


def wrong_texts(page, root="#view"):
    """Figures whose text does not show their value."""
    found = page.run(FIGURES, root)
    wrong = []
    for value, text, element in found:
        try:
            problem = text_problem(text, value) if text else None
        except ValueError:
            problem = f"no number: {value}"
        if problem:
            wrong.append(f"{problem}: {element}")
    return wrong


def views_of(page):
    """The ids of all views."""
    return [name for name, _ in page.data("nav [data-view]", "view")]


# ---- Tests: each returns a list of problems ----

def opens(page, document):
    """The page has its document and a title, and no view complains."""
    wrong = [] if page.run("return document.title") else ["no title"]
    text = page.run("return document.getElementById('quern-data').textContent")
    if not document.is_same(text):
        wrong.append("the page's document is not that of --json=all")
    if page.has("#static"):
        wrong.append("the part for readers without scripts is shown")
    for view in views_of(page):
        page.click(f"nav [data-view='{view}']")
        page.until(lambda view=view: page.view() == view, f"{view} is shown")
        wrong += wrong_texts(page)
        page.press("u")
        wrong += wrong_texts(page)
        page.press("u")
        if not page.words().strip():
            wrong.append(f"{view} is empty")
    return wrong


def overview(page, document):
    """Totals are the document's."""
    page.go(view="overview")
    totals = document.totals()
    shown = page.data("#view [data-total]", "total", "value")
    wrong = [f"{name} is {value}, not {totals.get(name)}" for name, value, _ in shown
             if name in totals and float(value) != totals[name]]
    if not any(name in totals for name, _, _ in shown):
        wrong.append(f"no totals: {shown}")
    return wrong


def threads(page, document):
    """The overview has the threads' amounts and names, the largest first."""
    report = document.report
    page.go(view="overview")
    if document.is_pair or not report.get("threads"):
        return ["a table"] if page.has("table[data-table='thread']") else []
    if document.is_heap:
        names, expected = dict(report.get("thread_names", [])), {}
        for number, size, blocks in report["threads"]:
            name = f" ({names[number]})" if number in names else ""
            expected[f"thread {number}{name}"] = {"bytes": size, "blocks": blocks}
    else:
        columns = [metric["name"] for metric in report["metrics"]]
        expected = {}
        for t in report["threads"]:
            name = t["name"] or ("main" if t["number"] == 1 else "")
            expected[f"thread {t['number']}" + (f" ({name})" if name else "")] = dict(
                zip(columns, t["values"]))
    rows = page.run(ROWS, "table[data-table='thread']")
    wrong = [f"{name} has {cells}" for name, cells in rows
             if not cells or not cells.items() <= expected.get(name, {}).items()]
    by = "bytes" if document.is_heap else columns[0]
    first = [cells.get(by, 0) for _, cells in rows]
    if len(rows) != min(20, len(expected)) or first != sorted(first, reverse=True):
        wrong.append(f"rows: {rows}")
    for is_down in (True, False):
        page.click(f"table[data-table='thread'] th[data-column='{by}'] button")
        found = [cells.get(by, 0) for _, cells in
                 page.run(ROWS, "table[data-table='thread']")]
        if found != sorted((row[by] for row in expected.values()),
                           reverse=is_down)[:20]:
            wrong.append(f"a click sorts them as {found}")
    return (wrong + wrong_texts(page, "table[data-table='thread']")
            + threads_to_choose(page, document, expected))


def threads_to_choose(page, document, names):
    """The flame graph offers the threads by the same names, and says whose it is."""
    if not document.is_heap:
        return []
    page.go(view="flame", thread="thread 2")
    offered = page.run("""
       return [...document.querySelectorAll("select[aria-label='Thread'] option")]
          .map((option) => option.textContent);""")
    label = page.run("return document.querySelector('[data-flame]').ariaLabel;")
    wanted = [name for name in names if f"{name} ".startswith("thread 2 ")]
    wrong = [f"threads to choose: {offered}"] if not set(wanted) <= set(offered) else []
    return wrong + [f"graph of {name}: {label}" for name in wanted
                    if not label.endswith(f"allocated by {name}: arrows move, Enter "
                                          "zooms, Escape shows all")]


def check_rows(rows, known, name):
    """Rows, [(name, {column: value})], whose figures are not in a table of the document,
    {key: {column: value}}, where key is the name, or ends with it."""
    by_name = {}
    for key, row in known.items():
        by_name.setdefault(key[1] if isinstance(key, tuple) else key, []).append(row)
    wrong = []
    for key, cells in rows:
        found = by_name.get(key)
        if found is None:
            wrong.append(f"{name}: no {key} in the document")
            continue
        for column, value in cells.items():
            if (any(column in row for row in found)
                    and value not in [row.get(column, 0) for row in found]):
                wrong.append(f"{name}: {key}: {column} is {value}, not "
                             f"{[row.get(column, 0) for row in found]}")
    return wrong


def known_rows(document, table):
    """What the document knows of a table; functions of heap profiles are of the paths."""
    if table == "functions" and document.is_heap:
        return document.heap_functions()
    return document.tables[table]


def tables(page, document):
    """Each table has the document's figures, sorts by mouse and keyboard, and filters."""
    page.go(view="tables")
    wrong = []
    for table in [name for name, _ in page.data("#view [data-choose]", "choose")]:
        page.click(f"#view [data-choose='{table}']")
        place = f"#view table[data-table='{table}']"
        page.until(lambda place=place: page.has(place), f"{table} are shown")
        known = known_rows(document, table)
        rows = page.run(ROWS, place)
        if not rows:
            wrong.append(f"{table}: no rows")
            continue
        if known:
            wrong += check_rows(rows, {**document.namesakes, **known}, table)
        wrong += sorts(page, place, table)
    page.click("#view [data-choose='functions']")
    wrong += filters(page, document)
    return wrong


def column_of(page, place, column):
    """The values of a column as they are shown."""
    return [cells.get(column) for _, cells in page.run(ROWS, place)]


def sorts(page, place, table):
    """The last column sorts, by a click and by the keyboard."""
    columns = [name for name, _ in page.data(f"{place} th[data-column]", "column")
               if name != "name"]
    column = columns[-1]
    head = f"{place} th[data-column='{column}']"
    size = abs if column.endswith((":change", ":inclusive")) else float
    wrong = []
    page.click(f"{head} button")
    for by, is_up in (("mouse", False), ("keyboard", True)):
        if by == "keyboard":
            page.run("document.querySelector(arguments[0]).focus()", f"{head} button")
            page.press("Enter")
        values = [size(v) for v in column_of(page, place, column) if v is not None]
        if values != sorted(values, reverse=not is_up):
            wrong.append(f"{table}: not sorted by {by}, {column}: {values[:5]}")
        order = page.run("return document.querySelector(arguments[0])"
                         ".getAttribute('aria-sort')", head)
        if order != ("ascending" if is_up else "descending"):
            wrong.append(f"{table}: aria-sort is {order} by {by}")
    page.press("u")
    wrong += wrong_texts(page)
    page.press("u")
    return wrong


def filters(page, document):
    """Typing leaves rows that match, and their number is right."""
    known = known_rows(document, "functions")
    names = [key for key in known if isinstance(key, tuple)]
    if not names:
        return []
    wanted = names[len(names) // 2][1][:12].strip()
    matching = [key for key in names
                if all(word in f"{key[1]} {key[0]}".lower()
                       for word in wanted.lower().split())]
    page.type("#view input[type=search]", wanted)
    page.until(lambda: page.fragment().get("q") == wanted, "the filter is in the address")
    count = int(page.data("#view [data-count]", "count")[0][0])
    page.type("#view input[type=search]", "")
    if count != len(matching):
        return [f"{wanted!r} leaves {count} functions, not {len(matching)}"]
    return []


def frame_problems(page, document, kind):
    """The selected frame of a graph against the document."""
    node, name, value, own, _ = page.data("[data-frame]", "node", "name", "value",
                                          "self")[0]
    node = int(node)
    if node < 0:
        total = sum(document.self_values(kind))
        return [] if float(value) == total else [f"all is {value}, not {total}"]
    wanted = [document.frame_name(node),
              document.frame_inclusive(node, kind),
              document.frame_sum(node, document.self_values(kind))]
    found = [name, float(value), float(own)]
    return [] if found == wanted else [f"frame {node} is {found}, not {wanted}"]


def flame(page, document):
    """Frames by keyboard and mouse, zoom, search, the other forms, other events."""
    if document.paths is None or not document.paths["parent"]:
        return []
    wrong = []
    for kind in document.kinds()[:document.most_kinds]:
        if not any(document.self_values(kind)):
            continue
        page.go(view="flame", kind=kind)
        wrong += frame_problems(page, document, kind)
        page.click("[data-flame]")
        page.press("Home")
        for key in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowUp", "ArrowLeft",
                    "ArrowUp"):
            page.press(key)
            wrong += [f"{kind}, {key}: {p}" for p in frame_problems(page, document, kind)]
        wrong += zooms(page)
        wrong += searches(page, document, kind)
        wrong += wrong_texts(page)
    wrong += points(page, document)
    wrong += forms(page, document)
    return wrong


def own_code(page, document):
    """A key hides code of libraries, and shows it again; nothing gets lost."""
    if not document.has_libraries():
        return ["there is a switch"] if page.has("[data-code]:not([hidden])") else []
    page.go(view="tables", code="own", **{"tables.of": "functions"})
    own = int(page.data("[data-count]", "count")[0][0])
    page.press("w")
    both = int(page.data("[data-count]", "count")[0][0])
    wrong = [] if 0 < own < both else [f"{own} functions are own, of {both}"]
    wrong += [] if page.fragment().get("code") == "all" else ["it is not in the address"]
    page.press("w")
    if "code" in page.fragment():
        wrong.append("the key does not lead back")
    if document.paths is None or not document.paths["parent"]:
        return wrong
    kind = document.kinds()[0]
    page.go(view="flame", kind=kind, code="own")
    page.click("[data-flame]")
    page.press("Home")
    total = float(page.data("[data-frame]", "value")[0][0])
    page.go(view="flame", kind=kind)
    page.click("[data-flame]")
    page.press("Home")
    if total != float(page.data("[data-frame]", "value")[0][0]):
        wrong.append(f"the program's own code has {total} of {kind}")
    return wrong + wrong_texts(page)


def zooms(page):
    """Enter zooms to the selected frame, Escape shows all."""
    node = page.data("[data-frame]", "node")[0][0]
    if int(node) < 0:
        return []
    page.press("Enter")
    zoomed = page.data("[data-zoom]", "node")
    wrong = [] if zoomed and zoomed[0][0] == node else [f"zoomed to {zoomed}, not {node}"]
    if page.fragment().get("node") != node:
        wrong.append("the zoom is not in the address")
    page.press("Esc")
    if page.has("[data-zoom][data-node]"):
        wrong.append("Escape leaves the zoom")
    return wrong


def searches(page, document, kind):
    """The share that matches, typed as a reader does."""
    inclusive = document.inclusive(kind)
    by_size = sorted(range(len(inclusive)), key=lambda node: inclusive[node])
    text = document.function_of(by_size[len(by_size) // 2])[:10].strip() or "a"
    page.press("/")
    page.type("#view input[type=search]", text)
    page.until(lambda: page.fragment().get("q") == text, "the search is in the address")
    value = float(page.data("[data-found]", "value")[0][0])
    wanted = document.matching(kind, lambda name: text.lower() in name.lower())
    page.type("#view input[type=search]", "")
    return ([] if value == wanted
            else [f"{text!r} matches {value} of {kind}, not {wanted}"])


def points(page, document):
    """A click on the graph zooms to the frame below the pointer."""
    page.go(view="flame", kind=document.kinds()[0])
    box = page.one("[data-flame]").size
    wrong = []
    for x, y in ((0.2, 0.9), (0.5, 0.7), (0.8, 0.8)):
        page.click_at("[data-flame]", x * box["width"], y * min(box["height"], 600))
        wrong += [f"a click: {p}" for p in
                  frame_problems(page, document, document.kinds()[0])]
        page.press("Esc")
    return wrong


def forms(page, document):
    """The icicle has the same frames; a sandwich has the function's inclusive cost."""
    kind = document.kinds()[0]
    page.go(view="flame", kind=kind, form="icicle")
    page.click("[data-flame]")
    page.press("Home", "ArrowDown", "ArrowDown")
    wrong = [f"icicle: {p}" for p in frame_problems(page, document, kind)]
    inclusive = document.inclusive(kind)
    functions = document.function_sums(kind)
    node = max(range(len(inclusive)), key=lambda n: document.self_values(kind)[n])
    function = document.paths["function"][node]
    key = document.function_key(function)
    page.go(view="flame", kind=kind, form="sandwich", fn=key)
    page.run("document.querySelector('[data-flame]').focus()")
    page.press("Home")
    name, value, _ = page.data("[data-frame]", "name", "value")[0]
    wanted = document.paths["functions"][function]["name"], functions[function]
    if (name, float(value)) != wanted:
        wrong.append(f"the sandwich is of {name}, {value}, not {wanted}")
    wrong += wrong_texts(page)
    return wrong


def source(page, document):
    """Lines have the document's counts; the hottest is found by key, and by search."""
    lines = {key: row for key, row in document.tables["lines"].items()
             if not key.endswith(":0")}
    if not lines:
        return []
    column = document.shown_column()
    hottest = max(lines, key=lambda key: abs(lines[key].get(column, 0)))
    file, _, line = hottest.rpartition(":")
    page.go(view="source", file=file, line=line, kind=column.partition(":")[0])
    page.until(lambda: page.run(LINES), "there are lines")
    shown = page.run(LINES)
    # Inlined and called code has columns of its own.
    known = document.tables["lines"]
    wrong = [f"{key}: {name} is {value}, not {known.get(key, {}).get(name, 0)}"
             for key, cells in shown for name, value in cells.items()
             if name.partition(":")[0] in document.columns
             and value != known.get(key, {}).get(name, 0)]
    if hottest not in dict(shown):
        wrong.append(f"the hottest line, {hottest}, is not there")
    page.run("document.querySelector('#view .code').focus()")
    for key in ("ArrowDown", "n", "p", "h"):
        page.press(key)
    at = page.fragment()
    best = max((key for key in lines if key.rpartition(":")[0] == file),
               key=lambda key: abs(lines[key].get(column, 0)))
    if f"{at.get('file')}:{at.get('line')}" != best:
        wrong.append(f"h goes to {at.get('line')}, not {best}")
    return wrong + wrong_texts(page)


def differences(page, document):
    """Both numbers and the change are right in every table of a pair."""
    if not document.is_pair:
        return []
    page.go(view="tables")
    name = "#view table[data-table='functions']"
    wrong = []
    for function, cells in page.run(ROWS, name) if page.has(name) else []:
        for column in cells:
            event, _, side = column.rpartition(":")
            if side == "change" and {f"{event}:old", f"{event}:new"} <= set(cells):
                change = cells[f"{event}:new"] - cells[f"{event}:old"]
                if cells[column] != change:
                    wrong.append(f"{function}: {column} is {cells[column]}, not {change}")
    limits = document.report.get("limits") or []
    exceeded = [limit for limit in limits if limit.get("exceeded")]
    page.go(view="overview")
    if len(page.data("#view [data-limit]", "limit")) < len(exceeded):
        wrong.append(f"{len(exceeded)} limits are exceeded; not all are shown")
    return wrong


def keys(page, _document):
    """The keys that work everywhere."""
    wrong = []
    page.go(view="overview")
    views = views_of(page)
    for number, view in enumerate(views[:9], 1):
        page.press(str(number))
        if page.view() != view:
            wrong.append(f"{number} shows {page.view()}, not {view}")
    page.press("?")
    if not page.has("dialog"):
        wrong.append("? shows no keys")
    page.press("Esc")
    if page.has("dialog"):
        wrong.append("Escape leaves the keys")
    page.press("1", "]")
    if len(page.data("option", "")) > 1 and "kind" not in page.fragment():
        wrong.append("] chooses no other metric")
    page.press("[")
    page.run("""document.querySelector("#app a, #app button").focus();
                window.reached = [];
                addEventListener("focusin",
                                 (e) => reached.push(e.target.dataset.view));""")
    page.press(*["Tab"] * 25)
    reached = set(page.run("return window.reached"))
    if not set(views) <= reached:
        wrong.append(f"Tab does not reach {sorted(set(views) - reached)}")
    return wrong


def links(page, _document):
    """The address restores each view, and so does the browser's Back."""
    wrong, states = [], []
    page.press("u")
    for view in views_of(page):
        page.click(f"nav [data-view='{view}']")
        if page.has("#view input[type=search]"):
            page.type("#view input[type=search]", "a")
            page.until(lambda: page.fragment().get("q") == "a", "the search is there")
        page.frames()
        states.append((page.run("return location.hash"), page.words()))
    for fragment, words in states:
        again = page.browser.open(page.address[7:], fragment)
        again.frames()
        again.until(lambda words=words, again=again: again.words() == words,
                    f"{fragment} shows the same again")
    page.go(view="overview")
    page.press("2")
    page.driver.back()
    page.until(lambda: page.view() == "overview", "Back shows the view before")
    return wrong


def wrong_addresses(page, _document):
    """Any address shows something, and complains about nothing."""
    page.visit(WRONG_FRAGMENTS)
    if not page.words().strip():
        return ["nothing is shown"]
    page.browser.open(page.address[7:], WRONG_FRAGMENTS[2])
    return ["markup in an address took effect"] if page.run("return window.taken") else []


def narrow(page, _document):
    """Nothing is wider than a narrow screen, and nothing wider than the large one."""
    wrong = []
    for size in (SMALL, SIZE):
        page.browser.resize(*size)
        for view in views_of_model(page):
            page.go(view=view)
            page.frames()
            over = page.run("return document.documentElement.scrollWidth - innerWidth")
            if over > 0:
                wrong.append(f"{view} is {over} pixels wider than {size[0]}")
    return wrong


def views_of_model(page):
    """The ids of all views, seen or not."""
    return page.run("return [...document.querySelectorAll('nav [data-view]')]"
                    ".map((e) => e.dataset.view)")


TESTS = [opens, overview, *FIRST_TESTS, threads, tables, flame, own_code, *CALL_TESTS,
         source, *ASM_TESTS, *HEAP_TESTS, *DATA_TESTS, *CURVE_TESTS, differences, links,
         keys, wrong_addresses, narrow]
FRAME = [keys, wrong_addresses, narrow]  # little in these depends on the data


def run(tap, browser, name, path, document, tests):
    """Tests of one page, each on a page opened for it."""
    for test in tests:
        if (test in HEAP_TESTS and not document.is_heap
                or test in [*ASM_TESTS, *DATA_TESTS, *CURVE_TESTS] and document.is_heap):
            continue
        start = time.monotonic()
        try:
            page = browser.open(path)
            problems = test(page, document)
        except AssertionError as error:
            problems = [str(error)]
        except Exception as error:  # pylint: disable=broad-except
            problems = [str(error).splitlines()[0],
                        *traceback.format_exc(limit=-3).splitlines()[:8]]
        problems += Page(browser, pathlib.Path(path).resolve().as_uri()).problems()
        browser.resize(*SIZE)
        tap.result(f"{name}: {test.__name__.replace('_', ' ')}", problems)
        print(f"# {time.monotonic() - start:.1f} s")


def without_scripts(tap, browser, name, path, document):
    """The summary and the hottest function are there to read."""
    browser.scripts(False)
    try:
        page = browser.open(path, wait=False)
        text = page.one("#static").text
        wrong = [f"no total of {total:,}" for total in
                 list(document.totals().values())[:1] if f"{total:,}" not in text]
        hottest = document.hottest_function()
        if hottest and hottest[1].split("(")[0].split("<")[0] not in text:
            wrong.append(f"no {hottest[1]}")
        if len(page.all("#static table")) < 2:
            wrong.append("fewer than two tables")
        over = page.run("return document.documentElement.scrollWidth - innerWidth")
        if over > 0:
            wrong.append(f"{over} pixels too wide")
    except AssertionError as error:
        wrong = [str(error)]
    finally:
        browser.scripts(True)
    tap.result(f"{name}: without scripts", wrong + page.problems())


def opened(tap, browser, name, path, most):
    """The best of three first views; how long searches take is only printed."""
    times = []
    for _ in range(3):
        page = browser.open(path)
        times.append(page.started()[1])
    size = pathlib.Path(path).stat().st_size
    limit = most * max(1, size / 2e6)
    tap.result(f"{name}: {size:,} bytes are there after {min(times):.0f} ms",
               [f"not within {limit:.0f} ms"] if min(times) > limit else [])
    for view in ("flame", "tables"):
        if page.has(f"nav [data-view='{view}']"):
            page.go(view=view)
            print(f"# {view}: a search takes {page.search_time('alloc'):.0f} ms")


def judged(tap, browser, name, path, axe):
    """Accessibility, by axe-core, of every view, light and dark."""
    with open(axe, encoding="utf-8") as file:
        script = file.read()
    for scheme in ("light", "dark"):
        browser.scheme(scheme)
        page = browser.open(path)
        page.run(script)
        for view in views_of_model(page):
            page.go(view=view)
            found = page.driver.execute_async_script("""
               const done = arguments[0];
               axe.run(document, {resultTypes: ["violations"]}).then((result) => done(
                  result.violations.flatMap((v) => v.nodes.slice(0, 4).map((n) =>
                     `${v.id} (${v.impact}): ${n.html.slice(0, 120)} ` +
                     `${n.failureSummary.split("\\n")[1] || ""}`))));""")
            tap.result(f"{name}: accessibility of {view}, {scheme}", found)
    browser.scheme("light")


def pictured(browser, name, path, directory):
    """A picture of each view, light and dark, small and large."""
    for scheme in ("light", "dark"):
        for label, size in (("large", SIZE), ("small", SMALL)):
            browser.scheme(scheme)
            browser.resize(*size)
            page = browser.open(path)
            for view in views_of_model(page):
                page.go(view=view)
                page.frames(3)
                page.shot(directory / f"{name}-{view}-{scheme}-{label}.png")
    browser.scheme("light")
    browser.resize(*SIZE)


def main():
    """Run the program; returns the exit status."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--shots", type=pathlib.Path)
    parser.add_argument("--axe")
    parser.add_argument("--paint", type=float)
    parser.add_argument("--only", default="")
    parser.add_argument("pages", nargs="+")
    options = parser.parse_args()
    tap = Tap()
    wanted = [name for name in options.only.split(",") if name]
    tests = [test for test in TESTS if not wanted or test.__name__ in wanted]
    with Browser(whole=bool(options.paint)) as browser:
        for name, path, document in zip(*[iter(options.pages)] * 3):
            known = Document(document, most_kinds=1 if options.fast else 3)
            run(tap, browser, name, path, known, tests)
            if options.fast:
                tests = [test for test in tests if test not in FRAME]
            if not wanted or "without_scripts" in wanted:
                without_scripts(tap, browser, name, path, known)
            if options.paint:
                opened(tap, browser, name, path, options.paint)
            if options.axe:
                judged(tap, browser, name, path, options.axe)
            if options.shots:
                options.shots.mkdir(parents=True, exist_ok=True)
                pictured(browser, name, path, options.shots)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
