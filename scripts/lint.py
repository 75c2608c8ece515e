#!/usr/bin/env python3
"""lint.py -- checks the architecture that the compiler does not.

Usage: lint.py [TREE]

Prints `file:line: reason` for each problem; exits 1 if there are any.

- Layers: a file includes only rooms that its own room may use (ROOMS).
- Circles: no two modules call each other, straight or by way of others.  A module is a
  source file and its header; of the page's scripts, one file.  Nor do headers include
  each other.
- Pure code, as the Makefile.inc lists it, includes only freestanding headers.
- Only commands and the output module write to the standard streams.
- Lines are at most MAX_COLUMNS wide.
- Every name of ours that a page of documentation mentions exists.
- The notes that the commands read are those of the grammar in docs/FORMAT-cachesim.md.
- Every room's README is part of a release.
- The product's C has no more lines of code than MOST_LINES.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import pathlib
import re
import sys

# Shell tests hold commands and expected lines whole.
MAX_COLUMNS = {".c": 90, ".h": 90, ".py": 90, ".js": 90, ".mjs": 90, ".css": 90,
               ".sh": 120}

# Lines of C with code, of commands and tools.  It only falls: who needs more raises it in
# the same commit, which says what it took away.
MOST_LINES = 126_750

# Each room, and the rooms below it that it may include.  Order: the data's way.
TOOLKIT = ["toolkit/base", "toolkit/code", "toolkit/run", "toolkit/watch",
           "toolkit/paths", "toolkit/data"]
HEAPPROF = TOOLKIT + ["heapprof/accounts", "heapprof/accesses", "heapprof/owners",
                      "heapprof/state"]
MODELS = ["toolkit/base", "annotate/base", "annotate/counts", "annotate/paths",
          "annotate/code", "annotate/types", "annotate/heap", "annotate/advice"]
ROOMS = {
    "toolkit/base": [],
    "toolkit/code": ["toolkit/base"],
    "toolkit/run": ["toolkit/base", "toolkit/code"],
    "toolkit/watch": ["toolkit/base", "toolkit/code"],
    "toolkit/paths": ["toolkit/base", "toolkit/code", "toolkit/watch"],
    "toolkit/data": ["toolkit/base", "toolkit/code", "toolkit/run", "toolkit/watch"],
    "cachesim/machine": TOOLKIT,
    "cachesim/calls": TOOLKIT + ["cachesim/machine"],
    "cachesim/data": TOOLKIT + ["cachesim/machine", "cachesim/calls"],
    "cachesim/layout": TOOLKIT + ["cachesim/machine", "cachesim/data"],
    "cachesim/sharing": TOOLKIT + ["cachesim/machine", "cachesim/calls",
                                   "cachesim/data", "cachesim/layout"],
    "cachesim/simulate": TOOLKIT + ["cachesim/machine", "cachesim/calls",
                                    "cachesim/data", "cachesim/layout",
                                    "cachesim/sharing"],
    "cachesim/costs": TOOLKIT + ["cachesim/machine"],
    "cachesim/outfile": TOOLKIT + ["cachesim/machine", "cachesim/calls",
                                   "cachesim/data", "cachesim/layout",
                                   "cachesim/sharing", "cachesim/costs"],
    "cachesim": TOOLKIT + ["cachesim/machine", "cachesim/calls", "cachesim/data",
                           "cachesim/layout",
                           "cachesim/sharing", "cachesim/simulate",
                           "cachesim/costs", "cachesim/outfile"],
    "heapprof/accounts": TOOLKIT,
    "heapprof/accesses": TOOLKIT + ["heapprof/accounts"],
    "heapprof/owners": TOOLKIT + ["heapprof/accounts"],
    "heapprof/state": TOOLKIT + ["heapprof/accounts", "heapprof/accesses"],
    "heapprof/looks": HEAPPROF,
    "heapprof/strmem": HEAPPROF,
    "heapprof/outfile": HEAPPROF,
    "heapprof/watch": HEAPPROF + ["heapprof/looks", "heapprof/strmem"],
    "heapprof/requests": HEAPPROF + ["heapprof/looks", "heapprof/watch"],
    "heapprof": HEAPPROF + ["heapprof/looks", "heapprof/strmem", "heapprof/outfile",
                            "heapprof/watch", "heapprof/requests"],
    "annotate/base": ["toolkit/base"],
    "annotate/paths": ["toolkit/base", "annotate/base"],
    "annotate/counts": ["toolkit/base", "annotate/base", "annotate/paths"],
    "annotate/code": ["toolkit/base", "annotate/base", "annotate/counts"],
    "annotate/types": ["toolkit/base", "annotate/base", "annotate/paths",
                       "annotate/code"],
    "annotate/heap": ["toolkit/base", "annotate/base", "annotate/paths",
                      "annotate/types"],
    "annotate/advice": ["toolkit/base", "annotate/base", "annotate/counts",
                        "annotate/paths", "annotate/types"],
    "annotate/measure": TOOLKIT + ["cachesim/machine"],
    "annotate/sections": MODELS,
    "annotate/export": MODELS,
    "annotate/page": MODELS + ["annotate/sections", "annotate/export"],
    "annotate/commands": MODELS + ["annotate/sections", "annotate/page",
                                   "annotate/export", "annotate/measure",
                                   "cachesim/machine"],
}

# What make makes, beside the sources if it was configured there.
GENERATED = re.compile(
    r"\.pb-c\.[ch]$|\.min\.(js|css)$"
    r"|/(ac_idioms_table|an_html_parts|cs_presets_table)\.c$")
# Client requests: of programs, not of the room that they lie in.
PUBLIC = {"cachesim/cachesim.h", "heapprof/heapprof.h"}
FREESTANDING = {"emmintrin.h", "float.h", "limits.h", "stdarg.h", "stdbool.h", "stddef.h",
                "stdint.h"}
# Where a stream of the process may be named.
PRINTING = {"annotate/base/an_output.c"}
PREFIXES = ("an", "ac", "ah", "ty", "tk", "cs", "hp")
NAME = re.compile(r"\b(?:%s)_\w+" % "|".join(PREFIXES))
INCLUDE = re.compile(r'^#include "([^"]+)"')
SYSTEM_INCLUDE = re.compile(r"^#include <([^>]+)>")
IMPORT = re.compile(r""".*\bfrom ['"]\./([^'"]+)['"]""")
COMMENT = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
TOKEN = re.compile(COMMENT.pattern + r"|'(?:\\.|[^'\\\n])+'", re.S)
DEFINITION = re.compile(
    r"^(?!static|typedef|extern)\w[\w \*]*?\b((?:%s)_\w+)\((?:[^;{}]*?)\)\n\{"
    % "|".join(PREFIXES), re.M)
INLINE = re.compile(r"^static inline \w[\w \*]*?\b((?:%s)_\w+)\((?:[^;{}]*?)\)\n\{"
                    % "|".join(PREFIXES), re.M)
PURE_LIST = re.compile(r"^\w+_pure_sources =((?:.*\\\n)*.*)$", re.M)


def sources(tree):
    """All C files of the tools and commands, by path from the top."""
    return {str(path.relative_to(tree)): path.read_text("utf-8")
            for room in ("toolkit", "cachesim", "heapprof", "annotate")
            for path in sorted((tree / room).rglob("*.[ch]"))
            if not GENERATED.search(str(path))}


def room_of(name):
    return name.rsplit("/", 1)[0]


def numbered(pattern, text):
    """(line number, match) of each line that the pattern begins."""
    for number, line in enumerate(text.split("\n"), 1):
        match = pattern.match(line)
        if match:
            yield number, match


def without_comments(text):
    """The text without comments and strings; lines stay where they are."""
    return COMMENT.sub(lambda m: "\n" * m.group(0).count("\n"), text)


def code_lines(text):
    """The number of lines that have more than comments and blanks."""
    kept = TOKEN.sub(
        lambda m: "\n" * m[0].count("\n") if m[0].startswith("/*") else m[0], text)
    return sum(1 for line in kept.split("\n") if line.strip())


def size(files):
    """More code than there may be; or less, and the number was left."""
    lines = sum(map(code_lines, files.values()))
    if lines > MOST_LINES:
        yield "scripts/lint.py", 1, f"{lines} lines of C; at most {MOST_LINES}"
    if lines < MOST_LINES - 100:
        yield "scripts/lint.py", 1, f"{lines} lines of C: MOST_LINES is too large"


def layers(files):
    """Includes of a room that is not below."""
    owner = {}
    for name in files:
        owner[name.split("/", 1)[1]] = name  # as #include writes it
    for name, text in files.items():
        room = room_of(name)
        for number, match in numbered(INCLUDE, text):
            other = owner.get(match.group(1))
            if other is None or other in PUBLIC or room not in ROOMS \
                    or room_of(other) == room:
                continue
            if room_of(other) not in ROOMS[room]:
                yield (name, number,
                       f"{room} may not include {match.group(1)}")


def stem(name):
    return re.sub(r"(_private)?\.[ch]$", "", name.rsplit("/", 1)[1])


def bodies(text):
    """The text of functions alone; lines stay where they are."""
    inside, kept = False, []
    for line in text.split("\n"):
        inside = inside or line == "{"
        kept.append(line if inside else "")
        inside = inside and not line.startswith("}")
    return "\n".join(kept)


def accessors(files):
    """Inline functions that call no others than such: fields with a name, not code of
    their module."""
    found = {}
    for name, text in files.items():
        if name.endswith(".h"):
            code = without_comments(text)
            for match in INLINE.finditer(code):
                body = code[match.end():code.index("\n}", match.end())]
                found[match.group(1)] = set(re.findall(r"\b(\w+)\(", body))
    ours = re.compile(r"(?:%s)_\w+" % "|".join(PREFIXES))
    more = True
    while more:
        more = {name for name, called in found.items()
                if any(ours.match(other) and other not in found for other in called)}
        for name in more:
            del found[name]
    return found


def module_calls(files):
    """{module: {modules that it calls}}, and where a call of each stands."""
    defined = {}
    for name, text in files.items():
        kind = DEFINITION if name.endswith(".c") else INLINE
        for match in kind.finditer(text):
            defined[match.group(1)] = stem(name)
    for name in accessors(files):
        defined.pop(name, None)
    calls, places = {}, {}
    for name, text in files.items():
        mine = stem(name)
        code = without_comments(text)
        code = code if name.endswith(".c") else bodies(code)
        for number, line in enumerate(code.split("\n"), 1):
            for match in NAME.finditer(line):
                other = defined.get(match.group(0))
                if other is None or mine == other:
                    continue
                calls.setdefault(mine, set()).add(other)
                places.setdefault((mine, other), (name, number))
    return calls, places


def back_calls(calls):
    """The pairs (module, other) of {module: {others}} in which the other reaches the
    module again, straight or by way of others."""
    reached = {}

    def reach(start):
        if start not in reached:
            seen, todo = set(), list(calls.get(start, ()))
            while todo:
                module = todo.pop()
                if module not in seen:
                    seen.add(module)
                    todo.extend(calls.get(module, ()))
            reached[start] = seen
        return reached[start]

    return {(mine, other) for mine, others in calls.items() for other in others
            if mine in reach(other)}


def circles(files):
    """Modules that call each other."""
    calls, places = module_calls(files)
    back = back_calls(calls)
    for (mine, other), (name, number) in sorted(places.items()):
        if (mine, other) in back:
            yield name, number, f"{mine} calls {other}, which calls it back"


def import_circles(texts, pattern, verb):
    """Files that include or import each other; `texts` has them by the names that they
    use: (path, text)."""
    calls, places = {}, {}
    for name, (path, text) in texts.items():
        for number, match in numbered(pattern, text):
            calls.setdefault(name, set()).add(match.group(1))
            places[name, match.group(1)] = (path, number)
    for pair in sorted(back_calls(calls)):
        yield *places[pair], f"{verb} {pair[1]}, which {verb} it back"


def script_circles(tree):
    """Scripts of the page that import each other."""
    return import_circles({path.name: (path.relative_to(tree), path.read_text("utf-8"))
                           for path in sorted((tree / "annotate/page").glob("*.js"))},
                          IMPORT, "imports")


def header_circles(files):
    """Headers whose types need each other."""
    return import_circles({name.split("/", 1)[1]: (name, text)
                           for name, text in files.items() if name.endswith(".h")},
                          INCLUDE, "includes")


def pure(tree, files):
    """Headers in pure code that need an operating system or Valgrind."""
    for makefile in sorted(tree.glob("*/Makefile.inc")):
        text = makefile.read_text("utf-8")
        for match in PURE_LIST.finditer(text):
            for name in match.group(1).replace("\\", " ").split():
                if name in files:
                    yield from pure_file(name, files[name])


def pure_file(name, text):
    for number, match in numbered(SYSTEM_INCLUDE, text):
        if match.group(1) not in FREESTANDING:
            yield name, number, f"pure code includes <{match.group(1)}>"
    for number, match in numbered(INCLUDE, text):
        if match.group(1).startswith(("pub_tool", "libvex")):
            yield name, number, f"pure code includes {match.group(1)}"


def printing(files):
    """Standard streams named outside of the commands."""
    stream = re.compile(r"\b(stdout|stderr|printf|puts|putchar)\b(?! *\))")
    for name, text in files.items():
        if (not name.startswith("annotate/") or name in PRINTING
                or name.startswith("annotate/commands/")):
            continue
        code = without_comments(text)
        for number, line in enumerate(code.split("\n"), 1):
            match = stream.search(line)
            if match and "__attribute__" not in line:
                yield name, number, f"{match.group(1)} outside of commands/"


def widths(tree):
    for room in ("toolkit", "cachesim", "heapprof", "annotate", "plot",
                 "scripts", "tests"):
        for path in sorted((tree / room).rglob("*.*")):
            most = MAX_COLUMNS.get(path.suffix)
            if most is None or GENERATED.search(str(path)) \
                    or "corpus" in path.parts or "inputs" in path.parts:
                continue
            lines = path.read_text("latin-1").split("\n")
            for number, line in enumerate(lines, 1):
                if len(line) > most:
                    yield (str(path.relative_to(tree)), number,
                           f"{len(line)} columns; at most {most}")


def mentions(tree, files):
    """Names of ours in pages and READMEs that nothing has."""
    known = set()
    for name, text in files.items():
        known.add(stem(name))
        known |= set(NAME.findall(text))
    for path in sorted((tree / "plot").rglob("*.py")):
        known |= {path.stem} | set(NAME.findall(path.read_text("utf-8")))
    for path in sorted((tree / "tests").rglob("*")):
        known |= set(NAME.findall(path.name))
    pages = [tree / "README.md", *sorted(tree.glob("docs/*.md")),
             *sorted(tree.glob("*/README.md")),
             *sorted(tree.glob("*/*/README.md")),
             *sorted(tree.glob("*/*/*/README.md"))]
    for page in pages:
        if page.exists():
            for number, line in enumerate(page.read_text("utf-8").split("\n"), 1):
                for name in NAME.findall(line):
                    if re.search("_[A-Z]+$", name) and name[0].islower():
                        continue  # a placeholder: ac_read_FORMAT.c
                    if not any(k == name or k.startswith(name.rstrip("_") + "_")
                               for k in known):
                        yield (str(page.relative_to(tree)), number,
                               f"{name} does not exist")


def notes(tree):
    """Notes that are either not read, or not in the grammar."""
    table, page = "annotate/counts/ac_notes.c", "docs/FORMAT-cachesim.md"
    rows = (tree / table).read_text("utf-8")
    read = set(re.findall(r'^ +\{ "([a-z-]+)", AC_NOTES', rows, re.M))
    grammar = "\n".join(re.findall(r"^ {4}.*", (tree / page).read_text("utf-8"), re.M))
    written = set(re.findall(r'"#: ([a-z-]+)', grammar)) - {"cachesim", "end"}
    for name, missing in ((page, read - written), (table, written - read)):
        if missing:
            yield name, 1, "lacks the notes " + ", ".join(sorted(missing))


def distributed(tree):
    """READMEs that no Makefile.inc lists, so that a release lacks them."""
    listed = "".join(path.read_text("utf-8")
                     for path in [tree / "Makefile.am",
                                  *tree.glob("*/Makefile.inc")]
                     if path.exists())
    for page in [*sorted(tree.glob("*/README.md")),
                 *sorted(tree.glob("*/*/README.md")),
                 *sorted(tree.glob("*/*/*/README.md"))]:
        name = str(page.relative_to(tree))
        if not name.startswith("build") and name not in listed:
            yield name, 1, "in no EXTRA_DIST"


def rooms(files):
    """Folders that have no row in ROOMS."""
    for room in sorted({room_of(name) for name in files}):
        if room.count("/") == 1 and room not in ROOMS:
            yield room, 1, "not in the table ROOMS of lint.py"


def main():
    tree = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = sources(tree)
    problems = [*rooms(files), *size(files), *layers(files), *circles(files),
                *pure(tree, files), *printing(files), *script_circles(tree),
                *header_circles(files),
                *widths(tree), *mentions(tree, files), *distributed(tree), *notes(tree)]
    for name, number, reason in problems:
        print(f"{name}:{number}: {reason}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
