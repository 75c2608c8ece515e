#!/bin/sh
# cs_diff.sh -- runs cs_diff on the files in cs_diff/ and compares what it prints,
# and its exit status, with cs_diff/expected/.
# SPDX-License-Identifier: GPL-2.0-or-later

command=cs_diff
program=${CS_DIFF:?}
data=${srcdir:?}/tests/golden/cs_diff
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

# well_formed NAME FILE: XML, and the numbers in it are of what is in it.
well_formed()
{
   check "$1" "$python" -S -c '
import sys, xml.etree.ElementTree
root = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
assert root.tag == "testsuites"
for suite in [root] + root.findall("testsuite"):
    assert int(suite.get("tests")) == len(list(suite.iter("testcase"))) > 0
    assert int(suite.get("failures")) == len(list(suite.iter("failure")))
for case in root.iter("testcase"):
    assert case.get("classname") and case.get("name")
    for failure in case.iter("failure"):
        assert failure.get("message")
' "$2"
}

borrow cs_annotate/asm.out asm-old.out
borrow cs_annotate/objects.out objects-old.out
borrow cs_annotate/zero.out
sed -e 's/^0 700 70$/0 702 70/; s/^summary: 1000 /summary: 1002 /' \
   -e 's|0123abcd /home/ann/app|0123abce /home/ann/new/app|' \
   -e 's/^#: object-counts 110 /#: object-counts 112 /' \
   -e 's/^#: code 0x1080 10 0/#: code 0x1090 12 0/' \
   -e 's/^#: code 0x27a10 20 0/#: code 0x27a10 15 0\n#: code 0x27a20 5 0/' \
   objects-old.out >objects-new.out
for side in old new; do
   sed "/^summary:/r regions-$side.notes" $side.out >regions-$side.out
done
touch -d '2021-01-01 00:00:00' ./*.out

# ---- Instructions ----

if "$program" --asm asm-old.out asm-new.out 2>&1 | grep -q 'built without capstone'; then
   skip "instructions" "no capstone"
else
   printed asm --asm --width=80 asm-old.out asm-new.out
   table asm-divide --asm=divide --syntax=intel --width=100 asm-old.out asm-new.out
   "$program" --asm=main --csv --show=Ir,CEst asm-old.out asm-new.out |
      head -n 20 >got/asm-csv
   stored asm-csv
   prints_json "instructions in JSON" got/asm.json --asm=divide --json asm-old.out asm-new.out
   exits "of a function that is not there" 2 --asm=devide asm-old.out asm-new.out
   check "and which one may be meant" grep -q 'did you mean divide?' got/errors
fi
exits "profiles without instructions" 1 --asm old.out new.out
check "says how to count them" grep -q 'old.out: .*cachesim --instr=yes' got/errors

# ---- Reports ----

# Braces, and the head of a function, are no lines that people changed.
printf 'int f(int n)\n{\n   g(n);\n   h(n);\n}\n' >src/brace.c
touch -d '2020-01-01 00:00:00' src/brace.c
for side in 9 200; do
   printf 'cmd: app\nevents: Ir\nfl=src/brace.c\nfn=f\n1 %d\n3 5\n4 %d\n5 %d\nsummary: %d\n' \
      $((2 * side)) $side $((4 * side)) $((7 * side + 5)) >brace$side.out
done
touch -d '2021-01-01 00:00:00' brace*.out
exits "a brace changed most" 0 brace9.out brace200.out
check "a statement is named" grep -q '  f (brace.c:4): ' got/output
exits "a brace changed most, for programs" 0 --json brace9.out brace200.out
check "sources say nothing to programs" grep -q '  f (brace.c:5): ' got/output

printed report old.out new.out
sections 'Summary|Lines that.*' backwards --no-annotate new.out old.out
sections 'Verdict|Summary|Lines.*|Files.*|Options' same --no-annotate old.out old.out
sections 'Objects|Files and their functions|Functions and their files' \
   objects --no-annotate --threshold=0 objects-old.out objects-new.out
"$program" --json objects-old.out objects-new.out | grep '"short_name":\|"path":' \
   >got/objects-json
stored objects-json
printed markdown --markdown --limits=Ir=1%,Dr=10% --by=object objects-old.out \
   objects-new.out
sections 'Summary|Lines that.*|Annotated source.*' \
   one-event --show=D1mr --sort=D1mr --no-show-percs old.out new.out
sections 'Options|Summary|Lines that.*' \
   metrics --no-annotate --metric='PerRead=1000*D1mr/Dr' \
   --show=PerRead,Ir --sort=Ir old.out new.out
sections 'Options|Lines that.*|Files and.*|Functions and their files' \
   threshold --threshold=2 --no-annotate old.out new.out
colours colour --no-annotate --limits=Ir=1%,Dr=1% old.out new.out
sections 'Files and their functions' disjoint old.out apart.out
sections 'Options|Files and their functions|Functions and their files' \
   names --no-annotate --mod-filename='s|^src/||' \
   --mod-funcname='s/^(gone|added)$/one/' --include='*.c' --exclude='fn:*even' \
   old.out new.out
sections 'Summary|Lines that.*|Annotation summary' zero zero.out zero.out

# Equal changes stand in the order of their names, however the files are.
sed -e '/^fn=a_even/,$d' new.out >turned.out
sed -n '/^fn=a_even/,/^fn=same/p' new.out | sed '$d' >a_even
sed -n '/^fn=b_even/,/^fn=a_even/p' new.out | sed '$d' >b_even
{
   sed '/^fn=b_even/,$d' new.out
   cat a_even b_even
   sed -n '/^fn=same/,$p' new.out
} >turned.out
"$program" --no-annotate old.out new.out | sed '/^New:/d' >got/first
"$program" --no-annotate old.out turned.out | sed '/^New:/d' >got/second
check "the order of a file does not matter" same got/first got/second

# From nothing: shares of nothing are not numbers.
printf 'cmd: ./nothing\nevents: Ir Dr\nfl=a.c\nfn=f\n1 5 0\nsummary: 5 0\n' \
   >some.out
equal "sorted by what is shown" "Event sort order: Dr Ir D1mr" \
   "$("$program" --show=Dr old.out new.out | grep '^Event sort')"
equal "not by a ratio" "Event sort order: Dr Ir D1mr" \
   "$("$program" --metric=Per=Ir/Dr --show=Per,Dr old.out new.out | grep '^Event sort')"
sections 'Summary|Files and.*|Limits' \
   from-zero --no-annotate --metric=Per=Ir/Dr --show=Ir,Dr,Per \
   --limits='Ir=10%|100,Per=1%' zero.out some.out

# ---- Inputs ----

gzip -c old.out >old.gz
"$program" --no-annotate old.out new.out | sed '/^Old:/d' >got/plain
"$program" --no-annotate old.gz new.out | sed '/^Old:/d' | same got/plain -
report "gzip" $?
"$program" --no-annotate - new.out <old.out | sed '/^Old:/d' |
   same got/plain -
report "OLD on standard input" $?
"$program" --no-annotate old.out - <new.out | sed '/^New:/d' >got/second
check "NEW on standard input" same got/first got/second

refused "different events" 1 \
   "cs_diff: zero.out:2: events differ: expected Ir Dr D1mr, found Ir Dr (after \
old.out)" old.out zero.out
exits "different events, allowed" 0 --allow-different old.out zero.out
sed 's/^desc: D1 cache:.*/desc: D1 cache: 1024 B, 64 B, 2-way associative/' \
   new.out >small.out
