#!/bin/sh
# 12-dump.sh -- dumps during the run: the files are valid, and the final counts are
# the same as without dumps.  SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/tool/live.sh and requests.sh test the other requests.

. "${srcdir:?}/tests/faults/lib.sh"

# counts TOOL FILE PATTERN: the counts of functions that do not depend on the order
# of threads.
counts()
{
   case $1 in
   cachesim) functions "$2" "$3" ;;
   heapprof) profile sites "$2" "$3" ;;
   esac
}

# whole NAME TOOL FILE
whole()
{
   readable "$1" "$2" "$3"
   [ "$2" = cachesim ] || valid "$1" "$3"
   equal "$1: $2: the state is a dump" dumped "$(state_of "$2" "$3")"
}

# ---- By client request, in open regions, while four threads work
for tool in $tools; do
   run_tool $tool alone.out "" "$programs/fault_dump" 0
   run_tool $tool dumped.out "" "$programs/fault_dump" 5
   equal "$tool: each dump has its number" "" "$(cat client.out)"
   equal "$tool: there are five dumps" 5 "$(find . -name 'dumped.out.[1-5]' | wc -l)"
   for i in 1 5; do
      whole "dump $i of 5" $tool dumped.out.$i
   done
   counts $tool alone.out '^case_work' >expected
   counts $tool dumped.out '^case_work' >found
   check "$tool: there are counts to compare" test -s expected
   check "$tool: the final profile is the same as without dumps" \
      cmp expected found
   check "$tool: an earlier dump has less" sh -c \
      '[ "$1" -lt "$2" ]' - "$(counts $tool dumped.out.1 '^case_work' | cut -d' ' -f2)" \
      "$(counts $tool dumped.out.5 '^case_work' | cut -d' ' -f2)"
   for i in 1 5; do
      case $tool in
      cachesim)
         open=$(sed -n 's/^#: region 0 [0-9]* //p' dumped.out.$i | sort | xargs) ;;
      heapprof)
         open=$(profile get dumped.out.$i heapprof.regions |
            grep -o '"name": "[a-z]*"' | cut -d'"' -f4 | sort | xargs) ;;
      esac
      equal "$tool: dump $i has the open regions" "main thread" "$open"
   done
done

# ---- By vgdb, with a single thread: the whole profile is then the same
if ! command -v vgdb >/dev/null; then
   skip "dumps by vgdb" "no vgdb; it comes with Valgrind"
   plan
   exit
fi
yes 'work
think' | head -n 60 >lines
for tool in $tools; do
   rm -f dumped.out*
   $clean "$valgrind" --tool=$tool --$tool-out-file=alone.out "$programs/live" \
      <lines >client.out 2>alone.err
   $clean "$valgrind" --tool=$tool --$tool-out-file=dumped.out "$programs/live" \
      <lines >client.out 2>dumped.err &
   pid=$!
   while kill -0 $pid 2>/dev/null; do
      $clean timeout 60 vgdb --pid=$pid dump >answer 2>&1 </dev/null
      grep -qiE 'ptrace.*(permi|not)' answer && break
      sleep 0.2
   done
   wait $pid
   status=$?
   if [ ! -f dumped.out.1 ]; then
      skip "$tool: dumps by vgdb" "$(head -n 1 answer)"
      continue
   fi
   equal "$tool, vgdb: the program's status is the same" 0 $status
   whole "by vgdb" $tool dumped.out.1
   for file in alone.out dumped.out; do
      case $tool in
      cachesim) body $file ;;
      heapprof) sed 's/"pid":[0-9]*/"pid":N/' $file ;;
      esac >$file.body
   done
   check "$tool, vgdb: the profile is the same as without dumps" \
      cmp alone.out.body dumped.out.body
done
plan
