#!/bin/sh
# annotate.sh -- profiles of real programs, read by the stock commands and by ours:
# totals, files, functions, calls, lines, sums and differences are the same.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

python=${PYTHON:-python3}
LC_ALL=C
export LC_ALL

for stock_command in cg_annotate cg_diff cg_merge callgrind_annotate; do
   if ! command -v $stock_command >/dev/null; then
      skip "all" "no $stock_command"
      plan
      exit 0
   fi
done

# From Valgrind 3.21 on, cg_annotate is another program, with another report, in which
# percentages stand for the rest of a line's counts.
if cg_annotate --help 2>&1 | grep -q -e '--no-annotate'; then
   skip "all" "this cg_annotate writes another format"
   plan
   exit 0
fi

caches="--I1=32768,8,64 --D1=32768,8,64 --LL=1048576,16,64"
all_events="$caches --cache-sim=yes --branch-sim=yes"

cat "$srcdir"/annotate/*/*.c >corpus
head -c 40000 corpus >text1
head -c 60000 corpus | tail -c 30000 >text2
for i in 1 2; do
   cat >table$i.sql <<END
create table t(a integer primary key, b text);
with recursive n(i) as (select 1 union all select i + 1 from n where i < ${i}000)
insert into t select i, printf('%08d', (i * 7919) % 3001) from n;
select count(*), max(b) from t where b like '%$i';
END
   cat >hash$i.pl <<END
my %h;
\$h{\$_ * 7919 % 10007} .= "x\$_" for 1 .. ${i}000;
print join(",", map { length } sort values %h), "\n" if $i > 1;
END
   cat >dict$i.py <<END
d = {}
for i in range(${i}000):
    d.setdefault(i * 7919 % 1009, []).append(str(i))
print(sorted(d)[:$i], ",".join(d[7]))
END
done

# profile TOOL PROGRAM I: profiles input I, to PROGRAM.I.TOOL.
profile()
{
   case $2 in
   bzip2)   set -- "$1" "$2" "$3" bzip2 -kc "text$3" ;;
   sqlite3) set -- "$1" "$2" "$3" sqlite3 -init "table$3.sql" :memory: .quit ;;
   perl)    set -- "$1" "$2" "$3" perl "hash$3.pl" ;;
   python3) set -- "$1" "$2" "$3" /usr/bin/python3 -S -P "dict$3.py" ;;
   quern)   set -- "$1" "$2" "$3" "$builddir/cs_annotate" --json \
               "bzip2.$3.cachegrind" ;;
   esac
   profile_out=$2.$3.$1 profile_tool=$1
   shift 3
   run_tool "$profile_tool" "$profile_out" "$all_events" "$@"
   check "profile $profile_out" test -s "$profile_out"
}

# In the long form two more.
programs="bzip2 perl quern"
is_long && programs="$programs sqlite3 python3"

compared()
{
   compared_name=$1
   shift
   check "$compared_name" "$python" -B "$srcdir/tests/oracle/annotate.py" "$@"
}

# ---- cachegrind's files, and those of cachesim ----

for tool in cachegrind cachesim; do
   for program in $programs; do
      for i in 1 2; do
         profile $tool $program $i
         one=$program.$i.$tool
         cg_annotate --threshold=0 --show-percs=no --auto=yes \
            --context=1000000 "$one" >"$one.txt" 2>cg_annotate.err
         columns=$(sed -n 's/^events: *//p' "$one" | sed 's/ *$//; s/ /,/g')
         "$builddir/cs_annotate" --json --show="$columns" "$one" >"$one.json"
         "$builddir/cs_annotate" --csv --full-names --show="$columns" "$one" >"$one.csv"
         compared "cg_annotate $one: totals, files, functions" \
            functions "$one.txt" "$one.json"
         if [ $program = quern ]; then # whose source is here
            compared "cg_annotate $one: lines" lines "$one.txt" "$one.csv"
         fi
      done
      old=$program.1.$tool new=$program.2.$tool
      cg_diff "$old" "$new" >changes.stock
      "$builddir/cs_diff" --csv --full-names --show="$columns" "$old" "$new" >changes.csv
      compared "cg_diff $program, $tool" changed changes.stock changes.csv
   done
done

# ---- Sums ----

# cg_merge reads no comments: only cachegrind's files.
for program in $programs; do
   old=$program.1.cachegrind new=$program.2.cachegrind
   cg_merge -o sum.stock "$old" "$new" 2>cg_merge.err
   "$builddir/cs_merge" -o sum.ours "$old" "$new"
   compared "cg_merge $program" merged sum.stock sum.ours
done
cg_merge -o sum.stock ./*.1.cachegrind ./*.2.cachegrind 2>cg_merge.err
"$builddir/cs_merge" -o sum.ours ./*.1.cachegrind ./*.2.cachegrind
compared "cg_merge of all" merged sum.stock sum.ours
# So many files that memory is compacted on the way.
set -- perl.1.cachegrind quern.2.cachegrind bzip2.1.cachegrind
set -- "$@" "$@" "$@" "$@" "$@" "$@" "$@" "$@"
cg_merge -o sum.stock "$@" 2>cg_merge.err
"$builddir/cs_merge" -o sum.ours "$@"
compared "cg_merge of $# files" merged sum.stock sum.ours
# The sum of cachesim's files equals the sum of cachegrind's.
for program in bzip2 quern; do
   cg_merge -o sum.stock $program.1.cachegrind $program.2.cachegrind \
      2>cg_merge.err
   "$builddir/cs_merge" -o sum.ours $program.1.cachesim $program.2.cachesim
   compared "cg_merge $program, cachesim's" merged sum.stock sum.ours
done

# ---- callgrind's files: self cost, and calls ----

# callgrind_same NAME OPTIONS COMMAND...: a sample.
callgrind_same()
{
   sampled 4 || return
   same_name=$1 same_options=$2
   shift 2
   run_tool callgrind callgrind.out "$same_options" "$@"
   callgrind_annotate --threshold=100 --show-percs=no --auto=no callgrind.out \
      >callgrind.txt 2>callgrind_annotate.err
   columns=$(sed -n 's/^Events shown: *//p' callgrind.txt |
      sed 's/ *$//; s/ /,/g')
   "$builddir/cs_annotate" --json --show="$columns" callgrind.out \
      >callgrind.json 2>cs_annotate.err
   compared "$same_name" functions callgrind.txt callgrind.json callgrind.out
   callgrind_annotate --inclusive=yes --tree=both --threshold=100 --show-percs=no \
      --auto=no --show=Ir callgrind.out >calls.txt 2>callgrind_annotate.err
   "$builddir/cs_export" --format=json callgrind.out >calls.json
   check "$same_name: calls" "$python" -B "$srcdir/tests/oracle/callgrind.py" \
      calls.txt calls.json Ir
}

loose="--compress-strings=no --compress-pos=no"
for options in "" "--dump-instr=yes" "--collect-jumps=yes" "$loose" \
   "$loose --dump-instr=yes --collect-jumps=yes" \
   "$caches --cache-sim=yes --branch-sim=yes" \
   "$caches --cache-sim=yes --branch-sim=yes --dump-instr=yes"; do
   callgrind_same "callgrind_annotate bzip2 $options" "$options" \
      bzip2 -kc text1
   callgrind_same "callgrind_annotate quern $options" "$options" \
      "$builddir/cs_annotate" --csv bzip2.1.cachegrind
   callgrind_same "callgrind_annotate perl $options" "$options" perl hash1.pl
done
plan
