#!/bin/sh
# next.sh BINDIR VALGRIND -- the last lines of make install: what to run next.
# SPDX-License-Identifier: GPL-2.0-or-later

bindir=$1
valgrind=$2

# make -s, --silent, --quiet
case ${MAKEFLAGS%% *} in
-* | *=*) ;;
*s*) exit 0 ;;
esac

printf '\nQuern is installed. Compile your program with -g, then:\n\n'
case :$PATH: in
*:$bindir:*) ;;
*)
   printf '    export PATH=%s:$PATH\n' "$bindir"
   PATH=$bindir:$PATH
   ;;
esac
name=${valgrind##*/}
[ "$(command -v "$name")" -ef "$valgrind" ] || name=$valgrind
cat <<END
    $name --tool=cachesim ./app     # instructions and cache misses, by line
    $name --tool=heapprof ./app     # the heap over time, by call path

Each ends with the command that shows its report. Manuals: cachesim(1), heapprof(1).

END
