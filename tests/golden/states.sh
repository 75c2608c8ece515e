#!/bin/sh
# states.sh -- the state of the run in all commands: reports show it, partial profiles
# are not held against limits, and sums combine it.  The profiles of states/ have no
# state; the tests add each state.
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2086 # names of states and files are words

command=cs_annotate
program=${CS_ANNOTATE:?}
data=${srcdir:?}/tests/golden/states
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

# cs_state NAME LINE...: NAME.out and h-NAME.out, with these notes and members.
cs_state()
{
   cs_state_file=$1.out
   shift
   awk -v notes="$(printf '#: %s\n' "$@" | sed 's/\\/\\\\/g')" \
      '{ print } /^#: pid/ { print notes }' app.out >"$cs_state_file"
}

hp_state()
{
   hp_state_file=h-$1.out
   "$python" -c '
import json, sys
profile = json.load(open("heap.out"))
profile["heapprof"].update(json.loads(sys.argv[1]))
json.dump(profile, sys.stdout)' "$2" >"$hp_state_file" || exit 99
}

cs_state fine 'state exited 0'
hp_state fine '{"state": {"how": "exited"}}'
cs_state failed 'state exited 3'
hp_state failed '{"state": {"how": "exited"}, "exit_code": 3}'
cs_state killed 'state killed 11'
hp_state killed '{"state": {"how": "killed", "signal": 11}}'
cs_state real-time 'state killed 40'
hp_state real-time '{"state": {"how": "killed", "signal": 40}}'
cs_state replaced 'state replaced /bin/\x1b[31mred one'
hp_state replaced '{"state": {"how": "replaced", "by": "/bin/\\x1b[31mred one"}}'
cs_state dumped 'state dumped'
hp_state dumped '{"state": {"how": "dumped"}}'
cs_state partial 'state partial 30120'
hp_state partial '{"state": {"how": "partial", "ms": 30120}}'
cs_state early 'state partial 99'
hp_state early '{"state": {"how": "partial", "ms": 99}}'
cs_state after 'predecessor cachesim.out.1' 'state killed 6'
hp_state after '{"state": {"how": "killed", "signal": 6},
                 "predecessor": "heapprof.out.1"}'
states="fine failed killed real-time replaced dumped partial early after"

# metadata FILE...: the status, the report's metadata, without the names of files,
# and standard error; but after the command's first, how they differ from it: the new lines,
# and after the names what diff(1) says of where they are.
metadata()
{
   {
      "$program" "$@" 2>got/errors
      echo "status $?"
   } >got/output
   {
      tail -n 1 got/output
      sed -n '/^-- Metadata/,/^-- [^M]/p' got/output |
         grep -v '^--\|^$\|^Data file: \|^Old: \|^New: \|^status '
      cat got/errors
   } >got/metadata
   if [ -f "whole/$command" ]; then
      diff "whole/$command" got/metadata >got/difference
      echo "## $*" "$(grep '^[0-9]' got/difference | xargs)"
      sed -n 's/^> //p' got/difference
   else
      echo "## $*"
      tee "whole/$command" <got/metadata
   fi
}

# ---- Reports ----

on cs_annotate
for state in $states; do metadata $state.out; done >got/cs_annotate
stored cs_annotate
on hp_annotate
for state in $states; do metadata h-$state.out; done >got/hp_annotate
stored hp_annotate
on cs_diff
{
   for state in $states; do metadata fine.out $state.out; done
   metadata early.out partial.out
   metadata after.out app.out
} >got/cs_diff
stored cs_diff
on hp_diff
{
   for state in $states; do metadata h-fine.out h-$state.out; done
   metadata h-early.out h-partial.out
   metadata h-after.out heap.out
} >got/hp_diff
stored hp_diff

# An older profile, without a state, counts as one of a program that exited.
for name in cs_annotate hp_annotate; do
   on $name
   old=app.out fine=fine.out
   [ $name = cs_annotate ] || old=heap.out fine=h-fine.out
   "$program" $old | without_name | sed '1s/ ended / exited with 0 /' >got/old
   "$program" $fine | without_name | same got/old -
   report "$name: no state is a plain end" $?
done

on cs_annotate
{
   metadata killed.out failed.out
   metadata partial.out killed.out early.out
   metadata - <partial.out
} >got/several
stored several

# ---- For programs ----

# members COMMAND FILE...: the members of the JSON on the state, valid by the schema.
members()
{
   on "$1"
   shift
   "$program" --json "$@" >got/output.json 2>got/errors
   valid_json "JSON: $command $*" got/output.json
   "$python" -c '
import json
report = json.load(open("got/output.json"))
print({key: report.get(key) for key in ("state", "predecessor", "states")
       if key in report})' >>got/members
}
for state in $states; do
   members cs_annotate $state.out
   members hp_annotate h-$state.out
   members cs_diff $state.out app.out
   members hp_diff heap.out h-$state.out
done
members cs_annotate app.out
members cs_annotate partial.out early.out
members hp_annotate heap.out
members cs_diff app.out app.out
members hp_diff h-partial.out h-early.out
stored members

