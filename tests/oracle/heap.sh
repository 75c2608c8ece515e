#!/bin/sh
# heap.sh -- real programs of Debian under DHAT, massif and heapprof: allocations, live
# bytes at the peak and at the end, reads and writes are the same to the byte, in total
# and for each call path.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

. "$srcdir/tests/oracle/inputs.sh"
bzip2 -k text
xz -k text
make_table 3000 3001
cat >hash.pl <<'END'
my %h;
$h{$_ * 7919 % 10007} .= "x$_" for 1 .. 6000;
my @lines = map { [split /x/, $h{$_} . "x" x ($_ % 50)] } keys %h;
print join(",", map { length $h{$_} } (sort { $a <=> $b } keys %h)[0 .. 20]), "\n";
END
cat >threads.pl <<'END'
use threads;
my @t = map { my $n = $_; threads->create(sub {
   my @a = map { "x" x ($_ % 100) } 1 .. 3000; return scalar @a; }) } 1 .. 3;
print join(",", map { $_->join } @t), "\n";
END
cat >fork.pl <<'END'
my @before = map { "b$_" } 1 .. 500;
my $child = fork;
if (!$child) { my %h = map { $_ => "c$_" } 1 .. 1000; print scalar %h, "\n"; exit 0; }
waitpid $child, 0;
my @after = map { "a$_" } 1 .. 700;
print scalar @after, "\n";
END
make_dict 3000
make_unit
"$cc1" -quiet -O1 -g unit.i -o unit.s
as unit.s -o unit.o

# Deep enough for both to see whole paths.
deep=120
usual="--num-callers=$deep"
preload=$programs/same_world.so:$programs/heap_world.so

compare()
{
   "$PYTHON" -B "$srcdir/tests/oracle/heap.py" "$@"
}

# heapprof's options; HEAP_TOOL=dhat compares DHAT with itself.
own="--depth=$deep"
[ "$heap_tool" = heapprof ] || own=

# same_accesses HOW NAME STOCK COMMAND...: the same reads and writes as by DHAT.
same_accesses()
{
   accesses_how=$1 accesses_name=$2 accesses_stock=$3
   shift 3
   for accesses_try in 1 2 3; do
      run_tool "$heap_tool" ours.accesses "$usual $own --accesses=yes" "$@"
      if compare "$accesses_how" "$accesses_stock" ours.accesses \
         >difference 2>&1; then
         ok "$accesses_name, accesses"
         valid "$accesses_name, accesses" ours.accesses
         return
      fi
   done
   not_ok "$accesses_name, accesses" "$*" "$(head -n 60 difference)"
}

# same HOW NAME COMMAND...: HOW is exact, threads or near; or hashed: exact except for
# hash tables keyed by addresses.  If a program's own runs differ, one of DHAT's must
# equal one of ours.  A sample of the programs.
same()
{
   sampled 4 || return
   same_how=$1 same_name=$2 same_compare=$1
   [ "$1" = hashed ] && same_compare=exact
   shift 2
   if is_missing "$1"; then
      skip "$same_name" "no $1"
      return
   fi
   rm -f stock.[0-9] ours.[0-9] massif.[0-9]
   for same_try in 1 2 3; do
      run_tool dhat stock.$same_try "$usual" "$@"
      same_status=$?
      mv client.out stock.client
      run_tool "$heap_tool" ours.$same_try "$usual $own" "$@"
      if [ $? -ne $same_status ] || ! cmp -s stock.client client.out; then
         not_ok "$same_name" "the program's status or output differs"
         return
      fi
      same_massif=
      if [ "$same_how" != threads ]; then
         run_tool massif massif.$same_try "--peak-inaccuracy=0 --heap-admin=0
            --max-snapshots=1000" \
            "$@"
         same_massif=massif.$same_try
      fi
      for same_stock in stock.[0-9]; do
         for same_ours in ours.[0-9]; do
            if compare "$same_compare" $same_stock $same_ours $same_massif \
               >difference 2>&1; then
               ok "$same_name"
               [ "$heap_tool" = dhat ] && return
               valid "$same_name" $same_ours
               case $same_how in
               exact) same_accesses accesses "$same_name" $same_stock "$@" ;;
               near | hashed)
                  same_accesses near-accesses "$same_name" $same_stock "$@" ;;
               esac
               return
            fi
         done
      done
   done
   not_ok "$same_name" "$*" "$(head -n 60 difference)"
}

# A program that forks: both runs have a file of the child.
same_forked()
{
   rm -f stock.* ours.*
   run_tool dhat stock.%p "$usual" perl fork.pl
   run_tool "$heap_tool" ours.%p "$usual $own --children=inherit" perl fork.pl
   # shellcheck disable=SC2046
   set -- $(ls stock.* | sort -t. -k2n) -- $(ls ours.* | sort -t. -k2n)
   if [ $# -ne 5 ]; then
      not_ok "perl (fork)" "expected 2 and 2 files, found: $*"
      return
   fi
   check "perl (fork), the parent" compare exact "$1" "$4"
   # DHAT's child has the parent's earlier allocations.
   check "perl (fork), the child" compare exact "$2" "$5"
}

clean="$clean PYTHONMALLOC=malloc"
same exact "bzip2 (C)"          bzip2 -kc text
same exact "bzip2 -d (C)"       bzip2 -dkc text.bz2
same exact "xz (C)"             xz -kc -T1 -1 text
same exact "xz -d (C)"          xz -dkc text.xz
same exact "lzip (C++)"         lzip -kc -1 text
same exact "hexyl (Rust)"       hexyl --color never short
same exact "sqlite3 (C)"        sqlite3 -init table.sql :memory: .quit
same exact "perl (C)"           perl hash.pl
# Its garbage collector has a table for each 4 GiB of addresses.
same near "cc1 (C, C++)"        "$cc1" -quiet -O1 unit.i -o /dev/null
# Its method cache is keyed by addresses, here those of the real allocator.
same near "python3 (C)"         /usr/bin/python3 -S -P dict.py
same exact "as (C)"             as unit.s -o /dev/null
same exact "ld (C)"             ld -r unit.o -o /dev/null
same hashed "gold (C++)"         ld.gold -r unit.o -o /dev/null
same exact "awk (C)"            awk '{ for (i = 1; i <= NF; i++) n[$i]++ }
                                     END { for (i in n) s += n[i]; print s }' text
same exact "sed (C)"            sed -E 's/([a-z]+)_([a-z]+)/\2 \1/g' text
same exact "sort (C)"           sort --parallel=1 -S 1M text
same exact "our own cases (C)"  "$programs/heap_calls" for-dhat
same exact "our own churn (C)"  "$programs/heap_shape" churn
# It asks which of its pools holds a pointer by comparing addresses, so it reads a pool's
# size more often if the pool is in the heap, as DHAT's replacement has it, than if the
# allocator maps it elsewhere.
echo 'int main(void) { return 0; }' >tiny.c
if command -v tcc >/dev/null; then
   usual_clean=$clean
   clean="$clean MALLOC_MMAP_THRESHOLD_=100000000"
   same exact "tcc (C), all blocks in the heap" tcc -c tiny.c -o tiny.o
   clean=$usual_clean
else
   skip "tcc (C), all blocks in the heap" "tcc is not installed"
fi
same threads "perl (threads)"   perl threads.pl
same threads "our own threads"  "$programs/heap_threads"
same_forked
plan
