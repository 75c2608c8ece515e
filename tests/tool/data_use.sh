#!/bin/sh
# data_use.sh -- --line-use: the bytes used of the lines that a data object's misses fetch
# are those that the program used; no count differs from those without.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
python=${PYTHON:-python3}
# Addresses that the kernel chooses would change misses from run to run.
if setarch -R true 2>/dev/null; then
   clean="setarch -R $clean"
fi

# used NAME CACHES PROGRAM LINE-BYTES
used()
{
   if [ ! -x "$3" ]; then
      skip "$1" "no ${3##*/}"
      return
   fi
   run_tool cachesim plain.out "--branch-sim=yes $2" "$3" "$4"
   run_tool cachesim use.out "--line-use=yes --branch-sim=yes $2" "$3" "$4"
   equal "$1: lines, inside, used" "" \
      "$("$python" -B "$srcdir/tests/tool/data_heap.py" use use.out <client.out 2>&1)"
   body plain.out >plain.body
   body use.out >use.body
   check "$1: the counts are those without" cmp plain.body use.body
}

caches="--I1=32768,8,64 --LL=1048576,16,64"
for bits in "" 32; do
   program=$programs/data_use$bits
   used "8 ways $bits" "$caches --D1=32768,8,64" "$program" 64
   used "lines of 32 bytes $bits" "$caches --D1=4096,4,32" "$program" 32
done
used "sets no power of two" "$caches --D1=49152,8,64" "$program" 64
used "12 ways" "$caches --D1=49152,12,64" "$programs/data_use" 64
used "all in one set" "$caches --D1=2048,32,64" "$programs/data_use" 64
used "direct-mapped" "$caches --D1=8192,1,64" "$programs/data_use" 64

# Machines of several levels: a line that a prefetcher brought is fetched by its first use.
machine()
{
   printf 'name %s\nI1 size=32K ways=8 latency=4\nD1 size=32K ways=8 latency=4%s\n' "$1" "$2"
   printf 'L2 size=1M ways=16 latency=14\nL3 size=8M ways=16 latency=40\n'
}
machine quiet "" >quiet.machine
machine tree " policy=plru" >tree.machine
{ machine busy ""
  grep ^prefetch "$srcdir/cachesim/machine/presets/zen4.machine"; } >busy.machine
for machine in quiet tree busy; do
   used "machine $machine" --machine=$machine.machine "$programs/data_use" 64
done

# Lines of other sizes, and one line, are refused.
for d1 in 32768,8,128 64,1,64; do
   "$valgrind" --tool=cachesim --line-use=yes --D1=$d1 true 2>err
   equal "--D1=$d1" "1 cachesim: --line-use=yes needs a D1 of two or more lines, of at \
most 64 bytes" "$? $(sed -n 's/^valgrind: /cachesim: /p; s/^cachesim: /&/p' err | head -n 1)"
done
plan
