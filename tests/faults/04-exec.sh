#!/bin/sh
# 04-exec.sh -- exec of a program that is not traced: the profile is written before
# the exec.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for tool in $tools; do
   rm -f out*
   run_tool "$tool" out "" "$programs/fault_process" becomes /bin/echo became
   equal "$tool: the status is the other program's" 0 $?
   equal "$tool: the other program ran" became "$(cat client.out)"
   equal "$tool: one file" out "$(echo out*)"
   equal "$tool: the profile names the other program" "replaced /bin/echo" \
      "$(state_of "$tool" out)"
   has "$tool: the work before exec is there" "$tool" out part_before
   readable "exec" "$tool" out
   check "$tool: the log names the file" grep -q "Profile: .*/out\$" \
      "$tool.err"

   run_tool "$tool" out "" "$programs/fault_process" becomes-by-descriptor \
      /bin/echo became
   equal "$tool: fexecve: the other program ran" became "$(cat client.out)"
   check "$tool: fexecve: the profile names the other program" \
      sh -c "echo '$(state_of "$tool" out)' | grep -qE '^replaced .*(echo|/fd/)'"

   rm -f out*
   run_tool "$tool" out "" "$programs/fault_process" child-becomes /bin/echo \
      became
   equal "$tool: exec in a child: the status" 7 $?
   equal "$tool: the parent's file" "exited 7" "$(state_of "$tool" out)"
   equal "$tool: the child's file" "replaced /bin/echo" \
      "$(state_of "$tool" out.*)"
   has "$tool: the child's work before exec is there" "$tool" out.[0-9]* part_child
done
plan
