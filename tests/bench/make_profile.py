#!/usr/bin/env python3
# make_profile.py -- writes a generated profile of any size, in the formats that
# the commands read.  SPDX-License-Identifier: GPL-2.0-or-later
#
# Exit status: 0 success; 1 the profile could not be written; 2 usage.

"""Generated profiles of any size: names, lengths of functions and counts are like
real ones, the sums are exact, and the same options give the same bytes.

The profile is planned function by function, twice: once for the sums, which
precede the counts in callgrind's format, and once to write it.  Counts are drawn
in advance: a function takes its rows from a range of that pool, and a row costs
little.  Only the pool and the functions of one file are in memory.

Another variant is like another run of the same program: a few percent of the
rows differ, and a few functions have another name.
"""

import argparse
import dataclasses
import functools
import itertools
import random
import sys
from collections.abc import Callable, Iterator
from typing import TextIO

LINES = 1_000_000
FILES = 2_000
ROWS_MIN, ROWS_MAX = 20, 40     # of a function
COLD_ROWS, HOT_ROWS = 16_384, 1_024
HOT_FUNCTIONS = 64              # about so many, whatever the size
CHANGED_ROWS = 0.03             # by a variant
RENAMED_FUNCTIONS = 1 / 200
CALLS, INLINED = 0.2, 0.1       # shares of callgrind's functions

EVENTS = "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw".split()
CALLGRIND_EVENTS = "Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw".split()

CACHES = [
    "I1 cache:         32768 B, 64 B, 8-way associative",
    "D1 cache:         32768 B, 64 B, 8-way associative",
    "LL cache:         8388608 B, 64 B, 16-way associative",
]
COMMAND = "./mailserver --config=server.conf --once"

ROOTS = [
    "/home/ann/mailserver-4.2/src", "/home/ann/mailserver-4.2/lib",
    "/build/protobuf-3.21.12/src/google", "/usr/include/c++/12/bits",
    "./stdlib/../sysdeps/x86_64", "/build/sqlite3-3.40.1/src",
]
WORDS = """
    address arena array block bucket buffer cache channel chunk client column
    config context cursor descriptor digest encoder entry event field filter
    frame handle header heap index input iterator key layout list lock log map
    mask message node object option output packet page parser path pattern pool
    query queue range record region request row scanner schema segment session
    socket state stream string symbol table task thread timer token tree value
    vector window worker
    """.split()
VERBS = """
    add append apply begin check clear close collect compare copy count create
    decode delete emit encode expand fetch fill find flush format free get
    hash init insert load lookup merge move next open parse pop push put read
    release remove reset resize scan seek send set skip sort split store
    update validate visit write
    """.split()
SUFFIXES = ["constprop.0", "isra.0", "part.0"]
EXTENSIONS = ["c", "c", "c", "h", "cc", "cpp", "cpp", "hpp"]


@dataclasses.dataclass(frozen=True)
class Shape:
    """What a profile is made from.  Variants of a shape can be compared."""
    lines: int = LINES
    files: int = FILES
    seed: int = 1
    digits: int = 0     # of each count; 0: counts are like real ones


@dataclasses.dataclass(slots=True)
class Function:
    """One function of a file: `n_rows` rows from `first_row` of the pool's,
    at lines that start with `line` and go up by steps from `first_step` of
    the pool's.  `changed` has the rows, by number, that are another row of
    the pool's."""
    name: str
    line: int
    n_rows: int
    first_row: int
    first_step: int
    changed: dict[int, int]


# --------------------------------------------------------------------- pool

class Pool:
    """What all variants draw from: rows of counts, in the order of EVENTS;
    steps from one line to the next, and their sums; types for C++ names."""

    def __init__(self, seed: int, digits: int):
        chance = random.Random(f"{seed} pool")
        heats = [1] * COLD_ROWS + [5_000] * HOT_ROWS
        self.rows = [row_of_digits(chance, digits) if digits > 0
                     else row_of_counts(chance, heat) for heat in heats]
        self.steps = chance.choices([1, 2, 3, 5, 12], [60, 20, 10, 8, 2],
                                    k=COLD_ROWS)
        self.lines = [0, *itertools.accumulate(self.steps)]
        self.types = cxx_types(chance, 400)

    @functools.cached_property
    def texts(self) -> list[str]:
        """Each row as text that follows the number of a line."""
        return [" " + " ".join(map(str, row)) + "\n" for row in self.rows]


