#!/bin/sh
# 18-before-main.sh -- blocks before main and frees after exit, of the program and
# of a library: no crash, and all is counted.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for build in fault_before fault_before_lib fault_before_static; do
   run_heap "--show-below-main=yes" "$programs/$build" exit
   equal "$build: heapprof: the program ends as ever" 3 $?
   cases "$build: heapprof: each moment is counted"
   valid "$build: heapprof"
   equal "$build: heapprof: no free is wrong" 0 \
      "$(profile totals heap.out invalid_frees)"
   readable "$build" heapprof heap.out
   same_as_stock "$build: cachesim is as cachegrind" "" "$programs/$build"
   readable "$build" cachesim ours.out
done

# The library before all others, and bound at once.
preload=$programs/fault_before.so
run_heap "--show-below-main=yes" "$programs/fault_before"
equal "preloaded: heapprof: the program ends as ever" 3 $?
cases "preloaded: heapprof: the program's are counted"
check "preloaded: heapprof: and the library's" \
   test "$(profile sum heap.out tb 'case_library_.*')" -gt 5000
valid "preloaded: heapprof"
preload=
plan
