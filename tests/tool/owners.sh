#!/bin/sh
# owners.sh -- looks at owners: blocks that are lost or kept in every way are found as the
# program says, and as memcheck does, when they are to be taken.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

owners()
{
   "$PYTHON" -B -S "$srcdir/tests/tool/owners.py" "$@"
}

# look OPTIONS COMMAND...: leaves heap.out and client.out, and checks what each look must
# be.
look()
{
   run_heap "$@"
   look_status=$?
   look_case=$2
   [ $# -gt 2 ] && look_case=$3
   look_case="${look_case##*/}"
   if look_checked=$(owners check heap.out 2>&1); then
      ok "$look_case, $1: $look_checked looks follow the format"
   else
      not_ok "$look_case, $1: the format" "$look_checked" "$(tail -n 5 "$heap_err")"
   fi
   valid "$look_case, $1"
}

# natively STATUS COMMAND...: the program did under the tool what it does without.
natively()
{
   natively_status=$1
   shift
   equal "$look_case: its exit status" "$natively_status" "$look_status"
   $clean "$@" >native.out 2>/dev/null </dev/null
   check "$look_case: what it prints is as without the tool" cmp native.out client.out
}

# as_printed [NUMBER]: the last look, or the one with this number, has what was printed.
as_printed()
{
   equal "$look_case: as the program says" "" \
      "$(owners match --look="${1:--1}" heap.out client.out 2>&1)"
}

# as_memcheck MORE COMMAND...: memcheck has the same four sums; MORE are lines of what it
# has more, "kind bytes blocks". With together=kept, blocks that are possibly lost and
# reachable ones are one sum.
as_memcheck()
{
   as_more=$1
   shift
   # shellcheck disable=SC2086
   $clean "$valgrind" $memcheck_options "$@" >/dev/null 2>&1 </dev/null
   { echo "$as_more"; owners leaks heap.out; } | sums_of_kinds >ours.leaks
   owners memcheck memcheck.log | sums_of_kinds >memcheck.leaks
   if [ -s memcheck.leaks ] && cmp -s ours.leaks memcheck.leaks; then
      ok "$look_case: memcheck's sums"
   else
      not_ok "$look_case: memcheck's sums" "$(diff ours.leaks memcheck.leaks)"
   fi
}
sums_of_kinds()
{
   awk -v together="$together" '
      together == "kept" { sub(/^possible/, "reachable") }
      NF == 3 { bytes[$1] += $2; blocks[$1] += $3 }
      END { for (kind in bytes) print kind, bytes[kind], blocks[kind] }' | sort
}
together=
memcheck_options="--tool=memcheck --leak-check=full --show-leak-kinds=all --run-libc-freeres=no
   --run-cxx-freeres=no --default-suppressions=no --log-file=memcheck.log"

# end_of STATUS MORE COMMAND...: a look at the end; MORE is "-" if memcheck cannot
# say it.
at_end=--owners=end
end_of()
{
   end_status=$1 end_more=$2
   shift 2
   look "$at_end" "$@"
   natively "$end_status" "$@"
   as_printed
   [ "$end_more" = - ] || as_memcheck "$end_more" "$@"
}

program=$programs/owners

# ---- Kinds of leaks, and of what keeps blocks
for name in kinds shapes lengths variables frames mappings mapped-pools blocks arenas \
   signal signal-stack coroutine end-by-group vfork; do
   end_of 7 "" "$program" $name
   case $name in
   shapes)
      equal "shapes: rings" "1 0" \
         "$(owners rings heap.out case_ring) $(owners rings heap.out case_list)" ;;
   end-by-group | vfork) equal "$name: one look" end "$(owners whys heap.out)" ;;
   esac
done
# A table of the dynamic linker's, aligned within its block, begins at its start or not: that
# follows where the heap's blocks are, and so the length of the library's path.
together=kept
end_of 7 "" "$program" library "$programs/owners_lib.so"
together=
if [ -x "$programs/owners_cpp" ]; then
   end_of 7 "" "$programs/owners_cpp"
else
   skip "C++" "no C++ compiler"
fi

# When a thread is about to end, memcheck reads no registers any more.
end_of 7 "definite 350 1
reachable -350 -1" "$program" registers
# Memcheck leaves out a block that has others in it, and does not read its other parts.
end_of 7 "definite 530 1
reachable -8530 -2" "$program" pools
# What the C library's registers and descriptors hold of such a stack changes with chance.
end_of 7 - "$program" malloced-stack

# ---- Ends
# The same table.
together=kept
end_of 0 "" "$program" end-by-thread
together=
# The program's end is not memcheck's.
end_of 0 - "$program" end-by-exec
equal "end-by-exec: one look" end "$(owners whys heap.out)"
end_of 134 "" "$program" end-by-abort 2>/dev/null

