#!/bin/sh
# cs_annotate.sh -- runs cs_annotate on the files in cs_annotate/ and compares
# what it prints, and its exit status, with cs_annotate/expected/.
# SPDX-License-Identifier: GPL-2.0-or-later

command=cs_annotate
program=${CS_ANNOTATE:?}
data=${srcdir:?}/tests/golden/cs_annotate
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

# Variants of profiles.
sed '/^summary:/r regions.notes' own.out >regions.out
sed 's/$/\r/' stock-3.24.out >crlf.out
sed 's/^#: object-counts 640/#: object-counts 641/' objects.out >objects-bad.out
touch -d '2021-01-01 00:00:00' ./*.out

# ---- Reports ----

sections 'Verdict|Summary|Files.*|Metadata|Annotated source file: ./src/sum.c' \
   stock-3.19 stock-3.19.out
sections 'Metadata|Annotated source file: ./src/sum.h|Annotation summary' \
   stock-3.24 stock-3.24.out
printed own own.out
differs own own-source-path --source-path=other own.out
"$program" --source-root=other own.out >got/output
check "no source from outside of the root" without 'source file: src/sum\.c' got/output
check "but told of" \
   sh -c '"$1" --source-root=other own.out | \
      grep -q "^src/sum.c: outside of the source root$"' sh "$program"
check "source from below the root" \
   sh -c '"$1" --source-root=. own.out | grep -q "source file: src/sum.c"' \
   sh "$program"
"$program" --no-source own.out >got/output
check "no source at all" without 'source file: ' got/output
differs own-source-path own-two-paths -I other/nothing --source-path=other/deep own.out
sections 'Options|Hottest lines|Functions and their files' \
   show-sort --show=D1mr,Ir --sort=Dr,D1mr own.out
sections 'Annotated source file: src/sum.c' \
   no-percs-context --no-show-percs --context=1 own.out
"$program" --no-show-percs --no-annotate --threshold=2.5 own.out >got/plain
"$program" --show-percs=no --auto=no --threshold=2.5% own.out | same got/plain -
report "old spellings" $?
check "a threshold" grep -qx 'Threshold:  *2.5%' got/plain
differs own threshold-zero --threshold=0 own.out
colours colour --show=Ir own.out
sections 'Verdict|Lines.*|Summary|Files.*|Annotation summary' zero zero.out
sections 'Hottest lines|Files and their functions|Annotated.*' disorder disorder.out
differs own regions regions.out
sections 'Objects|Files and their functions|Functions and their files' \
   objects --no-annotate objects.out
differs objects objects-alone --by=object --sort=Dr objects.out
"$program" --json objects.out | grep '"object":\|"path":\|"short_name":' >got/objects-json
stored objects-json
printed objects-csv --csv --by=object objects.out
equal "no regions: CSV has its titles" "name,parent,old_count,new_count,count,Ir,Dr" \
   "$("$program" --csv --by=region --show=Ir,Dr objects.out | tr -d '\r')"
sections 'Options|Objects|Functions and their files' \
   objects-filtered --no-annotate --include='fn:0x10c*' objects.out
printed objects-unknown --by=object regions.out
printed objects-unknown --by=object --include='fn:0x10c*' objects.out
printed objects-bad objects-bad.out
sections 'Options|Regions' \
   regions-twice --show=Dr --threshold=50 --no-annotate --include=fn:none \
   regions.out regions.out
"$program" stock-3.24.out | without_name >got/plain
"$program" crlf.out | without_name >got/crlf
check "lines that end as in DOS" same got/plain got/crlf
sections 'Metadata|Summary|Hottest lines' machine --no-annotate machine.out
printed machine-json --json machine.out
prints_json "valid, with a machine" got/machine.json --json machine.out

touch -d '2022-01-01 00:00:00' src/sum.h
sections 'Annotated source file: ./src/sum.h' newer-source --no-show-percs stock-3.24.out
"$program" - <stock-3.24.out | without_name >got/stdin # which has no time to compare
check "standard input" same got/plain got/stdin
touch -d '2020-01-01 00:00:00' src/sum.h

mkfifo pipe
cat stock-3.24.out >pipe &
"$program" pipe | without_name >got/fifo
check "a FIFO" same got/plain got/fifo
kill $! 2>/dev/null # it waits for ever if nobody reads
wait

"$program" --show-percs --annotate stock-3.24.out >got/plain
"$program" --no-show-percs --no-annotate --show-percs=yes --annotate=yes \
   stock-3.24.out | same got/plain -
report "the last of opposite options counts" $?
"$program" --no-annotate --auto=yes stock-3.24.out | same got/plain -
report "auto=yes" $?

# ---- Instructions ----

if "$program" --asm asm.out 2>&1 | grep -q 'built without capstone'; then
   skip "instructions" "no capstone"
else
   printed asm --asm --width=80 asm.out
   printed asm-findings --by=finding --width=80 asm.out
   printed asm-messages --messages asm.out
   printed asm-notes --asm --messages asm.out
   table asm-wide --asm=divide --width=140 --top=0 asm.out
   table asm-line --asm=list.c:14 --syntax=intel --width=80 asm.out
   table asm-inlined --asm=get inlined.out
   printed asm-csv --asm=main --csv --show=Ir,CEst asm.out
   "$program" --asm=walk --json --show=Ir,CEst asm.out |
      grep '"rule":\|"address":\|^"asm":' >got/asm-json
   stored asm-json
   prints_json "instructions in JSON" got/asm.json --asm --json asm.out
   prints_json "instructions in a page's data" got/asm-page.json --json=all asm.out
   check "of the costliest functions, with what they wait for" "$PYTHON" -c \
      'import json
listings = json.load(open("got/asm-page.json"))["assembly"]
assert listings[0]["function"] == "walk" and len(listings) >= 3, listings
assert any("needs 1137 mov" in note for row in listings[0]["instructions"]
           for note in row.get("notes", []))
assert any("e" in row.get("arrows", "") for row in listings[0]["instructions"])'
   exits "of a function that is not there" 2 --asm=devide asm.out
   check "and which one may be meant" grep -q "did you mean divide?" got/errors
   exits "of a line without instructions" 2 --asm=list.c:1 asm.out
fi
exits "a profile without instructions" 1 --asm own.out
check "says how to count them" grep -q "cachesim --instr=yes" got/errors
exits "another syntax" 2 --asm --syntax=masm asm.out

# ---- Calls ----

sections 'Verdict|Lines.*|Functions.*|Files.*|Objects|Annotated source file: src/sum.h' \
   calls --width=80 calls.out
differs calls calls-wide --top=0 --context=1 calls.out
# Of a long source, those lines that the first screen names.
awk 'BEGIN { for (i = 1; i <= 25; i++) printf "   line%d();\n", i }' >src/chain.c
touch -d '2020-01-01 00:00:00' src/chain.c
exits "a chain of calls" 0 chain.out
places=$(sed -nE '/gains  where/,/^$/s/.*\(chain\.c:([0-9]+)\).*/\1/p' got/output | sort -n | tr '\n' ' ')
equal "they are annotated, with their context" "${places:?}" \
   "$(sed -n '/^-- line/,/^$/{s/.*50.00%.*  line\([0-9]*\)();$/\1/p;}' got/output | tr '\n' ' ')"
equal "and no others" 2 "$(grep -c '^-- line' got/output)"
table calls-inclusive --inclusive --metric='Both=Ir+Dr' --show=Ir,Both \
   --sort=Both --width=80 calls.out
