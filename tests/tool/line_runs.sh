#!/bin/sh
# line_runs.sh -- how often lines ran: what a program is known to do, and what its
# instructions say.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
annotate=${CS_ANNOTATE:?} merge=${CS_MERGE:?}

cat >known.c <<'END'
#include "cachesim.h"
#include <unistd.h>
static volatile int sum; pid_t wait(int *status);
__attribute__((noinline)) void work(int n)
{
   for (int i = 0; i < n; i++)
      if (i % 3 == 0)
         sum += i;
}
int main(int argc, char **argv)
{
   (void)argv;
   for (int k = 0; k < 10; k++)
      work(300);
   if (argc > 1) {
      CACHESIM_ZERO;
      work(30);
      CACHESIM_DUMP;
      work(60);
   }
   if (argc > 2 && fork() == 0)
      work(90);
   return argc > 2 && wait(NULL) == 0;
}
END
cat >loops.c <<'END'
int v[4096];
int sum;
__attribute__((noinline)) void add(void) { for (int i = 0; i < 4096; i++) sum += v[i]; }
int main(void)
{
   add();
   return 0;
}
END
if ! ${CC:-cc} -O1 -g -I"$srcdir/cachesim" known.c -o known \
   || ! ${CC:-cc} -O1 -g loops.c -o plain \
   || ! ${CC:-cc} -O2 -funroll-loops -fno-tree-vectorize -g loops.c -o unrolled \
   || ! ${CC:-cc} -O3 -g loops.c -o vector; then
   skip "all" "no compiler"
   plan
   exit
fi

runs()
{
   "$PYTHON" -B "$srcdir/tests/tool/line_runs.py" "$@"
}

# of FILE LINES...: these lines of known.c.
of()
{
   of_file=$1
   shift
   for line; do
      runs lines "$of_file" known.c | tr ' ' '\n' | grep "^$line:"
   done | tr '\n' ' '
}

for options in "" "--machine=zen4 --objects=yes --line-use=yes --sharing=yes" \
   "--branch-sim=yes --cache-sim=no" "--separate-threads=yes --sweep=ways:1..4" \
   "--vex-guest-chase=no" "--vex-iropt-unroll-thresh=0"; do
   run_tool cachesim known.out "$options" ./known
   equal "lines ran so often${options:+ ($options)}" "6:3000 7:3000 8:1000 14:10 24:1 " \
      "$(of known.out 6 7 8 14 24)"
   run_tool cachesim instr.out "$options --instr=yes" ./known
   equal "as their instructions say${options:+ ($options)}" "" \
      "$(runs instrs known.out instr.out)"
done

run_tool cachesim known.out "" ./known
for program in perl python3 "sort $srcdir/NEWS"; do
   run_tool cachesim large.out "" $program
   run_tool cachesim large_instr.out "--instr=yes" $program
   equal "a large program: ${program%% *}" "" "$(runs instrs large.out large_instr.out)"
done

# ---- What was not counted
run_tool cachesim part.out "--toggle-collect=work" ./known
equal "only what was collected" "6:3000 7:3000 8:1000 " "$(of part.out 6 7 8 14)"
run_tool cachesim zero.out "" ./known zero
equal "a dump has what came after the zero" "6:30 7:30 8:10 16:1 " \
   "$(of zero.out.1 6 7 8 14 16)"
equal "the rest comes after the dump" "6:90 7:90 8:30 " "$(of zero.out 6 7 8 14)"
run_tool cachesim %p.out "" ./known zero fork
equal "a forked child counts its own" "6:90 7:90 8:30 22:1 " \
   "$(of "$(grep -l '^#: forked ' [0-9]*.out)" 6 7 8 19 22)"

# ---- What it means.  Of a loop whose code does four elements at once, the fourth part.
run_tool cachesim plain.out "" ./plain
equal "a plain loop" "3:4096" "$(runs lines plain.out loops.c | tr ' ' '\n' | grep '^3:')"
for how in unrolled vector; do
   run_tool cachesim $how.out "" ./$how
   n=$(runs lines $how.out loops.c | tr ' ' '\n' | sed -n 's/^3://p')
   check "a loop that is $how: passes of its code" [ $((n > 0 && n <= 2048)) = 1 ]
   run_tool cachesim instr.out "--instr=yes" ./$how
   equal "a loop that is $how: as its instructions say" "" "$(runs instrs $how.out instr.out)"
done

# ---- Commands
"$merge" -o sum.out known.out known.out known.out 2>/dev/null
equal "a sum adds up" "6:9000 7:9000 8:3000 14:30 24:3 " "$(of sum.out 6 7 8 14 24)"
"$annotate" --by=own --json sum.out >sum.json
equal "the report says so" "9000" \
   "$("$PYTHON" -c 'import json, sys
own = json.load(open("sum.json"))["own"]
print([o["runs"] for o in own if o["file"].endswith("known.c") and o["line"] == 7][0])')"
share=$(awk '/^#: (n|runs)/ { notes += length($0) + 1 } { all += length($0) + 1 }
   END { print int(1000 * notes / (all - notes)) }' large.out)
check "they are less than eight percent of a small profile" [ "$share" -lt 80 ]
plan