@functools.lru_cache(maxsize=2)
def pool_of(seed: int, digits: int) -> Pool:
    """The pool of a seed."""
    return Pool(seed, digits)


def share(chance: random.Random, of: int, likely: float, most: float) -> int:
    """A count that is part of another one: 0, or with even chance `likely`, or at
    least 1 and up to `most` of it."""
    if of == 0 or chance.random() >= likely:
        return 0
    return max(1, int(of * most * chance.random()))


def row_of_digits(chance: random.Random, digits: int) -> tuple[int, ...]:
    """Counts of a line that all have that many digits."""
    least = 10 ** (digits - 1)
    return tuple(chance.randrange(least, 10 * least) for _ in EVENTS)


def row_of_counts(chance: random.Random, heat: int) -> tuple[int, ...]:
    """Counts of a line: most lines run some ten times, a few a million
    times; misses are rare, and most often 0."""
    executed = 1 + int(heat * chance.lognormvariate(3.5, 2.2))
    fetch_misses = min(share(chance, executed, 0.3, 0.05), 9)
    reads = share(chance, executed, 0.6, 0.6)
    read_misses = share(chance, reads, 0.3, 0.1)
    writes = share(chance, executed, 0.4, 0.5)
    write_misses = share(chance, writes, 0.2, 0.1)
    return (executed, fetch_misses, share(chance, fetch_misses, 0.7, 1),
            reads, read_misses, share(chance, read_misses, 0.4, 0.5),
            writes, write_misses, share(chance, write_misses, 0.4, 0.5))


# -------------------------------------------------------------------- names

def cxx_types(chance: random.Random, count: int) -> list[str]:
    """Names of C++ types, as demanglers write them: short ones first, then
    those of containers."""
    text = ("std::__cxx11::basic_string<char, std::char_traits<char>, "
            "std::allocator<char> >")
    types = ["int", "unsigned long", "char const*", "bool", text]
    types += [f"mail::{word.title()}" for word in WORDS]
    while len(types) < count:
        one, other = chance.choices(types[:100], k=2)
        types.append(chance.choice([
            f"std::vector<{one}, std::allocator<{one}>>",
            f"std::shared_ptr<{one}>",
            f"std::pair<{one} const, {other}>",
            f"std::map<{one}, {other}, std::less<{one}>, "
            f"std::allocator<std::pair<{one} const, {other}> > >",
        ]).replace(">>", "> >"))
    return types


def pick(chance: random.Random, names: list[str]) -> str:
    """One of the names; faster than choice()."""
    return names[int(chance.random() * len(names))]


def c_name(chance: random.Random, module: str) -> str:
    """The name of a function of C."""
    return f"{module}_{pick(chance, VERBS)}_{pick(chance, WORDS)}"


def cxx_name(chance: random.Random, module: str, types: list[str]) -> str:
    """The name of a function of C++: of 130 bytes in the mean, a few of
    some thousand, as in programs that use the standard library."""
    one, other = (types[int(chance.random() ** 4 * len(types))]
                  for _ in range(2))
    owner, verb = module.title(), pick(chance, VERBS)
    kind = chance.random()
    if kind < 0.4:
        return f"mail::{owner}::{verb}({one} const&, {other})"
    if kind < 0.7:
        return f"mail::{owner}<{one}, {other} >::{verb}({one}&&) const"
    if kind < 0.8:
        return f"mail::{owner}::operator()({one}, {other}) const"
    return f"{one} mail::{owner}::{verb}_{pick(chance, WORDS)}<{one} >({other})"


def another_name(name: str, number: int) -> str:
    """A name with a number before its parentheses."""
    head, paren, rest = name.partition("(")
    return f"{head}_{number}{paren}{rest}"


def renamed(name: str, suffix: str) -> str:
    """The name of the compiler's variant of a function."""
    return f"{name} [clone .{suffix}]" if "(" in name else f"{name}.{suffix}"


