#!/bin/sh
# 11-exit-group.sh -- a thread ends the process while all others are at work: the
# profile is complete.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for how in exit _exit syscall without-main; do
   run_heap "" "$programs/fault_exit_group" $how
   equal "$how: heapprof: the status is the program's" 7 $?
   cases "$how: heapprof: what all threads had allocated is there"
   valid "$how: heapprof"
   equal "$how: heapprof: how it ended" "exited 7" \
      "$(state_of heapprof heap.out)"
   equal "$how: heapprof: all threads were, and no free is wrong" "8 0" \
      "$(profile totals heap.out threads invalid_frees)"
   readable "$how" heapprof heap.out

   run_tool cachesim cache.out "" "$programs/fault_exit_group" $how
   equal "$how: cachesim: the status is the program's" 7 $?
   equal "$how: cachesim: how it ended" "exited 7" \
      "$(state_of cachesim cache.out)"
   functions cache.out '(^|:)(case_known|count_for_ever|end_process)$' >found
   equal "$how: cachesim: what all threads did is there" 3 \
      "$(awk '$2 > 0' found | wc -l)"
   equal "$how: cachesim: and counted once" 0 \
      "$(awk '/case_known/ { print $2 % 8 }' found)"
   readable "$how" cachesim cache.out
done
plan
