#!/bin/sh
# heap_findings.sh -- hp_annotate finds each kind of finding in a program that has it,
# with the saving, and none in a program without one.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"
program=${HP_ANNOTATE:?}

# Half of the kinds need accesses.
run_heap "--accesses=yes" "$programs/heap_faults"
if [ -s heap.out ]; then
   accesses=--accesses=yes
else
   accesses=
fi

# found: "FAULT FUNCTION BYTES BLOCKS" of each finding of heap.out.
found()
{
   "$program" --json heap.out | "$PYTHON" -c '
import json, sys
report = json.load(sys.stdin)
for f in report["findings"]:
    print(f["fault"], report["frames"][f["frame"]]["function"],
          f["saved_bytes"], f["saved_blocks"])
'
}

"$programs/heap_faults" >modes
check "there are modes" test "$(wc -l <modes)" -ge 20
n_faults=0
while read -r mode; do
   run_heap "$accesses" "$programs/heap_faults" "$mode"
   case $(cat client.out) in
   untouched* | unread* | empty*)
      if [ -z "$accesses" ]; then
         skip "$mode" "the tool records no accesses"
         continue
      fi ;;
   esac
   [ -s client.out ] && n_faults=$((n_faults + 1))
   found | if grep -q ' any ' client.out; then
      awk '{ $3 = "any"; print }'
   else
      cat
   fi >findings
   equal "$mode" "$(cat client.out)" "$(cat findings)"
done <modes
check "some have a finding: $n_faults" test $n_faults -ge 3

# ---- DHAT's profiles prove four of the kinds
heap_tool=dhat
while read -r mode; do
   run_heap "" "$programs/heap_faults" "$mode"
   if [ ! -s heap.out ]; then
      skip "DHAT: $mode" "no profile by DHAT"
      continue
   fi
   grep -v '^short\|^grown' client.out >expected
   found | if grep -q ' any ' client.out; then
      awk '{ $3 = "any"; print }'
   else
      cat
   fi >findings
   equal "DHAT: $mode" "$(cat expected)" "$(cat findings)"
done <modes
heap_tool=heapprof

# ---- Hot and cold fields
if [ -z "$accesses" ]; then
   skip "hot and cold fields" "the tool records no accesses"
else
   run_heap "$accesses" "$programs/heap_faults" fields
   LC_ALL=C "$program" --no-annotate heap.out |
      sed -n '/^   offset/,/^$/p' | sed '1d; $d' | awk '{ $1 = $1; print }' \
      >fields
   cat >expected <<'END'
0 8 2,200 200 next (struct item *)
8 4 2,000 200 id (int)
12 20 0 0 name[20] (char[20]): never touched
32 8 0 200 weight (double): never read
END
   equal "hot and cold fields" "$(cat expected)" "$(cat fields)"
   LC_ALL=C "$program" --no-annotate heap.out | grep -A3 'struct item;' >strip.txt
   equal "their strip" "|@@@       |" \
      "$(sed -n 's/^ *reads //p' strip.txt)"
fi

# ---- As a gate
gate()
{
   gate_name=$1 gate_mode=$2 gate_fault=$3 gate_status=$4
   run_heap "" "$programs/heap_faults" "$gate_mode"
   "$program" --list --fail-on="$gate_fault" heap.out >/dev/null 2>gate.err
   equal "$gate_name" "$gate_status" "$?"
}
gate "--fail-on=leaked, of a leak" leaked leaked 3
gate "--fail-on=all, of a leak" leaked all 3
gate "--fail-on=grown, of a leak" leaked grown 0
gate "--fail-on=all, of nothing" few all 0
gate "--fail-on=unread without accesses" few unread 2

plan
