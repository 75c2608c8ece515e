#!/bin/sh
# heap_ends.sh -- heapprof's profile is complete whatever the program does, and each
# error is reported once.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

# common NAME END: the allocations that all runs of heap_ends make before `END`.
common()
{
   case_is "$1: before main, in .preinit_array" case_preinit "11 1 11 1 0 0"
   case_is "$1: in main" case_before "66 1 66 1 0 0"
   if [ "$2" = exit ]; then
      case_is "$1: in a constructor, freed at exit" case_constructor \
         "45 2 0 0 1 0"
      case_is "$1: in main, later" case_after "77 1 77 1 0 0"
      case_is "$1: at exit" case_atexit "33 1 33 1 0 0"
      case_is "$1: in a destructor" case_destructor "99 2 55 1 0 0"
   else
      case_is "$1: in a constructor" case_constructor "45 2 23 1 1 0"
   fi
   valid "$1"
}

run_heap "" perl -e 'exit 3'
equal "the profile has the exit code" 3 \
   "$(profile get heap.out heapprof.exit_code)"
run_heap "" "$programs/heap_ends"
common "a usual end" exit

run_heap "" "$programs/heap_ends" segv
equal "a crash: the status is the signal's" 139 "$?"
common "a crash" signal

run_heap "" "$programs/heap_ends" twice
equal "a double free, on which the C library would abort: the run goes on" 0 "$?"
common "a double free" exit
equal "a double free is counted" 1 "$(profile totals heap.out invalid_frees)"
said "a double free is reported once" 1 "free of"

run_heap "" "$programs/heap_header" wrong
cases "invalid frees that the program's allocator accepts"
valid "wrong frees"

run_heap "" "$programs/heap_requests" unbalanced
cases "wrong client requests"
said "wrong client requests are reported once" 1 "warning: client request"
valid "wrong client requests"

# ---- Other processes
run_heap "" "$programs/heap_ends" exec-fails
common "after an exec that fails" exit
for how in spawn vfork; do
   run_heap "" "$programs/heap_ends" $how
   equal "$how: the status" 0 "$?"
   common "$how" exit
   equal "$how: one profile" heap.out "$(echo heap.out*)"
done

run_heap "" "$programs/heap_ends" exec /bin/echo after
equal "exec: the other program runs" after "$(cat client.out)"

run_heap "" "$programs/heap_ends" fork
equal "fork: the status" 0 "$?"
common "fork, the parent" exit
no_case "fork: the parent has nothing of the child's" case_child
equal "fork with a fixed name: the child's file has another name" 2 \
   "$(ls heap.out heap.out.[0-9]* | wc -l)"
child=$(echo heap.out.[0-9]*)
case_is "fork: the child has its own" case_child "88 1 88 1 0 0" "$child"
no_case "fork: the child has nothing of the parent's, later" case_after \
   "$child"
valid "fork, the child" "$child"
equal "fork: the child's file is named after its pid" "heap.out.$(profile get "$child" pid)" \
   "$child"

rm -f by-pid.*
run_tool "$heap_tool" by-pid.%p "" "$programs/heap_ends" fork
equal "fork with %p: a file for each" 2 "$(ls by-pid.* | wc -l)"

# ---- Libraries that come and go
run_heap "" "$programs/heap_dl" "$programs/heap_dl_a.so" \
   "$programs/heap_dl_b.so"
if [ "$(cat client.out)" = same ]; then
   ok "another library comes to the same address"
else
   skip "another library comes to the same address" "it came elsewhere"
fi
case_is "of the first library, loaded twice" case_first_library \
   "15000 15 15000 15 0 0"
case_is "of the other one" case_other_library "20000 10 20000 10 0 0"
valid "libraries that come and go"

# ---- Files
mkdir -p gone && cd gone || exit 99
rmdir ../gone
run_tool "$heap_tool" "$work/elsewhere.out" "" "$programs/heap_shape" spike \
   2>/dev/null
cd "$work" || exit 99
echo old >old
chmod 400 old
run_tool "$heap_tool" no/such/directory/out "" "$programs/heap_shape" spike
check "a missing directory: an error before the program runs" \
   test $? -ne 0 -a ! -s client.out
run_tool "$heap_tool" /dev/full "" "$programs/heap_shape" spike
check "/dev/full: an error" test $? -ne 0
cp "$programs/heap_shape" precious
ln -sf precious link.out
run_tool "$heap_tool" link.out "" "$programs/heap_shape" spike
check "a symbolic link is not written through" \
   cmp precious "$programs/heap_shape"
run_heap "" "$programs/heap_shape" spike
cp heap.out whole.out
(ulimit -f 8 && run_tool "$heap_tool" whole.out "--checkpoint=0" \
   "$programs/heap_shape" churn)
check "a file too large: the old one stays" cmp heap.out whole.out
said "the errors of both directories are reported" 2 "File too large"
plan
