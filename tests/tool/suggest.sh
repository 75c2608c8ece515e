#!/bin/sh
# suggest.sh -- cs_annotate --suggest: what it suggests is read by cachesim and gains what is
# expected; equal profiles have equal suggestions; a program that has nothing to gain has none.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
annotate=${CS_ANNOTATE:?}
diff=${CS_DIFF:?}
machine="--machine=zen4 --objects=yes"
# Addresses that the kernel chooses would change misses from run to run.
if setarch -R true 2>/dev/null; then
   clean="setarch -R $clean"
fi

cat >others.c <<'END'
#include <stdio.h>
#include <stdlib.h>

/* Each thing is used whole, one after the other. */
typedef struct {
   long a, b, c, d;
} whole;

/* Members of a union overlap: they are one field. */
typedef struct {
   union {
      long number;
      double real;
   } value;
   char text[48];
   long next;
} either;

enum { WHOLES = 20000, EITHERS = 60000, ROWS = 512, COLUMNS = 512 };

static double table[ROWS][COLUMNS];

static long use_wholes(void)
{
   whole *all = calloc(WHOLES, sizeof *all);
   long sum = 0;
   for (int round = 0; round < 5; round++)
      for (int i = 0; i < WHOLES; i++)
         sum += all[i].a++ + all[i].b + all[i].c + all[i].d;
   free(all);
   return sum;
}

static long use_eithers(void)
{
   either *all = calloc(EITHERS, sizeof *all);
   long sum = 0;
   unsigned random = 1;
   for (int i = 0; i < 400000; i++) {
      random = random * 1664525 + 1013904223;
      either *e = &all[(random >> 8) % EITHERS];
      sum += e->value.number++ + e->next;
   }
   sum += all[3].text[5];
   free(all);
   return sum;
}

static double use_table(void)
{
   double sum = 0;
   for (int round = 0; round < 2; round++)
      for (int column = 0; column < COLUMNS; column++)
         for (int row = 0; row < ROWS; row++)
            sum += table[row][column] += row;
   return sum;
}

int main(int argc, char **argv)
{
   printf("%ld\n", use_wholes());
   if (argc > 1 && argv[1][0] == 'e')
      printf("%ld\n", use_eithers());
   if (argc > 1 && argv[1][0] == 't')
      printf("%g\n", use_table());
   return 0;
}
END
if ! { ${CC:-cc} -g -O2 -o hashjoin "$srcdir/docs/sample/hashjoin.c" &&
   ${CC:-cc} -g -O2 -fno-inline-functions -o others others.c; } 2>compile.err; then
   not_ok "the programs are compiled" "$(cat compile.err)"
   plan
   exit
fi

# rules FILE: those of a layout file.
rules()
{
   grep -vE '^(#|$|fields |   )' "$1"
}

# gain OLD NEW: of estimated cycles, in percent.
gain()
{
   "$diff" --by=layout "$1" "$2" | sed -n 's/^whole program: .*cycles \([-+][0-9]*\)\..*/\1/p'
}

run_tool cachesim plain.out "$machine" ./hashjoin
cp client.out plain.client
"$annotate" --suggest=join.layout plain.out >said
equal "it says what it wrote, and what comes next" \
   "join.layout: 1 rule.  Try it, and compare:|  valgrind --tool=cachesim \
--layout=join.layout --machine=zen4 ./hashjoin|  cs_diff plain.out NEW" \
   "$(paste -sd '|' said)"
equal "the fields that look-ups need, apart" \
   "type struct Node at hashjoin.c:26: hot next, id, city; cold rest" "$(rules join.layout)"
run_tool cachesim join.out "$machine --layout=join.layout" ./hashjoin
equal "the program does the same" "$(cat plain.client)" "$(cat client.out)"
gained=$(gain plain.out join.out)
if [ "${gained:-0}" -le -15 ]; then
   ok "it gains 15 percent of the cycles"
else
   not_ok "it gains 15 percent of the cycles" "$gained"
fi
expected=$(sed -n 's/^# expected: -\([0-9]*\)\..*/\1/p' join.layout | head -n 1)
if [ "$expected" -ge $((-gained / 2)) ] && [ "$expected" -le $((-gained * 3 / 2)) ]; then
   ok "and about what is expected"
else
   not_ok "and about what is expected" "$expected, not $gained"
fi

