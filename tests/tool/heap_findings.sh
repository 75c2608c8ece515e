#!/bin/sh
# heap_findings.sh -- hp_annotate finds each kind of finding in a program that has it,
# with the saving, and none in a program without one.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"
program=${HP_ANNOTATE:?}

# Most of the kinds need accesses.
run_heap "--accesses=yes" "$programs/heap_faults"
if [ -s heap.out ]; then
   accesses=--accesses=yes
else
   accesses=
fi

# kinds_with NEED: a pattern of the kinds that need this of a profile, from their table.
kinds_with()
{
   awk -v need="$1)" '
      /^   X\([A-Z_]+, "/ { split($0, parts, "\""); kind = parts[2] }
      kind != "" && index($0, need) { printf "%s^%s ", n++ ? "|" : "", kind; kind = "" }
   ' "$srcdir/annotate/heap/ah_findings.h"
}
of_accesses=$(kinds_with NEEDS_ACCESSES) of_fates=$(kinds_with NEEDS_FATES)

# found: "KIND FUNCTION BYTES BLOCKS OF" of each finding of heap.out.
found()
{
   "$program" --json heap.out | "$PYTHON" -S -c '
import json, sys
report = json.load(sys.stdin)
for f in report["findings"]:
    print(f["kind"], report["frames"][f["frame"]]["function"],
          f["saved_bytes"], f["saved_blocks"], f["of"])
'
}

"$programs/heap_faults" >modes
check "there are modes" test "$(wc -l <modes)" -ge 20
n_faults=0
while read -r mode; do
   run_heap "$accesses" "$programs/heap_faults" "$mode"
   if [ -z "$accesses" ] && grep -Eq "$of_accesses" client.out; then
      skip "$mode" "the tool records no accesses"
      continue
   fi
   [ -s client.out ] && n_faults=$((n_faults + 1))
   found | if grep -q ' any ' client.out; then
      awk '{ $3 = "any"; print }'
   else
      cat
   fi >findings
   equal "$mode" "$(cat client.out)" "$(cat findings)"
done <modes
check "some have a finding: $n_faults" test $n_faults -ge 3

# ---- DHAT's profiles prove most of the kinds
heap_tool=dhat
while read -r mode; do
   sampled 3 || continue # they come from the same rules
   run_heap "" "$programs/heap_faults" "$mode"
   if [ ! -s heap.out ]; then
      skip "DHAT: $mode" "no profile by DHAT"
      continue
   fi
   grep -Ev "$of_fates|^fields new_token|^(unread read_in_part|kept-part)" client.out >expected
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

# ---- All sites of a type together
if [ -z "$accesses" ]; then
   skip "sites of a type" "the tool records no accesses"
else
   run_heap "$accesses" "$programs/heap_faults" parser
   LC_ALL=C COLUMNS=100 "$program" --tree=none --no-annotate heap.out >report
   equal "the fields, with their saving" \
      "5.69 KiB peak 364 parse_value (heap_faults.c:258) > new_token (heap_faults.c:244):
16 of 32 bytes: line, column, offset never read; struct token; 364
sites" \
      "$(sed -n '/^Fields never/,/sites$/p' report | sed '1d; s/  */ /g; s/^ //')"
   equal "the table of types" "100.0% 11.4 KiB 364 11.4 KiB 364 struct token" \
      "$(sed -n '/^-- Types/,/^$/s/  */ /gp' report | grep token | sed 's/^ //')"
   equal "one heat map" "364 blocks of 32 bytes, struct token, from 364 sites" \
      "$(sed -n 's/; .* read, .*//p' report)"
   "$program" --json heap.out >heap.json
   "$program" --csv heap.out >heap.csv
   check "JSON and CSV have the types" "$PYTHON" -c '
import csv, json
report = json.load(open("heap.json"))
finding, = (f for f in report["findings"] if f["kind"] == "fields")
assert finding["of_sites"] == finding["of_blocks"] == 364, finding
assert finding["type"] == "struct token" and finding["saved_bytes"] == 364 * 16
assert [(f["name"], f["bytes"], f["why"]) for f in finding["fields"]] == [
    ("line", 4, "never read"), ("column", 4, "never read"), ("offset", 8, "never read")]
token, = report["types"]
assert token["name"] == "struct token" and token["peak_blocks"] == 364
assert [f["name"] for f in token["fields"]] == [
    "next", "kind", "line", "column", "offset"]
assert token["heat"]["reads"][12] == 0 and token["heat"]["writes"][12] == 364
rows = list(csv.DictReader(open("heap.csv")))
assert [row["type"] for row in rows].count("struct token") == 364
'
   "$program" --fail-on=fields --no-source --list heap.out >/dev/null 2>&1
   equal "--fail-on=fields" 3 $?
fi

# ---- As a gate
gate_options=
gate()
{
   gate_name=$1 gate_mode=$2 gate_fault=$3 gate_status=$4
   run_heap "$gate_options" "$programs/heap_faults" "$gate_mode"
   "$program" --list --fail-on="$gate_fault" heap.out >/dev/null 2>gate.err
   equal "$gate_name" "$gate_status" "$?"
}
gate "--fail-on=leaked, of a leak" leaked leaked 3
gate "--fail-on=all, of a leak" leaked all 3
gate "--fail-on=grown, of a leak" leaked grown 0
gate "--fail-on=all, of nothing" few all 0
gate "--fail-on=unread without accesses" few unread 2
gate "--fail-on=lost without a look" leaked lost 2
if [ "$heap_tool" = heapprof ]; then
   gate_options=--owners=end
   gate "--fail-on=lost, of what is lost" leaked lost 3
   equal "what is lost is found, and not what is alive" "lost leaked 2000 20 end" "$(found)"
   gate "--fail-on=leaked, if what is lost is known" leaked leaked 2
   gate "--fail-on=lost, of a stream that is open" unclosed lost 0
fi

plan
