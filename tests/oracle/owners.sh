#!/bin/sh
# owners.sh -- real programs of Debian, and small ones that free and allocate again, under
# memcheck and heapprof: bytes and blocks that are definitely, indirectly or possibly lost,
# or still reachable, are the same.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

. "$srcdir/tests/oracle/inputs.sh"
make_table 3000 3001
make_dict 3000
make_unit
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
cat >arrays.sh <<'END'
for i in {1..2000}; do a+=("x$i"); done
declare -A h; for i in {1..500}; do h[$i]=$i; done
f() { local s=$1; echo ${#s}; }
f "${a[*]}"
exit 3
END
"$cc1" -quiet -O1 unit.i -o unit.s
if ! is_missing git; then
   $clean git init -q repository 2>/dev/null
   $clean git -C repository -c user.name=a -c user.email=b commit -q --allow-empty -m c
fi

clean="$clean PYTHONMALLOC=malloc"
memcheck_options="--leak-check=full --show-leak-kinds=all --run-libc-freeres=no
   --run-cxx-freeres=no --default-suppressions=no --log-file=memcheck.log"

owners()
{
   "$PYTHON" -B -S "$srcdir/tests/tool/owners.py" "$@"
}

# near: prints what is beyond the bounds of `same near`, of what is in stock.leaks and
# ours.leaks.
near()
{
   paste -d' ' stock.leaks ours.leaks | awk '
      function apart(a, b) { return a < b ? b - a : a - b }
      { stock[$1] = $2; ours[$1] = $5; live += $2; n += $3; our_live += $5; our_n += $6 }
      END { if (n != our_n || apart(live, our_live) > 500)
               print "live:", live, n, our_live, our_n
            stock["lost"] = stock["definite"] + stock["indirect"]
            ours["lost"] = ours["definite"] + ours["indirect"]
            if (apart(stock["lost"], ours["lost"]) * 1000 > live)
               print "lost:", stock["lost"], ours["lost"]
            if (apart(stock["possible"], ours["possible"]) * 200 > live)
               print "possible:", stock["possible"], ours["possible"] }'
}

same_hangs=0

# same HOW NAME COMMAND...: HOW is exact; or near: as many blocks, and bytes but for copies
# of the environment, where LD_PRELOAD has the tool's path; lost are as many bytes but for
# 0.1 % of what is live, and possibly lost but for 0.5 %.  That is five times what was ever
# seen.  What differs are stale pointers: memcheck takes words that were never written for
# no pointers, moves each block that is reallocated, so that a pointer to where it was
# before is one to nothing, and does not give away freed memory again soon.  Or first-N:
# the first N of definitely, indirectly and possibly lost, and still reachable.
same()
{
   sampled 3 && [ $same_hangs -eq 0 ] || return
   same_how=$1 same_name=$2
   shift 2
   if is_missing "$1"; then
      skip "$same_name" "no $1"
      return
   fi
   $clean "$@" >native.out 2>/dev/null </dev/null
   same_status=$?
   rm -f heap.out*
   run_tool "$heap_tool" heap.out "--owners=end" "$@"
   if [ $? -ne $same_status ] || ! cmp -s native.out client.out; then
      not_ok "$same_name" "the program's status or output differs"
      return
   fi
   # In a sandbox, as xz has, the profile stays there.
   [ -e heap.out ] || mv heap.out.checkpoint heap.out
   # shellcheck disable=SC2086
   timeout 300 $clean ${preload:+LD_PRELOAD=$preload} "$valgrind" --tool=memcheck \
      $memcheck_options \
      ${preload:+--soname-synonyms=somalloc=$(basename "${preload%%.so*}")*} "$@" \
      >/dev/null 2>&1 </dev/null
   if [ $? -eq 124 ]; then # Valgrind 3.24 with tcmalloc, whatever the program
      skip "$same_name" "memcheck does not end"
      same_hangs=1
      return
   fi
   owners memcheck memcheck.log >stock.leaks
   owners leaks heap.out >ours.leaks
   check "$same_name: the look follows the format" owners check heap.out
   case $same_how in
   exact) same_differs=$(diff stock.leaks ours.leaks) ;;
   first-*)
      same_n=${same_how#first-}
      head -n "$same_n" stock.leaks >stock.first
      head -n "$same_n" ours.leaks >ours.first
      same_differs=$(diff stock.first ours.first) ;;
   near) same_differs=$(near) ;;
   esac
   equal "$same_name: memcheck's sums" "" "$same_differs"
}

same near "bash (C)"            bash arrays.sh
same exact "sqlite3 (C)"        sqlite3 -init table.sql :memory: .quit
same near "perl (C)"            perl hash.pl
same near "python3 (C)"         /usr/bin/python3 -S -P dict.py
same near "awk (C)"             awk '{ for (i = 1; i <= NF; i++) n[$i]++ }
                                     END { for (i in n) s += n[i]; print s }' text
same exact "sed (C)"            sed -E 's/([a-z]+)_([a-z]+)/\2 \1/g' text
same exact "xz (C)"             xz -kc -T1 -1 text
same exact "sort (C)"           sort --parallel=1 -S 1M text
same exact "git (C)"            git -C repository log --format=%s
same exact "bzip2 (C)"          bzip2 -kc text
# Its garbage collector has a table for each 4 GiB of addresses.
same first-3 "cc1 (C, C++)"     "$cc1" -quiet -O1 unit.i -o /dev/null
same exact "grep (C)"           grep -cE 'a(b|c)+d' text
same exact "tar (C)"            tar cf /dev/null text unit.i
same exact "lzip (C++)"         lzip -kc -1 text
same exact "as (C)"             as unit.s -o /dev/null
same exact "hexyl (Rust)"       hexyl --color never short
# pthread_exit loads a library: a table of the dynamic linker's, which is aligned within its
# block, begins at the block's start or not.
same first-2 "perl (threads)"      perl threads.pl

# What each case of a program has in memory that was freed and allocated again.
reused()
{
   for reused_case in $("$1"); do
      same exact "$2, $reused_case" "$1" "$reused_case"
   done
}

reused "$programs/owners_reuse" "C"
if [ -x "$programs/owners_reuse_cpp" ]; then
   reused "$programs/owners_reuse_cpp" "C++"
else
   skip "C++" "no C++ compiler"
fi
if command -v rustc >/dev/null; then
   rustc -g -O -o reuse_rs "$srcdir/tests/programs/owners_reuse_rs.rs"
   reused ./reuse_rs "Rust"
else
   skip "Rust" "Debian package rustc"
fi
for allocator in "libjemalloc.so.2 libjemalloc2" \
   "libtcmalloc_minimal.so.4 libtcmalloc-minimal4" "libmimalloc.so libmimalloc-dev"; do
   preload=$(library "${allocator% *}")
   same_hangs=0
   if [ -n "$preload" ]; then
      reused "$programs/owners_reuse" "${allocator% *}"
   else
      skip "${allocator% *}" "Debian package ${allocator#* }"
   fi
done
preload=
plan
