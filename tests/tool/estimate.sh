#!/bin/sh
# estimate.sh -- estimated cycles of loops whose cycles are known by construction.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

"$programs/estimate" adds 1
if [ $? -eq 77 ]; then
   echo "1..0 # SKIP the loops are for amd64"
   exit 0
fi

# machine NAME CORE [D1 [TLB]]: no prefetchers; no TLBs unless given.
machine()
{
   cat >"$1.machine" <<END
name $1
I1 size=32K ways=8 latency=4
D1 size=32K ways=8 policy=plru latency=4 ${3-}
L2 size=256K ways=8 latency=14
core $2
memory latency=200 gap=5
ops div=26
${4-}
END
}
machine simple "width=4 window=64 misses=4 mispredict=20"

# run FILE KERNEL TIMES OPTION...
run()
{
   run_out=$1 run_kernel=$2 run_times=$3
   shift 3
   "$valgrind" -q --tool=cachesim --branch-sim=yes --cachesim-out-file="$run_out" "$@" \
      "$programs/estimate" "$run_kernel" "$run_times" >log 2>&1 || cat log
}

# sum FILE EVENT...: of the whole run
sum()
{
   sum_file=$1
   shift
   awk -v wanted=" $* " '/^events:/ { for (i = 2; i <= NF; i++) name[i] = $i }
      /^summary:/ { for (i = 2; i <= NF; i++)
                       if (index(wanted, " " name[i] " ")) all += $i
                    print all + 0 }' "$sum_file"
}

# cycles_on MACHINE KERNEL FROM TO EVENT...: thousandths of a cycle of a pass, between so
# many passes
cycles_on()
{
   cycles_from=$3 cycles_to=$4
   run first.out "$2" "$3" "--machine=$1.machine"
   run second.out "$2" "$4" "--machine=$1.machine"
   shift 4
   echo $((($(sum second.out "$@") - $(sum first.out "$@")) * 1000 \
           / (cycles_to - cycles_from)))
}

cycles()
{
   cycles_on simple "$@"
}

# between NAME LOW HIGH FOUND
between()
{
   if [ "$4" -ge "$2" ] && [ "$4" -le "$3" ]; then
      ok "$1"
   else
      not_ok "$1" "expected: $2 to $3" "found:    $4"
   fi
}

all="Cx Cf Cd Cb"

# Code is cold in the first 4096 passes, and hot then.
for passes in "1000 4000" "20000 24000"; do
   # shellcheck disable=SC2086
   set -- $passes
   equal "dependent additions, $*" 8000 "$(cycles adds "$@" $all)"
   equal "independent additions, $*" 3000 "$(cycles wide "$@" $all)"
   equal "divisions, $*" 26000 "$(cycles divisions "$@" $all)"
   # A load begins when the one before has its data.
   between "a list, $*" 199000 201000 "$(cycles list "$@" $all)"
   # Four loads at a time.
   between "an array, $*" 48500 55000 "$(cycles array "$@" $all)"
   between "an array waits for data, $*" 44000 50000 "$(cycles array "$@" Cd)"
   # 4,096 bytes in D1, in many instructions, are one for the core.
   between "a string is copied, $*" 30000 200000 "$(cycles copies "$@" $all)"
   between "a string is filled, $*" 120000 200000 "$(cycles fills "$@" $all)"
done

# Products that need each other take three cycles, but the next run begins beside the last,
# if it begins another product: of each run, 64 / 5 products take one, as the loop does.
for passes in "11200 22400" "112000 224000"; do
   # shellcheck disable=SC2086
   set -- $passes
   between "short runs of products, $*" 1000 1500 "$(cycles short-runs "$@" Cx)"
   between "that are left from the middle, $*" 1000 1500 "$(cycles broken-runs "$@" Cx)"
   between "runs of one product, $*" 2900 3600 "$(cycles one-product "$@" Cx)"
   between "runs that need the last one's product, $*" 3000 3700 \
      "$(cycles in-a-row "$@" Cx)"
   between "long runs, $*" $((312 * 1000 / 112)) $((316 * 1000 / 112)) \
      "$(cycles long-runs "$@" Cx)"
done
run runs.out long-runs 112000 --machine=simple.machine
run runs-paths.out long-runs 112000 --machine=simple.machine --call-graph=yes
equal "runs with call paths" "$(sum runs.out Cx)" "$(sum runs-paths.out Cx)"
paths_add_up runs-paths.out >paths.wrong
equal "their call paths add up" "" "$(cat paths.wrong)"

