#!/bin/sh
# 25-descriptors.sh -- a program that closes or uses up all descriptors, or limits the
# size of files: the profile is written, or it is said why not.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for tool in $tools; do
   for how in closes files "limit 0"; do
      rm -f out*
      # shellcheck disable=SC2086
      run_tool "$tool" out "" "$programs/fault_process" $how
      equal "$tool: $how: the status" 7 $?
      equal "$tool: $how: the profile is written" "exited 7" \
         "$(state_of "$tool" out)"
      readable "$how" "$tool" out
   done

   # A limit that is not the program's to lift.
   rm -f out*
   echo old >out
   cp out expected
   mkfifo log # a file would have the limit, too
   cat log >"$tool.log" &
   start "$tool" out --log-file=log "$programs/fault_process" limit 1
   wait "$started"
   equal "$tool: a hard limit on files: the program has no signal of ours" 7 $?
   wait
   mv "$tool.log" "$tool.err"
   rm log
   check "$tool: a hard limit on files: it is said" grep -q \
      "error: cannot write the profile '.*/out': .*File too large" "$tool.err"
   check "$tool: a hard limit on files: the old file stays" cmp expected out
   readable "a hard limit on files: the checkpoint of before" "$tool" \
      out.checkpoint
   check "$tool: a hard limit on files: which is named" grep -q \
      "only the checkpoint '.*/out.checkpoint' is left" "$tool.err"
   no_temporary "$tool: a hard limit on files" .

   # Few descriptors from the start.
   rm -f out*
   (ulimit -n 30 && run_tool "$tool" out "" "$programs/fault_process")
   equal "$tool: few descriptors from the start: the status" 7 $?
   equal "$tool: few descriptors from the start: the profile is written" \
      "exited 7" "$(state_of "$tool" out)"
done
plan
