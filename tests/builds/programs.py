# programs.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""The programs that builds.py compares builds of, the ways to build, and the pairs."""

import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
MACRO = "#define PLANTED(n) for (volatile int at_ = 0; at_ < (n); at_++) ;\n"


# ---- Programs -------------------------------------------------------------------

@dataclass
class Program:
    """A program of this folder, or of Debian: then `folder` is the one of its sources
    below SOURCES, a pattern, and `edits` says where work is planted."""

    name: str
    language: str               # c, c++ or rust
    sources: list
    planted: list               # functions that do more, as builds.identity has them
    folder: str = ""
    flags: list = field(default_factory=list)
    libraries: list = field(default_factory=list)
    arguments: list = field(default_factory=list)
    edits: tuple = ()           # of Debian's: (file, the function's head, how much work)
    moves: tuple = ()           # (file, text where a part begins, file that gets it)
    inputs: dict = field(default_factory=dict)

    def fetched(self):
        """The folder of Debian's sources; None: they could not be fetched."""
        return next(Path(os.environ["SOURCES"]).glob(self.folder), None)

    def unpack(self, source):
        if self.folder:
            shutil.copytree(self.fetched(), source)
        else:
            source.mkdir(parents=True)
            for path in HERE.iterdir():
                if path.suffix in (".c", ".h", ".cc", ".rs"):
                    shutil.copy(path, source)
        for name, text in self.inputs.items():
            (source / name).write_text(text() if callable(text) else text)

    def plant(self, source):
        """Into Debian's sources; those of this folder have it, for the macro PLANT."""
        for file, head, work in self.edits:
            path = source / file
            text = path.read_text(errors="surrogateescape")
            at = text.index("{", re.search(head, text).start()) + 1
            if MACRO not in text:
                text, at = MACRO + text, at + len(MACRO)
            path.write_text(f"{text[:at]} PLANTED({work}) {text[at:]}",
                            errors="surrogateescape")


def some_text():
    """Words of all lengths, the same each time."""
    x, words = 1, []
    for _ in range(12000):
        x = (x * 1103515245 + 12345) % 2**31
        words.append("abcdefghijkl"[x >> 20 & 7:][:1 + (x >> 16 & 7)] + str(x % 97))
    return " ".join(words)


def some_xml():
    rows = "".join(
        f"<row id='{i * 7919 % 3001}' name=\"n&amp;{i}\"><cell>{i * i} &lt; {i}</cell>"
        f"<!-- {i} --><empty/></row>\n" for i in range(1500))
    return f"<?xml version='1.0'?>\n<table>{rows}</table>\n"


# Without a seed, and a cache that is by addresses: those of two builds differ.
LUA_FLAGS = ["-DLUA_USE_POSIX", "-Dluai_makeseed(L)=7", "-DSTRCACHE_N=1",
             "-DSTRCACHE_M=1"]
LUA_SCRIPT = r"""
local t = {}
for i = 1, 3000 do t[i] = string.format("%05d-%s", i * 7919 % 3001, ("x"):rep(i % 7)) end
table.sort(t)
local n = 0
for _, s in ipairs(t) do n = n + #s:gsub("(%d)(%d)", "%2%1"):upper() end
local function fib(k) if k < 2 then return k end return fib(k - 1) + fib(k - 2) end
local words = {}
for w in (table.concat(t, " ")):gmatch("%w+") do words[w] = (words[w] or 0) + 1 end
print(n, fib(18), #table.concat(t), next({}) == nil)
"""

PUGI_MAIN = r"""
#include "pugixml.hpp"
#include <cstdio>
#include <sstream>

static int depth_of(const pugi::xml_node &node)
{
   int most = 0;
   for (const pugi::xml_node &child : node.children()) {
      int depth = 1 + depth_of(child);
      most = depth > most ? depth : most;
   }
   return most;
}

int main(int, char **argv)
{
   pugi::xml_document document;
   if (!document.load_file(argv[1]))
      return 1;
   std::ostringstream out;
   document.save(out, "  ");
   auto rows = document.select_nodes("/table/row[@id > 1500]/cell");
   std::printf("%zu %zu %d\n", out.str().size(), (std::size_t)rows.size(),
               depth_of(document));
}
"""

