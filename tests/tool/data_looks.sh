#!/bin/sh
# data_looks.sh -- looks: what the program uses together is together, from the lines of each
# field, and what it uses apart is not; equal runs have equal looks; data in another layout
# have none.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
python=${PYTHON:-python3}
# Addresses that the kernel chooses would change misses from run to run.
if setarch -R true 2>/dev/null; then
   clean="setarch -R $clean"
fi

# looks NAME OPTIONS PROGRAM
looks()
{
   if [ ! -x "$3" ]; then
      skip "$1" "no ${3##*/}"
      return
   fi
   run_tool cachesim looks.out "--line-use=yes $2" "$3"
   equal "$1" "" "$("$python" -B "$srcdir/tests/tool/data_heap.py" looks looks.out \
      <client.out 2>&1)"
}

caches="--I1=32768,8,64 --LL=1048576,16,64"
program=$programs/data_looks
looks "8 ways" "$caches --D1=32768,8,64" "$program"
grep '^#: dl\|^#: looks' looks.out >first.looks
looks "8 ways, again" "$caches --D1=32768,8,64" "$program"
grep '^#: dl\|^#: looks' looks.out >second.looks
check "equal runs have equal looks" cmp first.looks second.looks
looks "32 bits" "$caches --D1=32768,8,64" "${program}32"
looks "lines of 32 bytes" "$caches --D1=4096,4,32" "$program"
looks "sets no power of two" "$caches --D1=49152,8,64" "$program"
looks "all in one set" "$caches --D1=4096,64,64" "$program"

# Machines of several levels; with prefetchers, too.
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
   looks "machine $machine" --machine=$machine.machine "$program"
done

# What is in another layout has no looks; the rest has.
printf 'rows table: 128\narray table: pitch +64\n' >table.layout
run_tool cachesim looks.out "--line-use=yes $caches --D1=32768,8,64 --layout=table.layout" \
   "$program"
check "the variable is in another layout" grep -q '^#: ld 1 ' looks.out
sed -i 's/^table .*/table 0/' client.out
equal "only what is not in another layout has looks" "" \
   "$("$python" -B "$srcdir/tests/tool/data_heap.py" looks looks.out <client.out 2>&1)"
plan