# ---- Limits ----

# No limit is held against a partial profile.
partial="partial: a checkpoint 30.1 s into the run; what came later is missing"
for kind in cs hp; do
   on ${kind}_diff
   metric=Ir each=--limits-fn whole=app.out part=partial.out
   if [ $kind = hp ]; then
      metric=peak each=--limits-path whole=heap.out part=h-partial.out
   fi
   why="$command: $part: warning: $partial
$command: $part: it is partial: a limit cannot be checked against it"
   refused "$command: a limit, NEW is partial" 1 "$why" \
      --limits=$metric=10% --junit=got/limits.xml $whole $part
   check "$command: no gate result is written" absent got/limits.xml
   refused "$command: a limit, OLD is partial" 1 "$why" $each=$metric=10% \
      $part $whole
   refused "$command: a limit, both are partial" 1 "$command: $part: warning: $partial
$why" --limits=$metric=0 $part $part
   exits "$command: partial, no limit" 0 $part $whole
   exits "$command: complete profiles" 0 --limits=$metric=10% $whole $whole
   misused "$command: usage goes first" \
      "--limits=x=1: $("$program" --limits=x=1 $whole $whole 2>&1 |
         sed -n 's/^[^:]*: --limits=x=1: //p')" --limits=x=1 $whole $whole
   exits "$command: of a partial profile, too" 2 --limits=x=1 $whole $part
done
on hp_annotate
refused "hp_annotate: --fail-on" 1 "hp_annotate: h-partial.out: warning: $partial
hp_annotate: h-partial.out: it is partial: findings can be missing, so --fail-on cannot \
decide" \
   --fail-on=leaked h-partial.out
exits "hp_annotate: --fail-on=all" 1 --fail-on=all h-early.out
exits "hp_annotate: --json and --fail-on" 1 --json --fail-on=all h-early.out
check "writes nothing" sh -c 'test -s got/errors && test ! -s got/output'
exits "hp_annotate: of a dump" 0 --fail-on=temporary h-dumped.out

# ---- Sums ----

on cs_merge
{
   for files in "fine.out killed.out" "early.out fine.out partial.out after.out" \
      partial.out after.out; do
      rm -f got/sum.out
      metadata -o got/sum.out $files
      grep '^#: ' got/sum.out
   done
} >got/cs_merge
stored cs_merge
"$CS_MERGE" -o got/again.out got/sum.out app.out
equal "the sum of complete profiles is not partial" 0 "$(grep -c state got/again.out)"
"$CS_MERGE" -o - early.out partial.out 2>got/errors >got/sum.out
"$CS_MERGE" -o - partial.out early.out 2>got/errors | same got/sum.out -
report "cs_merge: the order does not matter" $?
on hp_merge
{
   for files in "h-fine.out h-killed.out" \
      "h-early.out h-fine.out h-partial.out h-after.out" h-partial.out h-after.out
   do
      rm -f got/sum.out
      metadata -o got/sum.out $files
      "$python" -c '
import json
own = json.load(open("got/sum.out"))["heapprof"]
print({key: own.get(key) for key in ("merged", "state", "predecessor")})'
   done
} >got/hp_merge
stored hp_merge
rm -f got/sum.out
"$HP_MERGE" -o got/sum.out h-early.out h-partial.out 2>got/errors
on hp_annotate
exits "hp_annotate of the sum" 0 got/sum.out
check "hp_annotate reports the sum as partial" grep -q "^Partial:  *${partial#*: }" got/output

# ---- Other formats ----

on hp_export
for format in massif folded csv dhat; do
   "$program" --format=$format h-partial.out 2>got/errors | head -n 1 |
      cut -c 1-120
   cat got/errors
done >got/hp_export
stored hp_export

# ---- Checkpoints ----

# Patterns such as cachesim.out.* match them.
cp app.out c.1
cp partial.out c.1.checkpoint
cp partial.out c.2.checkpoint
cp h-fine.out h.1
cp h-partial.out h.1.checkpoint
cp h-partial.out h.2.checkpoint
out="warning: left out: a checkpoint of a profile that is given as well"
for name in cs_annotate cs_merge hp_merge; do
   on $name
   kind=${name%%[sp]_*}
   merge=
   [ $name = cs_annotate ] || merge="-o got/sum.out"
   exits "$name: a pattern that matches checkpoints" 0 $merge $kind.*
   equal "$name: checkpoints of complete profiles are left out" \
      "$name: $kind.1.checkpoint: $out
$name: $kind.2.checkpoint: warning: $partial" "$(cat got/errors)"
   exits "$name: in another order" 0 $merge $kind.1.checkpoint $kind.1
   equal "$name: the result is the same" "$name: $kind.1.checkpoint: $out" "$(cat got/errors)"
   exits "$name: only the checkpoint exists" 0 $merge $kind.1.checkpoint
   equal "$name: the checkpoint is read" \
      "$name: $kind.1.checkpoint: warning: $partial" "$(cat got/errors)"
done
check "what was merged" grep -q '"merged":1\>' got/sum.out

plan
