#!/bin/sh
# sweep.sh -- --sweep: each of its columns is what a run with that last level counts, in
# each line and data object; --split and reasons: as known by construction, and as a model
# of lackey's trace says.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
python=${PYTHON:-python3}
# Addresses that the kernel chooses would change misses from run to run.
if setarch -R true 2>/dev/null; then
   clean="setarch -R $clean"
fi

compare()
{
   "$python" -B "$srcdir/tests/tool/sweep.py" "$@" 2>&1 | head -n 8
}

first="--I1=4096,2,64 --D1=4096,4,64"

# swept NAME SWEEP LL PAIRS COMMAND...: each of PAIRS is an event and its shape.
swept()
{
   swept_name=$1 swept_range=$2 swept_ll=$3 swept_pairs=$4
   shift 4
   if is_missing "$1"; then
      skip "$swept_name" "no $1"
      return
   fi
   run_tool cachesim sweep.out \
      "$first --LL=$swept_ll --sweep=$swept_range --objects=yes" "$@"
   mv client.out sweep.client
   equal "$swept_name: reasons" "" "$(compare reasons L sweep.out)"
   cp cachesim.err sweep.err
   swept_wrong=
   for swept_pair in $swept_pairs; do
      sampled 4 || continue
      run_tool cachesim one.out "$first --LL=${swept_pair#*=} --objects=yes" "$@"
      cmp -s client.out sweep.client || swept_wrong="$swept_wrong; other output"
      swept_wrong="$swept_wrong$(compare same sweep.out "${swept_pair%%=*}" one.out)"
   done
   equal "$swept_name: as one run each" "" "$swept_wrong"
   run_tool cachesim plain.out "$first --LL=$swept_ll --objects=yes" "$@"
   equal "$swept_name: the counts are those without" "$(executed_classic plain.out)" \
      "$(executed_classic sweep.out)"
}

# The classic columns of the body.
executed_classic()
{
   body "$1" | cut -d ' ' -f 1-10 | grep -v '^summary' | cksum
}

sizes()
{
   for size in "$@"; do
      case $size in
      *K) bytes=$((${size%K} * 1024)) ;;
      *M) bytes=$((${size%M} * 1048576)) ;;
      esac
      printf 'Lm@%s=%s,16,64 ' "$size" $bytes
   done
}

nine=$(sizes 8K 16K 32K 64K 128K 256K 512K 1M 2M)
# sort takes as much memory as is free, unless told.
seq 1000 | sort -R --random-source=/dev/zero >numbers
swept "sort" LL:8K..2M 131072,16,64 "$nine" sort -S 1M -n numbers
swept "perl" LL:8K..2M 131072,16,64 "$nine" \
   perl -e 'while (<>) { $n{$_ % 977} += $_ } $s += $n{$_} for keys %n; print $s' numbers
swept "bzip2" LL:8K..2M 32768,16,64 "$nine" bzip2 -1 -c numbers
swept "reasons" LL:256K..64M 1048576,16,64 \
   "$(sizes 256K 512K 1M 2M 4M 8M 16M 32M 64M)" "$programs/reasons"
swept "ways" ways:1..16 65536,16,64 \
   "Lm@1w=4096,1,64 Lm@2w=8192,2,64 Lm@7w=28672,7,64 Lm@15w=61440,15,64 \
Lm@16w=65536,16,64" sort -S 1M -n numbers
swept "lines" line:32..256 65536,8,64 \
   "Lm@32B=65536,8,32 Lm@64B=65536,8,64 Lm@128B=65536,8,128 Lm@256B=65536,8,256" \
   sort -S 1M -n numbers
swept "12 ways" LL:64K..128K 786432,12,64 "Lm@64K=65536,8,64 Lm@128K=131072,8,64" \
   sort -S 1M -n numbers
check "12 ways: it says so" grep -q "the caches of --sweep have 8 ways" sweep.err

# ---- Reasons

server="--I1=32768,8,64 --D1=32768,8,64 --LL=1048576,16,64"
for options in "--split=D1" "--split=D1 --sweep=LL:256K..64M --objects=yes"; do
   run_tool cachesim split.out "$server $options" "$programs/reasons"
   equal "$options: by construction" "" "$(compare program split.out client.out)"
   equal "$options: D1's add up" "" "$(compare reasons D1 split.out)"
   equal "$options: the last level's add up" "" "$(compare reasons L split.out)"
done
run_tool cachesim plain.out "$server" "$programs/reasons"
equal "--split=D1: the counts are those without" "$(executed_classic plain.out)" \
   "$(executed_classic split.out)"

# A machine that is classic but for its TLBs has the same D1; one of another policy and with
# prefetchers has reasons that add up.
cat >with-tlb.machine <<'END'
name with-tlb
I1 size=32K ways=8 latency=4
D1 size=32K ways=8 latency=4
L2 size=1M ways=16 latency=14
DTLB entries=64 ways=4
ITLB entries=64 ways=4
END
reasons_of_d1()
{
   awk '/^events:/ { for (i = 2; i <= NF; i++) name[i] = $i }
      /^summary:/ { for (i = 2; i <= NF; i++) if (name[i] ~ /^D1/) print name[i], $i }' "$1"
}
run_tool cachesim tlb.out "--machine=with-tlb.machine --split=D1" "$programs/reasons"
equal "--split=D1 with a machine: by construction" "" \
   "$(compare program tlb.out client.out)"
equal "--split=D1 with a machine: D1's as classic's" "$(reasons_of_d1 split.out)" \
   "$(reasons_of_d1 tlb.out)"
run_tool cachesim zen.out "--machine=zen4 --split=D1 --objects=yes" "$programs/reasons"
equal "--split=D1 with prefetchers: D1's add up" "" "$(compare reasons D1 zen.out)"
equal "--split=D1 with prefetchers: the last level's, too" "" \
   "$(compare reasons L zen.out)"
run_tool cachesim plain.out "--machine=zen4" "$programs/reasons"
equal "--split=D1 with prefetchers: the counts are those without" \
   "$(executed_classic plain.out)" "$(executed_classic zen.out)"

# A model of each reference; of data_kinds there are ten million.
n_sampled=0
for program in reasons data_kinds; do
   [ $program = reasons ] || is_long || continue
   # The environments differ in nothing but the tool's name.
   $clean "$valgrind" --tool=lackey --trace-mem=yes "$programs/$program" \
      >client.out 2>trace </dev/null
   for shape in 1024,2,32 4096,64,64; do
      sampled 2 || continue
      run_tool cachesim traced.out "--I1=2048,2,64 --D1=$shape --LL=16384,4,64 \
--split=D1 --sweep=ways:3..6" "$programs/$program"
      equal "a model of the trace of $program, D1 $shape" "" \
         "$(compare trace traced.out trace 2048,2,64 $shape 16384,4,64)"
   done
done
plan
