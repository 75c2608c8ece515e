#!/bin/sh
# install.sh -- make install and uninstall, staged with DESTDIR; tests/installed.sh is about
# a private tool directory.  SPDX-License-Identifier: GPL-2.0-or-later

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
plan
