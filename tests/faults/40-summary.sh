#!/bin/sh
# 40-summary.sh -- a sum in the profile that differs from the sum of its lines or
# sites: the error names the difference.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

# ---- Sums of lines ----

# cs_sum NAME FILE KEY EVENT: each number of the line is too large by one, and too
# small by one.
cs_sum()
{
   sum_line=$(sed -n "/^$3:/=" "$2")
   sum_stated=$(sed -n "s/^$3: *\([0-9]*\).*/\1/p" "$2")
   for change in 1 -1; do
      sed "s/^$3: *[0-9]*/$3: $((sum_stated + change))/" "$2" >bad.out
      refused "$1: $change" "$cs_readers" bad.out "$2" \
         "bad\.out:$sum_line: ${3%s} of $4 is $((sum_stated + change)), but the lines \
add up to $sum_stated \(difference $change\)"
   done
}
cs_sum "summary: of cachesim" cachesim.out summary Ir
cs_sum "summary: of cachegrind" cachegrind.out summary Ir
cs_sum "totals: of callgrind" callgrind.out totals Ir
sed '/^summary:/s/ [0-9]*$/ 77/' cachegrind.out >bad.out
refused "the last event" "$cs_few" bad.out cachegrind.out \
   'bad\.out:[0-9]*: summary of [A-Za-z0-9]* is 77, but .*\(difference -?[0-9]*\)'
sed 's/^\(summary: [0-9]*\).*/\1/' cachegrind.out >bad.out
refused "an event left out is 0" "$cs_few" bad.out cachegrind.out \
   'bad\.out:[0-9]*: summary of [A-Za-z0-9]* is 0, but '
# Bits above the 32nd count.
printf '%s\n' 'cmd: a' 'events: Ir' 'fl=a' 'fn=f' '1 4294967296' '1 5' \
   'summary: 5' >bad.out
refused "a difference of 2^32" "$cs_few" bad.out bad.out \
   'bad\.out:7: summary of Ir is 5, .*\(difference -4294967296\)'
sed '/^fn=/{n;d}' cachegrind.out >bad.out
refused "a line is missing" "$cs_few" bad.out cachegrind.out \
   'bad\.out:[0-9]*: summary of Ir is '
n=$(sed -n 's/^#: end //p' cachesim.out)
sed 's/^#: end .*/#: end '$((n + 1))/ cachesim.out >bad.out
refused "the number of lines" "$cs_readers" bad.out cachesim.out \
   "bad\.out:[0-9]*: expected $((n + 1)) count lines, found $n"

# ---- Sums of sites ----

# hp_sum KEY PATTERN READERS: the total is too large by one, and too small by one.
hp_sum()
{
   for change in 1 -1; do
      "$PYTHON" -SIB -c '
import json, sys
profile = json.load(open("good.out"))
profile["heapprof"]["totals"][sys.argv[1]] += int(sys.argv[2])
json.dump(profile, open("bad.out", "w"))' "$1" $change || exit 99
      refused "$1: $change" "$3" bad.out good.out "bad\.out: $2"
   done
}
cp "$golden/hp_merge/accesses.out" good.out
accepted "the heap profile is good" "$hp_few" good.out good.out
number='[0-9]+'
for key in bytes blocks peak_bytes peak_blocks end_bytes end_blocks; do
   hp_sum $key "the sites have $number bytes and $number blocks .*, the totals \
$number and $number" "$hp_few"
done
for key in reads writes moves moved_bytes; do
   hp_sum $key "heapprof\.totals\.$key: is $number, but the sites' sum is $number" \
      "$hp_few"
done
cp heapprof.out good.out
for key in peak_bytes peak_blocks end_bytes end_blocks; do
   hp_sum $key "the sites" "$hp_readers"
done
# A missing site; the sums of a snapshot.
"$PYTHON" -SIB -c '
import json
profile = json.load(open("good.out"))
profile["pps"].pop()
json.dump(profile, open("bad.out", "w"))
profile = json.load(open("good.out"))
profile["heapprof"]["snapshots"][1]["bytes"] += 1
json.dump(profile, open("shot.out", "w"))'
refused "a site is missing" "$hp_few" bad.out good.out 'bad\.out: '
refused "a snapshot's sum" "$hp_readers" shot.out good.out \
   'shot\.out: heapprof\.snapshots\[1\]'
plan
