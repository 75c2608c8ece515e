# tests/calls_profile.py -- reads the calls and call paths of a cachesim profile for the
# tests: a second reader, written from docs/FORMAT-cachesim.md.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts are lists, one number for each event."""

import collections
import dataclasses

from own_names import own_name

NOTE = b"#: "


class Broken(Exception):
    """The notes contradict each other, or the rest of the profile."""


@dataclasses.dataclass(eq=False)
class Function:
    name: str
    file: str
    object: str
    start: str
    calls: int
    inclusive: list
    inlined: bool = False


@dataclasses.dataclass(eq=False)
class Arc:
    """Calls of a function from a line of another."""

    caller: Function  # None: nobody
    file: str  # "": the caller's
    line: int
    callee: Function
    calls: int
    inclusive: list


@dataclasses.dataclass(eq=False)
class Path:
    """A call path; or a part of one: code that is inlined there, or a folded call."""

    kind: str  # t, ti or r
    caller: "Path"  # None: the root
    arc: Arc  # None: the root, or inlined code
    function: Function  # None: the root
    calls: int
    own: list
    inclusive: list


class Profile:
    """The notes of a file, and the sums of its body."""

    def __init__(self, path):
        self.path = path
        self.events = []
        self.summary = []
        self.body = collections.defaultdict(list)  # by function name
        self.functions = []
        self.codes = []  # inlined
        self.arcs = []
        self.left_out = collections.Counter()  # what, how much of it
        self.paths = []  # callers before callees
        self.total = []  # of all paths
        self._files, self._names, self._objects = [], [], []
        self._caller = self._function = None
        self._stack = []
        self._row = None
        with open(path, "rb") as file:
            for number, line in enumerate(file, 1):
                self._read(number, line.rstrip(b"\n"))
        self._sum_up()

    def _read(self, number, line):
        try:
            if line.startswith(NOTE):
                self._note(line[len(NOTE):].decode(errors="replace"))
            elif line[:1].isdigit():
                self.add(self._row, self._counts(line.split()[1:]))
            elif not line.startswith(b"#"):
                self._header(line.decode(errors="replace"))
        except (LookupError, ValueError) as error:
            raise Broken(f"{self.path}:{number}: {error}: {line!r}") from error

    def _header(self, line):
        key, _, rest = line.partition("=" if line[2:3] == "=" else ": ")
        if key == "events" or line.startswith("events:"):
            self.events = line.split()[1:]
            self.total = self._counts([])
        elif line.startswith("summary:"):
            self.summary = self._counts(line.split()[1:])
        elif key == "fl":
            self._files.append(rest)
        elif key == "fn":
            self._names.append((self._files[-1], rest))
            self._row = self.body[rest] = self.body[rest] or self._counts([])

    def _counts(self, words):
        counts = [int(word) for word in words]
        if len(counts) > len(self.events):
            raise ValueError("too many counts")
        return counts + [0] * (len(self.events) - len(counts))

    @staticmethod
    def add(sums, counts):
        for i, count in enumerate(counts):
            sums[i] += count

    # ---- Notes ----

    def _note(self, note):
        key, _, rest = note.partition(" ")
        read = getattr(self, "_note_" + key.replace("-", "_"), None)
        if read is not None:
            read(rest)

    def _note_object(self, rest):
        self._objects.append(rest.split(" ", 1)[-1])

    def _note_fl(self, rest):
        self._files.append(rest)

    def _note_fn(self, rest):
        file, name = rest.split(" ", 1)
        self._names.append((self._files[int(file) - 1], name))

    def _note_f(self, rest):
        name, in_object, start, calls, *counts = rest.split()
        file, fn = self._names[int(name) - 1]
        path = self._objects[int(in_object) - 1] if in_object != "0" else "???"
        self._function = Function(fn, file, path, start, int(calls),
                                  self._counts(counts))
        self.functions.append(self._function)

    def _note_i(self, rest):
        name = self._names[int(rest.split()[1]) - 1]
        inlined = self._function
        self.codes.append(Function(name[1], name[0], inlined.object, inlined.start,
                                   0, [], True))

    def _note_by(self, rest):
        function, _, code = rest.partition(".")
        self._caller = self.functions[int(function) - 1] if function != "0" else None
        if code:
            self._caller_file = self.codes[int(code) - 1].file
        else:
            self._caller_file = self._caller.file if self._caller else ""

    def _note_a(self, rest):
        line, callee, calls, *counts = rest.split()
        line, _, file = line.partition("@")
        file = self._files[int(file) - 1] if file else self._caller_file
        self.arcs.append(Arc(self._caller, file, int(line),
                             self.functions[int(callee) - 1], int(calls),
                             self._counts(counts)))

    def _note_ar(self, rest):
        self.left_out["arcs"] += int(rest.split()[0])

    def _note_ir(self, rest):
        self.left_out["codes"] += int(rest.split()[1])

    # ---- Paths ----

    def _put(self, depth, path):
        if depth > len(self._stack):
            raise ValueError("a path without its caller")
        del self._stack[depth:]
        path.caller = self._stack[-1] if self._stack else None
        self.paths.append(path)
        self.add(self.total, path.own)

    def _note_t(self, rest, kind="t"):
        depth, arc, calls, *counts = rest.split()
        arc = self.arcs[int(arc) - 1] if arc != "0" else None
        own = self._counts(counts)
        path = Path(kind, None, arc, arc and arc.callee, int(calls), own, list(own))
        self._put(int(depth), path)
        if kind == "t":
            self._stack.append(path)

    def _note_r(self, rest):
        self._note_t(rest, "r")

    def _note_ti(self, rest):
        depth, code, *counts = rest.split()
        own = self._counts(counts)
        self._put(int(depth), Path("ti", None, None, self.codes[int(code) - 1], 0,
                                   own, list(own)))

    def _note_tr(self, rest):
        _, n, *counts = rest.split()
        self.left_out["paths"] += int(n)
        self.add(self.total, self._counts(counts))

    def _sum_up(self):
        for path in reversed(self.paths):
            if path.caller:
                self.add(path.caller.inclusive, path.inclusive)

    # ---- What holds in every profile ----

    def is_whole(self):
        """Is nothing left out?"""
        return not self.left_out

    def check(self):
        """Raises Broken if sums differ.  Inclusive sums are checked if it is whole."""
        if self.total != self.summary:
            raise Broken(f"paths: {self.total}; summary: {self.summary}")
        if self.is_whole():
            check_inclusive(self, "function", self.functions)
            check_inclusive(self, "arc", self.arcs)
            check_body(self)

    def by_function(self):
        """The own counts of each function name, on all paths, with what is inlined."""
        sums = {}
        for path in self.paths:
            called = path.caller if path.kind == "ti" else path
            if called.function:
                name = own_name(called.function.name)
                self.add(sums.setdefault(name, self._counts([])), path.own)
        return sums


