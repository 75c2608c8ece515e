#!/bin/sh
# heap_types.sh -- the reported types of blocks are right, or there is none.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

mkdir source
cp "$srcdir"/tests/programs/heap_types.* "$srcdir/tests/programs/heap_layouts.cpp" \
   source/

# run_types: profiles ./program, and leaves the right types in "expected".
run_types()
{
   run_heap "" ./program
   grep '^case_' client.out | LC_ALL=C sort -u >expected
}

# found [SOURCE-DIRECTORY]: the types found in heap.out.
found()
{
   "$builddir/tests/types_dump" heap.out case_ "${1:-source}" >found.all 2>&1 ||
      echo "types_dump: exit status $?" >>found.all
   LC_ALL=C sort -u found.all
}

# types NAME: all right types are found, and no others.
types()
{
   found >found
   if [ -s expected ] && cmp -s expected found; then
      ok "$1"
   else
      not_ok "$1" "$(diff expected found)" "$(tail -n 3 "$heap_err")"
   fi
}

# never_wrong NAME LEAST [SOURCE-DIRECTORY]: at least LEAST right types are found, and
# no wrong ones.
never_wrong()
{
   found "${3:-source}" >found
   LC_ALL=C comm -13 expected found | grep -v ' ?$' >wrong
   n_right=$(grep -v ' ?$' found | LC_ALL=C comm -12 expected - | wc -l)
   if [ -s expected ] && [ ! -s wrong ] && [ "$n_right" -ge "$2" ]; then
      ok "$1"
   else
      not_ok "$1" "right: $n_right; wrong:" "$(cat wrong)"
   fi
}

# ---- C, with different compiler options
for options in -O0 -O1 -O2 "-O0 -m32" "-O2 -m32" "-O2 -no-pie" "-O2 -static" \
   "-O2 -gdwarf-4" "-O1 -gdwarf-2 -gstrict-dwarf" "-O2 -flto"; do
   # shellcheck disable=SC2086
   if gcc -g $options -o program source/heap_types.c 2>gcc.err; then
      run_types
      types "C: gcc -g $options"
   else
      skip "C: gcc -g $options" "$(head -n 1 gcc.err)"
   fi
done

mkdir away
gcc -g -O2 -o program source/heap_types.c
run_types
(cd away && "$builddir/tests/types_dump" ../heap.out case_ .) |
   LC_ALL=C sort -u >found
check "seen from another directory" cmp expected found

# ---- C++
for options in -O0 -O2; do
   if ! command -v g++ >/dev/null; then
      skip "C++: g++ -g $options" "Debian package g++"
      continue
   fi
   g++ -g $options -c -DOTHER_PART -o other.o source/heap_types.cpp
   g++ -g $options -o program source/heap_types.cpp other.o
   run_types
   types "C++: g++ -g $options"
done

# ---- Layouts, by two compilers
for options in "g++ -gdwarf-4" "g++ -gdwarf-5" "g++ -O2" "clang++ -gdwarf-4" \
   "clang++ -gdwarf-5"; do
   if ! command -v "${options%% *}" >/dev/null; then
      skip "layouts: $options" "Debian package ${options%% *}"
      continue
   fi
   # shellcheck disable=SC2086
   $options -g -std=c++20 -o program source/heap_layouts.cpp
   run_types
   types "layouts: $options"
done

# ---- Rust
for options in 0 2; do
   if ! command -v rustc >/dev/null; then
      skip "Rust: opt-level=$options" "Debian package rustc"
      continue
   fi
   rustc -g -C opt-level=$options -o program source/heap_types.rs
   run_types
   types "Rust: opt-level=$options"
done

# ---- Locations of debug info
gcc -g -O2 -o whole source/heap_types.c
objcopy --only-keep-debug whole program.debug
objcopy --strip-debug --add-gnu-debuglink=program.debug whole program
run_types
types "debug info in a file beside"
mv program.debug elsewhere
never_wrong "no debug info" 0
mkdir .debug
mv elsewhere .debug/program.debug
types "debug info in a file in .debug"
cp whole .debug/program.debug
printf X | dd of=.debug/program.debug bs=1 seek=5000 conv=notrunc 2>dd.err
never_wrong "debug info of something else" 0

# ---- Without source, or with another
cp whole program
run_types
mkdir empty edited
mv source moved
never_wrong "without source: by registers" 8 empty
gcc -g -O0 -o program moved/heap_types.c
mkdir source
never_wrong "another program by that name" 0
rm -r source
cp whole program
sed '1s/^/\n\n\n/' moved/heap_types.c >edited/heap_types.c
never_wrong "source that was edited: three lines more" 0 edited
sed 's/sizeof \*n/sizeof(struct point)/' moved/heap_types.c \
   >edited/heap_types.c
never_wrong "source that was edited: other types" 5 edited
mv moved source

# ---- Damaged objects
rm program
never_wrong "an object that is gone" 0
mkfifo program
never_wrong "a FIFO" 0
rm program
head -c 10000 whole >program
never_wrong "an object that was cut off" 0
never_wrong_of_garbage()
{
   "$PYTHON" - "$1" <<'END'
import random, sys
random.seed(sys.argv[1])
data = bytearray(open("whole", "rb").read())
for _ in range(20):
    data[random.randrange(64, len(data))] = random.randrange(256)
open("program", "wb").write(data)
END
   found >found
   ! grep -E 'exit status|ERROR' found
}
failed=
for seed in 1 2 3 4 5 6 7 8 9 10; do
   sampled 3 || continue
   never_wrong_of_garbage $seed || failed="$failed $seed"
done
equal "objects with random bytes in them: no crash" "" "$failed"
plan