HASH_MAIN = r"""
use hashbrown::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
#[derive(Default)]
struct Fnv(u64);
impl Hasher for Fnv {
    #[inline(never)]
    fn write(&mut self, bytes: &[u8]) {
        if cfg!(plant) { for i in 0..4 { std::hint::black_box(i); } }
        for byte in bytes {
            self.0 = (self.0 ^ *byte as u64).wrapping_mul(0x100000001b3);
        }
    }
    fn finish(&self) -> u64 { self.0 }
}
type Build = BuildHasherDefault<Fnv>;
fn main() {
    let mut words: HashMap<String, u32, Build> = HashMap::default();
    let mut x = 1u32;
    for i in 0..6000u32 {
        x = x.wrapping_mul(1103515245).wrapping_add(12345);
        *words.entry(format!("word{}", (x >> 16) % 2000)).or_insert(0) += i % 3;
    }
    let numbers: HashSet<u64, Build> = words.values().map(|v| *v as u64).collect();
    let mut old: Vec<_> = words.drain_filter(|_, v| *v % 2 == 0).collect();
    old.sort();
    words.retain(|k, _| k.len() > 6);
    words.shrink_to_fit();
    println!("{} {} {}", words.len(), numbers.len(), old.len());
}
"""

PROGRAMS = {program.name: program for program in [
    Program("scan", "c", ["scan.c", "words.c", "numbers.c"], ["digits", "name_of"],
            moves=("numbers.c", "/* What is below here", "words.c")),
    Program("parts", "c++", ["parts.cc", "stock.cc"],
            ["(anonymous namespace)::screw::cost(unsigned int) const"],
            moves=("stock.cc", "// What is below here", "parts.cc")),
    Program("inventory", "rust", ["inventory.rs"],
            ["<inventory::Square as inventory::Shape>::area"]),
    Program("lua", "c",
            "lapi.c lauxlib.c lbaselib.c lcode.c lcorolib.c lctype.c ldblib.c ldebug.c "
            "ldo.c ldump.c lfunc.c lgc.c linit.c liolib.c llex.c lmathlib.c lmem.c "
            "loadlib.c lobject.c lopcodes.c loslib.c lparser.c lstate.c lstring.c "
            "lstrlib.c ltable.c ltablib.c ltm.c lua.c lundump.c lutf8lib.c lvm.c "
            "lzio.c".split(),
            ["match_class", "luaH_newkey", "mainpositionTV"],
            folder="lua-*/src", flags=LUA_FLAGS,
            libraries=["-lm"], arguments=["script.lua"],
            inputs={"script.lua": LUA_SCRIPT},
            edits=(("lstrlib.c", r"static int match_class \(", 1),
                   ("ltable.c", r"void luaH_newkey \(", 4),
                   ("ltable.c", r"static Node \*mainpositionTV \(", 2))),
    Program("bzip2", "c",
            "blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c "
            "bzlib.c bzip2.c".split(), ["generateMTFValues", "BZ2_hbMakeCodeLengths"],
            folder="bzip2-*", flags=["-D_FILE_OFFSET_BITS=64"],
            arguments=["-kzc", "text"], inputs={"text": some_text},
            edits=(("compress.c", "void generateMTFValues", 150000),
                   ("huffman.c", "void BZ2_hbMakeCodeLengths", 400))),
    Program("minigzip", "c",
            "adler32.c crc32.c deflate.c infback.c inffast.c inflate.c inftrees.c "
            "trees.c zutil.c compress.c uncompr.c gzclose.c gzlib.c gzread.c gzwrite.c "
            "test/minigzip.c".split(), ["longest_match"],
            folder="zlib-*", flags=["-I.", "-DHAVE_UNISTD_H"],
            arguments=["-c", "text"], inputs={"text": some_text},
            edits=(("deflate.c", r"local uInt longest_match\(s, cur_match\)\n", 16),)),
    Program("pugixml", "c++", ["pugixml.cpp", "shape.cpp"],
            ["pugi::impl::(anonymous namespace)::text_output_indent("
             "pugi::impl::(anonymous namespace)::xml_buffered_writer&, char const*, "
             "unsigned long, unsigned int)",
             "pugi::impl::(anonymous namespace)::append_new_node(pugi::xml_node_struct*, "
             "pugi::impl::(anonymous namespace)::xml_allocator&, pugi::xml_node_type)"],
            folder="pugixml-*/src", arguments=["table.xml"],
            inputs={"table.xml": some_xml, "shape.cpp": PUGI_MAIN},
            edits=(("pugixml.cpp", "void text_output_indent", 2),
                   ("pugixml.cpp", r"xml_node_struct\* append_new_node\(", 2))),
    Program("hashbrown", "rust", ["main.rs"],
            ["<main::Fnv as core::hash::Hasher>::write"], folder="hashbrown-*",
            inputs={"main.rs": HASH_MAIN}),
]}
FETCHED = [name for name, program in PROGRAMS.items() if program.folder]


