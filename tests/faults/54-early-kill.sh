#!/bin/sh
# 54-early-kill.sh -- a forked child that SIGKILL ends early leaves a readable checkpoint:
# at least an empty one, and what it did before its first wait.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# kills NAME N MOST_MS SEED: each of N children, killed within the time, leaves one
# readable checkpoint and nothing else.
kills()
{
   rm -f out*
   run_tool "$tool" out "" "$programs/fault_jail" kills "$2" "$3" "$4"
   equal "$tool: $1: the status" 6 $?
   equal "$tool: $1: children" "$2" "$(wc -l <client.out)"
   kills_missing=
   while read -r pid; do
      if [ ! -e "out.$pid.checkpoint" ] || [ -e "out.$pid" ] ||
         ! "$(annotate_of "$tool")" "out.$pid.checkpoint" >/dev/null 2>&1; then
         kills_missing="$kills_missing $pid"
      fi
   done <client.out
   equal "$tool: $1: all left a readable checkpoint" "" "$kills_missing"
   rm -f .quern* # SIGKILL during a write leaves it
}

for tool in $tools; do
   kills "at random moments" 20 3000 1
   waited=$(sed -n 1p client.out)
   has "$tool: what was done before the first wait is there" "$tool" \
      "out.$waited.checkpoint" part_child
   kills "at once" 20 0 1

   # Children that end leave what they always left.
   rm -f out*
   run_tool "$tool" out "" "$programs/fault_jail" forks 5
   equal "$tool: children that end leave a profile each" 6 "$(find . -name 'out*' | wc -l)"
   equal "$tool: children that end leave no checkpoint" "" \
      "$(find . -name '*.checkpoint' -o -name '.quern*')"
   rm -f out*
   run_tool "$tool" out "" "$programs/fault_jail" forks 5 /bin/true
   equal "$tool: children that exec leave a profile each" 6 "$(find . -name 'out*' | wc -l)"
   equal "$tool: children that exec leave no checkpoint" "" \
      "$(find . -name '*.checkpoint' -o -name '.quern*')"
   rm -f out*
   run_tool "$tool" out --checkpoint=0 "$programs/fault_jail" kills 3 0 1
   equal "$tool: --checkpoint=0: none" out "$(echo out*)"
done
plan
