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

# profile TOOL OPTIONS PROGRAM ARGUMENT...: writes TOOL.out.quickstart.
profile()
{
   tool=$1
   options=$2
   shift 2
   out=$(pwd)/$tool.out.quickstart
   step "valgrind --tool=$tool${options:+ $options} $*"
   status=0
   rm -f "$out"
   # shellcheck disable=SC2086
   "$top/build/valgrind-in-place" --tool="$tool" --"$tool"-out-file="$out" \
      $options "$@" || status=$?
   [ $status -eq 0 ] || echo "(exit status of the program: $status)"
   [ -f "$out" ] || exit 1
}

# first_screen COMMAND ARGUMENT...: 24 lines; a whole report has up to 200.
first_screen()
{
   command=$1
   shift
   step "$command $*"
   "$top/build/$command" --no-pager --color=never --width=80 "$@" |
      awk -v most=24 -v whole="$top/build/$command $out" '
         NR <= most
         END { if (NR > most) print "... " NR - most " more lines: " whole }'
}

# page COMMAND: writes TOOL.quickstart.html of the profile.
page()
{
   step "$1 --html=$tool.quickstart.html $out"
   "$top/build/$1" --html="$tool.quickstart.html" "$out" >/dev/null
}

of_cachesim="--call-graph=yes --objects=yes"
"$top/build/cs_machine" show host >/dev/null 2>&1 && # else the classic caches
   of_cachesim="--machine=host $of_cachesim"
if [ $# -eq 0 ]; then
   profile cachesim "$of_cachesim" "$top/build/matrix"
else
   profile cachesim "$of_cachesim" "$@"
fi
first_screen cs_annotate "$out"
page cs_annotate

if [ $# -eq 0 ]; then
   profile heapprof --accesses=yes "$top/build/words" "$top/COPYING"
else
   profile heapprof --accesses=yes "$@"
fi
first_screen hp_annotate "$out"
page hp_annotate

cat <<END

Full reports:    $top/build/cs_annotate cachesim.out.quickstart
                 $top/build/hp_annotate heapprof.out.quickstart
In a browser:    file://$(pwd)/cachesim.quickstart.html
                 file://$(pwd)/heapprof.quickstart.html
Install:         make -C $top/build install
                 Then valgrind --tool=cachesim and --tool=heapprof work anywhere.
Documentation:   $top/README.md
END
