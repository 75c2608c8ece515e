#!/bin/sh
# calls.sh -- calls and inclusive costs are those that callgrind sees; see calls.py.
# CALLS=all: of a dozen programs of Debian, with caches and branches (minutes); else of
# some.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/oracle/inputs.sh"
python=${PYTHON:-python3}
CALLS=${CALLS:-some}
make_table 1000 1001
make_dict 1000
make_unit
cat >hash.pl <<'END'
my %h;
$h{$_ * 7919 % 10007} .= "x$_" for 1 .. 3000;
print join(",", map { length $h{$_} } (sort { $a <=> $b } keys %h)[0 .. 20]), "\n";
END
cat >words.awk <<'END'
{ for (i = 1; i <= NF; i++) n[$i]++ }
END { for (w in n) if (n[w] > 99) m += length(gensub(/a(b*)/, "\\1", "g", w)); print m }
END
cat >words.lua <<'END'
local n, names = {}, {}
for i = 1, 3000 do n["x" .. i * 7919 % 1009] = i end
for name in pairs(n) do names[#names + 1] = name:gsub("x(%d)", "%1y") end
table.sort(names)
print(#names, names[7])
END

# calls_of NAME OPTIONS COMMAND...: runs the command under both tools.
calls_of()
{
   calls_name=$1 calls_options=$2
   shift 2
   if is_missing "$1"; then
      skip "$calls_name" "no $1"
      return
   fi
   run_tool callgrind stock.out "$calls_options --compress-strings=no --compress-pos=no" \
      "$@"
   run_tool cachesim ours.out "$calls_options --call-graph=all --vex-guest-chase=no" "$@"
   run_tool cachesim usual.out "$calls_options --call-graph=all" "$@"
   check "$calls_name, $calls_options" "$python" -B "$srcdir/tests/oracle/calls.py" \
      stock.out ours.out usual.out
   # What was equal, and what was not.
   printf '%s\n' "$check_output" | sed 's/^/# /'
}

no_caches="--cache-sim=no"
caches="--cache-sim=yes --branch-sim=yes"
calls_of "bzip2 (C)" "$caches" bzip2 -kc short
# The program with debug information: lines of calls.
cp ours.out profile
calls_of "cs_annotate (C)" "$no_caches" "$builddir/cs_annotate" --csv profile
calls_of "perl (C)" "$no_caches" perl hash.pl
if [ "$CALLS" = all ]; then
   calls_of "gzip (C)"      "$caches" gzip -kc text
   calls_of "xz (C)"        "$caches" xz -kc -T1 -1 text
   calls_of "lzip (C++)"    "$caches" lzip -kc -1 text
   calls_of "sqlite3 (C)"   "$caches" sqlite3 -init table.sql :memory: .quit
   calls_of "sort (C)"      "$caches" sort text
   calls_of "gawk (C)"      "$caches" gawk -f words.awk corpus
   calls_of "lua (C)"       "$caches" lua5.4 words.lua
   calls_of "perl (C)"      "$caches" perl hash.pl
   preload=$programs/same_world.so
   calls_of "hexyl (Rust)"  "$caches" hexyl --color never short
   preload=
   calls_of "python3 (C)"   "$no_caches" /usr/bin/python3 -S -P dict.py
   calls_of "cc1 (C, C++)"  "$no_caches" "$cc1" -quiet -O1 unit.i -o /dev/null
fi
plan
