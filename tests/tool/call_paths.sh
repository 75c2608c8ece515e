#!/bin/sh
# call_paths.sh -- call paths of cachesim that begin or change on request: callgrind.h and
# cachesim.h, fork, threads, collection of a part.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

python=${PYTHON:-python3}

# paths FILE: calls, own and inclusive Ir, functions of each path.
paths()
{
   "$python" "$srcdir/tests/tool/call_paths.py" "$@"
}

# ends FILE FUNCTION: the paths to the function, from main or the thread's function on.
ends()
{
   paths "$1" >all.paths || cat all.paths
   sed -n "/ $2\$/s/^\([0-9 ]*\) .*> \(main\|thread\) >/\1 \2 >/p" all.paths | sort
}

# calls FILE FUNCTION: of the function, on all paths together.
calls()
{
   paths "$1" | awk -v fn="$2" '$NF == fn { n += $1 } END { print n + 0 }'
}

# instructions FILE FUNCTION: Ir of the function, in the body; 0 if it is missing.
instructions()
{
   functions "$1" "^$2\$" | awk '{ print $2 }' | grep . || echo 0
}

summary()
{
   grep ^summary: "$1"
}

# adds_up NAME FILE
adds_up()
{
   check "$1: the paths add up" paths "$2"
}

# run OUT OPTIONS ARGUMENT...: the program in $program.
run()
{
   run_out=$1 options=$2
   shift 2
   rm -f "$run_out"*
   run_tool cachesim "$run_out" "$options" "$program" "$@"
}

# ---- callgrind.h
callgrind_requests()
{
   run cg.out --instr-atstart=no starts
   equal "$bits: CALLGRIND_START_INSTRUMENTATION: nothing is counted before, nor after a stop" \
      0 "$(instructions cg.out other_work)"
   check "$bits: between start and stop, all is" test "$(instructions cg.out work)" -gt 2000
   run cg.out "" dumps
   one=$(instructions cg.out.1 work)
   two=$(instructions cg.out.2 work)
   three=$(instructions cg.out work)
   check "$bits: CALLGRIND_DUMP_STATS dumps" test "$one" -gt 200
   equal "$bits: and sets the counts to zero" \
      $((2 * (two - one))) $((three - two))
   equal "$bits: CALLGRIND_DUMP_STATS_AT: the dump has the text" \
      'desc: Trigger:          half\x0away' "$(grep Trigger cg.out.2)"
   equal "$bits: other files have none" "" "$(grep Trigger cg.out cg.out.1)"
   for file in cg.out.1 cg.out.2 cg.out; do
      adds_up "$bits: $file" $file
   done
}

# ---- Begun in the middle
in_the_middle()
{
   run whole.out ""
   adds_up "$bits: whole" whole.out
   ends whole.out work >whole.ends
   equal "$bits: the paths to work" "1 thread > work
1 main > in_the_middle > recurse > work
1 main > in_the_middle > recurse > recurse > work
1 main > in_the_middle > recurse > recurse > recurse > work
1 main > in_the_middle > recurse > recurse > recurse > recurse > work
1 main > in_the_middle > recurse > recurse > recurse > recurse > inner > work" \
      "$(sed 's/^\([0-9]*\) [0-9]* [0-9]*/\1/' whole.ends | sort -r)"
   for mode in start callgrind-start again zero callgrind-zero signal; do
      option='' before=0
      case $mode in
      *start | signal) option=--instr-at-start=no ;;
      again) before=4 ;;
      esac
      run part.out "$option" $mode
      adds_up "$bits: $mode" part.out
      ends part.out work | grep -v 'handler' >part.ends
      equal "$bits: $mode: paths begin at main, and in the thread" "$(cat whole.ends)" \
         "$(cat part.ends)"
      equal "$bits: $mode: open calls are not counted again" $before \
         "$(calls part.out recurse)"
   done
}

