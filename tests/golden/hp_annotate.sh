#!/bin/sh
# hp_annotate.sh -- runs hp_annotate on the files in hp_annotate/ and compares
# what it prints, and its exit status, with hp_annotate/expected/.
# SPDX-License-Identifier: GPL-2.0-or-later

# In single quotes "$1" is the program, for sh -c.
# shellcheck disable=SC2016

command=hp_annotate
program=${HP_ANNOTATE:?}
data=${srcdir:?}/tests/golden/hp_annotate
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

# first_screen NAME ARGUMENT...: what comes before the first heading.
first_screen()
{
   keep_whole "$@"
   sed '/^-----*$/,$d' "whole/$1" >"got/$1"
   stored "$1"
}

# ---- Reports ----

printed own own.out
sections 'Verdict|Findings|Top sites.*|Heat.*|Summary|Hottest lines|Metadata' dhat dhat.out
sections 'Verdict|Top sites.*|In total.*|Summary' copy copy.out
sections 'Verdict|Top sites.*|In total.*|Summary|Hottest lines|Metadata' ad-hoc adhoc.out
for of in copy-own adhoc-own; do
   given "$of.out is of the format" "$python" -B -S \
      "$srcdir/tests/heap_profile.py" validate $of.out
done
sections 'Summary|In total.*|Top sites.*' copy-own copy-own.out
sections 'Summary|Regions|In total.*|Top sites.*' adhoc-own adhoc-own.out
sections 'Verdict|Findings|Live.*|Summary' empty empty.out
colours colour own.out
sections 'Live at.*' bottom-up --tree=bottom-up --no-source --top=none own.out
sections 'Live at the end.*|Top sites.*' \
   both --tree=both --no-source --top=1 --frames=1 --all-frames own.out
sections 'Live at the end.*|Top sites.*' \
   depth --tree=both --depth=1 --threshold=0 --top=10 --no-source own.out
sections 'Live at.*|Top sites.*|Hottest lines|Annotat.*' \
   none --tree=none --no-source own.out
differs none regions --tree=none --no-source regions.out
sed -n '/^-- Metadata/,/^status/p' whole/own | sed '/^status/d' >got/last
"$program" --metadata own.out | sed 1d | same got/last -
report "the last section alone" $?
printed list --list own.out
table list-dhat --list dhat.out
for of in copy copy-own; do
   equal "no moments in $of.out" "The profile has only totals." \
      "$("$program" --list $of.out)"
done
# first_sites PROFILE ORDER...: the first site in each order, without main.
first_sites()
{
   first_of=$1
   shift
   for first_by; do
      "$program" --tree=none --no-source --heat=none --top=1 --sort=$first_by --threshold=0 \
         "$first_of" |
         awk '/^-- / { is_top = /^-- Top/ } is_top && NF && !/^-*$|^ *main \(|^\.\.\. /'
   done
}
first_sites own.out total live blocks lifetime temporary leaked >got/sort
stored sort
sections 'Findings|Heat.*' faults --no-source --tree=none --top=none faults.out
first_screen faults-screen --width=80 faults.out
check "24 lines of 80 columns, and an empty one" \
   awk 'length > 80 { bad = 1 } END { exit bad || NR > 25 || $0 != "" }' got/faults-screen
sections 'Findings|Heat.*' faults-dhat --no-source --tree=none --top=none --heat=3 faults-dhat.out
differs faults findings --no-source --tree=none --top=none --findings=1 --heat=1 \
   --criteria=share=0,bytes=0,size=1,blocks=1,reallocs=1 faults.out
sections 'Findings|Top sites.*' alike --no-source --tree=none --top=3 alike.out
differs alike \
   alike-all --no-source --tree=none --findings=0 --top=3 --frames=2 --full-names alike.out
colours heat --no-source --tree=none --top=none --heat=20 --findings=none faults.out
sections 'Hottest lines|Annotated source.*' \
   context --tree=none --top=none --context=0 --no-show-percs \
   --sort=leaked own.out
"$program" --source-root=expected own.out >got/output
check "no source from outside of the root" without 'source file: src/' got/output
mkdir moved && cp -R src moved/src && mv src gone
check "source from another place" \
   sh -c '"$1" -I moved own.out | grep -q "^Read from: moved/src/app.c$"' \
   sh "$program"
mv gone src

# ---- The terminal ----

LC_ALL=C.UTF-8
first_screen utf8 own.out
sections 'Live at the peak.*' utf8-more own.out
sections 'Findings|Heat.*' \
   heat-utf8 --no-source --tree=none --top=none --findings=none --heat=1 faults.out
LC_ALL=C
export COLUMNS=50
sections 'Summary|Findings|Heat.*' \
   heat-narrow --no-source --tree=none --top=none --heat=1 --findings=1 faults.out
sections 'Live bytes.*|Live at the peak.*|Top sites.*' narrow --no-source own.out
COLUMNS=0
for columns in 50 64 76 80; do
   COLUMNS=$columns "$program" --no-source --tree=none --top=none --heat=20 \
      faults.out | grep ' |' |
      awk -v most=$columns 'length > most { bad = 1 } END { exit bad || !NR }'
   report "strips fit $columns columns" $?
