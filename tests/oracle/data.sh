#!/bin/sh
# data.sh -- with --objects=yes, real programs of Debian have the counts that they have
# without, in all events and lines; the misses on data objects add up to each line's; and
# few are on unknown data.  DATA=all: of all programs (minutes); else of some.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/oracle/inputs.sh"
python=${PYTHON:-python3}

same_bodies()
{
   body plain.out >plain.body
   body data.out >data.body
   test -s data.body && cmp plain.body data.body
}
DATA=${DATA:-some}
make_table 1000 1001
make_dict 1000
make_unit
cat >hash.pl <<'END'
my %h;
$h{$_ * 7919 % 10007} .= "x$_" for 1 .. 3000;
print join(",", map { length $h{$_} } (sort { $a <=> $b } keys %h)[0 .. 20]), "\n";
END
cat >words.awk <<'EOF'
{ for (i = 1; i <= NF; i++) n[$i]++ }
END { for (w in n) if (n[w] > 20) s += n[w]; print s }
EOF
# Both runs see the same random bytes.
preload=$programs/same_world.so
events="--cache-sim=yes --branch-sim=yes --D1=16384,4,64 --LL=524288,16,64"
# In percent: the most misses on data that nobody knows.
most=1

# objects_of NAME COMMAND...
objects_of()
{
   name=$1
   shift
   if is_missing "$1"; then
      skip "$name" "no $1"
      return
   fi
   rm -f plain.out data.out
   run_tool cachesim plain.out "$events" "$@"
   plain_status=$?
   mv client.out plain.client
   run_tool cachesim data.out "$events --objects=yes" "$@"
   equal "$name: exit status" $plain_status $?
   check "$name: the program prints the same" cmp plain.client client.out
   check "$name: all counts of all lines are those without" same_bodies
   check "$name: data objects add up, and are known" \
      "$python" -B "$srcdir/tests/oracle/data.py" data.out $most
   printf '%s\n' "$check_output" | sed 's/^/# /'
   check "$name: there is a report" \
      "$CS_ANNOTATE" --by=data --no-annotate --top=10 data.out
}

objects_of "bzip2 (C)"   bzip2 -kc short
objects_of "perl (C)"    perl hash.pl
if [ "$DATA" = all ]; then
   objects_of "sqlite3 (C)" sqlite3 -init table.sql :memory: .quit
   objects_of "python3 (C)" /usr/bin/python3 -S -P dict.py
   objects_of "git (C)"     git --no-pager diff --no-index --stat -M short text
   # Not gawk: its libsigsegv reads /proc/self/maps, which shows the tool and its memory.
   objects_of "mawk (C)"    mawk -f words.awk text
   objects_of "sort (C)"    sort --parallel=1 text
   objects_of "cc1 (C++)"   "$cc1" -quiet -O1 unit.i -o /dev/null
   objects_of "lzip (C++)"  lzip -kc -1 text
   objects_of "hexyl (Rust)" hexyl --color never short
   objects_of "xz (C)"      xz -kc -T1 -1 text
fi
plan
