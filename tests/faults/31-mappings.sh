#!/bin/sh
# 31-mappings.sh -- random mappings that overlap, move, grow, shrink and are partly
# unmapped: the totals equal those of the program's own model.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

pages="--pages-as-heap=yes"

run_heap "$pages" "$programs/fault_mappings" 0
base=$(profile totals heap.out end_bytes)
valid "a program that maps nothing"

for seed in 1 2 3 4 5; do
   run_heap "$pages" "$programs/fault_mappings" $seed
   equal "$seed: the program's model equals the kernel's map" 0 $?
   equal "$seed: the peak and the end" \
      "$(awk '{ print $2 }' client.out | xargs)" \
      "$(profile totals heap.out peak_bytes end_bytes |
         awk -v base="$base" '{ print $1 - base, $2 - base }')"
   valid "$seed"
done
check "many pages were unmapped" \
   test "$(profile totals heap.out freed_bytes)" -gt 50000000
readable "pages" heapprof heap.out

# Changing mappings do not disturb the profiles of blocks or of caches.
run_heap "--accesses=yes" "$programs/fault_mappings" 1
equal "blocks: heapprof: the program's status is the same" 0 $?
valid "blocks: heapprof"
same_as_stock "cachesim equals cachegrind" "" "$programs/fault_mappings" 1
readable "pages" cachesim ours.out
plan
