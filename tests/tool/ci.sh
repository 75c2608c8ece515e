#!/bin/sh
# ci.sh -- runs the commands of docs/GUIDE.md on CI: a baseline, changes that cost nothing, save
# something or only rename, and changes that cost too much.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

page=$srcdir/docs/GUIDE.md
block()
{
   guide "A gate in CI" "$@"
}

# The commands, as if installed without root: the build tree takes the place of the
# installation.
mkdir bin
stock=$(sed -n 's/^exec \(.*\) "\$@"$/\1/p' "$valgrind")
sed -e "s|@tooldir@|$builddir/in-place|" -e "s|@VALGRIND@|$stock|" \
   "$srcdir/valgrind-quern.in" >bin/valgrind-quern
chmod 755 bin/valgrind-quern
for name in cs_annotate cs_diff hp_diff; do
   ln -s "$builddir/$name" "bin/$name"
done
PATH=$work/bin:$PATH
export PATH
block sh 1 >profile.sh
block sh 2 >store
block sh 3 >compare
block sh 4 >compare-regions
block sh 5 >compare-calls
block sh 6 >compare-sharing
block sh 7 >store-heap
block sh 8 >compare-heap
sed '/^\*\*Code scanning/,$d' "$page" | sed -n 's/^ *- run: //p' >github
sed '1,/^\*\*Code scanning/d' "$page" | sed -n 's/^ *- run: //p' >scanning
check "the page has the script"   grep -q "^exec env -i .*valgrind" profile.sh
check "the page stores"           grep -q 'profile.sh cachesim baseline.out' store
check "the page compares"         grep -q '^cs_diff .*--limits=' compare
check "the page compares regions" grep -q -- '--limits-region=' compare-regions
check "the page compares calls"   grep -q -- '--limits-incl=' compare-calls
check "the page compares sharing" grep -q -- '--fail-on=false-sharing' compare-sharing
check "the page stores heaps"     grep -q 'profile.sh heapprof heap-base' store-heap
check "the page compares heaps"   grep -q '^hp_diff .*--limits=' compare-heap
equal "the page has a workflow"   2 "$(wc -l <github)"
equal "and one of scanning"       2 "$(wc -l <scanning)"

# The repository of a program, whose parts are regions.
repository()
{
   mkdir -p "$1/testdata"
   cp "$work/profile.sh" "$1"
   chmod 755 "$1/profile.sh"
   seq 1 2000 >"$1/testdata/input"
   # shellcheck disable=SC2016
   printf 'app: app.c\n\t$(CC) -g -O1 -I%s -o $@ $(CURDIR)/app.c\n' \
      "$srcdir/cachesim" >"$1/Makefile"
   cat >"$1/app.c" <<'END'
#include "cachesim.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 1000, SIZE = 256 };

__attribute__((noinline)) static unsigned mix(unsigned state, int rounds)
{
   for (int i = 0; i < rounds; i++)
      state = state * 1664525u + 1013904223u;
   return state;
}

__attribute__((noinline)) static int *store(int number)
{
   int *block = malloc(SIZE);
   *block = number;
   return block;
}

int main(int argc, char **argv)
{
   FILE *in = argc == 2 ? fopen(argv[1], "r") : NULL;
   static int *blocks[2000];
   unsigned state = 1;
   int number, n = 0;
   while (in != NULL && n < 2000 && fscanf(in, "%d", &number) == 1) {
      CACHESIM_REGION_BEGIN("hash");
      blocks[n] = store(number);
      CACHESIM_REGION_END;
      CACHESIM_REGION_BEGIN("sum");
      state = mix(state ^ (unsigned)*blocks[n++], ROUNDS);
      CACHESIM_REGION_END;
   }
   printf("%u\n", state);
   while (n > 0)
      free(blocks[--n]);
   return 0;
}
END
}

# change SED-EXPRESSION: applies a change to the program.
change()
{
   rm -f app
   sed "$1" app.c.main >app.c
}

# gate NAME STATUS [JOB]: the job of a change.
gate()
{
   rm -f new.out limits.xml heap-new.out heap.xml
   sh -e "$work/${3:-compare}" >report 2>errors
   gate_status=$?
   if [ $gate_status -eq "$2" ]; then
      ok "$1"
   else
      not_ok "$1" "status $gate_status, not $2" "$(cat errors)" \
         "$(tail -n 12 report)"
   fi
}

# xml FILE: the numbers of cases and of failures.
xml()
{
   ${PYTHON:-python3} -c '
import sys, xml.etree.ElementTree
root = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
print(len(list(root.iter("testcase"))), len(list(root.iter("failure"))))' "$1"
}

repository project
cd project || exit 99
cp app.c app.c.main
check "the job of the main branch" sh -e "$work/store"
check "its profile is complete" grep -q '^#: end' baseline.out

gate "no change" 0
equal "no change: no limit is exceeded" "0 exceeded" "$(tail -n 1 report)"
equal "no change: JUnit" "2 0" "$(xml limits.xml)"
change 's/return state;/return state + 0u;/'
gate "a change that costs nothing" 0
change 's/ROUNDS = 1000/ROUNDS = 1005/'
gate "0.5 percent more" 0
change 's/ROUNDS = 1000/ROUNDS = 980/'
gate "2 percent less" 0

