#!/bin/sh
# 21-requests.sh -- client requests that do not match: each kind is told once, and
# what is counted is right.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# told_once NAME PATTERN...: one line for each, and no other warning.
told_once()
{
   told_name=$1
   shift
   for pattern; do
      equal "$told_name: told once: $pattern" 1 "$(grep -c "$pattern" told.err)"
   done
   equal "$told_name: nothing else is told" $# "$(grep -c warning told.err)"
}

$clean "$programs/fault_requests" >native.out
equal "by itself, the program does not notice" 0 $?

run_heap "--accesses=yes" "$programs/fault_requests"
equal "heapprof: the program ends as ever" 0 $?
cases "heapprof: what is counted is right"
valid "heapprof"
cp "$heap_err" told.err
told_once heapprof "heapprof.h: a region ends, but none is open" \
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
equal "cachesim: the program ends as ever" 0 $?
cp cachesim.err told.err
told_once cachesim "cachesim.h: a region ends, but none is open" \
   "cachesim.h: regions are nested too deeply"
equal "cachesim: regions end where they should" "200
200" "$(sed -n 's/^#: region 0 \([0-9]*\) \(outer\|while stopped\)$/\1/p' cache.out)"
readable "requests" cachesim cache.out

check "none: the program ends as ever" \
   "$valgrind" -q --tool=none "$programs/fault_requests"
plan
