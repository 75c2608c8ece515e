#!/bin/sh
# files.sh -- a release has every file of the repository.  That it builds, installs, works
# and is removed again is distcheck.sh's, of a night.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

if ! git -C "$srcdir" ls-files >all 2>/dev/null; then
   skip "files" "no repository"
   plan
   exit 0
fi
# What only who works on the repository needs.
grep -vE '^\.(ci|github)/|(^|/)\.git' all | sort >wanted
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES TESTS
make -C "$builddir" distdir distdir="$work/release" >make.log 2>&1 </dev/null ||
   not_ok "make distdir" "$(tail -n 20 make.log)"
(cd release && find . -type f | sed 's|^\./||' | sort) >found
equal "files of the repository that a release lacks" "" "$(comm -23 wanted found)"
plan
