#!/usr/bin/env python3
# hostile.py -- profiles with names that are harmful if printed unescaped, and checks
# of the commands' output.
# SPDX-License-Identifier: GPL-2.0-or-later

"""hostile.py cachesim NAMES [TIMES]   a profile, its counts TIMES as large
   hostile.py heapprof NAMES [TIMES]
   hostile.py tame FILE...             no terminal escapes, and nothing that
      misleads a reader
   hostile.py json FILE                JSON, safe in HTML, with all markup
   hostile.py csv FILE                 likewise CSV, without formulas
   hostile.py xml FILE                 likewise XML
   hostile.py svg FILE                 likewise a picture; names may be shortened
   hostile.py html FILE                likewise a page: its data has all names, and no
      name is an element, an attribute or a script

NAMES is "escapes" or "markup"; or "files", after which FILE... and, of heapprof,
object=FILE... name the source files and objects.
"""

import csv
import html.parser
import json
import re
import sys
import xml.etree.ElementTree

ESCAPES = [b"\x1b[31mred", b"\x1b]0;title\x07", b"\x9b31mred", b"\xc2\x9b31mred",
           b"\rover", b"two\nlines", b"back\b\b\b\bspace", b"del\x7f",
           b"\xe2\x80\xaereversed", b"\xe2\x81\xa6isolated", b"\xe2\x80\xa8line"]

MARKUP = ["</script><script>alert(1)</script>", "<b>bold</b>", "<!-- x", "a & b &amp;",
          "\"double\" 'single'", "]]>", "back\\slash\\n", "'$(touch run1)`touch run2`",
          "a_b^c{d}@e~f \\g %s %d", "=1+1", "+1", "-1", "@SUM(A1)",
          '"; system "touch run3"; #', "&#x41;", "%0A::error::x"]
FORMULA = re.compile(r"^[=+\-@]")


def shown(name):
    """A field of CSV: a formula lacks its first byte."""
    return FORMULA.sub(lambda match: f"\\x{ord(match.group()):02x}", name)


def escaped(name):
    """A name as cachesim writes it."""
    return re.sub(rb"[\x01-\x1f\x7f]|\\(?=x)",
                  lambda match: b"\\x%02x" % ord(match.group()), name)


def names_of(kind):
    """The names, in bytes."""
    return ESCAPES if kind == "escapes" else [name.encode() for name in MARKUP]


