#!/bin/sh
# owners_use.sh -- looks at owners know what is kept and no longer read, and find what only
# grows, as the program says.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

program=$programs/owners_use
annotate=$builddir/hp_annotate

# idle_of FILE [LOOK]: for each static variable that client.out names, what is idle.
idle_of()
{
   "$PYTHON" -S -c 'import json, sys
own = json.load(open(sys.argv[1]))["heapprof"]
look = own["owners"][-1]
assert look["idle_since"] <= look["time"] / 2, look["idle_since"]
tops, idle = [], {}
for above, kind, what, *_ in look["tree"]:
    tops.append(len(tops) if above < 0 else tops[above])
    if above < 0 and kind == 0 and own["roots"][what]["kind"] == "static":
        idle[tops[-1]] = [own["roots"][what].get("name"), 0, 0]
for owner, size, blocks in look["idle"]:
    if tops[owner] in idle:
        idle[tops[owner]][1] += size
        idle[tops[owner]][2] += blocks
found = {name: (size, blocks) for name, size, blocks in idle.values()}
for line in open("client.out"):
    name = line.split()[0]
    print(name, *found.get(name, ["is", "not kept"]))' "$1"
}

run_heap "--owners=end --accesses=yes" "$program" idle
valid "idle"
equal "idle: as the program says" "$(cat client.out)" "$(idle_of heap.out 2>&1)"

run_heap "--owners=end --accesses=yes" "$program" zeroed
valid "zeroed"
equal "zeroed: as the program says" "$(cat client.out)" "$(idle_of heap.out 2>&1)"

run_heap "--owners=end --accesses=yes" "$program" forked
child=$(echo heap.out.[0-9]*)
valid "forked" "$child"
equal "forked: the child, as the program says" "$(cat client.out)" "$(idle_of "$child" 2>&1)"

run_heap "--owners=end" "$program" idle
check "without accesses nothing is known" sh -c '! grep -q "\"idle" heap.out'

run_heap "" "$program" growing
valid "growing"
"$annotate" --json --criteria=looks=3 heap.out >report.json
check "growing: one finding" "$PYTHON" -S -c 'import json
found = [(f["owner"].split()[0], f["saved_bytes"], f["saved_blocks"])
         for f in json.load(open("report.json"))["findings"] if f["kind"] == "growing"]
assert found == [("cache", 312000, 3000)] or print(found)'
limits_of()
{
   "$builddir/hp_diff" "--at=look=$1,look=$2" "--limits-owner=$3" heap.out heap.out \
      >report 2>&1
   echo "$? $(sed -n '/^-- Limits/,$p' report | sed '1,2d' | sed 's/ (owners.*//')"
}
equal "growing: a limit on it" "3 EXCEEDED  retained: 104,000 -> 208,000, +104,000 \
(+100.0%); limit 50%: owner cache
1 exceeded" "$(limits_of 1 2 cache:retained=50%)"
equal "growing: a limit on what shrinks" "0 kept      retained_blocks: 3,000 -> 1,000, \
-2,000 (-66.67%); limit 0: owner shrinking
0 exceeded" "$(limits_of 1 3 shrinking:retained_blocks=0)"

# ---- Registers that are saved in frames of functions that are called
run_heap "" "$programs/owners_saved"
valid "saved registers"
"$annotate" --json heap.out >report.json
check "saved registers are their variables'" "$PYTHON" -S -c 'import json
report = json.load(open("report.json"))
def kept(look):
    rows = [row for row in report["owners"] if row["look"] == look]
    return sorted((row["kind"], row["function"], row["name"], row["retained_blocks"])
                  for row in rows if row["above"] is None and row["kind"] != "lost"
                  and row["retained_blocks"] > 0)
assert kept(0) == kept(1) == [("local", "work", "held", 5)] or print(kept(0), kept(1))
# Each of a recursive function saves the registers of the one outside, which is no other.
assert sum(row[3] for row in kept(2)) == 20, kept(2)
assert all(row[2] in ("mine", "recurse", "look") for row in kept(2)), kept(2)
chains = [c["steps"][0]["name"] for c in report["chains"] if c["look"] == 0]
assert chains == ["held"], chains'
plan