def file_names(shape: Shape) -> list[str]:
    """The names of all files, sorted."""
    chance = random.Random(f"{shape.seed} files")
    names: set[str] = set()
    while len(names) < min(shape.files, shape.lines):
        name = "/".join([pick(chance, ROOTS), pick(chance, WORDS),
                         f"{pick(chance, WORDS)}_{pick(chance, WORDS)}"])
        if chance.random() < 0.1 or len(names) > 10_000:
            name += str(len(names))
        names.add(f"{name}.{pick(chance, EXTENSIONS)}")
    return sorted(names)


# --------------------------------------------------------------------- plan

class Plan:
    """The functions of one profile.  The shape and the changes of the variant
    have separate random numbers: a change must not change all that follows."""

    def __init__(self, shape: Shape, variant: int):
        self.shape = shape
        self.variant = variant
        self.pool = pool_of(shape.seed, shape.digits)
        self.files = file_names(shape)
        self.sizes = file_sizes(shape, len(self.files))
        average = (ROWS_MIN + ROWS_MAX) / 2
        self.hot = min(0.5, HOT_FUNCTIONS * average / shape.lines)

    def walk(self) -> Iterator[tuple[str, list[Function]]]:
        """Each file with its functions, sorted by name."""
        chance = random.Random(f"{self.shape.seed} functions")
        change = random.Random(f"{self.shape.seed} variant {self.variant}")
        for name, size in zip(self.files, self.sizes):
            functions = self.functions(chance, name, size)
            if self.variant != 0:
                for function in functions:
                    self.vary(change, function)
            yield name, sorted(functions, key=lambda each: each.name)

    def functions(self, chance: random.Random, file: str,
                  size: int) -> list[Function]:
        """The functions of one file, of `size` rows together."""
        module = file.rpartition("/")[2].partition("_")[0]
        is_cxx = not file.endswith((".c", ".h"))
        functions, seen, line = [], set(), 10
        while size > 0:
            n_rows = min(size, ROWS_MIN + int(
                chance.random() * (ROWS_MAX - ROWS_MIN + 1)))
            name = (cxx_name(chance, module, self.pool.types) if is_cxx
                    else c_name(chance, module))
            if name in seen:
                name = another_name(name, len(seen))
            seen.add(name)
            start, length = ((COLD_ROWS, HOT_ROWS)
                             if chance.random() < self.hot
                             else (0, COLD_ROWS))
            row = start + int(chance.random() * (length - n_rows))
            step = int(chance.random() * (COLD_ROWS - n_rows))
            functions.append(Function(name, line, n_rows, row, step, {}))
            lines = self.pool.lines
            line += lines[step + n_rows] - lines[step] + 4
            size -= n_rows
        return functions

    def vary(self, change: random.Random, function: Function) -> None:
        """Change a function for the variant.  Hot rows stay hot, cold ones cold."""
        start, length = ((COLD_ROWS, HOT_ROWS)
                         if function.first_row >= COLD_ROWS
                         else (0, COLD_ROWS))
        n_changed = int(function.n_rows * CHANGED_ROWS * 2 * change.random()
                        + change.random())
        for _ in range(n_changed):
            row = int(change.random() * function.n_rows)
            function.changed[row] = start + int(change.random() * length)
        if change.random() < RENAMED_FUNCTIONS:
            function.name = renamed(function.name, pick(change, SUFFIXES))

    def totals(self) -> dict[str, int]:
        """The sum of each event.  The number of uses of each row of the
        pool follows from the starts and ends of ranges."""
        n = len(self.pool.rows)
        edges, changes = [0] * (n + 1), [0] * n
        for _, functions in self.walk():
            for function in functions:
                edges[function.first_row] += 1
                edges[function.first_row + function.n_rows] -= 1
                for row, other in function.changed.items():
                    changes[function.first_row + row] -= 1
                    changes[other] += 1
        uses = [(run + change, row) for run, change, row
                in zip(itertools.accumulate(edges), changes, self.pool.rows)
                if run + change != 0]
        return {event: sum(use * row[i] for use, row in uses)
                for i, event in enumerate(EVENTS)}


