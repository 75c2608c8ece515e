#!/bin/sh
# heap_alloc.sh -- heapprof's figures do not depend on a program's allocator or on how
# it is linked.  If figures are incomplete, heapprof warns.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

: "${CC:=gcc}" "${CXX:=g++}"
cflags="-g -O1 -pthread -fno-inline -fno-optimize-sibling-calls -fno-builtin
   -fno-ipa-cp -fno-ipa-icf -fno-ipa-sra -fno-partial-inlining"
sources=$srcdir/tests/programs

# build NAME COMPILER ARGUMENT...: builds a program of that name; false if it cannot.
build()
{
   build_name=$1
   shift
   # shellcheck disable=SC2086
   "$@" $cflags -o "$build_name" 2>build.err || {
      sed -n 's/^/# /p' build.err | head -n 3
      return 1
   }
}

# compile NAME.o COMPILER ARGUMENT...
compile()
{
   compile_name=$1
   shift
   # shellcheck disable=SC2086
   "$@" $cflags -c -o "$compile_name"
}

# Cases in which all allocators agree, in C and C++: not refused sizes or size 0.
c_cases="case_malloc case_zero case_calloc case_realloc_shrink
   case_realloc_in_place case_realloc_moved case_realloc_failed
   case_realloc_first case_aligned case_usable_size case_strdup"
new_cases="case_plain case_cookie case_nothrow case_aligned_new case_by_hand
   case_new_zero"

compile calls.o $CC "$sources/heap_calls.c"
compile shape.o $CC "$sources/heap_shape.c"
if command -v "$CXX" >/dev/null; then
   compile new.o "$CXX" "$sources/heap_new.cpp"
   compile containers.o "$CXX" "$sources/heap_containers.cpp"
   all="calls shape new containers"
else
   all="calls shape"
fi

# run_one PROGRAM COMMAND: leaves the call trees without the C library's buffer, which
# has another path in a static program and is not freed there.
run_one()
{
   case $1 in
   calls) set -- "$2" $c_cases ;;
   new)   set -- "$2" $new_cases ;;
   shape) set -- "$2" churn ;;
   *)     set -- "$2" ;;
   esac
   run_heap "" "$@"
   profile trees heap.out | grep -v _IO_file_doallocate >trees
}

for one in $all; do
   linker=$CXX
   [ -n "$linker" ] && command -v "$linker" >/dev/null || linker=$CC
   build "$one.plain" "$linker" "$one.o"
   run_one "$one" "./$one.plain"
   mv trees "$one.expected"
   check "$one: there are trees to compare" test "$(wc -l <"$one.expected")" -ge 5
done

# same NAME PROGRAM COMMAND: the trees are the same as with glibc's allocator.  A sample, in
# which each of the four programs is.
same()
{
   sampled 5 || return
   run_one "$2" "$3"
   if [ -s trees ] && cmp -s trees "$2.expected"; then
      ok "$1: the same as with glibc, by call path"
   else
      not_ok "$1" "$(diff "$2.expected" trees | head -n 12)" \
         "$(tail -n 3 "$heap_err")"
   fi
   valid "$1"
   equal "$1: no invalid frees" 0 "$(profile totals heap.out invalid_frees)"
}

# own NAME ALLOCATOR ARGUMENT...: the allocator's own functions, if linked that way.
own()
{
   own_name=$1 own_allocator=$2
   shift 2
   if ! build own $CC "-D$own_allocator" "$sources/heap_own.c" "$@"; then
      skip "$own_name: its own functions" "it cannot be linked"
      return
   fi
   run_heap "" ./own
   cases "$own_name: its own functions"
   valid "$own_name: its own functions"
}

# linked NAME ALLOCATOR ARGUMENT...: all programs, linked with the allocator.
linked()
{
   linked_name=$1 linked_allocator=$2
   shift 2
   for one in $all; do
      if build "$one.linked" "$linker" "$one.o" "$@"; then
         same "$linked_name, $one" "$one" "./$one.linked"
      else
         skip "$linked_name, $one" "it cannot be linked"
      fi
   done
   own "$linked_name" "$linked_allocator" "$@"
}

# allocator ALLOCATOR PACKAGE SHARED [STATIC [ARGUMENT...]]: the allocator preloaded,
# linked, and from its archive, which needs the ARGUMENTs.
allocator()
{
   allocator=$1 package=$2 shared=$(library "$3") archive=${4-}
   if [ -z "$shared" ]; then
      skip "$3" "Debian package $package"
      return
   fi
   for one in $all; do
      preload=$shared
      same "$3 preloaded, $one" "$one" "./$one.plain"
      preload=
   done
   linked "$3 linked" "$allocator" -Wl,--no-as-needed "$shared"
   [ -n "$archive" ] || return
   archive=$(dirname "$shared")/$archive
   if [ ! -f "$archive" ]; then
      skip "$4" "the Debian package of it for developers"
      return
   fi
   shift 4
   linked "$(basename "$archive")" "$allocator" "$archive" "$@"
   # The C library defines the functions of C that the allocator lacks.
   linked "$(basename "$archive"), a static program" "$allocator" -static \
      -Wl,-z,muldefs "$archive" "$@"
}