# ---- Fork
forks()
{
   for option in zero inherit; do
      run fork.out --children=$option fork
      child=$(sed -n 's/^child //p' client.out)
      adds_up "$bits: --children=$option: parent" fork.out
      adds_up "$bits: --children=$option: child" "fork.out.$child"
      equal "$bits: --children=$option: the path goes on in the child" \
         "1 main > fork_in_the_middle > forks > work
1 main > fork_in_the_middle > forks > work" \
         "$(ends "fork.out.$child" work | sed 's/^\([0-9]*\) [0-9]* [0-9]*/\1/' |
            grep forks)"
      equal "$bits: --children=$option: the region has its counts" 1 \
         "$(grep -A1 '^#: region 0 1 child$' "fork.out.$child" | grep -c counts)"
      equal "$bits: --children=$option: the parent has what its thread did" \
         "1 thread > work" \
         "$(ends fork.out work | sed 's/^\([0-9]*\) [0-9]* [0-9]*/\1/')"
   done
   run fork.out --children=zero fork
   child=$(sed -n 's/^child //p' client.out)
   equal "$bits: the child has no other thread" "" "$(paths "fork.out.$child" |
      grep -w thread)"
}

# ---- Threads
threads()
{
   run threads.out --separate-threads=yes
   adds_up "$bits: threads" threads.out
   equal "$bits: --separate-threads=yes: paths begin with the thread" "thread 1
thread 2" "$(paths threads.out | sed 's/^[0-9 ]* \(thread [0-9]*\).*/\1/' | sort -u)"
   equal "$bits: each thread has its own calls" "thread 2 > work" \
      "$(paths threads.out | grep ' thread > work$' |
         sed 's/^[0-9 ]* \(thread 2\).* > work/\1 > work/')"
   run one.out --call-graph=all toggles
   run threads.out "--separate-threads=yes --call-graph=all" toggles
   body one.out >one.body
   body threads.out >threads.body
   check "$bits: the body is the same" cmp one.body threads.body
   paths one.out | sort >one.paths
   paths threads.out | sed -n 's/ thread 1 > / /p' | sort >threads.paths
   check "$bits: and so are the paths" cmp one.paths threads.paths
}

# ---- Collection of a part
# collected NAME OPTIONS FUNCTION...: only what is on paths through these.
collected()
{
   collected_name="$bits: $1" collected_options=$2
   shift 2
   run part.out "$collected_options --branch-sim=yes" toggles
   adds_up "$collected_name" part.out
   equal "$collected_name: the counts are those of the paths" \
      "$(paths toggles.out "$@")" "$(summary part.out)"
   equal "$collected_name: the profile says so" 1 \
      "$(grep -c '^#: counting .*toggled 1' part.out)"
}

toggles()
{
   run toggles.out --branch-sim=yes toggles
   collected "one function" --toggle-collect=toggled toggled
   equal "$bits: its calls" 20000 "$(calls part.out toggled)"
   equal "$bits: it has its callers" main \
      "$(paths part.out | sed -n 's/.*> \(main\) > toggles > toggled$/\1/p')"
   equal "$bits: what costs nothing is left out" "" "$(paths part.out | grep other_work)"
   equal "$bits: the body has only that" "toggled work" \
      "$(sed -n 's/^fn=//p' part.out | grep -v x86.get_pc | sort | tr '\n' ' ' | sed 's/ $//')"
   collected "recursion" --toggle-collect=toggled_again toggled_again
   collected "left by longjmp" --toggle-collect=jumps jumps
   collected "a pattern" "--toggle-collect=toggled*" toggled toggled_again
   collected "several" "--toggle-collect=toggled --toggle-collect=jump?" toggled jumps
   collected "inner functions" "--toggle-collect=toggles --toggle-collect=work" toggles
   collected "main" "--toggle-collect=main" main
   # The rest, if collection is on at the start.
   run part.out "--toggle-collect=toggles --collect-atstart=yes --branch-sim=yes" toggles
   adds_up "$bits: all but a function" part.out
   equal "$bits: all but a function" "$(summary toggles.out)" \
      "$( (paths toggles.out toggles; summary part.out) | awk '
         { for (i = 2; i <= NF; i++) sum[i] += $i; n = NF }
         END { printf "summary:"; for (i = 2; i <= n; i++) printf " %d", sum[i]
               print "" }')"
   run part.out "--toggle-collect=no_such_function" toggles
   equal "$bits: a function that never runs" 0 "$(summary part.out | awk '{ print $2 }')"
   equal "$bits: and a warning says so" 1 \
      "$(grep -c 'warning: nothing was counted.*toggle-collect' cachesim.err)"
}

