#!/bin/sh
# 11-exit-group.sh -- a thread ends the process while all others work: the profile
# is complete.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for how in exit _exit syscall without-main; do
   run_heap "" "$programs/fault_exit_group" $how
   equal "$how: heapprof: the status is the program's" 7 $?
   cases "$how: heapprof: the allocations of all threads are there"
   valid "$how: heapprof"
   equal "$how: heapprof: the state" "exited 7" \
      "$(state_of heapprof heap.out)"
   equal "$how: heapprof: all threads, and no invalid frees" "8 0" \
      "$(profile totals heap.out threads invalid_frees)"
   readable "$how" heapprof heap.out

   run_tool cachesim cache.out "" "$programs/fault_exit_group" $how
   equal "$how: cachesim: the status is the program's" 7 $?
   equal "$how: cachesim: the state" "exited 7" \
      "$(state_of cachesim cache.out)"
   functions cache.out '(^|:)(case_known|count_for_ever|end_process)$' >found
   equal "$how: cachesim: the work of all threads is there" 3 \
      "$(awk '$2 > 0' found | wc -l)"
   equal "$how: cachesim: it is counted once" 0 \
      "$(awk '/case_known/ { print $2 % 8 }' found)"
   readable "$how" cachesim cache.out
done
plan
