#!/usr/bin/env python3
"""disasm.py -- compares instructions as annotate/code has them with objdump's.

Usage: disasm.py [--executed=CALLGRIND_OUT] [--arch=ARCH] DUMP OBJECT...

DUMP is tests/disasm_dump.  Compares all instructions of the objects' code, in both
syntaxes: mnemonics, sizes, and where jumps and calls go.  Mnemonics are capstone's: they
have no words for prefixes that an instruction does not use, can lack a letter for a size,
and differ in the names of OTHER_NAMES.  What objdump takes for instructions that
capstone 4 lacks can be (bad), but must have its size.

--executed: only instructions that callgrind has counted (--dump-instr=yes
--compress-pos=no); the first object is the program.  Nothing can be (bad) then.

Prints `SYNTAX N instructions, N unknown, N differ`, and each kind of difference with its
number; exits 1 if there is any.  SPDX-License-Identifier: GPL-2.0-or-later
"""

import argparse
import collections
import os
import re
import subprocess
import sys

OBJDUMP = {"amd64": "objdump", "x86": "objdump", "arm64": "aarch64-linux-gnu-objdump"}
PREFIXES = {"rep", "repz", "repnz", "repe", "repne", "lock", "data16", "addr32", "addr16",
            "bnd", "notrack", "cs", "ds", "es", "fs", "gs", "ss", "xacquire", "xrelease"}
# objdump's names and capstone's, without letters for sizes.
OTHER_NAMES = {
    ("movq", "movd"), ("movsxd", "movslq"), ("shl", "sal"), ("xchg", "nop"),
    ("xlat", "xlatb"),
    ("autiasp", "hint"), ("bti", "hint"), ("paciasp", "hint"), ("xpaclri", "hint"),
    ("b.cc", "b.lo"), ("b.cs", "b.hs"), ("mov", "ins"), ("mov", "movn"), ("mov", "movz"),
    ("mov", "orr"), ("sxtl", "sshll"), ("sxtl2", "sshll2"), ("uxtl", "ushll"),
    ("uxtl2", "ushll2"),
}
LETTERS = "bwldqxyz"
# Where Valgrind puts a program that can be anywhere; callgrind subtracts that only where
# it knows the object.
PROGRAM = 0x108000
LEAST = 1000
# The encodings of AVX-512: EVEX, and VEX for registers of masks; and for keys of pages.
UNKNOWN = re.compile(r"62|c[45]|0f01e[ef]")
# Of shadow stacks.  rdssp is executed where there are none, too.
RDSSP = re.compile(r"f3(4.)?0f1ec")
SHADOW = re.compile(RDSSP.pattern + r"|f3(4.)?0fae[ef]")
# Of arm64: scalable vectors, tagged memory, atomics of ARMv8.1, undefined ones.
UNKNOWN_ARM64 = re.compile(
    r"(st|ld)1b|ldg|st2?z?2?g|gmi|irg|cntb|ptrue|whilelo|udf|dc|cas|swp"
    r"|ld(add|clr|set|eor)|mov$")


def name_of(text):
    """The mnemonic at the start of a text, without words for prefixes."""
    words = text.split()
    n = 0
    while n < len(words) - 1 and (words[n] in PREFIXES or words[n].startswith("rex")):
        n += 1
    # "jle,pt" is expected to jump; "mov.s" has the other of two encodings.
    name = words[n].split(",")[0].removesuffix(".s")
    return re.sub(r"pclmul[lh]q[lh]qdq", "pclmulqdq", name)


def is_same_name(ours, theirs):
    """Whether two mnemonics are the same but for OTHER_NAMES and a letter for a size that
    one of them lacks."""
    pairs = [(theirs, ours)]
    if theirs[-1] in LETTERS:
        pairs.append((theirs[:-1], ours))
    if ours[-1] in LETTERS:
        pairs.append((theirs, ours[:-1]))
    if theirs[-1] == ours[-1]:
        pairs.append((theirs[:-1], ours[:-1]))
    return any(a == b or (a, b) in OTHER_NAMES for a, b in pairs)


def target_of(text):
    """Where objdump's text of a jump or call says that it goes, or None."""
    if text.startswith("adr"):
        return None
    match = re.search(r"\s(?:[wx]\d+, )?(?:#\d+, )?([0-9a-f]+) <", text.split(" # ")[0])
    return match and int(match.group(1), 16)


