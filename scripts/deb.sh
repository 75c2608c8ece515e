#!/bin/sh
# deb.sh TARBALL -- builds the Debian package of a release, beside it: `make deb`.
# SPDX-License-Identifier: GPL-2.0-or-later

set -eu

fail()
{
   echo "deb.sh: $*" >&2
   exit 1
}

[ $# -eq 1 ] || fail "usage: deb.sh TARBALL"
for need in dpkg-buildpackage:dpkg-dev dh:debhelper; do
   command -v "${need%%:*}" >/dev/null ||
      fail "${need%%:*} not found; Debian package: ${need##*:}"
done
tarball=$(realpath "$1")
place=$(dirname "$tarball")
work=$place/deb
rm -rf "$work"
mkdir "$work"
tar -x -C "$work" -f "$tarball" || fail "$1: cannot be unpacked"
cd "$work"/quern-*/ || fail "$1: not a release of Quern"
[ -x debian/rules ] || fail "$1: has no debian/rules"
missing=$(dpkg-checkbuilddeps 2>&1) || fail "${missing#dpkg-checkbuilddeps: error: }"

# What make gives its children is not for the package's build.
unset MAKEFLAGS MFLAGS MAKELEVEL
DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS-noautodbgsym} \
   dpkg-buildpackage -b -us -uc -j"$(nproc)" >../build.log 2>&1 || {
   tail -n 30 ../build.log >&2
   fail "the package cannot be built; the log: $work/build.log"
}
cd "$place"
if command -v lintian >/dev/null; then
   lintian --allow-root --fail-on error --tag-display-limit 0 "$work"/*.changes ||
      fail "lintian finds errors in $work"
else
   echo "deb.sh: not checked: no lintian; Debian package: lintian" >&2
fi
for package in "$work"/*.deb; do
   mv -f "$package" "$place/"
   echo "Debian package: $place/${package##*/}"
done
rm -rf "$work"
