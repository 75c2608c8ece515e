#!/bin/sh
# messages.sh -- messages of Valgrind's core that alarm: both tools say in plain words
# what they mean.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# The area of brk has 8 MiB under Valgrind; malloc then turns to mmap.
cat >brk.c <<'END'
#include <stdlib.h>
int main(void)
{
   char *last = NULL;
   for (int i = 0; i < 400; i++) {
      char **block = malloc(60000);
      if (block == NULL)
         return 1;
      *block = last;
      last = (char *)block;
   }
   return 0;
}
END
${CC:-gcc} -o brk brk.c

for tool in cachesim heapprof; do
   run_tool $tool $tool.out "" ./brk
   equal "$tool: the program goes on" 0 $?
   equal "$tool: a full brk area is explained in one line" \
      "note: the area of brk is full; malloc goes on with mmap, which is harmless" \
      "$(grep -iE 'brk|Limitations|further instances' $tool.err |
         grep -v Command: | sed 's/^==[0-9]*== //')"
   run_tool $tool $tool.out "-v" ./brk
   check "$tool: -v shows the core's own words" grep -q 'brk segment overflow' $tool.err
done
# All other messages of the core are as they were.
printf 'int main(void) { return *(volatile int *)0; }' >fault.c
${CC:-gcc} -o fault fault.c
for tool in cachegrind cachesim; do
   run_tool $tool $tool.out "" ./fault
   sed 's/^==[0-9]*== *//; s/0x[0-9A-F]*/0x/g' $tool.err |
      sed -n '/Process terminating/,/--main-stacksize= flag/p' >$tool.said
done
check "the core explains a fault" grep -q 'Access not within mapped region' cachegrind.said
check "cachesim: the message about a fault is the core's" cmp cachegrind.said cachesim.said
plan
