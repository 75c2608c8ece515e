#!/bin/sh
# 10-out-of-memory.sh -- Valgrind runs out of memory: the last checkpoint stays, and
# the log names it.  A look at the heap that does not fit is left out, and the log says so.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for tool in $tools; do
   rm -f out*
   (ulimit -v 700000
    run_tool "$tool" out --checkpoint=1 "$programs/fault_process" starves) 2>&1
   status=$?
   if [ -e out ]; then
      # The program ran out of memory before Valgrind did, and went on.
      not_ok "$tool: memory runs out" "status $status" "$(state_of "$tool" out)"
      continue
   fi
   equal "$tool: the status" 1 $status
   readable "out of memory" "$tool" out.checkpoint
   check "$tool: the checkpoint is partial" \
      sh -c "echo '$(state_of "$tool" out.checkpoint)' | grep -q ^partial"
   equal "$tool: the log names it once" 1 \
      "$(grep -c 'checkpoint.*/out.checkpoint' "$tool.err")"
done

# limited MEGABYTES OPTIONS: the status of the program with a large heap, if its profile is
# complete.
limited()
{
   rm -f out*
   (ulimit -v $(($1 * 1000))
    run_tool heapprof out "$2" "$programs/heap_shape" many 200000) 2>/dev/null
   limited_status=$?
   [ -e out ] && echo $limited_status
}

# Where a run without looks ends as ever, one with them does.
left_out=0 taken=0 different=
for limit in 60 70 75 80 85 90 95 100 110 120 140 170 200 300; do
   is_long || [ $((limit % 4)) -ne 1 ] || continue
   plain=$(limited $limit "")
   for options in --owners=end --owners=peak; do
      with=$(limited $limit "$options")
      [ "$plain" = "$with" ] || different="$different $limit:$options:$plain:$with"
      [ -n "$with" ] || continue
      if grep -q '"owners"' out; then
         taken=$((taken + 1))
      elif grep -q 'warning: --owners: an owner snapshot is left out: out of memory' heapprof.err; then
         left_out=$((left_out + 1))
      else
         different="$different $limit:$options:silent"
      fi
   done
done
equal "looks change no run's end" "" "$different"
check "some looks were left out, and said to be: $left_out" test $left_out -gt 0
check "some were taken: $taken" test $taken -gt 0
plan
