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

# ---- One schedule.  Without it, this program has other counts in each run.
if chrt --fifo 1 true 2>/dev/null; then
   for tool in cachesim heapprof; do
      for i in 1 2 3 4; do
         $clean "$valgrind" -q --tool=$tool --fixed-schedule=yes \
            --$tool-out-file=fixed$i.out "$programs/contend" >client.out 2>&1
         sed '/^#: pid\|^#: parent\|"pid"/d' fixed$i.out | cksum
      done | sort -u >sums
      equal "$tool: all runs of a fixed schedule are alike" 1 "$(wc -l <sums)"
   done
else
   skip "a fixed schedule" "no right to real-time scheduling"
fi
if [ "$(id -u)" = 0 ]; then
   $clean setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice prlimit --rtprio=0 \
      "$valgrind" -q --tool=cachesim --fixed-schedule=yes true >client.out 2>&1
   equal "without the right to it: status" 1 $?
   check "says so, and how to get it" grep -q 'sudo prlimit --rtprio=1 --pid' client.out
else
   skip "without the right to a fixed schedule" "only root can give it up"
fi

# ---- The reports
annotate()
{
   "$builddir/cs_annotate" --annotate=no "$@"
}
check "the report has a line of them" sh -c \
   "'$builddir/cs_annotate' three.out | grep -q '^Threads: .*4, by CEst: thread [2-4] (turn'"
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

# ---- Names of threads that allocate
# heap_names FILE: the names by number.
heap_names()
{
   "$PYTHON" -c '
import json, sys
names = json.load(open(sys.argv[1]))["heapprof"].get("thread_names", [])
print(*(f"{number}:{name}" for number, name in names))' "$1"
}
hostile='3:<b>"\x0a\xff'
run_tool heapprof %p.heap "" "$programs/heap_named" fork
child=$(grep -l '"fork":' [0-9]*.heap)
parent=$(grep -L '"fork":' [0-9]*.heap)
equal "heapprof: threads have their names" "2:worker $hostile 5:late 6:forker" \
   "$(heap_names "$parent")"
equal "a forked child has the name of the thread that forked" "6:forker" \
   "$(heap_names "$child")"
check "the report has the names" sh -c \
   "'$builddir/hp_annotate' '$parent' | tr -s ' \n' ' ' |
      grep -Eq 'thread 2 \\(worker\\) allocated [0-9.]+%'"
check "they are escaped" sh -c "'$builddir/hp_annotate' '$parent' | grep -Fq '<b>\"\\x0a'"
rm ./*.heap
run_tool heapprof %p.heap --children=inherit "$programs/heap_named" fork
equal "a child that inherits counts has those of all threads" \
   "2:worker $hostile 5:late 6:forker" "$(heap_names "$(grep -l '"fork":' [0-9]*.heap)")"
rm ./*.out
run_tool cachesim %p.out --children=inherit "$programs/heap_named" fork
for file in [0-9]*.out; do
   equal "cachesim: so have a process that forks and its child" 3 \
      "$(names "$file" | tr ' ' '\n' | grep -cE '^1:(worker|late|forker)$')"
done
run_tool heapprof zero.out "" "$programs/heap_named" zero
equal "a zero keeps names" "2:worker $hostile 5:late 6:forker" "$(heap_names zero.out)"
run_tool heapprof many.out "" "$programs/heap_named" many
equal "the latest 1000 threads that ended have names" "1000 1106:forker" \
   "$(heap_names many.out | tr ' ' '\n' | sed -n '/:/p' >rows
      echo "$(wc -l <rows) $(tail -n 1 rows)")"
run_tool heapprof one.out "" "$programs/memory"
equal "of one thread there is no name" "" "$(heap_names one.out)"
plan
