#!/bin/sh
# machine_totals.sh -- what cachesim counts of whole programs on machines of all kinds is
# what a naive machine counts, which sees every reference that lackey traces.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

totals=$builddir/tests/machine_totals

# trace COMMAND...: the references of the program.  Its output is a file, as in run_tool.
trace()
{
   # shellcheck disable=SC2086
   $clean "$valgrind" --tool=lackey --basic-counts=no --trace-mem=yes \
      --log-fd=9 "$@" 9>trace >client.out 2>lackey.err </dev/null
}

# counted OUTFILE: "EVENT TOTAL" lines, without estimated cycles and patterns: lackey traces
# no values.
counted()
{
   awk '/^events:/ { for (i = 2; i <= NF; i++) name[i] = $i }
      /^summary:/ { for (i = 2; i <= NF; i++)
         if (name[i] !~ /^(C[xfdb]|Cd[bpsw]|D(seq|stride|chase|other))$/) print name[i], $i }' "$1"
}

# same_totals NAME FILE COMMAND...: with the machine of the file.
same_totals()
{
   same_name=$1 same_machine=$2
   shift 2
   rm -f same.out
   run_tool cachesim same.out "--machine=$same_machine --branch-sim=no" "$@"
   counted same.out >found
   "$totals" count "$same_machine" <trace >expected 2>&1
   equal "$same_name" "$(cat expected)" "$(cat found)"
}

# Not dynamically linked: ld.so has references that depend on random bytes.
program=$programs/heap_static
trace "$program"
check "the program has a trace" grep -q '^I' trace
for preset in zen4 coffee-lake cortex-a53; do
   same_totals "$preset" "$srcdir/cachesim/machine/presets/$preset.machine" "$program"
done
seed=1
while [ $seed -le 24 ]; do
   if ! sampled 3; then
      seed=$((seed + 1))
      continue
   fi
   "$totals" random $seed >random.machine
   same_totals "machine $seed" ./random.machine "$program"
   seed=$((seed + 1))
done

# Fetches that hot code makes inline: code_turns.c.
cat >turns.machine <<'EOF'
name turns
I1 size=2K ways=4 policy=plru latency=4
D1 size=2K ways=8 policy=plru latency=4
L2 size=8K ways=16 policy=plru inclusion=inclusive latency=14
L3 size=64K ways=16 policy=plru latency=40
prefetch at=I1 kind=next-line
memory latency=400
core width=6 window=320
EOF
trace "$programs/code_turns"
same_totals "turns of code" ./turns.machine "$programs/code_turns"

plan
