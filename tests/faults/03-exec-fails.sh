#!/bin/sh
# 03-exec-fails.sh -- vfork, posix_spawn and a failed exec leave the parent's
# profile intact, and its profiling goes on.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# whole NAME: there is one file, which has all work of the process.
whole()
{
   equal "$tool: $1: the status" 7 $?
   equal "$tool: $1: one file" out "$(echo out*)"
   equal "$tool: $1: the state is an exit" "exited 7" "$(state_of "$tool" out)"
   has "$tool: $1: the work before and after is there" "$tool" out part_before \
      part_after
}

for tool in $tools; do
   rm -f out*
   run_tool "$tool" out "" "$programs/fault_process" fails
   whole "exec that fails"
   has "$tool: exec that fails: the work in between is there" "$tool" out part_between
   run_tool "$tool" out "" "$programs/fault_process" spawns /bin/echo made
   whole "posix_spawn and vfork"
   equal "$tool: the children ran" "made made" "$(xargs <client.out)"
   run_tool "$tool" out "" "$programs/fault_process" spawns /no/such/program
   whole "posix_spawn and vfork of a missing program"
done
plan
