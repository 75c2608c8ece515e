#!/bin/sh
# poke.sh -- a dump, a zero, a toggle, a stop, a start, a look, a fork and an exec at every
# thousandth superblock of small programs, one after the other: nothing crashes, what the
# program prints and returns is its own, and sums are those of a run in which nothing is done.
#
# POKE_EVERY=N takes another distance.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"
counting=
make=${MAKE:-make}

if ! $make -s -C "$builddir" poke-tools >make.log 2>&1 ||
   ! ${CC:-cc} -shared -fPIC -O1 -o signals.so "$srcdir/tests/poke/signals.c"; then
   not_ok "tools that can be poked" "$(tail -n 5 make.log)"
   plan
   exit
fi
mkdir lib
for file in "$builddir"/in-place/*; do
   ln -s "$(readlink -f "$file")" lib/
done
ln -sf "$builddir"/tests/poke/*-linux lib/
valgrind=$(sed -n 's/^exec \(.*valgrind\) .*/\1/p' "$builddir/valgrind-in-place")
clean="$clean VALGRIND_LIB=$work/lib"

# poked COMMANDS TOOL OPTIONS COMMAND...: the environment is as long for all commands.
poked()
{
   poked_commands=$(printf '%-24s' "$1" | tr ' ' ,)
   shift
   rm -f ours.out*
   poked_clean=$clean
   clean="$clean POKE=$poked_commands POKE_EVERY=$(printf '%06d' "${POKE_EVERY:-1000}")"
   run_tool "$1" ours.out "$2" "$program" $arguments
   clean=$poked_clean
}

# plain_run: what the program does without.
plain_run()
{
   $clean "$program" $arguments >native.out 2>/dev/null </dev/null
   native_status=$?
}

