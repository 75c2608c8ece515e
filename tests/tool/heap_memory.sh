#!/bin/sh
# heap_memory.sh -- what heapprof's own memory grows by for each live block.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

n=500000

# at_most NAME MOST FOUND: the number is positive, and at most MOST.
at_most()
{
   check "$1: at most $2 bytes a block (found $3)" \
      test "$3" -gt 0 -a "$3" -le "$2"
}

# grows OPTIONS MIN_B MAX_B: prints the bytes that the process grows by.
grows()
{
   run_heap "$1" "$programs/heap_many" "$n" "$2" "$3"
   cat client.out
}

# bar MIN_B MAX_B MOST MOST_ACCESSES: blocks of these sizes.
bar()
{
   $clean "$valgrind" -q --tool=none "$programs/heap_many" "$n" "$1" "$2" >none.out
   none=$(cat none.out)
   plain=$(grows "" "$1" "$2")
   accesses=$(grows "--accesses=yes" "$1" "$2")
   at_most "blocks of $1 to $2 bytes" "$3" $(((plain - none) / n))
   at_most "blocks of $1 to $2 bytes, with accesses" "$4" \
      $(((accesses - none) / n))
}

bar 16 64 80 130
bar 8 600 80 200

plan
