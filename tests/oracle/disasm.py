#!/usr/bin/env python3
"""disasm.py -- compares instructions as annotate/code has them with objdump's.

Usage: disasm.py [--executed=CALLGRIND_OUT] [--arch=ARCH] DUMP OBJECT...

DUMP is tests/disasm_dump.  Compares all instructions of the objects' code, in both
syntaxes: mnemonics, with the words for prefixes, and sizes.  What objdump takes for
instructions that capstone 4 lacks can be (bad), but must have its size.

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
PREFIXES = {"rep", "repz", "repnz", "lock", "data16", "addr32", "addr16", "bnd",
            "notrack", "cs", "ds", "es", "fs", "gs", "ss", "xacquire", "xrelease"}
# Where Valgrind puts a program that can be anywhere; callgrind subtracts that only where
# it knows the object.
PROGRAM = 0x108000
LEAST = 1000
# The encodings of AVX-512: EVEX, and VEX for registers of masks and for keys of pages.
UNKNOWN = re.compile(r"62|c[45]|0f01e[ef]")
# Of arm64: scalable vectors, tagged memory, atomics of ARMv8.1, undefined ones.
UNKNOWN_ARM64 = re.compile(
    r"(st|ld)1b|ldg|st2?z?2?g|gmi|irg|cntb|ptrue|whilelo|udf|dc|cas|swp"
    r"|ld(add|clr|set|eor)|mov$")


def name_of(text):
    """The mnemonic at the start of objdump's text, with the words for prefixes."""
    words = text.split()
    n = 0
    while n < len(words) - 1 and (words[n] in PREFIXES or words[n].startswith("rex")):
        n += 1
    return " ".join(words[:n + 1])


def instructions(arch, syntax, path):
    """(address, bytes, mnemonic) of each instruction, by objdump."""
    options = [] if arch == "arm64" else ["-M", syntax, "--insn-width=16"]
    with subprocess.Popen([OBJDUMP[arch], "-d", "-w", *options, path], text=True,
                          errors="replace", stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            parts = line.rstrip("\n").split("\t")
            if len(parts) < 3 or not parts[0].endswith(":"):
                continue
            code, address = parts[1].replace(" ", ""), int(parts[0].strip()[:-1], 16)
            if arch == "arm64":
                yield address, bytes.fromhex(code)[::-1].hex(), parts[2].strip()
            else:
                yield address, code, name_of(parts[2])


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
    text = "".join(f"{address:x} {code}\n" for address, code in asked)
    result = subprocess.run([dump, arch, syntax], input=text, text=True, check=True,
                            stdout=subprocess.PIPE)
    for line in result.stdout.splitlines():
        name, size_B, _ = line.split("|", 2)
        yield name, int(size_B)


def is_unknown(arch, code, mnemonic):
    if arch == "arm64":
        return UNKNOWN_ARM64.match(mnemonic)
    return UNKNOWN.match(code)


def compare(options, syntax, counted):
    """Prints what differs; returns how much."""
    numbers, places = collections.Counter(), {}
    for path in options.objects:
        wanted = counted and counted.get(os.path.realpath(path), set())
        for address, code, mnemonic in instructions(options.arch, syntax, path):
            if counted is None or address in wanted:
                numbers[code, mnemonic] += 1
                places.setdefault((code, mnemonic), address)
    kinds, n_unknown = collections.Counter(), 0
    asked = [(places[key], key[0]) for key in numbers]
    found = answers(options.dump, options.arch, syntax, asked)
    for (code, mnemonic), (name, size_B) in zip(numbers, found):
        n = numbers[code, mnemonic]
        is_right_size = 2 * size_B == len(code) or code.startswith("0f01e")
        if name == mnemonic and is_right_size:
            continue
        if name in ("(bad)", "sys") and is_right_size and counted is None \
                and is_unknown(options.arch, code, mnemonic):
            n_unknown += n
        else:
            kinds[f"{mnemonic}: {name} of {size_B} ({code})"] += n
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
