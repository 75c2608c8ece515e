#!/bin/sh
# cs_merge.sh -- runs cs_merge on the files in cs_merge/ and compares what it
# writes, and its exit status, with cs_merge/expected/.
# SPDX-License-Identifier: GPL-2.0-or-later

command=cs_merge
program=${CS_MERGE:?}
data=${srcdir:?}/tests/golden/cs_merge
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

annotate=${CS_ANNOTATE:?}

borrow cs_diff/old.out one.out
borrow cs_diff/new.out two.out
borrow cs_annotate/own.out odd.out
borrow cs_annotate/stock-3.19.out
borrow cs_annotate/zero.out
# with_looks EXAMPLE NOTE...: the example with notes on looks.
with_looks()
{
   "$python" -B -S "$srcdir/tests/data_profile.py" "$1" made.out
   shift
   sed "/^#: sharing/{ i #: looks 64
      $(printf 'i #: dl %s\n' "$@")
      }" made.out
}
with_looks everything '1 40 -16 w50' '1 12 -48 ff000000000000 ff' '3 100 0 8*f 7*0' >data-1.out
with_looks other '1 30 -16 w50' '1 9 -16 10000' '3 1 128 2*0 3f' >data-2.out
rm made.out

# counts FILE...: each file, function and line, with the sums of its counts.
counts()
{
   "$annotate" --csv --threshold=0 --show=Ir,Dr,D1mr "$@" | sort
}

# ---- What is written ----

printed two -o - one.out two.out
cp ./*.out whole
differs stock-3.19.out one -o - stock-3.19.out
"$program" -o - odd.out odd.out | sed '/^[1-9]/d' >got/odd # the sums are those of `two`
stored odd
printed callgrind -o - callgrind.out
differs two mixed -o - one.out callgrind.out two.out
printed zero -o - zero.out zero.out
printed regions -o - regions-1.out regions-2.out
"$program" -o - calls-1.out calls-2.out | sed '/^fl=/,/^summary:/d' >got/calls
stored calls
"$program" -o - --mod-funcname='s/^node_//' data-1.out data-2.out |
   sed '/^fl=/,/^summary:/d' >got/data
stored data
differs two names -o - --mod-filename='s|^src/||' --mod-funcname='s/(gone|added)/x/' \
   --exclude=fn:main one.out two.out

"$program" -o got/all.out one.out two.out callgrind.out
counts one.out two.out callgrind.out >got/apart
counts got/all.out >got/together
check "cs_annotate reads it: the same counts" same got/apart got/together
"$program" -o got/first.out one.out two.out
"$program" -o got/steps.out got/first.out callgrind.out
counts got/steps.out >got/stepwise
check "in two steps: the same counts" same got/apart got/stepwise
"$program" -o got/again.out got/all.out
grep -v '^#: merged' got/again.out >got/again
grep -v '^#: merged' got/all.out | same got/again -
report "one file is written as it was" $?
"$program" -o got/calls-1.out calls-1.out
for file in calls-1.out got/calls-1.out; do
   sed '1,/^summary:/d' "$file" >"got/$(dirname "$file" | tr ./ _)"
done
check "so are its calls" cmp got/_ got/got
for other in "one.out" "--exclude=fn:main"; do
   "$program" -o got/part.out calls-1.out $other
   check "calls of a part are left out: $other" without '^#: t ' got/part.out
done
# data FILE: its notes on data objects and sharing.
data()
{
   sed '1,/^summary:/d' "$1"
}
"$program" -o got/data-1.out data-1.out
"$program" -o got/data-again.out got/data-1.out
"$program" -o got/data-12.out data-1.out data-2.out
"$program" -o got/data-21.out data-2.out got/data-1.out
for i in 1 again 12 21; do
   data got/data-$i.out >got/data-$i
done
check "one file's data are written as they were" same got/data-1 got/data-again
check "data in another order: the same" same got/data-12 got/data-21
grep -Ev '^#: (d|looks|s[ahlr])' data-2.out >no-data.out
for other in "no-data.out" "--exclude=fn:main"; do
   "$program" -o got/part.out data-1.out $other
   check "data of a part are left out: $other" without '^#: \(data\|d\|dl\|sa\) ' got/part.out
done
"$program" --output=got/long.out one.out two.out
check "--output" cmp got/first.out got/long.out
"$program" -o - one.out two.out >got/stdout.out
check "standard output" cmp got/first.out got/stdout.out
gzip -c two.out | "$program" -o got/gz.out one.out -
check "gzip on standard input" cmp got/first.out got/gz.out
if command -v cg_annotate >/dev/null; then
   check "cg_annotate reads it" sh -c \
      'cg_annotate got/first.out | grep -q "^20,120 .* PROGRAM TOTALS"'
else
   skip "cg_annotate reads it" "no cg_annotate"
fi

# Many files; the copies in memory are beyond what is compacted.
many=
while [ ${#many} -lt 400 ]; do # 50 names of 8 characters
   many="$many one.out"
done
# shellcheck disable=SC2086
"$program" -o got/many.out $many $many
equal "a hundred" "summary: 1000000 103500 1100" "$(grep ^summary: got/many.out)"

# ---- Where it is written ----

cp one.out a.out
ln a.out again.out
refused "OUT is an input" 1 "cs_merge: again.out: would replace what is read" \
   -o again.out a.out two.out
refused "OUT is a profile" 1 "cs_merge: a.out: would replace a tool's profile" \
   -o a.out one.out two.out
check "OUT is as it was" untouched one.out a.out
"$program" -o again.sum one.out
"$program" -o again.sum one.out two.out
check "OUT is a sum" cmp got/first.out again.sum
equal "a new file has the mode of the umask" "-rw-r-----" \
   "$(umask 027; "$program" -o mode.out one.out; stat -c %A mode.out)"
chmod 600 mode.out
"$program" -o mode.out one.out
equal "a file keeps its mode" "-rw-------" "$(stat -c %A mode.out)"
mkdir empty
refused "a missing directory" 1 \
   "cs_merge: empty/no/such.out: No such file or directory" \
   -o empty/no/such.out one.out
refused "a directory" 1 "cs_merge: src: Is a directory" -o src one.out
if [ "$(id -u)" -ne 0 ]; then
   mkdir locked
   chmod 555 locked
   refused "a locked directory" 1 "cs_merge: locked/a.out: Permission denied" \
      -o locked/a.out one.out
fi
if [ -c /dev/full ]; then
   refused "a full disk" 1 "cs_merge: /dev/full: No space left on device" \
      -o /dev/full one.out
fi
sed 's/^#: cachesim 1$/&\n#: state partial 5/' one.out >partial.out
exits "/dev/null" 0 -o /dev/null partial.out
check "/dev/null stays a device" sh -c 'test -s got/errors && test -c /dev/null'
mkfifo pipe
timeout 10 cat pipe >got/pipe.out &
"$program" -o pipe one.out two.out >got/output 2>got/errors
status=$?
wait
equal "a FIFO, and what comes out of it" "0 " \
   "$status $(cat got/output got/errors; cmp got/first.out got/pipe.out 2>&1)"
fails_to_write "standard output" -o - one.out two.out

# A signal while a FIFO is read leaves nothing behind, and OUT as it was.
for signal in TERM=143 HUP=129; do
   echo before >empty/all.out
   interrupted ${signal%=*} two.out -o empty/all.out one.out pipe
   equal "SIG${signal%=*} leaves nothing behind" "${signal#*=} all.out before" \
      "$(cat got/status) $(ls -A empty) $(cat empty/all.out)"
done

# ---- What is refused ----

cp got/first.out before.out
cp before.out kept.out
refused "different events" 1 \
   "cs_merge: zero.out:2: events differ: expected Ir Dr D1mr, found Ir Dr (after \
one.out)" -o none.out one.out zero.out
check "OUT was not written" absent none.out
printed forced -o - --allow-different zero.out one.out
differs one.out forced-more -o - --allow-different one.out zero.out
sed 's/^desc: I1 cache:.*/desc: I1 cache: 1024 B, 64 B, 2-way associative/' \
   two.out >small.out
