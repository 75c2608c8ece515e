#!/usr/bin/env python3
# names.py -- SPDX-License-Identifier: GPL-2.0-or-later
"""Names that are one function, and names that are two: does cs_diff know?  Profiles are
written here, each function in a file of its own.

Prints a line for each row: its names, a tab, and what is wrong: nothing, if all is right.
"""

import collections
import json
import os
import subprocess

# Names of one function in OLD and in NEW; several of a side are its parts.
ONE = [
    *[(["scan"], [f"scan{suffix}"]) for suffix in """
    .constprop.0 .isra.0 .part.0 .part.0.isra.0 .constprop.0.isra.0 .lto_priv.12
    .llvm.12345678901234567890 .__uniq.199271026476613767634375625910572552840
    .__uniq.1992.llvm.123 .specialized.1 .cfi .cfi_jt .localalias .localalias.3 .resolver
    .ifunc .avx2 .avx2.0 .default .default.1 .arch_x86_64_v3 .arch_haswell .sse4.2
    """.split()],
    *[(["scan"], ["scan", f"scan{suffix}"]) for suffix in """
    .cold .cold.3 .constprop.0.cold .lto_priv.0.cold .part.0
    """.split()],
    *[(["a::scan(int)"], [f"a::scan(int) [clone {suffix}]"]) for suffix in """
    .constprop.0 .isra.0 .part.0 .lto_priv.0 .llvm.123 .__uniq.1992 .specialized.1
    .localalias .9
    """.split()],
    (["a::scan(int)"], ["a::scan(int)", "a::scan(int) [clone .cold]"]),
    (["a::scan(int)"], ["a::scan(int) [clone .part.0] [clone .isra.0]",
                        "a::scan(int) [clone .part.0] [clone .isra.0] [clone .cold]"]),
    (["a::scan(int)"], ["a::scan(int) [clone .resume]", "a::scan(int) [clone .destroy]"]),
    (["a::scan(int) [clone .lto_priv.0]"], ["a::scan(int) [clone .llvm.123]"]),
    (["_Z4scani"], ["_Z4scani", "_Z4scani.resume", "_Z4scani.destroy", "_Z4scani.actor"]),
    (["scan"], ["scan(scan*, unsigned long) [clone .__uniq.1992]"]),
    (["scan.constprop.0", "scan.constprop.1"], ["scan"]),
    (["scan.6"], ["scan"]),
    (["make(int)"], ["make[abi:cxx11](int)"]),
    (["crate::scan::h0123456789abcdef"], ["crate::scan::hfedcba9876543210"]),
    (["crate::scan::h0123456789abcdef"], ["crate::scan"]),
    (["crate::scan::h0123456789abcdef"], ["crate::scan::hfedcba9876543210.llvm.123456"]),
    (["crate[0a2b3c4d5e6f7081]::scan"], ["crate[1a2b3c4d5e6f7081]::scan"]),
    (["crate::scan::h0123456789abcdef"], ["crate[1a2b3c4d5e6f7081]::scan"]),
    (["<a::T as a::S>::area"],
     ["<a[1a2b3c4d5e6f7081]::T as a[1a2b3c4d5e6f7081]::S>::area"]),
]

# Names of functions that are two, in both profiles: Go, OCaml and others have dots, too.
TWO = [
    ["a::scan(int)", "a::scan(long)"], ["a::scan<int>(int)", "a::scan<long>(long)"],
    ["main.work.func1", "main.work.func2"], ["main.work.func1.1", "main.work.func1.2"],
    ["main.resume", "main.cleanup"],
    ["main.work", "main.cold"], ["camlA__scan_12", "camlA__scan_34"],
    ["crate::scan::{{closure}}", "crate::scan"], ["a::hash::hot", "a::hash::cold"],
    ["__m_MOD_scan", "__n_MOD_scan"], ["scan", "scan_part_0"],
]

SHARED = 1200       # instructions of each row


def text_of(sides):
    """A profile of [(file, names)], each name with its share of instructions."""
    lines = ["desc: I1 cache: 32768 B, 64 B, 8-way", "cmd: ./app", "events: Ir"]
    for file, names in sides:
        lines.append(f"fl=/src/{file}")
        for line, name in enumerate(names, 1):
            lines += [f"fn={name}", f"{line} {SHARED // len(names)}"]
    total = sum(SHARED // len(names) * len(names) for _, names in sides)
    return "\n".join([*lines, f"summary: {total}"]) + "\n"


def main():
    sides = [[(f"{at}.c", row[side]) for at, row in enumerate(ONE)] for side in (0, 1)]
    for at, names in enumerate(TWO, len(ONE)):
        for side in sides:
            side.append((f"{at}.c", names))
    for name, side in zip(("old.names", "new.names"), sides):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text_of(side))
    report = json.loads(subprocess.run(
        [os.environ["CS_DIFF"], "--json", "--threshold=0", "old.names", "new.names"],
        check=True, stdout=subprocess.PIPE).stdout)
    rows = collections.defaultdict(list)
    for file in report["files"]:
        for function in file["functions"]:
            rows[file["name"]].append((function["old"][0], function["new"][0]))
    for at, (old, new) in enumerate(ONE):
        found = rows[f"/src/{at}.c"]
        print(f"{' + '.join(old)} is {' + '.join(new)}",
              "" if found == [(SHARED, SHARED)] else found, sep="\t")
    for at, names in enumerate(TWO, len(ONE)):
        found = rows[f"/src/{at}.c"]
        print(f"{names[0]} is not {names[1]}",
              "" if found == [(SHARED // 2, SHARED // 2)] * 2 else found, sep="\t")


if __name__ == "__main__":
    main()
