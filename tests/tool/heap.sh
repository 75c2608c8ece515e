#!/bin/sh
# heap.sh -- heapprof counts every allocation function.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

# ---- Every function, of C and C++
run_heap "" "$programs/heap_calls"
cases "the allocation functions of C"
valid "the allocation functions of C"
equal "bytes refused are capped" true \
   "$(profile sum heap.out fail.1 case_too_large |
      awk '{ print ($1 >= 2 ^ 62 && $1 <= 2 ^ 65) ? "true" : $1 }')"
if [ -x "$programs/heap_new" ]; then
   run_heap "" "$programs/heap_new"
   cases "every form of operator new and delete"
   valid "every form of operator new and delete"
   said "no warnings of frees" 0 "wrong|live block"
else
   skip "every form of operator new and delete" "Debian package g++"
fi

# ---- Objects
# has_object NAME: the object list has the program's code at its addresses.
has_object()
{
   check "$1: the program is among the objects" "$PYTHON" -c '
import json, sys
profile = json.load(open("heap.out"))
[(start, end)] = [(start, end) for start, end, path
                  in profile["heapprof"]["objects"] if path == sys.argv[1]]
own = [frame for frame in profile["ftbl"] if ": case_" in frame]
assert own and all(start <= int(frame.split(":")[0], 16) < end for frame in own)
' "$(realpath "$programs/$1")"
}

run_heap "" "$programs/heap_calls"
has_object heap_calls
if [ -x "$programs/heap_calls32" ]; then
   run_heap "" "$programs/heap_calls32"
   has_object heap_calls32
else
   skip "32-bit programs" "Debian package gcc-multilib"
fi
run_heap "" "$programs/heap_stripped"
check "without symbols there are objects, too" \
   grep -q '/heap_stripped"\]' heap.out

# ---- The program's own allocators
run_heap "" "$programs/heap_tail"
cases "a malloc that jumps to the C library's"
valid "a malloc that jumps to the C library's"
equal "a free that jumps, and operators delete, free once" 0 \
   "$(profile totals heap.out invalid_frees)"

# Threads' frees, with the C library of this system, and musl's.
freed() # NAME PROGRAM: cases of heap_frees, with the same blocks left as without the tool
{
   $clean "$2" | grep '^mapped' >native
   for options in "" --accesses=yes; do
      run_heap "$options" "$2"
      cases "$1${options:+, $options}: blocks that threads free"
      equal "$1${options:+, $options}: they are freed as without heapprof" "$(cat native)" \
         "$(grep '^mapped' client.out)"
      equal "$1${options:+, $options}: no free is taken for another" 0 \
         "$(profile totals heap.out invalid_frees)"
      said "$1${options:+, $options}: no warning" 0 warning
   done
}
freed "the C library" "$programs/heap_frees"
if command -v musl-gcc >/dev/null; then
   musl-gcc -g -O1 -fno-inline -fno-builtin -o frees_musl "$srcdir/tests/programs/heap_frees.c"
   freed "musl" ./frees_musl
   musl-gcc -g -O1 -fno-inline -fno-builtin -static -o frees_static \
      "$srcdir/tests/programs/heap_frees.c"
   freed "musl, a static program" ./frees_static
else
   skip "musl" "Debian package musl-tools"
fi

run_heap "" "$programs/heap_header"
cases "a malloc that puts a header before its blocks"
valid "a malloc that puts a header before its blocks"
run_heap "" "$programs/heap_jumps"
cases "longjmp and stack switches out of malloc"
valid "longjmp and stack switches out of malloc"
# shellcheck disable=SC2046
set -- $(grep ^timer client.out) $(profile sum heap.out tbk case_timer)
check "signals that leave malloc at any moment: $2 to $3 blocks, found $4" \
   test "$4" -ge "$2" -a "$4" -le "$3"
run_heap "" "$programs/heap_requests"
cases "blocks reported by client requests"
valid "blocks reported by client requests"
for preload in libjemalloc.so.2 libtcmalloc_minimal.so.4; do
   preload=$(ldconfig -p 2>/dev/null | sed -n "s|.*$preload .* => ||p" |
      head -n 1)
   if [ -z "$preload" ]; then
      skip "another allocator, preloaded" \
         "Debian packages libjemalloc2, libtcmalloc-minimal4"
      continue
   fi
   run_heap "" "$programs/heap_calls" for-dhat
   name=$(basename "$preload")
   # Their results for realloc to size 0, and for overflow, differ.
   grep -v -e realloc_zero -e realloc_null -e array client.out >client.some
   mv client.some client.out
   cases "with $name preloaded"
   valid "with $name preloaded"
   [ -x "$programs/heap_new" ] || continue
   run_heap "" "$programs/heap_new"
   cases "with $name preloaded, C++"
done
preload=

# ---- Static programs
run_heap "" "$programs/heap_static"
cases "a static program"
valid "a static program"
run_heap "" "$programs/heap_stripped"
equal "a stripped static program: its status is the same" 0 "$?"
said "a warning says that no block is seen, and names a remedy" 1 \
   "warning: no call of an allocation function"
said "with --pages-as-heap" 1 "pages-as-heap=yes"
equal "no block is counted" 0 "$(profile totals heap.out blocks)"

# ---- Totals, to the last byte
run_heap "" "$programs/heap_shape" churn
totals "60,000 calls from 40 paths"
valid "60,000 calls from 40 paths"
run_heap "--depth=1" "$programs/heap_shape" churn
totals "with --depth=1, the same totals"
run_heap "" "$programs/heap_shape" spike
totals "of two equal peaks, the last"
equal "the peak's blocks, by site" 1000 \
   "$(profile sum heap.out gb taken)"
run_heap "" "$programs/heap_shape" short
totals "temporaries: totals"
equal "five blocks of 8 bytes are temporary" "5 40" \
   "$(profile totals heap.out temporary_blocks temporary_bytes)"
run_heap "" "$programs/heap_shape" many 1000000
totals "a million live blocks"
valid "a million live blocks"

# ---- 32-bit programs
if [ -x "$programs/heap_calls32" ]; then
   run_heap "" "$programs/heap_calls32"
   cases "the allocation functions of C, 32-bit"
   valid "the allocation functions of C, 32-bit"
   run_heap "" "$programs/heap_shape32" churn
   totals "60,000 calls from 40 paths, 32-bit"
   valid "60,000 calls from 40 paths, 32-bit"
else
   skip "32-bit programs" "Debian package gcc-multilib"
fi

# ---- Threads
run_heap "" "$programs/heap_threads"
cases "eight threads at one time, twice"
valid "eight threads at one time, twice"
equal "frees at a thread's end are valid" "0 16" \
   "$(profile totals heap.out invalid_frees threads |
      awk '{ print $1, $2 - 1 }')"
run_heap "" "$programs/heap_threads_static"
cases "eight threads in a static program"
equal "frees at the threads' ends are valid" 0 \
   "$(profile totals heap.out invalid_frees)"
if has_core_option --fair-sched=yes; then
   run_heap "--fair-sched=yes" "$programs/heap_threads"
   cases "eight threads with a fair scheduler"
   valid "eight threads with a fair scheduler"
else
   skip "eight threads with a fair scheduler" "this Valgrind has no --fair-sched"
fi
plan
