# asm_views.py -- tests of machine code beside its source in a browser.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests as in views.py: each takes a Page and a Document, and returns what is wrong."""

ROWS = """
   return [...document.querySelectorAll("#view [data-instr]")].map((row) =>
      [Number(row.dataset.instr), row.dataset.address,
       Object.fromEntries([...row.querySelectorAll("[data-column]")]
          .map((e) => [e.dataset.column, Number(e.dataset.value)])),
       row.querySelector(".text").textContent, row.querySelector(".place").textContent,
       [...row.querySelectorAll(".lane:not(.head)")].map((e) =>
          ["up", "down", "turn"].map((name) => e.classList.contains(name) ? 1 : 0)),
       row.querySelector(".lane.head.arrow") !== null]);"""
WORDS = """
   return [...document.querySelectorAll("#view .machine tr." + arguments[0] + " .text")]
      .map((e) => e.textContent);"""
# The chosen instruction, the chosen line, what is lit, and what is in a second colour.
MARKS = """
   const machine = document.querySelector("#view .machine");
   const source = document.querySelector("#view .code:not(.machine)");
   const instrs = (name) => [...machine.querySelectorAll("tr[data-instr]" + name)]
      .map((e) => Number(e.dataset.instr));
   const lines = (name) => source.checkVisibility()
      ? [...source.querySelectorAll("tr[data-line]" + name)]
         .map((e) => [e.dataset.file, Number(e.dataset.line)]) : [];
   return {at: instrs("[aria-current]"), line: lines("[aria-current]"),
           lit: instrs(".lit"), lines: lines(".lit"), also: instrs(".also")};"""
SCROLLS = """
   return [...document.querySelectorAll("#view .code")].map((e) => e.scrollTop);"""


def listings(document):
    """The listings of a document."""
    return document.doc.get("assembly", [])


def show(page, **state):
    """Show an address of the view, with all of its rows."""
    page.go(view="asm", **state)
    page.until(lambda: not page.has("#view tr.space"), "all rows are made")


def lane_bits(instr, n_lanes):
    """What the lanes of an instruction have, as ROWS has it."""
    digits = [int(digit, 16) for digit in instr.get("arrows", "0" * n_lanes)]
    return [[int(bool(digit & bit)) for bit in (1, 2, 4)] for digit in digits]


def row_problems(row, instr, column, metric, n_lanes):
    """How a row differs from an instruction of the document."""
    _, address, cells, text, place, lanes, is_target = row
    value = instr["values"][metric] if "values" in instr else 0
    runs = instr["runs"]
    expected = {column: value, "runs": runs, "each": value / runs if runs else 0}
    wrong = [] if cells == expected else [f"{cells}, not {expected}"]
    if address != instr["address"] or not text.startswith(instr["mnemonic"]):
        wrong.append(f"{address} {text}, not {instr['address']} {instr['mnemonic']}")
    if instr.get("line") and place.split(":")[-1] != str(instr["line"]):
        wrong.append(f"line {place}, not {instr['line']}")
    bits = lane_bits(instr, n_lanes)
    if lanes != (bits if any(map(any, bits)) else []):
        wrong.append(f"lanes {lanes}, not {bits}")
    if is_target != any(int(digit, 16) & 8 for digit in instr.get("arrows", "")):
        wrong.append(f"the head of an arrow: {is_target}")
    return [f"{instr['address']}: {problem}" for problem in wrong]


