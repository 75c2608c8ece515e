#!/bin/sh
# 17-invalid-free.sh -- frees of what is no block: told once, counted, and the program
# goes on.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for mode in many once; do
   run_heap "" "$programs/fault_frees" $mode
   equal "$mode: heapprof: the program goes on to its end" 0 $?
   cases "$mode: heapprof: what is right is counted"
   valid "$mode: heapprof"
   equal "$mode: heapprof: what is wrong is counted, each time" \
      "$(sed -n 's/^wrong //p' client.out)" \
      "$(profile totals heap.out invalid_frees)"
   said "$mode: heapprof: it is told once" 1 'warning'
   said "$mode: heapprof: with what and where" 1 \
      'warning: free of 0x[0-9a-f]+, which is not the start of a live block'
   said "$mode: heapprof: by whom" 1 "by 0x[0-9A-F]+: case_"
   said "$mode: heapprof: and how often, at the end" 1 'Wrong: +[0-9,]+ frees'
   readable "$mode" heapprof heap.out
done

run_heap "--accesses=yes" "$programs/fault_frees"
cases "with accesses, the same"
valid "with accesses"

# Without heapprof, the C library ends the program; cachesim's profile is whole.
# (A core file is not what this is about.)
# shellcheck disable=SC3045
ulimit -c 0
$clean "$programs/fault_frees" once >native.out 2>&1
status=$?
run_tool cachesim cache.out "" "$programs/fault_frees" once
equal "cachesim: the program ends as it does by itself" $status $?
equal "cachesim: how it ended" "killed 6" "$(state_of cachesim cache.out)"
readable "once" cachesim cache.out
plan
