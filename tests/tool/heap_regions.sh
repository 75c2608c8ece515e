#!/bin/sh
# heap_regions.sh -- the regions, figures and budgets of heapprof.h.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

# regions [FILE]: path, count, bytes, blocks, peak and growth of each region.
regions()
{
   "$PYTHON" -B -c '
import json, sys
paths = []
for r in json.load(open(sys.argv[1]))["heapprof"].get("regions", []):
    outer = paths[r["parent"]] + "/" if r["parent"] >= 0 else ""
    paths.append(outer + r["name"])
    print(paths[-1], *(r[k] for k in
                       ("count", "bytes", "blocks", "peak", "growth")))
' "${1:-heap.out}"
}

# ---- Regions and figures
nested_figures="running 1
before: current 1000 in 1, peak 1000 in 1, total 1000 in 1
inner: depth 2: 300 in 1, peak 300, left 0 in 0
inner: depth 2: 500 in 1, peak 500, left 0 in 0
outer: depth 1: 850 in 3, peak 550, left 50 in 1
outer, later: depth 1: 920 in 4, peak 550, left -930 in 0
inner: depth 1: 20 in 1, peak 20, left 0 in 0
after: current 70 in 1, peak 1550 in 3, total 1940 in 6"
nested_regions='outer 1 920 4 1550 550
outer/inner 2 800 2 1550 500
inner 1 20 1 90 20
ä\x09"\x01 1 0 0 70 0
(no name) 1 0 0 70 0'

run_heap "" "$programs/heap_regions" nested
equal "figures, read back" "$nested_figures" "$(cat client.out)"
equal "regions, by path" "$nested_regions" "$(regions)"
said "no warnings of regions" 0 "warning"
valid "regions"
if [ -x "$programs/heap_regions32" ]; then
   run_heap "" "$programs/heap_regions32" nested
   equal "32-bit: figures, read back" "$nested_figures" "$(cat client.out)"
   equal "32-bit: regions" "$nested_regions" "$(regions)"
   run_heap "" "$programs/heap_regions32" large
   equal "32-bit: a figure that does not fit in a word is the largest word" \
      "large: depth 1: 4294967295 in 5, peak 1073741824, left 0 in 0
large: current 0 in 0, peak 1073741824 in 1, total 4294967295 in 5" \
      "$(cat client.out)"
   equal "32-bit: the profile has the exact figures" \
      "large 1 5368709120 5 1073741824 1073741824" "$(regions)"
else
   skip "32-bit" "this machine has no 32-bit programs"
fi
run_heap "--peak-only=yes" "$programs/heap_regions" nested
equal "--peak-only=yes has regions" "$nested_regions" "$(regions)"
run_heap "" "$programs/heap_sites"
equal "without regions there is no key" 0 "$(grep -c '"regions"' heap.out)"

# ---- Without a tool
natively=$("$programs/heap_regions" nested | tr -d 0 | sort -u)
equal "without a tool, all figures are 0" "after: current  in , peak  in , total  in 
before: current  in , peak  in , total  in 
inner: depth : in , peak , left  in 
outer, later: depth : in , peak , left  in 
outer: depth : in , peak , left  in 
running " "$(echo "$natively" | sed 's/:  /: /g')"
run_tool cachegrind cg.out "" "$programs/heap_regions" nested
equal "under another tool, all figures are 0" "running 0" "$(head -n 1 client.out)"

# ---- As compiled by users
include="-I$srcdir/heapprof -I$(sed -n 's/^VALGRIND_INCLUDEDIR = //p' \
   "$builddir/Makefile")/.."
# shellcheck disable=SC2086
check "compiled without requests" gcc -Wall -Wextra -Werror -DNVALGRIND $include \
   -pthread -o plain "$srcdir/tests/programs/heap_budget.c"
run_heap "" ./plain leak
equal "its budget never fails, not even under heapprof" 0 "$?"
if command -v g++ >/dev/null; then
   # shellcheck disable=SC2086
   check "compiled as C++" g++ -x c++ -std=c++11 -Wall -Wextra -Werror \
      $include -fsyntax-only "$srcdir/tests/programs/heap_header_use.cpp"
else
   skip "compiled as C++" "there is none"
fi

# ---- Pages
run_heap "--pages-as-heap=yes" "$programs/heap_regions" large
check "regions of pages" awk '
   $1 == "large" && $3 >= 5 * 2^30 && $6 >= 2^30 && $6 < 2^30 + 2^20 { n++ }
   END { exit n != 1 }' <<END
$(regions)
END

# ---- Threads, processes
run_heap "" "$programs/heap_regions" threads
equal "threads: each has its own regions of one heap" \
   "main: depth 1: 7 in 1, peak 300, left 107 in 2" "$(cat client.out)"
equal "threads: the regions of an ended thread stay" \
   "later 1 60000 1 any 60000