def cachesim(kind, times, files):
    """A profile by cachesim: each name a file, a function and a region."""
    names = [escaped(name) for name in names_of(kind)] if not files else []
    pairs = [(name, name) for name in names] \
        + [(file.encode(), b"f%d" % i) for i, file in enumerate(files)]
    hidden = names[0] if names else b"program"
    out = [b"desc: Tool: " + hidden, b"cmd: " + hidden, b"events: Ir Dr",
           b"#: cachesim 1", b"#: pid 1"]
    if names:
        out += [b"#: state replaced " + hidden, b"#: predecessor " + hidden]
    for i, (file, function) in enumerate(pairs):
        out += [b"fl=" + file, b"fn=" + function,
                b"2 %d %d" % ((i + 1) * 100 * times, i + 1)]
    n = len(pairs)
    out.append(b"summary: %d %d" % (n * (n + 1) * 50 * times, n * (n + 1) // 2))
    for i, name in enumerate(names):
        out += [b"#: region 0 %d " % (i + 1) + name, b"#: counts 1 1"]
    out.append(b"#: end %d" % n)
    return b"\n".join(out) + b"\n"


def text(name):
    """Bytes for JSON: bytes that are not UTF-8 are escaped as by heapprof."""
    return name.decode(errors="backslashreplace")


def site(times, i):
    """One site, of one block that was read and written in its first byte."""
    size = 16 * times
    return {"tb": size, "tbk": 1, "tl": 50, "mb": size, "mbk": 1, "gb": size,
            "gbk": 1, "eb": size, "ebk": 1, "rb": 1, "wb": 1,
            "acc": [2, 1 - size, 0] if size > 1 else [2],
            "fs": [i], "size": [size, size], "hist": [[size.bit_length(), 1]],
            "nr": [size - 1, 0], "nw": [size - 1, 0], "nt": [size - 1, 0],
            "heat": {"unit": 1, "r": [1, 1 - size, 0], "w": [1, 1 - size, 0]}}


def looks(names, times):
    """Roots and owners: each name a variable that keeps the block of its site."""
    n = len(names)
    roots = [{"kind": "lost"}, *({"kind": "static", "name": name} for name in names),
             {"kind": "mapping", "name": names[0]}]
    tree = []
    for i in range(n):
        tree += [[-1, 0, i + 1, 0, 0], [2 * i, 2, i, 16 * times, 1, 0]]
    return {"roots": roots, "owners": [{
        "time": 100, "why": "end",
        "leaks": [[i, min(i, 3), 16 * times, 1] for i in range(n)],
        "sharers": [[1, 2, 3, 4, -1]],
        "tree": [*tree, [-1, 1, 0, 0, 0], [-1, 0, n + 1, 0, 0]],
        "chains": [[[0, i + 1, 0], [2, i]] for i in range(n)]}]}


def heapprof(kind, times, files, objects):
    """A profile by heapprof: each name a function, its file or object, its
    directory, a region, an object, and a variable that keeps blocks."""
    names = [text(name) for name in names_of(kind)] if not files else []
    hidden = names[0] if names else "program"
    units = dict.fromkeys(("tu", "Mtu", "bsu", "bksu"), names[-1]) if names \
        else {"tu": "instrs", "Mtu": "Minstr"}
    frames, dirs, of_dir = ["[root]"], [""], [0]
    for i, name in enumerate(names):
        place = f"{re.sub('[():]', '', name)}:2" if i % 2 else f"in /o/{name}"
        frames.append(f"0x{0x1000 + i:X}: {name} ({place})")
        dirs.append(f"/d/{i}{name}")
        of_dir.append(i + 1)
    for i, file in enumerate(files):
        directory, slash, base = file.rpartition("/")
        frames.append(f"0x{0x1000 + i:X}: f{i} ({base}:2)")
        dirs.append(directory or slash or ".")
        of_dir.append(i + 1)
    n = len(frames) - 1
    size = 16 * times * n
    totals = {"bytes": size, "blocks": n, "peak_bytes": size, "peak_blocks": n,
              "peak_time": 90, "end_bytes": size, "end_blocks": n,
              "most_blocks": n, "peak_extra_bytes": 0, "temporary_blocks": 0,
              "temporary_bytes": 0, "zero_blocks": 0, "reallocs": 0, "failed": 0,
              "invalid_frees": 0, "freed_blocks": 0, "freed_bytes": 0,
              "threads": 1, "moves": 0, "moved_bytes": 0, "reads": n,
              "writes": n}
    regions = [{"name": name, "parent": -1, "count": 1, "bytes": 1, "blocks": 1,
                "peak": 1, "growth": 1} for name in names]
    paths = objects or [f"/o/{name}" for name in names]
    mapped = [[0x1000 + i, 0x1001 + i, path] for i, path in enumerate(paths)]
    own = {"version": 1, "creator": hidden, "exit_code": 0,
           "options": {"time_unit": "i", "depth": 30, "heap_admin_B": 0,
                       "stacks": False, "pages": False, "peak_only": False,
                       "accesses": True, "histogram_B": 1024},
           "totals": totals, "dirs": dirs, "ftbl_dirs": of_dir,
           "timeline": [[100, 0, size, 90, size, n, 0, 0, n, 0]],
           "snapshots": [], "regions": regions, "objects": mapped}
    if names:
        own["state"] = {"how": "replaced", "by": hidden}
        own["predecessor"] = hidden
        own.update(looks(names, times))
    return json.dumps({
        "dhatFileVersion": 2, "mode": "heap", "verb": "Allocated", "bklt": True,
        "bkacc": True, **units, "tuth": 500,
        "cmd": hidden, "pid": 1, "te": 100, "tg": 90,
        "pps": [site(times, i + 1) for i in range(n)], "ftbl": frames,
        "heapprof": own}).encode() + b"\n"


# ------------------------------------------------------------------ checking

# Controls except tab, newline and CR LF; C1 controls, as characters or stray bytes;
# characters that end a line or turn the direction of writing.
WILD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e"
                  "\u2066-\u206f\udc80-\udc9f]")


def tame(files):
    """No terminal escapes in any file."""
    for file in files:
        with open(file, "rb") as stream:
            data = stream.read().replace(b"\r\n", b"\n")
        found = WILD.search(data.decode(errors="surrogateescape"))
        assert not found, (file, found.group(), data[:300])


def strings(value):
    """All strings in a value of JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return {text for part in value for text in strings(part)}
    return {value} if isinstance(value, str) else set()


def all_in(found, wanted=tuple(MARKUP), within=False):
    """Each name is among the strings, or within one."""
    missing = [name for name in wanted if name not in found
               and not (within and any(name in text for text in found))]
    assert not missing, (missing, sorted(found))


def check_json(data):
    """Valid, with all names unchanged, and without HTML markup."""
    all_in(strings(json.loads(data)), within=True)
    assert b"</" not in data and b"<!" not in data


def check_csv(data):
    """All rows have the same length; no field is a formula."""
    rows = list(csv.reader(data.decode().splitlines()))
    assert len({len(row) for row in rows}) == 1
    fields = {field for row in rows for field in row}
    computed = {field for field in fields if FORMULA.match(field)}
    assert not computed, computed
    # A formula is one only at the start of a field; semicolons separate frames of a path.
    for name in MARKUP:
        if ";" not in name:
            assert any(name in field or field.startswith(shown(name))
                       for field in fields), name


def check_xml(data):
    """Well formed, all names in the attributes."""
    root = xml.etree.ElementTree.fromstring(data)
    all_in({value for element in root.iter() for value in element.attrib.values()},
           within=True)
    assert {element.tag for element in root.iter()} \
        == {"testsuites", "testsuite", "testcase", "failure"}


def check_svg(data):
    """Well formed, the names as text; no script, link or foreign element."""
    root = xml.etree.ElementTree.fromstring(data)
    found = {"".join(element.itertext()).strip() for element in root.iter()
             if element.tag.endswith("}text")}
    all_in(found, within=True)
    for element in root.iter():
        kind = element.tag.rpartition("}")[2]
        assert kind not in ("script", "foreignObject", "a", "iframe"), kind
        for key, value in element.attrib.items():
            assert not key.startswith("on"), key
            assert not key.endswith("href") or re.match("#|data:image/png;", value)


class Page(html.parser.HTMLParser):
    """The elements of a page, and the text of its scripts and style."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.raw, self.inside = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.inside = dict(attrs).get("id", tag)
            assert self.inside not in self.raw, self.inside
            self.raw[self.inside] = ""

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self.inside = None

    def handle_data(self, data):
        if self.inside is not None:
            self.raw[self.inside] += data


ELEMENTS = {"html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "pre",
            "p", "div", "table", "thead", "tbody", "tr", "th", "td", "script", "noscript",
            "code", "br"}


def check_html(data):
    """Known elements, one script and one style beside the data, which has all names."""
    page = Page(data.decode())
    data_of_page = {"quern-data", "quern-tables"}
    assert set(page.raw) == {"script", "style"} | data_of_page, set(page.raw)
    for data in data_of_page:
        assert "<" not in page.raw[data]
        check_json(page.raw[data].encode())
    for tag, attributes in page.elements:
        if (tag, attributes) == ("link", {"rel": "icon", "href": "data:,"}):
            continue
        assert tag in ELEMENTS, tag
        for key in attributes:
            assert key in ("id", "class", "scope", "lang", "charset", "name", "content",
                           "http-equiv", "type"), (tag, key)


def main():
    """Runs the command; 0, or an exception with the reason."""
    command, *words = sys.argv[1:]
    if command in ("cachesim", "heapprof"):
        kind, *rest = words
        files = rest if kind == "files" else []
        objects = [word[7:] for word in files if word.startswith("object=")]
        files = [word for word in files if not word.startswith("object=")]
        times = int(rest[0]) if rest and not files else 1
        made = cachesim(kind, times, files) if command == "cachesim" \
            else heapprof(kind, times, files, objects)
        sys.stdout.buffer.write(made)
    elif command == "tame":
        tame(words)
    else:
        with open(words[0], "rb") as stream:
            {"json": check_json, "csv": check_csv, "xml": check_xml,
             "svg": check_svg, "html": check_html}[command](stream.read())


if __name__ == "__main__":
    main()
