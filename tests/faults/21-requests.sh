#!/bin/sh
# 21-requests.sh -- client requests that do not match: each kind is reported once, and
# the counts are right.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# reported_once NAME PATTERN...: one line for each pattern, and no other warning.
reported_once()
{
   reported_name=$1
   shift
   for pattern; do
      equal "$reported_name: reported once: $pattern" 1 "$(grep -c "$pattern" told.err)"
   done
   equal "$reported_name: no other warning" $# "$(grep -c warning told.err)"
}

$clean "$programs/fault_requests" >native.out
equal "without a tool, the requests have no effect" 0 $?

run_heap "--accesses=yes" "$programs/fault_requests"
equal "heapprof: the program's status is the same" 0 $?
cases "heapprof: the counts are right"
valid "heapprof"
cp "$heap_err" told.err
reported_once heapprof "heapprof.h: a region ends, but none is open" \
   "heapprof.h: regions are nested too deeply" \
   "heapprof.h: figures of a region are asked for, but none" \
   "client request: a free of block .*, which is unknown"
equal "heapprof: regions end where they should" "200 200" \
   "$("$PYTHON" -c '
import json
regions = json.load(open("heap.out"))["heapprof"]["regions"]
print(*(r["count"] for r in regions if r["parent"] < 0
        and r["name"] in ("outer", "while stopped")))')"
readable "requests" heapprof heap.out

run_tool cachesim cache.out "" "$programs/fault_requests"
equal "cachesim: the program's status is the same" 0 $?
cp cachesim.err told.err
reported_once cachesim "cachesim.h: a region ends, but none is open" \
   "cachesim.h: regions are nested too deeply"
equal "cachesim: regions end where they should" "200
200" "$(sed -n 's/^#: region 0 \([0-9]*\) \(outer\|while stopped\)$/\1/p' cache.out)"
readable "requests" cachesim cache.out

check "none: the program's status is the same" \
   "$valgrind" -q --tool=none "$programs/fault_requests"
plan
