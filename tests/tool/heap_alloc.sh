#!/bin/sh
# heap_alloc.sh -- heapprof's figures do not depend on which allocator a program
# has, and how it came to it; and if they are not all, it says so.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

: "${CC:=gcc}" "${CXX:=g++}"
cflags="-g -O1 -pthread -fno-inline -fno-optimize-sibling-calls -fno-builtin
   -fno-ipa-cp -fno-ipa-icf -fno-ipa-sra -fno-partial-inlining"
sources=$srcdir/tests/programs

# library NAME: where it is, or nothing.
library()
{
   ldconfig -p 2>/dev/null | sed -n "s|.*$1 .* => ||p" | head -n 1
}

# build NAME COMPILER ARGUMENT...: a program of that name; false: it cannot be.
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

# What all of them do alike, in C and C++: not what is refused, or of size 0.
c_cases="case_malloc case_zero case_calloc case_realloc_shrink
   case_realloc_in_place case_realloc_moved case_realloc_failed
   case_realloc_first case_aligned case_usable_size case_strdup"
new_cases="case_plain case_cookie case_nothrow case_aligned_new case_by_hand
   case_new_zero"

compile calls.o "$CC" "$sources/heap_calls.c"
compile shape.o "$CC" "$sources/heap_shape.c"
if command -v "$CXX" >/dev/null; then
   compile new.o "$CXX" "$sources/heap_new.cpp"
   compile containers.o "$CXX" "$sources/heap_containers.cpp"
   all="calls shape new containers"
else
   all="calls shape"
fi

# run_one PROGRAM COMMAND: leaves its trees, but for the C library's buffer: in a
# static program that has another path, and is not freed at the end.
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

# same NAME PROGRAM COMMAND: the trees are those with glibc.
same()
{
   run_one "$2" "$3"
   if [ -s trees ] && cmp -s trees "$2.expected"; then
      ok "$1: by call path, what it is with glibc"
   else
      not_ok "$1" "$(diff "$2.expected" trees | head -n 12)" \
         "$(tail -n 3 "$heap_err")"
   fi
   valid "$1"
   equal "$1: no free is wrong" 0 "$(profile totals heap.out invalid_frees)"
}

# own NAME ALLOCATOR ARGUMENT...: its own functions, if it is linked so.
own()
{
   own_name=$1 own_allocator=$2
   shift 2
   if ! build own "$CC" "-D$own_allocator" "$sources/heap_own.c" "$@"; then
      skip "$own_name: its own functions" "it cannot be linked"
      return
   fi
   run_heap "" ./own
   cases "$own_name: its own functions"
   valid "$own_name: its own functions"
}

# linked NAME ALLOCATOR ARGUMENT...: all programs, linked with that.
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

# allocator ALLOCATOR PACKAGE SHARED [STATIC [ARGUMENT...]]: preloaded, linked,
# and from the archive, which needs the ARGUMENTs.
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
   # What it does not define, of the functions of C, the C library does beside
   # all others.
   linked "$(basename "$archive"), a static program" "$allocator" -static \
      -Wl,-z,muldefs "$archive" "$@"
}

allocator JEMALLOC libjemalloc2 libjemalloc.so.2 libjemalloc.a \
   -lstdc++ -lm
allocator TCMALLOC libtcmalloc-minimal4 libtcmalloc_minimal.so.4 \
   libtcmalloc_minimal.a -lstdc++ -lm
allocator TCMALLOC libgoogle-perftools4 libtcmalloc.so.4 libtcmalloc.a \
   -lstdc++ -lm -lunwind -llzma
allocator MIMALLOC libmimalloc2.0 libmimalloc.so.2
plan
