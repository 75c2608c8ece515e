#!/bin/sh
# 08-signals.sh -- a signal ends the program: the profile is complete and names the
# signal.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# dies NAME SIGNAL OUTFILE ARGUMENT...: the program dies of the signal and leaves a
# complete profile.
dies()
{
   dies_name="$tool: $1" dies_signal=$2 dies_file=$3
   shift 3
   rm -f "$dies_file"*
   run_tool "$tool" "$dies_file" "" "$programs/fault_process" "$@" 2>/dev/null
   equal "$dies_name: the status" $((128 + dies_signal)) $?
   equal "$dies_name: the profile names the signal" "killed $dies_signal" \
      "$(state_of "$tool" "$dies_file")"
   has "$dies_name: the program's work is there" "$tool" "$dies_file" part_before
   equal "$dies_name: no other file is left" "$dies_file" \
      "$(echo "$dies_file"*)"
}

for tool in $tools; do
   dies SIGSEGV 11 segv.out signal segv
   readable "SIGSEGV" "$tool" segv.out
   dies abort 6 abort.out signal abort
   for signal in 1 2 9 13 14 15; do
      dies "signal $signal" $signal by-signal.out signal $signal
   done
   dies "SIGSEGV in a thread" 11 thread.out signal-in-thread segv
   dies "SIGTERM to a thread" 15 thread.out signal-in-thread 15

   # From another process, during work and while the program waits.
   for how in spins waits; do
      rm -f outside.out*
      start "$tool" outside.out --checkpoint=1 "$programs/fault_process" $how
      wait_for outside.out.checkpoint grep -q part_before outside.out.checkpoint
      stop TERM
      equal "$tool: SIGTERM from another process while the program $how" "killed 15" \
         "$(state_of "$tool" outside.out)"
   done
done
plan