def check_body(profile):
    """What a function costs on its paths is what its lines cost.  Stubs of the procedure
    linkage table have no name there, and here they are part of their callers."""
    body = {}
    for name, counts in profile.body.items():
        profile.add(body.setdefault(own_name(name), [0] * len(counts)), counts)
    for name, own in profile.by_function().items():
        lines = body.pop(name, [0] * len(own))
        if name != "???" and any(a < b for a, b in zip(own, lines)):
            raise Broken(f"{name}: its paths: {own}; its lines: {lines}")
    for name, lines in body.items():
        if any(lines):
            raise Broken(f"{name}: its lines: {lines}; no path")


def outermost(profile, key):
    """The paths that are not below another with the same `key`: function or arc."""
    n_open = collections.Counter()
    stack = []
    for path in profile.paths:
        while stack and stack[-1] is not path.caller:
            n_open[getattr(stack.pop(), key)] -= 1
        if path.kind != "t":
            continue
        item = getattr(path, key)
        if item is not None and n_open[item] == 0:
            yield item, path
        n_open[item] += 1
        stack.append(path)


def check_inclusive(profile, key, items):
    """What each function or arc costs, and its calls, are those of its paths."""
    found = {item: [0] * len(profile.events) for item in items}
    calls = collections.Counter()
    for item, path in outermost(profile, key):
        profile.add(found[item], path.inclusive)
    for path in profile.paths:
        calls[getattr(path, key)] += path.calls
    for item in items:
        if found[item] != item.inclusive or calls[item] != item.calls:
            raise Broken(f"{key} {item}: its paths: {calls[item]} calls, {found[item]}")
