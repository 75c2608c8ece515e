#!/bin/sh
# cs_export.sh -- runs cs_export on the files in cs_export/ and compares what it writes,
# and its exit status, with cs_export/expected/; lets callgrind_annotate and cs_annotate
# read it.
# SPDX-License-Identifier: GPL-2.0-or-later

command=cs_export
program=${CS_EXPORT:?}
data=${srcdir:?}/tests/golden/cs_export
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

formats="callgrind csv json"
# shellcheck disable=SC2046 # a list
names=$(listed $(format_names))
cat >plain.out <<'END'
desc: no calls
cmd: ./plain
events: Ir I1mr Bc
fl=a b.c
fn=main
1 10
3 5 1 2
fl=b.h
fn=main
2 7
fl=???
fn=???
0 1
summary: 23 1 2
END

# ---- What is written ----

for format in $formats; do
   keep_whole calls-$format --format=$format calls.out
   case $format in
   csv) awk -F, 'n[$1]++ < 4' whole/calls-csv >got/calls-csv ;; # of each kind the first
   *) cp whole/calls-$format got ;;
   esac
   stored calls-$format
   printed plain-$format --format=$format plain.out
done
printed instrs-callgrind --format=callgrind instrs.out
printed metrics-callgrind --format=callgrind --show=CEst,Ir plain.out
if [ -n "${ROUNDS_NUMBERS:-}" ]; then
   skip metrics-csv "long double is a double"
else
   "$program" --format=csv --show=X --metric=X=Dr/Ir calls.out | head -n 12 >got/metrics-csv
   stored metrics-csv
fi
differs calls-callgrind renamed-callgrind --format=callgrind --mod-filename=s,/src/,, \
   --mod-funcname=s/main/MAIN/ calls.out
refused "a ratio as a whole number" 2 \
   "cs_export: --show: X is not a sum of events, and --format=callgrind holds whole numbers
$try" --format=callgrind --show=X --metric=X=Dr/Ir calls.out

for name in calls plain instrs; do
   prints_json "JSON of $name.out is as its schema says" got/$name.json --format=json $name.out
   "$program" --format=csv $name.out >got/$name.csv
   "$program" --format=callgrind $name.out >got/$name.callgrind
done
"$program" --format=json --show=X --metric=X=Dr/Ir calls.out >got/metrics.json
check "ratios in JSON are those of its counts, all else is the same" "$python" -S -c '
import json, math
counts, ratios = (json.load(open("got/%s.json" % name)) for name in ("calls", "metrics"))
n = 0
def agree(count, ratio, key=None):
    global n
    if key in ("totals", "self", "inclusive") and count is not None:
        (ir, dr), (x,) = count, ratio
        assert x is None if ir == 0 else math.isclose(x, dr / ir, rel_tol=1e-15), count
        n += 1
    elif isinstance(count, dict):
        assert list(count) == list(ratio), (count, ratio)
        for name in count:
            agree(count[name], ratio[name], name)
    elif isinstance(count, list) and key != "metrics":
        assert len(count) == len(ratio), (count, ratio)
        for one, other in zip(count, ratio):
            agree(one, other)
    else:
        assert key == "metrics" or count == ratio, (key, count, ratio)
agree(counts, ratios)
assert ratios["metrics"] == [{"name": "X", "formula": "Dr/Ir"}] and n > 50, n'
check "CSV and JSON have the same paths, which add up to the totals" "$python" -c '
import csv, json
report = json.load(open("got/calls.json"))
rows = list(csv.DictReader(open("got/calls.csv", newline="")))
for i, metric in enumerate(report["metrics"]):
    paths = [int(r[metric["name"]]) for r in rows if r["kind"].startswith("path")]
    assert sum(paths) == report["totals"][i]
    assert paths == [p["self"][i] if "self" in p else 0 for p in report["paths"]]
    for row in (r for r in rows if r["kind"] == "function" and r["calls"]):
        assert int(row[metric["name"]]) <= int(row[metric["name"] + " inclusive"])'

# ---- Call paths ----

for show in Ir Dr "X --metric=X=2*Ir+Dr"; do
   echo "-- $show"
   # shellcheck disable=SC2086
   "$program" --format=folded --show=$show calls.out >got/one
   case $show in Ir) cat got/one ;; *) head -n 4 got/one ;; esac # the rest is compared below
done >got/folded
stored folded
check "folded: the first of those shown" sh -c \
   '"$1" --format=folded --show=Dr,Ir calls.out >got/first && test -s got/first &&
    "$1" --format=folded --show=Dr calls.out | cmp got/first' sh "$program"
