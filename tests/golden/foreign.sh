#!/bin/sh
# foreign.sh -- profiles in callgrind's format by other programs, in foreign/: their counts
# by line, and what is said of them; nothing advises what only cachesim can do.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Of xdebug2, spx, php-ext-prof and klee, what those write was written by hand.

command=cs_annotate
program=${CS_ANNOTATE:?}
data=${srcdir:?}/tests/golden/foreign
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

for file in *.out; do
   name=${file%.out}
   printed "$name" --csv --threshold=0 "$file"
   exits "$name: a report" 0 "$file"
   check "$name: no advice on cachesim" without 'cachesim\|^ ended\|--by=finding' got/output
   check "$name: nothing changed" sh -c \
      '"$1" "$2" "$2" >got/output && grep -q "nothing changed" got/output' sh \
      "${CS_DIFF:?}" "$file"
   prints_json "$name: JSON" got/report --json "$file"
done
sections "Metadata" metadata xdebug3.out
refused "no calls" 1 "cs_annotate: manual.out: the profile has no calls, or not those of \
all that it counts" --inclusive manual.out

# Compressed by zstd and xz, if this was built with their libraries.
for packed in manual.zst manual.xz; do
   if "$program" --csv $packed >got/unpacked 2>got/errors; then
      check "$packed" same got/manual got/unpacked
      head -c 60 $packed >cut.out
      refused "$packed, cut short" 1 \
         "cs_annotate: cut.out: the compressed data are damaged or cut short" cut.out
   else
      equal "$packed: not read" "cs_annotate: $packed: this is compressed in a way that is \
not read: unpack it first" "$(cat got/errors)"
   fi
done

# callgrind --separate-threads=yes leaves its first file empty.
: >threads.out.7
cp manual.out threads.out.7-01
cp manual.out threads.out.7-02
"$program" --csv threads.out.7 threads.out.7-01 threads.out.7-02 >got/parts 2>got/errors
"$program" --csv threads.out.7-01 threads.out.7-02 >got/threads
check "an empty part is passed over" same got/threads got/parts
equal "with a note" \
   "cs_annotate: threads.out.7: empty, passed over: its threads have files of their own" \
   "$(cat got/errors)"
refused "alone" 1 "cs_annotate: threads.out.7:1: the file is empty" threads.out.7
refused "beside another's" 1 "cs_annotate: threads.out.7:1: the file is empty (after \
manual.out)" manual.out threads.out.7

# Sums of them are of no tool of Valgrind's, either.
on cs_merge
exits "a sum" 0 -o sum.out manual.out manual.out
check "says so" grep -qx '#: writer ' sum.out
refused "counts below 0" 1 "cs_merge: counts below 0 are not in cachesim's format; \
cs_annotate reads and adds up such files" -o sum.out spx.out
plan
