#!/bin/sh
# installed.sh -- an installation with a private tool directory works as installed: make
# installcheck, and make distcheck, which also sees that it is removed again.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   installed.sh BINDIR TOOLDIR PLATFORM

. "${srcdir:?}/tests/lib.sh"
bindir=$1 tooldir=$2 platform=$3

check "the stock files are there" test -x "$tooldir/none-$platform"
$clean "$bindir/valgrind-quern" --tool=cachesim \
   --cachesim-out-file="$work/own.out" true >out 2>err
check "valgrind-quern profiles" grep -q '^#: end' own.out
$clean "$bindir/valgrind-quern" --tool=none true >out 2>err
equal "valgrind-quern runs the stock tools" 0 "$?"
check "the installed cs_annotate reports" \
   sh -c "'$bindir/cs_annotate' own.out | grep -q 'PROGRAM TOTALS'"
$clean "$bindir/valgrind-quern" --tool=heapprof \
   --heapprof-out-file="$work/heap.out" perl -e 'my @a = 1 .. 1000' >out 2>err
check "the installed hp_annotate reports on the installed heapprof's profile" \
   sh -c "'$bindir/hp_annotate' heap.out | grep -q '^Peak:'"
check "so does the installed quern" sh -c "'$bindir/quern' heap.out | grep -q '^Peak:'"
check "the installed hp_export writes it for massif" \
   sh -c "'$bindir/hp_export' --format=massif heap.out | grep -q heap_tree=peak"
MAKEFLAGS='' make -C "$builddir" install >installed 2>&1
sed -n '/^Quern is installed/,$s/^    //p' installed >next
equal "make install ends with what to run next" 3 "$(wc -l <next)"
mkdir run
cp /bin/true run/app
(cd run && $clean sh -e ../next) >out 2>err
equal "these commands run as they stand" 2 "$(find run -name 'app*.quern' | wc -l)"
MAKEFLAGS='' make -s -C "$builddir" install >silent 2>&1
equal "make -s install says nothing of it" "0 0" "$? $(grep -c 'is installed' silent)"
plan