exits "different caches" 1 old.out small.out
check "both files are named" sh -c \
   'grep -q "^cs_diff: small.out:.*cache.*(after old.out)$" got/errors'
exits "different caches, allowed" 0 --allow-different old.out small.out
refused "OLD is missing" 1 "cs_diff: no/such: No such file or directory" \
   no/such new.out
refused "NEW is missing" 1 \
   "cs_diff: no/such: No such file or directory (after old.out)" \
   old.out no/such
cut_everywhere "OLD is cut" old.out 97 "$program" part.out new.out
cut_everywhere "NEW is cut" new.out 97 "$program" old.out part.out
cut_everywhere "NEW is cut gzip" old.gz 97 "$program" new.out part.out

# ---- Limits ----

limits_of="--no-annotate old.out new.out"

ir="Ir: 10,000 -> 10,120, +120 (+1.20%); limit"
d1="D1mr: 11 -> 12, +1 (+9.09%); limit"
dr="Dr: 1,035 -> 935, -100 (-9.66%); limit"
limited "percent, exceeded" 3 "EXCEEDED  $ir 1%: PROGRAM TOTALS
1 exceeded" --limits=Ir=1%
limited "percent, kept" 0 "kept      $ir 2%: PROGRAM TOTALS
0 exceeded" --limits=Ir=2%
limited "percent, just reached" 0 "kept      $ir 1.2%: PROGRAM TOTALS
0 exceeded" --limits=Ir=1.2%
limited "percent, by a little" 3 "EXCEEDED  $ir 1.1999%: PROGRAM TOTALS
1 exceeded" --limits=Ir=1.1999%
limited "absolute, exceeded" 3 "EXCEEDED  $ir 119: PROGRAM TOTALS
1 exceeded" --limits=Ir=119
limited "absolute, just reached" 0 "kept      $ir 120: PROGRAM TOTALS
0 exceeded" --limits=Ir=120
limited "nothing may increase" 3 "EXCEEDED  $ir 0: PROGRAM TOTALS
kept      $dr 0: PROGRAM TOTALS
EXCEEDED  $d1 0: PROGRAM TOTALS
2 exceeded" --limits=@all=0
limited "either: percent" 3 "EXCEEDED  $ir 1%|1K: PROGRAM TOTALS
1 exceeded" --limits='Ir=1%|1K'
limited "either: absolute" 3 "EXCEEDED  $ir 100|5%: PROGRAM TOTALS
1 exceeded" --limits='Ir=100|5%'
limited "either: kept" 0 "kept      $ir 5%|1Ki: PROGRAM TOTALS
0 exceeded" --limits='Ir=5%|1Ki'
limited "over both: kept" 0 "kept      $ir 1%&1K: PROGRAM TOTALS
0 exceeded" --limits='Ir=1%&1K'
limited "over both: exceeded" 3 "EXCEEDED  $ir 100&1%: PROGRAM TOTALS
1 exceeded" --limits='Ir=100&1%'
limited "to shrink: exceeded" 3 "EXCEEDED  $ir -1%: PROGRAM TOTALS
kept      $dr -9%: PROGRAM TOTALS
1 exceeded" --limits=Ir=-1%,Dr=-9%
limited "to shrink, by a number" 3 "kept      $dr -100: PROGRAM TOTALS
EXCEEDED  $d1 -0.001K: PROGRAM TOTALS
1 exceeded" --limits=Dr=-100,D1mr=-0.001K
limited "@all is for those that are not named" 3 \
   "kept      $d1 10%: PROGRAM TOTALS
