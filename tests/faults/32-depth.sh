#!/bin/sh
# 32-depth.sh -- recursion a million deep, and a hundred thousand call paths: memory is
# bounded, and cut call paths are reported.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# peak_KiB TOOL OPTIONS COMMAND...: the largest resident memory of the tool's process.
peak_KiB()
{
   peak_tool=$1 peak_options=$2
   shift 2
   # shellcheck disable=SC2086
   $clean "$PYTHON" -c '
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(status)' "$valgrind" --tool="$peak_tool" \
      --"$peak_tool"-out-file="$peak_tool".out $peak_options "$@" \
      >client.out 2>"$peak_tool.err"
   tail -n 1 "$peak_tool.err"
}

# cut NAME CUT ALL: the tool and the report say that CUT of ALL call paths are cut.
cut()
{
   said "$1: the tool reports it" 1 \
      "Cut: +$2 of $3 call paths have more than [0-9]+ frames"
   "$HP_ANNOTATE" heap.out >report
   equal "$1: the report has it" "$3; $2" \
      "$(sed -n 's/^Call paths: *\(.*\) [isare]* cut at [0-9]* frames (--depth)$/\1/p' \
         report)"
}

# ---- A million deep: cut paths are reported
run_heap "" "$programs/fault_depth" deep
equal "deep: heapprof: the program's status is the same" 0 $?
cases "deep: heapprof: every block is counted"
valid "deep: heapprof"
cut "deep" 1 3
run_heap "--stacks=yes --depth=1000" "$programs/fault_depth" deep
cases "deep, 1000 frames: heapprof: every block is counted"
valid "deep, 1000 frames: heapprof"
check "deep: the stack is followed" \
   test "$(profile totals heap.out most_stack_bytes)" -gt 16000000
min_functions=1
same_computation "deep: cachesim equals cachegrind" '(^|:)case_deep$' "" \
   "$programs/fault_depth" deep

# ---- Beyond the stack's end
for tool in $tools; do
   run_tool "$tool" "$tool.out" "" "$programs/fault_depth" endless
   equal "endless: $tool: the status is the signal's" 139 $?
   equal "endless: $tool: the state" "killed 11" "$(state_of "$tool" "$tool.out")"
   readable "endless" "$tool" "$tool.out"
done
valid "endless: heapprof" heapprof.out

# ---- Exactly as deep as --depth, and one deeper: 12 calls, and main
run_heap "--depth=14" "$programs/fault_depth" wide 12
said "wide: paths that fit are not cut" 0 "Cut:"
check "wide: the report has no cut paths" \
   test "$("$HP_ANNOTATE" heap.out | grep -c '^Call paths: *4,096$')" -eq 1
run_heap "--depth=13" "$programs/fault_depth" wide 12
cut "wide, by one frame" 4,096 4,096
run_heap "--depth=3" "$programs/fault_depth" wide 12
cases "wide, 3 frames: every block is counted"
cut "wide, 3 frames" 4 4
"$HP_MERGE" -o merged.out heap.out heap.out
equal "a merged profile has the cut paths, too" 4 "$(grep -c '"cut":true' merged.out)"

# ---- Exports, trees and pages: as large as the profile
for deep in 5000 20000; do
   run_tool cachesim deep.$deep --call-graph=all "$programs/fault_depth" deep $deep
done

# linear NAME COMMAND...: with the profile behind it, the command writes at most five times
# as much of four times the depth, and 10 MB.
linear()
{
   linear_name=$1
   shift
   for linear_deep in 5000 20000; do
      (ulimit -t 60 && "$@" deep.$linear_deep) >written.$linear_deep 2>err ||
         echo failed >written.$linear_deep
   done
   linear_small=$(wc -c <written.5000) linear_large=$(wc -c <written.20000)
   check "$linear_name is as large as the profile: $linear_small, $linear_large" test \
      "$linear_small" -gt 100 -a "$linear_large" -le $((5 * linear_small)) \
      -a "$linear_large" -lt 10000000
}

for format in callgrind folded csv json speedscope pprof firefox; do
   linear "$format" "$builddir/cs_export" --format=$format
done
check "what is folded is said" grep -q 'deeper than 1000 frames are folded' err
"$builddir/cs_export" --format=folded deep.20000 >folded 2>/dev/null
equal "folded stacks have all instructions" \
   "$(sed -n 's/^summary: \([0-9]*\).*/\1/p' deep.20000)" \
   "$(awk '{ n += $NF } END { printf "%d", n }' folded)"
linear "the report" "$builddir/cs_annotate" --no-pager
for section in caller callee both top-down bottom-up inclusive; do
   linear "--by=$section" "$builddir/cs_annotate" --no-pager --by=$section --threshold=0
done
linear "the page" "$builddir/cs_annotate" --html=-
linear "the difference" "$builddir/cs_diff" --no-pager deep.5000
linear "the difference, folded" "$builddir/cs_diff" --folded deep.5000

# ---- Many paths: a fixed number of bytes per path
few=$(peak_KiB heapprof "" "$programs/fault_depth" wide 12)
many=$(peak_KiB heapprof "" "$programs/fault_depth" wide 16)
mv heapprof.out heap.out
cases "65,536 paths: every block is counted, at its path"
check "65,536 paths: all are there" \
   test "$("$PYTHON" -c '
import json
print(len(json.load(open("heap.out"))["pps"]))')" -ge 65536
check "65,536 paths: less than 1000 bytes per path: $few, $many KiB" \
   test $(((many - few) * 1024 / (65536 - 4096))) -lt 1000
few=$(peak_KiB heapprof "--depth=8" "$programs/fault_depth" wide 12)
many=$(peak_KiB heapprof "--depth=8" "$programs/fault_depth" wide 16)
check "with --depth=8, only the blocks' memory grows: $few, $many KiB" \
   test $(((many - few) * 1024 / (65536 - 4096))) -lt 100
few=$(peak_KiB cachesim --call-graph=no "$programs/fault_depth" wide 12)
many=$(peak_KiB cachesim --call-graph=no "$programs/fault_depth" wide 16)
check "under cachesim without call paths, memory does not grow: $few, $many KiB" \
   test $((many - few)) -lt 4096
few=$(peak_KiB cachesim "" "$programs/fault_depth" wide 12)
many=$(peak_KiB cachesim "" "$programs/fault_depth" wide 16)
check "under cachesim, less than 800 bytes per node: $few, $many KiB" \
   test $(((many - few) * 1024 / (2 * (65536 - 4096)))) -lt 800
plan
