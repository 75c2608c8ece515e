#!/bin/sh
# machine_totals.sh -- what cachesim counts of whole programs on machines of all kinds is
# what a naive machine counts, which sees every reference that lackey traces.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

totals=$builddir/tests/machine_totals

# trace COMMAND...: the references of the program.  Its own output goes elsewhere.
trace()
{
   # shellcheck disable=SC2086
   $clean "$valgrind" --tool=lackey --basic-counts=no --trace-mem=yes \
      --log-fd=9 "$@" 9>trace >/dev/null 2>&1 </dev/null
}

# counted OUTFILE: "EVENT TOTAL" lines, without estimated cycles.
counted()
{
   awk '/^events:/ { for (i = 2; i <= NF; i++) name[i] = $i }
      /^summary:/ { for (i = 2; i <= NF; i++)
         if (name[i] !~ /^C[xfdb]$/) print name[i], $i }' "$1"
}

# same_totals NAME FILE COMMAND...: with the machine of the file.
same_totals()
{
   same_name=$1 same_machine=$2
   shift 2
   run_tool cachesim same.out "--machine=$same_machine" "$@"
   counted same.out >found
   "$totals" count "$same_machine" <trace >expected 2>&1
   equal "$same_name" "$(cat expected)" "$(cat found)"
}

# The references must be those that cachesim sees: the same program, in the same place.
for program in "$programs/memory" "$programs/reasons"; do
   trace "$program"
   check "$(basename "$program") has a trace" test -s trace
   for preset in zen4 sapphire-rapids neoverse-n1; do
      same_totals "$(basename "$program"), $preset" \
         "$srcdir/cachesim/machine/presets/$preset.machine" "$program"
   done
   seed=1
   while [ $seed -le 12 ]; do
      "$totals" random $seed >random.machine
      same_totals "$(basename "$program"), machine $seed" ./random.machine "$program"
      seed=$((seed + 1))
   done
done

plan