# is_itself NAME
is_itself()
{
   if [ "$run_status" -eq "$native_status" ] && cmp -s native.out client.out &&
      ! grep -qE 'INTERNAL ERROR|Assertion|impossible|a child failed' ./*.err; then
      ok "$1: the program is itself"
   else
      not_ok "$1: the program is itself" "status $run_status, not $native_status" \
         "$(diff native.out client.out | head -n 5)" "$(tail -n 20 ./*.err)"
   fi
}

# ---- cachesim

# counts FILE...: the sum of the summaries; of the events that match $events.
events=.
counts()
{
   awk -v events="$events" '
      /^events:/ { for (i = 2; i <= NF; i++) name[i] = $i; n = NF }
      /^summary:/ { for (i = 2; i <= NF; i++) sum[i] += $i }
      END { for (i = 2; i <= n; i++)
               if (name[i] ~ events) printf "%s %.0f\n", name[i], sum[i] }' "$@"
}

# cycles FILE...: the sum of the estimated cycles.
cycles()
{
   events='^C[xfdb]$'
   counts "$@" | awk '{ sum += $2 } END { printf "%.0f\n", sum }'
   events=.
}

# cachesim_case NAME PROGRAM [ARGUMENT...]
cachesim_case()
{
   case_name=$1 program=$2
   shift 2
   arguments=$*
   plain_run
   for options in "--branch-sim=yes" \
      "--objects=yes --instr=yes --machine=zen4 --call-graph=yes"; do
      name="$case_name, ${options%% *}"
      poked "" cachesim "$options"
      is_itself "$name, nothing"
      counts ours.out >plain.counts
      poked "dump" cachesim "$options"
      is_itself "$name, dump"
      equal "$name, dump: the sum" "$(cat plain.counts)" "$(counts ours.out)"
      check "$name: dumps are many" test "$(find . -name 'ours.out.*' | wc -l)" -ge 16
      plain_cycles=$(cycles ours.out)
      poked "part" cachesim "$options"
      is_itself "$name, parts"
      events='^[^C]'
      equal "$name, parts: the sum" "$(grep '^[^C]' plain.counts)" "$(counts ours.out*)"
      events=.
      # At the end of a part, all that is under way is waited for.
      parts_cycles=$(cycles ours.out*)
      check "$name, parts: the cycles, $plain_cycles, $parts_cycles" test \
         "$parts_cycles" -ge "$plain_cycles" -a \
         "$((parts_cycles * 100))" -le "$((plain_cycles * 105))"
      # What is collected in every other turn, and in the others.
      poked "toggle" cachesim "$options"
      is_itself "$name, toggle"
      counts ours.out >first
      poked "toggle" cachesim "$options --collect-atstart=no"
      counts ours.out >second
      equal "$name, toggle: both halves" "$(cat plain.counts)" \
         "$(paste -d' ' first second | awk '{ printf "%s %.0f\n", $1, $2 + $4 }')"
      events='^(Ir|Dr|Dw|Bc|Bi)$'
      poked "" cachesim "$options"
      counts ours.out >plain.counts
      poked "off/on" cachesim "$options"
      is_itself "$name, stop and start"
      counts ours.out >first
      poked "on/off" cachesim "$options --instr-at-start=no"
      counts ours.out >second
      equal "$name, stop and start: both halves" "$(cat plain.counts)" \
         "$(paste -d' ' first second | awk '{ printf "%s %.0f\n", $1, $2 + $4 }')"
      events=.
   done
   for kind in fork exec; do
      preload=$work/signals.so
      [ $kind = fork ] || clean="$clean POKE_EXEC=1"
      poked "signal" cachesim "--trace-children=yes --cachesim-out-file=ours.out.%p"
      is_itself "$case_name, $kind"
      check "$case_name, $kind: there are many" \
         test "$(find . -name 'ours.out.*' | wc -l)" -ge 16
      equal "$case_name, $kind: all profiles are whole" "" \
         "$(grep -L '^#: end' ours.out.*)"
      clean=${clean% POKE_EXEC=1}
      preload=
   done
}

# ---- heapprof

totals()
{
   sed -n 's/^==[0-9]*== \(Peak:\|Total:\|At end:\)/\1/p' heapprof.err
}

# heapprof_case NAME PROGRAM [ARGUMENT...]
heapprof_case()
{
   case_name=$1 program=$2
   shift 2
   arguments=$*
   plain_run
   for options in "--accesses=yes" "--owners=end"; do
      name="$case_name, $options"
      poked "" heapprof "$options"
      is_itself "$name, nothing"
      totals >plain.totals
      for commands in dump snapshot owners "owners,dump,snapshot"; do
         poked "$commands" heapprof "$options"
         is_itself "$name, $commands"
         equal "$name, $commands: the totals" "$(cat plain.totals)" "$(totals)"
         valid "$name, $commands" ours.out
      done
      for commands in zero off/on "owners,zero" "owners,off/owners,on"; do
         poked "$commands" heapprof "$options"
         is_itself "$name, $commands"
         valid "$name, $commands" ours.out
      done
   done
   for kind in fork exec; do
      preload=$work/signals.so
      [ $kind = fork ] || clean="$clean POKE_EXEC=1"
      poked "owners,signal" heapprof \
         "--trace-children=yes --heapprof-out-file=ours.out.%p --owners=end"
      is_itself "$case_name, $kind"
      for file in ours.out.*; do
         profile validate "$file" >wrong 2>&1 || cat wrong
      done >all.wrong
      equal "$case_name, $kind: all profiles are whole" "" "$(cat all.wrong)"
      clean=${clean% POKE_EXEC=1}
      preload=
   done
}

cachesim_case "tail calls" "$programs/calls_tails"
cachesim_case "exceptions" "$programs/heap_new"
cachesim_case "code that changes" "$programs/smc"
heapprof_case "calls" "$programs/heap_calls"
heapprof_case "exceptions" "$programs/heap_new"
heapprof_case "reuse" "$programs/owners_reuse"
plan
