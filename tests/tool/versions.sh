#!/bin/sh
# versions.sh -- a tool directory of another Valgrind is refused.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

mkdir other
for file in "$builddir"/in-place/*; do
   ln -s "$file" other/
done
platform=$(sed -n 's/^VG_PLATFORM_PRI = //p' "$builddir/Makefile")

# The core writes its version into every tool; another one of the same length
# stands for another Valgrind.
rm other/none-"$platform"
version=$("$valgrind" --version | sed 's/valgrind-//')
other_version=$(echo "$version" | tr 0123456789 9876543210)
sed "s/valgrind-$version/valgrind-$other_version/g" \
   "$builddir/in-place/none-$platform" >other/none-"$platform"

for tool in cachesim heapprof; do
   VALGRIND_LIB=$work/other valgrind --tool=$tool touch ran >out 2>err
   equal "$tool: another version is refused: status" 1 "$?"
   check "$tool: another version is refused: message" grep -q \
      "$tool was built for Valgrind $version, but $work/other has Valgrind $other_version: rebuild Quern for it" err
   check "$tool: another version is refused: nothing has run" test ! -e ran
done

# Where nothing tells, nothing is refused.
rm -f other/none-* other/cachegrind-* other/memcheck-*
VALGRIND_LIB=$work/other valgrind --tool=cachesim \
   --cachesim-out-file=x.out true >out 2>err
check "a directory that does not tell is used" test -s x.out
plan
