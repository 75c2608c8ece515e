#!/bin/sh
# 09-sigkill.sh -- SIGKILL leaves a checkpoint that is whole, says that it is partial,
# and is no older than the interval.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# is_later_than MS: the checkpoint is.
is_later_than()
{
   later_state=$(state_of "$tool" out.checkpoint 2>/dev/null)
   [ "${later_state#partial }" -gt "$1" ] 2>/dev/null
}

# partial NAME: the checkpoint is readable, and the commands say what it is.
partial()
{
   readable "$1" "$tool" out.checkpoint
   check "$tool: $1: it says that it is partial" \
      sh -c "echo '$(state_of "$tool" out.checkpoint)' |
         grep -qE '^partial [0-9]+\$'"
   check "$tool: $1: so does the command" sh -c \
      "'$(annotate_of "$tool")' out.checkpoint 2>&1 >/dev/null |
         grep -q 'partial'"
   equal "$tool: $1: there is no other" out.checkpoint "$(echo out*)"
}

for tool in $tools; do
   # At once: before the program has done anything to speak of.
   rm -f out*
   start "$tool" out "" "$programs/fault_process" spins
   wait_for out.checkpoint
   stop KILL
   partial "at once"

   # Amid work, at moments that nothing is known of.
   for moment in 1.3 2.1 3.4; do
      rm -f out*
      start "$tool" out --checkpoint=1 "$programs/fault_process" spins
      wait_for out.checkpoint is_later_than 900
      sleep $moment
      stop KILL
      partial "after $moment seconds more"
      has "$tool: after $moment seconds more: what it did" "$tool" \
         out.checkpoint part_before part_spins
      age=$(awk -v m=$moment 'BEGIN { print int(m * 1000) - 1500 }')
      check "$tool: after $moment seconds more: the last second may be missing" \
         is_later_than "$age"
   done

   # While it waits, for however long, what came before is there.
   rm -f out*
   start "$tool" out "" "$programs/fault_process" waits
   wait_for out.checkpoint grep -q part_before out.checkpoint
   stop KILL
   partial "while it waits"
   has "$tool: while it waits: what it did before" "$tool" out.checkpoint \
      part_before

   # A whole profile of an earlier run stays.
   run_tool "$tool" earlier "" "$programs/fault_process"
   cp earlier out
   start "$tool" out "" "$programs/fault_process" spins
   wait_for out.checkpoint
   stop KILL
   check "$tool: the profile of an earlier run stays" cmp earlier out

   # A run that ends leaves none, nor one that was asked for none.
   rm -f out*
   run_tool "$tool" out "" "$programs/fault_process"
   equal "$tool: none is left by a run that ends" out "$(echo out*)"
   rm -f out*
   start "$tool" out --checkpoint=0 "$programs/fault_process" waits
   sleep 2
   equal "$tool: --checkpoint=0: none" 'out*' "$(echo out*)"
   stop TERM
done
plan
