#!/bin/sh
# newest.sh [SUITE] -- builds and tests against the newest Valgrind in Debian's archive,
# before a release: `make check-newest`.  The package is unpacked below the build
# directory; nothing is installed.  It comes from where apt has Debian from; SUITE (sid) is
# the only thing that is changed.
# SPDX-License-Identifier: GPL-2.0-or-later

set -eu
: "${builddir:?}" "${srcdir:?}"
suite=${1:-sid}
top=$builddir/newest

fail()
{
   echo "newest.sh: $*" >&2
   exit 1
}

rm -rf "$top"
mkdir -p "$top/build" "$top/apt"
# shellcheck source=tests/apt.sh
. "$srcdir/tests/apt.sh"
apt_begin "$suite"
cd "$top/apt"
private_apt apt-get download valgrind
dpkg -x valgrind_*.deb "$top/root"

cd "$top/build"
"$srcdir/configure" --with-valgrind="$top/root/usr" ${CC:+CC="$CC"} >configure.log 2>&1 ||
   fail "configure: $(tail -n 3 configure.log)"
version=$(sed -n 's/^VALGRIND_VERSION = //p' Makefile)
echo "Valgrind $version, of Debian's $suite:$(sed -n 's/.*functions lost */ functions lost: /p' \
   configure.log)"
make -j"$(nproc)" >make.log 2>&1 || fail "make: $(tail -n 3 make.log)"
make -j"$(nproc)" check TESTS= >>make.log 2>&1 || fail "make check: $(tail -n 3 make.log)"
status=0
if [ -n "${TESTS-}" ]; then
   make -k -j"$(nproc)" check TESTS="$TESTS" >check.log 2>&1 || status=$?
else
   make -k -j"$(nproc)" check-all >check.log 2>&1 || status=$?
fi
grep -E '^(FAIL|ERROR|XPASS|SKIP): ' check.log || :
count()
{
   find tests -name '*.trs' -exec cat {} + | grep -cE "^:test-result: *($1)" || :
}
echo "Valgrind $version: $(count 'PASS|XFAIL') passed," \
   "$(count 'FAIL|ERROR|XPASS') failed, $(count SKIP) skipped"
exit $status
