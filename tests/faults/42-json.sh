#!/bin/sh
# 42-json.sh -- hostile JSON: depth, size, indices, types, and text that is not
# JSON.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

# changed STATEMENT...: bad.out is the profile, changed by Python statements; p is
# the profile, h the object "heapprof" in it.
changed()
{
   "$PYTHON" -SIB -c '
import json, sys
p = json.load(open("heapprof.out"))
h = p["heapprof"]
exec("\n".join(sys.argv[1:]))
json.dump(p, open("bad.out", "w"))' "$@" || exit 99
}

# bad NAME READERS PATTERN STATEMENT...
bad()
{
   bad_name=$1 bad_readers=$2 bad_pattern=$3
   shift 3
   changed "$@"
   refused "$bad_name" "$bad_readers" bad.out heapprof.out \
      "bad\.out(:1)?: $bad_pattern"
}

# ---- Depth ----

for open in '[' '{"a":' '{"a":['; do
   "$PYTHON" -SIB -c 'import sys
print(sys.argv[1] * 1000000)' "$open" >bad.out
   refused "a million $open" "$hp_readers" bad.out heapprof.out \
      'bad\.out(:1)?: .*nested (deeper than 64|too deeply)'
done
bad "depth in an unknown key" "$hp_few" '.*' \
   'p["unknown"] = eval("[" * 90 + "]" * 90)'
changed 'p["unknown"] = "[" * 1000000 + "{" * 1000 + "\\\"" * 1000'
accepted "brackets in a string do not count" "$hp_few" bad.out heapprof.out

# ---- Indices ----

for index in -1 999999 4294967296 9223372036854775807; do
   bad "a frame $index" "$hp_few hp_plot" 'pps\[1\]\.fs: ' \
      "p['pps'][1]['fs'][0] = $index"
   bad "a directory $index" "$hp_few hp_plot" 'heapprof\.ftbl_dirs' \
      "h['ftbl_dirs'][2] = $index"
   bad "a site $index in a snapshot" "$hp_few hp_plot" \
      'heapprof\.snapshots\[0\]\.sites' "h['snapshots'][0]['sites'][0][0] = $index"
done
cp "$golden/hp_merge/accesses.out" regions.out
for parent in 0 1 7 -2; do
   "$PYTHON" -SIB -c '
import json, sys
p = json.load(open("regions.out"))
p["heapprof"]["regions"][0]["parent"] = int(sys.argv[1])
json.dump(p, open("bad.out", "w"))' $parent
   refused "a parent $parent" "$hp_few" bad.out regions.out 'bad\.out: '
done
cp "$golden/hp_annotate/owners.out" looks.out
for index in -2 999999 4294967296 9223372036854775807; do
   for place in 'o["tree"][1][0]' 'o["tree"][1][1]' 'o["tree"][1][2]' \
      'o["leaks"][0][0]' 'o["leaks"][0][1]' 'o["sharers"][0][0]' \
      'o["chains"][0][0][0]' 'o["chains"][0][0][1]' 'o["chains"][0][-1][1]' \
      'h["roots"][5]["fs"][0]' 'h["roots"][1]["file"]'; do
      "$PYTHON" -SIB -c '
import json, sys
p = json.load(open("looks.out"))
h = p["heapprof"]
o = h["owners"][1]
exec(sys.argv[1])
json.dump(p, open("bad.out", "w"))' "$place = $index"
      refused "$index as $place" "$hp_few" bad.out looks.out \
         'bad\.out: heapprof\.(owners|roots)\[[0-9]\]\.'
   done
done
bad "too few directories" "$hp_readers" 'heapprof\.ftbl_dirs: ' \
   'h["ftbl_dirs"].pop()'
bad "the same path twice" "$hp_few" 'pps\[1\]\.fs: the same path as pps\[0\]' \
   'p["pps"][1]["fs"] = p["pps"][0]["fs"]'

# ---- Lengths that exceed the data ----

