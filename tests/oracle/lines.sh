#!/bin/sh
# lines.sh -- files and lines of frames in heap profiles, as hp_annotate reports them, are
# those of addr2line: eleven programs, two of which have lines that Valgrind takes for those of
# another file.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"
# shellcheck source=tests/tool/heap_lib.sh
. "$srcdir/tests/tool/heap_lib.sh"

if ! command -v addr2line >/dev/null; then
   skip "all" "no addr2line: Debian package binutils"
   plan
   exit 0
fi

# same_lines NAME COMPILER...: the compiler makes ./program.
same_lines()
{
   same_name=$1
   shift
   if ! command -v "$1" >/dev/null; then
      skip "$same_name" "Debian package $1"
      return
   fi
   "$@" -o program -pthread
   run_heap "" ./program
   "$builddir/hp_annotate" --json --no-source heap.out >report.json 2>/dev/null
   if "$PYTHON" -B -S "$srcdir/tests/oracle/lines.py" report.json program >found 2>&1; then
      ok "$same_name: $(cat found)"
   else
      not_ok "$same_name" "$(cat found)"
   fi
}

cp "$srcdir"/tests/programs/heap_*.[ch]* .
same_lines "lines of two files" gcc -g -O2 heap_lines.c
valgrind_says=$(sed -n 's/.*"0x[0-9A-F]*: first (\(heap_lines.[ch]\):8)".*/\1/p' heap.out)
if [ "$valgrind_says" = heap_lines.h ]; then
   skip "which Valgrind takes for those of one" "not this compiler's, or not this Valgrind"
else
   equal "which Valgrind takes for those of one" heap_lines.c "$valgrind_says"
fi
same_lines "lines of two files, clang" clang -g -O2 heap_lines.c
for name in copies frees sites wrapper; do
   same_lines "$name" gcc -g -O2 -I"$srcdir" -I"$srcdir/heapprof/include" "heap_$name.c"
done
for name in containers forms layouts names; do
   same_lines "$name" g++ -g -O2 -std=c++17 "heap_$name.cpp"
done
same_lines "containers, clang" clang++ -g -O2 -std=c++17 heap_containers.cpp
plan
