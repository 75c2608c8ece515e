#!/bin/sh
# 15-alignment.sh -- invalid alignments: the same results as the C library's.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

same_result "bad alignments" "$programs/fault_alignment"
check "there are both kinds of errors, and blocks" \
   awk '/NULL, 12$/ { n++ } /NULL, 22$/ { e++ } /a block, a/ { b++ } /NOT/ { x++ }
        END { exit !(n > 50 && e > 50 && b > 50 && !x) }' native.out

run_heap "" "$programs/fault_alignment" count
grep -E '^(bytes|blocks|failed) ' client.out >counts
mv counts client.out
totals "what was got and what was refused is counted"
valid "bad alignments"
equal "all blocks are freed" 0 "$(profile totals heap.out end_blocks)"
readable "bad alignments" heapprof heap.out
plan
