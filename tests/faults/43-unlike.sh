#!/bin/sh
# 43-unlike.sh -- incompatible profiles are neither added up nor compared: the error
# names both files.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

cs_two="cs_annotate:second cs_diff:new cs_merge:second cs_plot:new"
hp_two="hp_diff:new hp_merge:second hp_plot:second"

# ---- Events and caches ----

printf '%s\n' 'desc: I1 cache: 64 B' 'desc: D1 cache: 64 B' 'desc: LL cache: 64 B' \
   'cmd: a' 'events: Ir Dr' 'fl=a' 'fn=f' '1 2 3' 'summary: 2 3' >good.out

# unlike NAME PATTERN SED...
unlike()
{
   sed "$3" good.out >other.out
   refused "$1" "$cs_two" other.out good.out "other\.out(:[0-9]+)?: $2 \(after good\.out\)\$"
}
unlike "an event more" 'events differ: expected Ir Dr, found Ir Dr Dw' \
   '/^events/s/$/ Dw/'
unlike "an event less" 'events differ: expected Ir Dr, found Ir' \
   '/^events/s/ Dr//; s/^1 2 3/1 2/; s/^summary.*/summary: 2/'
unlike "other events" 'events differ: expected Ir Dr, found Ir Dw' \
   '/^events/s/Dr/Dw/'
unlike "another order" 'events differ: expected Ir Dr, found Dr Ir' \
   '/^events/s/Ir Dr/Dr Ir/'
for cache in I1 D1 LL; do
   unlike "another $cache" \
      "caches differ: expected \"$cache cache: 64 B\", found \"$cache cache: 128 B\"" \
      "/$cache/s/64/128/"
done
refused "callgrind's events" "$cs_two" callgrind.out good.out \
   'callgrind\.out(:[0-9]+)?: events differ: .* \(after good\.out\)$'
# The third of many files: the error names it and the first.
complains "the third" 1 \
   '^cs_merge: other\.out:1: .*found "LL cache: 128 B" \(after good\.out\)|^cs_merge: other\.out:3: ' \
   "$CS_MERGE" -o sum.out good.out good.out other.out
check "nothing is written" test ! -e sum.out
for program in "$CS_DIFF" "$CS_ANNOTATE" "$builddir/cs_plot --script"; do
   # shellcheck disable=SC2086
   check "with --allow-different: $(basename "${program%% *}")" \
      $program --allow-different good.out other.out
done
check "with --allow-different: cs_merge" "$CS_MERGE" --allow-different -o sum.out good.out other.out
# A profile without caches is compatible with all.
sed '/^desc/d' good.out >other.out
accepted "unknown caches" "$cs_two" other.out good.out

# ---- Machines ----

sed '/^desc/d; /^events/s/$/\n#: cachesim 1\n#: machine zen4\n#: m D1 size=32K ways=8/
   s/^summary.*/&\n#: end 1/' good.out >machine.out
mv machine.out good.out
accepted "the same machine" "$cs_two" good.out good.out
unlike "another machine" 'machines differ: expected "zen4", found "zen5"' 's/zen4/zen5/'
unlike "a cache of it" \
   'machines differ: expected "D1 ways=8", found "D1 ways=12"' 's/ways=8/ways=12/'
unlike "no machine" 'machines differ: expected "zen4", found none' '/^#: m/d'
for program in "$CS_DIFF" "$CS_ANNOTATE" "$builddir/cs_plot --script"; do
   # shellcheck disable=SC2086
   check "machines, with --allow-different: $(basename "${program%% *}")" \
      $program --allow-different good.out other.out
done

# ---- Heaps ----

# heap_unlike NAME READERS PATTERN STATEMENT...: p is heapprof.out, changed.
heap_unlike()
{
   unlike_name=$1 unlike_readers=$2 unlike_pattern=$3
   shift 3
   "$PYTHON" -SIB -c '
import json, sys
p = json.load(open("heapprof.out"))
h = p["heapprof"]
exec("\n".join(sys.argv[1:]))
json.dump(p, open("other.out", "w"))' "$@" || exit 99
   refused "$unlike_name" "$unlike_readers" other.out heapprof.out \
      "other\.out: $unlike_pattern \(after heapprof\.out\)\$"
}
heap_unlike "another unit of time" "$hp_two" \
   'the unit of time is "ms", not "instrs"' 'p["tu"] = "ms"'
heap_unlike "another mode" "$hp_two" 'the mode is "pages", not "heap"' \
   'p["mode"] = "pages"'
heap_unlike "another unit of sizes" "hp_diff:new hp_merge:second" \
   'the unit of sizes is "units", not "bytes"' 'p["bsu"] = "units"'
heap_unlike "another unit of blocks" "hp_diff:new hp_merge:second" \
   'the unit of blocks is "events", not "blocks"' 'p["bksu"] = "events"'
heap_unlike "no lifetimes" "hp_diff:new hp_merge:second" \
   'it has no lifetimes and no peak' 'p["bklt"] = False' \
   'h["totals"].update(peak_bytes=0, peak_blocks=0, end_bytes=0, end_blocks=0)' \
   'h.update(timeline=[], snapshots=[])'
for other in copy adhoc; do
   cp "$golden/hp_annotate/$other.out" other.out
   refused "$other" "hp_diff:new hp_merge:second" other.out heapprof.out \
      'other\.out: the mode is .* \(after heapprof\.out\)$'
done
refused "DHAT's added to heapprof's" hp_merge:second dhat.out heapprof.out \
   'dhat\.out: (the|only one of them) .* \(after heapprof\.out\)$'
rm sum.out
complains "the third" 1 '^hp_merge: other\.out: .* \(after heapprof\.out\)' \
   "$HP_MERGE" -o sum.out heapprof.out heapprof.out other.out
check "nothing is written" test ! -e sum.out
plan
