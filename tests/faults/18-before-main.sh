#!/bin/sh
# 18-before-main.sh -- allocations before main and frees after exit, in the program
# and in a library: no crash, and all are counted.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for build in fault_before fault_before_lib fault_before_static; do
   run_heap "--show-below-main=yes" "$programs/$build" exit
   equal "$build: heapprof: the program's status is the same" 3 $?
   cases "$build: heapprof: the allocations of each stage are counted"
   valid "$build: heapprof"
   equal "$build: heapprof: no invalid frees" 0 \
      "$(profile totals heap.out invalid_frees)"
   readable "$build" heapprof heap.out
   same_as_stock "$build: cachesim equals cachegrind" "" "$programs/$build"
   readable "$build" cachesim ours.out
done

# The library comes before all others, and is bound immediately.
preload=$programs/fault_before.so
run_heap "--show-below-main=yes" "$programs/fault_before"
equal "preloaded: heapprof: the program's status is the same" 3 $?
cases "preloaded: heapprof: the program's allocations are counted"
check "preloaded: heapprof: the library's allocations are counted" \
   test "$(profile sum heap.out tb 'case_library_.*')" -gt 5000
valid "preloaded: heapprof"
preload=
plan