"$annotate" --suggest=- plain.out >stdout.layout
equal "standard output" "$(sed 's/join.layout/FILE/' join.layout)" "$(cat stdout.layout)"
run_tool cachesim again.out "$machine" ./hashjoin
"$annotate" --suggest=again.layout again.out >said
equal "a second run" "$(sed 's/plain.out/again.out/; s/join.layout/again.layout/' join.layout)" \
   "$(cat again.layout)"

# Alternatives are rules, too.
sed -n 's/^# \(type .*\)/\1/p' join.layout | while read -r rule; do
   { grep '^fields' join.layout; echo "$rule"; } >one.layout
   run_tool cachesim one.out "$machine --layout=one.layout" ./hashjoin
   cmp -s client.out plain.client || echo "$rule"
done >wrong
equal "other rules can be read as well" "" "$(cat wrong)"

run_tool cachesim whole.out "$machine" ./others
"$annotate" --suggest=whole.layout whole.out >said
equal "nothing to gain" "whole.layout: no other layout would gain much" "$(cat said)"
check "which the file says" grep -q '^# Nothing to suggest\.$' whole.layout

run_tool cachesim either.out "$machine" ./others e
"$annotate" --suggest=either.layout either.out >said
equal "a union is a field" "type either at others.c:$(grep -n 'calloc(EITHERS' others.c |
   cut -d : -f 1): hot value, next; cold rest" "$(rules either.layout)"
run_tool cachesim either2.out "$machine --layout=either.layout" ./others e
gained=$(gain either.out either2.out)
if [ "${gained:-0}" -le -5 ]; then
   ok "it gains"
else
   not_ok "it gains" "$gained"
fi

run_tool cachesim table.out "$machine" ./others t
"$annotate" --suggest=table.layout table.out >said
equal "rows of a power of two" "static table: pitch 4096 +64" "$(rules table.layout)"
run_tool cachesim table2.out "$machine --layout=table.layout" ./others t
gained=$(gain table.out table2.out)
if [ "${gained:-0}" -le -15 ]; then
   ok "they gain"
else
   not_ok "they gain" "$gained"
fi

# Counters of threads, as structs and as numbers.
cat >count.c <<'END'
#include <pthread.h>
#include <stdio.h>

typedef struct {
   long n, large;
} counter;

static volatile counter counters[4];
static volatile long numbers[8];

static void *count(void *arg)
{
   long i = (long)arg;
   for (int k = 0; k < 20000; k++) {
      numbers[i]++;
      counters[i].n += numbers[i] & 3;
   }
   return NULL;
}

int main(void)
{
   pthread_t threads[4];
   for (long i = 0; i < 4; i++)
      pthread_create(&threads[i], NULL, count, (void *)i);
   for (int i = 0; i < 4; i++)
      pthread_join(threads[i], NULL);
   printf("%ld\n", counters[3].n + numbers[2]);
   return 0;
}
END
${CC:-cc} -g -O1 -pthread -o count count.c
run_tool cachesim count.out "$machine --sharing=yes" ./count
"$annotate" --suggest=count.layout count.out >said
equal "lines of their own for what threads write" \
   "static counters of counter: pad 64|static numbers: pitch 8 +56; align 64" \
   "$(rules count.layout | sort | paste -sd '|' -)"
check "the run finds sharing again" grep -q ' --sharing=yes \./count$' said
run_tool cachesim count2.out "$machine --sharing=yes --layout=count.layout" ./count
# falsely FILE: how many lines of memory are shared falsely.
falsely()
{
   "$annotate" --sharing "$1" | grep -c '^False sharing'
}
equal "they are not shared any more" "yes 0" \
   "$([ "$(falsely count.out)" -gt 0 ] && echo yes) $(falsely count2.out)"

# What cannot be suggested from.
run_tool cachesim bare.out "" ./hashjoin
"$annotate" --suggest=bare.layout bare.out 2>bare.err
equal "a profile without data objects" \
   "1 cs_annotate: bare.out: the profile does not record which data is used together; \
cachesim --line-use=yes does" "$? $(cat bare.err)"
"$annotate" --suggest=bare.layout join.out 2>bare.err
equal "a profile of a layout" \
   "1 cs_annotate: join.out: the profile already simulates a layout; suggestions need the \
unchanged program" "$? $(cat bare.err)"
equal "no file is written" "" "$(ls bare.layout 2>/dev/null)"

plan
