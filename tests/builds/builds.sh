#!/bin/sh
# builds.sh -- two builds of one program: cs_diff and hp_diff know their functions again,
# whatever compiler, options, files and names they have, and a limit finds the function
# that was made slower (builds.py).
#
# A commit tries some pairs of the programs here; LONG=1 all, and those of real programs,
# whose sources, of Debian 12, come from where apt has Debian from: BUILDS="lua bzip2"
# chooses some.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
top=$builddir/tests/builds/sources
SOURCES=$top
export SOURCES

builds()
{
   "$PYTHON" -B "$srcdir/tests/builds/builds.py" --work="$work" "$@"
}

# shellcheck disable=SC2317
fail()
{
   echo "builds.sh: $*" >&2
   exit 1
}

# fetch: the sources of Debian's programs, unpacked in $top; a mirror may lack some.
fetch()
(
   mkdir -p "$top/apt"
   apt_type=deb-src
   # shellcheck source=tests/apt.sh
   . "$srcdir/tests/apt.sh"
   apt_begin bookworm
   cd "$top" || exit
   for package in lua5.4 bzip2 zlib pugixml rust-hashbrown; do
      (private_apt apt-get source --download-only "$package") || :
   done
   for archive in *.orig.tar.*; do
      tar xf "$archive" || exit
   done
   touch fetched
)

# tests NAME COMMAND...: a test for each line that it prints.
tests()
{
   tests_name=$1
   shift
   "$@" >lines 2>errors || not_ok "$tests_name" "$(cat errors)"
   while IFS='	' read -r name wrong; do
      case $wrong in
      SKIP*) skip "$name" "no ${wrong#SKIP }" ;;
      *) equal "$name" "" "$wrong" ;;
      esac
   done <lines
}

tests names "$PYTHON" -B "$srcdir/tests/builds/names.py"
if ! is_long; then
   tests scan builds --sample scan
   tests parts builds --sample parts
else
   [ -f "$top/fetched" ] || fetch >fetch.log 2>&1 || cat fetch.log >&2
   for program in ${BUILDS:-$(builds --programs own) $(builds --programs fetched)}; do
      tests "$program" builds "$program"
   done
fi
plan
