#!/bin/sh
# 14-realloc.sh -- reallocations of every kind, at random: every sum is exact.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# reported NAME: the program's own count.
reported()
{
   sed -n "s/^$1 //p" client.out
}

for options in "" "--accesses=yes --time-unit=B" "--depth=1"; do
   name="20000 steps${options:+, $options}"
   run_heap "$options" "$programs/fault_realloc"
   equal "$name: the program finds its data intact" 0 $?
   [ "$options" = --depth=1 ] || cases "$name: the live blocks are right"
   valid "$name"
   equal "$name: moves, and the bytes they copied" "$(reported moves)" \
      "$(profile totals heap.out moves moved_bytes)"
   equal "$name: blocks of size 0" "$(reported zero)" \
      "$(profile totals heap.out zero_blocks)"
   [ "$options" = --depth=1 ] ||
      equal "$name: freed blocks" "$(reported freed)" \
         "$(profile sum heap.out life.0 case_work)"
   equal "$name: no invalid frees" 0 "$(profile totals heap.out invalid_frees)"
done
check "every kind of reallocation happened" \
   awk '/^case_work/ { for (i = 2; i <= 7; i++) if ($i < 100) exit 1 }
        /^(moves|zero)/ { if ($2 < 10) exit 1 }' client.out
readable "20000 steps" heapprof heap.out
plan
