#!/bin/sh
# versions.sh -- a tool directory of another Valgrind is refused.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

mkdir other
for file in "$builddir"/in-place/*; do
   ln -s "$file" other/
done
platform=$(sed -n 's/^VG_PLATFORM_PRI = //p' "$builddir/Makefile")

launcher=$(sed -n 's/^VALGRIND = //p' "$builddir/Makefile")

# The core writes its version into every tool; another version of the same length makes
# it a tool of another Valgrind.
rm other/none-"$platform"
version=$("$valgrind" --version | sed 's/valgrind-//')
other_version=$(echo "$version" | tr 0123456789 9876543210)
sed "s/valgrind-$version/valgrind-$other_version/g" \
   "$builddir/in-place/none-$platform" >other/none-"$platform"

for tool in cachesim heapprof; do
   VALGRIND_LIB=$work/other "$launcher" --tool=$tool touch ran >out 2>err
   equal "$tool: another version is refused: status" 1 "$?"
   check "$tool: another version is refused: message" grep -q \
      "$tool was built for Valgrind $version, but $work/other has Valgrind $other_version: rebuild Quern for it" err
   check "$tool: another version is refused: the program does not run" test ! -e ran
done

# witness VERSION: the tool directory says that it is of this version.
witness()
{
   (printf 'valgrind-%s' "$1"; head -c 200 /dev/zero) >other/none-"$platform"
}

# What follows the number does not matter, but is shown.
number=$(echo "$version" | sed 's/[^0-9.].*//; s/\.$//')
for suffix in "" .GIT .RC1 -foo-vex; do
   witness "$number$suffix"
   rm -f x.out
   VALGRIND_LIB=$work/other "$launcher" --tool=cachesim \
      --cachesim-out-file=x.out true >out 2>err
   check "$number$suffix is the same version" test -s x.out
done
for other_version in "1$number.GIT" "$number.1.GIT" "${number%?}"; do
   witness "$other_version"
   VALGRIND_LIB=$work/other "$launcher" --tool=cachesim touch ran >out 2>err
   check "$other_version is another version" \
      grep -qF "but $work/other has Valgrind $other_version: rebuild" err
done

# A directory without a known version is not refused.
rm -f other/none-* other/cachegrind-* other/memcheck-*
VALGRIND_LIB=$work/other "$launcher" --tool=cachesim \
   --cachesim-out-file=x.out true >out 2>err
check "a directory without a known version is used" test -s x.out
plan
