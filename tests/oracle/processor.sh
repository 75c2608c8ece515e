#!/bin/sh
# processor.sh -- both tools where little else of them is tested: the counts of programs
# equal the stock tools'.  tests/cross.sh runs it, by an emulator; it needs no call paths
# of cachesim.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

# ---- cachesim and cachegrind: every count of every line

# Whether a conditional store finds its line reserved can depend on the emulator.
llsc=--sim-hints=fallback-llsc
usual="$llsc --I1=32768,8,64 --D1=49152,12,64 --LL=8388608,16,64"
tiny="$llsc --I1=1024,1,64 --D1=1024,2,64 --LL=8192,4,64"
counting=

# Random bytes from the kernel change a few misses from run to run.
tries=3
for program in memory pairs estimate smc; do
   same_as_stock "$program" "$usual --branch-sim=yes" "$programs/$program"
done
for options in "$tiny --branch-sim=yes" "$llsc --cache-sim=no --branch-sim=yes"; do
   same_as_stock "memory, $options" "$options" "$programs/memory"
done

# ---- heapprof: what the programs say they did

for program in heap_calls heap_jumps; do
   run_heap "" "$programs/$program"
   cases "$program"
   valid "$program"
done

# ---- heapprof and DHAT: totals, peak and end, of the program and of each call path

preload=$programs/same_world.so:$programs/heap_world.so
# Deep enough for whole paths.
deep=--num-callers=120
# as_by_dhat HOW PROGRAM [ARGUMENT...]: HOW of tests/oracle/heap.py.
as_by_dhat()
{
   how=$1 program=$2
   shift 2
   run_tool dhat stock.heap "$deep" "$programs/$program" "$@"
   run_heap "$deep --depth=120" "$programs/$program" "$@"
   check "$program: as by DHAT" \
      "$PYTHON" -B "$srcdir/tests/oracle/heap.py" "$how" stock.heap heap.out
}
as_by_dhat exact heap_calls for-dhat
as_by_dhat exact heap_shape churn
as_by_dhat threads heap_threads

# ---- Reads and writes by the program and by functions for strings

# accesses_as_by_dhat COMPARE PROGRAM [ARGUMENT...]: COMPARE says with which script.
accesses_as_by_dhat()
{
   compare=$1 program=$2
   shift 2
   run_tool dhat stock.heap "$deep" "$programs/$program" "$@"
   run_heap "$deep --depth=120 --accesses=yes" "$programs/$program" "$@"
   check "$program: reads and writes as by DHAT" \
      "$PYTHON" -B "$srcdir/tests/oracle/$compare.py" accesses stock.heap heap.out
}
accesses_as_by_dhat heap heap_calls for-dhat
accesses_as_by_dhat heap heap_shape churn
accesses_as_by_dhat strmem heap_strmem 23
plan
