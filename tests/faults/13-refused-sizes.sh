#!/bin/sh
# 13-refused-sizes.sh -- impossible sizes: NULL and ENOMEM as without a tool, and
# counted as refused.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

same_result "impossible sizes" "$programs/fault_sizes"
equal "all requests are refused" 108 "$(grep -c ': NULL, 12$' native.out)"

run_heap "" "$programs/fault_sizes" cases
cases "each request is counted at its site, and no other"
valid "impossible sizes"
equal "the totals have as many" "5400 450 0" \
   "$(profile totals heap.out failed blocks end_blocks)"
said "the summary has the refused requests" 1 'Refused: +5,400 requests'
readable "impossible sizes" heapprof heap.out
check "the report has the refused requests" grep -q '5,400' <<END
$("$HP_ANNOTATE" heap.out)
END
run_heap "--accesses=yes" "$programs/fault_sizes" cases
cases "with accesses: each request is counted at its site"
valid "with accesses"
plan
