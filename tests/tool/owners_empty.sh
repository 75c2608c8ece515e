#!/bin/sh
# owners_empty.sh -- looks at a heap that is empty, is not counted, or is not the libc's:
# each is taken, and what it finds is what there is.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

program=$programs/owners_empty

owners()
{
   "$PYTHON" -B -S "$srcdir/tests/tool/owners.py" "$@"
}

# looks NAME OPTIONS SUMS COMMAND...: bytes and blocks of each look.  The status is the
# program's own.
looks()
{
   looks_name=$1 looks_options=$2 looks_sums=$3
   shift 3
   "$@" >native.out </dev/null
   looks_status=$?
   run_heap "$looks_options" "$@"
   looks_found=$?
   equal "$looks_name: the program's status and output" "$looks_status $(cat native.out)" \
      "$looks_found $(cat client.out)"
   valid "$looks_name"
   check "$looks_name: the looks follow the format" owners check heap.out
   equal "$looks_name: bytes and blocks" "$looks_sums" "$(owners sums heap.out 2>&1)"
   [ -n "$looks_sums" ] || return 0
   "$builddir/hp_annotate" --by=owner heap.out >report 2>errors
   looks_found=$?
   equal "$looks_name: the report" "0 " "$looks_found $(cat errors)"
}

none="0 0" one="100 1"
both="0 0
0 0"
looks "true" --owners=end "$none" /bin/true
looks "false" --owners=end,peak,at=1 "$none" /bin/false
looks "never a block" --owners=end "$both" "$program" none
looks "never a block, no look at the end" "" "$none" "$program" none
looks "before the first" --owners=end "$none
$one" "$program" before
looks "when it is freed" --owners=end "$both" "$program" after
looks "not counted" --owners=end "$both" "$program" stopped
looks "zeroed" --owners=end "100 1
100 1" "$program" zeroed
# As DHAT does, such a block counts as a byte.
looks "a block of no bytes" --owners=end "1 1
1 1" "$program" empty-block
looks "in a handler" --owners=end "$both" "$program" signal
looks "in a forked child" --owners=end "$both" "$program" child
looks "in a forked child, with a block" --owners=end "$one
$one" "$program" child-live
looks "blocks of its own" "" "$(seq 100 100 1000 | awk '{ print $1, NR }')" \
   "$program" pools
looks "after exit" --owners=end "$both" "$program" exit
looks "before main" --owners=end "$both" "$program" early
looks "never begun, end" "--owners=end --instr-at-start=no" "$none" sh -c :
looks "never begun, a time" "--owners=end,at=1 --instr-at-start=no" "$both" sh -c :
looks "never begun, peak" "--owners=peak --instr-at-start=no" "" sh -c :
looks "counting never begins" "--owners=end --instr-at-start=no" "$both" "$program" before

# Small programs of a script.
run_tool "$heap_tool" script.%p.out "--owners=end --trace-children=yes" \
   sh -c '/bin/true; /bin/false; expr 1 + 1; echo $?'
equal "children of a script" "2 0" "$(tr '\n' ' ' <client.out | sed 's/ $//')"
check "no report of a fault" sh -c "! grep -q INTERNAL $heap_err"
plan
