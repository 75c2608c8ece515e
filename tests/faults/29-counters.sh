#!/bin/sh
# 29-counters.sh -- counters above 2^32 are exact; above 2^63 - 1 they saturate, with a
# warning.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

counters=$programs/fault_counters
most=9223372036854775807 # 2^63 - 1
line=$(grep -n 'rept 300' "$srcdir/tests/programs/fault_counters.c" | cut -d: -f1)

# ---- Past 2^32
run_tool cachesim lines.out "" "$counters" instructions
equal "cachesim: 300 * 2^24 instructions on one line" "$line 5033164800" \
   "$(sed -n "/^fn=case_instructions/,/^f[nl]=main/s/^\($line [0-9]*\) .*/\1/p" lines.out)"
equal "cachesim: nothing is saturated" 0 \
   "$(cat lines.out cachesim.err | grep -ciE 'saturated|warning')"
readable "past 2^32" cachesim lines.out
for unit in i B; do
   run_heap "--time-unit=$unit" "$counters" blocks
   equal "heapprof, time in $unit: 5 blocks of 3 * 2^32 bytes" \
      "64424509440 64424509440 64424509440 5" \
      "$(profile totals heap.out bytes peak_bytes end_bytes end_blocks | xargs)"
   valid "past 2^32, time in $unit"
done
run_heap "--time-unit=i" "$counters" instructions
check "heapprof: 300 * 2^24 instructions of time" \
   test "$(profile get heap.out te)" -gt 5033164800
readable "past 2^32" heapprof heap.out

# ---- heapprof at 2^63
# says NAME: heapprof and its commands report saturated sums.
says()
{
   valid "$1" heap.out
   said "$1: heapprof warns" 1 "warning: sums stay at 9,223,372,036,854,775,807"
   equal "$1: the profile is marked as saturated" true \
      "$(profile get heap.out heapprof.saturated)"
   check "$1: hp_annotate reports it" sh -c \
      '"$1" --color=never heap.out | grep -q "^Saturated: "' - "$HP_ANNOTATE"
   check "$1: hp_annotate's JSON has it" sh -c \
      '"$1" --json heap.out | grep -q "\"saturated\":true"' - "$HP_ANNOTATE"
   check "$1: hp_merge of one profile keeps it" sh -c \
      '"$1" -o merged.out heap.out && grep -q "\"saturated\":true" merged.out' \
      - "$HP_MERGE"
   complains "$1: hp_merge of two profiles overflows" 1 \
      'hp_merge.*heap.out: .*63 bits|hp_merge.*add up to more' "$HP_MERGE" -o two.out heap.out heap.out
}

run_heap "--mode=ad-hoc" "$counters" weights
says "ad-hoc events of 2^62 units"
equal "ad-hoc events: the sum saturates; each event is counted" "$most 5" \
   "$(profile totals heap.out bytes blocks | xargs)"
equal "ad-hoc events: the sites add up to the maximum" \
   "$most" "$(profile sum heap.out tb case_weights)"
for options in "" "--time-unit=B" "--accesses=yes" "--peak-only=yes"; do
   run_heap "$options" "$counters" full
   says "blocks of 2^47 bytes $options"
   equal "blocks $options: the earlier peak is exact" \
      "7036874417766400000 50000" \
      "$(profile totals heap.out peak_bytes peak_blocks | xargs)"
   equal "blocks $options: the total saturates" "$most 100000" \
      "$(profile totals heap.out bytes blocks | xargs)"
done

# ---- cachesim at 2^63: the readers (tests/unit/test_cs_outfile.c has the writer)
printf '%s\n' "desc: Tool: made up" "cmd: ./app" "events: Ir Dr" "#: cachesim 1" \
   "fl=a.c" "fn=f" "1 9223372036854775800 3" "2 7 4" \
   "summary: $most 7" "#: saturated Ir" "#: end 2" >full.out
readable "a saturated profile" cachesim full.out
"$CS_ANNOTATE" --color=never full.out >report.txt
check "cs_annotate names the event" grep -qE '^Saturated: +Ir$' report.txt
check "cs_annotate shows the sum" grep -q '9,223,372,036,854,775,807 (100.0%)' report.txt
check "cs_annotate --json has it" sh -c \
   '"$1" --json full.out | grep -q "\"saturated\":\[\"Ir\"\]"' - "$CS_ANNOTATE"
check "cs_merge of one profile keeps it" sh -c \
   '"$1" -o merged.out full.out && grep -q "^#: saturated Ir$" merged.out' - "$CS_MERGE"
complains "cs_merge of two profiles overflows" 1 'cs_merge: .*add up to more than 9223372036854775807' \
   "$CS_MERGE" -o two.out full.out full.out
check "cs_diff reads it" "$CS_DIFF" full.out full.out
sed '/^2 /s/7/8/; /^summary/s/775807/775808/' full.out >over.out
complains "a larger count is refused, with its line" 1 \
   'cs_annotate: over.out:(8|9): .*9223372036854775807' "$CS_ANNOTATE" over.out
plan