for runs in '[-2000000000, 1]' '[-65537, 1]' '[-3]' '[-9223372036854775808, 1]' \
   '[0] * 65537'; do
   "$PYTHON" -SIB -c '
import json, sys
p = json.load(open("regions.out"))
for site in p["pps"]:
    if "heat" in site:
        site["heat"]["r"] = eval(sys.argv[1])
json.dump(p, open("bad.out", "w"))' "$runs"
   refused "heat of $runs" "$hp_few" bad.out regions.out 'bad\.out: pps\['
done

# ---- Types ----

mkdir types
"$PYTHON" -SIB - <<'END'
import copy, json
good = json.load(open("heapprof.out"))
for i, place in enumerate(["pps", "ftbl", "pps.0", "pps.0.fs", "ftbl.1",
                           "heapprof", "heapprof.totals", "heapprof.timeline",
                           "heapprof.timeline.0", "heapprof.snapshots",
                           "heapprof.snapshots.0", "heapprof.dirs"]):
    for value in (None, 1, "x", [], {}, True, [None], {"": None}):
        p = owner = copy.deepcopy(good)
        *keys, last = [int(key) if key.isdecimal() else key
                       for key in place.split(".")]
        for key in keys:
            owner = owner[key]
        owner[last] = value
        json.dump(p, open(f"types/{place} {json.dumps(value)}", "w"))
END
types_bad=
for file in types/*; do
   "$HP_ANNOTATE" --no-source "$file" >got.out 2>got.err
   # An empty array can be right; everything else ends with one line of error.
   case "$? $(wc -l <got.err)" in
   '1 1' | '0 0') ;;
   *) types_bad="$types_bad
$file: $(head -n 1 got.err)" ;;
   esac
done
equal "wrong types" "" "$types_bad"
for root in '[]' '[{}]' '{}' '1' '"x"' 'null' '{"dhatFileVersion":2}' \
   '{"dhatFileVersion":2,"heapprof":{"version":1}}'; do
   printf '%s\n' "$root" >bad.out
   refused "$root" "$hp_readers" bad.out heapprof.out 'bad\.out(:1)?: '
done

# ---- Versions ----

bad "version 3 of DHAT's" "$hp_readers" 'needs version 3: ' \
   'p["dhatFileVersion"] = 3'
bad "version 1 of DHAT's" "$hp_readers" "DHAT's format 1 is too old" \
   'p["dhatFileVersion"] = 1'
bad "version 2" "$hp_readers" 'needs version 2: ' 'h["version"] = 2'
bad "version 0" "$hp_readers" 'heapprof format 0 is too old' 'h["version"] = 0'

# ---- Text ----

printf '{"a":"\001"}' >bad.out
refused "a control byte" "$hp_readers" bad.out heapprof.out 'bad\.out:1: '
printf '{"a":"\\ud800"}' >bad.out
refused "half a surrogate" "$hp_few" bad.out heapprof.out 'bad\.out:1: '
printf '{"a":"\303("}' >bad.out
refused "not UTF-8" "$hp_readers" bad.out heapprof.out 'bad\.out:1: '
for tail in ',' '}' 'x' '{}' '\0'; do
   # shellcheck disable=SC2059
   { cat heapprof.out && printf "$tail"; } >bad.out
   refused "after the end: $tail" "$hp_few hp_plot" bad.out heapprof.out \
      'bad\.out:[0-9]+: not JSON: '
done
for text in "{'a': 1}" '{"a": 1,}' '{a: 1}' '{"a" 1}' '{"a": 01}' '// x' \
   '{"a": NaN}' '{"a": tru}'; do
   printf '%s\n' "$text" >bad.out
   refused "not JSON: $text" "$hp_few hp_plot" bad.out heapprof.out \
      'bad\.out(:1)?: not JSON'
done
changed 'p["ftbl"][2] = "0x10: f\\x0" '
refused "an escape that is cut" "$hp_few" bad.out heapprof.out \
   'bad\.out: ftbl\[2\]: has a malformed escape'
plan
