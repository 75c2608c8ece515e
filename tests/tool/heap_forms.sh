#!/bin/sh
# heap_forms.sh -- hp_diff pairs the call paths of two builds, of which one inlines
# functions and the other does not.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"
program=${HP_DIFF:?}
cp "$srcdir/tests/programs/heap_forms.cpp" .

# build NAME COMPILER...: leaves NAME.out, the profile of the program so built.
build()
{
   form=$1
   shift
   "$@" heap_forms.cpp -o program 2>compiler.err || return 1
   run_heap "" ./program
   mv heap.out "$form.out"
}

# paired NAME OLD NEW: 900 and 100 values are one path each; hardly a byte is in paths
# that only one profile has.
paired()
{
   "$program" --json "$2.out" "$3.out" >diff.json
   equal "$1" "900 to 900, 100 to 100, all paired" "$("$PYTHON" -c '
import json
report = json.load(open("diff.json"))
names = [m["name"] for m in report["metrics"]]
peak, blocks = names.index("peak"), names.index("blocks")
paths = report["paths"]
both = [(p["old"][blocks], p["new"][blocks]) for p in paths]
found = ["%d to %d" % p for n in (900, 100) for p in both if n in p]
alone = sum(max(p["old"][peak], p["new"][peak]) for p in paths
            if not any(p["old"]) or not any(p["new"]))
found.append("all paired" if alone < 1000 else "%d bytes alone" % alone)
print(*found, sep=", ")')"
}

if build plain g++ -g -O1 -fno-inline; then
   build inlined g++ -g -O2
   paired "g++: -O1 -fno-inline and -O2" plain inlined
   paired "g++: -O2 and -O1 -fno-inline" inlined plain
   build slow g++ -g -O0
   paired "g++: -O0 and -O2" slow inlined
   if build clang clang++ -gdwarf-4 -O2; then
      paired "g++ -O1 -fno-inline and clang++ -O2" plain clang
   else
      skip "clang++" "$(head -n 1 compiler.err)"
   fi
else
   skip "C++" "$(head -n 1 compiler.err)"
fi

plan