def instructions(arch, syntax, path):
    """(address, bytes, text) of each instruction, by objdump."""
    syntax = "att,suffix" if syntax == "att" else syntax
    options = [] if arch == "arm64" else ["-M", syntax, "--insn-width=16"]
    with subprocess.Popen([OBJDUMP[arch], "-d", "-w", *options, path], text=True,
                          errors="replace", stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            parts = line.rstrip("\n").split("\t")
            if len(parts) < 3 or not parts[0].endswith(":"):
                continue
            code, address = parts[1].replace(" ", ""), int(parts[0].strip()[:-1], 16)
            if arch == "arm64":
                code = bytes.fromhex(code)[::-1].hex()
            yield address, code, " ".join(parts[2:])


def executed(path, program):
    """{object: {address}} of callgrind's file."""
    names, found, current = {}, collections.defaultdict(set), None
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            match = re.match(r"(c?)ob=\((\d+)\)(?: (.*))?", line)
            if match:
                called, number, name = match.groups()
                if name:
                    names[number] = name
                current = current if called else names[number]
            match = re.match(r"0x([0-9a-f]+) ", line)
            if match and current:
                address, name = int(match.group(1), 16), current
                if name == "???" and address < 0x4000000:
                    name, address = program, address - PROGRAM
                found[os.path.realpath(name)].add(address)
    return found


def answers(dump, arch, syntax, asked):
    """(mnemonic, size, target) of each; target: None if it has none."""
    text = "".join(f"{address:x} {code}\n" for address, code in asked)
    result = subprocess.run([dump, arch, syntax], input=text, text=True, check=True,
                            stdout=subprocess.PIPE)
    for line in result.stdout.splitlines():
        name, size_B, target, _ = line.split("|", 3)
        yield name_of(name), int(size_B), int(target, 16) if target else None


def is_unknown(arch, code, mnemonic):
    if arch == "arm64":
        return UNKNOWN_ARM64.match(mnemonic)
    return UNKNOWN.match(code)


def is_same(arch, code, text, answer):
    """Whether objdump's text and an answer are of the same instruction."""
    name, size_B, target = answer
    if code.startswith("9b") and arch != "arm64":
        return name == "wait" and size_B == 1  # the next one is to wait for this
    return (2 * size_B == len(code) and is_same_name(name, name_of(text))
            and target == target_of(text))


def may_lack(arch, code, text, answer, is_executed):
    """Whether capstone 4 need not know this instruction; it has the right size."""
    name, size_B, _ = answer
    if arch != "arm64" and SHADOW.match(code):
        return not is_executed or RDSSP.match(code)
    return (name in ("(bad)", "sys") and not is_executed
            and is_unknown(arch, code, name_of(text))
            and (2 * size_B == len(code) or code.startswith("0f01e")))


def compare(options, syntax, counted):
    """Prints what differs; returns how much."""
    numbers, places = collections.Counter(), {}
    for path in options.objects:
        wanted = counted and counted.get(os.path.realpath(path), set())
        for address, code, text in instructions(options.arch, syntax, path):
            if counted is None or address in wanted:
                key = code, name_of(text)
                numbers[key] += 1
                places.setdefault(key, (address, text))
    kinds, n_unknown = collections.Counter(), 0
    asked = [(places[key][0], key[0]) for key in numbers]
    found = answers(options.dump, options.arch, syntax, asked)
    for key, answer in zip(numbers, found):
        code, text = key[0], places[key][1]
        if is_same(options.arch, code, text, answer):
            continue
        if may_lack(options.arch, code, text, answer, counted is not None):
            n_unknown += numbers[key]
        else:
            kinds[f"{text} ({code}): {answer}"] += numbers[key]
    n_different = sum(kinds.values())
    if sum(numbers.values()) < LEAST:
        kinds["too few instructions: none was compared"] = n_different = 1
    print(f"{syntax} {sum(numbers.values())} instructions, {n_unknown} unknown,"
          f" {n_different} differ")
    for kind, n in kinds.most_common(40):
        print(f"   {n} {kind}")
    return n_different


def main():
    parser = argparse.ArgumentParser(description="compares instructions with objdump's")
    parser.add_argument("--arch", default="amd64", choices=OBJDUMP)
    parser.add_argument("--executed")
    parser.add_argument("dump")
    parser.add_argument("objects", nargs="+")
    options = parser.parse_args()
    counted = None
    if options.executed:
        counted = executed(options.executed, options.objects[0])
        options.objects = [name for name in counted if os.path.isfile(name)]
    syntaxes = ["att"] if options.arch == "arm64" else ["att", "intel"]
    return 1 if sum([compare(options, s, counted) for s in syntaxes]) else 0


if __name__ == "__main__":
    sys.exit(main())
