#!/bin/sh
# predictor.sh -- --predictor=tage counts what a naive model of it counts, in cold and hot
# code; --predictor=classic is cachegrind's.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# branches FILE: Bc, Bcm, Bi and Bim of the whole profile.
branches()
{
   awk '/^events:/ { for (i = 2; i <= NF; i++) column[$i] = i }
        /^summary:/ { print $column["Bc"], $column["Bcm"], $column["Bi"], $column["Bim"] }' \
      "$1"
}

tage="--branch-sim=yes --predictor=tage"

# 2,000 rounds are all cold; after 4,096 the block is promoted.  Tables fill in many more.
many=40000
is_long && many=400000
for n in 2000 $many; do
   for options in "" "--cache-sim=no" "--toggle-collect=none --collect-atstart=yes"; do
      name="$n rounds${options:+, $options}"
      run_tool cachesim ours.out "--instr-at-start=no $tage $options" \
         "$programs/predictor" $n
      expected=$(cat client.out)
      if [ "$expected" = "other processor" ]; then
         skip "$name" "its branches are written for amd64"
      else
         equal "$name" "$expected" "$(branches ours.out)"
      fi
   done
done
check "the profile names the predictor" grep -qx "desc: Predictor:        TAGE" ours.out

# A machine says how much history predicts jumps.
cat >jumps.machine <<'END'
name jumps
I1 size=32K ways=8 latency=4
D1 size=32K ways=8 latency=4
L2 size=256K ways=8 latency=14
core predictor=tage jump-history=12
END
run_tool cachesim ours.out "--instr-at-start=no --branch-sim=yes --machine=jumps.machine" \
   "$programs/predictor" $many 5
expected=$(cat client.out)
[ "$expected" = "other processor" ] || {
   equal "three tables of jumps" "$expected" "$(branches ours.out)"
   run_tool cachesim all.out "--instr-at-start=no $tage" "$programs/predictor" $many
   check "more of them predict otherwise" \
      test "$(branches all.out)" != "$(branches ours.out)"
}

# Call paths are counted where lines are: lib.sh adds them up.  Nothing but mispredictions
# depends on the predictor.
for program in memory smc faults; do
   run_tool cachesim classic.out --branch-sim=yes "$programs/$program"
   run_tool cachesim named.out "--branch-sim=yes --predictor=classic" "$programs/$program"
   run_tool cachesim tage.out "$tage" "$programs/$program"
   body classic.out >classic.body
   body named.out >named.body
   check "$program: --predictor=classic is the default" cmp classic.body named.body
   body tage.out >tage.body
   executed classic.body >classic.executed
   executed tage.body >tage.executed
   check "$program: the predictor changes no execution" cmp classic.executed tage.executed
done
plan