exits "different caches" 1 -o none.out one.out small.out
check "both files are named" sh -c \
   'grep -q "^cs_merge: small.out:.*cache.*(after one.out)$" got/errors'
check "OUT was not written" absent none.out
exits "different caches, allowed" 0 -o - --allow-different one.out small.out
refused "a missing file" 1 \
   "cs_merge: no/such: No such file or directory (after one.out)" \
   -o kept.out one.out no/such
refused "the first is missing" 1 "cs_merge: no/such: No such file or directory" \
   -o kept.out no/such one.out
cut_everywhere "the first is cut" one.out 97 \
   "$program" -o kept.out part.out two.out
cut_everywhere "the last is cut" two.out 97 \
   "$program" -o kept.out one.out part.out
check "OUT is as it was" cmp before.out kept.out

# Sums that no file could hold.
printf 'cmd: x\nevents: Ir\nfl=a\nfn=f\n1 9223372036854775807\n' >large.out
printf 'summary: 9223372036854775807\n' >>large.out
exits "the largest count" 0 -o - large.out
exits "more than the largest count" 1 -o kept.out large.out large.out
check "OUT is as it was" cmp before.out kept.out

# ---- Help and usage ----

help_fits "$CS_ANNOTATE"
misused "no OUT" "expected -o OUT" one.out
misused "no FILE" "expected profiles to merge" -o kept.out
misused "no value" "option requires an argument -- 'o'" one.out -o
misused "unknown option" "unrecognized option '--show=Ir'" \
   --show=Ir -o - one.out
misused "a bad pattern" '--include=: "": the pattern is empty' \
   --include= -o - one.out
misused "a bad rewriting" '--mod-filename=x: "x": expected s/OLD/NEW/' \
   --mod-filename=x -o - one.out
check "OUT is as it was" cmp before.out kept.out

plan
