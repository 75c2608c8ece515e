#!/bin/sh
# 02-fork-fixed-name.sh -- fork with an outfile name without %p: the child's file
# gets its pid, and no file is overwritten.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for tool in $tools; do
   rm -f fixed*
   run_tool "$tool" fixed "" "$programs/fault_process" forks
   equal "$tool: the first process has the name" "exited 7" \
      "$(state_of "$tool" fixed)"
   equal "$tool: the other processes have other files" "exited 1 exited 2" \
      "$(for file in fixed.*; do state_of "$tool" "$file"; done | sort |
         xargs)"
   check "$tool: the names end in the pid" sh -c "
      for file in fixed.*; do
         case \$file in *.*[!0-9]*) exit 1 ;; esac
         grep -qE \"^#: pid \${file#fixed.}\\\$|\\\"pid\\\":\${file#fixed.}\\b\" \
            \$file || exit 1
      done"
   for file in fixed.*; do
      check "$tool: $file is reported once" test \
         "$(grep -c "Profile: .*/$file\$" "$tool.err")" -eq 1
   done
done
plan
