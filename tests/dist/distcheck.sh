#!/bin/sh
# distcheck.sh -- a release builds from its tarball, installs, works (tests/installed.sh),
# and is removed again.  Without its test programs, as the suite runs them; without tools
# for 32 bits, which have the same sources; without optimizing, as what is built is only
# tried.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# The make that runs the tests has lists of its own, which go on to this one.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES TESTS
quern_cv_m32=no make -C "$builddir" -j"$(nproc)" distcheck LTO_CFLAGS= CFLAGS=-O0 TESTS= check_DATA= \
   check_PROGRAMS= check_LIBRARIES= >distcheck.log 2>&1 </dev/null
status=$?
[ $status = 0 ] || tail -n 60 distcheck.log | sed 's/^/# /'
equal "make distcheck" 0 $status
plan
