#!/bin/sh
# data_heap.sh -- blocks of the heap as data objects: where functions are called directly,
# with threads, signals, fork, and allocators of their own; by what the program knows, and
# by heapprof.  No count differs from those without --objects.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
python=${PYTHON:-python3}
# Addresses that the kernel chooses would change misses from run to run.
if setarch -R true 2>/dev/null; then
   clean="setarch -R $clean"
fi
caches="--I1=32768,8,64 --D1=32768,8,64 --LL=1048576,16,64 --branch-sim=yes"

of_data()
{
   "$python" -B "$srcdir/tests/tool/data_heap.py" "$@" 2>&1
}

# known NAME OPTIONS PROGRAM [ARGUMENT...]: blocks, bytes and misses are as it says.
known()
{
   known_name=$1 known_options=$2
   shift 2
   if [ ! -x "$1" ]; then
      skip "$known_name" "no ${1##*/}"
      return
   fi
   rm -f data.out*
   run_tool cachesim data.out "--objects=yes $caches $known_options" "$@"
   equal "$known_name: blocks, bytes and misses" "" "$(of_data known data.out <client.out)"
   run_tool heapprof heap.out "" "$@"
   equal "$known_name: heapprof has the same sites" "" "$(of_data oracle data.out heap.out)"
}

# unchanged NAME OPTIONS COMMAND...: all counts are those without --objects.
unchanged()
{
   unchanged_name=$1 unchanged_options=$2
   shift 2
   if is_missing "$1" || { [ ! -x "$1" ] && [ "$1" != "${1#/}" ]; }; then
      skip "$unchanged_name" "no ${1##*/}"
      return
   fi
   # python now and then runs a few hundred instructions more.
   for _ in 1 2 3; do
      run_tool cachesim data.out "--objects=yes $caches $unchanged_options" "$@"
      run_tool cachesim plain.out "--objects=no $caches $unchanged_options" "$@"
      body plain.out >plain.body
      body data.out >data.body
      ! cmp -s plain.body data.body || break
   done
   if [ -s data.body ] && cmp -s plain.body data.body; then
      ok "$unchanged_name"
      return
   fi
   run_tool cachesim again.out "--objects=no $caches $unchanged_options" "$@"
   body again.out >again.body
   if ! cmp -s plain.body again.body; then # python 3.13
      skip "$unchanged_name" "its counts differ from run to run"
   else
      not_ok "$unchanged_name" "$(diff plain.body data.body | head -n 8)"
   fi
}

for kind in "" _static 32; do
   known "C$kind" "" "$programs/data_heap$kind"
   unchanged "C$kind: the counts are those without" "" \
      "$programs/data_heap$kind" alone
done
for kind in "" _static; do
   known "C++$kind" "" "$programs/data_heap_new$kind"
   unchanged "C++$kind: the counts are those without" "" \
      "$programs/data_heap_new$kind"
done
known "without call paths" --call-graph=no "$programs/data_heap_static" alone
unchanged "without call paths, the counts are those without" --call-graph=no \
   "$programs/data_heap_static" alone

# ---- fork: blocks of the parent stay known in the child
rm -f data.out*
run_tool cachesim data.out.%p "--objects=yes $caches" "$programs/data_heap" fork
child=$(grep -l '^#: forked' data.out.*) parent=$(grep -L '^#: forked' data.out.*)
sed -n '1,/site_parent/p' client.out >of_child # it ends first
sed -n '1,/site_parent/d;p' client.out >of_parent
equal "fork: the parent" "" "$(of_data known "$parent" <of_parent)"
equal "fork: the child" "" "$(of_data known "$child" <of_child)"

# ---- programs
unchanged "python" "" python3 -c pass
unchanged "perl" "" perl -e 'my %h; $h{$_} = "x$_" for 1 .. 500'
cat "$srcdir"/heapprof/*.c >text
unchanged "bzip2" "" bzip2 -k -c text
for library in libjemalloc.so.2 libtcmalloc_minimal.so.4; do
   path=$(ldconfig -p | sed -n "s/^.*$library .*x86-64.* => //p" | head -n 1)
   if [ -z "$path" ]; then
      skip "$library" "no $library"
      continue
   fi
   preload=$path
   run_tool cachesim data.out "--objects=yes $caches" "$programs/data_heap" alone
   preload=
   equal "$library" "" "$(of_data known data.out <client.out)"
done
plan
