#!/bin/sh
# 13-refused-sizes.sh -- what there cannot be: NULL and ENOMEM as ever, and counted
# as refused.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

same_result "sizes that cannot be" "$programs/fault_sizes"
equal "they are refused, all of them" 108 "$(grep -c ': NULL, 12$' native.out)"

run_heap "" "$programs/fault_sizes" cases
cases "each is counted where it was asked for, and nothing else is"
valid "sizes that cannot be"
equal "as many in the totals" "5400 450 0" \
   "$(profile totals heap.out failed blocks end_blocks)"
said "the summary has them" 1 'Refused: +5,400 requests'
readable "sizes that cannot be" heapprof heap.out
check "the report has them" grep -q '5,400' <<END
$("$HP_ANNOTATE" heap.out)
END
run_heap "--accesses=yes" "$programs/fault_sizes" cases
cases "with accesses, the same"
valid "with accesses"
plan