def assembly(page, document):
    """Each instruction has the document's values, text, line and arrows; loops and notes
    are there."""
    if not listings(document):
        return ["there is a tab"] if page.has("nav [data-view='asm']") else []
    wrong = []
    names = [metric["name"] for metric in document.report["metrics"]]
    for index, listing in enumerate(listings(document)[:3]):
        metric = min(index, len(names) - 1)
        show(page, kind=names[metric], **{"asm.of": index, "asm.idle": "all"})
        rows, instrs = page.run(ROWS), listing["instructions"]
        if [row[0] for row in rows] != list(range(len(instrs))):
            wrong.append(f"{listing['function']}: {len(rows)} rows of {len(instrs)}")
            continue
        n_lanes = max(len(instr.get("arrows", "")) for instr in instrs)
        for row, instr in zip(rows, instrs):
            wrong += row_problems(row, instr, names[metric], metric, n_lanes)
        notes = [note for instr in instrs for note in instr.get("notes", [])]
        if page.run(WORDS, "note") != notes:
            wrong.append(f"notes: {page.run(WORDS, 'note')}, not {notes}")
        ends = [f"loop to {instrs[loop['last']]['address'][2:]}:"
                for loop in listing["loops"]]
        words = page.run(WORDS, "loop")
        if [text[:len(end)] for text, end in zip(words, ends)] != ends:
            wrong.append(f"loops: {words}, not {ends}")
    return wrong


def known_of(listing, at):
    """What is lit with an instruction: its line's, and in the second colour."""
    instrs = listing["instructions"]
    instr = instrs[at]
    place = instr.get("file"), instr.get("line")
    lit = [i for i, other in enumerate(instrs) if place[1]
           and (other.get("file"), other.get("line")) == place]
    also = {instr.get("target"), instr.get("waits_for")} - {None, at}
    return lit or [at], sorted(also), [list(place)] if place[1] else []


def telling(document):
    """A listing and an instruction of it with a line that it jumps or waits from."""
    for index, listing in enumerate(listings(document)):
        for at, instr in enumerate(listing["instructions"]):
            if instr.get("line") and "target" in instr:
                return index, listing, at
    return None


def assembly_mouse(page, document):
    """The mouse lights what belongs together on both sides, and moves nothing; a click
    chooses, the address says what, and Back leads back."""
    if telling(document) is None:
        return []
    index, listing, at = telling(document)
    instrs, wrong = listing["instructions"], []
    show(page, **{"asm.of": index, "asm.at": instrs[at]["address"], "asm.idle": "all"})
    before, (lit, also, lines) = page.run(SCROLLS), known_of(listing, at)
    other = next(i for i in (at - 1, at + 1) if 0 <= i < len(instrs))
    for seen in (other, at):
        page.hover(f"#view [data-instr='{seen}'] .text")
        marks = page.run(MARKS)
        expected = known_of(listing, seen)
        if marks["lit"] != expected[0] or marks["also"] != expected[1]:
            wrong.append(f"on {seen}: {marks}, not {expected}")
    if marks["lines"] != lines or marks["line"] != lines or marks["at"] != [at]:
        wrong.append(f"of {instrs[at]}: {marks}")
    page.hover(f"#view .code:not(.machine) [data-line='{instrs[at]['line']}'] .text")
    marks = page.run(MARKS)
    if marks["lit"] != lit or marks["lines"] != lines:
        wrong.append(f"on its line: {marks}, not {lit}")
    if page.run(SCROLLS) != before:
        wrong.append("the mouse moves the code")
    page.click(f"#view [data-instr='{other}'] .place")
    if page.fragment().get("asm.at") != instrs[other]["address"]:
        wrong.append(f"a click on {other} leads to {page.fragment()}")
    page.driver.back()
    page.until(lambda: page.run(MARKS)["at"] == [at], "Back chooses the one before")
    page.click(f"#view .code:not(.machine) [data-line='{instrs[at]['line']}'] .text")
    chosen = page.run(MARKS)["at"]
    if len(chosen) != 1 or chosen[0] not in lit:
        wrong.append(f"a click on the line chooses {chosen}")
    page.click(f"#view [data-instr='{at}'] .text a")
    target = instrs[at]["target"]
    if page.run(MARKS)["at"] != [target]:
        wrong.append(f"the jump leads to {page.run(MARKS)['at']}, not {target}")
    return wrong + source_links(page, listing, at) + other_file(page, document)


