#!/bin/sh
# check.sh -- tests a fresh clone: installs missing packages, builds, and runs tests.  The
# last line is "N passed, N failed".
# SPDX-License-Identifier: GPL-2.0-or-later

set -u
top=$(cd "$(dirname "$0")" && pwd)
cd "$top" || exit 1
# shellcheck source=scripts/packages.sh
. "$top/scripts/packages.sh"

usage()
{
   cat <<'END'
Usage: ./check.sh [OPTION...]

Installs the Debian packages that are missing (as root, or with sudo; it names them
first), builds in build/, and runs tests: the quick ones, which find most for their
time. The last line is "N passed, N failed".

  --all            every test but those of a night; needs more packages, servers and a
                   browser among them
  --only=WHAT,...  the tests of a group, or of a name: unit, faults, calls,
                   tests/tool/calls.sh
  --list           what groups there are, with their numbers of test scripts
  --build          build, and run nothing
  --fail-fast      end with the first test that fails
  --jobs=N         N at a time; by default one more than there are processors
  --measure        write what tests took to tests/seconds, for their order
  --help           this text

Exit status: 0 all passed, 1 some failed, 2 wrong usage.
END
}

# A folder whose name has blanks or colons cannot be built in: Valgrind puts its name into
# LD_PRELOAD, where they separate names.  Then build/ is a link to one that can, beside a
# link to the sources.
build_elsewhere()
{
   away=${TMPDIR:-/tmp}/quern-$(id -u)-$(printf %s "$top" | cksum | cut -d ' ' -f 1)
   mkdir -m 700 "$away" 2>/dev/null || [ -d "$away" ] || exit 1
   if [ "$(stat -c %u "$away")" != "$(id -u)" ]; then
      echo "check.sh: $away is another user's; TMPDIR can name another folder" >&2
      exit 1
   fi
   mkdir -p "$away/build" && ln -sfn "$top" "$away/quern" || exit 1
   [ -e build ] || ln -s "$away/build" build || exit 1
   echo "check.sh: $top has blanks or colons, which LD_PRELOAD cannot have: builds in" \
      "$away/build"
   top=$away/quern
   cd "$top" || exit 1
}

# What quick tests need, and --all besides, docs/GUIDE.md too.  Nothing of it is needed to
# build: tests of what a release does not have are skipped.
quick_packages="bzip2 g++ git gzip nodejs perl python3-jsonschema strace tcc xz-utils"
browser_packages="chromium chromium-driver chromium-headless-shell python3-selenium tidy"
lint_packages="clang-format-19 cppcheck eslint shellcheck"
all_packages="$browser_packages $lint_packages
   apache2-utils busybox-static cargo clang cmake debhelper emacs-nox golang-go hexyl
   libgoogle-perftools-dev libgoogle-perftools4 libjemalloc-dev libjemalloc2
   libmemcached-tools libmimalloc-dev libopenmpi-dev libtcmalloc-minimal4 libtool
   lintian lzip mariadb-client-core mariadb-server-core memcached meson neovim
   musl-tools nginx-light openmpi-bin postgresql python3-pyte python3-yaml redis-server redis-tools
   sqlite3 vim zstd"

# packages_of GROUP: what its tests need; of a name that is no group's, all.
packages_of()
{
   case $1 in
   unit | tests/unit/* | test_* | fuzz) ;;
   html) echo nodejs ;;
   golden) echo "$quick_packages" ;;
   plot) echo "$plot_packages $quick_packages" ;;
   lint) echo "$lint_packages nodejs" ;;
   browser) echo "$browser_packages $quick_packages" ;;
   *) echo "$plot_packages $quick_packages $all_packages" ;;
   esac
}

packages="$plot_packages $quick_packages"
is_only=
for option; do
   case $option in
   --all) packages="$packages $all_packages" ;;
   --only=*)
      [ -n "$is_only" ] || packages=
      is_only=1
      for group in $(printf %s "${option#*=}" | tr , ' '); do
         packages="$packages $(packages_of "$group")"
      done
      ;;
   --jobs=[1-9]* | --measure | --build | --fail-fast) ;;
   --list) exec python3 -B "$top/scripts/check.py" "$@" ;;
   --help | -h) usage; exit 0 ;;
   *)
      echo "check.sh: unknown option: $option; see ./check.sh --help" >&2
      exit 2
      ;;
   esac
done
# shellcheck disable=SC2086 # lists
need_packages $build_packages libcmocka-dev && want_packages $packages || exit 1
case $top in *[[:space:]:]*) build_elsewhere ;; esac
exec python3 -B "$top/scripts/check.py" "$@"