table calls-caller --tree=caller --sort=Dr calls.out
table calls-both --tree=both --width=80 calls.out
table calls-top-down --tree=top-down calls.out
table calls-bottom-up --tree=bottom-up --sort=Dr --threshold=10 calls.out
table calls-depth --tree=top-down --depth=1 --show=Ir,Dr calls.out
table calls-focus --focus='get' --width=80 calls.out
table calls-focus-file --focus='file:sum.h' --tree=top-down calls.out
table calls-cycles --tree=callee cycles.out
table calls-cycles-inclusive --inclusive cycles.out
prints_json "calls in JSON" got/calls.json --json --tree=top-down calls.out
sed -n '/^"calls":/,$p' got/calls.json >got/calls-json
stored calls-json
check "self costs add up to the totals" "$python" -S -c '
import json
report = json.load(open("got/calls.json"))
calls = report["calls"]
for i, total in enumerate(report["totals"]["values"]):
    assert total == sum(path["self"][i] for path in calls["paths"])
    assert total == calls["left_out"][i] + sum(f["self"][i]
                                               for f in calls["functions"])
    assert all(f["inclusive"][i] <= total for f in calls["functions"])
'
printed calls-csv --csv --tree=both calls.out
refused "no such function" 2 "cs_annotate: --focus=wlak: no function in the profile \
matches; did you mean walk?
$try" --focus=wlak calls.out
refused "no such tree" 2 "cs_annotate: --tree=up: expected caller, callee, both, \
top-down or bottom-up
$try" --tree=up calls.out
refused "no calls" 1 "cs_annotate: own.out: the profile has no calls, or not those of \
all that it counts; cachesim --call-graph=yes records them" --inclusive own.out
refused "no calls of one of two" 1 "cs_annotate: calls.out: the profile has no calls, \
or not those of all that it counts; cachesim --call-graph=yes records them" \
   --inclusive --allow-different calls.out own.out

# ---- Several profiles ----

sections 'Summary|Processes' \
   two --no-annotate own.out own.out
sections 'Metadata|Summary|Processes|Functions and their files' \
   three-forced --no-annotate --allow-different stock-3.24.out own.out stock-3.19.out
refused "different events" 1 \
   "cs_annotate: stock-3.24.out:2: events differ: expected Ir Dr D1mr Bi, found \
Ir (after own.out)" own.out stock-3.24.out
sed 's/^desc: LL cache: .*/desc: LL cache: 65536 B, 64 B, 16-way associative/' \
   own.out >small.out
exits "different caches" 1 own.out small.out
check "both files are named" sh -c \
   'grep -q "^cs_annotate: small.out:.*cache.*(after own.out)$" got/errors'
exits "different caches, allowed" 0 --allow-different own.out small.out
refused "the second is missing" 1 \
   "cs_annotate: no/such: No such file or directory (after own.out)" \
   own.out no/such
cut_everywhere "the second is cut" own.out 97 "$program" own.out part.out

# ---- Compressed files ----

"$program" --no-annotate own.out | without_name >got/plain
gzip -c own.out >own.out.gz
"$program" --no-annotate own.out.gz | without_name |
   same got/plain -
report "gzip" $?
"$program" --no-annotate - <own.out.gz | without_name |
   same got/plain -
report "gzip on standard input" $?
head -c 200 own.out | gzip -c >joined.gz
tail -c +201 own.out | gzip -c >>joined.gz
"$program" --no-annotate joined.gz | without_name | same got/plain -
report "gzip in two members" $?
cut_everywhere "gzip cut short" own.out.gz 7 "$program" part.out
{ head -c 100 own.out.gz; printf 'xxxxxxxx'; tail -c +109 own.out.gz; } >bad.gz
exits "damaged gzip" 1 bad.gz
check "it says so" grep -q '^cs_annotate: bad.gz:.*damaged' got/errors

# ---- Metrics ----

sections 'Options|Summary|Hottest lines' \
   metrics --no-annotate --show=Ir,L1m,LLm,Bm,CEst,D,D1m,DLm \
   --sort=CEst stock-3.19.out
sections 'Options|Summary|Functions and their files' \
   ratios --no-annotate --show=I1rate,D1rate,LLrate,Brate,MPKI,Ir \
   --sort=MPKI,Ir stock-3.19.out
sections 'Options|Files and their functions|Annotated.* src/esc.c' \
   own-metrics --context=0 --metric='PerRead=1000 * D1mr / Dr' \
   --metric='Both=(PerRead + -2.5) * 2' --show=Ir,PerRead,Both --sort=Both,Ir \
   own.out
sections 'Options|Summary|Functions and their files' \
   cycles --no-annotate --cycles=LLm=250,Ir=0.5 --show=CEst,Ir \
   stock-3.19.out
# The lines of a metric that is a sum add up to its total.
"$program" --csv --show=CEst,Ir stock-3.19.out |
   awk -F, 'NR > 1 { cycles += $4; ir += $5 } END { print cycles, ir }' >got/sums
equal "cycles by hand" \
   "$((13016 + 10 * (2 + 1 + 63) + 100 * (2 + 1 + 63) + 10 * 20)) 13016" \
   "$(cat got/sums)"

# ---- Names ----

sections 'Options|Files and their functions|Functions and their files' \
   include --no-annotate --include='s*m' --include='file:*/util.c' own.out
sections 'Options|Hottest lines|Files and their functions' \
   exclude --no-annotate --exclude='file:src/*' --exclude='fn:help*' own.out
sections 'Options|Hottest lines|Functions and their files' \
   include-exclude --no-annotate --include='sum.c' --exclude='fn:fill' \
   own.out
differs zero include-nothing --include='fn:nowhere' own.out
sections 'Options|Files and their functions|Functions and their files' \
   mod-names --no-annotate --mod-filename='s|^(\./)?src/|/|' \
   --mod-filename='s,SUM\.[ch],all.c,i' --mod-funcname='s/l/<&>/g' \
   --include='all.c' stock-3.19.out
"$program" --csv stock-3.19.out >got/plain
"$program" --csv --mod-filename='s/\.h$/.c/' stock-3.19.out >got/one
# shellcheck disable=SC2016
check "functions that get one name are one" sh -c '
   awk -F, "\$2 == \"fill\" { ir += \$4 } END { exit ir != 6004 }" got/one &&
   ! grep -q "sum\.h" got/one'

# ---- For programs ----

"$program" --json own.out >got/own.json
stored own.json
valid_json "own.json is of the schema" got/own.json
prints_json "two profiles' JSON" got/two.json --json stock-3.19.out stock-3.19.out
prints_json "regions in JSON" got/regions.json --json --show=Ir,D1mr regions.out
sed -n '/^"regions":/,$p' got/regions.json >got/regions-json
stored regions-json
prints_json "a JSON of nothing" got/zero.json --json zero.out
prints_json "a JSON of ratios" got/ratios.json \
   --json --show=Ir,I1rate,Brate --sort=Ir stock-3.19.out
check "a division by 0 is null" grep -q null got/ratios.json
printf 'cmd: \344\303\244"\\\nevents: Ir\nfl=\377\033,"\nfn=\200"x\n1 2\n' \
   >bytes.out
printf 'summary: 2\n' >>bytes.out
prints_json "JSON of names that are no UTF-8" got/bytes.json --json bytes.out
"$program" --csv own.out >got/own.csv
head -n 3 got/own.csv >got/own-csv
stored own-csv
"$program" --csv bytes.out >got/bytes.csv
"$program" --csv --threshold=5 --show=Dr,Ir own.out >got/threshold.csv
stored threshold.csv
check "CSV and JSON have each count" "$python" -S -c '
import csv, json
rows = list(csv.reader(open("got/own.csv", newline="")))
report = json.load(open("got/own.json"))
lines = [[file["name"], function["name"], str(line["line"])]
         + [str(value) for value in line["values"]]
         for file in report["files"] for function in file["functions"]
         for line in function["lines"]]
assert sorted(lines) == sorted(rows[1:]), (lines, rows)
names = [metric["name"] for metric in report["metrics"]]
assert rows[0] == ["file", "function", "line"] + names
totals = [sum(int(row[3 + i]) for row in rows[1:]) for i in range(len(names))]
assert totals == report["totals"]["values"] == [13022, 1521, 70, 0]
for file in report["files"]:
    for i, value in enumerate(file["values"]):
        assert value == sum(f["values"][i] for f in file["functions"])
    for f in file["functions"]:
        for i, value in enumerate(f["values"]):
            assert value == sum(line["values"][i] for line in f["lines"])