# Values that go through memory: the addition, and five cycles from the store to the load.
# Two runs of the loop do that at a time where the value is from two runs before.
machine renaming "width=4 window=64 misses=4 forward=7 renames=yes"
for passes in "1000 4000" "20000 24000"; do
   # shellcheck disable=SC2086
   set -- $passes
   equal "a counter in memory, $*" 6000 "$(cycles counter "$@" $all)"
   equal "it is renamed, $*" 1000 "$(cycles_on renaming counter "$@" $all)"
   equal "sums of the word before the last, $*" 3000 "$(cycles sums "$@" Cx)"
   equal "a floating-point sum in memory, $*" 9000 "$(cycles total "$@" $all)"
   equal "it is not renamed, $*" 11000 "$(cycles_on renaming total "$@" $all)"
done

equal "stores, one in a cycle" 4000 "$(cycles writes 20000 24000 $all)"
machine storing "width=8 window=64 misses=4 stores=2"
equal "two in a cycle" 2000 "$(cycles_on storing writes 20000 24000 $all)"

# Down a column, each line comes to the same set of D1, however many may be on their way;
# from line to line, L2 hands out one in two cycles.  The loop itself takes two.
machine sets "width=8 window=256 misses=32" refill=10
for passes in "1000 3048" "20000 22048"; do
   # shellcheck disable=SC2086
   set -- $passes
   between "a column, $*" 9900 10100 "$(cycles_on sets column "$@" $all)"
   between "it is held by a set, $*" 7900 8100 "$(cycles_on sets column "$@" Cds)"
done
between "from line to line" 1900 2100 "$(cycles_on sets row 20000 22048 $all)"
equal "no set holds that" 0 "$(cycles_on sets row 20000 22048 Cds)"
machine unset "width=8 window=256 misses=32"
between "a column without refill=" 1900 2100 "$(cycles_on unset column 20000 22048 $all)"

# Each access needs a page that the TLB of 16 has not: the walks beside each other, of 40
# cycles for eight entries in a line, take 5; two walkers take the others at a time.
machine pages "width=8 window=256 misses=32 walkers=2 walk=40" "" "DTLB entries=16 ways=16"
between "page walks" 5000 8000 "$(cycles_on pages column 20000 22048 $all)"
between "they are what is waited for" 3000 7000 "$(cycles_on pages column 20000 22048 Cdw)"

run branches.out branches 20000 --machine=simple.machine
equal "mispredictions" $((20 * $(sum branches.out Bcm Bim))) "$(sum branches.out Cb)"
check "there are some" test "$(sum branches.out Cb)" -gt 100000

run again.out branches 20000 --machine=simple.machine
"$valgrind" -q --tool=cachesim --cachesim-out-file=plain.out --machine=simple.machine \
   "$programs/estimate" branches 20000 >log 2>&1
equal "branches are simulated unless told not to" "$(body again.out)" "$(body plain.out)"
run none.out branches 20000 --machine=simple.machine --branch-sim=no
check "--branch-sim=no leaves them and their cycles out" \
   sh -c '! grep -qE "^events:.* (Bc|Bi|Cb)( |$)" none.out && grep -q "^events:.* Cx" none.out'
equal "a second run is the same" "$(body branches.out)" "$(body again.out)"

machine other "width=1 window=8 misses=1 mispredict=40"
run other.out array 20000 --machine=other.machine
run simple.out array 20000 --machine=simple.machine
# counts FILE: the summary without cycles
counts()
{
   awk '/^events:/ { for (i = 2; i <= NF; i++) name[i] = $i }
        /^summary:/ { for (i = 2; i <= NF; i++) if (name[i] !~ /^C/) print name[i], $i }' "$1"
}
equal "costs change no other event" "$(counts simple.out)" "$(counts other.out)"
check "they change cycles" test "$(sum other.out $all)" -gt "$(sum simple.out $all)"
run paths.out array 20000 --machine=simple.machine --call-graph=yes
paths_add_up paths.out >paths.wrong
equal "cycles of call paths add up" "" "$(cat paths.wrong)"
# Groups of references end at calls then, so some waits are found earlier.
cycles_there=$(sum simple.out $all)
between "call paths hardly change cycles" $((cycles_there - cycles_there / 1000)) \
   $((cycles_there + cycles_there / 1000)) "$(sum paths.out $all)"
run plain.out array 20000
check "classic has no cycles" sh -c '! grep -q "^events:.* C" plain.out'

plan
