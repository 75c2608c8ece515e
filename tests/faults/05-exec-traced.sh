#!/bin/sh
# 05-exec-traced.sh -- exec of a program that is traced: it gets a new file, which
# names the file from before the exec.
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
      equal "$tool: $name: a file for each program of the process" \
         "replaced fault_process replaced fault_process exited 7" \
         "$(for file in "$first" "$first.exec1" "$first.exec2"; do
               state_of "$tool" "$file"
            done | sed "s|$programs/||" | xargs)"
      equal "$tool: $name: the first file has no predecessor" "" \
         "$(predecessor_of "$tool" "$first")"
      equal "$tool: $name: the second file's predecessor" "$work/$first" \
         "$(predecessor_of "$tool" "$first.exec1")"
      equal "$tool: $name: the third file's predecessor" "$work/$first.exec1" \
         "$(predecessor_of "$tool" "$first.exec2")"
      child=$(find . -name 'out*' -o -name 'by-pid*' | grep -vE "/$first(\$|\.exec)")
      equal "$tool: $name: the file of the third program's child has none" "exited 0" \
         "$(state_of "$tool" "$child")$(predecessor_of "$tool" "$child")"
      has "$tool: $name: the child's file has its work" "$tool" "$child" part_child
   done

   # A child by fork; by posix_spawn and vfork; in another directory.
   rm -f out*
   run_tool "$tool" out --trace-children=yes "$programs/fault_process" \
      child-becomes "$programs/fault_process"
   child=$(echo out.*.exec1)
   equal "$tool: a child by fork: the state before exec" \
      "replaced $programs/fault_process" "$(state_of "$tool" "${child%.exec1}")"
   equal "$tool: a child by fork: the state after exec" "exited 7" \
      "$(state_of "$tool" "$child")"
   equal "$tool: a child by fork: the predecessor" \
      "$work/${child%.exec1}" "$(predecessor_of "$tool" "$child")"
   equal "$tool: a child by fork: three files" 3 "$(find . -name 'out*' | wc -l)"

   rm -f out*
   run_tool "$tool" out --trace-children=yes "$programs/fault_process" spawns \
      "$programs/fault_process"
   equal "$tool: posix_spawn and vfork: a file for each program" \
      "exited 7 exited 7 exited 7" \
      "$(for file in out*; do state_of "$tool" "$file"; done | xargs)"
   check "$tool: posix_spawn and vfork: no file has a predecessor" \
      test -z "$(for file in out*; do predecessor_of "$tool" "$file"; done)"

   rm -f out*
   mkdir -p else%where
   run_tool "$tool" out --trace-children=yes sh -c "cd else%where &&
      '$programs/fault_process' becomes-itself 1"
   check "$tool: a child in another directory: its files are beside the others" \
      test "$(find . -name 'out*' | wc -l)" -ge 4 -a -z "$(ls else%where)"
   for file in out*; do
      readable "a child in another directory: $file" "$tool" "$file"
   done
done
plan
