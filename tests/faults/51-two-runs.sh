#!/bin/sh
# 51-two-runs.sh -- two runs write the same name: whenever it is looked at, the file is
# that of one of them, whole.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for tool in $tools; do
   rm -f out*
   n_bad=0 n_good=0
   start "$tool" out --checkpoint=1 perl -e 'for (1..300000) { $h{$_ % 9} .= "x" } exit 1'
   first=$started
   start "$tool" out --checkpoint=1 perl -e 'for (1..250000) { $h{$_ % 7} .= "y" } exit 2'
   second=$started
   while kill -0 "$first" 2>/dev/null || kill -0 "$second" 2>/dev/null; do
      for file in out out.checkpoint; do
         cp $file seen 2>/dev/null || continue
         if state_of "$tool" seen | grep -qE '^(exited [12]|partial [0-9]+)$' &&
            "$(annotate_of "$tool")" seen >/dev/null 2>&1; then
            n_good=$((n_good + 1))
         else
            n_bad=$((n_bad + 1))
         fi
      done
   done
   wait "$first"
   equal "$tool: the first ends as alone" 1 $?
   wait "$second"
   equal "$tool: the second ends as alone" 2 $?
   check "$tool: the file was looked at" test $n_good -gt 2
   equal "$tool: and was always one of theirs" 0 $n_bad
   check "$tool: at the end it is one of theirs" sh -c \
      "echo '$(state_of "$tool" out)' | grep -qE '^exited [12]\$'"
   equal "$tool: no more than that is left" out "$(echo out*)"
   no_temporary "$tool" .
done
plan