look "$at_end" "$program" fork
as_printed
child=$(echo heap.out.[0-9]*)
check "fork: the child's look" owners check "$child"
echo "case_of_child reachable 930 1 static:static_kept" >child.expected
equal "fork: the child has its own block, by the parent's" "" \
   "$(owners match "$child" child.expected)"
valid "fork, the child" "$child"

# ---- What does not count keeps what it refers to
at_end="--owners=end --ignore-fn=case_ignored"
end_of 7 "reachable 100 1" "$program" ignored
at_end=--owners=end
end_of 7 "reachable 100 1" "$program" uncounted

# ---- When
look "--owners=end" "$program" zero
equal "zero: the look before is forgotten" end "$(owners whys heap.out)"
as_printed

look "--owners=end" "$program" dump
equal "dump: three looks" "asked asked end" "$(owners whys heap.out)"
equal "dump: the dump has the one so far" asked "$(owners whys heap.out.1)"
check "dump: its look" owners check heap.out.1
valid "dump, the dump" heap.out.1
as_printed 0

look "" "$program" dump
equal "asked for, without the option" "asked asked" "$(owners whys heap.out)"
as_printed
look "--owners=no" "$program" kinds
equal "none" "" "$(owners whys heap.out)"
check "none: the profile has nothing of it" sh -c "! grep -q '\"owners\"' heap.out"
look "--owners=end --owners=no" "$program" kinds
equal "the last option decides" "" "$(owners whys heap.out)"

look "--owners=end" "$program" ask 101
equal "101 looks are asked for: 100 are kept, and the one at the end" "100 asked 1 end" \
   "$(owners whys heap.out | tr ' ' '\n' | sort | uniq -c | xargs)"
said "101 looks: it says so, once" 1 "not taken"
as_printed

# near_peak: the look at the peak has at most 1/16 less.
near_peak()
{
   peak=$(profile totals heap.out peak_bytes)
   equal "$look_case, peak: one look" peak "$(owners whys heap.out)"
   seen=$(owners sums heap.out | cut -d' ' -f1)
   check "$look_case, peak: $seen of $peak bytes" \
      test "$seen" -le "$peak" -a $((seen * 17)) -ge $((peak * 16))
}
for name in waves waves-zero rising; do
   look "--owners=peak" "$program" $name
   near_peak
done
look "--owners=peak,end" "$program" waves
equal "peak and end" "peak end" "$(owners whys heap.out)"
equal "peak and end: the end" "0 0" "$(owners sums heap.out | tail -n 1)"

look "" "$program" waves
at=$(profile totals heap.out peak_time)
highest=$(profile totals heap.out peak_bytes peak_blocks)
look "--owners=at=$at" "$program" waves
equal "at the peak's time of a run before: the peak" "$highest time" \
   "$(owners sums heap.out) $(owners whys heap.out)"
look "--owners=at=0,at=1,at=$at,end" "$program" waves
equal "several times: a block is there for each" "time time end" "$(owners whys heap.out)"
look "--owners=at=9999999999" "$program" waves
equal "a time that does not come" "" "$(owners whys heap.out)"
look "--owners=at=50000 --time-unit=B" "$program" waves
check "the time in bytes" test "$(owners times heap.out)" -ge 50000 -a \
   "$(owners times heap.out)" -le 53000

# ---- Wrong options
for option in --owners=foo --owners= --owners=at=x --owners=at= "--owners=end," \
   --owners=endless --owners=at=5,at=3 --owners=yes; do
   run_heap "$option" "$program" kinds
   bad_status=$?
   check "$option: refused before the program runs" \
      test $bad_status -ne 0 -a ! -s client.out
   said "$option: the error names it" 1 "bad option.*$option"
done
for option in --pages-as-heap=yes --mode=copy --mode=ad-hoc; do
   run_heap "$option --owners=end" "$program" kinds
   bad_status=$?
   check "$option with --owners: refused before the program runs" \
      test $bad_status -ne 0 -a ! -s client.out
   said "$option with --owners: the error names it" 1 "[-]-owners"
done

# ---- 32 bits; memcheck for them needs more of libc
program=$programs/owners32
if [ -x "$program" ]; then
   for name in kinds shapes lengths variables frames registers mappings pools mapped-pools \
      blocks arenas malloced-stack signal signal-stack coroutine; do
      sampled 4 || continue
      look "$at_end" "$program" $name
      look_case="$look_case, 32 bits"
      natively 7 "$program" $name
      as_printed
   done
else
   skip "32 bits" "the tools are not built for them"
fi
plan
