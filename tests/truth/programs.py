# programs.py -- whole programs of Debian, each in two variants, for truth.py.
# SPDX-License-Identifier: GPL-2.0-or-later

"""The second part of `make truth`: programs on two inputs, with two settings, or with two
scripts for one job.  Their start is a part of them, as it is of what users profile.

Most take between a fiftieth and two tenths of a second; all have one thread.
"""

import dataclasses
import hashlib
import pathlib
import random
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from typing import Any

from bench import write_functions, write_lines, write_text
from bench_common import ENVIRONMENT
from runs import call, call_counted, call_timed

Key = tuple[str, str]   # program, variant


@dataclasses.dataclass(frozen=True)
class Program:
    """A program: the command of each variant; what writes its input into a directory;
    and whether all variants print the same."""
    name: str
    family: str
    prepare: Callable[[pathlib.Path], None]
    has_one_result: bool
    variants: dict[str, list[str]]


# ---------------------------------------------------------------- inputs

def text(size: int) -> Callable[[pathlib.Path], None]:
    """Writes text of words to text.txt."""
    return lambda directory: write_text(directory / "text.txt", size)


def lines(count: int) -> Callable[[pathlib.Path], None]:
    """Writes lines to lines.txt: a random number, a word, and the line's number."""
    return lambda directory: write_lines(directory / "lines.txt", count)


def nothing(directory: pathlib.Path) -> None:
    """Writes nothing: the program makes its own data."""


def random_bytes(directory: pathlib.Path) -> None:
    (directory / "bytes").write_bytes(random.Random(6).randbytes(32 << 20))


def words_to_find(directory: pathlib.Path) -> None:
    """Text, and every seventh of the words in its first lines, to find in it."""
    text(12 << 20)(directory)
    with (directory / "text.txt").open(encoding="ascii") as file:
        words = sorted({word for _, line in zip(range(200), file, strict=False)
                        for word in line.split() if len(word) > 4})[::7]
    (directory / "fixed").write_text("\n".join(words) + "\n", "ascii")
    (directory / "extended").write_text("|".join(words) + "\n", "ascii")


def functions(directory: pathlib.Path) -> None:
    write_functions(directory / "functions.c", 70)


def numbers(directory: pathlib.Path) -> None:
    chance = random.Random(7)
    (directory / "numbers.json").write_text(
        str([chance.randrange(10**6) for _ in range(20_000)]), "ascii")


def scripts_of_bc(directory: pathlib.Path) -> None:
    """Files, as bc takes no script as an argument; each ends with quit."""
    for way, script in E_BC.items():
        (directory / f"{way}.bc").write_text(f"{script}\nquit\n", "ascii")


def items(directory: pathlib.Path) -> None:
    """A database whose column `key` has an index."""
    call(["sqlite3", "items.db", ITEMS_SQL], str(directory))


ITEMS_SQL = """
CREATE TABLE item (id INTEGER PRIMARY KEY, key INTEGER, name TEXT);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
INSERT INTO item SELECT i, i * 7919 % 20011, 'name ' || i * 31 % 9973 FROM n;
CREATE INDEX item_key ON item (key);
"""

# ---------------------------------------------------------------- scripts

GROUPS_SQL = """
SELECT count(*), sum(c * k % 7) FROM
   (SELECT key AS k, count(*) AS c FROM item {} GROUP BY key);
"""

# Words and how often each is there, in order.
WORDS_PERL = {
    "hash": """
while (<>) { $n{$_}++ for split; }
print "$_ $n{$_}\\n" for sort keys %n;
""",
    "sorting": """
while (<>) { push @words, split; }
@words = sort @words;
for ($i = 0; $i < @words; $i = $j) {
   for ($j = $i; $j < @words && $words[$j] eq $words[$i]; $j++) {}
   print "$words[$i] ", $j - $i, "\\n";
}
"""}

