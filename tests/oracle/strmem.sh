#!/bin/sh
# strmem.sh -- memory and string functions under DHAT and heapprof: each reads and
# writes the same bytes, and real programs copy the same by call path.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

compare()
{
   "$PYTHON" -B "$srcdir/tests/oracle/strmem.py" "$@"
}

# Deep enough for both to see whole paths.
deep=120
usual="--num-callers=$deep"
own="--depth=$deep"

# both KIND NAME STOCK-OPTIONS OPTIONS COMMAND...
both()
{
   both_kind=$1 both_name=$2 both_stock=$3 both_ours=$4
   shift 4
   run_tool dhat stock.out "$usual $both_stock" "$@"
   mv client.out stock.client
   run_tool heapprof ours.out "$usual $own $both_ours" "$@"
   if cmp -s stock.client client.out &&
      compare "$both_kind" stock.out ours.out >difference 2>&1; then
      ok "$both_name"
   else
      not_ok "$both_name" "$(head -n 40 difference)"
   fi
}

accesses()
{
   both accesses "$1, each byte" "" "--accesses=yes" "$2" "$3"
}

copies()
{
   sampled 4 || return
   copies_name=$1
   shift
   if is_missing "$1"; then
      skip "$copies_name, copies" "no $1"
      return
   fi
   both copies "$copies_name, copies" "--mode=copy" "--mode=copy" "$@"
}

# Each of its calls is another function with other lengths and offsets.
accesses "functions" "$programs/heap_strmem" 7
copies "functions" "$programs/heap_strmem" 7
if [ -f "$programs/heap_strmem32" ]; then
   accesses "functions, 32 bits" "$programs/heap_strmem32" 11
   copies "functions, 32 bits" "$programs/heap_strmem32" 11
fi

. "$srcdir/tests/oracle/inputs.sh"
make_table 1000 1001
cat >hash.pl <<'END'
my %h;
$h{$_ * 7919 % 1009} .= "x$_" for 1 .. 2000;
print join(",", map { length $h{$_} } (sort { $a <=> $b } keys %h)[0 .. 20]), "\n";
END
make_dict 1000
make_unit
"$cc1" -quiet -O1 -g unit.i -o unit.s
as unit.s -o unit.o

preload=$programs/same_world.so:$programs/heap_world.so
clean="$clean PYTHONMALLOC=malloc"
copies "sqlite3 (C)"      sqlite3 -init table.sql :memory: .quit
copies "xz (C)"           xz -kc -T1 -1 text
copies "lzip (C++)"       lzip -kc -1 text
copies "hexyl (Rust)"     hexyl --color never short
copies "cc1 (C, C++)"     "$cc1" -quiet -O1 unit.i -o /dev/null
copies "as (C)"           as unit.s -o /dev/null
copies "ld (C)"           ld -r unit.o -o /dev/null
copies "gold (C++)"       ld.gold -r unit.o -o /dev/null
copies "perl (C)"         perl hash.pl
copies "python3 (C)"      /usr/bin/python3 -S -P dict.py
copies "awk (C)"          awk '{ for (i = 1; i <= NF; i++) n[$i]++ }
                              END { for (i in n) s += n[i]; print s }' text
copies "sed (C)"          sed -E 's/([a-z]+)_([a-z]+)/\2 \1/g' text
copies "sort (C)"         sort --parallel=1 -S 1M text
plan
