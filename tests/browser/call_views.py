# call_views.py -- tests of the call graph in a browser.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests as in views.py: each takes a Page and a Document, and returns what is wrong."""

import collections

BOXES = """
   return [...document.querySelectorAll("#view [data-box]")].map((e) =>
      [Number(e.dataset.fn), Number(e.dataset.side), Number(e.dataset.cost),
       e.dataset.old === undefined ? null : Number(e.dataset.old),
       e.querySelector("[role='button']").ariaLabel]);"""
# The box with the focus: its place, function and side; "" if none has it.
FOCUSED = """
   const box = document.activeElement.closest("[data-box]");
   return box ? [Number(box.dataset.box), Number(box.dataset.fn),
                 Number(box.dataset.side)] : "";"""


def is_there(document):
    """Whether there is a function that calls another."""
    return bool(document.paths) and any(above >= 0 for above in document.paths["parent"])


def centres(document, kind):
    """Functions to look at: the costliest that is called and calls, and what calls most
    functions."""
    parent, function = document.paths["parent"], document.paths["function"]
    callees = collections.defaultdict(set)
    for node, above in enumerate(parent):
        if above >= 0:
            callees[function[above]].add(function[node])
    sums = document.function_sums(kind)
    called = {function[node] for node, above in enumerate(parent) if above >= 0}
    inner = [fn for fn in callees if fn in called] or list(callees)
    # Of several functions with one key, the address alone names the first.
    keys = [document.function_key(fn) for fn in range(len(document.paths["functions"]))]
    inner = [fn for fn in inner if keys.index(keys[fn]) == fn
             and keys[fn] not in [f["name"] for f in document.paths["functions"][:fn]]]
    return list(dict.fromkeys([max(inner, key=lambda fn: sums[fn]),
                               max(inner, key=lambda fn: len(callees[fn]))]))


def one_call_away(document, centre, values):
    """{(function, side): cost}: the self cost of each node belongs to the centre, to what
    is on its path below the centre, and to what called the first of these."""
    parent, function = document.paths["parent"], document.paths["function"]
    sums, paths = collections.Counter(), []
    for node, above in enumerate(parent):
        paths.append((paths[above] if above >= 0 else ()) + (function[node],))
        if centre not in paths[node]:
            continue
        path, found = paths[node], {(centre, 0)}
        if path.index(centre) > 0:
            found.add((path[path.index(centre) - 1], -1))
        found |= {(below, 1) for caller, below in zip(path, path[1:])
                  if caller == centre != below}
        for place in found:
            sums[place] += values[node]
    return sums


def call_graph(page, document):
    """Boxes have what paths through the centre cost; those without a box are few or
    small."""
    if not is_there(document):
        return ["there is one"] if page.has("nav [data-view='calls']") else []
    wrong = []
    for kind in document.kinds()[:document.most_kinds]:
        for centre in centres(document, kind):
            page.go(view="calls", kind=kind, fn=document.function_key(centre),
                    **{"calls.depth": 1, "calls.most": 1000})
            new = one_call_away(document, centre, document.self_values(kind))
            old = (one_call_away(document, centre, document.self_values(kind, "old"))
                   if document.is_pair else None)
            boxes = page.run(BOXES)
            for function, side, value, before, label in boxes:
                place = function, side
                if value != new[place] or before != (old and old[place]):
                    wrong.append(f"{label}: {before} {value}, not {new[place]}")
            wanted = {place for sums in (new, old or {}) for place, value in sums.items()
                      if value > 0}
            missing = wanted - {(function, side) for function, side, *_ in boxes}
            wrong += [f"no {place} around {centre}" for place in missing]
            wrong += [f"no name: {box}" for box in boxes if not box[4]]
    return wrong


def call_graph_mouse(page, document):
    """A click makes another function the centre, and the browser leads back."""
    if not is_there(document):
        return []
    centre = centres(document, document.kinds()[0])[0]
    page.go(view="calls", fn=document.function_key(centre))
    first = page.run(BOXES)
    others = [i for i, box in enumerate(first) if i > 0 and box[0] >= 0
              and box[0] != centre]
    if not others:
        return []
    page.click(f"#view [data-box='{others[0]}'] .graph-name")
    second, wrong = page.run(BOXES), []
    if second[0][0] != first[others[0]][0] or second[0][1] != 0:
        wrong.append(f"a click makes {second[0]} the centre, not {first[others[0]]}")
    if not page.fragment().get("fn"):
        wrong.append("the address does not say so")
    page.driver.back()
    page.until(lambda: page.run(BOXES) == first, "Back shows the centre before")
    page.go(view="calls", fn=document.function_key(centre), **{"calls.most": 1})
    count = len(page.run(BOXES))
    if page.has("#view .rest"):
        page.click("#view .rest text")
        if len(page.run(BOXES)) <= count:
            wrong.append("a click on those that are left out shows no more")
    return wrong


def call_graph_keys(page, document):
    """Arrows go along calls, Enter makes a function the centre, + and - choose how far,
    and one box is reached by Tab."""
    if not is_there(document):
        return []
    centre, wrong = centres(document, document.kinds()[0])[0], []
    page.go(view="calls", fn=document.function_key(centre))
    page.run("document.querySelector('#view [data-box=\"0\"] [role]').focus()")
    found = {key: None for key in ("ArrowLeft", "ArrowRight")}
    for key, side in (("ArrowLeft", -1), ("ArrowRight", 1)):
        page.press("Home", key)
        found[key] = page.run(FOCUSED)
        if any(box[1] == side for box in page.run(BOXES)) != (found[key][2] == side):
            wrong.append(f"{key} leads to {found[key]}")
        if len(page.all("#view [data-box] [tabindex='0']")) != 1:
            wrong.append("Tab does not reach one box")
        page.press("ArrowDown", "ArrowUp")
        if page.run(FOCUSED)[2] != found[key][2]:
            wrong.append("up and down lead to another column")
    page.press("Home", "ArrowRight")
    at = page.run(FOCUSED)
    page.press("Enter")
    if at[1] >= 0 and page.run(FOCUSED) != [0, at[1], 0]:
        wrong.append(f"Enter leads from {at} to {page.run(FOCUSED)}")
    page.press("+")
    if page.fragment().get("calls.depth") != "3":
        wrong.append("+ does not lead further")
    page.press("-", "-")
    if page.fragment().get("calls.depth") != "1" or any(
            abs(int(rank)) > 1 for rank, _ in page.data("#view [data-box]", "rank")):
        wrong.append("- does not lead nearer")
    page.press("/")
    if page.run("return document.activeElement.getAttribute('list')") is None:
        wrong.append("/ leads to no field")
    name = document.paths["functions"][centre]["name"]
    names = [function["name"] for function in document.paths["functions"]]
    if name != "???" and names.index(name) == centre:
        page.type("#view input[list]", name)
        page.press("Enter")
        page.until(lambda: page.run(BOXES)[0][0] == centre, "a name leads there")
    return wrong


CALL_TESTS = [call_graph, call_graph_mouse, call_graph_keys]
