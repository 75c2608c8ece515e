#!/bin/sh
# 05-exec-traced.sh -- a process that becomes another program, which is traced: that
# has a new file, which names the one before.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"


for tool in $tools; do
   for name in out by-pid.%p; do
      rm -f out* by-pid*
      run_tool "$tool" $name --trace-children=yes "$programs/fault_process" \
         becomes-itself 2
      equal "$tool: $name: the status" 7 $?
      first=$(find . -name 'out*.exec2' -o -name 'by-pid*.exec2' |
         sed 's|^\./||; s/\.exec2$//')
      equal "$tool: $name: a file for each program that the process was" \
         "replaced fault_process replaced fault_process exited 7" \
         "$(for file in "$first" "$first.exec1" "$first.exec2"; do
               state_of "$tool" "$file"
            done | sed "s|$programs/||" | xargs)"
      equal "$tool: $name: the first has no predecessor" "" \
         "$(predecessor_of "$tool" "$first")"
      equal "$tool: $name: the second's" "$work/$first" \
         "$(predecessor_of "$tool" "$first.exec1")"
      equal "$tool: $name: the third's" "$work/$first.exec1" \
         "$(predecessor_of "$tool" "$first.exec2")"
      child=$(find . -name 'out*' -o -name 'by-pid*' | grep -vE "/$first(\$|\.exec)")
      equal "$tool: $name: the child of the third has one without" "exited 0" \
         "$(state_of "$tool" "$child")$(predecessor_of "$tool" "$child")"
      has "$tool: $name: with what it did" "$tool" "$child" part_child
   done

   # A child by fork; by posix_spawn and vfork; that starts elsewhere.
   rm -f out*
   run_tool "$tool" out --trace-children=yes "$programs/fault_process" \
      child-becomes "$programs/fault_process"
   child=$(echo out.*.exec1)
   equal "$tool: a child by fork: that it was" \
      "replaced $programs/fault_process" "$(state_of "$tool" "${child%.exec1}")"
   equal "$tool: a child by fork: that it became" "exited 7" \
      "$(state_of "$tool" "$child")"
   equal "$tool: a child by fork: it names the one before" \
      "$work/${child%.exec1}" "$(predecessor_of "$tool" "$child")"
   equal "$tool: a child by fork: three files" 3 "$(find . -name 'out*' | wc -l)"

   rm -f out*
   run_tool "$tool" out --trace-children=yes "$programs/fault_process" spawns \
      "$programs/fault_process"
   equal "$tool: posix_spawn and vfork: a file for each program" \
      "exited 7 exited 7 exited 7" \
      "$(for file in out*; do state_of "$tool" "$file"; done | xargs)"
   check "$tool: posix_spawn and vfork: with no other before it" \
      test -z "$(for file in out*; do predecessor_of "$tool" "$file"; done)"

   rm -f out*
   mkdir -p else%where
   run_tool "$tool" out --trace-children=yes sh -c "cd else%where &&
      '$programs/fault_process' becomes-itself 1"
   check "$tool: a child that starts elsewhere: its files are beside" \
      test "$(find . -name 'out*' | wc -l)" -ge 4 -a -z "$(ls else%where)"
   for file in out*; do
      readable "a child that starts elsewhere: $file" "$tool" "$file"
   done
done
plan
