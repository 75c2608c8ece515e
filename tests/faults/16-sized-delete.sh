#!/bin/sh
# 16-sized-delete.sh -- every operator new and delete that compilers call: each is
# counted once, with the requested size, and no delete is invalid.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for build in fault_delete fault_delete_static; do
   if [ ! -x "$programs/$build" ]; then
      skip "$build" "Debian package g++"
      continue
   fi
   run_heap "" "$programs/$build"
   equal "$build: the program's status is the same" 0 $?
   cases "$build: every form is counted"
   valid "$build"
   equal "$build: no invalid deletes" 0 "$(profile totals heap.out invalid_frees)"
   said "$build: no warnings of them" 0 "wrong|live block"
   readable "$build" heapprof heap.out
   check "$build: under cachesim the status is the same" \
      run_tool cachesim cache.out "" "$programs/$build"
   readable "$build" cachesim cache.out
done
plan