main 1 7 1 any 300
thread 1 340 3 any 300
thread/left open 1 40 1 any 40" \
   "$(regions | sort | sed -E 's/[0-9]+ ([0-9]+)$/any \1/')"

run_heap "" "$programs/heap_regions" forks
equal "fork: the parent's regions" "forked 1 6 1 any 6
other 1 0 0 any 6" "$(regions heap.out | sort | sed -E 's/[0-9]+ ([0-9]+)$/any \1/')"
mv client.out forks.all
run_heap "" true # the next, with a file each
rm -f fork.*
run_tool heapprof fork.%p "" "$programs/heap_regions" forks
for file in fork.*; do regions "$file"; done |
   sed -E 's/[0-9]+ ([0-9]+)$/any \1/' | sort >fork.all
equal "fork: the child is only in its own thread's region" \
   "forked 1 5000 1 any 5000
forked 1 6 1 any 6
other 1 0 0 any 6" "$(cat fork.all)"

# ---- What does not match
run_heap "" "$programs/heap_regions" jumps
equal "longjmp: unwound" "after the jump: depth 1: 33 in 2, peak 33, left 33 in 2
at last: current 33 in 2, peak 33 in 2, total 33 in 2" "$(cat client.out)"
equal "longjmp: the regions" "outer 1 33 2 33 33
outer/left 1 11 1 11 11
outer/left/left too 1 11 1 11 11" "$(regions)"

run_heap "" "$programs/heap_regions" unbalanced
equal "figures outside of any region are 0" "0 0" \
   "$(head -n 1 client.out)"
equal "regions nested too deep end correctly" \
   "deep: depth 150: 33 in 1, peak 33, left 33 in 1
depth 0" "$(tail -n +2 client.out)"
equal "the depth that is reported" 100 "$(regions | grep -c again)"
equal "a region that is still open is reported" "still open 1 44 1 77 44" \
   "$(regions | grep still)"
said "an end without a begin is reported once" 1 "a region ends, but none"
said "figures outside of regions are reported once" 1 "figures of a region are asked"
said "regions nested too deep are reported once" 1 "nested too deeply to be reported"

run_heap "" "$programs/heap_regions" many
equal "as many regions as fit" 8000 "$(regions | wc -l)"
equal "one region more still has figures" \
   "one more: depth 1: 10 in 1, peak 10, left 10 in 1" "$(cat client.out)"
said "too many regions are reported once" 1 "too many different regions"

# ---- Snapshots
run_heap "--snapshots=0" "$programs/heap_regions" snapshots
equal "requested snapshots" "123 124 1 1" \
   "$("$PYTHON" -c 'import json
shots = json.load(open("heap.out"))["heapprof"]["snapshots"]
assert all(s["why"] == "asked" for s in shots)
print(*(s["bytes"] for s in shots[:4]))')"
equal "the number of snapshots is limited" 1000 "$(grep -c '"why":"asked"' heap.out)"
said "too many snapshots are reported once" 1 "a snapshot was requested, but not taken"
valid "requested snapshots"
run_heap "--peak-only=yes" "$programs/heap_regions" snapshots
equal "--peak-only=yes takes none" 0 "$(grep -c '"why":"asked"' heap.out)"

# ---- Control
run_heap "" "$programs/heap_regions" control
equal "start, stop, zero, dump" \
   "stopped and started: depth 1: 20 in 1, peak 20, left 20 in 1
zero: depth 1: 0 in 0, peak 0, left 0 in 0
after zero: depth 1: 300 in 1, peak 280, left 280 in 0
dump 1
dump 2" "$(cat client.out)"
equal "zero: open regions start again" "stopped 1 300 1 301 280
after the dump 1 0 0 301 0" "$(regions)"
equal "a dump has the regions so far" "stopped 1 300 1 301 280" \
   "$(regions heap.out.1)"
valid "zero"

# ---- A budget
budget=$programs/heap_budget
for fault in "" blocks peak leak; do
   "$budget" $fault >out 2>&1
   equal "a budget: without a tool the test passes (${fault:-no} fault)" "0 " \
      "$? $(cat out)"
done
run_heap "" "$budget"
equal "a budget that is kept" 0 "$?"
said "a budget that is kept: no warning" 0 "budget:|^line"
for fault in "blocks:join: 4 blocks allocated, allowed 1" \
   "peak:join: 10,018 bytes at the peak, allowed 64" \
   "leak:join: 1 blocks left, allowed 0"; do
   run_heap "" "$budget" "${fault%%:*}"
   equal "a budget that is broken fails the test (${fault%%:*})" 1 "$?"
   said "heapprof reports the excess" 1 "budget: ${fault#*:}"
   said "and where" 1 "test_join .*heap_budget.c"
   said "the test reports the failure" 1 "^line [0-9]+: HEAPPROF_WITHIN"
done
plan
