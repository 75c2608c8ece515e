#!/bin/sh
# quickstart.sh [PROGRAM ARGUMENT...] -- from a fresh clone to a first report: installs
# missing packages, builds, profiles PROGRAM (or small samples), and shows its
# instructions and cache misses, and what held its memory at the peak.
# SPDX-License-Identifier: GPL-2.0-or-later

set -eu
top=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=scripts/packages.sh
. "$top/scripts/packages.sh"

step()
{
   printf '\n==> %s\n' "$*"
}

# quietly LOG COMMAND...: shows the output only if the command fails.
quietly()
{
   log=$1
   shift
   "$@" >"$log" 2>&1 || {
      tail -n 40 "$log" >&2
      echo "quickstart.sh: failed: $* (full output: $log)" >&2
      exit 1
   }
}

step "Installing missing packages"
# shellcheck disable=SC2086 # lists
need_packages $build_packages
echo "All packages are installed."

step "Building in $top/build"
mkdir -p "$top/build"
[ -x "$top/configure" ] || quietly "$top/build/autogen.log" "$top/autogen.sh"
[ -f "$top/build/config.status" ] ||
   (cd "$top/build" && quietly configure.log "$top/configure")
quietly "$top/build/make.log" make -C "$top/build" -j"$(nproc)"

# sample NAME: compiles docs/sample/NAME.c.
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
   [ $status -eq 0 ] || echo "(exit status of the program: $status)"
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
report hp_annotate --at=peak --top=none --context=1 --no-show-percs "$out"

cat <<END

Full reports:    $top/build/cs_annotate cachesim.out.quickstart
                 $top/build/hp_annotate heapprof.out.quickstart
Install:         make -C $top/build install
                 Then valgrind --tool=cachesim and --tool=heapprof work anywhere.
Documentation:   $top/README.md
END
