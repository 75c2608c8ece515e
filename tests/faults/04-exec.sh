#!/bin/sh
# 04-exec.sh -- a process that becomes another program, which is not traced: the
# profile up to then is written first.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for tool in $tools; do
   rm -f out*
   run_tool "$tool" out "" "$programs/fault_process" becomes /bin/echo became
   equal "$tool: the status is the other program's" 0 $?
   equal "$tool: it ran" became "$(cat client.out)"
   equal "$tool: one file" out "$(echo out*)"
   equal "$tool: it says what came" "replaced /bin/echo" \
      "$(state_of "$tool" out)"
   has "$tool: what was before is there" "$tool" out part_before
   readable "exec" "$tool" out
   check "$tool: the log names the file" grep -q "Profile: .*/out\$" \
      "$tool.err"

   run_tool "$tool" out "" "$programs/fault_process" becomes-by-descriptor \
      /bin/echo became
   equal "$tool: fexecve: the other program ran" became "$(cat client.out)"
   check "$tool: fexecve: it says what came" \
      sh -c "echo '$(state_of "$tool" out)' | grep -qE '^replaced .*(echo|/fd/)'"

   rm -f out*
   run_tool "$tool" out "" "$programs/fault_process" child-becomes /bin/echo \
      became
   equal "$tool: a child that becomes another: the status" 7 $?
   equal "$tool: the parent's file" "exited 7" "$(state_of "$tool" out)"
   equal "$tool: the child's file" "replaced /bin/echo" \
      "$(state_of "$tool" out.*)"
   has "$tool: what the child did before" "$tool" out.[0-9]* part_child
done
plan
