#!/bin/sh
# hp_diff.sh -- runs hp_diff on the files in hp_diff/ and compares what it prints,
# and its exit status, with hp_diff/expected/.
# SPDX-License-Identifier: GPL-2.0-or-later

command=hp_diff
program=${HP_DIFF:?}
data=${srcdir:?}/tests/golden/hp_diff
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

merge=${HP_MERGE:?}
export=${HP_EXPORT:?}

borrow hp_export/adhoc.out
sed 's/"cmd":".\/app input"/"cmd":".\/app2 input"/; s/"depth":30/"depth":50/' new.out >deep.out
# with_regions SIDE: SIDE.out with the regions of regions-SIDE.json, as regions-SIDE.out.
with_regions()
{
   { sed '$s/}}$//' "$1.out"; cat "regions-$1.json"; } >"regions-$1.out"
}
with_regions old
with_regions new
touch -d '2021-01-01 00:00:00' ./*.out

# ---- Reports ----

printed report old.out new.out
printed markdown --markdown --limits=peak=1% --top=2 --frames=2 old.out new.out
exits "Markdown into a file" 3 --markdown=got/report.md --limits=peak=1% --top=2 \
   --frames=2 old.out new.out
sed '/^status/,$d' got/markdown >got/expected.md
check "the same" same got/expected.md got/report.md
sections 'Summary|Call paths.*' backwards --threshold=0 --top=2 new.out old.out
table same old.out old.out
sections 'Options|Call paths.*' leaked --sort=leaked old.out new.out
sections 'Options|Call paths.*' temporary --sort=temporary old.out new.out
differs report top --top=1 old.out new.out
differs top threshold --threshold=2.81 old.out new.out
differs report all --top=0 --threshold=0 old.out new.out
colours colour --limits=peak=1%,total=10% old.out new.out
differs top depth --top=1 old.out deep.out
sections 'Summary|Call paths.*|Limits' \
   from-zero --top=1 --limits='peak=10%|100,leaked<=5000' zero.out new.out
table zero zero.out zero.out
table adhoc adhoc.out adhoc.out

differs report frames --frames=1 old.out new.out
differs top none --top=none old.out new.out

# ---- Of a large program ----

for seed in 1 2; do
   "$python" "$srcdir/tests/golden/large_heap.py" $seed >large$seed.out
done
sections 'Metadata|Call paths.*' large --width=80 --top=2 large1.out large2.out
equal "as many call paths without --top" 20 \
   "$("$program" --width=80 large1.out large2.out |
      grep -Ec '^ *[0-9,]+ +[0-9,]+ +[-+][0-9,]+ +\([^)]*\)$')"
for width in 40 80 100 120; do
   "$program" --width=$width --color=always large1.out large2.out >got/wide
   fits $width got/wide
done
"$program" large1.out large2.out >got/unlimited
check "lines are whole without a terminal" grep -q -- '--define=NAME $' got/unlimited
check "names are short" without 'std::char_traits' got/unlimited
"$program" --full-names --width=80 --frames=0 large1.out large2.out >got/full
check "names are whole" grep -q 'std::char_traits' got/full
check "no frame is left out" without 'more frame' got/full
"$program" --top=0 large1.out large2.out >got/all
check "all call paths" without '--top=0' got/all
if on_terminal got/terminal \
   "stty cols 72 && '$program' --no-pager large1.out large2.out"; then
   fits 72 got/terminal
else
   skip "at most 72 columns on a terminal" "no script(1) or pseudo-terminal"
fi

# What only one of both has is left out.
"$export" --format=dhat -o dhat.out old.out
differs report dhat dhat.out new.out

# Accesses, if both have them.
borrow hp_merge/accesses.out
borrow hp_merge/accesses2.out
sections 'Summary|Regions|Call paths.*|Limits' \
   accesses --top=2 --sort=never_read --limits='never_read<=2KiB,writes=1%,moved=0' \
   accesses.out accesses2.out
prints_json "JSON of accesses is of the schema" got/accesses.json \
   --json accesses.out accesses2.out
"$export" --format=dhat -o dhat2.out accesses2.out
"$program" --csv accesses.out dhat2.out | head -n 1 >got/names
equal "DHAT tells how many accesses, not what was never touched" \
   "reads writes" "$(grep -Eo '(reads|writes|never_[a-z]*|moved) old' got/names |
      sed 's/ old//' | xargs)"
"$program" --csv accesses.out new.out | head -n 1 >got/names
check "no accesses in one, none in the report" without 'reads\|never\|moved' got/names

# Neither the order of sites and frames matters, nor where they are.
"$merge" -o merged.out new.out
"$program" --threshold=0 old.out new.out | sed '/^New:/d' >got/first
"$program" --threshold=0 old.out merged.out | sed '/^New:/d' >got/second
check "the order of a file does not matter" same got/first got/second

# ---- Inputs ----

gzip -c old.out >old.gz
"$program" old.out new.out | sed '/^Old:/d' >got/plain
"$program" old.gz new.out | sed '/^Old:/d' | same got/plain -
report "gzip" $?
"$program" - new.out <old.out | sed '/^Old:/d' | same got/plain -
report "OLD on standard input" $?

refused "different modes" 1 \
   'hp_diff: adhoc.out: the mode is "ad-hoc", not "heap" (after old.out)' \
   old.out adhoc.out
sed 's/"tu":"instrs"/"tu":"ms"/' new.out >ms.out
refused "different units" 1 \
   'hp_diff: ms.out: the unit of time is "ms", not "instrs" (after old.out)' \
   old.out ms.out
refused "OLD is missing" 1 "hp_diff: no/such: No such file or directory" \
   no/such new.out
refused "NEW is missing" 1 "hp_diff: no/such: No such file or directory" \
   old.out no/such
cut_everywhere "OLD is cut" old.out 197 "$program" part.out new.out
cut_everywhere "NEW is cut" new.out 197 "$program" old.out part.out

# ---- Limits ----

limits_of="old.out new.out"

peak="peak: 17,800 -> 21,248, +3,448 (+19.37%); limit"
leaked="leaked: 5,128 -> 5,432, +304 (+5.93%); limit"
reallocs="reallocs: 15 -> 3, -12 (-80.00%); limit"
limited "kept" 0 "kept      $peak 20%: PROGRAM TOTALS
0 exceeded" --limits=peak=20%
limited "exceeded" 3 "EXCEEDED  $peak 19%: PROGRAM TOTALS
1 exceeded" --limits=peak=19%
limited "either" 3 "EXCEEDED  $peak 50%|3KiB: PROGRAM TOTALS
1 exceeded" --limits='peak=50%|3KiB'
limited "an absolute one" 0 "kept      $peak 3448: PROGRAM TOTALS
0 exceeded" --limits=peak=3448
limited "no more than before" 3 "EXCEEDED  $leaked 0: PROGRAM TOTALS
kept      $reallocs 0: PROGRAM TOTALS
1 exceeded" --limits=leaked=0,reallocs=0
limited "a budget" 3 "EXCEEDED  $peak <=20KiB: PROGRAM TOTALS
kept      $leaked <=5432: PROGRAM TOTALS
1 exceeded" --limits='peak<=20KiB,leaked<=5432'
node="node_new < insert < main (/build/new/source/tree.c)"
fresh="fresh\\x1b[31m<'&\">;,\\x0a < main (/build/new/source/odd \"file\".c)"
limited "each call path" 3 \
   "EXCEEDED  leaked: 960 -> 1,200, +240 (+25.00%); limit 10%: $node
... call paths in only one profile: 1 new, 0 gone, within limits
1 exceeded" --limits-path=leaked=10%
limited "each call path, new ones by the number" 3 \
   "EXCEEDED  leaked: 960 -> 1,200, +240 (+25.00%); limit 10%&50B: $node
EXCEEDED  leaked: 0 -> 64, +64 (new); limit 10%&50B: $fresh
2 exceeded" '--limits-path=leaked=10%&50B'
limited "to shrink" 3 "EXCEEDED  $peak -10%: PROGRAM TOTALS
kept      $reallocs -12: PROGRAM TOTALS
1 exceeded" --limits=peak=-10%,reallocs=-12
limited "each call path, a budget" 3 \
   "EXCEEDED  leaked: 960 -> 1,200, +240 (+25.00%); limit <=1KiB: $node
EXCEEDED  leaked: 4,096 -> 4,096, 0; limit <=1KiB: grow < table_add < main \
(/build/new/source/table.c)
... call paths in only one profile: 1 new, 0 gone, within limits
2 exceeded" '--limits-path=leaked<=1KiB'
limited "call paths, kept" 0 "... call paths in only one profile: 3 new, 1 gone, within limits
0 exceeded" --limits-path=peak=3000
limited "all" 3 "kept      $peak 20%: PROGRAM TOTALS
EXCEEDED  $leaked 5%: PROGRAM TOTALS
EXCEEDED  peak_blocks: 160 -> 195, +35 (+21.88%); limit 20%: PROGRAM TOTALS
kept      total: 64,896 -> 71,248, +6,352 (+9.79%); limit 20%: PROGRAM TOTALS
kept      blocks: 602 -> 695, +93 (+15.45%); limit 20%: PROGRAM TOTALS
kept      leaked_blocks: 32 -> 33, +1 (+3.12%); limit 20%: PROGRAM TOTALS
EXCEEDED  temporary: 20 -> 27, +7 (+35.00%); limit 20%: PROGRAM TOTALS
kept      $reallocs 20%: PROGRAM TOTALS
3 exceeded" --limits=peak=20%,leaked=5%,@all=20%
exits "no limits" 0 --top=1 old.out new.out
check "no section of limits" without '^-- Limits' got/output
for form in '--json' '--csv' '--junit' '--json=f' '--csv=f' '--junit=f'; do
   rm -f f
   exits "exceeded, $form" 3 "$form" --limits=peak=1% old.out new.out
   rm -f f
   exits "kept, $form" 0 "$form" --limits=peak=20% old.out new.out
done

# ---- Regions ----

limits_of="regions-old.out regions-new.out"

sections 'Regions|Limits' regions --limits-region='peak=15%,blocks=5%' \
   --limits-region='sort:peak=20%' regions-old.out regions-new.out
sections 'Regions|Call paths.*' \
   regions-growth --sort=total --top=2 regions-old.out regions-new.out
limited "one region of many, exceeded" 3 \
   "EXCEEDED  peak: 17,800 -> 21,248, +3,448 (+19.37%); limit 2KiB|20%: region sort
1 exceeded" '--limits-region=sort:peak=2KiB|20%'
limited "one region of many, kept" 0 \
   "kept      growth: 300 -> 450, +150 (+50.00%); limit 5%&1KiB: region sort/merge
0 exceeded" '--limits-region=sort/merge:growth=5%&1KiB'
limited "one that is not there" 2 "hp_diff: --limits-region=srt:peak=1: there is \
no region \"srt\"; there are: parse, sort, sort/merge, sort/copy, =new/a:b, gone \\x1b[31m
$try" --limits-region=srt:peak=1
misused "no regions" "--limits-region=peak=1%: the profiles have no regions" \
   --limits-region=peak=1% old.out new.out
misused "a value that regions do not have" \
   "--limits-region=leaked=1: limit \"leaked=1\": there is no value \"leaked\"; \
there are: total, blocks, peak, growth" --limits-region=leaked=1 old.out new.out
prints_json "JSON of regions" got/regions.json \
   --json --limits-region=sort*:growth=5% regions-old.out regions-new.out
"$program" --csv regions-old.out regions-new.out >got/regions.csv
check "regions in CSV and JSON" "$python" -S -c '
import csv, json
rows = list(csv.reader(open("got/regions.csv", newline="")))
report = json.load(open("got/regions.json"))
at = rows[0].index("region")
assert rows[0][at + 5] == "region peak old", rows[0]
def path(r):
    above = "" if r["parent"] is None else path(report["regions"][r["parent"]]) + "/"
    return above + r["name"]
found = {path(r): [str(v) for pair in zip(r["old"], r["new"]) for v in pair]
         for r in report["regions"]}
assert found == {row[at].replace("\\x3d", "="): row[at + 1:] for row in rows[1:]
                 if row[at]}, found
assert all(row[:at] == [""] * at for row in rows[1:] if row[at])
assert report["exceeded"] == 2
'

# ---- What keeps blocks alive ----

borrow hp_annotate/owners.out kept.out
sed 's/"registry"/"catalog"/' kept.out >renamed.out
sections 'What keeps.*' owners --width=80 kept.out renamed.out
sections 'What keeps.*' owners-top --width=80 --top=1 --threshold=0 kept.out renamed.out
sections 'What keeps.*' owners-none --width=80 --top=none kept.out renamed.out
sections 'What keeps.*' owners-large --width=80 --threshold=10 kept.out renamed.out
sections 'What keeps.*' owners-larger --width=80 --threshold=99 kept.out renamed.out
sections 'What keeps.*' owners-same --width=80 kept.out kept.out
prints_json "JSON of owners is of the schema" got/owners.json --json kept.out renamed.out
for threshold in 0 10; do
   prints_json "the page of owners above $threshold% is of the schema" got/page.json \
      --json=all --threshold=$threshold kept.out renamed.out
   check "it has those that retain so much in either profile" "$python" -S -c '
import json, sys
page = json.load(open("got/page.json"))["report"]["owners"]
owners = json.load(open("got/owners.json"))["owners"]
least = max(sum(owner[side] for owner in owners) for side in ("old", "new")
            ) * float(sys.argv[1]) / 100
assert page == [o for o in owners if max(o["old"], o["new"]) >= least]
assert len(page) == (len(owners) if least == 0 else 4), page
' $threshold
done

limits_of="kept.out kept.out"
limited "one owner, exceeded" 3 "EXCEEDED  retained: 32 -> 1,536, +1,504 (+4700.0%); \
limit 10%: owner registry (in app)
1 exceeded" '--limits-owner=registry:retained=10%' --at=look=1,look=2
limited "one owner, kept" 0 "kept      retained: 32 -> 1,536, +1,504 (+4700.0%); \
limit <=1.5KiB: owner registry (in app)
0 exceeded" '--limits-owner=regis*y:retained<=1.5KiB' --at=peak,end
limited "by its whole text" 3 "EXCEEDED  retained_blocks: 1 -> 48, +47 (+4700.0%); \
limit <=47: owner registry (in app)
1 exceeded" '--limits-owner=regist*(in app):retained_blocks<=47' --at=look=1,look=2
limits_of="kept.out renamed.out"
limited "all, of which two are new" 3 "EXCEEDED  retained: 0 -> 1,536, +1,536 (new); \
limit 0: owner catalog (in app), not found in OLD
EXCEEDED  retained: 0 -> 128, +128 (new); limit 0: owner shared: catalog & main, not found in OLD
2 exceeded" --limits-owner=retained=0
limits_of="kept.out kept.out"
limited "all, the same" 0 "0 exceeded" --limits-owner=retained=0
misused "an owner that is not there" "--limits-owner=regist:retained=0: no owner matches" \
   --limits-owner=regist:retained=0 kept.out kept.out
misused "a value that owners do not have" "--limits-owner=peak=1: limit \"peak=1\": there is \
no value \"peak\"; there are: retained, retained_blocks" --limits-owner=peak=1 kept.out kept.out
no_looks="not both profiles have an owner snapshot; heapprof --owners=end takes one"
misused "limits without a look" "--limits-owner=retained=0: $no_looks" \
   --limits-owner=retained=0 old.out kept.out
misused "a moment that OLD does not have" \
   "--at=look=3: kept.out: expected owner snapshot 1 to 2" --at=look=3,end kept.out renamed.out
misused "a moment that NEW does not have" \
   "--at=look=0: renamed.out: expected owner snapshot 1 to 2" --at=end,look=0 kept.out renamed.out
prints_json "JSON of limits on owners" got/owners.json \
   --json --limits-owner=retained=0 kept.out renamed.out
check "it names them" grep -q '"owner":"catalog (in app)"' got/owners.json

# ---- Two moments ----

printed moments --at=1,2 growth.out
sections 'Metadata|Summary' moments-of-two --at=1,end growth.out growth.out
limits_of="growth.out"
limited "limits on what grew" 3 "EXCEEDED  at_bytes: 1,320 -> 8,544, +7,224 (+547.3%); limit 0: \
PROGRAM TOTALS
EXCEEDED  at_blocks: 10 -> 17, +7 (+70.00%); limit 6: remember < main (/home/you/src/g.c)
2 exceeded" --at=1,2 --limits=at_bytes=0 --limits-path=at_blocks=6
prints_json "JSON of moments" got/moments.json --json --at=1,2 growth.out
check "it has the values" grep -q '"name":"at_bytes","title":"Bytes live at the moment"' got/moments.json
misused "one profile" "expected two heap profiles, OLD and NEW" growth.out
misused "one moment of one" "expected two heap profiles, OLD and NEW" --at=1 growth.out
misused "a snapshot that is not there" "--at=3: growth.out: expected snapshot 1 to 2" --at=1,3 growth.out
exits "a page shows owners only" 0 --at=1,2 --html=got/moments.html growth.out growth.out

# ---- Known leaks ----

printf 'leak:make\nfn:nobody\n' >known.txt
sections 'Summary|Known leaks.*' known-leaks --ignore-leaks=known.txt kept.out renamed.out
limits_of="old.out new.out"
echo 'fn:*' >all.txt
limited "a leak" 3 "EXCEEDED  leaked: 5,128 -> 5,432, +304 (+5.93%); limit 0: PROGRAM TOTALS
1 exceeded" --limits=leaked=0
limited "that is known" 0 "kept      leaked: 0 -> 0, 0; limit 0: PROGRAM TOTALS
0 exceeded" --limits=leaked=0 --ignore-leaks=all.txt
prints_json "JSON of known leaks" got/known.json --json --ignore-leaks=known.txt kept.out renamed.out
check "it has both sides" grep -q '"old_bytes":[1-9].*"new_bytes":[1-9]' got/known.json

# ---- For programs ----

"$program" --json --limits='peak=1%|1M,leaked<=1' --limits-path=leaked=0 \
   old.out new.out >got/diff.json
stored diff.json
valid_json "diff.json is of the schema" got/diff.json
for pair in "old.out old.out" "zero.out new.out" "zero.out zero.out" \
   "adhoc.out adhoc.out" "dhat.out new.out"; do
   # shellcheck disable=SC2086
   prints_json "JSON of $pair" got/pair.json --json $pair
done

# pages OPTION... OLD NEW: the page and its document agree with the report.
pages()
{
   "$program" --json "$@" >got/pair.json
   prints_json "$*: the document is of the schema" got/page.json --json=all "$@"
   check "$*: the document agrees with the report" "$python" -B -S \
      "$srcdir/tests/heap_page.py" got/page.json got/pair.json
   rm -f got/page.html
   "$program" --html=got/page.html "$@" >got/output
   check "$*: the page has the document" "$python" -B -S \
      "$srcdir/tests/heap_page.py" got/page.html got/pair.json
}
for pair in "old.out old.out" "zero.out new.out" "zero.out zero.out" \
   "adhoc.out adhoc.out" "dhat.out new.out" "large1.out large2.out"; do
   # shellcheck disable=SC2086
   pages $pair
done
pages --limits=peak=1%,total=10% old.out new.out
table page-limits --html=got/page.html --limits=peak=1%,total=10% old.out new.out
exits "a page alone" 0 --html=got/alone.html old.out new.out
check "no text besides" silent
check "without a script there are limits, totals, call paths, functions and lines" sh -c '
   for heading in Limits Metadata Summary "Call paths by change of peak" Functions \
      "Lines that changed most"
   do
      grep -q "^<h2>$heading" got/page.html || exit 1
   done'

"$program" --csv old.out new.out >got/diff.csv
stored diff.csv
check "CSV and JSON have each value, and the sums are those of the profiles" \
   "$python" -S -c '
import csv, json
rows = list(csv.reader(open("got/diff.csv", newline="")))
report = json.load(open("got/diff.json"))
def both(of):
    return [str(v) for pair in zip(of["old"], of["new"]) for v in pair]
assert [both(path) for path in report["paths"]] == [row[3:] for row in rows[1:]]
totals = [str(sum(int(row[i]) for row in rows[1:]))
          for i in range(3, len(rows[0]))]
assert totals == both(report["totals"])
for name, side in (("old.out", "old"), ("new.out", "new")):
    own = json.load(open(name))["heapprof"]["totals"]
    assert report["totals"][side] == [own[key] for key in (
        "peak_bytes", "peak_blocks", "bytes", "blocks", "end_bytes",
        "end_blocks", "temporary_blocks", "reallocs")]
assert report["exceeded"] == sum(l["exceeded"] for l in report["limits"]) == 4
'
"$program" --junit --limits='peak=1%,total=20%' --limits-path=leaked=0 \
   old.out new.out >got/limits.xml
stored limits.xml
check "limits.xml is well-formed" "$python" -S -c '
import xml.etree.ElementTree
root = xml.etree.ElementTree.parse("got/limits.xml").getroot()
assert len(list(root.iter("testcase"))) == int(root.get("tests")) == 4
assert len(list(root.iter("failure"))) == int(root.get("failures")) == 3'
sections 'Limits' github --top=1 --limits=peak=1% --limits-path=leaked=0 --github \
   old.out new.out
check "no escapes in any form" without "$(printf '\033')" got/report got/github \
   got/diff.json got/diff.csv got/limits.xml

# ---- Files that are written ----

"$program" --json=a.json --csv=a.csv --junit=a.xml \
   --limits='peak=1%|1M,leaked<=1' --limits-path=leaked=0 --color=never \
   old.out new.out >got/all-forms
equal "all at once" 3 $?
check "the JSON file" cmp a.json got/diff.json
check "the CSV file" cmp a.csv got/diff.csv
check "and the report" grep -q '^-- Limits$' got/all-forms
for form in json=a.json csv=a.csv junit=a.xml; do
   exits "$form is replaced" 0 --$form old.out new.out
   cp old.out other
   exits "$form: a profile is not" 1 --${form%=*}=other old.out new.out
   equal "it is named" "hp_diff: other: would replace a tool's profile" "$(cat got/errors)"
   check "it is as it was" untouched other old.out
done
exits "a missing directory" 1 --json=no/such.json old.out new.out
equal "it is named" "hp_diff: no/such.json: No such file or directory" \
   "$(cat got/errors)"
exits "a failure is told before a limit" 1 --csv=no/such --limits=peak=1% \
   old.out new.out
fails_to_write "report" old.out new.out
fails_to_write "JSON" --json old.out new.out

# ---- Help and usage ----

help_fits "$CS_ANNOTATE"
misused "no profile" "expected two heap profiles, OLD and NEW"
misused "three profiles" "expected two heap profiles, OLD and NEW" \
   old.out new.out old.out
misused "unknown option" "unrecognized option '--show=peak'" --show=peak \
   old.out new.out
misused "two on standard output" \
   "only one of --json, --csv, --markdown and --junit can be on standard output" \
   --json --csv=- old.out new.out
misused "GitHub and JSON on standard output" \
   "--github prints to standard output: give --json, --csv or --junit a file" --github --json old.out new.out
for option in top frames; do
   for bad in x -1 1x '' 1000000000; do
      misused "--$option=$bad" \
         "--$option=$bad: expected a number up to 999999999, or none" \
         "--$option=$bad" old.out new.out
   done
done
misused "threshold" "--threshold=x: expected a percentage from 0 to 100" \
   --threshold=x old.out new.out
there="there are: peak, peak_blocks, total, blocks, leaked, leaked_blocks, \
temporary, reallocs"
misused "unknown value to sort by" \
   "--sort: there is no value \"Ir\"; $there" --sort=Ir old.out new.out
for option in --limits --limits-path; do
   misused "$option, unknown" \
      "$option=Ir=1: limit \"Ir=1\": there is no value \"Ir\"; $there" \
      $option=Ir=1 old.out new.out
   misused "$option, malformed" \
      "$option=peak: limit \"peak\": expected NAME=LIMIT" \
      $option=peak old.out new.out
   misused "$option, a budget in percent" \
      "$option=peak<=5%: limit \"peak<=5%\": a budget cannot be a percentage" \
      "$option=peak<=5%" old.out new.out
done
misused "a value that these do not have" \
   "--limits=peak=1%: limit \"peak=1%\": there is no value \"peak\"; \
there are: total, blocks" --limits=peak=1% adhoc.out adhoc.out

plan
