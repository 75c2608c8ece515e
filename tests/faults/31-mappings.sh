#!/bin/sh
# 31-mappings.sh -- pages that are mapped over, moved, grown, shrunk and unmapped in
# part, at random: the totals are those of the program's own map.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

pages="--pages-as-heap=yes"

run_heap "$pages" "$programs/fault_mappings" 0
base=$(profile totals heap.out end_bytes)
valid "a program that maps nothing"

for seed in 1 2 3 4 5; do
   run_heap "$pages" "$programs/fault_mappings" $seed
   equal "$seed: its map is the kernel's" 0 $?
   equal "$seed: at the most, and at the end" \
      "$(awk '{ print $2 }' client.out | xargs)" \
      "$(profile totals heap.out peak_bytes end_bytes |
         awk -v base="$base" '{ print $1 - base, $2 - base }')"
   valid "$seed"
done
check "there is much that went" \
   test "$(profile totals heap.out freed_bytes)" -gt 50000000
readable "pages" heapprof heap.out

# That pages come and go does not disturb what looks at blocks, or at caches.
run_heap "--accesses=yes" "$programs/fault_mappings" 1
equal "blocks: heapprof: the program ends as ever" 0 $?
valid "blocks: heapprof"
same_as_stock "cachesim is as cachegrind" "" "$programs/fault_mappings" 1
readable "pages" cachesim ours.out
plan
