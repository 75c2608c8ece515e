#!/bin/sh
# patterns.sh -- --patterns: loops in known orders, by compilers of all tempers, have the
# pattern that they should; each reference has one; and nothing else changes.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# run FILE MACHINE PROGRAM OPTION...
run()
{
   run_out=$1 run_machine=$2 run_program=$3
   shift 3
   run_tool cachesim "$run_out" "--machine=$run_machine $*" "$programs/$run_program"
}

# functions FILE: of each function whose name says its pattern, the name, the percentage of
# that pattern, and how many references there are.
functions_of()
{
   awk '/^events:/ { for (i = 2; i <= NF; i++) column[$i] = i }
      /^fn=/ { fn = substr($0, 4); kind = fn; sub(/_.*/, "", kind); next }
      /^[0-9]/ && kind ~ /^(seq|stride|chase|other)$/ {
         own[fn] += $column["D" kind]
         all[fn] += $column["Dseq"] + $column["Dstride"] + $column["Dchase"] \
                    + $column["Dother"]
      }
      END { for (fn in all) if (all[fn] > 0) print fn, 100 * own[fn] / all[fn], all[fn] }' \
      "$1" | sort
}

# Which functions have less than most references of their pattern, or few at all.  Some
# lines of a tree are at hand, and an index or a pointer has to be read.
faulty()
{
   awk '{ least = $1 ~ /^other|_tree$/ ? 80 : 90 }
      $2 < least || $3 < 1000 { print $1 ": " $2 "% of " $3 }
      END { if (NR != 23) print NR " functions" }'
}

# ---- Orders ----

for machine in zen4 coffee-lake cortex-a53; do
   run "$machine.out" $machine patterns
   equal "$machine" "" "$(functions_of $machine.out | faulty)"
done
run fast.out zen4 patterns_fast
# Of eight steps of a hash by multiplication, one can be much like the next.
equal "vectors, unrolled" "" \
   "$(functions_of fast.out | sed 's/^other_golden .*/other_golden 99 1000/' | faulty)"
run plain.out zen4 patterns_plain
equal "variables on the stack" "" \
   "$(functions_of plain.out | sed 's/^chase_indices .*/chase_indices 99 1000/' | faulty)"

# ---- Sums ----

# apart FILE: lines whose patterns do not add up to the references that D1 had not ready.
apart()
{
   awk '/^events:/ { for (i = 2; i <= NF; i++) column[$i] = i }
      /^[0-9]/ || /^summary:/ {
         if ($column["Dseq"] + $column["Dstride"] + $column["Dchase"] + $column["Dother"] \
             != $column["D1mr"] + $column["D1mw"] + $column["Pu1"])
            print
      }' "$1"
}
# Lines of code that a prefetcher brought are in Pu1, too.
grep -v 'at=I1' "$srcdir/cachesim/machine/presets/zen4.machine" >data.machine
run sums.out data.machine patterns
equal "each reference has one pattern" "" "$(apart sums.out)"
check "some were prefetched" sh -c \
   'awk "/^events:/ { for (i = 2; i <= NF; i++) if (\$i == \"Pu1\") c = i }
         /^summary:/ { exit !(\$c > 10000) }" sums.out'

# ---- Other events ----

# without FILE: its body without the four.
without()
{
   body "$1" | awk '/^events:/ { for (i = 2; i <= NF; i++)
                      if ($i ~ /^D(seq|stride|chase|other)$/) left_out[i] = 1 }
      { line = $1
        for (i = 2; i <= NF; i++) if (!left_out[i]) line = line " " $i
        print line }' | grep '^[0-9]\|^summary:\|^fn='
}
run no.out zen4 patterns --patterns=no
check "--patterns=no has none of them" sh -c '! grep -q "^events:.*Dseq" no.out'
equal "and the same of all others" "$(without no.out | cksum)" \
   "$(without zen4.out | cksum)"

# ---- Together with other options ----

# refused MESSAGE OPTION...
refused()
{
   refused_message=$1
   shift
   "$valgrind" -q --tool=cachesim "$@" true >out 2>err
   equal "refused: $*" "1 $refused_message" "$? $(cat err)"
}
modern="valgrind: --patterns=yes needs a modern machine: --machine=host"
refused "$modern" --patterns=yes
refused "$modern" --patterns=yes --machine=classic
refused "valgrind: --patterns=yes needs the caches: --cache-sim=yes" \
   --patterns=yes --cache-sim=no
"$valgrind" -q --tool=cachesim --patterns=no --cachesim-out-file=classic.out true
check "cachegrind's machine has none" sh -c '! grep -q "^events:.*Dseq" classic.out'

plan