row = list(csv.reader(open("got/bytes.csv", newline="",
                           encoding="utf-8")))[1]
assert row == ["\\xff\\x1b,\"", "\\x80\"x", "1", "2"], row
'

# ---- Limits ----

borrow cs_diff/calls-new.out

limits_of="--no-annotate calls-new.out"

limited "inclusive cost, kept" 0 "kept      Ir: 360; limit <=360: next, inclusive \
(src/lexer.h)
0 exceeded" '--limits-incl=next:Ir<=360'
limited "of a path, exceeded" 3 "EXCEEDED  Ir: 40; limit <=0.03K: main;...;refill, inclusive
kept      Dr: 4; limit <=4: main;...;refill, inclusive
1 exceeded" '--limits-incl=main;...;refill:Ir<=0.03K,Dr<=4'
limited "of each function" 3 "EXCEEDED  Ir: 2,028; limit <=900: main, inclusive (src/a.cc)
1 exceeded" '--limits-incl=Ir<=900'
limited "nothing to compare with" 2 "cs_annotate: --limits-incl=main:Ir=1%: there is nothing \
to compare with; expected Ir<=N
$try" --limits-incl=main:Ir=1%
limited "no such function" 2 "cs_annotate: --limits-incl=mian:Ir<=1: there is no function \
\"mian\"; did you mean main?
$try" '--limits-incl=mian:Ir<=1'
limited "too small" 1 "cs_annotate: the calls of \"log_it\" are too small to be in the files; \
--call-graph=all records all" '--limits-incl=log_it:Ir<=1'
table page-limits --html=limits.html '--limits-incl=refill:Ir<=1' calls-new.out
"$program" --json '--limits-incl=refill:Ir<=1' calls-new.out >got/limits.json
equal "JSON and a limit" 3 $?
valid_json "JSON with limits" got/limits.json
check "the limit is in JSON" "$python" -S -c '
import json
report = json.load(open("got/limits.json"))
limit, = report["limits"]
assert limit["inclusive"] == "json::Lexer::refill()" and limit["new"] == 40, limit
assert report["exceeded"] == 1
'
"$program" --junit '--limits-incl=refill:Ir<=1' calls-new.out >got/limits.xml
equal "JUnit and a limit" \
   '3 <failure message="Ir: 40; limit &lt;=1"/>' \
   "$? $(grep -o '<failure.*/></' got/limits.xml | sed 's,</$,,')"
"$program" --junit=got/file.xml --github '--limits-incl=refill:Ir<=1' calls-new.out >got/output
equal "all at once" "3 ::error file=src/lexer.cc,title=Ir over its limit::Ir: 40; \
limit <=1: json::Lexer::refill(), inclusive (src/lexer.cc)" "$? $(tail -n 1 got/output)"
check "the XML file" cmp got/limits.xml got/file.xml
misused "GitHub's lines in JSON" \
   "--github and --json, --csv or --messages are for standard output" --github --json calls-new.out
misused "limits need calls" "--limits-incl=f:Ir<=1: not all profiles have calls; \
cachesim --call-graph=yes records them" '--limits-incl=f:Ir<=1' own.out
sed '/^summary/,$d' calls-new.out | sed 's/^#: state .*/#: state partial 5/' >partial.out
sed -n '/^summary/,$p' calls-new.out >>partial.out
"$program" '--limits-incl=main:Ir<=1' partial.out >got/output 2>got/errors
equal "a partial profile" "1 0" "$? $(wc -l <got/output)"

# ---- Terminals ----

NO_COLOR=1 "$program" stock-3.24.out >got/plain
NO_COLOR=1 "$program" --color=auto stock-3.24.out | same got/plain -
report "no colour in a pipe" $?
"$program" --color=never own.out >got/plain
"$program" own.out | same got/plain -
report "colour never is the default in a pipe" $?
QUERN_PAGER='touch paged' "$program" own.out >got/output
check "no pager in a pipe" absent paged

escape=$(printf '\033')
if on_terminal got/terminal "QUERN_PAGER= '$program' own.out"; then
   check "colour on a terminal" grep -q "$escape\\[" got/terminal
   on_terminal got/terminal "NO_COLOR=1 QUERN_PAGER= '$program' own.out"
   (unset COLUMNS && exec "$program" own.out) >got/plain
   check "NO_COLOR" same got/plain got/terminal
   on_terminal got/terminal "NO_COLOR= QUERN_PAGER= '$program' own.out"
   check "an empty NO_COLOR is none" grep -q "$escape\\[" got/terminal
   on_terminal got/terminal \
      "NO_COLOR=1 QUERN_PAGER= '$program' --color=always own.out"
   check "--color=always goes before NO_COLOR" grep -q "$escape\\[" got/terminal
   on_terminal got/terminal \
      "QUERN_PAGER='sed s/^/paged:/' '$program' --color=never own.out"
   sed 's/^/paged:/' got/plain >got/paged
   check "a pager" same got/paged got/terminal
   on_terminal got/terminal \
      "PAGER='sed s/^/paged:/' '$program' --color=never own.out"
   check "\$PAGER" same got/paged got/terminal
   on_terminal got/terminal "QUERN_PAGER=cat PAGER='touch paged' '$program' \
      --color=never own.out"
   check "\$QUERN_PAGER goes before \$PAGER" same got/plain got/terminal
   # A bare Debian has no less.
   mkdir no_less
   ln -s "$(command -v cat)" no_less/
   on_terminal got/terminal "PATH=no_less '$program' --color=never own.out"
   check "a system without a pager" same got/plain got/terminal
   on_terminal got/terminal "QUERN_PAGER='touch paged' '$program' --no-pager \
      --color=never own.out"
   check "--no-pager" same got/plain got/terminal
   on_terminal got/terminal "QUERN_PAGER='sed s/^/paged:/' '$program' --json \
      own.out"
   check "no pager for JSON" same got/own.json got/terminal
   on_terminal got/terminal "QUERN_PAGER='head -n 1' '$program' \
      --color=never own.out; echo status \$?"
   equal "a pager that is left early is no error" \
      "$(head -n 1 got/plain)
status 0" "$(cat got/terminal)"
   on_terminal got/terminal "QUERN_PAGER='cat >/dev/null' '$program' no/such; \
      echo status \$?"
   equal "an error needs no pager" \
      "cs_annotate: no/such: No such file or directory
status 1" "$(cat got/terminal)"
   # A slow pipe: the report comes, and the line of progress is gone.
   on_terminal got/terminal "{ head -n 20 own.out; sleep 1.5; \
      tail -n +21 own.out; } | '$program' --no-pager --color=never - 2>&1"
   # shellcheck disable=SC2016
   check "progress on a terminal is erased" sh -c '
      sed -n "/^-- Summary/,/^-- Metadata/p" got/plain >got/rest && test -s got/rest &&
      sed -n "/^-- Summary/,/^-- Metadata/p" got/terminal | tr -d "\r" | cmp - got/rest'
else
   skip "colour and pagers on a terminal" "no script(1) or pseudo-terminal"
fi
check "paged nothing by mistake" absent paged

# Where standard error is no terminal, nothing is shown of the progress.
{ head -n 20 own.out; sleep 1.5; tail -n +21 own.out; } |
   "$program" - >got/output 2>got/errors
check "no progress in a file" reports

# ---- Processes ----

