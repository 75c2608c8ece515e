#!/bin/sh
# newest.sh [SUITE] -- builds and tests against the newest Valgrind in Debian's archive,
# before a release: `make check-newest`.  The package is unpacked below the build
# directory; nothing is installed.  It comes from where apt has Debian from; SUITE (sid) is
# the only thing that is changed.
# SPDX-License-Identifier: GPL-2.0-or-later

set -eu
: "${builddir:?}" "${srcdir:?}"
# shellcheck source=scripts/packages.sh
. "$srcdir/scripts/packages.sh"
suite=${1:-sid}
top=$builddir/newest

fail()
{
   echo "newest.sh: $*" >&2
   exit 1
}

command -v apt-get >/dev/null || fail "no apt-get; unpack a newer Valgrind by hand" \
   "and use ../configure --with-valgrind=PREFIX"
rm -rf "$top"
mkdir -p "$top/apt/lists/partial" "$top/apt/cache/archives/partial" "$top/build"
cd "$top/apt"

uri=$(debian_archive)
[ -n "$uri" ] || fail "apt has no source of Debian; see /etc/apt/sources.list"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keys] $uri $suite main" >sources.list

# With lists, cache and status of its own.
private_apt()
{
   command=$1
   shift
   "$command" -q -o Dir::Etc::SourceList="$top/apt/sources.list" \
      -o Dir::Etc::SourceParts=/dev/null -o Dir::Etc::PreferencesParts=/dev/null \
      -o Dir::State::Lists="$top/apt/lists" -o Dir::State::Status=/dev/null \
      -o Dir::Cache="$top/apt/cache" -o APT::Sandbox::User="$(id -un)" \
      -o Acquire::Languages=none -o APT::Update::Post-Invoke-Success::= "$@"
}
private_apt apt-get update >log 2>&1 || fail "apt-get update: $(tail -n 3 log)"
private_apt apt-get download valgrind >>log 2>&1 || fail "apt-get download: $(tail -n 3 log)"
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
make -k -j"$(nproc)" check ${TESTS:+TESTS="$TESTS"} >check.log 2>&1 || status=$?
grep -E '^(FAIL|ERROR|XPASS|SKIP): ' check.log || :
count()
{
   find tests -name '*.trs' -exec cat {} + | grep -cE "^:test-result: *($1)" || :
}
echo "Valgrind $version: $(count 'PASS|XFAIL') passed," \
   "$(count 'FAIL|ERROR|XPASS') failed, $(count SKIP) skipped"
exit $status
