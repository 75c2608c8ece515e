#!/bin/sh
# many_profiles.sh -- the work and the memory of commands that add up many profiles.
#
# cachesim counts instructions and heapprof the peak of the heap: neither depends on
# the machine's load.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

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

# instructions DIRECTORY COMMAND [ARGUMENT]...: what the command executes for all
# profiles of its tool there.
instructions()
{
   instructions_of=$1 instructions_command=$2
   shift 2
   run_tool cachesim out.ir --cache-sim=no "$builddir/$instructions_command" "$@" \
      "$instructions_of"/*."${instructions_command%%_*}" || return 1
   sed -n 's/^summary: //p' out.ir
}

# peak DIRECTORY COMMAND [ARGUMENT]...: likewise, the peak of its heap in bytes.
peak()
{
   peak_of=$1 peak_command=$2
   shift 2
   run_tool heapprof out.peak "" "$builddir/$peak_command" "$@" \
      "$peak_of"/*."${peak_command%%_*}" || return 1
   "$PYTHON" -B "$srcdir/tests/heap_profile.py" totals out.peak peak_bytes
}

# at_most NAME FOUND BASE PERCENT: FOUND is at most so much of BASE.
at_most()
{
   check "$1" test "${2:-none}" -le $((${3:-0} * $4 / 100))
}

for tool in cs hp; do
   merge="${tool}_merge -o sum.$tool"
   # shellcheck disable=SC2086 # words of a command
   for command in "$merge" "${tool}_annotate"; do
      name=${command%% *}
      at_most "$name: work is linear" "$(instructions own$many $command)" \
         "$(instructions own$few $command)" 600
      at_most "$name: memory is linear" "$(peak own$many $command)" \
         "$(peak own$few $command)" 600
      at_most "$name: no memory for profiles that are alike" \
         "$(peak same$many $command)" "$(peak same$few $command)" 150
   done
   # shellcheck disable=SC2086
   at_most "${tool}_annotate: no more work than a merge" \
      "$(instructions same$many ${tool}_annotate)" \
      "$(instructions same$many $merge)" 125
   "$builddir/${tool}_merge" -o "all.$tool" own$many/*.$tool
   check "${tool}_annotate reads the sum" "$builddir/${tool}_annotate" "all.$tool"
done

plan