# A build: make, shells that become compilers, one killed; of another machine, no
# parent.
build()
{
   printf 'cmd: make\nevents: Ir\n#: cachesim 1\n'
   echo '#: process 100 1 9000 exited 2 make -j2 all'
   for build_pid in 101 102 103 104 105; do
      echo "#: became /usr/bin/gcc"
      echo "#: process $build_pid 100 200 replaced sh -c gcc -c $build_pid.c"
      echo "#: after build.$build_pid"
      echo "#: process $build_pid 100 ${build_pid}00 exited 0 gcc -c $build_pid.c"
      echo "#: process 2$build_pid $build_pid ${build_pid}0000 exited 0 cc1 -quiet \
-imultiarch x86_64-linux-gnu $build_pid.c -o /var/cache/build/$build_pid.s"
   done
   echo '#: process 300 105 7 killed 9 as 105.s'
   echo '#: process 301 105 6 unknown old \x1b[31mred'
   echo '#: process 302 105 5 partial 30120 ld'
   echo '#: process 303 105 4 dumped daemon'
   printf 'fl=a.c\nfn=f\n1 5211522\nsummary: 5211522\n#: end 1\n'
}
build >build.out
# one_build NAME ARGUMENT...: as printed, of one compiler and what is not alike.
one_build()
{
   keep_whole "$@"
   grep -Evw '2?10[1-4]' "whole/$1" >"got/$1"
   stored "$1"
}
sections 'Summary|Processes' processes --no-annotate build.out
one_build processes-all --processes build.out
one_build processes-narrow --processes --width=72 build.out
one_build processes-csv --processes --csv build.out
one_build processes-json --json build.out
prints_json "JSON of a sum" got/build.json --json build.out
check "no line is wider than asked" awk '
   /^ *[0-9]/ { n++; if (length > 72) bad = 1 }
   END { exit bad || !n }' whole/processes-narrow
awk 'BEGIN { print "cmd: x\nevents: Ir\n#: cachesim 1"
   for (i = 1; i <= 5000; i++) print "#: process", i, i - 1, i, "exited 0 worker"
   print "fl=a.c\nfn=f\n1 12502500\nsummary: 12502500\n#: end 1" }' >many.out
exits "thousands of processes" 0 many.out
check "do not make the report long" sh -c \
   'test -s got/output && test "$(wc -l <got/output)" -lt 100'
check "the rest has an option" grep -qx '\.\.\. 4990 more processes: --processes' \
   got/output
# shellcheck disable=SC2046
exits "many files" 0 --no-annotate $(yes own.out 2>/dev/null | head -n 50)
check "are not all named" grep -q '^ *\.\.\. 41 more files$' got/output
for bad in '1 2' '1 2 x exited 0 a' '1 2 3 exited 256 a' '1 2 3 replaced a' '-1 2 3 dumped a' \
   '1 2 3 gone a'; do
   printf 'cmd: x\nevents: Ir\n#: cachesim 1\n#: process %s\nsummary: 0\n#: end 0\n' \
      "$bad" >bad.out
   refused "a process of '$bad'" 1 "cs_annotate: bad.out:4: expected PID PARENT COUNT \
STATE COMMAND after \"#: process\"" bad.out
done

# ---- Help and version ----

help_fits

# ---- Usage ----

misused "JSON and CSV" \
   "only one of --json, --csv, --markdown and --messages can be on standard output" --json --csv own.out
misused "no profile" "expected a profile"
misused "unknown option" "unrecognized option '--frobnicate'" \
   --frobnicate own.out
misused "unknown letter" "invalid option -- 'x'" -x own.out
misused "ambiguous option" \
   "option '--no' is ambiguous; possibilities: '--no-annotate' \
'--no-source' '--not-own' '--no-show-percs' '--no-pager'" --no own.out
misused "no value" "option '--show' requires an argument" own.out --show
misused "no directory" "option requires an argument -- 'I'" own.out -I
for option in --allow-different --csv --no-pager --no-annotate; do
   misused "a value of $option" "option '$option' doesn't allow an argument" \
      $option=x own.out
done
for value in '' -1 nan 1e1 0x1 1.2.3 . % 1%% '1 ' 100.1 101%; do
   misused "threshold '$value'" \
      "--threshold=$value: expected a percentage from 0 to 100" \
      --threshold="$value" own.out
done
for value in '' -1 +1 x 1x 4294967296 99999999999999999999; do
   misused "context '$value'" "--context=$value: expected a number up to 4294967295" \
      --context="$value" own.out
done
misused "show-percs=maybe" "--show-percs=maybe: expected yes or no" \
   --show-percs=maybe own.out
misused "annotate=1" "--annotate=1: expected yes or no" --annotate=1 own.out
misused "auto=1" "--auto=1: expected yes or no" --auto=1 own.out
misused "color=pink" "--color=pink: expected auto, always or never" \
   --color=pink own.out
misused "no such root" \
   "--source-root=gone: No such file or directory" --source-root=gone own.out
misused "empty directory" "--source-path: expected a directory" -I '' own.out
there_are="there are: Ir, Dr, D1mr, Bi"
misused "unknown event to show" \
   "--show: there is no event or metric \"Xr\"; did you mean Ir?; $there_are" \
   --show=Ir,Xr own.out
misused "nothing to show" \
   "--show: there is no event or metric \"\"; $there_are" --show= own.out
misused "nothing after a comma" \
   "--show: there is no event or metric \"\"; $there_are" --show=Ir, own.out
misused "an event twice" "--show: Ir is given twice; $there_are" \
   --show=Ir,Dr,Ir own.out
misused "unknown event to sort by" \
   "--sort: there is no event or metric \"Dw\"; did you mean Dr?; $there_are" --sort=Dw own.out
misused "a metric whose events are not there" \
   "--show: there is no event or metric \"CEst\"; $there_are" \
   --show=CEst own.out

# metric TEXT MESSAGE: the same with --metric=TEXT.
metric()
{
   misused "metric '$1'" "--metric=$1: metric \"$1\"$2" --metric="$1" own.out
}
operand='expected a number, a name, "-" or "("'
metric '' ': expected NAME=FORMULA'
metric 'x' ': expected NAME=FORMULA'
metric '1=Ir' ': a name is a letter or "_", then letters, digits, "_" and "."'
metric 'Ir=Dr' ': the name Ir is taken'
metric 'x=' ", character 3: $operand"
metric 'x=Ir+' ", character 6: $operand"
metric 'x=(Ir' ', character 6: expected an operator or ")"'
metric 'x=Ir)' ', character 5: expected an operator'
metric 'x=1..2' ', character 5: expected an operator'
metric 'x=Ir Dr' ', character 6: expected an operator'
metric 'x=y' ', character 3: there is no event or metric "y"'
metric 'x=x' ', character 3: there is no event or metric "x"'
misused "a metric twice" \
   '--metric=x=Dr: metric "x=Dr": the name x is taken' \
   --metric=x=Ir --metric=x=Dr own.out

# weights TEXT MESSAGE: the same with --cycles=TEXT.
weights()
{
   misused "cycles '$1'" "--cycles: weight $2" --cycles="$1" own.out
}
weights '' '"": expected NAME=NUMBER'
weights 'Ir' '"Ir": expected NAME=NUMBER'
weights 'Ir=' '"Ir=": expected a decimal number after "="'
weights 'Ir=-1' '"Ir=-1": expected a decimal number after "="'
weights 'Dr=1' '"Dr=1": only Ir, L1m, LLm and Bm have weights'
weights 'Ir=1,Ir=2' '"Ir=2": Ir is given twice'

# rewriting TEXT MESSAGE: the same with --mod-funcname=TEXT.
rewriting()
{
   misused "mod-funcname '$1'" "--mod-funcname=$1: \"$1\": $2" \
      --mod-funcname="$1" own.out
}
rewriting '' 'expected s/OLD/NEW/'
rewriting 'x' 'expected s/OLD/NEW/'
rewriting 's/a' 'expected "/" three times'
rewriting 's,a,b' 'expected "," three times'
rewriting 's//b/' 'OLD is empty'
rewriting 's/a/\1/' '\1, but there are only 0 groups'
rewriting 's/a/\q/' '\q has no meaning in the replacement'
rewriting 's/a/b/x' 'only g and i are flags'
exits "mod-filename 's/(/b/'" 2 --mod-filename='s/(/b/' own.out
check "it names the option" \
   grep -q '^cs_annotate: --mod-filename=s/(/b/: "s/(/b/": ' got/errors
