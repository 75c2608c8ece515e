#!/bin/sh
# quickstart.sh [PROGRAM ARGUMENT...] -- from a fresh clone to a first profile:
# installs what is missing, builds, profiles PROGRAM (or a small sample), and
# shows where its instructions and cache misses are.
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

if [ $# -eq 0 ]; then
   gcc -g -O2 -o "$top/build/matrix" "$top/docs/sample/matrix.c"
   set -- "$top/build/matrix"
fi
profile=$(pwd)/cachesim.out.quickstart
step "valgrind --tool=cachesim $*"
status=0
rm -f "$profile"
"$top/build/valgrind-in-place" --tool=cachesim \
   --cachesim-out-file="$profile" "$@" || status=$?
[ $status -eq 0 ] || echo "(the program's exit status is $status)"
[ -f "$profile" ] || exit 1

step "cs_annotate --show=Ir,D1mr,D1mw,DLmw --threshold=1 $profile"
"$top/build/cs_annotate" --show=Ir,D1mr,D1mw,DLmw --threshold=1 "$profile"
cat <<END
What next:
  $top/build/cs_annotate $profile
      the whole report
  make -C $top/build install
      then valgrind --tool=cachesim and cs_annotate work anywhere
  $top/README.md
      what the numbers mean, and what they do not
END
