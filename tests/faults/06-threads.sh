#!/bin/sh
# 06-threads.sh -- 3000 threads in waves, which reuse thread numbers: all sums are
# exact.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for options in "" --fair-sched=yes; do
   name="heapprof${options:+, $options}"
   if [ -n "$options" ] && ! has_core_option $options; then
      skip "$name" "this Valgrind has no $options"
      continue
   fi
   run_heap "$options" "$programs/fault_threads"
   equal "$name: the program's status is the same" 0 $?
   cases "$name: every allocation and every free is counted"
   valid "$name"
   equal "$name: threads, and no invalid frees" \
      "$(sed -n 's/^threads //p' client.out) 0" \
      "$(profile totals heap.out threads invalid_frees)"
   # Each thread has its own allocations and none of another thread.
   equal "$name: each thread has its own allocations" "3000 3000 1 1" \
      "$("$PYTHON" -c '
import json
sites = [site for site in json.load(open("heap.out"))["pps"] if "thr" in site]
kept = [row for site in sites for row in site["thr"]
        if site["tbk"] == 3000 and site["tb"] == 45000]
numbers = {row[0] for row in kept}
print(len(kept), len(numbers), *{row[1] for row in kept},
      int(min(numbers) == 2 and max(numbers) == 3001))')"
done
readable "3000 threads" heapprof heap.out

"$programs/fault_threads" >native.out
run_tool cachesim cache.out "" "$programs/fault_threads"
equal "cachesim: the program's status is the same" 0 $?
equal "cachesim: the program's output is the same as without" "$(cat native.out)" \
   "$(cat client.out)"
min_functions=1
same_computation "cachesim: the threads execute the same as under cachegrind" \
   '(^|:)count_here$' "" "$programs/fault_threads"
equal "cachesim: every thread executes the same number of instructions" 0 \
   "$(awk '/count_here/ { print $2 % 3000 }' ours.functions)"
check "cachesim: all threads are counted" \
   awk '/count_here/ { exit !($2 >= 3000 * 500 * 3) }' ours.functions
readable "3000 threads" cachesim ours.out
plan
