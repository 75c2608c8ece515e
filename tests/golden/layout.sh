#!/bin/sh
# layout.sh -- profiles of a layout in all commands: cs_diff judges each rule, reports say
# what they are of, and sums are of one layout.
# SPDX-License-Identifier: GPL-2.0-or-later

command=cs_diff
program=${CS_DIFF:?}
data=${srcdir:?}/tests/golden/layout
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

# Before the layout.
sed -e '/^desc: Layout/d; /^#: l[rcd] /d' \
   -e 's/ 40000 2000 200 / 40000 20000 10000 /; s/ 4100 405 / 4400 810 /' \
   -e 's/ 12000 900 / 30000 1800 /; s/ 2300 1600$/ 1000 1000/' \
   -e 's/ 18151 1516 8010 2301 1601$/ 54451 12621 8010 1001 1001/' \
   -e 's/^\(#: d 31 .*\) 2000 200$/\1 20000 10000/; s/ 4000 400$/ 4100 800/; s/ 100 5$/ 300 10/' \
   -e 's/ 12000 900$/ 30000 1800/; s/ 1400 1100$/ 1000 1000/; s/ 56 0 0 900 500$/ 56 /' \
   layout.out >plain.out
touch -d '2021-01-01 00:00:00' plain.out

# One rule alone; another layout; a profile without data objects.
sed '/^#: l[rcd] /d; s/^#: end/#: lr 3 type struct Order: pool\
#: lc 1 1000 80000 0 0 0\
#: ld 1 1\
&/; s/orders.layout/pool.layout/' layout.out >pool.out
sed '/^#: d/d' plain.out >bare.out
sed 's/^#: ld 1 1/#: ld 4 1/' layout.out >bad.out

# ---- cs_diff ----

sections 'Layout: .*|Verdict|Summary|Metadata' report --width=80 plain.out layout.out
check "the layout comes first" sh -c 'sed -n 2p whole/report | grep -q "^-- Layout: "'
differs report alone --by=layout --width=80 plain.out layout.out
printed markdown --markdown --by=layout plain.out layout.out
printed csv --csv --by=layout plain.out layout.out
table one-rule --by=layout --width=100 plain.out pool.out
table another --by=layout --width=100 layout.out pool.out
table no-data --by=layout --width=80 bare.out layout.out
printed none --by=layout plain.out plain.out
printed of-old --by=layout layout.out plain.out
table same-head --by=verdict --width=80 layout.out layout.out
table old-head --by=verdict --width=80 layout.out plain.out
table new-head --by=verdict --width=80 plain.out layout.out
sections Options old-metadata --by=metadata layout.out plain.out
equal "other events" "Data objects that changed" \
   "$("$program" plain.out layout.out | sed -n 's/^-- \(Data objects.*\)/\1/p')"

# members FILE MEMBER...: these of a JSON document, a line each.
members()
{
   "$python" -c '
import json, sys
report = json.load(open(sys.argv[1], encoding="utf-8"))
for key in sys.argv[2:]:
    for name, value in (report.get(key) or {}).items():
        print(key, name, json.dumps(value))
    if key not in report or not report[key]:
        print(key, json.dumps(report.get(key)))' "$@"
}

prints_json "JSON of a pair" got/pair.json --json plain.out layout.out
members got/pair.json layout old_layout layout_verdict >got/json
stored json
prints_json "JSON of two layouts" got/pools.json --json layout.out pool.out
equal "both are named" "layouts/pool.layout layouts/orders.layout" \
   "$("$python" -c '
import json
report = json.load(open("got/pools.json"))
print(report["layout"]["file"], report["old_layout"]["file"])')"
prints_json "JSON without data objects" got/bare.json --json bare.out layout.out
prints_json "JSON of one layout" got/same.json --json layout.out layout.out
equal "nothing to judge" "layout_verdict null" "$(members got/same.json layout_verdict)"

# What the rules and the rest have is what the program has.
check "changes add up" "$python" -c '
import json
verdict = json.load(open("got/pair.json"))["layout_verdict"]
rules = sum(rule["percent"] for rule in verdict["rules"])
change = 100 * (verdict["cycles"] / verdict["old_cycles"] - 1)
assert verdict["rest"] != 0 and abs(rules + verdict["rest"] - change) < 1e-9, verdict'

# It is advice: limits are as ever.
exits "a limit that is kept" 0 --limits=CEst=1% plain.out layout.out
exits "a limit that is not" 3 --limits=Ir=1%,D1mw=1% plain.out layout.out

# ---- One profile ----

on cs_annotate
sections 'Verdict' annotate --width=80 layout.out
check "the metadata name the layout" \
   grep -qx 'Layout:  *layouts/orders.layout, 3 rules' whole/annotate
check "a profile without a layout says nothing of one" sh -c \
   '"$1" plain.out >got/plain && [ -s got/plain ] && ! grep -i layout got/plain' sh \
   "$program"
prints_json "JSON of a profile" got/one.json --json layout.out
members got/pair.json layout >got/of-pair
members got/one.json layout >got/of-one
check "is the same as of the pair" same got/of-pair got/of-one
prints_json "JSON of the page" got/page.json --json=all layout.out
refused "a rule that is not there" 1 \
   "cs_annotate: bad.out:54: there is no rule 4 before this note" bad.out
on cs_export
"$program" --format=callgrind layout.out >got/callgrind.out
check "an export says what it is of" grep -qx 'desc: Layout: layouts/orders.layout' \
   got/callgrind.out
prints_json "exported JSON" got/export.json --format=json layout.out
members got/export.json layout >got/of-export
check "has the rules" same got/of-pair got/of-export
on cs_annotate
equal "read again" "Layout:           layouts/orders.layout" \
   "$("$program" --by=metadata got/callgrind.out | grep Layout)"

# ---- Sums ----

on cs_merge
"$program" -o twice.out layout.out layout.out
grep '^desc: Layout\|^#: l[rcd] ' twice.out >got/twice
stored twice
refused "a sum with the program as it is" 1 \
   "cs_merge: plain.out:13: layouts differ: expected \"layouts/orders.layout\", found none \
(after layout.out)" -o no.out layout.out plain.out
refused "and the other way round" 1 \
   "cs_merge: layout.out:6: layouts differ: expected none, found \"layouts/orders.layout\" \
(after plain.out)" -o no.out plain.out layout.out
refused "of another layout" 1 \
   "cs_merge: pool.out:48: layouts differ: expected \"type struct Order at orders.c:18: hot \
city, next; cold rest\", found \"type struct Order: pool\" (after layout.out)" \
   -o no.out layout.out pool.out
exits "allowed" 0 --allow-different -o mixed.out layout.out plain.out
on cs_annotate
equal "says that there are several" "several, among them layouts/orders.layout" \
   "$("$program" --by=metadata mixed.out | sed -n 's/^Layout: *//p')"
plan