PRIMES_PYTHON = {
    "list": """
n = 300_000
prime = [True] * n
for p in range(2, int(n ** 0.5) + 1):
    if prime[p]:
        for multiple in range(p * p, n, p):
            prime[multiple] = False
print(sum(p for p in range(2, n) if prime[p]))
""",
    "set": """
n = 300_000
prime = set(range(2, n))
for p in range(2, int(n ** 0.5) + 1):
    if p in prime:
        prime.difference_update(range(p * p, n, p))
print(sum(prime))
"""}

# How many words there are, and how many different ones.
WORDS_AWK = {
    "fields": """
{ for (i = 1; i <= NF; i++) if (!n[$i]++) different++; all += NF }
END { print all, different }
""",
    "match": """
{ rest = $0
  while (match(rest, /[a-z]+/)) {
     if (!n[substr(rest, RSTART, RLENGTH)]++) different++
     all++
     rest = substr(rest, RSTART + RLENGTH)
  } }
END { print all, different }
"""}

# A table of tables, walked in two orders.
TABLE_LUA = """
local n, t, sum = 700, {{}}, 0
for i = 1, n do
   t[i] = {{}}
   for j = 1, n do t[i][j] = (i * j) % 17 end
end
for round = 1, 4 do
   for a = 1, n do
      for b = 1, n do sum = sum + t[{}][{}] end
   end
end
print(sum)
"""

COUNTS_JQ = {
    "group": "group_by(. % 100) | map(length)",
    "reduce": "reduce .[] as $x ([range(100) | 0]; .[$x % 100] += 1)"}

# Two ways to e, with many digits; the last ones differ and are cut.
E_BC = {
    "series": "scale=2500; t=1; s=1; for (i=1; i<950; i++) { t=t/i; s=s+t }; "
              "scale=2300; s/1",
    "nested": "scale=2500; s=1; for (i=950; i>0; i--) s=1+s/i; scale=2300; s/1"}

PROGRAMS = [
    Program("gzip", "compressors", text(2_000_000), False, {
        "fast": ["gzip", "-1", "-c", "text.txt"],
        "best": ["gzip", "-9", "-c", "text.txt"]}),
    Program("bzip2", "compressors", text(1_800_000), False, {
        "100K": ["bzip2", "-1", "-c", "text.txt"],
        "900K": ["bzip2", "-9", "-c", "text.txt"]}),
    Program("xz", "compressors", text(1_400_000), False, {
        "64K": ["xz", "-T1", "-c", "--lzma2=preset=1,dict=64KiB", "text.txt"],
        "8M": ["xz", "-T1", "-c", "--lzma2=preset=1,dict=8MiB", "text.txt"]}),
    Program("zstd", "compressors", text(4_000_000), False, {
        "level-3": ["zstd", "--single-thread", "-q", "-3", "-c", "text.txt"],
        "level-8": ["zstd", "--single-thread", "-q", "-8", "-c", "text.txt"]}),
    Program("checksums", "compressors", random_bytes, False, {
        "md5": ["md5sum", "bytes"],
        "sha512": ["sha512sum", "bytes"]}),
    Program("sort", "texts", lines(250_000), False, {
        "text": ["sort", "--parallel=1", "-S", "1M", "-T", ".", "-k1,1", "lines.txt"],
        "number": ["sort", "--parallel=1", "-S", "1M", "-T", ".", "-k3,3nr",
                   "lines.txt"]}),
    Program("grep", "texts", words_to_find, True, {
        "fixed": ["grep", "-c", "-F", "-f", "fixed", "text.txt"],
        "extended": ["grep", "-c", "-E", "-f", "extended", "text.txt"]}),
    Program("sed", "texts", text(7_000_000), True, {
        "s": ["sed", "s/[aeiou]/-/g", "text.txt"],
        "y": ["sed", "y/aeiou/-----/", "text.txt"]}),
    Program("awk", "texts", text(3_000_000), True, {
        way: ["awk", script, "text.txt"] for way, script in WORDS_AWK.items()}),
    Program("perl", "languages", text(1_500_000), True, {
        way: ["perl", "-e", script, "text.txt"] for way, script in WORDS_PERL.items()}),
    Program("python3", "languages", nothing, True, {
        way: ["python3", "-I", "-S", "-c", script]
        for way, script in PRIMES_PYTHON.items()}),
    Program("lua", "languages", nothing, True, {
        "rows": ["lua", "-e", TABLE_LUA.format("a", "b")],
        "columns": ["lua", "-e", TABLE_LUA.format("b", "a")]}),
    Program("jq", "languages", numbers, True, {
        way: ["jq", "-c", script, "numbers.json"] for way, script in COUNTS_JQ.items()}),
    Program("bc", "languages", scripts_of_bc, True, {
        way: ["bc", "-q", f"{way}.bc"] for way in E_BC}),
    Program("sqlite3", "databases", items, True, {
        "index": ["sqlite3", "-readonly", "items.db", GROUPS_SQL.format("")],
        "no-index": ["sqlite3", "-readonly", "items.db",
                     GROUPS_SQL.format("NOT INDEXED")]}),
    Program("cc1", "compilers", functions, False, {
        "O0": ["cc1", "-quiet", "-O0", "-o", "-", "functions.c"],
        "O2": ["cc1", "-quiet", "-O2", "-o", "-", "functions.c"]}),
]