for value in '' file: fn:; do
   misused "include '$value'" \
      "--include=$value: \"$value\": the pattern is empty" \
      --include="$value" own.out
   misused "exclude '$value'" \
      "--exclude=$value: \"$value\": the pattern is empty" \
      --exclude="$value" own.out
done
misused "escapes in an option" \
   "--color=\\x1b[31m: expected auto, always or never" \
   --color="$(printf '\033[31m')" own.out

# ---- Bad profiles ----

refused "missing" 1 "cs_annotate: no/such: No such file or directory" no/such
refused "directory" 1 "cs_annotate: src: Is a directory" src
: >empty.out
borrow hp_annotate/adhoc.out heap.out
refused "a heap profile" 1 \
   "cs_annotate: heap.out: this is a heap profile: hp_annotate heap.out" heap.out
refused "empty" 1 "cs_annotate: empty.out:1: the file is empty" empty.out
refused "empty standard input" 1 \
   "cs_annotate: (standard input):1: the file is empty" - </dev/null
refused "standard input is a directory" 1 \
   "cs_annotate: (standard input): Is a directory" - <src
head -n 30 own.out >cut.out
refused "cut between lines" 1 \
   "cs_annotate: cut.out:30: the file ends before its summary: line" cut.out
sed 's/^12 1 /12 2 /' stock-3.19.out >sum.out
refused "wrong sum" 1 \
   "cs_annotate: sum.out:26: summary of Ir is 13016, but the lines add up to \
13017 (difference -1)" sum.out
sed 's/^#: cachesim 1/#: cachesim 7/' own.out >new.out
refused "newer format" 1 \
   "cs_annotate: new.out:8: needs version 7: written in cachesim format 7, \
this reads up to format 1; use a newer quern" new.out
printf '# callgrind format\nversion: 1\n' >callgrind.out
refused "callgrind" 1 \
   "cs_annotate: callgrind.out:2: the file ends before its events: line" \
   callgrind.out
printf 'cmd: \033]0;x\007\nhuh\033\n' >escapes.out
refused "escapes in the profile" 1 \
   "cs_annotate: escapes.out:2: expected the events: line, found \"huh\\x1b\"" \
   escapes.out
cp escapes.out "$(printf 'e\033.out')"
refused "escapes in the profile's name" 1 \
   "cs_annotate: e\\x1b.out:2: expected the events: line, found \"huh\\x1b\"" \
   "$(printf 'e\033.out')"

# Cut after every byte; one process each, so a small file.
printf 'cmd: x\nevents: Ir\n#: cachesim 1\nfl=a\nfn=f\n1 12\n' >whole.out
printf 'summary: 12\n#: end 1\n' >>whole.out
exits "whole" 0 whole.out
cut_everywhere "cut after every byte" whole.out 1 "$program" part.out

# ---- Widths ----

for value in '' x -1 1001; do
   misused "width '$value'" \
      "--width=$value: expected a number up to 1000" --width="$value" own.out
done
misused "width 39" "--width=39: expected 0, for any width, or at least 40" \
   --width=39 own.out
for value in 0 40 1000; do
   exits "width $value" 0 --width=$value own.out
done

# ---- Output that fails ----

fails_to_write "report" own.out
fails_to_write "JSON" --json own.out
fails_to_write "CSV" --csv own.out
fails_to_write "help" --help

# ---- The page for browsers ----

# page_of PROFILE...: its document, in got/page.json, without the version.
page_of()
{
   "$program" --json=all "$@" | sed 's/"Quern [^ ]* /"Quern /' >got/page.json
}

page_of own.out
# The tests below have its report and that source.
sed '/^"report":/,/^,$/d; /^"\/\* The program/,/^"}"\]},$/d' got/page.json \
   >got/page-alone.json
stored page-alone.json
check "its source is that of the file" "$python" -S -c '
import json
sources = {of["file"]: of for of in json.load(open("got/page.json"))["sources"]}
assert sources["src/sum.c"]["lines"] == open("src/sum.c").read().splitlines()'
valid_json "the page's data is of the schema" got/page.json
"$program" --json --by=own own.out >got/by-own.json
"$program" --json --by=crate own.out >got/by-crate.json
# shellcheck disable=SC2016
check "its report is that of --json, and has lines of the program" "$python" -S -c '
import json
page, report = json.load(open("got/page.json"))["report"], json.load(open("got/own.json"))
own, crates = page.pop("own"), page.pop("crates")
assert crates == json.load(open("got/by-crate.json"))["crates"]
assert page == report
for line in own:
    line.pop("statement", None) # that needs the source
assert own and own == json.load(open("got/by-own.json"))["own"]'
# ---- (anonymous namespace) ----

sed 's/^fn=\(fill\|sum\)$/fn=(anonymous namespace)::\1/' own.out >anonymous.out
table anonymous --by=line --top=3 anonymous.out

# Of a flat profile no row reaches the threshold: --top wins, unless both are given.
"$python" -c '
print("cmd: flat\nevents: Ir\nfl=a.c")
for i in range(2000):
    print(f"fn=f{i}\n{i + 1} {2000 + i % 7}")
print("summary:", sum(2000 + i % 7 for i in range(2000)))' >flat.out

# Inlined code has the name of its own function, if its counts say which lines it is in.
cat >inlined.out <<'END'
cmd: ./app
events: Ir Dr
#: cachesim 1
fl=a.c
fn=main
30 10 2
fl=a.h
fn=main
4 10 1
5 15 1
9 25 4
summary: 60 8
#: object 01 /bin/app
#: object-counts 60 8
#: fn 2 get
#: f 1 1 0x0 1 60 8
#: i 1 3 30 25 2
#: by 0
#: a 0 1 1 60 8
#: t 0 0 0
#: t 1 1 1 35 6
#: ti 2 1 25 2
#: end 4
END
equal "lines of inlined code have its function" "get (a.h:4) get (a.h:5) main (a.c:30) main (a.h:9)" \
   "$("$program" --by=line inlined.out | sed -n 's/.*)  \([a-z]* (a.*\)/\1/p' | sort | paste -sd " ")"
equal "so do messages" 2 "$("$program" --messages --no-source inlined.out | grep -c 'in get$')"
equal "and lines of one's own" 2 \
   "$("$program" --by=own inlined.out | grep -c ' get (a.h:[45])')"

# What a tree leaves out for its length, the option that it names shows.
"$python" -c '
rows = [f"{name}{i}" for i in range(60) for name in "fghk"]
print("cmd: broad\nevents: Ir\n#: cachesim 1\nfl=a.c")
for line, name in enumerate(rows, 1):
    print(f"fn={name}\n{line} {1 if line % 4 else 37}")
print("fn=main\n900 10\nsummary: 2410\n#: object - /bin/broad\n#: object-counts 2410")
for i in range(240):
    print(f"#: f {i + 1} 1 0x0 {2 ** (i % 4)} {40 - i % 4}")
print("#: f 241 1 0x0 1 2410\n#: by 241")
for i in range(0, 240, 4):
    print(f"#: a 900 {i + 1} 1 40")
for i in range(240):
    if i % 4 < 3:
        print(f"#: by {i + 1}\n#: a {i + 1} {i + 2} {2 ** (i % 4 + 1)} {39 - i % 4}")
print("#: by 0\n#: a 0 241 1 2410\n#: t 0 0 0 0\n#: t 1 241 1 10")
arcs = iter(range(61, 241))
for i in range(60):
    for depth, arc in enumerate([i + 1] + [next(arcs) for _ in range(3)]):
        print(f"#: t {2 + depth} {arc} {2 ** depth} {37 if depth == 3 else 1}")
print("#: end 241")' >broad.out
"$program" --by=top-down broad.out >got/broad
more=$(sed -n 's/^\.\.\. \([0-9]*\) more lines: --top=0$/\1/p' got/broad)
check "a tree names what it leaves out" test "${more:-0}" -gt 100
equal "--top=0 shows that" $(($(grep -c '[0-9]%' got/broad) + more)) \
   "$("$program" --by=top-down --top=0 broad.out | grep -c '[0-9]%')"

