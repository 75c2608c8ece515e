#!/bin/sh
# many_profiles.sh -- the work and the memory of commands that add up many profiles.
#
# heapprof counts instructions, and has the peak of the heap: neither depends on the
# machine's load.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

if ! command -v "${PYTHON:=python3}" >/dev/null; then
   skip "many profiles" "no python3"
   plan
   exit 0
fi

few=40
many=160 # 6,400 objects and regions, if each profile has its own

for kind in same own; do
   for n in $few $many; do
      "$PYTHON" -B "$srcdir/tests/tool/many_profiles.py" "$n" "$kind" "$kind$n" || exit 99
   done
done

# cost DIRECTORY COMMAND [ARGUMENT]...: what the command takes for all profiles of its tool
# there: DIRECTORY.work has instructions, DIRECTORY.peak bytes of its heap.
cost()
{
   cost_of=$1 cost_command=$2
   shift 2
   run_tool heapprof out.cost "" "$builddir/$cost_command" "$@" \
      "$cost_of"/*."${cost_command%%_*}" || rm -f out.cost
   profile get out.cost te >"$cost_of.work"
   profile totals out.cost peak_bytes >"$cost_of.peak"
}

# at_most NAME FOUND BASE PERCENT: the number in FOUND is at most so much of that in BASE.
at_most()
{
   at_found=$(cat "$2") at_base=$(cat "$3")
   check "$1" test "${at_found:-none}" -le $((${at_base:-0} * $4 / 100))
}

for tool in cs hp; do
   merge="${tool}_merge -o sum.$tool"
   # shellcheck disable=SC2086 # words of a command
   for command in "$merge" "${tool}_annotate"; do
      name=${command%% *}
      for of in own$few own$many same$few same$many; do
         cost $of $command
      done
      at_most "$name: work is linear" own$many.work own$few.work 600
      at_most "$name: memory is linear" own$many.peak own$few.peak 600
      at_most "$name: no memory for profiles that are alike" \
         same$many.peak same$few.peak 150
      [ "$name" = "${tool}_annotate" ] || cp same$many.work merge.work
   done
   at_most "${tool}_annotate: no more work than a merge" same$many.work merge.work 125
   "$builddir/${tool}_merge" -o "all.$tool" own$many/*.$tool
   check "${tool}_annotate reads the sum" "$builddir/${tool}_annotate" "all.$tool"
done

plan
