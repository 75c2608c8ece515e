#!/bin/sh
# 66-memory-of-commands.sh -- the commands under each limit of memory: a report is the same
# as without a limit, or "out of memory" is said in one line, the status is 1, and no file is
# left, neither whole nor in part.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The installed commands: sanitizers need memory of their own.

. "${srcdir:?}/tests/faults/lib.sh"

awk -v n="$(is_long && echo 60000 || echo 20000)" 'BEGIN {
   print "cmd: app\nevents: Ir Dr\nfl=a.c"
   for (i = 1; i <= n; i++) { if (i % 9 == 1) print "fn=function" i; print i, i, 1; sum += i }
   print "summary:", sum, n }' >counts.out
"${PYTHON:-python3}" -c '
import json
n = 6000
print(json.dumps({"dhatFileVersion": 2, "mode": "heap", "verb": "Allocated", "bklt": True,
    "bkacc": False, "tu": "instrs", "Mtu": "Minstr", "tuth": 500, "cmd": "app", "pid": 1,
    "te": 9, "tg": 5, "pps": [{"tb": 8, "tbk": 1, "tl": 1, "mb": 8, "mbk": 1, "gb": 8,
    "gbk": 1, "eb": 0, "ebk": 0, "fs": [i + 1, 1]} for i in range(1, n)],
    "ftbl": ["[root]", "0x1: main (a.c:1)"]
            + ["0x%x: function%d (a.c:%d)" % (i, i, i) for i in range(2, n + 1)]}))' \
   >heap.out || exit 1

# limited KB COMMAND: its status under the limit; the output is in got.*.
limited()
{
   rm -rf got
   mkdir got
   limit=$1
   shift
   (ulimit -v "$limit" && "$@" >got/stdout 2>got/stderr)
}

# check_limits NAME COMMAND...: under each limit, from what the loader needs on.
check_limits()
{
   name=$1
   shift
   limited unlimited "$@" || not_ok "$name" "status $?" "$(cat got/stderr)"
   rm -rf good
   mv got good
   kb=6000
   until limited $kb "$1" --version || [ $kb -gt 4000000 ]; do
      kb=$((kb + kb / 12))
   done
   kb=$((kb - kb / 12)) # the step may have passed over what refuses
   refused=0 done=0 wrong=""
   while [ $done -lt 2 ] && [ $kb -lt 4000000 ]; do
      limited $kb "$@"
      status=$?
      if [ $status = 0 ]; then
         diff -r good got >differs || wrong="$wrong $kb:$(head -n 1 differs)"
         done=$((done + 1))
      elif [ $status = 127 ]; then
         : # the loader's own
      elif [ "$status $(cat got/stderr)" = "1 $name: out of memory" ]; then
         refused=$((refused + 1))
         [ "$(find got -type f | wc -l)" = 2 ] || wrong="$wrong $kb:$(ls -R got)"
      else
         wrong="$wrong $kb:$status:$(head -n 2 got/stderr)"
      fi
      kb=$((kb + kb / $(is_long && echo 40 || echo 32)))
   done
   equal "$*" "" "$wrong"
   check "$*: refused $refused times" test $refused -gt 0
}

for option in --color=never --json=all --csv --html=got/page.html; do
   check_limits cs_annotate "$builddir/cs_annotate" $option counts.out
   check_limits hp_annotate "$builddir/hp_annotate" $option heap.out
done
check_limits cs_diff "$builddir/cs_diff" counts.out counts.out
check_limits hp_diff "$builddir/hp_diff" heap.out heap.out
check_limits cs_merge "$builddir/cs_merge" -o got/sum counts.out counts.out
check_limits hp_merge "$builddir/hp_merge" -o got/sum heap.out
check_limits cs_export "$builddir/cs_export" --format=callgrind -o got/exported counts.out
check_limits hp_export "$builddir/hp_export" --format=speedscope -o got/exported heap.out
plan