for by in line function file; do
   rows=$("$program" --by=$by --top=3 flat.out | grep -c '^ *2,00[0-9] \|^ *4,')
   equal "--by=$by --top=3 of a flat profile" "$([ $by = file ] && echo 1 || echo 3)" "$rows"
done
"$program" --by=line --top=3 --threshold=1 flat.out >got/flat
check "with a threshold: none" grep -q '^(none reaches the threshold)$' got/flat
"$program" --by=line --threshold=1 --top=3 flat.out | same got/flat -
report "in any order" $?
printed anonymous-messages --messages --top=2 anonymous.out
for form in json csv json=all; do
   "$program" --$form anonymous.out >got/anonymous.$form
   equal "--$form has the whole name" "yes no" "$(
      grep -q '(anonymous namespace)::fill' got/anonymous.$form && echo yes) $(
      grep -q '(anon)' got/anonymous.$form || echo no)"
done
"$program" --html=got/anonymous.html anonymous.out
check "the page's tables without a script show the said one" \
   grep -q '<td>&nbsp;&nbsp;fill' got/anonymous.html

exits "a page" 0 --html=page.html own.out
check "no report besides" silent
# data_of PAGE: its data, as JSON.
data_of()
{
   sed -n '/^<script type="application\/json" id="quern-data">$/,/^<\/script>$/p' "$1" |
      sed '1d;$d'
}
data_of page.html | sed 's/"Quern [^ ]* /"Quern /' >got/data.json
check "its data is that of --json=all" "$python" -S -c '
import json
assert json.load(open("got/page.json")) == json.load(open("got/data.json"))'
check "no < in it" without '<' got/data.json
check "a policy lets only its own script run" \
   grep -q "content=\"default-src 'none'; script-src 'sha256-" page.html
check "it names their hashes" "$python" -S -c '
import base64, hashlib, re
text = open("page.html", encoding="utf-8", newline="").read()
for tag in "script", "style":
    content = re.search("<%s>(.*?)</%s>" % (tag, tag), text, re.S)[1]
    digest = hashlib.sha256(content.encode()).digest()
    hash = "sha256-" + base64.b64encode(digest).decode()
    assert "%s-src \x27%s\x27;" % (tag, hash) in text, tag'
check "nothing is loaded" sh -c \
   'test -s page.html && ! grep -qi "src=\|url([^#]\|@import\|http-equiv=.refresh" page.html'
check "tables without a script" \
   grep -q '<td>fill (sum.c:13)<br>for (int i = 0; i &lt; N; i++)</td>' page.html
exits "the page again" 0 --html=page.html own.out
cp own.out mine.html
refused "a page does not replace a profile" 1 \
   "$command: mine.html: would replace a tool's profile" --html=mine.html own.out
check "it is as it was" untouched mine.html own.out
echo mine >mine.html
exits "but other files" 0 --html=mine.html own.out
check "it does" grep -q '^<!DOCTYPE html>$' mine.html
exits "a page and JSON" 0 --html=page.html --json own.out
check "both" same got/output got/own.json
"$program" --html=- own.out >got/stdout.html
check "a page on standard output" cmp got/stdout.html page.html
misused "of JSON there is all" "--json=some: expected all" --json=some own.out
printed markdown --markdown --by=line --top=3 own.out
misused "one form" "only one of --json, --csv, --markdown and --messages can be on standard output" \
   --json=all --csv own.out
misused "the page before the profile" \
   "expected a profile; did you mean --html=page.html own.out?" --html own.out
misused "likewise a log" \
   "expected a profile; did you mean --sarif=quern.sarif own.out?" --sarif own.out
misused "no profile at all" "expected a profile" --html=got/none.html
misused "one on standard output" \
   "--html=- and --json, --csv or --messages are for standard output" --html=- --json own.out
"$program" --no-source --html=- own.out >got/private.html
check "a page without source" without 'int fill' got/private.html
page_of --source-root=other own.out
check "or with that of a root" grep -q '"missing":"outside of the source root"' got/page.json
page_of calls.out
valid_json "a page with call paths" got/page.json
cp got/page.json got/whole.json
page_of --tree=bottom-up --focus=fn:main calls.out
check "a page has all, whichever table is asked for" same got/page.json got/whole.json
printf 'cmd: </script><script>alert(1)</script>\nevents: Ir\nfl=</main><b>\nfn=<!--<script>\n1 2\n' \
   >hostile.out
printf 'summary: 2\n' >>hostile.out
exits "hostile names" 0 --html=page.html hostile.out
equal "are no elements" "3 0" \
   "$(grep -c '<script' page.html) $(grep -c '<b>\|alert(1)<.script' page.html)"

# ---- Sources that are not what was profiled ----

# warnings FILE: those among the first lines of the report.
warnings()
{
   "$program" "$1" | head -n 8 | grep WARNING
}
equal "sources as profiled" "" "$(warnings asm.out)"
touch -d 2022-01-01 src/list.c
equal "a newer one" "WARNING: list.c changed after the profile: lines can be off" \
   "$(warnings asm.out)"
equal "of a report without source" "" \
   "$("$program" --no-source asm.out | grep WARNING)"
touch -d 2020-01-01 src/list.c
sed 's/^13 /7013 /' own.out >past.out
touch -d 2021-01-01 past.out
equal "lines past the end" \
   "WARNING: sum.c ends at line 44, before line 7013 of the profile: generated, or changed" \
   "$(warnings past.out)"

# ---- Width ----

# wide FILE: the columns of its longest line.
wide()
{
   awk '{ n = length($0) > n ? length($0) : n } END { print n + 0 }' "$1"
}
{
   printf 'cmd: x\nevents: A B C D E F G H I J\nfl=a.c\nfn=%0150d\n1' 0
   printf ' 1234567%.0s' 1 2 3 4 5 6 7 8 9 10
   printf '\nsummary:'
   printf ' 1234567%.0s' 1 2 3 4 5 6 7 8 9 10
   printf '\n'
} >wide.out
(unset COLUMNS && exec "$program" --no-source wide.out) >got/pipe
check "a report in a pipe fits 120 columns" test "$(wide got/pipe)" -le 120
check "and uses them" test "$(wide got/pipe)" -gt 100
"$program" --no-source wide.out >got/any
check "COLUMNS=0: as wide as needed" test "$(wide got/any)" -gt 150
(unset COLUMNS && exec "$program" --no-source --width=0 wide.out) >got/zero
check "and --width=0" test "$(wide got/zero)" -gt 150

# ---- Messages for editors ----

printed messages --messages own.out
printed messages-show --messages --show=Dr,D1mr,Ir --sort=D1mr own.out
equal "as many as asked for" 2 "$("$program" --messages --top=2 own.out | grep -c note)"
equal "or as reach the threshold" 3 \
   "$("$program" --messages --threshold=20 own.out | grep -c note)"
equal "one that is inlined names how many others" "f and 1 more" \
   "$(printf 'cmd: x\nevents: Ir\nfl=src/sum.h\nfn=f\n2 5\nfn=g\n2 1\nsummary: 6\n' |
      "$program" --messages --by=line - | sed 's/.* in //')"
sed "s|^fl=src|fl=$PWD/src|" own.out >absolute.out
touch -d 2021-01-01 absolute.out
"$program" --messages absolute.out >got/here
"$program" --messages own.out | same got/here -
report "files below the current directory are relative to it" $?
(cd other && "$program" --messages ../absolute.out) >got/elsewhere
check "others are absolute" grep -q "^$PWD/src/sum.c:13: note: " got/elsewhere
(cd other && "$program" --messages ../own.out) >got/elsewhere
check "no source, no message" without note: got/elsewhere
check "but a line says so" \
   grep -q '^[0-9]* lines (.*%) left out: the source was not found' got/elsewhere