def file_sizes(shape: Shape, n_files: int) -> list[int]:
    """How many rows each file has: at least one, some many."""
    chance = random.Random(f"{shape.seed} sizes")
    weights = [chance.lognormvariate(0, 1) for _ in range(n_files)]
    ends = list(itertools.accumulate(weights))
    bounds = [int((shape.lines - n_files) * end / ends[-1]) for end in ends]
    bounds[-1] = shape.lines - n_files
    return [1 + end - start for start, end in zip([0, *bounds], bounds)]


# ------------------------------------------------------------------ formats

def function_rows(function: Function, texts: list[str]) -> list[str]:
    """The texts of the pool that are the rows of a function."""
    first = function.first_row
    rows = texts[first:first + function.n_rows]
    for row, other in function.changed.items():
        rows[row] = texts[other]
    return rows


def write_body(out: TextIO, plan: Plan) -> None:
    """The counts, as cachegrind and cachesim write them: every one.  Raises
    OSError."""
    lines = plan.pool.lines
    for file, functions in plan.walk():
        out.write(f"fl={file}\n")
        for function in functions:
            step = function.first_step
            base = function.line - lines[step]
            rows = function_rows(function, plan.pool.texts)
            out.write(f"fn={function.name}\n" + "".join(
                [f"{base + line}{row}" for line, row
                 in zip(lines[step:step + function.n_rows], rows)]))


def write_cachegrind(out: TextIO, plan: Plan, totals: dict[str, int]) -> None:
    """A profile like cachegrind's, with a space after the events.  Raises
    OSError."""
    out.write("".join(f"desc: {cache}\n" for cache in CACHES))
    out.write(f"cmd: {COMMAND}\nevents: {' '.join(EVENTS)} \n")
    write_body(out, plan)
    out.write(f"summary: {' '.join(map(str, totals.values()))}\n")


def write_cachesim(out: TextIO, plan: Plan, totals: dict[str, int]) -> None:
    """A profile like cachesim's: docs/FORMAT-cachesim.md.  Raises OSError."""
    out.write("desc: Tool:             cachesim 0.1.0, format 1\n"
              "desc: Valgrind:         3.19.0\n")
    out.write("".join(f"desc: {cache}\n" for cache in CACHES))
    out.write(f"cmd: {COMMAND}\nevents: {' '.join(EVENTS)}\n"
              f"#: cachesim 1\n#: pid {4711 + plan.variant}\n")
    write_body(out, plan)
    out.write(f"summary: {' '.join(map(str, totals.values()))}\n"
              f"#: end {plan.shape.lines}\n")


def write_callgrind(out: TextIO, plan: Plan, totals: dict[str, int]) -> None:
    """A profile like callgrind's.  Raises OSError."""
    summary = " ".join(str(totals[event]) for event in CALLGRIND_EVENTS)
    out.write("# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\n"
              f"pid: {4711 + plan.variant}\ncmd:  {COMMAND}\npart: 1\n\n\n")
    out.write("".join(f"desc: {cache}\n" for cache in CACHES))
    out.write("\ndesc: Timerange: Basic block 0 - 29865\n"
              "desc: Trigger: Program termination\n\npositions: line\n"
              f"events: {' '.join(CALLGRIND_EVENTS)}\nsummary: {summary}\n\n\n"
              "ob=(1) /home/ann/mailserver-4.2/mailserver\n")
    CallgrindBody(out, plan).write()
    out.write(f"\ntotals: {summary}\n")