# ---- Ways to build ----------------------------------------------------------------

@dataclass
class Variant:
    """A way to build: compiler and flags; what is done to sources and program.

    profile_guided builds twice, with a run between; renamed gives each source file
    another name; moved moves functions to another file; shifted, all lines; strip are
    options of strip; exe is another name for the program; links are options for the
    linker."""

    compiler: str
    flags: str = "-O2"
    debug: bool = True
    profile_guided: bool = False
    renamed: bool = False
    moved: bool = False
    shifted: bool = False
    strip: str = ""
    exe: str = ""
    links: str = ""

    def arrange(self, program, source):
        """Changes the source files; their names."""
        names = program.sources
        if self.moved:
            self.move(program, source)
        for name in names if self.shifted else ():
            text = (source / name).read_bytes()
            (source / name).write_bytes(b"\n" * 7 + text)
        if self.renamed:
            names = []
            for name in program.sources:
                path = Path(name)
                new = str(path.parent / f"other_{path.name}")
                (source / name).rename(source / new)
                names.append(new)
        return names

    def move(self, program, source):
        """The second part of a file goes to the end of another; of a program without
        `moves` all files become ones, without their headers."""
        if program.moves:
            name, begin, target = program.moves
            text = (source / name).read_text()
            at = text.index(begin)
            (source / name).write_text(text[:at])
            other = (source / target).read_text()
            (source / target).write_text("#include <stdlib.h>\n" + other + text[at:])

    def needs(self, program):
        """The commands that build it."""
        needed = [self.driver(program)]
        if "lld" in self.links:
            needed.append("ld.lld")
        if self.compiler == "clang" and self.profile_guided:
            needed.append("llvm-profdata")
        return needed

    def driver(self, program):
        """The compiler's command."""
        if self.compiler == "rust":
            return "rustc"
        in_cxx = {"gcc": "g++", "clang": "clang++"}
        return in_cxx[self.compiler] if program.language == "c++" else self.compiler

    def steps(self, program, names, exe, planted):
        """The commands that build it, in the folder of its sources."""
        if self.compiler == "rust":
            yield from self.rust_steps(program, names, exe, planted)
        else:
            yield from self.c_steps(program, names, exe, planted)
        if self.strip:
            yield ["strip", *self.strip.split(), str(exe)]

    def c_steps(self, program, names, exe, planted):
        debug = ["-g"] if self.debug else []
        base = [self.driver(program), "-w", *self.flags.split(), *debug, *program.flags]
        if program.language == "c++":
            base.append("-std=c++17")
        if planted:
            base.append("-DPLANT")
        if self.moved and not program.moves:
            names = list(names)
            for i, name in enumerate(names):
                moved = f"moved_{Path(name).stem}{Path(name).suffix}"
                yield [*base, "-E", "-P", name, "-o", moved]
                names[i] = moved
        end = [*names, "-o", str(exe), *program.libraries, *self.links.split()]
        if not self.profile_guided:
            yield [*base, *end]
        elif self.compiler == "gcc":
            yield [*base, "-fprofile-generate", *end]
            yield "TRAIN"
            yield [*base, "-fprofile-use", *end]
        else:
            yield [*base, "-fprofile-instr-generate", *end]
            yield "TRAIN"
            yield ["llvm-profdata", "merge", "-o", "merged", "raw.profraw"]
            yield [*base, "-fprofile-instr-use=merged", *end]

    def rust_steps(self, program, names, exe, planted):
        base = ["rustc", "--cap-lints=allow", "--edition=2021", *self.flags.split()]
        base += ["-g"] if self.debug else ["-C", "strip=none"]
        if program.folder:
            yield [*base, "--crate-type=rlib", "--crate-name=hashbrown",
                   "--cfg=feature=\"raw\"", "src/lib.rs"]
            base += ["--extern", "hashbrown=libhashbrown.rlib"]
        if planted:
            base.append("--cfg=plant")
        crate = Path(program.sources[0]).stem
        yield [*base, f"--crate-name={crate}", *names, "-o", str(exe)]