allocator JEMALLOC libjemalloc2 libjemalloc.so.2 libjemalloc.a \
   -lstdc++ -lm
allocator TCMALLOC libtcmalloc-minimal4 libtcmalloc_minimal.so.4 \
   libtcmalloc_minimal.a -lstdc++ -lm
allocator TCMALLOC libgoogle-perftools4 libtcmalloc.so.4 libtcmalloc.a \
   -lstdc++ -lm -lunwind -llzma
allocator MIMALLOC libmimalloc-dev libmimalloc.so

# ---- Uncounted memory is reported, with an option that counts it

# advised: the option that the warning names.
advised()
{
   sed -n 's/.*To count.*: \(--[a-z-]*=[^ ]*\)$/\1/p' "$heap_err"
}

# left_out NAME OPTION COMMAND...: with OPTION the blocks are not counted; with the
# advised option they are.
left_out()
{
   left_name=$1 left_option=$2
   shift 2
   run_heap "" "$@"
   profile totals heap.out blocks bytes >whole
   said "$left_name: no warning" 0 "warning"
   run_heap "$left_option" "$@"
   said "$left_name, left out: there is a warning" 1 \
      "warning: .*: --soname-synonyms leaves out its object"
   run_heap "$(advised)" "$@"
   equal "$left_name: with the advised option all blocks are counted" \
      "$(cat whole)" "$(profile totals heap.out blocks bytes)"
   said "$left_name: with the advised option there is no warning" 0 "warning"
}

preload=$(library libjemalloc.so.2)
if [ -n "$preload" ]; then
   for option in --soname-synonyms=somalloc=libother.so \
      --soname-synonyms=somalloc=nouserintercepts; do
      left_out "a preloaded allocator, $option" $option ./shape.plain \
         many 300000
   done
else
   skip "an allocator that is left out" "Debian package libjemalloc2"
fi
preload=
left_out "a static program" --soname-synonyms=somalloc=libother.so \
   "$programs/heap_static"
run_heap --soname-synonyms=somalloc=libother.so "$programs/heap_shape" churn
said "with the C library's own, the option does no harm" 0 warning

for how in mmap brk; do # of which Valgrind has but 8 MiB
   run_heap "" "$programs/heap_arena" $how 6
   said "the program's own allocator, by $how: its memory is reported" 1 \
      "warning: 6,[0-9,]* bytes were mapped at one time"
   said "by $how: the warning names the caller of mmap" 1 \
      "arena_grow \(in .*/heap_arena\) mapped 6,291,456 bytes"
   said "by $how: the warning names a likely allocation function" 1 "If arena_alloc hands out"
   run_heap "$(advised)" "$programs/heap_arena" $how 6
   check "by $how: with the advised option it is counted" \
      test "$(profile sum heap.out tb arena_grow)" -ge 6291456
done
# Other processes may share it: an allocator's blocks are not there.
for quiet in "mmap 2" "told 8" "buffer 8" "shared 8" "file 8" "sysv 8" "remap 8"; do
   # shellcheck disable=SC2086
   run_heap "" "$programs/heap_arena" $quiet
   said "heap_arena $quiet: no warning" 0 "warning"
done
run_heap "-q" "$programs/heap_arena" mmap 8
said "-q: no warning" 0 "warning"
build stripped $CC -static -s "$sources/heap_arena.c"
run_heap "" ./stripped mmap 8
said "stripped and static: there is a warning" 1 \
   "warning: no call of an allocation function"
said "stripped and static: the warning names the program's mappings" 1 \
   "/stripped mapped 8,388,608 bytes"
run_heap "$(advised)" ./stripped mmap 8
check "stripped and static: with the advised option it is counted" \
   test "$(profile totals heap.out bytes)" -ge 8388608

# A child says only what its parent has not said, and what it did itself.
run_heap "" "$programs/heap_arena" mmap 6 fork
equal "fork: the program is as without a tool" 0 $?
said "fork: there are two processes" 2 "At end:"
said "fork: the child does not repeat its parent's warning" 1 "were mapped at one time"
run_heap "" "$programs/heap_arena" mmap 6 daemon
said "a child that maps memory says so" 1 "were mapped at one time"
run_heap "" ./stripped mmap 8 fork
said "fork, stripped and static: one warning" 1 "no call of an allocation function"
said "fork, stripped and static: there are two processes" 2 "At end:"
build static $CC -static "$sources/heap_arena.c"
run_heap "--soname-synonyms=somalloc=libother.so" ./static mmap 2 fork
said "fork, static and left out: one warning" 1 "leaves out its object"

# Programs whose mappings are all of allocators and stacks.
for command in "$programs/heap_threads" "perl -e @a=(1..100000)" \
   "sqlite3 :memory: select(1)" "$programs/heap_shape many 300000"; do
   # shellcheck disable=SC2086
   run_heap "" $command
   said "${command##*/}: no warning" 0 "warning"
done
plan
