#!/bin/sh
# 62-contradictions.sh -- profiles whose figures contradict each other are refused, with
# the place: a timeline above the peak, inclusive counts above the total, addresses of more
# than 64 bits, and whatever else a file says twice.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

contradict="$PYTHON -IBS $srcdir/tests/faults/contradict.py"

# contradicted KIND NAME READERS FILE: each contradiction that the file can have; only a
# sample of those that another file had already.
contradicted()
{
   $contradict "$1" "$4" bad.out >names || exit 99
   while read -r name; do
      place=$($contradict "$1" "$4" bad.out "$name" 2>why) || continue
      if grep -qxF "$name" "$1.tried" && ! sampled 6; then
         continue
      fi
      separator=:
      [ "$1" = counts ] || separator=': '
      refused "$2: $name" "$3" bad.out "$4" "bad\.out$separator$place"
      echo "$name" >>"$1.tried"
   done <names
}

# all_tried KIND: each was tried on one of the profiles at least.
all_tried()
{
   $contradict "$1" /dev/null /dev/null | sort >names
   sort -u "$1.tried" | comm -23 names - >never
   equal "$1: every contradiction was tried" "" "$(cat never)"
}

# ---- heapprof ----

: >heap.tried
run_tool heapprof shape.out "--stacks=yes --accesses=yes" "$programs/heap_sites"
run_tool heapprof regions.out "" "$programs/heap_regions" nested
run_tool heapprof threads.out "" "$programs/heap_threads"
run_tool heapprof realloc.out "" "$programs/heap_calls"
for file in shape regions threads realloc; do
   accepted "heapprof: $file" "$hp_readers" $file.out $file.out
   contradicted heap $file "$hp_few hp_export:csv" $file.out
done
all_tried heap
place=$($contradict heap shape.out bad.out "max above the peak")
refused "heapprof: by all commands" "$hp_readers" bad.out shape.out "bad\.out: $place"
# What DHAT writes is not ours to judge, but an address is one.
$contradict heap dhat.out bad.out "an address" >place
refused "DHAT: an address" "$hp_few hp_export:csv" bad.out dhat.out "bad\.out: $(cat place)"
$contradict heap dhat.out bad.out "mb above tb" >place
accepted "DHAT: mb above tb" "$hp_few hp_export:csv" bad.out dhat.out

# ---- cachesim ----

: >counts.tried
run_tool cachesim paths.out "--call-graph=all --objects=yes" "$programs/call_paths"
run_tool cachesim tails.out "--call-graph=all --objects=yes" "$programs/calls_tails"
run_tool cachesim marks.out "--call-graph=all" "$programs/regions" nested
for file in paths tails marks; do
   accepted "cachesim: $file" "$cs_readers" $file.out $file.out
   contradicted counts $file "$cs_few cs_export:csv" $file.out
done
all_tried counts
place=$($contradict counts paths.out bad.out "a function above the total")
refused "cachesim: by all commands" "$cs_readers" bad.out paths.out "bad\.out:$place"

# Sums of names that were made one, and of a part of the functions, are readable.
for option in "--mod-filename=s/.*/one/ --mod-funcname=s/.*/one/" --exclude=fn:main; do
   # shellcheck disable=SC2086
   "$CS_MERGE" -o sum.out $option paths.out paths.out tails.out
   accepted "cs_merge $option" "$cs_few" sum.out sum.out
done
run_tool cachesim many.out "--call-graph=all" "$programs/threads"
"$CS_MERGE" -o sum.out --exclude='fn:m*' many.out
accepted "cs_merge without some functions of threads" "$cs_few" sum.out sum.out
plan
