#!/bin/sh
# upstream.sh [PROGRAM...] -- Valgrind's own test programs under our tools: `make upstream`.
# Fetches the source package of the Valgrind that was built for from where apt has Debian,
# builds the programs of its tests below the build directory, and runs them: upstream.py.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   SUITE            Debian's suite [this machine's]
#   UPSTREAM_FLAGS   options of upstream.py

set -eu
: "${builddir:?}" "${srcdir:?}" "${PYTHON:=python3}"
top=$builddir/upstream
version=$(sed -n 's/^VALGRIND_VERSION = //p' "$builddir/Makefile")
source=$top/valgrind-$version

fail()
{
   echo "upstream.sh: $*" >&2
   exit 1
}

# shellcheck source=tests/apt.sh
. "$srcdir/tests/apt.sh"

# The source package, with Debian's patches.
fetch()
{
   suite=${SUITE:-$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)}
   command -v dpkg-source >/dev/null || fail "no dpkg-source: Debian package dpkg-dev"
   mkdir -p "$top/apt"
   apt_type=deb-src
   apt_begin "$suite"
   cd "$top"
   private_apt apt-get source valgrind
   [ -d "$source" ] || fail "$suite has $(echo valgrind-*/), and this build is for" \
      "Valgrind $version; SUITE=NAME takes another suite"
}

# Programs that cannot be built here are left out; upstream.py names them.
build()
{
   cd "$source"
   ./configure -q >build.log 2>&1 || fail "configure: $(tail -n 3 build.log)"
   for directory in tests none/tests memcheck/tests cachegrind/tests callgrind/tests \
      massif/tests dhat/tests helgrind/tests drd/tests; do
      make -k -j"$(nproc)" -C "$directory" check >>build.log 2>&1 || :
   done
   touch built
}

[ -d "$source" ] || fetch
[ -f "$source/built" ] || build
set -f # patterns are upstream.py's
# shellcheck disable=SC2086
exec "$PYTHON" -B "$srcdir/tests/wild/upstream.py" --builddir="$builddir" \
   --source="$source" --known="$srcdir/tests/wild/upstream.txt" --work="$top/work" \
   ${UPSTREAM_FLAGS:-} "$@"