EXCEEDED  $ir 1%: PROGRAM TOTALS
kept      $dr 1%: PROGRAM TOTALS
1 exceeded" --limits=@all=1%,D1mr=10%
limited "a budget" 3 "EXCEEDED  Ir: 10,000 -> 10,120, +120 (+1.20%); limit <=10K: \
PROGRAM TOTALS
kept      $ir 2%: PROGRAM TOTALS
1 exceeded" '--limits=Ir<=10K,Ir=2%'
limited "a metric" 3 \
   "EXCEEDED  R: 10.63 -> 12.83, +2.21 (+20.76%); limit 5%: PROGRAM TOTALS
1 exceeded" --metric=R=1000*D1mr/Dr --limits=R=5%
limited "functions: new ones have no percentage" 3 \
   "EXCEEDED  Ir: 9,000 -> 9,300, +300 (+3.33%); limit 3%: parse (src/app.c)
EXCEEDED  Ir: 100 -> 120, +20 (+20.00%); limit 3%: a_even (src/lib.c)
EXCEEDED  Ir: 100 -> 120, +20 (+20.00%); limit 3%: b_even (src/lib.c)
... functions in only one profile: 2 new, 1 gone, within limits
3 exceeded" --limits-fn=Ir=3%
limited "functions: new ones by the number" 3 \
   "EXCEEDED  Ir: 9,000 -> 9,300, +300 (+3.33%); limit 3%|19: parse (src/app.c)