(cd other && "$program" --messages -I .. ../own.out) >got/elsewhere
check "-I names the place" grep -q '^\.\./src/sum\.c:13: note: ' got/elsewhere
check "source that is not opened is not looked for" \
   sh -c 'cd other && "$1" --messages --no-source ../own.out | grep -q "^src/sum.c:13: note"' \
   sh "$program"
touch -d 2022-01-01 src/sum.c
check "changed source" sh -c '"$1" --messages own.out |
   grep -q "^src/sum.c:13: .* in fill; the source is newer than the profile$"' sh "$program"
touch -d 2020-01-01 src/sum.c
exits "no counts" 0 --messages --html=got/zero.html zero.out
check "no messages" silent
for table in --inclusive --by=file --processes; do
   misused "messages with $table" "--messages prints lines: it takes no other table" \
      --messages $table own.out
done
misused "a log with a table" "--sarif prints lines: it takes no other table" \
   --sarif=x.sarif --by=file own.out
printed messages-findings --messages --by=finding asm.out
fails_to_write "messages" --messages own.out

# ---- A log in SARIF: what messages say ----

# logged FILE [fingerprints] ARGUMENT...: what the log has, or what is wrong with it.
logged()
{
   logged_file=$1 logged_what=
   shift
   [ "$1" = fingerprints ] && logged_what=$1 && shift
   "$program" --sarif="$logged_file" "$@" &&
      "$python" -B "$srcdir/tests/golden/sarif.py" "$logged_file" $logged_what
}

logged got/asm.sarif asm.out >got/sarif 2>&1
stored sarif
"$program" --messages asm.out |
   sed 's/: note: \(.* of cycles: \([a-z-]*\): \)/: warning: \2: \1/
        s/: note: /: note: hot-line: /; /^[0-9]/s/^/remark: /' | same got/sarif -
report "what messages say" $?
equal "findings alone" "3 warning" "$(logged got/x asm.out --by=finding |
   sed 's/.*: \(warning\|error\): .*/\1/' | sort | uniq -c | sed 's/^ *//')"
"$program" --sarif=got/x --fail-on=random-access asm.out >got/output 2>got/errors
equal "a finding that fails" "3 1" "$? $(grep -c '"random-access".*"level":"error"' got/x)"
equal "a log alone has no report" "" "$("$program" --sarif=got/x asm.out)"
mkdir -p "repo/.git" "repo/od d"
printf 'int f(int x)\n{\n   return 2 * x; /* \303\244 */\n}\n' \
   >"repo/od d/$(printf '\303\244').c"
moved()
{
   printf 'cmd: x\nevents: Ir\nfl=od d/\303\244.c\nfn=f\n%d 5\n%d 1\nsummary: 6\n' \
      "$1" "$2" >repo/moved.out
}
moved 3 4
(cd "repo/od d" && logged ../x.sarif -I .. ../moved.out) >got/moved
equal "below the repository" "od d/ä.c:3: note: hot-line: 83.3% of Ir (5), in f
od d/ä.c:4: note: hot-line: 16.7% of Ir (1), in f" \
   "$(sed 's/; the source .*//' got/moved)"
check "in a URI" grep -q '"uri":"od%20d/%C3%A4.c"' repo/x.sarif
(cd repo && logged x.sarif fingerprints moved.out) >got/before
moved 10 11
for n in 1 2 3 4 5 6 7; do
   sed -i '1i/* more */' repo/od*/*.c
done
(cd repo && logged x.sarif fingerprints moved.out) >got/after
check "fingerprints stay though lines move" same got/before got/after
sed -i 's/2 \* x/3 * x/' repo/od*/*.c
equal "but not those of other text" 1 "$(cd repo && logged x.sarif fingerprints moved.out |
   grep -c -F -f ../got/before)"
(cd other && logged ../got/x ../own.out) >got/elsewhere
check "what has no source is remarked" \
   grep -q '^remark: [0-9]* lines (.*%) left out: the source was not found' got/elsewhere
misused "a log and JSON" \
   "--sarif=- and --json, --csv or --messages are for standard output" --sarif=- --json own.out
misused "a log without a name" \
   "--sarif=: expected the name of a file, or - for standard output" --sarif= own.out
refused "a log in place of the profile" 1 "$command: own.out: would replace what is read" \
   --sarif=own.out own.out
fails_to_write "a log" --sarif=- own.out

# ---- Data objects and sharing ----

for example in everything sharing changed threads; do
   "$python" -B -S "$srcdir/tests/data_profile.py" $example $example.out
done
sections 'Data objects|Memory lines that threads share' \
   data --width=100 everything.out
differs data data-all --width=100 --by=data --threshold=0 everything.out
sections 'Data objects' \
   data-top --width=60 --by=data --top=1 --show=DLmr everything.out
differs data data-sharing --width=100 --sharing everything.out
sections 'Options' data-sharing-alone --no-annotate --width=100 sharing.out
for of in data data-sharing-alone; do
   awk '/^-- / { keep = /^-- Memory lines/ } keep && NF && !/^---/' whole/$of \
      >got/sharing-$of
done
check "sharing without data objects" same got/sharing-data got/sharing-data-sharing-alone
printed data-csv --csv --by=data everything.out
printed data-sharing-csv --csv --sharing everything.out
prints_json "data objects as JSON" got/data.json --json everything.out
prints_json "sharing alone as JSON" got/sharing.json --json sharing.out
prints_json "sharing in the page's data" got/page.json --json=all changed.out
check "the page's data leave out what is no finding" \
   grep -qF '"left_out":{"lines":1,"accesses":400010}' got/page.json
printf 'line 1\nline 2\n' >lines.c
sed "s|/home/ann/join/sum.c|$PWD/lines.c|; s/^9 192/2 192/; s/^#: d 9 /#: d 2 /" \
   everything.out >lines.out
"$program" --objects --threshold=0 lines.out | sed -n '/^-- Annotated source/,/^$/d; /^ *> /p' \
   | sed 's/^ *//' >got/data-lines
stored data-lines
"$program" --threshold=0 lines.out >got/output
check "objects only where they are asked for" without ' > .*%' got/output
exits "false sharing is a limit" 3 --fail-on=false-sharing everything.out
equal "which is named" "cs_annotate: everything.out: 1 finding that --fail-on names" \
   "$(cat got/errors)"
exits "others, too" 3 --fail-on=misses,conflict everything.out
exits "some are none" 0 --fail-on=fetch everything.out
exits "all" 3 --fail-on=all everything.out
refused "no sharing, no limit" 1 \
   "cs_annotate: own.out: the profile does not show false-sharing; cachesim --sharing=yes does" \
   --fail-on=false-sharing own.out
refused "nor a report" 1 \
   "cs_annotate: own.out: the profile has no sharing between threads; cachesim --sharing=yes records it" \
   --sharing own.out
refused "no machine" 1 \
   "cs_annotate: sharing.out: the profile does not show stride; cachesim --machine=host does" \
   --fail-on=false-sharing,stride sharing.out
"$program" --fail-on=some everything.out 2>got/errors >got/output
check "kinds of findings" grep -q '^cs_annotate: --fail-on=some: expected a list of .*, stride, .* or all$' \
   got/errors
sections 'Verdict' verdict --no-annotate everything.out
sections 'Lines of the program.*' own-calls --no-annotate --by=own --threshold=10 calls.out
prints_json "own lines as JSON" got/own-lines.json --by=own --json calls.out
printf '%s\n' "cmd: x" "events: Ir" "fl=/src/a.c" "fn=f" "1 60" "fl=/usr/include/a.h" \
   "fn=g" "2 40" "summary: 100" >libraries.out
"$program" --by=own libraries.out >got/libraries
check "what is of no line of the program is said" grep -qx \
   "not attributed to your lines, as callers are unknown: 40 Ir (40.00%)" \
   got/libraries
