#!/bin/sh
# 57-restarted.sh -- after zero, start and stop no finding rests on what was not watched,
# and every report says that counting was restarted, and when.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

restarted=$programs/fault_restarted

# found FILE: "FAULT FUNCTION BLOCKS OF MORE" of each finding.
found()
{
   "$HP_ANNOTATE" --json "$1" | "$PYTHON" -c '
import json, sys
report = json.load(sys.stdin)
for f in report["findings"]:
    print(f["kind"], report["frames"][f["frame"]]["function"], f["saved_blocks"],
          f["of_blocks"], f.get("partly_watched_blocks", 0))'
}

# counting REPORT...: the lines of the head that tell which part was counted, the
# numbers as N, and the decimal point of times.
counting()
{
   "$@" | sed -n '/^\(Old c\|New c\|C\)ounting: /p' |
      sed 's/  */ /g; s/[0-9][0-9,]*/N/g'
}

# member FILE KEY: a member of heapprof's "counting".
member()
{
   "$PYTHON" -c '
import json, sys
own = json.load(open(sys.argv[1], encoding="utf-8"))["heapprof"]
print(own.get("counting", {}).get(sys.argv[2], 0))' "$1" "$2"
}

# ---- Findings
for mode in zero stop start whole; do
   options=--accesses=yes
   [ $mode = start ] && options="$options --instr-at-start=no"
   argument=$mode
   [ $mode = whole ] && argument=
   # shellcheck disable=SC2086
   run_tool heapprof $mode.hp "$options" "$restarted" $argument
   found $mode.hp >findings
   equal "$mode: only true findings" "$(cat client.out)" "$(cat findings)"
   check "$mode: the profile is valid" profile validate $mode.hp
done
for unit in ms B; do
   for mode in zero stop; do
      run_tool heapprof unit.hp "--accesses=yes --time-unit=$unit" "$restarted" $mode
      found unit.hp | grep -v -e '^temporary' -e 'untouched allocate_mixed' >findings
      equal "$mode, --time-unit=$unit: no false findings" "" "$(cat findings)"
   done
done
# The first block after zero has the time of the zero, but is whole.
equal "zero, --time-unit=B: new blocks are whole" \
   "untouched allocate_mixed 10 10 10" \
   "$(run_tool heapprof unit.hp "--accesses=yes --time-unit=B" "$restarted" zero
      found unit.hp | grep untouched)"

"$HP_ANNOTATE" --threshold=0 --top=10 zero.hp >report
tr -s " \n" "  " <report >report.words
check "the finding says of how many blocks" grep -q "of 10 blocks; 10 more were not watched" \
   report.words
check "the report counts the blocks that were watched in part" \
   grep -qE '^Partly watched: +40,000 bytes .* in 40 blocks' report
equal "the reads after zero are counted all the same" 1 \
   "$("$PYTHON" -c '
import json, sys
sites = json.load(open("zero.hp"))["pps"]
print(sum(1 for s in sites if s["rb"] == 10000 and s["wb"] == 0))')"

check "lifetimes that began before zero are lower bounds" \
   sh -c 'grep -A1 " >[0-9.]* .instr$" report | grep -q allocate_used'
check "those of new blocks are not" \
   sh -c 'grep -B1 " allocate_short" report | grep -q " [0-9.]* instr$"'

# ---- Heads of reports
equal "zero: the head" "Counting: restarted at N instrs (zero)" \
   "$(counting "$HP_ANNOTATE" zero.hp)"
equal "stop: the head" "Counting: stopped from N to N instrs" \
   "$(counting "$HP_ANNOTATE" stop.hp)"
equal "start: the head" "Counting: began at N instrs" \
   "$(counting "$HP_ANNOTATE" start.hp)"
equal "whole: nothing to say" "" "$(counting "$HP_ANNOTATE" whole.hp)"
check "the time of zero lies within the run" test "$(member zero.hp last_zero)" -gt 1000
check "the JSON report has it" \
   sh -c '"$HP_ANNOTATE" --json zero.hp | grep -q "\"counting\":{\"restarted\":1"'
run_tool heapprof never.hp "--instr-at-start=no" "$restarted"
equal "never started: the head" "Counting: never began (--instr-at-start=no)" \
   "$(counting "$HP_ANNOTATE" never.hp)"

# ---- Sums and pairs
check "hp_merge" "$HP_MERGE" -o sum.hp zero.hp zero.hp stop.hp start.hp whole.hp
equal "hp_merge: in how many processes" "Counting: began late in N of N processes
Counting: restarted (zero) in N of N processes
Counting: stopped for a time in N of N processes" "$(counting "$HP_ANNOTATE" sum.hp)"
check "hp_merge: which numbers" sh -c \
   '"$HP_ANNOTATE" sum.hp | grep -q "restarted (zero) in 2 of 5 processes"'
equal "hp_merge: only true findings" "untouched allocate_mixed 50 60 30" \
   "$(found sum.hp | grep -v temporary)"
"$HP_MERGE" -o twice.hp sum.hp zero.hp
check "a sum of sums" sh -c \
   '"$HP_ANNOTATE" twice.hp | grep -q "restarted (zero) in 3 of 6 processes"'
equal "hp_diff: both sides" "Old counting: restarted at N instrs (zero)
New counting: stopped from N to N instrs" "$(counting "$HP_DIFF" zero.hp stop.hp)"
check "hp_diff: JSON" \
   sh -c '"$HP_DIFF" --json zero.hp whole.hp | grep -q "\"counting\":{\"old\":{\"restarted\""'

# ---- cachesim
for mode in zero stop start whole; do
   options=
   [ $mode = start ] && options="--instr-at-start=no"
   argument=$mode
   [ $mode = whole ] && argument=
   # shellcheck disable=SC2086
   run_tool cachesim $mode.cs "$options" "$restarted" $argument
done
equal "cachesim: zero" "Counting: restarted at N ms (zero)" \
   "$(counting "$CS_ANNOTATE" zero.cs)"
equal "cachesim: stop" "Counting: stopped from N to N ms" \
   "$(counting "$CS_ANNOTATE" stop.cs)"
equal "cachesim: start" "Counting: began at N ms" \
   "$(counting "$CS_ANNOTATE" start.cs)"
equal "cachesim: whole" "" "$(counting "$CS_ANNOTATE" whole.cs)"
check "cachesim: a whole profile has no note" sh -c '! grep -q "^#: counting" whole.cs'
check "cs_merge" "$CS_MERGE" -o sum.cs zero.cs whole.cs zero.cs
check "cs_merge: in how many processes" sh -c \
   '"$CS_ANNOTATE" sum.cs | grep -q "restarted (zero) in 2 of 3 processes"'
equal "cs_diff: both sides" "Old counting: restarted at N ms (zero)
New counting: began at N ms" "$(counting "$CS_DIFF" zero.cs start.cs)"
check "cs_annotate: JSON" \
   sh -c '"$CS_ANNOTATE" --json zero.cs | grep -q "\"counting\":{\"restarted\":1"'
check "cs_diff: JSON" \
   sh -c '"$CS_DIFF" --json zero.cs whole.cs | grep -q "\"counting\":{\"old\":{\"restarted\""'

plan
