# tests/data_profile.py -- writes small cachesim profiles with data objects and sharing
# for the tests, as docs/FORMAT-cachesim.md has them.
# SPDX-License-Identifier: GPL-2.0-or-later
"""A Profile is filled with data, misses and shared lines of memory; the rows of its body
are made from them.  Run as a program it writes an example:

    data_profile.py everything|other|sharing|changed|plain|threads [FILE]
"""

import collections
import sys

EVENTS = "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw".split()
DATA_EVENTS = "D1mr DLmr D1mw DLmw".split()
UNKNOWN = "???"

Code = collections.namedtuple("Code", "object address")  # code without symbol


def escaped(text):
    out = ""
    for i, c in enumerate(text):
        control = ord(c) < 0x20 or ord(c) == 0x7f or text[i:i + 2] == "\\x"
        out += f"\\x{ord(c):02x}" if control else c
    return out


def short(counts):
    """Counts as words, without the zeros at the end."""
    counts = list(counts)
    while counts and counts[-1] == 0:
        counts.pop()
    return "".join(f" {n}" for n in counts)


class Numbers:
    """Things numbered from 1 in the order in which they came."""

    def __init__(self):
        self.all = {}

    def __call__(self, thing):
        return self.all.setdefault(thing, len(self.all) + 1)