requested()
{
   run_tool cachegrind stock.out "" "$program" requested
   for option in yes no; do
      run whole.out "--call-graph=$option" requested
      run part.out "--collect-atstart=no --call-graph=$option" requested
      [ $option = no ] || adds_up "$bits: CALLGRIND_TOGGLE_COLLECT" part.out
      equal "$bits: --call-graph=$option: CALLGRIND_TOGGLE_COLLECT: what is off" 0 \
         "$(instructions part.out other_work)"
      equal "$bits: --call-graph=$option: what is on" "$(functions stock.out '^work$')" \
         "$(functions part.out '^work$')"
      check "$bits: --call-graph=$option: a region has what was collected" \
         test "$(region part.out)" -gt 3000 -a "$(region part.out)" -lt 9000
      check "$bits: --call-graph=$option: a region has all if all is" \
         test "$(region whole.out)" -gt 20000
   done
   run part.out "" requested
   adds_up "$bits: on at the start" part.out
   equal "$bits: on at the start: what is off" 0 "$(instructions part.out work)"
   equal "$bits: on at the start: what is on" "$(functions stock.out other_work)" \
      "$(functions part.out other_work)"
}

# region FILE: Ir of the region `both`.
region()
{
   sed -n '/^#: region .* both$/{n;s/^#: counts \([0-9]*\).*/\1/p;}' "$1"
}

# ---- Options

# has_paths OPTION: does a profile have call paths with this option alone?
has_paths()
{
   # shellcheck disable=SC2086
   $clean "$valgrind" -q --tool=cachesim $1 --cachesim-out-file=alone.out \
      "$program" toggles >client.out 2>&1
   grep -c '^#: tr\? ' alone.out | sed 's/[1-9][0-9]*/some/'
}

options()
{
   program=$programs/call_paths
   equal "without options, there are no call paths" 0 "$(has_paths "")"
   equal "--toggle-collect turns them on" some "$(has_paths --toggle-collect=toggles)"
   equal "so does --separate-threads" some "$(has_paths --separate-threads=yes)"
   run no.out "--call-graph=no --toggle-collect=f" toggles
   equal "--toggle-collect without call paths" 1 \
      "$(grep -c 'toggle-collect.*call-graph=yes' cachesim.err)"
   run no.out "--call-graph=no --separate-threads=yes" toggles
   check "it is an error, and nothing runs" test ! -e no.out
   equal "--separate-threads without call paths" 1 \
      "$(grep -c 'separate-threads.*call-graph=yes' cachesim.err)"
}

# ---- Ends
# A checkpoint, in the midst of calls.
checkpoints()
{
   mkfifo input
   : >live.paths
   $clean "$valgrind" -q --tool=cachesim --call-graph=yes \
      --cachesim-out-file=live.out "$programs/live" <input >client.out 2>live.err &
   pid=$!
   exec 3>input
   tenths=0
   while ! grep -q ' > main > read_line' live.paths && [ $tenths -lt 300 ]; do
      paths live.out.checkpoint >live.paths 2>&1
      sleep 0.1
      tenths=$((tenths + 1))
   done
   kill -9 $pid
   exec 3>&-
   wait $pid 2>/dev/null
   adds_up "a checkpoint" live.out.checkpoint
   check "and has the call that waits" test $tenths -lt 300
}

# What another program has replaced.
execs()
{
   run_tool cachesim exec.out "--trace-children=yes" sh -c ": ; exec $programs/threads"
   adds_up "before exec" exec.out
   adds_up "after exec" exec.out.exec1
}

for program in "$programs/call_paths" "$programs/call_paths32"; do
   bits=64
   [ "$program" = "$programs/call_paths" ] || bits=32
   if [ ! -x "$program" ]; then
      skip "$bits bits" "the compiler or Valgrind is for one size only"
      continue
   fi
   callgrind_requests
   in_the_middle
   forks
   threads
   [ $bits = 64 ] || is_long || continue # what is collected is not of the processor
   toggles
   requested
done
options
checkpoints
execs
plan
