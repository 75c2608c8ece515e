#!/bin/sh
# heap_pages.sh -- with --pages-as-heap=yes, heapprof counts mapped memory to the page.
# The program is static: its mappings are the same under all tools.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

pages="--pages-as-heap=yes"

run_heap "$pages" "$programs/heap_pages" none
base=$(profile totals heap.out end_bytes)
equal "before main, nothing is unmapped" "$base" \
   "$(profile totals heap.out peak_bytes)"
valid "only the program's mappings are counted"
equal "whole pages are counted, and no blocks in them" 0 $((base % 4096))
run_tool massif massif.out "$pages --peak-inaccuracy=0" "$programs/heap_pages" \
   none
massif_base=$(profile massif massif.out | cut -d' ' -f1)
"$programs/heap_pages" >expected.pages
check "there are cases" test "$(wc -l <expected.pages)" -eq 11

# found NAME: bytes more than in an empty run, at the peak and at the end.
found()
{
   profile totals heap.out peak_bytes end_bytes |
      awk -v name="$1" -v base="$base" '{ print name, $1 - base, $2 - base }'
}
while read -r name most end; do
   run_heap "$pages" "$programs/heap_pages" "$name"
   equal "$name, counted by hand" "$name $most $end" "$(found "$name")"
   valid "$name"
   profile sum heap.out eb "$name" >site
   [ "$name" = case_brk ] ||
      equal "$name: the sites' sum" "$end" "$(cat site)"
   # Those that massif counts rightly, but for what is mapped twice at the
   # start.
   case $name in
   *plain | *odd_length | *neighbours | *failed)
      run_tool massif massif.out "$pages --peak-inaccuracy=0" \
         "$programs/heap_pages" "$name"
      stock=$(profile massif massif.out | cut -d' ' -f1)
      equal "$name: massif's peak" $((stock - massif_base)) "$most"
   esac
done <expected.pages

run_heap "$pages" "$programs/heap_pages"
valid "all cases"
equal "all cases: the end" \
   "$(awk -v base="$base" '{ base += $3 } END { print base }' expected.pages)" \
   "$(profile totals heap.out end_bytes)"

# A dynamic program with threads: their stacks are mapped.
run_heap "$pages" "$programs/heap_threads"
valid "threads"
check "eight stacks are mapped" \
   test "$(profile sum heap.out tbk pthread_create.*)" -ge 8
plan
