#!/bin/sh
# release.sh [--check] -- makes a release of what is committed: `make release`.  The
# tarball (by make distcheck, without the test suite, which check.sh runs), the Debian
# package and their checksums are in release/ of the build directory.  Anything that is
# not as it must be ends it with one line.  --check: only looks.
# SPDX-License-Identifier: GPL-2.0-or-later

set -eu
: "${builddir:?}" "${srcdir:?}"

fail()
{
   echo "release.sh: $*" >&2
   exit 1
}

# ---- What must hold

cd "$srcdir"
top=$(git rev-parse --show-toplevel 2>/dev/null) && [ "$top" = "$(pwd -P)" ] ||
   fail "$srcdir is not a git checkout"
changes=$(git status --porcelain | head -n 1)
[ -z "$changes" ] || fail "the tree is not clean: $changes"

version=$(sed -n 's/^AC_INIT(\[quern\], \[\([^]]*\)\].*/\1/p' configure.ac)
case $version in
*[!0-9.]* | .* | *. | '') fail "configure.ac: \"$version\" is not the version of a release" ;;
esac

# agrees FILE VERSION
agrees()
{
   [ "$2" = "$version" ] || fail "$1 begins with version \"$2\", configure.ac has $version"
}
agrees NEWS "$(sed -n '1s/^Quern \(.*\)/\1/p' NEWS)"
agrees debian/changelog "$(sed -n '1s/^quern (\(.*\)) .*/\1/p' debian/changelog)"
case $(head -n 1 debian/changelog) in
*UNRELEASED*) fail "debian/changelog: UNRELEASED" ;;
esac
tagged=$(git rev-parse -q --verify "refs/tags/v$version^{commit}" || :)
[ -z "$tagged" ] || [ "$tagged" = "$(git rev-parse HEAD)" ] ||
   fail "the tag v$version is another commit"
if [ "${1-}" = --check ]; then
   echo "Quern $version can be released."
   exit 0
fi

# ---- Making it

# step WHAT COMMAND...: in the build of the release.
step()
{
   what=$1
   shift
   echo "$what"
   "$@" >"$out.log" 2>&1 || {
      tail -n 20 "$out.log" >&2
      fail "failed: $what; the log: $out.log"
   }
}

unset MAKEFLAGS MFLAGS MAKELEVEL
out=$builddir/release
work=$out/work
rm -rf "$out"
mkdir -p "$work/tree" "$work/build"
# What is committed, and nothing that lies around.
git archive HEAD | tar -x -C "$work/tree"
# The date on the man pages.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
cd "$work/build"
step "autogen.sh" ../tree/autogen.sh
step "configure" ../tree/configure
step "make distcheck" make -j"$(nproc)" distcheck TESTS=
tarball=quern-$version.tar.gz
mv "$tarball" "$out/"
step "make deb" sh ../tree/scripts/deb.sh "$out/$tarball"
cd "$out"
rm -rf "$work"
sha256sum "$tarball" quern_*.deb >SHA256SUMS
rm -f "$out.log"
echo "Quern $version is in $out:"
cat SHA256SUMS
echo "Next: git tag -a v$version, and publish these files (docs/HACKING.md, Releasing)."
