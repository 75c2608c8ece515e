#!/bin/sh
# owners_auto.sh -- --owners=auto finds in one run what only grows, although static
# destructors free it, and rings of lost blocks by the field that closes them; programs
# without these faults are calm, and equal runs have equal looks.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

mkdir source
cp "$srcdir"/tests/programs/owners_cache.* "$srcdir"/tests/programs/owners_rings.* source/
options=--owners=auto

# build FIXED SOURCE: compiles ./program; FIXED is empty or not.
build()
{
   case $2 in
   *.c) gcc -g -O1 ${1:+-DFIXED} -o program "source/$2" ;;
   *.cpp) g++ -g -O1 ${1:+-DFIXED} -o program "source/$2" ;;
   *.rs) rustc -g -C opt-level=1 ${1:+--cfg fixed} -o program "source/$2" ;;
   esac 2>compiler.err
}

# findings: of the kinds that are looked for, "kind: reason: cure", the first one's place
# among all before it.
findings()
{
   "$builddir/hp_annotate" --json heap.out >report.json 2>errors
   "$PYTHON" -S -c 'import json
for i, f in enumerate(json.load(open("report.json"))["findings"]):
    if f["kind"] in ("cycle", "growing", "lost"):
        print(i + 1, f["kind"], f["reason"], f["cure"], sep=": ")' | cat - errors
}

# moments: why and when looks were taken.
moments()
{
   "$PYTHON" -S -c 'import json
for look in json.load(open("heap.out"))["heapprof"]["owners"]:
    print(look["why"], look["time"])'
}

# finds SOURCE PATTERN...: the findings, of which each is one pattern's; none of the cured
# program.
finds()
{
   finds_source=$1
   shift
   if ! build "" "$finds_source"; then
      skip "$finds_source" "$(head -n 1 compiler.err)"
      return
   fi
   run_heap "$options" ./program
   valid "$finds_source"
   findings >found
   finds_n=0
   for finds_pattern; do
      finds_n=$((finds_n + 1))
      check "$finds_source: $finds_pattern" grep -qE "$finds_pattern" found
   done
   equal "$finds_source: findings" "$finds_n" "$(grep -c . found)"
   looks=$(moments)
   run_heap "$options" ./program
   equal "$finds_source: looks in another run" "$looks" "$(moments)"
   build fixed "$finds_source"
   run_heap "$options" ./program
   valid "$finds_source, cured"
   equal "$finds_source, cured: no finding" "" "$(findings)"
}

finds owners_cache.c "^1: growing: kept by table \(owners_cache.c:[0-9]+\), .* to 6.41 MiB over"
finds owners_cache.cpp "^1: growing: kept by cache \(owners_cache.cpp:[0-9]+\), .* to 22.. MiB over"
finds owners_rings.c "^1: cycle: (1,99.|2,000) rings, closed by struct job.prev -> struct job: free all"
finds owners_rings.cpp \
   "^1: cycle: (99.|1,000) rings, closed by Room.house -> House: make Room.house a std::weak_ptr" \
   "cycle: 2[45]. rings, closed by Person.friends -> .*: make Person.friends a std::weak_ptr"
finds owners_rings.rs \
   "^1: cycle: 1,500 rings, closed by .*Node.parent -> .*Node: make .*Node.parent a Weak"

# Accesses tell a cache from data that is read in at first.
options="--owners=auto --accesses=yes"
finds owners_cache.c "^1: growing: kept by table \(owners_cache.c:[0-9]+\), .* to 6.41 MiB over"

# ---- Options
build "" owners_cache.cpp && run_heap --owners=end ./program
equal "--owners=end: at exit, too" "exit end" \
   "$("$PYTHON" -B -S "$srcdir/tests/tool/owners.py" whys heap.out)"
run_heap "--owners=auto --time-unit=B" ./program
check "spread by instructions, whatever the unit of time" "$PYTHON" -S -c 'import json
looks = json.load(open("heap.out"))["heapprof"]["owners"]
assert 5 <= sum(look["why"] == "time" for look in looks) <= 12, looks'
plan
