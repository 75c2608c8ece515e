#!/bin/sh
# heap_ad_hoc.sh -- --mode=ad-hoc counts the program's own events, as DHAT does.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

ad_hoc=$programs/heap_ad_hoc

run_tool dhat stock.out "--mode=ad-hoc" "$ad_hoc" allocate
run_heap "--mode=ad-hoc" "$ad_hoc" allocate
check "each path has DHAT's events and weights" \
   "$PYTHON" -B "$srcdir/tests/oracle/heap.py" events stock.out heap.out
valid "ad-hoc events"
equal "events by heapprof.h's request" "4950 100" \
   "$(profile sum heap.out tb case_by_heapprof) $(
      profile sum heap.out tbk case_by_heapprof)"
equal "events by DHAT's request, and events of weight 0" "10000 11" \
   "$(profile sum heap.out tb case_by_dhat) $(
      profile sum heap.out tbk case_by_dhat)"
equal "no block is counted" 0 "$(profile sum heap.out tbk case_allocates)"
equal "the header is DHAT's" "ad-hoc Occurred false false unit units events" \
   "$(for key in mode verb bklt bkacc bu bsu bksu; do
         profile get heap.out $key; done | xargs)"
equal "there is no timeline" "[] []" \
   "$(profile get heap.out heapprof.timeline) $(
      profile get heap.out heapprof.snapshots)"
said "the summary has units and events" 1 "Total: .*units in .*events"
equal "regions have events, too, by thread" 1 \
   "$(profile get heap.out heapprof.regions | grep -c \
      '"name": "main".*"bytes": 14956, "blocks": 117')"

run_heap "" "$ad_hoc"
equal "with --mode=heap, events are ignored" 0 \
   "$(profile sum heap.out tbk case_by_heapprof)"

# ---- Options that exclude --mode=ad-hoc
for option in --pages-as-heap=yes --stacks=yes --peak-only=yes \
   --snapshot-at=10 --snapshots=8 --heap-admin=0; do
   run_heap "--mode=ad-hoc $option" true
   equal "$option is refused: the status" 1 "$?"
   said "$option is refused" 1 \
      "mode=ad-hoc does not count the heap: $option cannot be given with it"
done
run_heap "--mode=ad-hoc --stacks=no" true
equal "--stacks=no is allowed" 0 "$?"
run_heap "--mode=none" true
said "another mode is refused" 1 "expected heap, copy or ad-hoc"
plan