class CallgrindBody:
    """The counts as callgrind writes them: names once and then their numbers,
    relative line numbers, without zeros at the end; with calls and their costs,
    which are not part of the sums; and with rows of other files within a
    function."""

    def __init__(self, out: TextIO, plan: Plan):
        self.out = out
        self.plan = plan
        self.chance = random.Random(f"{plan.shape.seed} callgrind")
        columns = [EVENTS.index(event) for event in CALLGRIND_EVENTS]
        self.texts = [
            " ".join(["", *(str(row[i]) for i in columns)])
            .removesuffix(" 0" * trailing_zeros([row[i] for i in columns]))
            + "\n" for row in plan.pool.rows]
        self.first_functions: list[int] = []    # of each file so far
        self.n_functions = 0

    def write(self) -> None:
        """All files.  Raises OSError."""
        for name, functions in self.plan.walk():
            self.first_functions.append(self.n_functions + 1)
            self.out.write(f"fl=({len(self.first_functions)}) {name}\n")
            for function in functions:
                self.write_function(function)

    def write_function(self, function: Function) -> None:
        """One function.  Raises OSError."""
        self.n_functions += 1
        step = function.first_step
        steps = self.plan.pool.steps[step:step + function.n_rows - 1]
        rows = function_rows(function, self.texts)
        text = [f"+{step}{row}" for step, row in zip(steps, rows[1:])]
        text.insert(0, f"{function.line}{rows[0]}")
        if self.chance.random() < INLINED:
            text.insert(len(text) // 3, f"fi=({self.other_file()})\n")
            text.insert(len(text) * 2 // 3,
                        f"fe=({len(self.first_functions)})\n")
        if self.chance.random() < CALLS:
            text.append(self.call())
        self.out.write(f"fn=({self.n_functions}) {function.name}\n"
                       + "".join(text) + "\n")

    def other_file(self) -> int:
        """The number of a file that already has a name."""
        return 1 + int(self.chance.random() * len(self.first_functions))

    def call(self) -> str:
        """A call of the first function of some file."""
        file = self.other_file()
        cost = self.texts[int(self.chance.random() * COLD_ROWS)]
        return (f"cfi=({file})\ncfn=({self.first_functions[file - 1]})\n"
                f"calls={1 + int(self.chance.random() * 99)} 10\n*{cost}")


def trailing_zeros(counts: list[int]) -> int:
    """The number of zeros at the end."""
    return len(list(itertools.takewhile(lambda n: n == 0, reversed(counts))))


Write = Callable[[TextIO, Plan, dict[str, int]], None]
FORMATS: dict[str, Write] = {
    "cachegrind": write_cachegrind,
    "callgrind": write_callgrind,
    "cachesim": write_cachesim,
}


def make_profile(path: str, shape: Shape, variant: int = 0,
                 kind: str = "cachegrind") -> dict[str, int]:
    """Write a profile; the sum of each event.  Raises OSError."""
    plan = Plan(shape, variant)
    totals = plan.totals()
    with open(path, "w", encoding="ascii", buffering=1 << 20) as out:
        FORMATS[kind](out, plan, totals)
    return totals


# ------------------------------------------------------------------ command

def number_from(least: int) -> Callable[[str], int]:
    """A type of option: a number from `least` on."""
    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text) < least:
            raise argparse.ArgumentTypeError(
                f"'{text}' is not a number from {least} on")
        return int(text)
    return number


def parse_options(arguments: list[str]) -> argparse.Namespace:
    """The command line.  Exits with status 2 if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="make_profile.py", allow_abbrev=False,
        description="Write a made-up profile.")
    parser.add_argument("--lines", type=number_from(1), default=LINES,
                        metavar="N", help=f"lines of counts (default {LINES})")
    parser.add_argument("--files", type=number_from(1), default=FILES,
                        metavar="N", help=f"source files (default {FILES}); "
                        "no more than there are lines")
    parser.add_argument("--seed", type=number_from(0), default=1, metavar="N",
                        help="another program (default 1)")
    parser.add_argument("--digits", type=number_from(0), default=0, metavar="N",
                        help="of each count (default 0: as in real profiles)")
    parser.add_argument("--variant", type=number_from(0), default=0,
                        metavar="N", help="another run of it (default 0)")
    parser.add_argument("--format", choices=list(FORMATS),
                        default="cachegrind", help="default: cachegrind")
    parser.add_argument("-o", dest="out", required=True, metavar="OUT",
                        help="the file to write")
    return parser.parse_args(arguments)


def main() -> int:
    """Run the program; returns the exit status."""
    options = parse_options(sys.argv[1:])
    shape = Shape(options.lines, options.files, options.seed, options.digits)
    try:
        make_profile(options.out, shape, options.variant, options.format)
    except OSError as error:
        print(f"make_profile.py: {options.out}: {error.strerror}",
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
