#!/bin/sh
# counting.sh -- which part of a run was counted, in all commands: reports, sums and
# pairs show it, and damaged notes are refused.  The profiles of states/ have no such
# note; the tests add each.
# SPDX-License-Identifier: GPL-2.0-or-later

command=cs_annotate
program=${CS_ANNOTATE:?}
data=${srcdir:?}/tests/golden/states
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

# counting NAME WORD...: NAME.out and h-NAME.out, with these names and numbers.
counting()
{
   counting_name=$1
   shift
   awk -v note="#: counting $*" '{ print } /^#: pid/ { print note }' app.out \
      >"$counting_name.out"
   "$python" -c '
import json, sys
profile = json.load(open("heap.out"))
words = sys.argv[1:]
profile["heapprof"]["counting"] = dict(zip(words[::2], map(int, words[1::2])))
json.dump(profile, sys.stdout)' "$@" >"h-$counting_name.out" || exit 99
}

counting late late 1 counted 500 began 1234
counting never late 1 off 1
counting zero restarted 1 counted 100 zeros 1 last_zero 9876543
counting zeros restarted 1 counted 100 zeros 12 last_zero 9876543
counting stop stopped 1 counted 700 stops 1 first_stop 1000 last_start 4000 off_time 3000
counting stops stopped 1 stops 5 first_stop 1000 last_start 9000 off_time 3000
counting off stopped 1 counted 10 stops 1 first_stop 10 off_time 5 off 1
counting toggled toggled 1 counted 500
counting all late 1 restarted 1 stopped 1 toggled 1 began 0 zeros 1 stops 1 later_name 7
cases="late never zero zeros stop stops off toggled all"

# head_of FILE...: what the report's metadata say of it.
head_of()
{
   "$program" "$@" 2>&1 |
      sed -n 's/^Counting: *//p; s/^\(Old\|New\) counting: */\1: /p' |
      paste -sd ';' | sed "s/^/$command $*: /"
}

for kind in cs hp; do
   h=
   [ $kind = hp ] && h=h-
   whole=app.out
   [ $kind = hp ] && whole=heap.out
   on ${kind}_annotate
   for case in $cases; do head_of $h$case.out; done
   head_of $whole
   on ${kind}_diff
   head_of ${h}zero.out ${h}stop.out
   head_of $whole ${h}late.out
   on ${kind}_merge
   "$program" -o sum.$kind ${h}zero.out ${h}stop.out $whole ${h}zeros.out
   "$program" -o other.$kind ${h}zeros.out $whole ${h}zero.out ${h}stop.out
   "$program" -o one.$kind ${h}zero.out
   "$program" -o more.$kind sum.$kind ${h}late.out
   on ${kind}_annotate
   for sum in sum one more; do head_of $sum.$kind; done
   on ${kind}_diff
   head_of sum.$kind ${h}off.out
done >got/counting
stored counting
check "cs: the order of a sum does not matter" cmp sum.cs other.cs
check "hp: the order of a sum does not matter" cmp sum.hp other.hp

grep -h '^#: counting' sum.cs one.cs more.cs >got/counting_notes
grep -ho '"counting":{[^}]*}' sum.hp one.hp more.hp >>got/counting_notes
stored counting_notes

# members COMMAND FILE...: the member of the JSON, valid by the schema.
members()
{
   on "$1"
   shift
   prints_json "JSON: $command $*" got/output.json --json "$@"
   "$python" -c '
import json
print(json.load(open("got/output.json")).get("counting"))' >>got/counting_members
}
for case in $cases; do
   members cs_annotate $case.out
   members hp_annotate h-$case.out
done
members cs_annotate app.out
members hp_annotate heap.out
members hp_annotate sum.hp
members cs_diff app.out zero.out
members hp_diff h-zero.out heap.out
members hp_diff heap.out heap.out
stored counting_members

# ---- Damage
on cs_annotate
sed 's/^#: counting .*/#: counting restarted x/' zero.out >bad.out
refused "a note without a number" 1 \
   "cs_annotate: bad.out:$(grep -n '^#: counting' bad.out | cut -d: -f1): expected names \
and numbers after \"#: counting\"" bad.out
on hp_annotate
"$python" - <<'END'
import json
for name, value in (("type", []), ("number", {"zeros": -1})):
    profile = json.load(open("heap.out"))
    profile["heapprof"]["counting"] = value
    json.dump(profile, open(f"h-{name}.out", "w"))
for name, key, value in (("old", "old", [10**9, 1, 0, 0]), ("freed", "old", [1, 1, 2, 0])):
    profile = json.load(open("heap.out"))
    profile["pps"][0][key] = value
    json.dump(profile, open(f"h-{name}.out", "w"))
END
for case in type number old freed; do
   "$program" h-$case.out >/dev/null 2>>got/counting_errors
   echo "status $?" >>got/counting_errors
done
stored counting_errors

plan