class Profile:
    """`events` and `data_events` can be others: each datum's are among the events."""
    events, data_events = EVENTS, DATA_EVENTS

    def __init__(self, limit=1024, pid=4711, command="./join", objects=True):
        self.limit, self.pid, self.command = limit, pid, command
        self.has_data = objects  # counts by datum: --objects=yes
        self.rows = {}  # (file, function or Code, line): counts
        self.texts, self.binaries, self.frames = Numbers(), Numbers(), Numbers()
        self.data, self.entries = Numbers(), {}
        self.uses, self.sets, self.lines = {}, {}, []
        self.sharing = None  # bytes of a line, threads
        self.left_out = None
        self.threads = []  # how many a line adds up, name, counts
        self.of = {}  # function or (file, function): path of its object
        self.build_ids = {"/usr/bin/join": "0123456789abcdef"}

    # ---- Data: each gives the number of a datum ----

    def text(self, text):
        return 0 if text is None else self.texts(text)

    def binary(self, path, build_id="-"):
        return 0 if path is None else self.binaries((path, build_id))

    def frame(self, function, file=None, line=0, binary=None, address=0,
              build_id="-"):
        return self.frames((address, self.binary(binary, build_id),
                            self.text(function), self.text(file), line))

    def heap(self, path, blocks, size, smallest, largest, cut=False):
        """path: tuples of frame()'s arguments, the innermost first."""
        frames = tuple(self.frame(*frame) for frame in path)
        words = [blocks, size, smallest, largest, *frames, *["..."] * cut]
        return self.data("dh " + " ".join(map(str, words)))

    def variable(self, kind, binary, address, size, symbol, build_id="-"):
        """kind: s (static) or t (thread-local)."""
        return self.data(f"dv {kind} {self.binary(binary, build_id)} {address:#x} "
                         f"{size} {self.text(symbol)}")

    def stack(self, function, file=None):
        return self.data(f"dk {self.text(function)} {self.text(file)}")

    def map(self, file=None):
        return self.data(f"dm {self.text(file)}")

    def rest(self, kind):
        """kind: brk or unknown."""
        return self.data(f"dr {kind}")

    # ---- Counts ----

    def row(self, file, function, line, **counts):
        row = self.rows.setdefault((file, function, line), dict.fromkeys(self.events, 0))
        for event, count in counts.items():
            row[event] += count
        return row

    def miss(self, file, function, line, datum, place, *counts):
        """Adds counts of data_events.  function may be a Code, with the file ???."""
        counts = list(counts) + [0] * (len(self.data_events) - len(counts))
        entry = self.entries.setdefault((file, function), {})
        sums = entry.setdefault((line, datum, str(place)), [0] * len(counts))
        for i, count in enumerate(counts):
            sums[i] += count
        self.row(file, function, line, Ir=4 * (counts[0] + counts[2]),
                 Dr=2 * counts[0], Dw=2 * counts[2],
                 **dict(zip(self.data_events, counts)))

    def use(self, datum, lines, inside, used):
        self.uses[datum] = (lines, inside, used)

    def by_set(self, datum, counts):
        self.sets[datum] = counts

    def share(self, transfers, *accesses, line_bytes=64, threads=4):
        """accesses: (file, function, line, thread, datum, offset, mask, reads,
        writes)."""
        self.sharing = (line_bytes, threads)
        for file, function, line, *_ in accesses:
            self.row(file, function, line, Ir=1)
        self.lines.append((transfers, accesses))

    def thread(self, name="", n=1, **counts):
        """The next thread, or n of them; all together have the counts of the rows."""
        self.threads.append((n, name, dict.fromkeys(self.events, 0) | counts))

    # ---- The file ----

    def __str__(self):
        out = ["desc: Tool:             cachesim 0.1.0, format 1",
               "desc: D1 cache:         32768 B, 64 B, 8-way associative",
               f"cmd: {self.command}", "events: " + " ".join(self.events),
               "#: cachesim 1", f"#: pid {self.pid}", "#: state exited 0"]
        if self.data.all:
            events = self.data_events if self.has_data else []
            out.append(" ".join(["#: data", str(self.limit), *events]))
        out += self._body() + self._objects() + self._threads()
        out += self._data() + self._sharing()
        return "\n".join([*out, f"#: end {self.n_rows}", ""])

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(self))

    def _body(self):
        self.names, self.n_rows, out = Numbers(), 0, []
        rows = collections.defaultdict(lambda: dict.fromkeys(self.events, 0))
        self.codes = collections.defaultdict(collections.Counter)
        for (file, function, line), counts in self.rows.items():
            if isinstance(function, Code):
                self.codes[function].update(counts)
                function = UNKNOWN
            for event, count in counts.items():
                rows[file, function, line][event] += count
        last = None
        for file, function, line in sorted(rows):
            if last is None or last[0] != file:
                out.append("fl=" + escaped(file))
            if last != (file, function):
                out.append("fn=" + escaped(function))
            last = (file, function)
            self.names(last)
            counts = rows[file, function, line]
            out.append(f"{line} " + " ".join(str(counts[e]) for e in self.events))
            self.n_rows += 1
        self.total = {e: sum(row[e] for row in rows.values()) for e in self.events}
        return [*out, "summary: " + self._counts(self.total)]

    def _counts(self, counts):
        return " ".join(str(counts[e]) for e in self.events)

    def _objects(self):
        """All code with symbols is the first object's."""
        self.objects, out = Numbers(), []
        main = self.command.replace("./", "/usr/bin/")
        of = collections.defaultdict(collections.Counter)
        of[main].update(self.total)
        for code, counts in self.codes.items():
            of[main].subtract(counts)
            of[code.object].update(counts)
        for path, counts in of.items():
            self.objects(path)
            out.append(f"#: object {self.build_ids.get(path, '-')} {path}")
            out.append("#: object-counts " + self._counts(counts))
            for code in sorted(c for c in self.codes if c.object == path):
                out.append(f"#: code {code.address:#x} "
                           + self._counts(self.codes[code]))
        return out

    def _threads(self):
        out = []
        for number, (n, name, counts) in enumerate(self.threads, start=1):
            out.append(f"#: thread {number} {n} {escaped(name)}".rstrip())
            out.append("#: thread-counts " + self._counts(counts))
        return out

    def _who(self, file, function):
        if isinstance(function, Code):
            return f"{self.objects(function.object)}:{function.address:#x}"
        return self.names((file, function))

    def _data(self):
        out = ["#: ds " + escaped(text) for text in self.texts.all]
        out += [f"#: db {build_id} {escaped(path)}"
                for path, build_id in self.binaries.all]
        out += [f"#: df {address:#x} {binary} {function} {file} {line}"
                for address, binary, function, file, line in self.frames.all]
        out += ["#: " + datum for datum in self.data.all]
        for (file, function), entries in self.entries.items():
            out.append(f"#: dn {self._who(file, function)}")
            out += [f"#: d {line} {datum} {place}{short(counts)}"
                    for (line, datum, place), counts in entries.items()]
        out += [f"#: du {datum} {lines} {inside} {used}"
                for datum, (lines, inside, used) in self.uses.items()]
        out += [f"#: de {datum}{self._runs(counts)}"
                for datum, counts in self.sets.items()]
        return out

    @staticmethod
    def _runs(counts):
        runs, out = [], ""
        for count in counts:
            if runs and runs[-1][1] == count:
                runs[-1][0] += 1
            else:
                runs.append([1, count])
        for n, count in runs:
            out += f" {n}*{count}" if n > 1 else f" {count}"
        return out

    def _sharing(self):
        if self.sharing is None:
            return []
        out = ["#: sharing {} {}".format(*self.sharing)]
        for transfers, accesses in self.lines:
            out.append(f"#: sl {transfers}")
            for file, function, line, thread, datum, offset, mask, *n in accesses:
                out.append(f"#: sa {self._who(file, function)} {line} {thread} {datum} "
                           f"{offset} {mask:#x} {n[0]} {n[1]}")
        if self.left_out:
            out.append("#: sr {} {}".format(*self.left_out))
        return out