EXCEEDED  Ir: 0 -> 170, +170 (new); limit 3%|19: added (src/app.c)
EXCEEDED  Ir: 100 -> 120, +20 (+20.00%); limit 3%|19: a_even (src/lib.c)
EXCEEDED  Ir: 100 -> 120, +20 (+20.00%); limit 3%|19: b_even (src/lib.c)
EXCEEDED  Ir: 0 -> 20, +20 (new); limit 3%|19: f\\x1b]0;x\\x07 (src/x\\x1b[31m.c)
... functions in only one profile: 0 new, 1 gone, within limits
5 exceeded" '--limits-fn=Ir=3%|19'
limited "functions: over both" 3 \
   "EXCEEDED  Ir: 9,000 -> 9,300, +300 (+3.33%); limit 3%&100: parse (src/app.c)
EXCEEDED  Ir: 0 -> 170, +170 (new); limit 3%&100: added (src/app.c)
... functions in only one profile: 1 new, 1 gone, within limits
2 exceeded" '--limits-fn=Ir=3%&100'
limited "functions: a floor for those that are not new" 3 \
   "EXCEEDED  Ir: 9,000 -> 9,300, +300 (+3.33%); limit 3%>20: parse (src/app.c)
... functions in only one profile: 2 new, 1 gone, within limits
1 exceeded" '--limits-fn=Ir=3%>20'
limited "functions, kept" 0 "... functions in only one profile: 2 new, 1 gone, within limits
0 exceeded" --limits-fn=Ir=300
limited "both" 3 "kept      $ir 2%: PROGRAM TOTALS
EXCEEDED  Ir: 9,000 -> 9,300, +300 (+3.33%); limit 200: parse (src/app.c)
... functions in only one profile: 2 new, 1 gone, within limits
1 exceeded" --limits=Ir=2% --limits-fn=Ir=200
limited "only what is included" 0 \
   "kept      Ir: 150 -> 140, -10 (-6.67%); limit 0: PROGRAM TOTALS
0 exceeded" --limits=Ir=0 --include=fn:main
exits "no limits" 0 --no-annotate --threshold=1 old.out new.out
check "no section of limits" without '^-- Limits' got/output
for form in '--json' '--csv' '--junit' '--json=f' '--csv=f' '--junit=f'; do
   rm -f f
   exits "exceeded, $form" 3 "$form" --limits=Ir=1% old.out new.out
   rm -f f
   exits "kept, $form" 0 "$form" --limits=Ir=2% old.out new.out
done

# ---- Regions ----

limits_of="--no-annotate regions-old.out regions-new.out"

sections 'Regions|Limits' regions --no-annotate --limits-region='Ir=5%' \
   --limits-region='merge:Ir=20%,Dr=0' regions-old.out regions-new.out
sort="Ir: 6,000 -> 6,500, +500 (+8.33%); limit"
merge="Ir: 4,000 -> 4,450, +450 (+11.25%); limit"
limited "one region of many, exceeded" 3 "EXCEEDED  $sort 5%: region sort
1 exceeded" --limits-region=sort:Ir=5%
limited "one region of many, kept" 0 "kept      $sort 5%&1K: region sort
0 exceeded" '--limits-region=sort:Ir=5%&1K'
limited "by path" 3 "EXCEEDED  $merge <=4.4K: region sort/merge
1 exceeded" '--limits-region=sort/m*:Ir<=4.4K'
limited "a new one, by the number" 3 \
   "EXCEEDED  Ir: 0 -> 70, +70 (new); limit 5%|50: region =new/a:b, not found in OLD
1 exceeded" '--limits-region==new*:Ir=5%|50'
limited "one that is gone" 0 \
   "kept      Ir: 900 -> 0, -900 (-100.0%); limit -5%: region gone \\x1b[31m, not found in NEW
0 exceeded" '--limits-region=gone*:Ir=-5%'
limited "one that is not there" 2 "cs_diff: --limits-region=srt:Ir=1%: there is no \
region \"srt\"; there are: parse, sort, sort/merge, sort/copy, =new/a:b, gone \\x1b[31m
$try" --limits-region=srt:Ir=1%
misused "no regions" "--limits-region=Ir=1%: the profiles have no regions" \
   --limits-region=Ir=1% old.out new.out
misused "no pattern" "--limits-region=:Ir=1: \":Ir=1\": the pattern is empty" \
   --limits-region=:Ir=1 old.out new.out
prints_json "JSON of regions" got/regions.json \
   --json --limits-region=sort*:Ir=5% regions-old.out regions-new.out
"$program" --csv regions-old.out regions-new.out >got/regions.csv
check "regions in CSV and JSON" "$python" -S -c '
import csv, json
rows = list(csv.reader(open("got/regions.csv", newline="")))
report = json.load(open("got/regions.json"))
assert rows[0][9:] == ["region", "old line"] and all(len(row) == 11 for row in rows)
def path(r):
    above = "" if r["parent"] is None else path(report["regions"][r["parent"]]) + "/"
    return above + r["name"]
found = {path(r): [str(v) for pair in zip(r["old"], r["new"]) for v in pair]
         for r in report["regions"]}
assert found == {row[9].replace("\\x3d", "="): row[3:9] for row in rows if row[9]
                 and row[9] != "region"}, found
times = [(r["old_count"], r["new_count"]) for r in report["regions"]]
assert times == [(1, 1), (1, 1), (40, 44), (0, 1), (0, 1), (2, 0)], times
assert [l["region"] for l in report["limits"]] == ["sort", "sort/merge", "sort/copy"]
assert report["exceeded"] == 2
'
"$program" --junit --limits-region=Ir=5% regions-old.out regions-new.out \
   >got/regions.xml
well_formed "regions in XML" got/regions.xml
check "a region is a test case" grep -q 'name="region sort/merge"><failure' \
   got/regions.xml
"$program" --github --limits-region=sort:Ir=5% regions-old.out regions-new.out \
   >got/output
equal "a region on GitHub" \
   "::error title=Ir over its limit::Ir: 6,000 -> 6,500, +500 (+8.33%25); limit 5%25: \
region sort" "$(tail -n 1 got/output)"
{
   sed '/^#: end/d' old.out
   for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do
      printf '#: region 0 1 r%d\n#: counts %d 0 0\n' $i $i
   done
   echo "#: end 8"
} >many-regions.out
"$program" --no-annotate old.out many-regions.out >got/output
equal "at most twelve are shown" "r22 r11 ... 10 more regions: --by=region" \
   "$(sed -n 's/.* \(r22\|r11\)$/\1/p; /more region/p' got/output | xargs)"

# ---- Calls ----

sections 'Verdict|Summary|Functions.*|Call paths.*|Lines.*|Objects' \
   calls --no-annotate --width=100 calls-old.out calls-new.out
table calls-columns --by=inclusive --show=Ir,Dr --sort=Dr --no-show-percs \
   calls-old.out calls-new.out
table calls-paths --by=path --top=3 --width=70 calls-new.out calls-old.out
table calls-same --by=path calls-old.out calls-old.out
# Paths of unequal depth: main > f and main > f > g.
small_calls()
{
   printf 'cmd: x\nevents: Ir\n#: cachesim 1\nfl=a.c\nfn=main\n1 10\nfn=f\n2 %d\n' $1
   printf 'fn=g\n3 %d\nsummary: %d\n#: object 01 /bin/x\n' $2 $((10 + $1 + $2))
   printf '#: object-counts %d\n#: f 1 1 0x0 1 %d\n' $((10 + $1 + $2)) $((10 + $1 + $2))
   printf '#: f 2 1 0x0 1 %d\n#: f 3 1 0x0 1 %d\n' $(($1 + $2)) $2
   printf '#: by 1\n#: a 1 2 1 %d\n#: by 2\n#: a 2 3 1 %d\n' $(($1 + $2)) $2
   printf '#: by 0\n#: a 0 1 1 %d\n#: t 0 0 1\n#: t 1 3 1 10\n' $((10 + $1 + $2))
   printf '#: t 2 1 1 %d\n#: t 3 2 1 %d\n#: end 3\n' $1 $2
}
small_calls 30 50 >small-old.out
small_calls 20 90 >small-new.out
"$program" --by=path small-old.out small-new.out >got/small-paths
equal "paths of unequal depth" "All begin with main > f +40 (+80.00%) f > g -10 (-33.33%) f" \
   "$(sed -n '/^All begin/p; s/^ .*  \([+-]\)/\1/p' got/small-paths | xargs)"
printed calls-csv --csv --by=inclusive --show=Ir calls-old.out calls-new.out
printed calls-paths-csv --csv --by=path --show=Ir calls-old.out calls-new.out
printed calls-folded --folded calls-old.out calls-new.out
printed calls-folded-metric --folded --metric=Sum=Ir+Dr --sort=Sum calls-old.out calls-new.out
"$program" --json=got/calls.json --limits-incl=helper:Ir=5% --limits-incl='main;parse:Ir=5%' \
   --limits-incl='parse;gone:Ir=0' --show=Ir,Dr calls-old.out calls-new.out >got/output
sed -n '/^"calls":/,$p' got/calls.json >got/calls-json
stored calls-json
valid_json "JSON of calls" got/calls.json
check "paths add up to the totals, inclusive costs fit" "$python" -S -c '
import json
report = json.load(open("got/calls.json"))
calls = report["calls"]
for side in "old", "new":
    for i in range(len(report["metrics"])):
        paths = sum(path[side][i] for path in calls["paths"])
        assert paths + calls["left_out"][side]["values"][i] == report["totals"][side][i]
        assert max(f[side][i] for f in calls["functions"]) == report["totals"][side][i]
    assert all(f[side + "_self"][i] <= f[side][i] for f in calls["functions"])
'
for missing in --by=path --by=inclusive --folded; do
   misused "$missing needs calls" \
      "${missing%%=*}: not all profiles have calls; cachesim --call-graph=yes records them" \
      $missing old.out new.out
done
misused "ratios do not add up" "--folded: PerRead does not add up over call paths" \
   --folded --metric=PerRead=Ir/Dr --sort=PerRead calls-old.out calls-new.out

limits_of="--no-annotate calls-old.out calls-new.out"

parse="json::Parser::parse(char const*, int), inclusive (src/json.cc)"
limited "a function, exceeded" 3 \
   "EXCEEDED  Ir: 860 -> 810, -50 (-5.81%); limit -10%: $parse
1 exceeded" --limits-incl=parse:Ir=-10%
limited "a function, kept" 0 \
   "kept      Ir: 860 -> 810, -50 (-5.81%); limit 1%: $parse
kept      Dr: 86 -> 81, -5 (-5.81%); limit <=81: $parse
0 exceeded" '--limits-incl=json.cc:json::Parser::parse*:Ir=1%,Dr<=81'
limited "an inlined function" 3 \
   "EXCEEDED  Ir: 300 -> 360, +60 (+20.00%); limit 10%: json::Lexer::next(), inclusive \
(src/lexer.h)
1 exceeded" --limits-incl=json::Lexer::next:Ir=10%
limited "a path" 3 \
   "EXCEEDED  Ir: 300 -> 360, +60 (+20.00%); limit 10%: main;...;next, inclusive
1 exceeded" --limits-incl='main;...;next:Ir=10%'
limited "a new path, by the number" 3 \
   "EXCEEDED  Ir: 0 -> 500, +500 (new); limit 5%|400: extra;helper, inclusive, not found in OLD
1 exceeded" --limits-incl='extra;helper:Ir=5%|400'
limited "a path that is gone" 3 \
   "MISSING   Ir: 60 -> 0, -60 (-100.0%); limit 0: parse;gone, inclusive, not found in NEW
1 exceeded" --limits-incl='parse;gone:Ir=0'
limited "which the limit says may be" 0 \
   "kept      Ir: 60 -> 0, -60 (-100.0%); limit 0%>0: parse;gone, inclusive, not found in NEW
0 exceeded" --limits-incl='parse;gone:Ir=0%>0'
limited "a new path in percent" 3 \
   "MISSING   Ir: 0 -> 500, +500 (new); limit 5%: extra;helper, inclusive, not found in OLD
1 exceeded" '--limits-incl=extra;helper:Ir=5%'
limited "each function" 3 \
   "EXCEEDED  Ir: 1,165 -> 2,028, +863 (+74.08%); limit 5%>100: main, inclusive (src/a.cc)
EXCEEDED  Ir: 205 -> 710, +505 (+246.3%); limit 5%>100: helper(int), inclusive (src/a.cc)
2 exceeded" --limits-incl='Ir=5%>100'
limited "no such function" 2 "cs_diff: --limits-incl=pasre:Ir=1%: there is no \
function \"pasre\"; did you mean parse?
$try" --limits-incl=pasre:Ir=1%
limited "no such path" 2 "cs_diff: --limits-incl=helper;parse:Ir=1%: there is no \
call path \"helper;parse\"
$try" --limits-incl='helper;parse:Ir=1%'
limited "half a path" 2 "cs_diff: --limits-incl=main;:Ir=1%: \"main;\": a function is \
missing
$try" --limits-incl='main;:Ir=1%'
limited "a function that both files leave out" 1 "cs_diff: the calls of \"log_it\" are \
too small to be in the files; --call-graph=all records all" --limits-incl=log_it:Ir=1%
# helper and its calls are too small for this one.
sed -e '/^#: f 2 1 /d' -e '/^#: a 3 2 20/d' -e '/^#: by 2$/d' -e '/^#: ar 1 2 5 1$/d' \
   -e 's/^#: by 3$/#: ar 1 20 205 21\n#: by 2/' \
   -e 's/^#: a 3 3 10 /#: a 3 2 10 /' -e 's/^#: a 7 5 /#: a 7 4 /' \
   -e 's/^#: a 8 4 2 /#: a 8 3 2 /' -e '/^#: t 2 1 20 /d' -e 's/^#: tr 3 1 5 1/#: tr 2 3 205 21/' \
   -e 's/^#: t 1 5 /#: t 1 4 /' -e 's/^#: t 2 2 10/#: t 2 1 10/' \
   -e 's/^#: t 3 3 100/#: t 3 2 100/' -e 's/^#: t 3 4 2/#: t 3 3 2/' calls-old.out >small.out
refused "what is left out decides" 1 "cs_diff: Ir of \"helper(int)\" is not known well enough \
for the limit 600: some of its paths are too small to be in the files; --call-graph=all \
records all" --limits-incl=helper:Ir=600 small.out calls-new.out
"$program" --limits-incl='helper:Ir<=700' --no-annotate small.out calls-new.out >got/output
equal "what is left out does not matter" 3 $?
"$program" --limits-incl=Ir=600 --no-annotate small.out calls-new.out >got/output
equal "among all functions, it is counted" \
   "... 1 function not checked: too small for the files" "$(grep 'not checked' got/output)"
# Here only the path to helper is too small, which has 205 of Ir.
sed -e '/^#: t 2 1 20 200 20/d' -e 's/^#: tr 3 1 5 1/#: tr 2 2 205 21/' calls-old.out >paths.out
refused "what is left out of paths decides" 1 "cs_diff: Ir of \"main;helper\" is not known \
well enough for the limit 20: some of its paths are too small to be in the files; \
--call-graph=all records all" --limits-incl='main;helper:Ir=20' paths.out calls-new.out
misused "limits need calls" "--limits-incl=f:Ir=1%: not all profiles have calls; \
cachesim --call-graph=yes records them" --limits-incl=f:Ir=1% old.out new.out
"$program" --junit --limits-incl='main;...;next:Ir=10%' calls-old.out calls-new.out \
   >got/calls.xml
well_formed "calls in XML" got/calls.xml
check "a path is a test case" grep -q 'name="main;...;next, inclusive"><failure' got/calls.xml
"$program" --github --limits-incl=next:Ir=10% calls-old.out calls-new.out >got/output
equal "a function on GitHub" \
   "::error file=src/lexer.h,title=Ir over its limit::Ir: 300 -> 360, +60 (+20.00%25); limit \
10%25: json::Lexer::next(), inclusive (src/lexer.h)" "$(tail -n 1 got/output)"

# ---- For programs ----

"$program" --json --limits='Ir=1%|1M,Dr=1%' --limits-fn='Ir=3%|19' old.out new.out \
   >got/diff.json
sed -n '/^"verdict":/,$p' got/diff.json >got/diff-json # files are compared with CSV
stored diff-json
valid_json "diff.json is of the schema" got/diff.json
prints_json "JSON without limits" got/plain.json --json old.out new.out
prints_json "JSON of disjoint profiles" got/apart.json --json old.out apart.out
prints_json "JSON of nothing" got/zero.json \
   --json --metric=Per=Ir/Dr --show=Ir,Per --limits=Per=1% zero.out some.out
check "a division by 0 is null" grep -q '"old":\[0,null\]' got/zero.json
"$program" --csv old.out new.out >got/diff.csv
stored diff.csv
check "CSV and JSON have each count" "$python" -S -c '
import csv, json
rows = list(csv.reader(open("got/diff.csv", newline="")))
report = json.load(open("got/diff.json"))
def both(of):
    return [str(v) for pair in zip(of["old"], of["new"]) for v in pair]
lines = [[file["name"], function["name"], str(line["line"])] + both(line)
         for file in report["files"] for function in file["functions"]
         for line in function["lines"]]
counts = [row[:-1] for row in rows[1:]]
assert sorted(lines) == sorted(counts), (lines, rows)
moved = [(str(line["line"]), str(line["old_line"])) for file in report["files"]
         for function in file["functions"] for line in function["lines"]
         if "old_line" in line]
assert moved == [(row[2], row[-1]) for row in rows[1:] if row[-1]] == [("16", "15")]
assert rows[0][3:5] == ["Ir old", "Ir new"], rows[0]
totals = [str(sum(int(row[i]) for row in rows[1:]))
          for i in range(3, len(rows[0]) - 1)]
assert totals == both(report["totals"])
assert report["exceeded"] == sum(l["exceeded"] for l in report["limits"]) == 6
'
"$program" --junit --limits='Ir=1%,Dr=1%' --limits-fn='Ir=3%|19' old.out new.out \
   >got/limits.xml
stored limits.xml
well_formed "limits.xml" got/limits.xml
"$program" --junit old.out new.out >got/none.xml
well_formed "JUnit without limits" got/none.xml
sections 'Limits' \
   github --no-annotate --threshold=50 --limits=Ir=1% --limits-fn='Ir=3%|19' \
   --github old.out new.out
check "no escapes for GitHub" without "$(printf '\033')" got/github

# Names that XML and JSON must not get as they are.
{
   printf 'cmd: x\nevents: I\033&<\n'
   printf 'fl=\377<&>"\047%%:,\nfn=\344\303\244\357\277\277]]>\n1 2\nsummary: 2\n'
} >odd.out
sed 's/ 2$/ 5/' odd.out >odder.out
"$program" --no-annotate --junit=got/odd.xml --json=got/odd.json \
   --csv=got/odd.csv --limits=@all=1 --limits-fn=@all=1 --github \
   odd.out odder.out >got/odd
equal "odd names, exceeded" 3 $?
well_formed "odd names in XML" got/odd.xml
valid_json "odd names in JSON" got/odd.json
check "odd names have no escapes" without "$(printf '\033')" got/odd got/odd.xml \
   got/odd.json got/odd.csv
check "odd names for GitHub" grep -q \
   '^::error file=.*<&>"'"'"'%25%3A%2C,line=1,title=I\\x1b&< over its limit::I' got/odd

# At most ten are shown, and how many more there are.
{
   printf 'cmd: x\nevents: Ir\nfl=a.c\n'
   for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
      printf 'fn=f%d\n%d 10\n' $i $i
   done
   printf 'summary: 120\n'
} >many.out
sed -e 's/ 10$/ 20/' -e 's/^summary: .*/summary: 240/' many.out >more.out
"$program" --github --no-annotate --limits-fn=Ir=1% many.out more.out >got/many
equal "ten annotations" "10 ::notice title=cs_diff::2 more limits exceeded" \
   "$(grep -cE '^::error file=a.c,line=[0-9]+,title=' got/many) $(tail -n 1 got/many)"

# ---- Files that are written ----

"$program" --json=a.json --csv=a.csv --junit=a.xml --limits='Ir=1%|1M,Dr=1%' \
   --limits-fn='Ir=3%|19' --color=never --no-annotate old.out new.out >got/all
equal "all at once" 3 $?
check "the JSON file"  cmp a.json got/diff.json
check "the CSV file"   cmp a.csv got/diff.csv
well_formed "the XML file" a.xml
check "and the report" grep -q '^-- Limits$' got/all
cp old.out a.out
exits "OUT is an input" 1 --json=a.out a.out new.out
equal "it is named" "cs_diff: a.out: would replace what is read" "$(cat got/errors)"
exits "OUT is a profile" 1 --json=a.out old.out new.out
equal "it is named" "cs_diff: a.out: would replace a tool's profile" "$(cat got/errors)"
check "it is as it was" untouched a.out old.out
echo mine >a.out
exits "OUT is any file" 0 --json=a.out --csv=a.csv --junit=a.xml old.out new.out
check "it is written after it is read" cmp a.out got/plain.json
exits "a missing directory" 1 --json=no/such.json old.out new.out
equal "it is named" "cs_diff: no/such.json: No such file or directory" \
   "$(cat got/errors)"
exits "a directory" 1 --junit=src old.out new.out
equal "it is named" "cs_diff: src: Is a directory" "$(cat got/errors)"
exits "a failure is told before a limit" 1 --csv=no/such --limits=Ir=1% \
   old.out new.out
if [ -c /dev/full ]; then
   exits "a full disk" 1 --csv=/dev/full old.out new.out
   equal "it is named" "cs_diff: /dev/full: No space left on device" \
      "$(cat got/errors)"
fi

# A signal while a FIFO is read leaves nothing behind.
mkdir empty
mkfifo pipe
interrupted TERM new.out --json=empty/a.json --junit=empty/a.xml old.out pipe
equal "SIGTERM leaves nothing behind" "143 " "$(cat got/status) $(ls -A empty)"

# ---- Help and usage ----

help_fits "$CS_ANNOTATE"
misused "no profile" "expected two profiles, OLD and NEW"
misused "one profile" "expected two profiles, OLD and NEW" old.out
misused "three profiles" "expected two profiles, OLD and NEW" \
   old.out new.out old.out
misused "unknown option" "unrecognized option '--frobnicate'" \
   --frobnicate old.out new.out
misused "no value" "option '--limits' requires an argument" \
   old.out new.out --limits
misused "two on standard output" \
   "only one of --json, --csv, --markdown and --junit can be on standard output" \
   --json --csv=- old.out new.out
for form in --json --csv --junit; do
   misused "GitHub and $form on standard output" \
      "--github prints to standard output: give --json, --csv or --junit a file" --github $form old.out new.out
done
misused "empty directory" "--source-path: expected a directory" \
   -I '' old.out new.out
misused "threshold" "--threshold=x: expected a percentage from 0 to 100" \
   --threshold=x old.out new.out
misused "unknown event to show" \
   "--show: there is no event or metric \"Xr\"; did you mean Ir?; there are: Ir, Dr, D1mr" \
   --show=Xr old.out new.out

# limits TEXT MESSAGE: with --limits and --limits-fn.
limits()
{
   for limits_option in --limits --limits-fn; do
      misused "$limits_option '$1'" "$limits_option=$1: limit $2" \
         "$limits_option=$1" old.out new.out
   done
}
units="; expected %, or K, M, G, T, Ki, Mi, Gi or Ti, with or without B"
limits '' '"": expected NAME=LIMIT'
limits 'Ir' '"Ir": expected NAME=LIMIT'
limits 'Ir=1%,' '"": expected NAME=LIMIT'
limits 'Ir=' '"Ir=": expected a number, found ""'
limits 'Ir=x' '"Ir=x": expected a number, found "x"'
limits 'Ir=-' '"Ir=-": expected a number, found "-"'
limits 'Ir=1%&' '"Ir=1%&": expected a number, found ""'
limits 'Ir=1%|' '"Ir=1%|": expected a number, found ""'
limits 'Ir=1%%' "\"Ir=1%%\": unknown unit \"%%\"$units"
limits 'Ir=1k' "\"Ir=1k\": unknown unit \"k\"$units"
limits 'Ir=1%|2%' '"Ir=1%|2%": two relative limits'
limits 'Ir=1|2' '"Ir=1|2": two absolute limits'
limits 'Ir=1e19' '"Ir=1e19": the number is larger than 1e18'
limits 'Ir=1,Ir=2' '"Ir=2": Ir is given twice'
limits '@all=1,@all=2' '"@all=2": @all is given twice'
limits 'Xr=1%' '"Xr=1%": there is no event or metric "Xr"; did you mean Ir?; there are: Ir, Dr, D1mr'

# ---- Output that fails ----

fails_to_write "report" old.out new.out
fails_to_write "JSON" --json old.out new.out
fails_to_write "JUnit" --junit old.out new.out
"$program" --limits=Ir=1% old.out new.out >/dev/full 2>got/errors
equal "a full disk and a limit: the report is not complete" 1 $?

# ---- The page for browsers ----

"$program" --json=all --limits=Ir=1% calls-old.out calls-new.out |
   sed 's/"Quern [^ ]* /"Quern /' >got/page.json
sed '/^"report":/,/^,$/d' got/page.json >got/page-alone.json # the report is tested below
stored page-alone.json
valid_json "the page's data is of the schema" got/page.json
"$program" --json --limits=Ir=1% calls-old.out calls-new.out >got/calls.json
check "its report is that of --json, but for the paths and lines" "$python" -S -c '
import json
page, report = json.load(open("got/page.json")), json.load(open("got/calls.json"))
n = len(report["calls"]["paths"])
assert len(page["paths"]["parent"]) == n > 0
report["calls"]["paths"] = []
lines = page["report"]["verdict"].pop("lines")
assert [crate["crate"] for crate in page["report"].pop("crates")]
assert page["report"] == report
first = report["verdict"]["rows"][0]
changes = {line["line"]: line["new"][0] - line["old"][0] for line in lines
           if line["function"] == first["function"] and line["file"] == first["file"]}
assert sum(changes.values()) == first["new"][0] - first["old"][0]
assert max(changes, key=changes.get) == first["line"]'
table page-limits --html=page.html --limits=Ir=1% calls-old.out calls-new.out
check "limits without a script" grep -q '^<h2>Limits: 1 exceeded</h2>$' page.html
check "both sides" grep -q '>Ir old</th>.*>Ir new</th>.*>Ir change</th>' page.html
exits "a page alone" 0 --html=mine.html old.out new.out
check "no text besides" silent
"$program" --html=- old.out new.out >got/stdout.html
check "on standard output no text follows" cmp mine.html got/stdout.html

# ---- Data objects ----

"$python" -B -S "$srcdir/tests/data_profile.py" everything data-old.out
sed -e 's/^34 328000 0 0 164000 82000 8100 /34 328000 0 0 164000 82010 8100 /' \
   -e 's/^#: d 34 1 8 61000 6100$/#: d 34 1 8 61010 6100/' \
   -e 's/^#: de 1 63.1296 1352$/#: de 1 63*1296 1362/' \
   -e 's/^\(summary: 387290 0 0 189868\) 94434/\1 94444/' \
   -e 's/^\(#: object-counts 387201 0 0 189832\) 94416/\1 94426/' \
   data-old.out >data-new.out
table data --no-annotate --threshold=0 --by=data data-old.out data-new.out
table data-limits --no-annotate --by=data --limits-data='node_new*:D1mr=5' \
   --limits-data='table:D1mr=0%' --limits-data='DLmr<=7K' data-old.out data-new.out
prints_json "data objects as JSON" got/data.json \
   --json --limits-data='table:D1mr=0%' data-old.out data-new.out
misused "a data object that is not there" \
   "--limits-data=nothing:Ir=1%: no data object matches" \
   --limits-data=nothing:Ir=1% data-old.out data-new.out
misused "no data objects" \
   "--limits-data=D1mr=1%: not both profiles have data objects; cachesim --objects=yes records them" \
   --limits-data=D1mr=1% old.out new.out

# ---- Sharing ----

for example in sharing changed; do
   "$python" -B -S "$srcdir/tests/data_profile.py" $example $example.out
done
table sharing --no-annotate --width=100 --sharing sharing.out changed.out
sections 'Memory lines.*' \
   sharing-back --no-annotate --width=100 changed.out sharing.out
table sharing-same --width=100 --sharing sharing.out sharing.out
printed sharing-csv --csv --sharing sharing.out changed.out
prints_json "sharing as JSON" got/sharing.json --json sharing.out changed.out
equal "the same lines of memory have the same number" "[[2, 'false'], [1, 'true']]
[[None, 'false'], [1, 'true'], [2, 'none']]" "$("$python" -B -c '
import json, sys
sharing = json.load(open(sys.argv[1]))["sharing"]
for side in "old", "new":
    print([[line["pair"], line["verdict"]] for line in sharing[side]["lines"]])
' got/sharing.json)"
prints_json "sharing in the page's data" got/sharing-page.json \
   --json=all sharing.out changed.out
exits "new false sharing is a limit" 3 --fail-on=false-sharing sharing.out changed.out
equal "which is named" "cs_diff: changed.out: 1 finding that --fail-on names" \
   "$(cat got/errors)"
exits "that which was there is none" 0 --fail-on=false-sharing sharing.out sharing.out
exits "a report needs none" 0 --sharing changed.out sharing.out
"$python" -B -S "$srcdir/tests/data_profile.py" plain data-none.out
refused "one side without sharing" 1 \
   "cs_diff: not both profiles have sharing between threads; cachesim --sharing=yes records it" \
   --fail-on=false-sharing data-none.out sharing.out
refused "nor a report on it" 1 \
   "cs_diff: not both profiles have sharing between threads; cachesim --sharing=yes records it" \
   --sharing old.out old.out
"$program" --fail-on=unused sharing.out changed.out >got/output 2>got/errors
check "kinds of findings" grep -q '^cs_diff: --fail-on=unused: expected a list of .*, stride, ' \
   got/errors
refused "both show what decides" 1 \
   "cs_diff: sharing.out: the profile does not show stride; cachesim --machine=host does" \
   --fail-on=stride sharing.out changed.out
misses_at() # LINE-20 LINE-30: a profile with read misses there
{
   printf '%s\n' "cmd: x" "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw" "fl=a.c" "fn=f" \
      "10 1000 0 0 900 100" "20 1000 0 0 900 $1" "fn=g" "30 1000 0 0 900 $2" \
      "summary: 3000 0 0 2700 $((100 + $1 + $2)) 0 0 0 0"
}
misses_at 0 200 >misses.out
misses_at 300 0 >more-misses.out
sections 'New and gone findings' findings misses.out more-misses.out
exits "a new finding is a limit" 3 --fail-on=misses misses.out more-misses.out
equal "which is said" "cs_diff: more-misses.out: 1 finding that --fail-on names" \
   "$(cat got/errors)"
exits "one that is gone is none" 0 --fail-on=fetch,misses more-misses.out more-misses.out
sed 's/^#: state exited 0/#: state partial 20/' changed.out >partial.out
exits "a partial profile decides nothing" 1 --fail-on=false-sharing sharing.out partial.out
check "which is said" grep -q \
   "^cs_diff: partial.out: it is partial: --fail-on cannot be checked against it" got/errors

cycles_of() # CX CD: a profile with cycles of two kinds
{
   printf '%s\n' "cmd: x" "events: Ir Cx Cf Cd Cb" "#: cachesim 1" "fl=a.c" "fn=f" \
      "10 1000 $1 0 $2 0" "summary: 1000 $1 0 $2 0" "#: end 1"
}
cycles_of 1000 1000 >cycles.out
cycles_of 1100 940 >traded.out
cycles_of 1050 1000 >slower.out
exits "one kind of cycles rose, another fell" 0 --by=verdict cycles.out traded.out
check "the estimate does not tell which is faster" grep -q ': about the same$' got/output
exits "one kind of cycles rose" 0 --by=verdict cycles.out slower.out
check "that is sure" sh -c '! grep -q "about the same" got/output && grep -q "+2.5" got/output'

plan
