#!/bin/sh
# 59-switches.sh -- counting is toggled, zeroed, stopped and started in threads, with every
# combination of the options that count: each profile adds up, and every command reads it.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Each 167th combination, another for each way to switch; in the long form each 17th.
# SWITCHES=1 in the environment runs all, which takes 20 minutes.

. "${srcdir:?}/tests/faults/lib.sh"

is_long && : "${SWITCHES:=17}"
first=0
for how in none option request zero stop start killed; do
   mkdir $how
   check "$how: every command reads every profile" \
      sh -c "cd $how && exec '$PYTHON' '$srcdir/tests/faults/switches.py' \
         '$valgrind' '$programs/fault_switches' $how ${SWITCHES-167} $first"
   first=$((first + 1))
   echo "# $how: $(echo "$check_output" | tail -n 1)"
done

# What the tool left out is said by all who read the profile.
"$valgrind" -q --tool=cachesim --cachesim-out-file=p "$programs/fault_switches" 1 none
note="threads: 588 Cd, the lines have 326"
sed "s/^#: state .*/&\n#: contradiction $note/" p >left.out
check "left out: cs_annotate says it" \
   sh -c "'$CS_ANNOTATE' left.out | grep -A 1 '^Left out: *$note' | grep 'report it'"
check "left out: JSON has it" \
   sh -c "'$CS_ANNOTATE' --json left.out | grep -F '\"contradictions\":[\"$note\"]'"
check "left out: sums keep it" \
   sh -c "'$CS_MERGE' -o sum left.out p && grep -xF '#: contradiction $note' sum"
plan
