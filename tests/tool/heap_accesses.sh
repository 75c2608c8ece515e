#!/bin/sh
# heap_accesses.sh -- heapprof counts reads and writes of blocks, and finds bytes that
# are never accessed.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

# told NAME: the profile agrees with the program's report on each of its cases.
told()
{
   told_but nothing "$1"
}

# told_but CASE NAME: the same for all cases except one.
told_but()
{
   but=$1
   shift
   sort client.out | grep -v "^$but " >accesses.expected
   profile accesses heap.out 'case_.*' 2>&1 | grep -v "^$but " >accesses.found
   if [ -s accesses.expected ] && cmp -s accesses.expected accesses.found; then
      ok "$1"
   else
      not_ok "$1" "< expected  > found: name rb wb nr nw nt" \
         "$(diff accesses.expected accesses.found)" "$(tail -n 5 "$heap_err")"
   fi
}

# heat_is NAME FUNCTION R W: the run-length encoded heat of the function's only site.
heat_is()
{
   equal "$1" "r${3:+ $3} w${4:+ $4}" "$("$PYTHON" -c '
import json, sys
profile = json.load(open("heap.out"))
for site in profile["pps"]:
    if any(": " + sys.argv[1] + " (" in profile["ftbl"][i] for i in site["fs"]):
        heat = site.get("heat", {"r": [], "w": []})
        print("r", *heat["r"], "w", *heat["w"])
' "$2")"
}

for bits in "" 32; do
   name="every kind of access${bits:+, 32 bits}"
   if [ ! -x "$programs/heap_accesses$bits" ]; then
      skip "$name" "no programs of 32 bits here"
      continue
   fi
   run_heap "--accesses=yes" "$programs/heap_accesses$bits"
   equal "$name: the program's status is the same" 0 "$?"
   told "$name"
   valid "$name"
done
run_heap "--accesses=yes" "$programs/heap_accesses"
heat_is "the heat of a list" case_list "-16 50000 -8 0" "-16 1000 -8 0"
heat_is "the heat of what is hit at one place again and again" case_threads \
   "4000 -7 0" "-8 0"
heat_is "a block of many sizes has none" case_grown "" ""
heat_is "nor has a large one" case_large "" ""
heat_is "but for one that is asked for" case_requested "-3000 0" \
   "-2000 0 3 -999 0"
run_heap "--accesses=yes --histogram=65536" "$programs/heap_accesses"
profile accesses heap.out case_requested >requested
equal "with --histogram=65536, to the byte" \
   "case_requested 0 5 3000 1 2999 0 2999 0" "$(cat requested)"
told_but case_requested "with --histogram=65536, the same"
heat_is "and the large one has heat" case_large \
   "-16384 3 -49152 0" "-16384 3 -49152 0"
valid "with --histogram=65536"
run_heap "--accesses=yes --histogram=0" "$programs/heap_accesses"
valid "with --histogram=0"
heat_is "with --histogram=0 there is no heat" case_list "" ""

# ---- Things that --accesses must not change
run_heap "" "$programs/heap_shape" churn
cp client.out usual.out
profile paths heap.out >usual.paths
run_heap "--accesses=yes" "$programs/heap_shape" churn
check "the program's output is the same" cmp usual.out client.out
totals "the same totals"
profile paths heap.out >paths
check "the peak is the same" cmp usual.paths paths

refuses()
{
   refuses_name=$1
   shift
   run_heap "$1" true
   equal "$refuses_name: status" 1 $?
   said "$refuses_name: one line says why" 1 "$2"
}
refuses "with --pages-as-heap=yes" "--accesses=yes --pages-as-heap=yes" \
   "has no blocks"
plan