SPLIT = "-fno-reorder-blocks-and-partition"
NO_CLONES = "-fno-ipa-cp -fno-ipa-sra -fno-partial-inlining -fno-ipa-icf"
VARIANTS = {
    "gcc-O1": Variant("gcc", "-O1"),
    "gcc-O2": Variant("gcc"),
    "gcc-O3": Variant("gcc", "-O3"),
    "gcc-lto": Variant("gcc", "-O2 -flto"),
    "gcc-pgo": Variant("gcc", profile_guided=True),
    "gcc-sections": Variant("gcc", "-O2 -ffunction-sections -freorder-functions",
                            links="-Wl,--gc-sections"),
    "gcc-no-split": Variant("gcc", f"-O2 {SPLIT}"),
    "gcc-no-clones": Variant("gcc", f"-O2 {NO_CLONES}"),
    "gcc-clones": Variant("gcc", "-O2 -fipa-cp-clone --param ipa-cp-eval-threshold=1"),
    "gcc-no-inline": Variant("gcc", "-O2 -fno-inline"),
    "gcc-no-inline-O3": Variant("gcc", "-O3 -fno-inline"),
    "gcc-renamed": Variant("gcc", renamed=True),
    "gcc-shifted": Variant("gcc", shifted=True),
    "gcc-moved": Variant("gcc", moved=True),
    "gcc-no-debug": Variant("gcc", debug=False),
    "gcc-stripped": Variant("gcc", strip="--strip-debug"),
    "gcc-bare": Variant("gcc", strip="--strip-all"),
    "gcc-bare-exe": Variant("gcc", strip="--strip-all", exe="bench-1a2b3c4d5e6f7081"),
    "gcc-exe": Variant("gcc", exe="bench-1a2b3c4d5e6f7081"),
    "clang-O1": Variant("clang", "-O1"),
    "clang-O2": Variant("clang"),
    "clang-O3": Variant("clang", "-O3"),
    "clang-thin": Variant("clang", "-O2 -DONE_TARGET -flto=thin", links="-fuse-ld=lld"),
    "clang-lto": Variant("clang", "-O2 -DONE_TARGET -flto", links="-fuse-ld=lld"),
    "clang-pgo": Variant("clang", profile_guided=True),
    "clang-uniq": Variant("clang", "-O2 -funique-internal-linkage-names"),
    "clang-renamed": Variant("clang", renamed=True),
    "clang-stripped": Variant("clang", strip="--strip-debug"),
    "clang-exe": Variant("clang", exe="bench-1a2b3c4d5e6f7081"),
    "rust-O1": Variant("rust", "-C opt-level=1"),
    "rust-O2": Variant("rust", "-C opt-level=2"),
    "rust-O3": Variant("rust", "-C opt-level=3"),
    "rust-thin": Variant("rust", "-C opt-level=2 -C lto=thin"),
    "rust-fat": Variant("rust", "-C opt-level=2 -C lto=fat"),
    "rust-one-unit": Variant("rust", "-C opt-level=2 -C codegen-units=1"),
    "rust-v0": Variant("rust", "-C opt-level=2 -C symbol-mangling-version=v0"),
    "rust-hash": Variant("rust", "-C opt-level=2 -C metadata=1a2b3c"),
    "rust-shifted": Variant("rust", "-C opt-level=2", shifted=True),
    "rust-renamed": Variant("rust", "-C opt-level=2", renamed=True),
    "rust-stripped": Variant("rust", "-C opt-level=2", strip="--strip-debug"),
    "rust-bare": Variant("rust", "-C opt-level=2", strip="--strip-all"),
    "rust-exe": Variant("rust", "-C opt-level=2", exe="bench-1a2b3c4d5e6f7081"),
}


