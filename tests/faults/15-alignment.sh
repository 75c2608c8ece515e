#!/bin/sh
# 15-alignment.sh -- alignments that are none: the C library's results.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

same_result "bad alignments" "$programs/fault_alignment"
check "there are errors of both kinds, and blocks" \
   awk '/NULL, 12$/ { n++ } /NULL, 22$/ { e++ } /a block, a/ { b++ } /NOT/ { x++ }
        END { exit !(n > 50 && e > 50 && b > 50 && !x) }' native.out

run_heap "" "$programs/fault_alignment" count
grep -E '^(bytes|blocks|failed) ' client.out >counts
mv counts client.out
totals "what was got and what was refused is counted"
valid "bad alignments"
equal "all is freed again" 0 "$(profile totals heap.out end_blocks)"
readable "bad alignments" heapprof heap.out
plan
