#!/bin/sh
# exact.sh -- programs for every case of the fast paths have the same counts as under
# cachegrind: faults, rewritten code, unloaded libraries, threads, fork,
# atomics, straddling and predicated references, 32-bit code.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

usual="--I1=32768,8,64 --D1=49152,12,64 --LL=8388608,16,64"
tiny="--I1=1024,1,64 --D1=1024,2,64 --LL=8192,4,64"
# One set of 128 ways, and a last level of 1,024 sets of 3.
odd="--I1=4096,64,64 --D1=8192,128,64 --LL=196608,3,64"

# Random bytes from the kernel change a few counts from run to run, also under
# cachegrind.
tries=6
min_functions=2

for options in "$usual --branch-sim=yes" "$tiny --branch-sim=yes" \
               "$odd" \
               "--cache-sim=no --branch-sim=yes" "--cache-sim=no"; do
   for program in memory smc faults; do
      same_as_stock "$program, $options" "$options" "$programs/$program"
   done
   same_as_stock "dl, $options" "$options" \
      "$programs/dl" "$programs/dl_a.so" "$programs/dl_b.so"
done
for options in "$usual --branch-sim=yes" "$tiny"; do
   same_computation "threads, $options" '^(work|main)$' \
      "$options" "$programs/threads"
   same_as_stock "crash, $options" "$options" "$programs/crash"
   if [ -x "$programs/memory32" ]; then
      # Without an argument: no AVX, which 32-bit guests lack.
      same_as_stock "32-bit memory, $options" "$options" \
         "$programs/memory32" novectors
   else
      skip "32-bit memory, $options" "no 32-bit tool"
   fi
done

# Parent and child, each with its own file.  cachegrind's child goes on from its parent's
# counts.
for tool in cachegrind cachesim; do
   rm -f $tool.fork.*
   [ $tool = cachesim ] && children=--children=inherit || children=
   # shellcheck disable=SC2086
   $clean "$valgrind" --tool=$tool --$tool-out-file=$tool.fork.%p \
      --cache-sim=yes --branch-sim=yes $usual $children "$programs/forks" >$tool.err 2>&1
   # By pid: the parent's number is the lower one.
   i=0
   for file in $(ls -1 $tool.fork.* | sort -t. -k3n); do
      i=$((i + 1))
      body "$file" >$tool.process.$i
   done
done
check "fork: two profiles" test -s cachesim.process.2
check "fork: the parent's equals cachegrind's" \
   cmp cachegrind.process.1 cachesim.process.1
check "fork: the child's equals cachegrind's" \
   cmp cachegrind.process.2 cachesim.process.2

# The core discards translations when it runs out of space: leave it little space.  The
# compiler needs more for the smallest source; in the long form it compiles one of ours.
echo 'int main(void) { return 0; }' >unit.i
if is_long; then
   gcc -E -P -I"$srcdir/toolkit" "$srcdir/toolkit/base/tk_text.c" >unit.i
fi
same_as_stock "discarded translations" \
   "$usual --num-transtab-sectors=2 --avg-transtab-entry-size=50 --stats=yes" \
   "$(gcc -print-prog-name=cc1)" -quiet -O0 unit.i -o /dev/null
check "some were" grep -qE "sectors recycled [1-9]" cachesim.err

# Cache lines as short as a word: cachegrind refuses them, but the result is known.
run_tool cachesim pairs.out "--I1=1024,2,8 --D1=1024,2,8 --LL=8192,4,8" \
   "$programs/pairs"
equal "lines of 8 bytes: both of a pair miss" 20000 "$(awk '
   /^events:/ { for (i = 2; i <= NF; i++) column[$i] = i }
   /^fn=/ { wanted = $0 == "fn=read_pairs" }
   wanted && /^[0-9]/ && $column["D1mr"] > 1000 { n += $column["D1mr"] }
   END { print n }' pairs.out)"

# With an outfile name without %p, the child's profile gets another name.
rm -rf forked
mkdir forked
run_tool cachesim forked/out "$usual" "$programs/forks"
equal "fork, one name: both profiles are there" 2 "$(ls forked | wc -l)"
check "fork, one name: the child's is named after its pid" \
   sh -c 'ls forked | grep -qE "^out\.[0-9]+$"'
check "fork, one name: both profiles are complete" \
   test "$(grep -l '^#: end' forked/* | wc -l)" -eq 2
plan
