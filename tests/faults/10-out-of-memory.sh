#!/bin/sh
# 10-out-of-memory.sh -- Valgrind runs out of memory: the last checkpoint stays, and
# the log names it.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for tool in $tools; do
   rm -f out*
   (ulimit -v 700000
    run_tool "$tool" out --checkpoint=1 "$programs/fault_process" starves) 2>&1
   status=$?
   if [ -e out ]; then
      # The program ran out of memory before Valgrind did, and went on.
      not_ok "$tool: memory runs out" "status $status" "$(state_of "$tool" out)"
      continue
   fi
   equal "$tool: the status" 1 $status
   readable "out of memory" "$tool" out.checkpoint
   check "$tool: the checkpoint is partial" \
      sh -c "echo '$(state_of "$tool" out.checkpoint)' | grep -q ^partial"
   equal "$tool: the log names it once" 1 \
      "$(grep -c 'checkpoint.*/out.checkpoint' "$tool.err")"
done
plan
