#!/bin/sh
# calls.sh -- programs that count their own calls: every call is in the profile, from its
# line, and no other; and costs add up.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
python=${PYTHON:-python3}

# counted NAME OPTIONS PROGRAM [ARGUMENT...]
counted()
{
   name=$1 options=$2 program=$programs/$3
   shift 3
   if [ ! -x "$program" ]; then
      skip "$name" "no $program"
      return
   fi
   run_tool cachesim calls.out "--call-graph=all $options" "$program" "$@"
   check "$name: calls" \
      "$python" -B "$srcdir/tests/tool/calls.py" calls.out <client.out
   echo "# $check_output"
}

all_events="--cache-sim=yes --branch-sim=yes"
for bits in "" 32; do
   counted "longjmp, signals, threads $bits" "$all_events" calls_jumps$bits 3000
   counted "coroutines $bits" "$all_events" calls_stacks$bits
   counted "tail calls $bits" "$all_events" calls_tails$bits
   library=$programs/calls_lib$bits.so
   [ ! -e "$library" ] || cp "$library" loaded$bits.so
   counted "stubs, libraries, written code $bits" "$all_events" calls_code$bits \
      ./loaded$bits.so
done
clean="$clean LD_BIND_NOW=1"
counted "stubs that are bound at once" "--cache-sim=no" calls_code ./loaded.so
counted "exceptions" "$all_events" calls_throw
counted "split stacks" "$all_events" calls_split

# Recursion counts nothing twice.  If there are so many levels that the tree folds them,
# the first function of a cycle costs the same; in the others, what they call of it is
# missing.
inclusive()
{
   "$python" -B "$srcdir/tests/tool/calls.py" inclusive calls.out fib &&
      "$python" -B "$srcdir/tests/tool/calls.py" inclusive calls.out even odd
}
counted "recursion" "--cache-sim=no" calls_jumps 3000
inclusive >unfolded
check "what recursive functions cost" test $? -eq 0

# callgrind_annotate adds up all calls of a function: those inside a recursion have nothing.
if command -v callgrind_annotate >/dev/null; then
   "$builddir/cs_export" --format=callgrind -o calls.callgrind calls.out
   "$builddir/cs_export" --format=json -o calls.json calls.out
   callgrind_annotate --inclusive=yes --tree=both --threshold=100 --auto=no \
      --show-percs=no --show=Ir calls.callgrind >annotated
   check "callgrind_annotate shows the same" \
      "$python" -B "$srcdir/tests/callgrind.py" inclusive calls.json annotated
else
   skip "callgrind_annotate shows the same" "no callgrind_annotate"
fi
counted "a million levels" "--cache-sim=no" calls_jumps 1000000
inclusive >folded
equal "folded, the first of a cycle costs the same" "$(grep -v odd unfolded)" \
   "$(grep -v odd folded)"
plan
