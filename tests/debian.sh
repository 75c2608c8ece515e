#!/bin/sh
# debian.sh [SUITE...] -- README's two commands, quickstart.sh and check.sh, in one clone of
# what is committed, as root in a bare Debian or Ubuntu of each suite: `make debian`.  Each
# is a directory below the build directory, which is kept if something fails.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   DEBIAN_CHECK  options of check.sh, as --all
#   DEBIAN_USER   not empty: check.sh once more, as an ordinary user, in a clone of his own

set -eu
: "${builddir:?}" "${srcdir:?}"
[ $# -gt 0 ] || set -- bookworm trixie forky
top=$builddir/debian-roots

fail()
{
   echo "debian.sh: $*" >&2
   exit 1
}

# shellcheck source=tests/bare.sh
. "$srcdir/tests/bare.sh"

# minutes COMMAND...: runs it, with its output in the log; sets $took.
minutes()
{
   begin=$(date +%s)
   status=0
   "$@" >>"$log" 2>&1 || status=$?
   took="$((($(date +%s) - begin + 30) / 60)) min"
   return $status
}

# clone HOME: below the root.
clone()
{
   git clone -q "$srcdir" "$root$1/quern"
}

# try_suite SUITE: one line of what came of it.
try_suite()
{
   suite=$1 root=$top/$1 log=$top/$1.log
   : >"$log"
   minutes bare_make "$suite" "$root" || fail "$suite: debootstrap ($log)"
   chmod 700 "$root/root"
   clone /root >>"$log" 2>&1 || fail "$suite: git clone ($log)"
   minutes in_bare "$root" sh -c 'cd /root/quern && ./quickstart.sh' ||
      fail "$suite: quickstart.sh ($log)"
   said="quickstart.sh $took"
   # shellcheck disable=SC2086 # options
   minutes in_bare "$root" sh -c 'cd /root/quern && ./check.sh "$@"' check \
      ${DEBIAN_CHECK-} || failed="$failed $suite"
   said="$said; check.sh $(tail -n 1 "$log"), $took"
   if [ -n "${DEBIAN_USER-}" ]; then
      in_bare "$root" useradd -m user >>"$log" 2>&1
      clone /home/user && in_bare "$root" chown -R user: /home/user
      minutes in_bare "$root" su - user -c "cd quern && ./check.sh ${DEBIAN_CHECK-}" ||
         failed="$failed $suite"
      said="$said; as a user $(tail -n 1 "$log"), $took"
   fi
   ! grep -n ': warning: ' "$log" || failed="$failed $suite"
   echo "$suite: $(in_bare "$root" sh -c '. /etc/os-release; echo "$PRETTY_NAME,"
      echo "Valgrind $(dpkg-query -W -f "\${Version}" valgrind),"
      echo "gcc $(gcc -dumpfullversion)"' | tr '\n' ' '): $said"
   case $failed in *"$suite") ;; *) rm -rf "$root" ;; esac
}

bare_check
mkdir -p "$top"
failed=
for suite; do
   try_suite "$suite"
done
[ -z "$failed" ] || fail "failed:$failed; see $top"
