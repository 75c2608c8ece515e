#!/bin/sh
# requests.sh -- the client requests of cachesim.h work as documented.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# instructions FILE FUNCTION: Ir of the function, 0 if it is missing.
instructions()
{
   awk -v fn="fn=$2" '
      /^fn=/ { in_fn = $0 == fn; next }
      in_fn && /^[0-9]/ { sum += $2 }
      END { print sum + 0 }' "$1"
}

equal "without a tool, no request has an effect" "running 0" \
   "$($programs/requests region)"

run_tool cachesim whole.out "" "$programs/requests"
equal "under cachesim, the program sees cachesim" "running 1" "$(cat client.out)"

run_tool cachegrind cg.out "" "$programs/requests"
equal "under another tool, the program does not see cachesim" "running 0" "$(cat client.out)"

run_tool cachesim one.out "" "$programs/requests" dump
one=$(instructions one.out.1 counted)
two=$(instructions one.out.2 counted)
all=$(instructions one.out counted)
equal "a dump returns its number" "running 1
dump 1
dump 2" "$(cat client.out)"
# Each round of the loop costs the same.
per_round=$(((two - one) / 4900))
check "the first dump has the counts so far" \
   test "$one" -gt $((99 * per_round)) -a "$one" -lt $((110 * per_round))
equal "a dump changes no count" \
   $((one + two - one + 11 * per_round + one - 100 * per_round)) "$all"
check "a dump is a complete profile" grep -q '^#: end' one.out.1

run_tool cachesim region.out "--instr-at-start=no" "$programs/requests" region
counted=$(instructions region.out counted)
check "between start and stop, instructions are counted" \
   test "$counted" -gt $((1500 * per_round)) \
        -a "$counted" -lt $((1520 * per_round))
equal "elsewhere instructions are not counted" 0 "$(instructions region.out uncounted)"

run_tool cachesim cg.out "--instr-at-start=no" "$programs/requests" cachegrind
counted=$(instructions cg.out counted)
check "cachegrind.h's requests: between start and stop, instructions are counted" \
   test "$counted" -gt $((1000 * per_round)) \
        -a "$counted" -lt $((1020 * per_round))
equal "cachegrind.h's requests: elsewhere they are not counted" 0 \
   "$(instructions cg.out uncounted)"

run_tool cachesim zero.out "" "$programs/requests" zero
equal "zero forgets all counts" 0 "$(instructions zero.out uncounted)"
check "after zero, counting goes on" \
   test "$(instructions zero.out counted)" -ge $((5000 * per_round))

run_tool cachesim never.out "--instr-at-start=no" "$programs/memory"
equal "without a start, nothing is counted" "summary: 0 0 0 0 0 0 0 0 0" \
   "$(grep ^summary never.out)"
equal "a rate of 0 references is n/a" "I1  miss rate: n/a" \
   "$(sed -n 's/^==[0-9]*== \(I1  miss rate.*\)/\1/p' cachesim.err)"
plan
