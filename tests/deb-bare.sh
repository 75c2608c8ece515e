#!/bin/sh
# deb-bare.sh PACKAGE -- installs the Debian package into a bare Debian, runs both tools and
# every command there, removes it, and compares all files with those from before, when what
# it depends on was there.  Then installs it again, and runs docs/GUIDE.md on build systems
# as it stands: `make deb-bare`.  The bare Debian is a directory below the build directory.
# Needs root, the network and debootstrap.
# SPDX-License-Identifier: GPL-2.0-or-later

set -eu
: "${builddir:?}" "${srcdir:?}" "${PYTHON:?}"
bare=$builddir/bare
log=$builddir/bare.log

fail()
{
   echo "deb-bare.sh: $*" >&2
   exit 1
}

# shellcheck source=tests/bare.sh
. "$srcdir/tests/bare.sh"

# logged WHAT COMMAND...
logged()
{
   what=$1
   shift
   "$@" >"$log" 2>&1 || {
      tail -n 20 "$log" >&2
      fail "$what: failed"
   }
   echo "$what"
}

# files: each file with its sum, but for what apt and dpkg note of any installation.
files()
{
   (cd "$bare" && find . -xdev \( -path ./proc -o -path ./tmp -o -path ./var/cache \
      -o -path ./var/log -o -path ./var/lib/apt -o -path './var/lib/dpkg/*-old' \
      -o -path ./var/lib/dpkg/lock \) -prune \
      -o -type f -exec sha256sum {} + -o -printf '%l %y %p\n' | sort -k 3)
}

[ $# -eq 1 ] || fail "usage: deb-bare.sh PACKAGE"
bare_check
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")

logged "a bare Debian: $suite" bare_make "$suite" "$bare"
cp "$1" "$bare/tmp/quern.deb"
cp "$srcdir/debian/tests/commands" "$bare/tmp/"

# What apt takes for it from Debian: removed again, some of that leaves files, and apt keeps
# what other packages suggest.
needs=$(in_bare "$bare" apt-get -s install /tmp/quern.deb |
   awk '$1 == "Inst" && $2 != "quern" { print $2 }')
# shellcheck disable=SC2086 # a list
logged "apt-get install: the $(echo $needs | wc -w) packages that it needs" \
   in_bare "$bare" apt-get -q -y --no-install-recommends install $needs
files >"$bare.before"
logged "apt-get install ./quern.deb" in_bare "$bare" apt-get -q -y install /tmp/quern.deb
in_bare "$bare" sh -c 'dpkg-query -W -f "\${Package} \${Version}\n" quern valgrind'
in_bare "$bare" valgrind --tool=cachesim --cachesim-out-file=/tmp/true.out true ||
   fail "valgrind --tool=cachesim true: status $?"
logged "both tools and every command" in_bare "$bare" sh /tmp/commands
logged "apt-get purge quern" in_bare "$bare" apt-get -q -y purge quern
files >"$bare.after"
diff "$bare.before" "$bare.after" >"$log" || {
   head -n 20 "$log" >&2
   fail "other files than before the installation"
}
echo "$(wc -l <"$bare.after") files, as before the installation"

# ---- The page on build systems, with the packages that it names

page=GUIDE.md
runner=build_systems.py
cp "$srcdir/tests/tool/$runner" "$bare/tmp/"
needs=$("$PYTHON" -B "$srcdir/tests/tool/$runner" --packages "$srcdir/docs/$page")
# shellcheck disable=SC2086 # a list
logged "apt-get install ./quern.deb, $(echo $needs | wc -w) packages of $page" \
   in_bare "$bare" apt-get -q -y --no-install-recommends install /tmp/quern.deb python3 $needs
mkdir "$bare/tmp/page"
in_bare "$bare" env -C /tmp/page python3 -B /tmp/$runner /usr/share/doc/quern/$page >"$log" ||
   fail "$page: see $log"
! grep -E '^not ok|# SKIP' "$log" >&2 || fail "$page: the whole log: $log"
echo "$page: $(grep -c '^ok' "$log") of its commands and gates"
rm -rf "$bare" "$bare.before" "$bare.after" "$log"