def other_file(page, document):
    """The mouse on inlined code of another file shows that file, and its line."""
    for index, listing in enumerate(listings(document)):
        instrs = listing["instructions"]
        known = [(at, instr) for at, instr in enumerate(instrs) if instr.get("line")]
        others = [(at, instr) for at, instr in known
                  if instr["file"] != known[0][1]["file"]]
        if not others:
            continue
        at, instr = others[0]
        show(page, **{"asm.of": index, "asm.at": known[0][1]["address"]})
        page.hover(f"#view [data-instr='{at}'] .text")
        wanted = [instr["file"], instr["line"]]
        page.until(lambda: page.run(MARKS)["lines"] == [wanted], f"{wanted} is shown")
        name = page.data("#view .pane-name", "")[0][-1]
        return [] if instr["file"].rpartition("/")[2] in name else [f"file {name}"]
    return []


def source_links(page, listing, at):
    """The source view leads to the instructions of a line."""
    instr = listing["instructions"][at]
    page.go(view="source", file=instr["file"], line=instr["line"])
    page.run("""[...document.querySelectorAll("#view .panel a")]
                .find((e) => e.textContent === "Assembly").click();""")
    page.until(lambda: page.view() == "asm", "the source leads to instructions")
    if page.run(MARKS)["line"] != [[instr["file"], instr["line"]]]:
        return [f"the source leads to {page.run(MARKS)['line']}"]
    return []


def assembly_keys(page, document):
    """Arrows move, n, p and h go to hot code, Enter follows a jump, Backspace returns."""
    if telling(document) is None:
        return []
    index, listing, at = telling(document)
    instrs, wrong = listing["instructions"], []
    values = [instr["values"][0] if "values" in instr else 0 for instr in instrs]
    show(page, **{"asm.of": index, "asm.at": instrs[at]["address"], "asm.idle": "all"})

    def chosen():
        return page.run(MARKS)["at"]

    page.run("document.querySelector('#view .machine').focus()")
    for key, expected in (("ArrowDown", min(at + 1, len(instrs) - 1)), ("ArrowUp", at),
                          ("Enter", instrs[at]["target"]), ("Backspace", at),
                          ("h", values.index(max(values)))):
        page.press(key)
        if chosen() != [expected]:
            wrong.append(f"{key} leads to {chosen()}, not {expected}")
        if page.fragment().get("asm.at") != instrs[expected]["address"]:
            wrong.append(f"{key}: the address has {page.fragment().get('asm.at')}")
    hot = [i for i, value in enumerate(values) if value >= 0.1 * max(values)]
    first = chosen()[0]
    for key, by in (("n", 1), ("p", -1)):
        page.press(key)
        expected = hot[(hot.index(first) + by) % len(hot)] if key == "n" else first
        if chosen() != [expected]:
            wrong.append(f"{key} leads to {chosen()}, not {expected}")
    page.run("document.querySelector('#view .code:not(.machine)').focus()")
    place = instrs[chosen()[0]].get("file"), instrs[chosen()[0]].get("line")
    lines = sorted({instr["line"] for instr in instrs if instr.get("file") == place[0]
                    and "line" in instr})
    for key, by in (("ArrowDown", 1), ("ArrowUp", -1)) if place[1] else ():
        i = max(0, min(lines.index(page.run(MARKS)["line"][0][1]) + by, len(lines) - 1))
        page.press(key)
        found = page.run(MARKS)["line"]
        if found != [[place[0], lines[i]]]:
            wrong.append(f"{key} in the source leads to {found}, not {lines[i]}")
    page.press("/")
    page.type("#view input[type=search]", instrs[at]["mnemonic"])
    page.press("Enter")
    if instrs[at]["mnemonic"] not in page.run(ROWS)[chosen()[0]][3]:
        wrong.append("Enter in the search leads elsewhere")
    return wrong


ASM_TESTS = [assembly, assembly_mouse, assembly_keys]
