#!/bin/sh
# quickstart.sh [PROGRAM ARGUMENT...] -- from a fresh clone to a first profile:
# installs what is missing, builds, profiles PROGRAM (or small samples), and
# shows where its instructions and cache misses are, and who held its memory
# when it was most.
# SPDX-License-Identifier: GPL-2.0-or-later

set -eu
top=$(cd "$(dirname "$0")" && pwd)
. "$top/scripts/packages.sh"

step()
{
   printf '\n==> %s\n' "$*"
}

# quietly LOG COMMAND...: its output is shown only if it fails.
quietly()
{
   log=$1
   shift
   "$@" >"$log" 2>&1 || {
      tail -n 40 "$log" >&2
      echo "quickstart.sh: failed: $* (all output: $log)" >&2
      exit 1
   }
}

step "What is needed"
need_packages $build_packages
echo "Nothing (more) is missing."

step "Building in $top/build"
mkdir -p "$top/build"
[ -x "$top/configure" ] || quietly "$top/build/autogen.log" "$top/autogen.sh"
[ -f "$top/build/config.status" ] ||
   (cd "$top/build" && quietly configure.log "$top/configure")
quietly "$top/build/make.log" make -C "$top/build" -j"$(nproc)"

# sample NAME: a program to profile, of docs/sample.
sample()
{
   gcc -g -O2 -o "$top/build/$1" "$top/docs/sample/$1.c"
}

# profile TOOL PROGRAM ARGUMENT...: writes TOOL.out.quickstart.
profile()
{
   tool=$1
   shift
   out=$(pwd)/$tool.out.quickstart
   step "valgrind --tool=$tool $*"
   status=0
   rm -f "$out"
   "$top/build/valgrind-in-place" --tool="$tool" --"$tool"-out-file="$out" \
      "$@" || status=$?
   [ $status -eq 0 ] || echo "(the program's exit status is $status)"
   [ -f "$out" ] || exit 1
}

# report COMMAND ARGUMENT...
report()
{
   step "$*"
   command=$1
   shift
   "$top/build/$command" "$@"
}

if [ $# -eq 0 ]; then
   sample matrix
   profile cachesim "$top/build/matrix"
else
   profile cachesim "$@"
fi
report cs_annotate --show=Ir,D1mr,D1mw,DLmw --threshold=1 "$out"

if [ $# -eq 0 ]; then
   sample words
   profile heapprof "$top/build/words" "$top/COPYING"
else
   profile heapprof "$@"
fi
report hp_annotate --at=peak --top=0 --context=1 --no-show-percs "$out"

cat <<END

What next:
  $top/build/cs_annotate cachesim.out.quickstart
  $top/build/hp_annotate heapprof.out.quickstart
      the whole reports
  make -C $top/build install
      then valgrind --tool=cachesim, valgrind --tool=heapprof and the
      commands work anywhere
  $top/README.md
      what the numbers mean, and what they do not
END
