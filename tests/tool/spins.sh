#!/bin/sh
# spins.sh -- threads that wait for others in loops are reported; others are not.  Each mode
# with one of the tools, in the long form with both.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

for tool in cachesim heapprof; do
   for mode in pause yield bare; do
      sampled 2 || continue
      run_tool $tool $tool.out "" "$programs/spins" $mode
      equal "$tool: threads that wait in loops ($mode) are reported" 1 \
         "$(grep -c 'Threads spun: ' $tool.err)"
      check "$tool: so is a cure ($mode)" grep -q RAYON_NUM_THREADS=1 $tool.err
      equal "$tool: another one if it helps ($mode)" "$([ $mode = yield ]; echo $?)" \
         "$(grep -c -e --fair-sched=yes $tool.err)"
   done
   for mode in futex memory compute; do
      sampled 2 || continue
      run_tool $tool $tool.out "" "$programs/spins" $mode
      equal "$tool: other threads are not ($mode)" 0 "$(grep -c spun $tool.err)"
   done
   if has_core_option --fair-sched=yes && sampled 2; then
      run_tool $tool $tool.out --fair-sched=yes "$programs/spins" bare
      equal "$tool: what is in use is not recommended" 0 \
         "$(grep -c -e --fair-sched $tool.err)"
   fi
done
plan