check "speedscope, pprof, firefox have the same paths" "$python" -B \
   "$srcdir/tests/path_formats.py" same "$program" --show calls.out Ir Dr
for format in folded speedscope pprof firefox; do
   refused "no call paths: $format" 1 \
      "cs_export: plain.out: it has no call paths; cachesim --call-graph=yes records them" \
      --format=$format plain.out
done

# ---- Readers ----

for name in calls plain instrs; do
   "$CS_ANNOTATE" --csv $name.out | sort >got/before
   "$CS_ANNOTATE" --csv got/$name.callgrind | sed "s/(unknown)/???/" | sort >got/after
   check "cs_annotate reads the same counts: $name" \
      sh -c 'test -s got/before && cmp got/before got/after'
done
"$program" --format=callgrind got/calls.callgrind >got/again
check "its own format is read" grep -q '^totals: 272 47$' got/again
if command -v callgrind_annotate >/dev/null; then
   callgrind_annotate --inclusive=yes --tree=both --threshold=100 --auto=no \
      --show-percs=no --show=Ir got/calls.callgrind >got/annotated 2>got/errors
   equal "callgrind_annotate reads it" "0 " "$? $(cat got/errors)"
   check "callgrind_annotate shows inclusive costs and calls" "$python" \
      -B "$srcdir/tests/callgrind.py" annotated got/calls.json got/annotated
   sed '/^#: \(instr\|io\|in\|x\) /d' instrs.out >lines.out
   "$program" --format=callgrind lines.out >got/lines.callgrind
   for name in instrs lines; do
      callgrind_annotate --inclusive=yes --threshold=100 --auto=no \
         got/$name.callgrind 2>&1 | sed 2d >got/$name.annotated
   done
   check "callgrind_annotate shows the same with addresses" sh -c \
      'grep -q "^14 (100.0%) 7 (100.0%) *PROGRAM TOTALS" got/instrs.annotated &&
       sort got/lines.annotated >got/sorted && sort got/instrs.annotated | cmp got/sorted'
else
   skip "callgrind_annotate reads it" "no callgrind_annotate"
fi

# KCachegrind looks for the events in the first 2,047 bytes.
"$python" -c '
text = open("calls.out").read()
long = "x\u00e9" * 4000
text = text.replace("cmd: ./app", "cmd: " + long)
text = "".join("desc: %d %s\n" % (i, long) for i in range(40)) + text
open("long.out", "w", encoding="utf-8").write(text)'
"$program" --format=callgrind long.out >got/long
check "the header is short" "$python" -c '
text = open("got/long", "rb").read()
text.decode("utf-8")
assert text.index(b"events:") == text.index(b"\nevents:") + 1 < 2000'

# ---- Inputs and outputs ----

gzip -c calls.out | "$program" --format=callgrind - | same got/calls.callgrind -
report "gzip on standard input" $?
"$program" --format=callgrind calls.out calls.out >got/sum
check "profiles are added up" grep -q '^totals: 544 94$' got/sum
for format in $formats; do
   "$program" --format=$format -o got/file calls.out
   check "-o: $format" cmp got/file got/calls.$format
   "$program" --format=$format -o got/file plain.out
   check "it is replaced: $format" cmp got/file got/plain.$format
   rm got/file
   fails_to_write $format --format=$format calls.out
done
cp calls.out a.out
refused "OUT is FILE" 1 "cs_export: a.out: would replace what is read" \
   --format=csv --output=a.out a.out
refused "OUT is a profile" 1 "cs_export: a.out: would replace a tool's profile" \
   --format=csv --output=a.out calls.out
check "OUT is as it was" untouched a.out calls.out
refused "a missing file" 1 "cs_export: no/such: No such file or directory" \
   --format=csv no/such
cut_everywhere "FILE is cut" calls.out 61 "$program" --format=csv -o got/cut part.out
check "OUT was not written" absent got/cut

# ---- Help and usage ----

help_fits
misused "no format" "expected --format=$names" calls.out
misused "unknown format" "--format=svg: expected $names" --format=svg \
   calls.out
misused "a format of hp_export" "--format=massif: expected $names" \
   --format=massif calls.out
misused "unknown event" "--show: there is no event or metric \"x\"; there are: Ir, Dr" \
   --format=csv --show=x calls.out
misused "no FILE" "expected a profile" --format=csv
misused "unknown option" "unrecognized option '--include=f'" --include=f calls.out

plan
