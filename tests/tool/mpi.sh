#!/bin/sh
# mpi.sh -- the profiles of an MPI program's ranks, merged into one, as in
# cs_merge(1).  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
   skip "the ranks of an MPI program" \
      "no mpicc; Debian packages: openmpi-bin libopenmpi-dev"
   plan
   exit 0
fi

# Rank r calls work 10 (r + 1) times, with arguments that do not depend on r.
cat >ranks.c <<'END'
#include <mpi.h>
#include <stdio.h>

__attribute__((noinline)) static int work(int n)
{
   volatile int sum = 0;
   for (int i = 0; i < n; i++)
      sum += i;
   return sum;
}

int main(int argc, char **argv)
{
   int rank, own = 0, sum = 0;
   MPI_Init(&argc, &argv);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   for (int i = 0; i < 10 * (rank + 1); i++)
      own += work(5);
   MPI_Reduce(&own, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
   if (rank == 0)
      printf("%d\n", sum);
   MPI_Finalize();
   return 0;
}
END
if ! mpicc -g -O1 -o ranks ranks.c 2>mpicc.err; then
   not_ok "mpicc" "$(cat mpicc.err)"
   plan
   exit 0
fi

# Containers run as root, have few cores, and forbid the system calls of shared memory
# between ranks.
OMPI_MCA_btl_vader_single_copy_mechanism=none
OMPI_MCA_rmaps_base_oversubscribe=1
OMPI_ALLOW_RUN_AS_ROOT=1
OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_btl_vader_single_copy_mechanism \
   OMPI_MCA_rmaps_base_oversubscribe OMPI_ALLOW_RUN_AS_ROOT \
   OMPI_ALLOW_RUN_AS_ROOT_CONFIRM

# function_total FILE EVENT: the event's count in function work.
function_total()
{
   "$builddir/cs_annotate" --csv --include=fn:work --show="$2" "$1" |
      awk -F, 'NR > 1 { sum += $4 } END { print sum + 0 }'
}

# program_total FILE: the program's Ir.
program_total()
{
   sed -n 's/^summary: \([0-9]*\).*/\1/p' "$1"
}

# ranks N: a run with N ranks.
ranks()
{
   rm -f rank.*.out
   timeout 300 mpirun -n "$1" "$valgrind" -q --tool=cachesim \
      --I1=32768,8,64 --D1=32768,8,64 --LL=1048576,16,64 \
      --cachesim-out-file='rank.%q{OMPI_COMM_WORLD_RANK}.out' ./ranks \
      >mpirun.out 2>mpirun.err </dev/null
   ranks_status=$?
   equal "$1 ranks: they exchanged messages" \
      "0 $((100 * $1 * ($1 + 1) / 2))" "$ranks_status $(cat mpirun.out)"
   equal "$1 ranks: a profile each" "$1" \
      "$(find . -name 'rank.*.out' | wc -l)"
   check "$1 ranks: cs_merge" "$builddir/cs_merge" -o all.out \
      rank.*.out
   ranks_one=$(function_total rank.0.out Ir)
   check "rank 0 did its work" test "$ranks_one" -gt 100
   ranks_sum=0 ranks_program=0 ranks_rank=0
   while [ $ranks_rank -lt "$1" ]; do
      ranks_own=$(function_total rank.$ranks_rank.out Ir)
      equal "rank $ranks_rank did $((ranks_rank + 1)) times as much work" \
         $((ranks_one * (ranks_rank + 1))) "$ranks_own"
      ranks_sum=$((ranks_sum + ranks_own))
      ranks_program=$((ranks_program + $(program_total rank.$ranks_rank.out)))
      ranks_rank=$((ranks_rank + 1))
   done
   equal "$1 ranks: the work of all" $ranks_sum "$(function_total all.out Ir)"
   equal "$1 ranks: the programs of all" $ranks_program \
      "$(program_total all.out)"
   for ranks_event in Dr Dw D1mr DLmw; do
      ranks_sum=0
      for ranks_file in rank.*.out; do
         ranks_own=$(function_total "$ranks_file" $ranks_event)
         ranks_sum=$((ranks_sum + ranks_own))
      done
      equal "$1 ranks: $ranks_event of the work" $ranks_sum \
         "$(function_total all.out $ranks_event)"
   done
   "$builddir/cs_annotate" --csv rank.*.out | sort >together.csv
   "$builddir/cs_annotate" --csv all.out | sort >merged.csv
   check "$1 ranks: cs_annotate has the same sum" cmp together.csv merged.csv
}

ranks 2
ranks 4
plan
