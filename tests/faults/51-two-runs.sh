#!/bin/sh
# 51-two-runs.sh -- two runs write the same name: at every moment the file is the
# complete one of either run.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# watch: reads the files continuously until `over` exists, and keeps each content that
# they ever had as seen.<number>.
watch()
{
   "$PYTHON" -c '
import os
contents = set()
while not os.path.exists("over"):
    for name in ("out", "out.checkpoint"):
        try:
            with open(name, "rb") as file:
                contents.add(file.read())
        except FileNotFoundError:
            pass
for number, content in enumerate(contents):
    with open(f"seen.{number}", "wb") as file:
        file.write(content)'
}

for tool in $tools; do
   rm -f out* over seen.*
   watch &
   watcher=$!
   start "$tool" out --checkpoint=1 perl -e \
      'for my $i (1 .. 300000) { $h{$i % 9} .= "x" } exit 1'
   first=$started
   start "$tool" out --checkpoint=1 perl -e \
      'for my $i (1 .. 250000) { $h{$i % 7} .= "y" } exit 2'
   second=$started
   wait "$first"
   equal "$tool: the first run's status is its own" 1 $?
   wait "$second"
   equal "$tool: the second run's status is its own" 2 $?
   touch over
   wait $watcher
   n_bad=0 n_good=0
   for file in seen.*; do
      if state_of "$tool" "$file" 2>/dev/null |
         grep -qE '^(exited [12]|partial [0-9]+)$' &&
         "$(annotate_of "$tool")" "$file" >/dev/null 2>&1; then
         n_good=$((n_good + 1))
      else
         n_bad=$((n_bad + 1))
      fi
   done
   check "$tool: several contents were seen" test $n_good -ge 3
   equal "$tool: every content was a complete profile of one run" 0 $n_bad
   check "$tool: the final file is one run's" sh -c \
      "echo '$(state_of "$tool" out)' | grep -qE '^exited [12]\$'"
   equal "$tool: no other file is left" out "$(echo out*)"
   no_temporary "$tool" .
done
plan
