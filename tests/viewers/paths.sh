#!/bin/sh
# paths.sh -- speedscope, pprof and the Firefox Profiler show what exported call paths
# say.  SPDX-License-Identifier: GPL-2.0-or-later
#
# make viewers VIEWERS=DIR runs it.  DIR has a node_modules/ with Node.js's packages
# speedscope and @firefox-devtools/profiler-cli; go tool pprof is in Debian's package
# golang-go.  What is not there is skipped.  make check has the same comparisons with
# decoders of our own (tests/path_formats.py).

. "${srcdir:?}/tests/lib.sh"

modules=${VIEWERS:-$builddir/viewers}/node_modules
speedscope=$modules/speedscope/dist/release
profiler=$modules/@firefox-devtools/profiler-cli/dist/profiler-cli.js
browser=$(command -v chromium || command -v chromium-browser || :)

viewers()
{
   "$PYTHON" -B "$srcdir/tests/viewers/paths.py" "$@"
}

# shows_speedscope COMMAND PROFILE OPTION: speedscope, in a browser; on a busy machine
# the page may be dumped before it is drawn.
shows_speedscope()
{
   rm -rf speedscope browser
   cp -r "$speedscope" speedscope
   viewers page "$1" "$2" "$3" >speedscope/profile.js
   where="localProfilePath=$work/speedscope/profile.js&view=sandwich"
   for try in 1 2 3 4 5; do
      # shellcheck disable=SC2086
      $clean HOME="$work" "$browser" --headless --no-sandbox --disable-gpu \
         --enable-unsafe-swiftshader --use-angle=swiftshader \
         --allow-file-access-from-files --user-data-dir="$work/browser" \
         --virtual-time-budget=60000 --window-size=1600,20000 --dump-dom \
         "file://$work/speedscope/index.html#$where" >page.dom 2>browser.err
      grep -q "%)" page.dom && break
   done
   viewers speedscope page.dom folded
}

# shows_pprof COMMAND PROFILE NAME
shows_pprof()
{
   "$1" --format=pprof "$2" >profile.pb.gz
   HOME=$work go tool pprof -top -nodecount=0 -nodefraction=0 -edgefraction=0 \
      -sample_index="$3" profile.pb.gz >top 2>pprof.err
   viewers pprof top folded
}

# shows_firefox COMMAND PROFILE OPTION: profiler-cli waits half a second for the server
# that it starts; on a busy machine the server needs longer.
shows_firefox()
{
   "$1" --format=firefox "$3" "$2" >profile.json
   thread=$("$PYTHON" -c '
import json
print(json.load(open("profile.json"))["meta"]["initialSelectedThreads"][0])')
   PROFILER_CLI_SESSION_DIR=$work/sessions
   export PROFILER_CLI_SESSION_DIR
   node "$profiler" load profile.json --session "paths$n_tests" >loaded 2>&1
   for try in 1 2 3 4 5 6 7 8 9 10; do
      node "$profiler" thread functions --session "paths$n_tests" \
         --thread "t-$thread" --json >functions 2>>loaded && break
      sleep 1
   done
   node "$profiler" stop "paths$n_tests" >/dev/null 2>&1
   [ -s functions ] || cat loaded
   viewers firefox functions folded
}

# shown NAME COMMAND PROFILE OPTION VALUE: all viewers show the value, which is a count
# for speedscope to print all digits.
shown()
{
   "$2" --format=folded "$4=$5" "$3" >folded
   if [ -z "$browser" ] || [ ! -d "$speedscope" ]; then
      skip "speedscope: $1, $5" "no chromium, or no speedscope in VIEWERS"
   else
      check "speedscope: $1, $5" shows_speedscope "$2" "$3" "$4=$5"
   fi
   if is_missing go; then
      skip "pprof: $1, $5" "no go; Debian package: golang-go"
   else
      check "pprof: $1, $5" shows_pprof "$2" "$3" "$5"
   fi
   if is_missing node || [ ! -f "$profiler" ]; then
      skip "Firefox Profiler: $1, $5" "no node, or no profiler-cli in VIEWERS"
   else
      check "Firefox Profiler: $1, $5" shows_firefox "$2" "$3" "$4=$5"
   fi
}

hp_export=${HP_EXPORT:-$builddir/hp_export}
cs_export=${CS_EXPORT:-$builddir/cs_export}
cp "$srcdir"/tests/golden/hp_export/heap.out "$srcdir"/tests/golden/hp_export/odd.out .
shown "a profile" "$hp_export" heap.out --metric blocks
shown "odd names" "$hp_export" odd.out --metric blocks
if is_missing g++; then
   skip "C++" "no g++"
else
   g++ -O2 -g -o program "$srcdir/tests/programs/heap_containers.cpp"
   # shellcheck disable=SC2086
   $clean "$valgrind" --tool=heapprof --heapprof-out-file=cpp.out ./program \
      >/dev/null 2>&1
   shown "C++, inlined" "$hp_export" cpp.out --metric blocks
   # shellcheck disable=SC2086
   $clean "$valgrind" --tool=cachesim --call-graph=yes \
      --cachesim-out-file=counts.out ./program \
      >/dev/null 2>&1
   shown "counts of C++" "$cs_export" counts.out --show Ir
   shown "counts of C++" "$cs_export" counts.out --show DLmr
fi
plan
