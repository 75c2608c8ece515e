#!/bin/sh
# 07-jumps.sh -- calls that do not return: counts go to the right functions, none
# are lost, and no region stays open.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# heap NAME STATUS COMMAND...: heapprof counts what the program reports.
heap()
{
   heap_name=$1 heap_status=$2
   shift 2
   run_heap "" "$@"
   equal "$heap_name: heapprof: the program's status is the same" "$heap_status" $?
   cases "$heap_name: heapprof: every block is at its allocation site"
   valid "$heap_name: heapprof"
   equal "$heap_name: heapprof: no invalid frees" 0 \
      "$(profile totals heap.out invalid_frees)"
   readable "$heap_name" heapprof heap.out
}

heap "longjmp, handlers, coroutines" 0 "$programs/fault_jumps"
same_as_stock "longjmp, handlers, coroutines: cachesim equals cachegrind" "" \
   "$programs/fault_jumps"
readable "longjmp, handlers, coroutines" cachesim ours.out

heap "threads that exit and are cancelled" 0 "$programs/fault_jumps" threads
# A thread starts outside of all regions, even if an earlier thread with the same
# number left regions open: here 20 nested ones of one name.
equal "threads that exit: each thread starts outside of regions" 0 \
   "$(sed -n 's/^most_open //p' client.out)"
equal "threads that exit: heapprof: their regions are closed" "200 248800" \
   "$("$PYTHON" -c '
import json
regions = json.load(open("heap.out"))["heapprof"]["regions"]
print(sum(r["count"] for r in regions if r["parent"] < 0),
      sum(r["bytes"] for r in regions if r["parent"] < 0))')"
min_functions=3
same_computation "threads that exit: cachesim: they execute the same" \
   '(^|:)(case_cancelled|case_exits|enter_regions)$' "" \
   "$programs/fault_jumps" threads
readable "threads that exit" cachesim ours.out
equal "threads that exit: cachesim: their regions are closed" 200 \
   "$(sed -n 's/^#: region 0 \([0-9]*\) .*/\1/p' ours.out)"

heap "a jump out of an allocator" 3 "$programs/fault_left" threads
same_as_stock "a jump out of an allocator: cachesim equals cachegrind" "" \
   "$programs/fault_left"

if [ -x "$programs/fault_throw" ]; then
   heap "exceptions" 0 "$programs/fault_throw" threads
   same_as_stock "exceptions: cachesim equals cachegrind" "" \
      "$programs/fault_throw"
else
   skip "exceptions" "Debian package g++"
fi
plan