done
for columns in 0 x 1 39 100000 99999999999999999999; do
   COLUMNS=$columns "$program" --no-source own.out >got/output 2>got/errors
   equal "COLUMNS=$columns" "0 " "$? $(reports 2>&1 || echo no report)"
done
# findings ROWS: how many the first screen of such a terminal has.
findings()
{
   LINES=$1 COLUMNS=80 "$program" --no-source faults.out | sed '/^one page/,$d' |
      grep -cE '^ *(of the (peak|end)|over the run)'
}
equal "LINES: findings of the first screen" "2 4 7" "$(findings 21) $(findings 0) $(findings 60)"
# The graph, with its axis, fits the columns there are.
for columns in 40 80 133 200; do
   COLUMNS=$columns "$program" --tree=none --top=none --no-source own.out |
      sed -n '/^-- Live bytes/,$p' | sed 1,2d |
      awk -v most=$columns 'length > most { bad = 1 } END { exit bad || !NR }'
   report "the graph fits $columns columns" $?
done
# A peak of one bucket of 40 is as high as the graph, at any width.
for columns in 40 80 200; do
   COLUMNS=$columns "$program" --no-source own.out | grep -q '^ 67.7 KiB +  *[#.:]'
   report "no peak is lost in $columns columns" $?
done
"$program" own.out >got/output
check "names have no escapes" without "$(printf '\033')" got/output

# ---- Of a large program ----

"$python" "$srcdir/tests/golden/large_heap.py" 1 >large.out
sections 'Verdict|Findings|Top sites.*|Live at.*|Heat.*|Hottest lines|Source files.*|Metadata' \
   large --width=80 large.out
for width in 40 64 80 100 120; do
   "$program" --width=$width --color=always large.out >got/wide
   fits $width got/wide
   "$program" --width=$width own.out >got/wide
   fits $width got/wide
   "$program" --width=$width --no-source faults.out >got/wide
   fits $width got/wide
done
check "names are short" without 'std::char_traits' whole/large
# Whatever is in the report, source is, and the hottest lines are counted once.
mkdir -p large-source
awk 'BEGIN { for (i = 1; i <= 3000; i++) print "   line_" i "();" }' \
   >large-source/table.h
for width in 40 80 120; do
   "$program" --width=$width -I large-source large.out >got/wide
   fits $width got/wide
   for word in "^-- Hottest lines" "^-- Annotated source file" \
      "^ *[1-9].*  annotated"; do
      grep -q -e "$word" got/wide
      report "$width columns have $word" $?
   done
   equal "one line says what the table left out" 1 \
      "$(sed -n '/^-- Hottest/,/^-- Annotated/p' got/wide | grep -c '^\.\.\. ')"
done
# shown PATTERN OPTION...: whether the report then has a line that matches.
shown()
{
   shown_pattern=$1
   shift
   "$program" --width=80 "$@" large.out >got/more
   grep -q -e "$shown_pattern" got/more
   report "$* shows $shown_pattern" $?
}
hidden()
{
   hidden_pattern=$1
   shift
   "$program" --width=80 "$@" large.out >got/more
   check "$* hides $hidden_pattern" without "$hidden_pattern" got/more
}
# What the report names shows what it left out.
shown ' more sites: --top=0$'
hidden ' more sites: --top=0$' --top=0
shown ' more smaller sites: --threshold=0 --top=0$'
hidden ' more smaller sites' --threshold=0 --top=0
shown ' more frames: --frames=0$'
hidden ' more frames: --frames=0$' --frames=0
shown ' more findings: --findings=0$'
hidden ' more findings: --findings=0$' --findings=0
shown ' more .*: --heat=0$'
hidden ' more .*: --heat=0$' --heat=0
shown ' more large call paths: --depth=0$'
hidden ' more large call paths' --depth=0
shown '^-- Top sites'
hidden '^-- Top sites' --top=none
shown '^-- Findings'
hidden '^-- Findings' --findings=none
shown '^-- Heat of'
hidden '^-- Heat of' --heat=none
shown 'std::char_traits' --full-names --top=0
"$program" --width=0 large.out >got/wide
table by-line --by=line own.out
table by-function --by=function --top=1 own.out
table by-crate --by=crate own.out
table by-crate-not-own --by=crate --not-own=src own.out
hidden '^-- Findings' --by=line
misused "no such table" \
   "--by=x: expected line, file, function, crate, process, owner, retained, leak, chain, look, ignored, region, \
snapshot, site or type" --by=x own.out
for by in process region snapshot site type; do
   "$program" --by=$by --no-source regions.out >got/by-$by
   "$program" --by=$by --no-source --csv regions.out >got/by-$by-csv
   check "--by=$by" test "$(wc -l <got/by-$by)" -gt 0
   check "--by=$by --csv" test "$(wc -l <got/by-$by-csv)" -gt 0
