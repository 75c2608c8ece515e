#!/bin/sh
# 14-realloc.sh -- reallocations of every kind, at random: each sum is right.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# told NAME: what the program says of it.
told()
{
   sed -n "s/^$1 //p" client.out
}

for options in "" "--accesses=yes --time-unit=B" "--depth=1"; do
   name="20000 steps${options:+, $options}"
   run_heap "$options" "$programs/fault_realloc"
   equal "$name: the program finds what it wrote" 0 $?
   [ "$options" = --depth=1 ] || cases "$name: what lives is right"
   valid "$name"
   equal "$name: moves, and what they copied" "$(told moves)" \
      "$(profile totals heap.out moves moved_bytes)"
   equal "$name: blocks of size 0" "$(told zero)" \
      "$(profile totals heap.out zero_blocks)"
   [ "$options" = --depth=1 ] ||
      equal "$name: blocks that are freed" "$(told freed)" \
         "$(profile sum heap.out life.0 case_work)"
   equal "$name: none is wrong" 0 "$(profile totals heap.out invalid_frees)"
done
check "there was something of everything" \
   awk '/^case_work/ { for (i = 2; i <= 7; i++) if ($i < 100) exit 1 }
        /^(moves|zero)/ { if ($2 < 10) exit 1 }' client.out
readable "20000 steps" heapprof heap.out
plan
