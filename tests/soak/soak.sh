#!/bin/sh
# soak.sh -- thousands of threads, allocations, call paths, recursions, pieces of code
# and processes, under both tools: the short form of make soak.
# SPDX-License-Identifier: GPL-2.0-or-later

set -u
: "${builddir:?}" "${srcdir:?}" "${PYTHON:=python3}"

for command in "$PYTHON" vgdb; do
   if ! command -v "$command" >/dev/null; then
      echo "1..0 # SKIP no $command"
      exit 0
   fi
done
exec "$PYTHON" -B "$srcdir/tests/soak/soak.py" --builddir="$builddir"