change 's/ROUNDS = 1000/ROUNDS = 1024/' # of the program's total, 2 percent
gate "2 percent more" 3
check "the report has the excess" grep -qE \
   '^EXCEEDED  Ir: [0-9,]+ -> [0-9,]+, \+[0-9,]+ \(\+(1\.[5-9]|2\.)[0-9]*%\); limit 1%: PROGRAM TOTALS$' \
   report
equal "the report has the number of exceeded limits" "1 exceeded" "$(tail -n 1 report)"
equal "JUnit has the exceeded limits" "2 1" "$(xml limits.xml)"

# Two runs of the same program are equal to the last digit.
cp new.out first.out
check "another run" ./profile.sh cachesim second.out
check "repeats to the last digit" sh -c \
   'for run in first second; do sed "/^#: pid/d; /^#: parent/d" $run.out >$run; done; cmp first second'

# ---- Good, neutral and bad changes ----

good='s/ROUNDS = 1000/ROUNDS = 400/; s/SIZE = 256/SIZE = 224/
s/store(/keep(/
s/state = state .*;/state = i % 8 ? state * 1664525u + 1013904223u : step(state);/
/static unsigned mix/i\
__attribute__((noinline)) static unsigned step(unsigned state)\
{\
   return state * 1664525u + 1013904223u;\
}\
'
neutral='s/mix(/blend(/; s/store(/keep(/'
bad='s/ROUNDS = 1000/ROUNDS = 1100/; s/SIZE = 256/SIZE = 300/'

# three NAME STATUS CHANGE: all gates of the page.
three()
{
   change "$3"
   gate "$1: counts" "$2"
   cp report counts
   gate "$1: regions" "$2" compare-regions-job
   cp report regions
   gate "$1: calls" "$2" compare-calls-job
   cp report calls
   gate "$1: heap" "$2" compare-heap
}

for part in regions calls; do
   { block sh 3 | head -n 1; cat "$work/compare-$part"; } >"$work/compare-$part-job"
done
change ''
check "the job of the main branch stores the heap" sh -e "$work/store-heap"
three "a good change, with a new function" 0 "$good"
check "its new function is large" grep -qE \
   '^ +0 +[0-9,]{7,} .* step' counts
three "a neutral change, with renamed functions" 0 "$neutral"
check "a renamed one is large" grep -qE '^ +0 +[0-9]+,[0-9]+,[0-9]+ .* blend' counts
three "a bad change" 3 "$bad"
check "the counts' report has the function" grep -qE \
   '^EXCEEDED  Ir: .*; limit 5%>100K: mix \(.*app\.c\)$' counts
check "the regions' report has the region" grep -qE \
   '^EXCEEDED  Ir: .*; limit 1%: region sum$' regions
check "the calls' report has the function" grep -qE \
   '^EXCEEDED  Ir: .*; limit 1%: main, inclusive \(.*app\.c\)$' calls
check "the calls' report has the path" grep -qE \
   '; limit 5%: main;\.\.\.;malloc, inclusive$' calls
check "the heap's report has the call path" grep -qE \
   '^EXCEEDED  peak: .*; limit 10%>64KiB: store < main ' report
equal "the heap's JUnit has it, too" "5 2" "$(xml heap.xml)"

# An installation in Valgrind itself.
mv ../bin/valgrind-quern ../bin/valgrind
gate "without valgrind-quern" 3
mv ../bin/valgrind ../bin/valgrind-quern

# ---- GitHub ----

sh -e "$work/github" >report 2>errors
equal "GitHub: exceeded" 3 $?
check "GitHub: an annotation" grep -q '^::error \(file=[^:]*,\)*title=Ir over its limit::Ir: ' \
   report
change ''
sh -e "$work/github" >report 2>errors
equal "GitHub: kept" 0 $?
check "GitHub: scanning" sh -e "$work/scanning"
check "GitHub: its log" grep -q '"version": *"2.1.0"' quern.sarif
check "GitHub: no annotation" sh -c '! grep -q "^::" report'

# ---- Baselines ----

gzip -9 baseline.out
check "a compressed baseline" cs_diff --no-annotate --limits=@all=0 \
   baseline.out.gz new.out
gunzip baseline.out.gz
mv baseline.out away
gate "a missing baseline" 1
head -c 2000 away >baseline.out
gate "a damaged baseline" 1
mv away baseline.out
sed -i 's/LL=8388608,16,64/LL=4194304,16,64/' profile.sh
gate "other caches" 1
check "the annotations name the functions" grep -q '^cs_diff: new.out:.*cache' errors
cd ..

# Both builds in one job, in directories of their own: their files are matched by what
# their paths have in common.
repository job/old
repository job/new
for side in old new; do
   (cd job/$side && make >/dev/null && ./profile.sh cachesim ../$side.out 2>err)
done
check "the directories are in the names" grep -q '^fl=.*/old/app\.c$' job/old.out
check "two directories" cs_diff --limits=@all=0 --limits-fn=@all=0 job/old.out job/new.out

plan
