#!/bin/sh
# 01-fork.sh -- fork without exec: each process writes its own file.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for tool in $tools; do
   rm -f out.*
   run_tool "$tool" out.%p "" "$programs/fault_process" forks
   equal "$tool: the status" 7 $?
   equal "$tool: a file for each of the three processes, no more" 3 \
      "$(find . -name 'out.*' | wc -l)"
   for file in out.*; do
      case $(state_of "$tool" "$file") in
      "exited 7")
         has "$tool: the parent's file has its own work" "$tool" "$file" part_before \
            part_after
         has_no "$tool: the parent's file has no work of its children" "$tool" "$file" \
            part_child part_grandchild
         readable "the parent's file" "$tool" "$file" ;;
      "exited 1")
         has "$tool: the child's file has its own and inherited work" "$tool" \
            "$file" part_before part_child
         has_no "$tool: the child's file has no work of other processes" \
            "$tool" "$file" part_after part_grandchild
         readable "the child's file" "$tool" "$file" ;;
      "exited 2")
         has "$tool: the grandchild's file has its own and inherited work" \
            "$tool" "$file" part_before part_child part_grandchild
         has_no "$tool: the grandchild's file has no work of other processes" \
            "$tool" "$file" part_after
         readable "the grandchild's file" "$tool" "$file" ;;
      *) not_ok "$tool: $file belongs to one of the three processes" \
            "$(state_of "$tool" "$file")" ;;
      esac
   done
done
plan
