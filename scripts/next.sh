#!/bin/sh
# next.sh BINDIR -- the last lines of make install: what to run next.
# SPDX-License-Identifier: GPL-2.0-or-later

bindir=$1

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
cat <<END
    quern run ./app      # where its time goes, and what to fix first
    quern heap ./app     # what holds its memory

Manuals: quern(1), cachesim(1), heapprof(1).

END
