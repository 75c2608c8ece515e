#!/bin/sh
# instrs.sh -- counts of instructions are callgrind's, and change no others.
# LONG=1: of twenty programs; else of some.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/oracle/inputs.sh"
python=${PYTHON:-python3}
make_table 1000 1001
make_dict 1000
make_unit
cat >hash.pl <<'END'
my %h;
$h{$_ * 7919 % 10007} .= "x$_" for 1 .. 3000;
print join(",", map { length $h{$_} } (sort { $a <=> $b } keys %h)[0 .. 20]), "\n";
END

# same_counts NAME COMMAND...: what is no note on instructions is as without them, and the
# reader, which adds them up, accepts the file.
same_counts()
{
   same_of=$1
   shift
   if is_missing "$1"; then
      skip "$same_of" "no $1"
      return
   fi
   run_tool cachesim plain.out "" "$@"
   run_tool cachesim instrs.out "--instr=yes" "$@"
   grep -v '^#: \(pid\|parent\) ' plain.out >plain
   grep -v '^#: \(pid\|parent\|instr\|io\|in\|x\) ' instrs.out >instrs
   check "$same_of: other counts" cmp plain instrs
   check "$same_of: sums of instructions" \
      "$builddir/cs_annotate" --by=metadata instrs.out
   rm -f plain.out instrs.out
}

# callgrinds NAME COMMAND...: each instruction has callgrind's count.
callgrinds()
{
   callgrinds_of=$1
   shift
   if is_missing "$1"; then
      skip "$callgrinds_of" "no $1"
      return
   fi
   run_tool callgrind stock.out \
      "--dump-instr=yes --skip-plt=no --cache-sim=no --compress-strings=no --compress-pos=no" "$@"
   run_tool cachesim ours.out \
      "--instr=yes --cache-sim=no --call-graph=no --vex-guest-chase=no" "$@"
   check "$callgrinds_of: callgrind's instructions" \
      "$python" -B "$srcdir/tests/oracle/instrs.py" stock.out ours.out
   printf '%s\n' "$check_output" | sed 's/^/# /'
   rm -f stock.out ours.out
}

callgrinds "bzip2 (C)" bzip2 -kc short
same_counts "bzip2 (C)" bzip2 -kc short
same_counts "perl (C)" perl hash.pl
# Requests to the tool are instructions of 19 bytes.
same_counts "requests to the tool" "$programs/regions" nested
if is_long; then
   callgrinds "perl (C)" perl hash.pl
   callgrinds "sqlite3 (C)" sqlite3 -init table.sql :memory: .quit
   callgrinds "lzip (C++)" lzip -kc -1 text
   callgrinds "cc1 (C, C++)" "$cc1" -quiet -O1 unit.i -o /dev/null
   same_counts "gzip (C)" gzip -kc text
   same_counts "xz (C)" xz -kc -T1 -1 text
   same_counts "lzip (C++)" lzip -kc -1 text
   same_counts "sqlite3 (C)" sqlite3 -init table.sql :memory: .quit
   same_counts "sort (C)" sort text
   same_counts "uniq (C)" uniq text
   same_counts "wc (C)" wc text
   same_counts "tr (C)" tr a-z A-Z
   same_counts "md5sum (C)" md5sum text
   same_counts "sha256sum (C)" sha256sum text
   same_counts "base64 (C)" base64 text
   same_counts "cut (C)" cut -c1-20 text
   same_counts "od (C)" od -x short
   same_counts "sed (C)" sed s/static/dynamic/ text
   same_counts "mawk (C)" mawk '{ n += NF } END { print n }' text
   same_counts "nl (C)" nl text
   same_counts "tac (C)" tac text
   same_counts "python3 (C)" /usr/bin/python3 -S -P dict.py
   same_counts "cc1 (C, C++)" "$cc1" -quiet -O1 unit.i -o /dev/null
fi
plan
