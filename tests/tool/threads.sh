#!/bin/sh
# threads.sh -- counts by thread add up, and have the threads' names.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# ---- Names and counts.  That they add up is checked for each profile (tests/lib.sh).
names()
{
   sed -n 's/^#: thread [0-9]* \([0-9]*\) */\1:/p' "$1" | sort | tr '\n' ' '
}

# counts FILE PATTERN: the instructions of the matching threads.
counts()
{
   awk -v pattern="$2" '/^#: thread / { is = $0 ~ pattern }
      /^#: thread-counts/ && is { print $3 }' "$1"
}

run_tool cachesim three.out "" "$programs/spins" compute
equal "threads have their names" "1: 1:turn 0 1:turn 1 1:turn 2 " "$(names three.out)"
equal "equal work is equal counts" 1 \
   "$(counts three.out "turn" | awk '{ print int($1 / 3000000) }' | sort -u | wc -l)"
run_tool cachesim one.out "" "$programs/memory"
equal "of one thread nothing is kept" "" "$(names one.out)"

for options in "--branch-sim=yes --machine=zen3" "--sweep=ways:1..4 --split=D1" \
   "--sharing=yes" "--toggle-collect=compute" "--separate-threads=yes" \
   "--predictor=tage --branch-sim=yes"; do
   run_tool cachesim options.out "$options" "$programs/spins" compute
   equal "threads have rows ($options)" 4 "$(grep -c '^#: thread ' options.out)"
done

run_tool cachesim %p.out "" "$programs/spins" fork
for file in [0-9]*.out; do
   threads_add_up "$file" >wrong
   equal "of a forked child they add up, too" "" "$(cat wrong)"
done
equal "a child has its own threads" "2 4 " \
   "$(grep -c '^#: thread ' [0-9]*.out | sed 's/.*://' | sort | tr '\n' ' ')"

# ---- Thousands
run_tool cachesim many.out "" "$programs/fault_threads"
rows=$(grep -c '^#: thread ' many.out)
check "3000 threads have about a thousand rows" \
   [ "$((rows >= 1000 && rows <= 1600))" = 1 ]
equal "which are of all of them" 3001 \
   "$(awk '/^#: thread / { n += $4 } END { print n }' many.out)"

# ---- The reports
annotate()
{
   "$builddir/cs_annotate" --annotate=no "$@"
}
check "the report has a line of them" sh -c \
   "'$builddir/cs_annotate' three.out | grep -q '^Threads: .*4, by Ir: thread [2-4] (turn'"
equal "the table has a row each" 4 \
   "$(annotate --by=thread three.out | grep -c '  thread [2-4] (turn [0-2])$\|  thread 1 (main)$')"
equal "JSON and CSV have the same counts" \
   "$(annotate --json three.out | "$PYTHON" -c '
import json, sys
for t in json.load(sys.stdin)["threads"]:
    print(t["number"], t["name"], t["values"][0])')" \
   "$(annotate --by=thread --csv three.out | awk -F, 'NR > 1 { print $1 " " $3 " " $4 }')"
"$builddir/cs_merge" -o sum.out three.out three.out
equal "a sum adds up the same threads" "2: 2:turn 0 2:turn 1 2:turn 2 " "$(names sum.out)"
threads_add_up sum.out >wrong
equal "and adds up" "" "$(cat wrong)"

# ---- The heap
run_tool heapprof heap.out "" "$programs/fault_threads"
"$builddir/hp_annotate" --json heap.out >heap.json
equal "heapprof: what threads allocate adds up to the totals" "3001 0 0" \
   "$("$PYTHON" -c '
import json
p = json.load(open("heap.json"))
t, all = p["threads"], p["totals"]
print(len(t), sum(x[1] for x in t) - all["bytes"], sum(x[2] for x in t) - all["blocks"])')"
check "heapprof: the report names the largest" sh -c \
   "'$builddir/hp_annotate' heap.out | grep -q '^Threads: .*; thread 1 allocated'"
plan
