#!/bin/sh
# 09-sigkill.sh -- SIGKILL leaves a readable checkpoint that is marked as partial and
# is not older than the interval.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# is_later_than MS: the checkpoint is later in the run.
is_later_than()
{
   later_state=$(state_of "$tool" out.checkpoint 2>/dev/null)
   [ "${later_state#partial }" -gt "$1" ] 2>/dev/null
}

# partial NAME: the checkpoint is readable, and the commands report it as partial.
partial()
{
   readable "$1" "$tool" out.checkpoint
   check "$tool: $1: the state is partial" \
      sh -c "echo '$(state_of "$tool" out.checkpoint)' |
         grep -qE '^partial [0-9]+\$'"
   check "$tool: $1: the command warns of a partial profile" sh -c \
      "'$(annotate_of "$tool")' out.checkpoint 2>&1 >/dev/null |
         grep -q 'partial'"
   equal "$tool: $1: there is no other file" out.checkpoint "$(echo out*)"
}

for tool in $tools; do
   # At once: before the program has done much.
   rm -f out*
   start "$tool" out "" "$programs/fault_process" spins
   wait_for out.checkpoint
   stop KILL
   partial "at once"

   # During work, at arbitrary moments.
   for moment in 1.3 2.1 3.4; do
      sampled 2 || continue
      rm -f out*
      start "$tool" out --checkpoint=1 "$programs/fault_process" spins
      wait_for out.checkpoint is_later_than 900
      sleep $moment
      stop KILL
      partial "after $moment seconds more"
      has "$tool: after $moment seconds more: the program's work is there" "$tool" \
         out.checkpoint part_before part_spins
      age=$(awk -v m=$moment 'BEGIN { print int(m * 1000) - 1500 }')
      check "$tool: after $moment seconds more: at most the last second is missing" \
         is_later_than "$age"
   done

   # While the program waits, all earlier work is in the checkpoint.
   rm -f out*
   start "$tool" out "" "$programs/fault_process" waits
   wait_for out.checkpoint grep -q part_before out.checkpoint
   stop KILL
   partial "while it waits"
   has "$tool: while it waits: the earlier work is there" "$tool" out.checkpoint \
      part_before

   # The profile of an earlier run stays.
   run_tool "$tool" earlier "" "$programs/fault_process"
   cp earlier out
   start "$tool" out "" "$programs/fault_process" spins
   wait_for out.checkpoint
   stop KILL
   check "$tool: the profile of an earlier run stays" cmp earlier out

   # A run that exits leaves no checkpoint; --checkpoint=0 writes none.
   rm -f out*
   run_tool "$tool" out "" "$programs/fault_process"
   equal "$tool: a run that exits leaves no checkpoint" out "$(echo out*)"
   rm -f out*
   start "$tool" out --checkpoint=0 "$programs/fault_process" waits
   sleep 2
   equal "$tool: --checkpoint=0: no checkpoint" 'out*' "$(echo out*)"
   stop TERM
done
plan
