#!/bin/sh
# 19-allocators.sh -- jemalloc, tcmalloc, mimalloc: counted like glibc's allocator.  If
# they are not watched, heapprof notices and prints the option that helps.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/tool/heap_alloc.sh tests each with every shape of program, and archives.

. "${srcdir:?}/tests/faults/lib.sh"

: "${CC:=gcc}"
shape=$programs/heap_shape

# figures: the amounts that do not depend on the allocator.
figures()
{
   profile sites heap.out 'main|keep.*|many.*'
}

# advice: the option in the warning.
advice()
{
   sed -n 's/.*To count.*: \(--soname-synonyms=[^ ]*\)$/\1/p' "$heap_err"
}

# left_out NAME SONAME COMMAND...: the heap grows, but heapprof sees no block.
left_out()
{
   left_name=$1 left_soname=$2
   shift 2
   run_heap "--soname-synonyms=somalloc=libother.so" "$@"
   equal "$left_name, left out: the program's status is the same" 0 $?
   equal "$left_name, left out: no block is seen" 0 "$(profile totals heap.out blocks)"
   equal "$left_name, left out: the option that counts them is printed" \
      "--soname-synonyms=somalloc=$left_soname" "$(advice)"
   said "$left_name, left out: there is one warning" 1 "warning"
   readable "$left_name, left out" heapprof heap.out
   run_heap "$(advice)" "$@"
   figures >found
   check "$left_name: with that option all blocks are counted" cmp expected found
   said "$left_name: with that option there is no warning" 0 "warning"
}

run_heap "" "$shape" many 300000
figures >expected
check "there are figures to compare" test -s expected

for allocator in "libjemalloc.so.2 libjemalloc2" \
   "libtcmalloc_minimal.so.4 libtcmalloc-minimal4" "libtcmalloc.so.4 libgoogle-perftools4" \
   "libmimalloc.so libmimalloc-dev"; do
   soname=${allocator% *}
   file=$(library "$soname")
   if [ -z "$file" ]; then
      skip "$soname" "Debian package ${allocator#* }"
      continue
   fi
   soname=$(objdump -p "$file" | sed -n 's/.*SONAME *//p') # mimalloc's has more digits
   preload=$file
   run_heap "" "$shape" many 300000
   figures >found
   check "$soname preloaded: counted like glibc's" cmp expected found
   said "$soname preloaded: no warning" 0 "warning"
   left_out "$soname preloaded" "$soname" "$shape" many 300000
   run_tool cachesim cs.out "" "$shape" short
   preload=
   readable "$soname preloaded" cachesim cs.out
   if $CC -g -O1 -fno-inline -o linked "$srcdir/tests/programs/heap_shape.c" \
      -Wl,--no-as-needed "$file" 2>link.err; then
      run_heap "--soname-synonyms=somalloc=libother.so" ./linked many 300000
      equal "$soname linked, left out: the same option" \
         "--soname-synonyms=somalloc=$soname" "$(advice)"
   else
      skip "$soname linked" "$(head -n 1 link.err)"
   fi
done
plan
