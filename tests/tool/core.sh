#!/bin/sh
# core.sh -- functions of Valgrind's core that its headers do not declare: configure looks
# for each of them, and those that the linker leads to ours are in effect.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

checked=$srcdir/m4/quern-valgrind.m4

# The names that C code sees, VG_(x) and ML_(x), stand for vgPlain_x and
# vgModuleLocal_x.
cd "$srcdir" || exit 99
{
   grep -ohE 'wrap=[A-Za-z]+[A-Za-z_0-9]+' toolkit/Makefile.inc | sed 's/.*=//'
   grep -rohE '__(real|wrap)_[A-Za-z]+[A-Za-z_0-9]+' toolkit cachesim heapprof \
      --include='*.c' --include='*.h' | sed -E 's/__(real|wrap)_//'
   grep -rohE '^extern .*(VG|ML)_\([A-Za-z_0-9]+\)' toolkit cachesim heapprof \
      --include='*.c' --include='*.h' |
      sed -E 's/.*VG_\((.*)\)/vgPlain_\1/; s/.*ML_\((.*)\)/vgModuleLocal_\1/'
} | sort -u >"$work/used"
cd "$work" || exit 99
check "there are such functions" test "$(wc -l <used)" -ge 20
while read -r symbol; do
   grep -qw "$symbol" "$checked" || echo "$symbol"
done <used >unchecked
equal "configure looks for each of them" "" "$(cat unchecked)"

# Wrapped: both names are in the tool, and the core's code refers to ours.
for symbol in $(grep -ohE 'wrap=[A-Za-z]+[A-Za-z_0-9]+' \
   "$srcdir/toolkit/Makefile.inc" | sed 's/.*=//'); do
   grep -rqs "__wrap_$symbol" "$srcdir/toolkit" || echo "$symbol"
done >unwrapped
equal "each wrapped function has a wrapper" "" "$(cat unwrapped)"

# VEX's checks of its own code are made if the user asks for them, and change nothing.
for level in 1 2; do
   $clean "$valgrind" -q --tool=cachesim --sanity-level=$level --branch-sim=yes \
      --cachesim-out-file=out /usr/bin/perl -e 'print "$_\n" for 1 .. 2000' >level$level 2>&1
   grep -v '^#: p' out >>level$level
done
check "a run with all checks succeeds" grep -q '^#: end' level2
equal "it has the same counts" "" "$(diff level1 level2)"

# configure says in one line what a core lacks: here one without a reader, and one whose
# reader is not called from another file.
prefix=$(sed -n 's/^VALGRIND_ARCHIVES = //p' "$builddir/Makefile")
platform=$(sed -n 's/^VG_PLATFORM_PRI = //p' "$builddir/Makefile")
includes=$(sed -n 's/^VALGRIND_INCLUDEDIR = //p' "$builddir/Makefile")
tools=$(sed -n 's/^STOCK_TOOLDIR = //p' "$builddir/Makefile")
version=$("$valgrind" --version | sed 's/valgrind-//')
mkdir -p sdk/lib/pkgconfig sdk/lib/valgrind sdk/bin sdk/libexec conf
ln -s "$prefix"/* sdk/lib/valgrind/
ln -s "$includes" sdk/include
ln -s "$tools" sdk/libexec/valgrind
printf '%s\n' "prefix=$work/sdk" "includedir=$work/sdk/include" \
   "libdir=$work/sdk/lib" "arch=${platform%-*}" "os=${platform#*-}" \
   "valt_load_address=0x58000000" "Name: Valgrind" "Description: none" \
   "Version: $version" >sdk/lib/pkgconfig/valgrind.pc
core=sdk/lib/valgrind/libcoregrind-$platform.a
rm "$core"
objcopy --redefine-sym vgPlain_kill_self=vgPlain_kill_ourselves \
   --redefine-sym vgModuleLocal_read_elf_debug_info=vgModuleLocal_read_all \
   --redefine-sym vgModuleLocal_read_elf_object=vgModuleLocal_read_other \
   "$prefix/libcoregrind-$platform.a" "$core"
(cd conf && "$srcdir/configure" --with-valgrind="$work/sdk") >out 2>err
status=$?
equal "configure accepts a core that lacks some" "0" "$status$(grep '^configure: [em]' err)"
check "what a killed program loses is said in one line" grep -qxE \
   'configure: WARNING: .*no calls of vgPlain_kill_self: the profile of a killed.*' err
check "what damaged debug information does is said in one line" grep -qE \
   '^configure: WARNING: .*no calls of vgModuleLocal_read_elf_object: damaged debug' err
check "the summary lists them" grep -qE 'functions lost +vgPlain_kill_self' out
objcopy --redefine-sym vgPlain_fd_hard_limit=vgPlain_fd_limit \
   "$prefix/libcoregrind-$platform.a" "$core"
(cd conf && "$srcdir/configure" --with-valgrind="$work/sdk") >out 2>err
check "configure refuses a core without a function that is needed" grep -q \
   'configure: missing: vgPlain_fd_hard_limit in libcoregrind' err
plan