done
stored by-region-csv
stored by-snapshot-csv
for pair in "--json --csv" "--csv --json" "--messages --json" "--csv --markdown"; do
   # shellcheck disable=SC2086
   misused "$pair" \
      "only one of --json, --csv, --markdown and --messages can be on standard output" $pair own.out
done
check "any width" grep -q -- '--define=NAME $' got/wide
if on_terminal got/terminal \
   "stty cols 72 && '$program' --no-pager large.out"; then
   fits 72 got/terminal
else
   skip "at most 72 columns on a terminal" "no script(1) or pseudo-terminal"
fi

# ---- Looks at owners ----

for of in own owners; do
   given "$of.out has the looks that it is to have" \
      test "$(grep -c '"owners":' $of.out)" -eq "$([ $of = owners ]; echo $((1 - $?)))"
done
given "owners.out is of the format" "$python" -B -S \
   "$srcdir/tests/heap_profile.py" validate owners.out
# And it can tell: of each of these it says what is wrong.
cat >mutations <<'END'
"why":"end"|"why":"last"|a look
"time":61000,"why":"peak"|"time":100001,"why":"peak"|times of looks
{"kind":"lost"},||the root lost
{"kind":"registers"}|{"kind":"registers","size":8}|a root's keys
"size":48|"size":0|a root
"fs":[2,3]|"caller":0,"fs":[2,3]|a root's caller
"file":1,"start":8192|"file":2,"start":8192|a root's file
"fs":[2,3]|"fs":[2,99]|a root's frames
[0,0,320,10,10]|[0,0,320,10,11]|rings
[0,1,640,20],[0,3,|[0,3,640,20],[0,1,|order of leaks
[6,3,10,1],[7,|[6,3,11,1],[7,|leaks of a site
[2,3,512,1],[5,2|[2,3,511,1],[5,2|the tree's sums
[[1,5],|[[5,1],|sharers
[6,2,2,512,1,-48]|[8,2,2,512,1,-48]|an owner
[6,2,2,512,1,-48]|[6,2,2,512,1,-48,0]|step
[-1,0,8,0,0],[21|[-1,0,8,0,1],[21|a root with an owner
[23,2,7,6,1,64]|[21,2,7,6,1,64]|an owner of nothing
[2,2,0,640,20,0]|[1,2,0,640,20,0]|a site below itself
[[0,0],[2,1]]|[[2,1],[0,0]]|a step
[[0,0],[2,1]]|[[0,0,8],[2,1]]|a step's offset
[[0,0],[2,1]],||sites of chains
"idle_since":30000|"idle_since":100000|idle_since
"idle_since":30000,||a look
[5,1024,32],[7,512,1]|[7,512,1],[5,1024,32]|order of idle owners
[8,128,4]|[8,128,9]|idle
END
while IFS='|' read -r old new reason; do
   "$python" -S -c 'import sys
text, (old, new) = open("owners.out").read(), sys.argv[1:]
assert old in text, old
sys.stdout.write(text.replace(old, new, 1))' "$old" "$new" >mutant.out
   "$python" -B "$srcdir/tests/heap_profile.py" validate mutant.out 2>got/errors
   given "not of the format: $reason: $(cat got/errors)" \
      grep -q "ProfileError: $reason\>" got/errors
done <mutations
sections 'What keeps.*|Lost.*|How.*|Looks.*' owners --width=80 --no-source owners.out
for by in owner retained leak chain look; do
   case $by in
   owner | leak) differs owners by-$by --width=80 --by=$by owners.out ;;
   *) table by-$by --width=80 --by=$by owners.out ;;
   esac
   "$program" --width=80 --by=$by --threshold=0 owners.out >got/wide
   fits 80 got/wide
   "$program" --by=$by --csv owners.out >got/$by.csv
   head -n 5 got/$by.csv >got/by-$by-csv # the rest is compared with JSON
   stored by-$by-csv
   misused "--by=$by without a look" \
      "--by=$by: the profile has no owner snapshot; heapprof --owners=end takes one" \
      --by=$by own.out
   misused "--by=$by of a sum" "--by=$by: sums of profiles have no owner snapshots" \
      --by=$by owners.out own.out
done
# at MOMENT: the first rows of each table then.
at()
{
   for by in owner leak chain retained; do
      "$program" --width=80 --by=$by --at="$1" owners.out | grep -A3 -e '^-- '
   done | grep -v '^---\|^$'
}
at look=1 >got/near-peak
at look=2 >got/near-end
at peak >got/peak
check "the look near the peak" same got/near-peak got/peak
at 90% >got/late
check "the look near the end" same got/near-end got/late
for moment in look=1 look=2 peak 90%; do
   "$program" --width=80 --tree=bottom-up --at=$moment owners.out |
      awk '/^-- / { is_tree = /^-- Live at/ } is_tree && NF && !/^---/ && ++n <= 5'
done >got/trees
cat got/near-peak got/near-end got/trees >got/owners-at
stored owners-at
differs by-owner by-owner-all --width=80 --by=owner --threshold=0 owners.out
differs by-owner by-owner-top --width=80 --by=owner --threshold=17.5 --top=3 owners.out
table by-owner-narrow --width=40 --top=3 --by=owner owners.out
table by-leak-narrow --width=40 --by=leak owners.out
for width in 40 64 80 120; do
   "$program" --width=$width owners.out >got/wide
   fits $width got/wide
   check "$width columns have owners" grep -q '^-- What keeps it alive: at the end' got/wide
done
prints_json "JSON of looks is of the schema" got/owners.json --json --top=none owners.out
check "CSV of looks agrees with JSON" "$python" -S -c '
import csv, json
report = json.load(open("got/owners.json"))
for by, member in ("owner", "owners"), ("leak", "leaks"), ("chain", "chains"), \
        ("retained", "retained"), ("look", "looks"):
    rows = list(csv.DictReader(open("got/%s.csv" % by, newline="")))
    assert len(rows) == len(report[member]) > 0, by
    for row, of in zip(rows, report[member]):
        same = [key for key in of if key in row and key not in ("path", "chain")]
        assert len(same) >= 2, (by, row)
        for key in same:
            assert row[key] == ("" if of[key] is None else str(of[key])), (by, key, row)'
check "JSON of looks agrees with the file" "$python" -S -c '
import json
report = json.load(open("got/owners.json"))
own = json.load(open("owners.out"))["heapprof"]
kinds = ["definite", "indirect", "possible", "reachable"]
assert [(l["time"], l["why"]) for l in report["looks"]] == [
    (61000, "peak"), (100000, "end")]
for n, look in enumerate(own["owners"]):
    leaks = [l for l in report["leaks"] if l["look"] == n]
    assert [[kinds.index(l["kind"]), l["bytes"], l["blocks"], l["rings"]] for l in leaks] \
        == [(row + [0])[1:5] for row in look["leaks"]]
    for i, kind in enumerate(kinds):
        assert report["looks"][n][kind + "_bytes"] == sum(
            row[2] for row in look["leaks"] if row[1] == i)
    owners = [o for o in report["owners"] if o["look"] == n]
    assert [(o["bytes"], o["blocks"]) for o in owners] == [
        tuple(row[3:5]) for row in look["tree"]]
    assert sum(o["retained_bytes"] for o in owners if o["above"] is None) == sum(
        l["bytes"] for l in leaks)
    for o in owners:
        below = [p for p in report["owners"]
                 if p["above"] is not None and report["owners"][p["above"]] is o]
        assert o["retained_bytes"] == o["bytes"] + sum(p["retained_bytes"] for p in below)
        assert (o["path"] is None) == (o["kind"] != "blocks")
    chains = [c for c in report["chains"] if c["look"] == n]
    assert [[s.get("offset") for s in c["steps"]] for c in chains] == [
        [(step + [None])[2] for step in chain] for chain in look["chains"]]
    assert all(c["bytes"] == sum(l["bytes"] for l in leaks if l["path"] == c["path"])
               for c in chains)
'
prints_json "the page of looks is of the schema" got/page.json \
   --json=all --threshold=10 owners.out
check "its paths are those of the report" "$python" -S -c '
import json
page = json.load(open("got/page.json"))["report"]
report = json.load(open("got/owners.json"))
assert len(page["frames"]) < len(report["frames"])
for member in "owners", "leaks", "chains":
    found, expected = ([row["path"] and [of["frames"][i] for i in row["path"]]
                        for row in of[member]] for of in (page, report))
    assert len(found) < len(expected) and any(found), member
    assert all(path in expected for path in found), member'
# looks SUFFIX EXPRESSION: owners.out with other looks.
looks()
{
   "$python" -S -c 'import json, sys
profile = json.load(open("owners.out"))
looks = profile["heapprof"]["owners"]
profile["heapprof"]["owners"] = eval(sys.argv[1])
json.dump(profile, open(sys.argv[2], "w"))' "$2" "owners-$1.out"
   given "owners-$1.out is of the format" "$python" -B -S \
      "$srcdir/tests/heap_profile.py" validate "owners-$1.out"
}
looks peak 'looks[:1]'
looks empty '[{**looks[0], "leaks": [], "sharers": [], "tree": [], "chains": []}]'
looks asked '[{**looks[1], "why": "asked"}, {**looks[1], "why": "time"}]'
for of in "leak peak" "look peak" "leak empty" "chain empty" "owner empty" "look empty"; do
   "$program" --width=80 --by="${of% *}" "owners-${of#* }.out" | sed '/^---/d; /^$/d'
done >got/owners-fewer
stored owners-fewer
check "a report without losses has no section on them" sh -c \
   '"$1" owners-peak.out >got/wide && grep -q "^-- What keeps" got/wide &&
      ! grep -q "^-- Lost" got/wide' sh "$program"
equal "a look at a time" "-- Lost memory: at a time, 100 Kinstr" \
   "$("$program" --by=leak owners-asked.out | grep '^-- ')"

equal "a program without line numbers" \
   "WARNING: no line numbers in postgres: build it with -g to see the lines that allocate" \
   "$("$program" alike.out | head -n 4 | grep WARNING)"
equal "one that has them" "" "$("$program" own.out | head -n 4 | grep WARNING)"

# ---- Messages for editors ----

printed markdown --markdown --by=line --top=2 own.out
printed messages --messages own.out
printed messages-leaked --messages --sort=leaked own.out
printed messages-temporary --messages --sort=temporary own.out
printed messages-units --messages adhoc.out
equal "as many as asked for" 1 "$("$program" --messages --top=1 own.out | grep -c note)"
misused "messages of what cannot be added up" "--sort=live: has no sum for a line" \
   --messages --sort=live own.out
misused "messages of functions" "--messages prints lines: it takes no other table" \
   --messages --by=function own.out
for profile in faults owners; do
   "$program" --sarif=got/x $profile.out &&
      "$python" -B "$srcdir/tests/golden/sarif.py" got/x >got/sarif-$profile 2>&1
   stored sarif-$profile
   "$program" --messages $profile.out |
      sed 's/: note: \(.* \(of the peak\|of the end\|over the run\): \([a-z]*\): \)/: warning: \3: \1/
           s/: note: /: note: hot-allocation: /; /^[0-9]/s/^/remark: /' | same got/sarif-$profile -
   report "what messages say of $profile" $?
done
"$program" --sarif=got/x --fail-on=all faults.out >got/output 2>got/errors
equal "findings that fail" "3 0" "$? $(grep -c '"level":"warning"' got/x)"
equal "lines can be left out" 0 \
   "$("$program" --sarif=- --threshold=100 faults.out | grep -c '"level":"note","message":.*locat')"

# ---- Moments ----

differs none at-1 --at=1 --no-source own.out
differs at-1 at-2 --at=2 --no-source --tree=both own.out
differs at-1 at-total --at=total --no-source own.out
tree_of()
{
   "$program" --no-source --top=none "$@" own.out |
      awk '/^-- / { is_tree = /^-- Live at /; if (is_tree && n++ == 0) next }
         is_tree && !/^---/'
}
tree_of --at=1 >got/one
for time in 0 1 43000 25e3 10% 43%; do
   tree_of --at=time=$time >got/nearest
   check "nearest to $time" same got/one got/nearest
done
tree_of --at=2 >got/two
for time in 43001 61000 75.5e3 61%; do
   tree_of --at=time=$time >got/nearest
   check "nearest to $time" same got/two got/nearest
done
tree_of --at=61% >got/nearest
check "a percentage of the run" same got/two got/nearest
tree_of --at=peak >got/peak
tree_of --at=end | cat got/peak - | grep % >got/apart
tree_of | grep % >got/both
check "peak and end by themselves" same got/both got/apart

# ---- What was allocated since a snapshot, and is alive ----

given "growth.out is of the format" "$python" -B -S \
   "$srcdir/tests/heap_profile.py" validate growth.out
sections 'Allocated since.*' since-1-2 --at=1,2 --no-source growth.out
sections 'Allocated since.*' since-1-end --at=1,end --tree=bottom-up --no-source growth.out
prints_json "JSON of it" got/since.json --json --at=1,2 growth.out
equal "its sum is that of the sites" "3224 3224" "$("$python" -S -c '
import json
report = json.load(open("got/since.json"))
print(report["at"]["bytes"], sum(site["at_bytes"] for site in report["sites"]))')"
misused "since the peak" "--at=peak,end: what was allocated since peak is not recorded; it is \
since snapshots 1 (93.7%) and 2 (96.3%)" --at=peak,end growth.out
misused "at the peak" "--at=1,peak: when the blocks live at peak were allocated is not recorded; \
it is for the end and snapshots 1 (93.7%) and 2 (96.3%)" --at=1,peak growth.out
misused "an older profile" "--at=1,end: the profile does not record when live blocks were \
allocated; run a newer heapprof, with snapshots of a heap" --at=1,end own.out
misused "backward" "--at=2,1: 2 is not before 1" --at=2,1 growth.out
misused "at no moment" "--at=1,total: total is no moment" --at=1,total growth.out
misused "since no snapshot" "--at=3,end: expected snapshot 1 to 2" --at=3,end growth.out
misused "no snapshots" "--at=1,end: the profile has no snapshots" --at=1,end dhat.out

misused "no such snapshot" "--at=4: expected snapshot 1 to 3" --at=4 own.out
misused "snapshot 0" "--at=0: expected snapshot 1 to 3" --at=0 own.out
misused "a huge number" \
   "--at=99999999999999999999: expected snapshot 1 to 3" \
   --at=99999999999999999999 own.out
for bad in '' x 1x -1; do
   misused "--at=$bad" \
      "--at=$bad: expected peak, end, total, the number of a snapshot, a percentage of the run, \
time=TIME, or look=N" \
      "--at=$bad" own.out
done
for bad in '' x 1x -1 '%'; do
   misused "--at=time=$bad" \
      "--at=time=$bad: expected time=TIME or time=PERCENT%" \
      "--at=time=$bad" own.out
done
for bad in 101% 5%x %; do
   exits "--at=$bad" 2 --at=$bad own.out
done
misused "DHAT has no snapshots" "--at=1: the profile has no snapshots" \
   --at=1 dhat.out
misused "DHAT has no times" "--at=time=5: the profile has no snapshots" \
   --at=time=5 dhat.out
misused "copies have no peak" "--at=peak: the profile has only totals" \
   --at=peak copy.out

# ---- Inputs ----

"$program" own.out | without_name >got/plain
gzip -c own.out >own.gz
"$program" own.gz | without_name | same got/plain -
report "gzip" $?
"$program" - <own.out | without_name >got/stdin
check "standard input" same got/plain got/stdin
mkfifo pipe
cat own.out >pipe &
"$program" pipe | without_name | same got/plain -
report "a FIFO" $?
kill $! 2>/dev/null # it waits for ever if nobody reads
wait
touch -d '2022-01-01 00:00:00' src/app.c
check "source that is newer" sh -c '"$1" own.out | grep -q "^@@ WARNING: this"' \
   sh "$program"
touch -d '2020-01-01 00:00:00' src/app.c
cut_everywhere "cut" own.out 97 "$program" part.out
cut_everywhere "cut gzip" own.gz 61 "$program" part.out
for last in 1 4 8; do
   head -c -$last own.gz >part.out
   refused "gzip without its last bytes: $last" 1 \
      "hp_annotate: part.out: the compressed data are damaged or cut short" \
      part.out
done
{ head -c -8 own.gz; printf xxxxxxxx; } >part.out
refused "gzip with a wrong checksum" 1 \
   "hp_annotate: part.out: the compressed data are damaged or cut short" part.out
refused "missing" 1 "hp_annotate: no/such: No such file or directory" no/such
refused "a directory" 1 "hp_annotate: src: Is a directory" src
refused "something else" 1 \
   "hp_annotate: src/app.c: this is a source file, not a profile" src/app.c
sed 's/"tb":3168/"tb":3169/' own.out >sum.out
refused "a sum that is wrong" 1 \
   "hp_annotate: sum.out: the sites have 274613 bytes and 163 blocks in all, \
the totals 274612 and 163" sum.out
"$python" -S -c 'print("[" * 100000)' >deep.out
refused "a depth bomb" 1 \
   "hp_annotate: deep.out:1: not a profile: nested deeper than 64" deep.out

# ---- For programs ----

borrow hp_merge/accesses.out
for of in own dhat copy adhoc empty copy-own adhoc-own accesses \
   regions faults faults-dhat; do
   prints_json "$of.json is of the schema" got/$of.json --json $of.out
done
cp got/own.json got/whole.json
sed '/^ {"end":/d' got/whole.json >got/own.json # the timeline is compared with the file
stored own.json
cp got/whole.json got/own.json
check "JSON and text find the same" "$python" -S -c '
import json
report = json.load(open("got/faults.json"))
places = [(f["kind"], report["frames"][f["frame"]]["function"],
           f["of"], f["saved_bytes"], f["saved_blocks"],
           f["run_bytes"], f["run_blocks"], f["of_blocks"])
          for f in report["findings"]]
assert places == [
    ("fields", "make_node", "peak", 16000, 1000, 16000, 1000, 1000),
    ("slack", "table", "peak", 6800, 10, 6800, 10, 10),
    ("untouched", "reserve", "peak", 4096, 1, 12288, 3, 3),
    ("slack", "read_all", "peak", 2048, 4, 8192, 16, 16),
    ("leaked", "tell", "end", 5120, 80, 5120, 80, 90),
    ("grown", "append", "run", 448000, 399, 448000, 399, 1),
    ("temporary", "token", "run", 0, 5998, 0, 5998, 6000),
], places
paths = [s["path"] for s in report["sites"]]
assert all(f["path"] in paths for f in report["findings"])
'

# ---- The page for browsers ----

# member FILE NAME: a member of a document.
member()
{
   "$python" -S -c 'import json, sys
json.dump(json.load(open(sys.argv[1], encoding="utf-8"))[sys.argv[2]], sys.stdout)' \
      "$1" "$2"
}

for of in own dhat copy adhoc empty copy-own adhoc-own accesses regions faults \
   faults-dhat owners; do
   "$program" --json $of.out >got/$of.json
   prints_json "$of: the document is of the schema" got/page.json --json=all $of.out
   check "$of: the document agrees with the report" "$python" -B -S \
      "$srcdir/tests/heap_page.py" got/page.json got/$of.json
   rm -f got/page.html
   exits "$of: a page" 0 --html=got/page.html $of.out
   check "$of: and no report" silent
   check "$of: the page has the document" "$python" -B -S \
      "$srcdir/tests/heap_page.py" got/page.html got/$of.json
done
check "without a script there are findings, sites, functions and lines" sh -c '
   for heading in Metadata Summary Findings "Top sites by" Functions "Hottest lines"
   do
      grep -q "^<h2>$heading" got/page.html || exit 1
   done'
"$program" --json=all --no-source own.out >got/page.json
equal "no source in the document" "[]" "$(member got/page.json sources)"
"$program" --json=all --threshold=60 own.out >got/page.json
check "small shares are left out, and counted" "$python" -B -S \
   "$srcdir/tests/heap_page.py" got/page.json got/own.json
check "they are fewer" "$python" -S -c '
import json
page = json.load(open("got/page.json"))
assert page["left_out"]["threshold_percent"] == 60
assert page["heap"]["sites_left_out"] > 0 and page["left_out"]["paths"] > 0
assert page["left_out"]["paths"] == page["paths"]["left_out"]["nodes"]'
"$program" --html=got/both.html --csv own.out >got/both.csv
"$program" --csv own.out >got/own.csv
check "a page and CSV" sh -c 'cmp got/both.csv got/own.csv && test -s got/both.html'
misused "a document of something" "--json=some: expected all" --json=some own.out
"$program" --json --findings=none faults.out >got/none.json
check "no findings in JSON" grep -q '^"findings":\[\],$' got/none.json
# Of other profiles what is another than in own.json.
for of in copy-own accesses; do
   grep '^ {"\(kind\|total_bytes\|name\|start\)"\|^"totals"' got/$of.json >got/$of-json
   stored $of-json
done
"$program" --csv accesses.out >got/accesses.csv
stored accesses.csv
first_sites accesses.out reads writes never_read never_written never_touched moved \
   >got/sort-accesses
stored sort-accesses
check "heat is that of the file" "$python" -S -c '
import json
report = json.load(open("got/accesses.json"))
file = json.load(open("accesses.out"))
def runs(values):
    found, n = [], 1
    for v in values:
        found += [] if v < 0 else [v] * n
        n = -v if v < 0 else 1
    return found
heats = {site["total_bytes"]: site["heat"] for site in report["sites"]}
for site in file["pps"]:
    heat = heats[site["tb"]]
    if "acc" not in site and "heat" not in site:
        assert heat is None, site
        continue
    if "heat" in site:
        assert heat["unit"] == site["heat"]["unit"]
        assert heat["reads"] == runs(site["heat"]["r"])
        assert heat["writes"] == runs(site["heat"]["w"])
    if "acc" in site:
        assert heat["accesses"] == runs(site["acc"])
assert [h is None for h in heats.values()].count(True) == 1
assert report["regions"][1]["parent"] == 0
assert report["regions"][2]["parent"] is None
assert [o["path"] for o in report["objects"]] == ["/usr/bin/app",
    "/usr/lib/lib;odd\\xff.so"]
assert len(report["frames"]) == len(file["ftbl"])'
prints_json "JSON of a snapshot" got/at.json --json --at=2 own.out
"$program" --csv --at=2 own.out >got/own.csv
stored own.csv
"$program" --csv empty.out >got/empty.csv
equal "CSV of nothing" 1 "$(wc -l <got/empty.csv)"
"$program" --csv copy.out >got/copy.csv
stored copy.csv
check "CSV and JSON agree, and with the file" "$python" -S -c '
import csv, json
rows = list(csv.DictReader(open("got/own.csv", newline="")))
report = json.load(open("got/at.json"))
file = json.load(open("own.out"))
assert len(rows) == len(report["sites"]) == len(file["pps"]) == 8
for row, site in zip(rows, report["sites"]):
    for key, value in site.items():
        if not isinstance(value, list) and key != "heat":
            assert row[key] == ("" if value is None else str(value)), key
assert [int(r["peak_bytes"]) for r in rows] == sorted(
    (p["gb"] for p in file["pps"]), reverse=True)
for short, key in (("tb", "total_bytes"), ("eb", "end_bytes"), ("gb", "at_bytes")):
    assert sum(p[short] for p in file["pps"]) == sum(int(r[key]) for r in rows)
assert sorted(s["size_classes"] for s in report["sites"]) == sorted(
    p.get("hist", []) for p in file["pps"])
assert [t for s in report["sites"] for t in s["threads"]] == [
    [1, 81920, 20], [2, 122880, 30]]
assert report["at"]["number"] == 2 and report["at"]["bytes"] == 69298
assert [list(b.values()) for b in report["timeline"]] == file["heapprof"]["timeline"]
'
check "a threshold for programs, too" sh -c \
   'test "$("$1" --csv --threshold=5 own.out | wc -l)" -eq 2' sh "$program"

# ---- Help and usage ----

help_fits "$CS_ANNOTATE"
misused "no profile" "expected a heap profile"
misused "unknown option" "unrecognized option '--frobnicate'" --frobnicate own.out
misused "unknown tree" \
   "--tree=x: expected top-down, bottom-up, both or none" --tree=x own.out
misused "unknown order" "--sort=x: expected peak, peak_blocks, total, blocks, \
leaked, leaked_blocks, lost, temporary, reallocs, moved, reads, writes, \
never_read, never_written, never_touched, live or lifetime" --sort=x own.out
misused "an order that is not told" "--sort=peak: not in this profile" \
   --sort=peak copy.out
for value in reads never_read moved; do
   misused "an order that needs accesses: $value" \
      "--sort=$value: not in this profile" --sort=$value own.out
done
misused "events are not temporary" \
   "--sort=temporary: not in this profile" --sort=temporary \
   adhoc-own.out
misused "an order of heapprof's" "--sort=temporary: not in this profile" \
   --sort=temporary dhat.out
misused "threshold" "--threshold=101: expected a percentage from 0 to 100" \
   --threshold=101 own.out
# The kinds of findings as the man page has them, and the criteria as the table has them.
kinds=$(sed -n '/^# FINDINGS/,/^# [^F]/s/^\*\([a-z-]*\)\*$/\1,/p' "$srcdir/docs/hp_annotate.1.scd" |
   tr '\n' ' ')
criteria=$(sed -n 's/^   X(\([a-z]*\), [0-9]*).*/, \1/p' "$srcdir/annotate/heap/ah_findings.h" |
   tr -d '\n')
misused "an unknown kind" "--fail-on=leak: expected a list of ${kinds}or all; did you mean leaked?" \
   --fail-on=leak own.out
misused "no kind" "--fail-on=: expected a list of ${kinds}or all" --fail-on= own.out
misused "a kind that is not told" "--fail-on=unread: the profile has no \
accesses; run heapprof with --accesses=yes" \
   --fail-on=leaked,unread own.out
misused "a kind of heapprof's" "--fail-on=grown: only heapprof's profiles show it" \
   --fail-on=grown faults-dhat.out
misused "an unknown criterion" \
   "--criteria: \"leak\" is not a criterion of findings; expected ${criteria#, }" \
   --criteria=leak=1 own.out
misused "a bad criterion" "--criteria: \"share=x\": expected NAME=NUMBER" \
   --criteria=bytes=1,share=x own.out
for option in top frames findings heat; do
   for bad in '' x -1 1x 1000000000; do
      misused "--$option=$bad" \
         "--$option=$bad: expected a number up to 999999999, or none" \
         "--$option=$bad" own.out
   done
done
for bad in '' x -1 1x 1000000000 none; do
   misused "--depth=$bad" "--depth=$bad: expected a number up to 999999999" \
      "--depth=$bad" own.out
done

# ---- As a gate ----

exits "--fail-on=leaked" 3 --fail-on=leaked own.out
equal "--fail-on: what is said" \
   "hp_annotate: own.out: 1 finding that --fail-on names" "$(cat got/errors)"
exits "--fail-on=all" 3 --fail-on=all --findings=none --json faults.out
equal "--fail-on=all: what is said" \
   "hp_annotate: faults.out: 7 findings that --fail-on names" "$(cat got/errors)"
valid_json "--fail-on and JSON" got/output
exits "--fail-on of two" 3 --fail-on=slack,grown --csv faults.out
exits "--fail-on of what is not there" 0 --fail-on=temporary,grown --list own.out
exits "--fail-on and --criteria" 0 --fail-on=leaked --criteria=bytes=1e6 own.out
exits "--fail-on=all of what is not told" 0 --fail-on=all copy.out

# ---- Known leaks ----

cat >known.txt <<'END'
# of the list
{
   rings
   Memcheck:Leak
   match-leak-kinds: definite,indirect
   fun:malloc
   fun:make_node
   fun:build
}
leak:odd
fn:nobody
END
sections 'Known leaks.*|Lost memory|Findings|Summary' known-leaks --ignore-leaks=known.txt owners.out
exits "known leaks do not fail" 0 --fail-on=lost --ignore-leaks=known.txt owners.out
echo fn:nobody >others.txt
exits "others do" 3 --fail-on=lost --ignore-leaks=others.txt owners.out
exits "files add up" 0 --fail-on=lost --ignore-leaks=others.txt --ignore-leaks=known.txt owners.out
printed known-leaks-csv --by=ignored --csv --ignore-leaks=known.txt owners.out
echo fn:main >all.txt
first_screen known-leaks-screen --ignore-leaks=all.txt --width=80 own.out
prints_json "JSON of known leaks" got/known.json --json --ignore-leaks=known.txt owners.out
equal "its rows" 3 "$(member got/known.json ignored | grep -o '"pattern"' | wc -l)"
equal "no patterns" "No patterns: --ignore-leaks=FILE reads them." \
   "$("$program" --by=ignored owners.out)"
refused "no such file of known leaks" 1 "hp_annotate: none.txt: No such file or directory" \
   --ignore-leaks=none.txt owners.out
echo fun:main >all.txt
refused "a wrong line of it" 1 "hp_annotate: all.txt:1: \"fun:main\": expected fn:PATTERN, \
file:PATTERN, lib:PATTERN, leak:TEXT, or { of a suppression of memcheck" \
   --ignore-leaks=all.txt owners.out

# ---- Output that fails ----

fails_to_write "report" own.out
fails_to_write "JSON" --json own.out
fails_to_write "CSV" --csv own.out
fails_to_write "list" --list own.out

plan