printed data-none --by=data own.out
sections 'Options' threads --no-annotate --width=100 threads.out
table threads-few --by=thread --sort=Dr --top=2 threads.out
table threads-apart --by=thread sharing.out
prints_json "threads in the page's data" got/page.json --json=all threads.out
printf '%s\n' "cmd: x" "events: Ir" "#: cachesim 1" "fl=a.c" "fn=f" "1 60" "fn=g" "2 40" \
   "summary: 100" "#: thread 1 1" "#: thread-counts 70" "#: thread 2 1" \
   "#: thread-counts 30" "#: end 2" >filtered.out
"$program" --no-annotate --include=fn:f filtered.out >got/filtered
check "threads, of the whole program, have no shares of what is included" \
   grep -qx "Threads: *2, by Ir: thread 1 (main), thread 2" got/filtered
"$program" --by=thread --include=fn:f filtered.out >got/filtered
check "nor have they in their table" grep -qx "70  thread 1 (main)" got/filtered

# ---- Sweeps, reasons of misses, what could be gained ----

for example in size ways line plain cycles everything; do
   "$python" -B -S "$srcdir/tests/machine_profile.py" $example machine-$example.out
done
# first_of_each NAME ARGUMENT...: of CSV the first two rows of each kind.
first_of_each()
{
   keep_whole "$@"
   awk -F, 'n[$1]++ < 2' "whole/$1" >"got/$1"
   stored "$1"
}
sections 'Metadata|Summary|Where estimated.*|Why the.*|Hottest lines' \
   machine-everything --width=100 --no-annotate machine-everything.out
table machine-classic-cycles --show=CEst --by=line --cycles=LLm=50 machine-cycles.out
table machine-curve --width=100 --curve machine-size.out
table machine-curve-narrow --width=60 --curve --top=1 machine-everything.out
table machine-curve-ways --curve --top=2 machine-ways.out
table machine-curve-line --curve --top=2 machine-line.out
first_of_each machine-curve-csv --csv --curve machine-size.out
differs machine-everything \
   machine-reasons --width=100 --no-annotate --reasons machine-everything.out
table machine-reasons-top --width=60 --reasons --top=1 machine-ways.out
table machine-why --width=80 --why machine-everything.out
table machine-why-cycles --width=60 --why --threshold=5 machine-cycles.out
"$program" machine-plain.out >got/output
check "no cycles by kind, nothing about them" without 'Where estimated' got/output
table machine-gains --width=100 --gains machine-everything.out
table machine-gains-classic --width=100 --gains --top=2 machine-plain.out
first_of_each machine-gains-csv --csv --gains machine-plain.out
for example in size ways line everything; do
   prints_json "curves and reasons as JSON: $example" got/machine.json \
      --json machine-$example.out
done
prints_json "gains and changes as JSON" got/machine.json \
   --json --gains --what-if='find all=0' machine-everything.out
"$program" --json=all machine-size.out >got/page.json
check "a page has no curves: it has their columns" without '"curves"' got/page.json

# What follows is computed by hand from machine_profile.py.
# then NAME CYCLES OPTION...: the cycles after changes.
then_cycles()
{
   then_name=$1 then_expected=$2
   shift 2
   equal "$then_name" "$then_expected" \
      "$("$program" "$@" | awk '/times as fast$/ { getline; print $2 }' | tr -d ,)"
}
now=106181400
then_cycles "a line without first-level misses, nor those behind" \
   $((now - 110 * 400000)) --what-if='join.c:34 D1m=0' machine-plain.out
then_cycles "without last-level misses" $((now - 100 * 400000)) \
   --what-if='/home/ann/join/join.c:34 DLm=0' machine-plain.out
then_cycles "half of them" $((now - 50 * 400000)) \
   --what-if='join.c:34 DLm=*0.5' machine-plain.out
then_cycles "a function" $((now - 100 * 400800)) --what-if='find DLmr=0' machine-plain.out
then_cycles "a pattern" $((now - 100 * 850800 - 1000)) --what-if='* LLm=0' \
   machine-plain.out
then_cycles "the program" $((now - 100 * 850800 - 1000)) --what-if='LLm=0' \
   machine-plain.out
then_cycles "a data object" $((now - 100 * 440000)) --what-if='object grid_new* DLm=0' \
   machine-plain.out
then_cycles "by its whole label" $((now - 100 * 440000)) \
   --what-if='object grid_new (grid.c:12) DLm=0' machine-plain.out
then_cycles "a line and its data are changed once each" $((now - 75 * 400000)) \
   --what-if='join.c:34 DLm=*0.5' --what-if='object node_new* DLm=*0.5' machine-plain.out
then_cycles "mispredictions" $((now - 10 * 120000)) --what-if='Bm=0' machine-plain.out
then_cycles "conflicts alone" $((now - 100 * 298000)) \
   --what-if='columns Lconf=0' machine-size.out
now=26456500
then_cycles "own cycles: waiting for data" $((now - 9600000)) \
   --what-if='join.c:34 D1m=0' --what-if='join.c:34 DTw=0' machine-everything.out
then_cycles "own cycles: mispredictions" $((now - 14 * 30000)) --what-if='find Bcm=0' \
   machine-everything.out
then_cycles "own cycles: as given" $((now - 9600000 / 2)) \
   --what-if='join.c:34 Cd=*0.5' machine-everything.out
then_cycles "did not run" $((now - 11224000)) --what-if='join.c:34 all=0' \
   machine-everything.out
then_cycles "half of the instructions" $((now - 600000)) --what-if='join.c:34 Ir=*0.5' \
   machine-everything.out
table machine-what-if --what-if='join.c:34 D1m=0' --what-if='Bm=*0.5' machine-plain.out
printed_ratios machine-what-if-csv --csv --what-if='find all=0' machine-plain.out

refused "no sweep" 1 "cs_annotate: own.out: the profile has no sweep; cachesim \
--sweep=LL:256K..64M counts one" --curve own.out
refused "no cycles by kind" 1 "cs_annotate: own.out: the profile has no estimated cycles \
by kind; cachesim --machine=host counts them" --why own.out
refused "no reasons" 1 "cs_annotate: own.out: the profile has no reasons of misses; \
cachesim --sweep=LL:256K..64M and --split=D1 count them" --reasons own.out
sed 's/^events:.*/events: Ir/; s/^\([0-9][0-9]* [0-9]*\) .*/\1/; /^#/d
   s/^summary: \([0-9]*\) .*/summary: \1/' machine-plain.out >instructions.out
refused "no cycles" 1 "cs_annotate: instructions.out: the profile has no cycles to gain: \
it counts neither misses nor mispredictions" --gains instructions.out
refused "nor changes" 1 "cs_annotate: instructions.out: the profile has no cycles to \
gain: it counts neither misses nor mispredictions" --what-if=Ir=0 instructions.out
misused "no such line" "--what-if=join.c:35 D1m=0: nothing in the profile matches" \
   --what-if='join.c:35 D1m=0' machine-plain.out
misused "no such object" "--what-if=object x D1m=0: nothing in the profile matches" \
   --what-if='object x D1m=0' machine-plain.out
sed '/^#: d/d' machine-plain.out >nodata.out
misused "no data objects" "--what-if: change \"object x D1m=0\": the profile has no \
data objects" --what-if='object x D1m=0' nodata.out
misused "no value" "--what-if: change \"find\": expected WHERE EVENT=VALUE" \
   --what-if='find' machine-plain.out
for value in '' 1 '*' '*-1' '*1e9999' '0x'; do
   misused "the value $value" "--what-if: change \"find D1m=$value\": expected 0 or a \
factor such as *0.5 after \"=\"" --what-if="find D1m=$value" machine-plain.out
done
misused "a rate" "--what-if: change \"D1rate=0\": D1rate is not a sum of events" \
   --what-if='D1rate=0' machine-plain.out
exits "an unknown event" 2 --what-if='find D1mx=0' machine-plain.out
check "like another" grep -q 'there is no event or metric "D1mx"; did you mean D1m' \
   got/errors
fails_to_write "curves" --curve machine-size.out
fails_to_write "why" --why machine-everything.out
fails_to_write "gains" --gains machine-size.out

plan