# ---------------------------------------------------------------- running

def find(name: str) -> str | None:
    """Where a program is; the compiler proper is where gcc says."""
    if name == "cc1" and (gcc := find("gcc")):
        name = call([gcc, "-print-prog-name=cc1"]).decode().strip()
    return shutil.which(name, path=ENVIRONMENT["PATH"])


class Programs:
    """All programs that are there; truth.py's Kernels has the same methods."""

    folder = "programs"     # of stored parts
    noun = "programs"

    def __init__(self) -> None:
        self.work = tempfile.TemporaryDirectory(prefix="quern-truth.")
        self.prepared: dict[str, str] = {}      # program: its directory
        self.lock = threading.Lock()
        names = {command[0] for p in PROGRAMS for command in p.variants.values()}
        self.paths = {name: path for name in sorted(names) if (path := find(name))}
        self.programs = {p.name: p for p in PROGRAMS
                         if all(c[0] in self.paths for c in p.variants.values())}

    def rows(self) -> list[list[Any]]:
        """What Kernels.rows() says.  Constants are fitted to no program."""
        for program in PROGRAMS:
            if program.name not in self.programs:
                print(f"{program.name}: skipped: no such program here", file=sys.stderr)
        return [[p.name, variant, p.has_one_result, p.family, False]
                for p in self.programs.values() for variant in p.variants]

    def fingerprint(self) -> str:
        """Of the programs and what they are to do; not of their libraries."""
        found = hashlib.sha256(pathlib.Path(__file__).read_bytes())
        for path in self.paths.values():
            found.update(pathlib.Path(path).read_bytes())
        return found.hexdigest()[:16]

    def command(self, key: Key) -> tuple[list[str], str]:
        """A variant's command and its directory, in which its input is."""
        program = self.programs[key[0]]
        with self.lock:
            if program.name not in self.prepared:
                directory = pathlib.Path(self.work.name, program.name)
                directory.mkdir()
                program.prepare(directory)
                self.prepared[program.name] = str(directory)
        name, *arguments = program.variants[key[1]]
        return [self.paths[name], *arguments], self.prepared[program.name]

    def time(self, key: Key) -> tuple[str, int]:
        """A checksum of what a variant prints, and its nanoseconds of user time."""
        said, time = call_timed(*self.command(key))
        return checksum(said), time

    def count(self, key: Key, valgrind: str, options: list[str]) -> dict[str, Any]:
        """The same checksum under cachesim, and the events."""
        said, counts = call_counted(valgrind, options, *self.command(key))
        return {"checksum": checksum(said), "counts": counts}


def checksum(said: bytes) -> str:
    return hashlib.sha256(said).hexdigest()[:16]