# ---- Examples ----

JOIN = "/home/ann/join/join.c"
LIBRARY = "/usr/lib/libquick.so"


def plain():
    """One source line misses on two data."""
    p = Profile()
    nodes = p.heap([("node_new", JOIN, 41), ("main", JOIN, 88)], 1000, 24000, 24, 24)
    table = p.variable("s", "/usr/bin/join", 0x4040, 8000, "table")
    p.miss(JOIN, "join", 34, nodes, 8, 600, 60)
    p.miss(JOIN, "join", 34, table, "0%8", 300, 3)
    p.row(JOIN, "join", 35, Ir=100)
    return p


def everything(other=False):
    """All notes, and data of all kinds; places of all three.  `other` is a second run
    with some data of the first, and others."""
    p = Profile(pid=4712 if other else 4711)
    binary, build_id = "/usr/bin/join", p.build_ids["/usr/bin/join"]
    node = p.heap([("node_new", JOIN, 41, binary, 0x1180, build_id),
                   ("insert", JOIN, 52, binary, 0x11f4, build_id),
                   ("main", JOIN, 88, binary, 0x1432, build_id)],
                  500 if other else 1000, 12000 if other else 24000, 24, 24)
    rows = p.heap([("read_rows", JOIN, 63, binary, 0x1290, build_id),
                   ("main", JOIN, 84, binary, 0x1400, build_id)],
                  1, 160000, 160000, 160000, cut=True)
    table = p.variable("s", binary, 0x4040, 8192, "table", build_id)
    nameless = p.variable("s", LIBRARY, 0x9120, 0, None)
    buffer = p.variable("t", binary, 0x10, 4096, "buffer", build_id)
    frame = p.stack("sum\x01up", "/home/ann/join/sum.c")
    index = p.map("/home/ann/join/rows.idx")
    brk, unknown = p.rest("brk"), p.rest("unknown")
    code = Code(LIBRARY, 0x1139)
    p.miss(JOIN, "join", 34, node, 8, 61000, 6100)
    p.miss(JOIN, "join", 34, node, 0, 20000, 2000)
    p.miss(JOIN, "join", 34, node, 16, 1000)
    p.miss(JOIN, "join", 33, table, "0%8", 9000, 900)
    p.miss(JOIN, "insert", 53, node, 0, 0, 0, 1000, 400)
    p.miss(JOIN, "insert", 55, table, "0%8" if other else "0%64", 800, 80, 100)
    p.miss(JOIN, "read_rows", 64, rows, "16%48", 2500, 2500, 30, 30)
    p.miss(JOIN, "read_rows", 64, rows, 0, 1)
    p.miss(JOIN, "read_rows", 66, index, "-", 70, 70)
    p.miss("/home/ann/join/sum.c", "sum\x01up", 9, frame, "-", 5, 1, 3, 1)
    p.miss("/home/ann/join/sum.c", "sum\x01up", 9, buffer, 128, 40)
    p.miss(UNKNOWN, code, 0, nameless, 0, 11, 2)
    p.miss(UNKNOWN, code, 0, brk, "-", 7)
    p.miss(UNKNOWN, Code(LIBRARY, 0x2000), 0, unknown, "-", 0, 0, 4, 4)
    if other:
        p.miss(JOIN, "join", 36, p.map(), "-", 12, 12)
    p.row(JOIN, "main", 90, Ir=5000, Dr=1000)
    p.use(node, 83000, 1992000, 700000)
    p.use(table, 9900, 633600, 79200)
    p.by_set(node, [83000 // 64] * 63 + [83000 - 63 * (83000 // 64)])
    p.by_set(table, [4950, 4950] + [0] * 62)
    share(p)
    return p


def share(p):
    """A falsely shared line of memory, a truly shared one, and what was left out."""
    counters = p.variable("s", "/usr/bin/join", 0x5000, 64, "counters",
                          p.build_ids["/usr/bin/join"])
    lock = p.heap([("queue_new", JOIN, 120)], 1, 128, 128, 128)
    work = (JOIN, "work", 102)
    p.share(1500,
            (*work, 1, counters, 0, 0xff, 100000, 100000),
            (*work, 2, counters, 0, 0xff00, 100000, 100000),
            (JOIN, "print_all", 110, 1, counters, 0, 0xffff, 10, 0))
    p.share(90,
            (JOIN, "lock", 130, 1, lock, -16, 0xf0000, 500, 500),
            (JOIN, "lock", 130, 2, lock, -16, 0xf0000, 400, 400),
            (UNKNOWN, Code(LIBRARY, 0x2000), 0, 3, lock, -16, 0xf00000, 0, 7))
    p.left_out = (12, 3400)


def changed():
    """A later build of sharing(): `counters` are padded, the lock is shared more,
    statistics are new."""
    p = Profile(objects=False, pid=4713)
    build_id = p.build_ids["/usr/bin/join"]
    counters = p.variable("s", "/usr/bin/join", 0x6000, 128, "counters", build_id)
    stats = p.variable("s", "/usr/bin/join", 0x6100, 16, "stats", build_id)
    lock = p.heap([("queue_new.constprop.0", JOIN, 140)], 1, 128, 128, 128)
    p.share(1200, (JOIN, "count", 99, 1, stats, 0, 0xff, 0, 900),
            (JOIN, "count", 99, 2, stats, 0, 0xff00, 0, 900))
    p.share(95, (JOIN, "lock", 150, 1, lock, -16, 0xf0000, 700, 700),
            (JOIN, "lock", 150, 2, lock, -16, 0xf0000, 600, 600))
    p.share(1, (JOIN, "work", 103, 1, counters, 0, 0xff, 200000, 200000),
            (JOIN, "print_all", 111, 2, counters, 0, 0xff, 10, 0))
    return p


def sharing():
    """What --sharing writes without --objects; one thread counted nothing."""
    p = Profile(objects=False)
    share(p)
    for name, instructions in ("join", 3), ("worker", 2), ("", 1), ("worker", 0):
        p.thread(name, Ir=instructions)
    return p


def threads():
    """So many that they are put together by name."""
    p = Profile()
    p.row(JOIN, "join", 35, Ir=1000, Dr=300)
    p.thread("join", Ir=400, Dr=300)
    for _ in range(9):
        p.thread("worker", Ir=50)
    p.thread("io", n=3, Ir=100)
    for instructions in 10, 20, 20:
        p.thread(Ir=instructions)
    return p


def main():
    examples = {"everything": everything, "sharing": sharing, "plain": plain,
                "changed": changed, "threads": threads,
                "other": lambda: everything(other=True)}
    profile = examples[sys.argv[1]]()
    if len(sys.argv) > 2:
        profile.write(sys.argv[2])
    else:
        sys.stdout.write(str(profile))


if __name__ == "__main__":
    main()
