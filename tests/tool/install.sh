#!/bin/sh
# install.sh -- make install and uninstall, with DESTDIR and with a private tool
# directory.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

platform=$(sed -n 's/^VG_PLATFORM_PRI = //p' "$builddir/Makefile")

# ---- Into Valgrind's own tool directory, staged.
stage=$work/stage
check "make install DESTDIR" \
   sh -c 'make -C "$0" install DESTDIR="$1" >staged' "$builddir" "$stage"
check "a staged install says nothing of what to run next" \
   sh -c '! grep "is installed" staged'
own=$(sed -n 's/^tooldir = //p' "$builddir/Makefile")
prefix=$(sed -n 's/^prefix = //p' "$builddir/Makefile")
for file in "$own/cachesim-$platform" "$prefix/bin/cs_annotate" \
   "$prefix/include/quern/cachesim.h" "$prefix/include/quern/heapprof.h" "$prefix/share/man/man1/cachesim.1" \
   "$prefix/share/man/man1/cs_annotate.1" "$own/heapprof-$platform" \
   "$prefix/bin/hp_annotate" "$prefix/bin/hp_plot" \
   "$prefix/share/man/man1/heapprof.1"; do
   check "installed: $file" test -f "$stage$file"
done
check "make uninstall DESTDIR" \
   make -C "$builddir" uninstall DESTDIR="$stage"
equal "no file is left" "" "$(cd "$stage" && find . -type f -o -type l)"

# ---- A private tool directory, without root.
mkdir build
with_valgrind=$(sed -n 's/^with_valgrind = //p' "$builddir/Makefile")
check "configure --with-tool-dir" sh -c "cd build && '$srcdir/configure' \
   --prefix='$work/home' --with-tool-dir='$work/home/libexec/quern' \
   ${with_valgrind:+--with-valgrind='$with_valgrind'}"
check "make and make install" \
   sh -c "make -C build -j2 && MAKEFLAGS= make -C build install >installed"
check "the stock files are there" \
   test -x "home/libexec/quern/none-$platform"
$clean home/bin/valgrind-quern --tool=cachesim \
   --cachesim-out-file="$work/own.out" true >out 2>err
check "valgrind-quern profiles" grep -q '^#: end' own.out
$clean home/bin/valgrind-quern --tool=none true >out 2>err
equal "valgrind-quern runs the stock tools" 0 "$?"
check "the installed cs_annotate reports" \
   sh -c "home/bin/cs_annotate own.out | grep -q 'PROGRAM TOTALS'"
$clean home/bin/valgrind-quern --tool=heapprof \
   --heapprof-out-file="$work/heap.out" perl -e 'my @a = 1 .. 1000' >out 2>err
check "the installed hp_annotate reports on the installed heapprof's profile" \
   sh -c "home/bin/hp_annotate heap.out | grep -q '^Peak:'"
check "the installed hp_export writes it for massif" \
   sh -c "home/bin/hp_export --format=massif heap.out | grep -q heap_tree=peak"
sed -n '/^Quern is installed/,$s/^    //p' installed >next
equal "make install ends with what to run next" 3 "$(wc -l <next)"
mkdir run
cp /bin/true run/app
(cd run && $clean sh -e ../next) >out 2>err
equal "these commands run as they stand" 2 "$(find run -name '*.out.*' | wc -l)"
MAKEFLAGS='' make -s -C build install >silent 2>&1
equal "make -s install says nothing of it" "0 0" "$? $(grep -c 'is installed' silent)"
check "make uninstall" make -C build uninstall
equal "no file is left in the private directory" "" \
   "$(cd home && find . -type f -o -type l)"
check "the private tool directory is removed" test ! -e home/libexec/quern
plan
