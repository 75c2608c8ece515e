#!/bin/sh
# 16-sized-delete.sh -- operators new and delete as compilers call them: each is
# counted once, with what was asked for, and no delete is wrong.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for build in fault_delete fault_delete_static; do
   if [ ! -x "$programs/$build" ]; then
      skip "$build" "Debian package g++"
      continue
   fi
   run_heap "" "$programs/$build"
   equal "$build: the program finds all as ever" 0 $?
   cases "$build: every form is counted"
   valid "$build"
   equal "$build: no delete is wrong" 0 "$(profile totals heap.out invalid_frees)"
   said "$build: and nothing is told of them" 0 "wrong|live block"
   readable "$build" heapprof heap.out
   check "$build: under cachesim the program finds all as ever" \
      run_tool cachesim cache.out "" "$programs/$build"
   readable "$build" cachesim cache.out
done
plan
