#!/bin/sh
# programs.sh -- real programs of Debian, under cachegrind and cachesim with the
# same caches: every count of every line is the same.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# The programs' input: text, source and bytes that are the same everywhere.
. "$srcdir/tests/oracle/inputs.sh"
bzip2 -k text
make_table 3000 3001
cat >hash.pl <<'END'
my %h;
$h{$_ * 7919 % 10007} .= "x$_" for 1 .. 6000;
print join(",", map { length $h{$_} } (sort { $a <=> $b } keys %h)[0 .. 20]), "\n";
END
cat >threads.pl <<'END'
use threads;
my @t = map { my $n = $_; threads->create(sub {
   my $s = 0; $s += ($_ * $n) % 7 for 1 .. 3000; my $x = "ab" x 50;
   $s += length($x) if $x =~ s/b/cc/g; return $s; }) } 1 .. 3;
print join(",", map { $_->join } @t), "\n";
END
make_dict 3000
make_unit

# Some programs differ from run to run: by random bytes from the kernel, or by the
# order of threads.  See same_as_stock.
tries=6

# same NAME COMMAND...: with $options; a sample, in which each program is, with one of them.
same()
{
   sampled 4 || return
   program=$1
   shift
   case $1 in
   */python3)
      if /usr/bin/python3 -c 'import sys; sys.exit(sys.version_info < (3, 14))'; then
         skip "$program, $options" "it reads /proc/self/maps, which has the tool's memory"
         return
      fi ;;
   esac
   same_as_stock "$program, $options" "$options" "$@"
}

# compare OPTIONS: programs with these options.  (-P: python3 does not list the directory of
# the script, where the outfiles are, to find modules.)
compare()
{
   options=$1
   same "bzip2 (C)"      bzip2 -kc text
   same "bzip2 -d (C)"   bzip2 -dkc text.bz2
   same "gzip (C)"       gzip -kc text
   same "xz (C)"         xz -kc -T1 -1 text
   same "lzip (C++)"     lzip -kc -1 text
   preload=$programs/same_world.so
   same "hexyl (Rust)"   hexyl --color never short
   preload=
   same "sqlite3 (C)"    sqlite3 -init table.sql :memory: .quit
   same "perl (C)"       perl hash.pl
   same "python3 (C)"    /usr/bin/python3 -S -P dict.py
   same "cc1 (C, C++)"   "$cc1" -quiet -O1 unit.i -o /dev/null
   if sampled 4; then
      same_computation "perl (threads), $1" '^Perl_(pp|sv|av|hv|re)' "$1" perl threads.pl
   fi
}

# A common machine; small direct-mapped caches with short lines;
# an L3 of 16 ways and 11-way and 3-way caches; long lines.  With branches, and
# without caches, once each.
compare "--I1=32768,8,64 --D1=49152,12,64 --LL=8388608,16,64 --branch-sim=yes"
compare "--I1=2048,1,32 --D1=2048,1,32 --LL=65536,2,32"
compare "--I1=49152,3,64 --D1=11264,11,64 --LL=720896,11,64"
compare "--I1=16384,4,128 --D1=8192,2,128 --LL=262144,16,128 --branch-sim=yes"
compare "--cache-sim=no --branch-sim=yes"
plan
