#!/bin/sh
# 01-fork.sh -- fork without exec: each process has a file of its own.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for tool in $tools; do
   rm -f out.*
   run_tool "$tool" out.%p "" "$programs/fault_process" forks
   equal "$tool: the status" 7 $?
   equal "$tool: a file for each of the three processes, and nothing else" 3 \
      "$(find . -name 'out.*' | wc -l)"
   for file in out.*; do
      case $(state_of "$tool" "$file") in
      "exited 7")
         has "$tool: the parent's: what it did" "$tool" "$file" part_before \
            part_after
         has_no "$tool: the parent's: nothing of its child's" "$tool" "$file" \
            part_child part_grandchild
         readable "the parent's" "$tool" "$file" ;;
      "exited 1")
         has "$tool: the child's: what it did and inherits" "$tool" "$file" \
            part_before part_child
         has_no "$tool: the child's: nothing of others'" "$tool" "$file" \
            part_after part_grandchild
         readable "the child's" "$tool" "$file" ;;
      "exited 2")
         has "$tool: the grandchild's: what it did and inherits" "$tool" \
            "$file" part_before part_child part_grandchild
         has_no "$tool: the grandchild's: nothing of others'" "$tool" "$file" \
            part_after
         readable "the grandchild's" "$tool" "$file" ;;
      *) not_ok "$tool: $file is of one of them" \
            "$(state_of "$tool" "$file")" ;;
      esac
   done
done
plan
