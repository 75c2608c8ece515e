#!/bin/sh
# data.sh -- programs that know which data objects their lines miss on: each entry of
# --objects=yes is what a model of the caches has for what the program says it accessed.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
python=${PYTHON:-python3}
# Addresses that the kernel chooses would change misses from run to run.
if setarch -R true 2>/dev/null; then
   clean="setarch -R $clean"
fi

same_bodies()
{
   body plain.out >plain.body
   body data.out >data.body
   test -s data.body && cmp plain.body data.body
}

# Each way is at most a page: which page something is in, as a stack of 32 bits by chance,
# makes no difference.
caches="--I1=65536,16,64 --D1=4096,4,64 --LL=65536,16,64"

# told NAME OPTIONS PROGRAM [ARGUMENT...]: program's lines and data are as it says.
told()
{
   name=$1 options=$2 program=$programs/$3
   source=${3%32}
   shift 3
   if [ ! -x "$program" ]; then
      skip "$name" "no $program"
      return
   fi
   rm -f data.out plain.out
   run_tool cachesim data.out "--objects=yes $caches $options" "$program" "$@"
   check "$name: data objects" "$python" -B "$srcdir/tests/tool/data.py" data.out \
      "$srcdir/tests/programs/data.h" "$srcdir/tests/programs/$source".c* <client.out
   echo "# $check_output"
   # When threads wait differs from run to run.
   [ "${1:-}" != thread ] || return 0
   run_tool cachesim plain.out "$caches $options" "$program" "$@"
   check "$name: the counts are those without" same_bodies
}

for bits in "" 32; do
   for plugin in a b; do
      [ ! -e "$programs/data_plugin$bits.so" ] ||
         cp "$programs/data_plugin$bits.so" plugin_$plugin$bits.so
   done
   told "kinds $bits" "" data_kinds$bits ./plugin_a$bits.so ./plugin_b$bits.so
   told "kinds $bits, in a thread" "" data_kinds$bits thread
   told "blocks $bits" "" data_blocks$bits
done
told "C++" "" data_new
# A smaller limit: what was told by offset is told by residue.
told "kinds, --histogram=256" --histogram=256 data_kinds ./plugin_a.so
told "blocks, --histogram=0" --histogram=0 data_blocks
plan
