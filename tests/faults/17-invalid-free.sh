#!/bin/sh
# 17-invalid-free.sh -- frees of pointers that are no live block: reported once,
# counted, and the program goes on.  Such a pointer has the size 0.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for mode in many once; do
   run_heap "" "$programs/fault_frees" $mode
   equal "$mode: heapprof: the program runs to its end" 0 $?
   cases "$mode: heapprof: valid frees are counted"
   valid "$mode: heapprof"
   equal "$mode: heapprof: every invalid free is counted" \
      "$(sed -n 's/^wrong //p' client.out)" \
      "$(profile totals heap.out invalid_frees)"
   said "$mode: heapprof: one warning" 1 'warning'
   said "$mode: heapprof: the warning has the pointer and the call" 1 \
      'warning: free of 0x[0-9a-f]+, which is not the start of a live block'
   said "$mode: heapprof: the warning has the caller" 1 "by 0x[0-9A-F]+: case_"
   said "$mode: heapprof: the summary has the number" 1 'Wrong: +[0-9,]+ frees'
   readable "$mode" heapprof heap.out
done

run_heap "--accesses=yes" "$programs/fault_frees"
cases "with accesses: valid frees are counted"
valid "with accesses"

# Blocks that are not counted are live, too.
for options in --ignore-fn=case_usable_size --instr-at-start=no --mode=copy --pages-as-heap=yes; do
   run_heap "$options" "$programs/heap_calls"
   equal "$options: sizes of blocks that are not counted" 0 $?
done

# Without heapprof the C library aborts the program; cachesim's profile is complete.
# No core file is needed.
# shellcheck disable=SC3045
ulimit -c 0
$clean "$programs/fault_frees" once >native.out 2>&1
status=$?
run_tool cachesim cache.out "" "$programs/fault_frees" once
equal "cachesim: the program's status is the same" $status $?
equal "cachesim: the state" "killed 6" "$(state_of cachesim cache.out)"
readable "once" cachesim cache.out
plan
