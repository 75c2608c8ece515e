#!/bin/sh
# 22-dlclose.sh -- libraries that are loaded and unloaded at the same address, under
# the same name: names are kept, counts are right.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

set -- "$programs/fault_dl" "$programs/fault_dl_a.so" \
   "$programs/fault_dl_b.so" "$work/changing.so"

for options in "" --accesses=yes; do
   name="heapprof${options:+, $options}"
   run_heap "$options" "$@"
   equal "$name: the program's status is the same" 0 $?
   equal "$name: the libraries are at one address" 1 \
      "$(sed -n 's/^places //p' client.out)"
   cases "$name: each library has its own blocks, under its own names"
   valid "$name"
   equal "$name: no invalid frees" 0 "$(profile totals heap.out invalid_frees)"
done
readable "libraries" heapprof heap.out

same_as_stock "cachesim equals cachegrind" "" "$@"
equal "cachesim: the libraries are at one address" 1 \
   "$(sed -n 's/^places //p' client.out)"
functions ours.out '(^|:)work_in_[ab]$' >found
equal "cachesim: each library has its own names and the same counts" "2 1" \
   "$(awk '{ print $2 }' found | sort -u | wc -l |
      { read -r n; echo "$(wc -l <found)" "$n"; })"
check "cachesim: all runs of the libraries are counted" \
   awk '{ exit !($2 % 60 == 0 && $2 >= 60 * 3000 * 4) }' found
readable "libraries" cachesim ours.out
plan
