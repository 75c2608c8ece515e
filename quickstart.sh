#!/bin/sh
# quickstart.sh [PROGRAM ARGUMENT...] -- from a fresh clone to a first report: installs
# missing packages, builds, profiles PROGRAM (or small samples), and shows the first
# screen of both reports: where its cycles go, and what to fix of its heap; both also
# as pages for a browser.
# SPDX-License-Identifier: GPL-2.0-or-later

set -eu
top=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/packages.sh
. "$top/scripts/packages.sh"

step()
{
   printf '\n==> %s\n' "$*"
}

# quietly WHAT LOG COMMAND...: prints WHAT and a dot each second, or on a terminal at
# which of the $files it is, if these are known; and the output only if the command fails.
files=0
quietly()
{
   what=$1
   log=$2
   shift 2
   printf '%s ' "$what"
   "$@" >"$log" 2>&1 &
   job=$!
   while kill -0 $job 2>/dev/null; do
      sleep 1
      if [ $files -gt 0 ] && [ -t 1 ]; then
         printf '\r%s: at number %s ' "$what" "$(grep -c '^  CC' "$log")"
      else
         printf .
      fi
   done
   wait $job || {
      echo
      tail -n 40 "$log" >&2
      echo "quickstart.sh: failed: $* (full output: $log)" >&2
      exit 1
   }
   echo " done"
   grep -E ': warning: |WARNING: ' "$log" || :
}

step "Installing missing packages"
# shellcheck disable=SC2086 # lists
need_packages $build_packages
echo "All packages are installed."

step "Building in $top/build"
mkdir -p "$top/build"
[ -x "$top/configure" ] ||
   quietly "Generating configure" "$top/build/autogen.log" "$top/autogen.sh"
quietly "Configuring" "$top/build/configure.log" \
   sh "$top/scripts/configure.sh" "$top/build"
# V=0: a line for each file that is compiled or linked; -n: as yet only said.
files=$(make -C "$top/build" -n V=0 all matrix words | grep -c '^echo "  CC') || :
what="Compiling $files files"
[ "$files" -gt 0 ] || what="Nothing to compile"
quietly "$what" "$top/build/make.log" \
   make -C "$top/build" V=0 -j"$(nproc)" all matrix words
files=0

# try WORD FILE PROGRAM ARGUMENT...: quern WORD, which writes FILE and shows the first screen;
# then the page.
try()
{
   word=$1
   file=$2
   shift 2
   step "quern $word $*"
   rm -f "$file"
   "$top/build/quern" "$word" --save="$file" "$@" 2>&1 ||
      echo "(exit status of the program: $?)"
   [ -f "$file" ] || exit 1
   step "quern --html=${file%.quern}.html $file"
   "$top/build/quern" --html="${file%.quern}.html" "$file" >/dev/null
}

if [ $# -eq 0 ]; then
   try run quickstart.quern "$top/build/matrix"
   try heap quickstart.heap.quern "$top/build/words" "$top/COPYING"
else
   try run quickstart.quern "$@"
   try heap quickstart.heap.quern "$@"
fi

cat <<END

Your program:    $top/build/quern run ./app
                 $top/build/quern heap ./app
Full reports:    $top/build/quern quickstart.quern
                 $top/build/quern quickstart.heap.quern
In a browser:    file://$(pwd)/quickstart.html
                 file://$(pwd)/quickstart.heap.html
Install:         make -C $top/build install
                 Then quern run ./app works anywhere, and valgrind --tool=cachesim.
Documentation:   $top/README.md
END
