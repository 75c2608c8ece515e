#!/bin/sh
# ci.sh -- runs the commands of docs/CI.md: a baseline, a change that costs nothing,
# and a change that costs too much.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

page=$srcdir/docs/CI.md

# block LANGUAGE NUMBER: a code block of the page.
block()
{
   awk -v start="\`\`\`$1" -v wanted="$2" '
      $0 == "```" { inside = 0 }
      inside { print }
      $0 == start { inside = ++n == wanted }' "$page"
}

# The commands, as if installed: the build tree takes the place of the installation.
PATH=$builddir:$PATH
export PATH
stock=$(sed -n 's/^exec \(.*\) "\$@"$/\1/p' "$valgrind")
block sh 1 >from-page
block sh 2 >store
block sh 3 >compare
sed -n 's/^ *- run: //p' "$page" >github
check "the page has the script"   grep -q '^exec env -i .*valgrind' from-page
check "the page stores"           grep -q 'profile.sh baseline.out' store
check "the page compares"         grep -q '^cs_diff .*--limits=' compare
equal "the page has a workflow"   2 "$(wc -l <github)"

# The repository of a program.  VALGRIND_LIB is passed on, as on the page.
repository()
{
   mkdir -p "$1/testdata"
   sed "s|PATH=/usr/bin:/bin|PATH=$(dirname "$stock"):/usr/bin:/bin \
VALGRIND_LIB=$builddir/in-place|" from-page >"$1/profile.sh"
   chmod 755 "$1/profile.sh"
   seq 1 2000 >"$1/testdata/input"
   # shellcheck disable=SC2016
   printf 'app: app.c\n\t$(CC) -g -O1 -o $@ $(CURDIR)/app.c\n' >"$1/Makefile"
   cat >"$1/app.c" <<'END'
#include <stdio.h>
#ifndef ROUNDS
#define ROUNDS 1000
#endif

__attribute__((noinline)) static unsigned mix(unsigned state, int rounds)
{
   for (int i = 0; i < rounds; i++)
      state = state * 1664525u + 1013904223u;
   return state;
}

int main(int argc, char **argv)
{
   FILE *in = argc == 2 ? fopen(argv[1], "r") : NULL;
   unsigned state = 1;
   int number;
   while (in != NULL && fscanf(in, "%d", &number) == 1)
      state = mix(state ^ (unsigned)number, ROUNDS);
   printf("%u\n", state);
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

# gate NAME STATUS: the job of a change.
gate()
{
   rm -f new.out limits.xml
   sh -e "$work/compare" >report 2>errors
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
change 's/ROUNDS 1000/ROUNDS 1005/'
gate "0.5 percent more" 0
change 's/ROUNDS 1000/ROUNDS 980/'
gate "2 percent less" 0

change 's/ROUNDS 1000/ROUNDS 1024/' # of the program's total, 2 percent
gate "2 percent more" 3
check "the report has the excess" grep -qE \
   '^EXCEEDED  Ir: [0-9,]+ -> [0-9,]+, \+[0-9,]+ \(\+(1\.[5-9]|2\.)[0-9]*%\); limit 1%: PROGRAM TOTALS$' \
   report
check "and where" \
   grep -qE '^EXCEEDED  Ir: .*; limit 5%\|[0-9,]+: mix \(.*app\.c\)$' report
equal "the report has the number of exceeded limits" "2 exceeded" "$(tail -n 1 report)"
equal "JUnit has the exceeded limits" "3 2" "$(xml limits.xml)"

# Two runs of the same program are equal to the last digit.
cp new.out first.out
check "another run" ./profile.sh second.out
check "repeats to the last digit" sh -c \
   'sed "/^#: pid/d" first.out >a; sed "/^#: pid/d" second.out | cmp - a'

# ---- GitHub ----

sh -e "$work/github" >report 2>errors
equal "GitHub: exceeded" 3 $?
check "GitHub: an annotation" grep -q '^::error title=Ir over its limit::Ir: ' \
   report
change ''
sh -e "$work/github" >report 2>errors
equal "GitHub: kept" 0 $?
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
sed -i 's/--LL=8388608,16,64/--LL=4194304,16,64/' profile.sh
gate "other caches" 1
check "the annotations name the functions" grep -q '^cs_diff: new.out:.*cache' errors
cd ..

# Both builds in one job, in directories with names of the same length, with the
# page's expression.
expression=$(sed -n "s/^ *\`--mod-filename='\(.*\)'\`\.$/\1/p" "$page")
repository job/old
repository job/new
for side in old new; do
   (cd job/$side && make >/dev/null && ./profile.sh ../$side.out 2>err)
done
check "the directories are in the names" grep -q '^fl=.*/old/app\.c$' job/old.out
check "two directories, rewritten" cs_diff --mod-filename="$expression" \
   --limits=@all=0 --limits-fn=@all=0 job/old.out job/new.out
cs_diff --limits-fn=@all=0 job/old.out job/new.out >report
equal "two directories, not rewritten" 3 $?

plan
