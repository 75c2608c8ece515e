#!/bin/sh
# calls.sh -- calls of callgrind's files in all commands: inclusive costs, callers, limits;
# and paths, which are estimated, and said to be.
# parse() calls term(), which calls parse(); fact() calls itself; leaf() has two callers.
# SPDX-License-Identifier: GPL-2.0-or-later

command=cs_annotate
program=${CS_ANNOTATE:?}
data=${srcdir:?}/tests/golden/calls
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

# ---- cs_annotate ----

printed inclusive --inclusive old.out
printed both --tree=both old.out
printed top-down --tree=top-down old.out
printed bottom-up --tree=bottom-up old.out
printed focus --focus=leaf --tree=top-down old.out
sections 'Metadata|Lines of the program.*' report old.out
prints_json "JSON" got/calls.json --json --tree=top-down old.out
"$python" -c '
import json
for name, value in json.load(open("got/calls.json"))["calls"].items():
    if isinstance(value, list):
        for item in value:
            print(name, json.dumps(item))
    else:
        print(name, json.dumps(value))' >got/json
stored json
"$program" --html=page.html old.out
check "the page says it, too" grep -q '"estimated":true' page.html

# ---- Sums ----

on cs_merge
"$program" -o sum.out old.out
on cs_annotate
for option in --inclusive --tree=both --tree=top-down --by=own; do
   "$program" "$option" old.out >one
   "$program" "$option" sum.out >two
   check "a profile by cs_merge, $option" same one two
done
"$program" --csv --inclusive old.out new.out >one
on cs_merge
"$program" -o both.out old.out new.out
on cs_annotate
"$program" --csv --inclusive both.out >two
check "a sum of two" same one two

# ---- cs_diff ----

on cs_diff
printed diff --by=inclusive old.out new.out
printed limits --limits-incl=leaf:Ir=5% --by=verdict old.out new.out
printed folded --folded old.out new.out

# ---- cs_export ----

on cs_export
printed export-folded --format=folded old.out
for format in speedscope firefox; do
   "$program" --format=$format old.out >exported 2>errors
   check "$format says it" grep -q 'call paths are estimated' exported
   check "$format: cs_export says it" grep -q 'call paths are estimated' errors
done
"$program" --format=callgrind -o again.out old.out
printed export-json --format=json old.out
on cs_annotate
printed again --inclusive again.out
plan