# ---- Pairs --------------------------------------------------------------------------

@dataclass
class Pair:
    old: str
    new: str
    language: str
    is_same_code: bool = False      # the same machine code, instruction by instruction

    @property
    def is_moved(self):
        """Whether lines moved, and nothing else changed."""
        return self.new.endswith(("-moved", "-shifted", "-renamed", "-exe"))

    @property
    def has_headers(self):
        """Whether the sources that moved have their headers in them (Variant.moved)."""
        return self.new.endswith("-moved")

    @property
    def knows_inlined(self):
        """Whether both profiles tell inlined functions from those that they are inlined
        into: none does without -g, and Valgrind 3.19 reads no names of files from most
        of clang's DWARF after link-time optimisation."""
        return not any(side.endswith(("-no-debug", "-stripped", "-thin", "-lto"))
                       for side in (self.old, self.new))


SAME = ["renamed", "shifted", "no-debug", "stripped", "exe"]
GCC = ["O1", "O3", "lto", "pgo", "sections", "no-split", "no-clones", "clones", "moved"]
CLANG = ["O1", "O3", "thin", "lto", "pgo", "uniq"]


def pairs_of(language):
    for name in GCC:
        yield Pair("gcc-O2", f"gcc-{name}", language)
    for name in SAME:
        yield Pair("gcc-O2", f"gcc-{name}", language, is_same_code=True)
    yield Pair("gcc-stripped", "gcc-O3", language)
    yield Pair("gcc-bare", "gcc-bare-exe", language, is_same_code=True)
    yield Pair("gcc-no-inline", "gcc-no-inline-O3", language)
    yield Pair("gcc-O1", "gcc-O3", language)
    for name in CLANG:
        yield Pair("clang-O2", f"clang-{name}", language)
    for name in ("renamed", "stripped", "exe"):
        yield Pair("clang-O2", f"clang-{name}", language, is_same_code=True)
    yield Pair("clang-thin", "clang-uniq", language)
    yield Pair("gcc-O2", "clang-O2", language)
    yield Pair("clang-O3", "gcc-O3", language)
    yield Pair("gcc-lto", "clang-thin", language)
    yield Pair("gcc-pgo", "clang-pgo", language)


def rust_pairs():
    for name in ("O1", "O3", "thin", "fat", "one-unit", "v0"):
        yield Pair("rust-O2", f"rust-{name}", "rust")
    for name in ("hash", "renamed", "shifted", "stripped", "exe"):
        yield Pair("rust-O2", f"rust-{name}", "rust", is_same_code=True)
    yield Pair("rust-thin", "rust-v0", "rust")


PAIRS = [*pairs_of("c"), *pairs_of("c++"), *rust_pairs()]
# Those of a test for each commit: of each kind one.
SAMPLE = {
    "scan": {"gcc-O2 gcc-O1", "gcc-O2 gcc-moved", "gcc-O2 gcc-renamed",
             "gcc-O2 gcc-stripped", "gcc-bare gcc-bare-exe", "gcc-O2 clang-O2",
             "clang-O2 clang-thin", "clang-O2 clang-uniq"},
    "parts": {"gcc-O2 gcc-no-debug", "gcc-O2 gcc-exe"},
}
