#!/bin/sh
# live.sh -- commands to both tools while the program runs.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

if ! command -v vgdb >/dev/null; then
   echo "1..0 # SKIP no vgdb; it comes with Valgrind"
   exit 0
fi

# start TOOL OPTIONS ARGUMENT...: runs tests/programs/live under the tool, which takes
# commands from tell until finish.  Leaves its $pid.
start()
{
   live_tool=$1 live_options=$2
   shift 2
   rm -f input heap.out heap.out.* client.out
   mkfifo input
   : >client.out
   # shellcheck disable=SC2086
   $clean "$valgrind" --tool="$live_tool" \
      --"$live_tool"-out-file=heap.out $live_options \
      "$programs/live" "$@" <input >client.out 2>"$live_tool.err" &
   pid=$!
   exec 3>input
   n_done=0
   wait_for ready 1
   wait_idle
}

# wait_for WORD NUMBER: waits until the program has printed the word that many times.
wait_for()
{
   tenths=0
   while [ "$(grep -c "$1" client.out)" -lt "$2" ] && [ $tenths -lt 600 ] &&
      kill -0 "$pid" 2>/dev/null; do
      sleep 0.1
      tenths=$((tenths + 1))
   done
}

# wait_idle: waits until the program reads its input again, at most a second, so that nothing
# more is counted between two commands.  Some systems do not tell the system call.
wait_idle()
{
   tenths=0
   while ! grep -q '^[03] 0x0 ' "/proc/$pid/syscall" 2>/dev/null && [ $tenths -lt 10 ]; do
      sleep 0.1
      tenths=$((tenths + 1))
   done
}

# tell LINE...: the program executes each line.
tell()
{
   for line; do
      echo "$line" >&3
      n_done=$((n_done + 1))
   done
   wait_for 'done' $n_done
   wait_idle
}

# finish: ends the program; its status is in $live_status.
finish()
{
   exec 3>&-
   wait "$pid"
   live_status=$?
}

# ask [-p PID] COMMAND...: the tool's answer is in $answer.
ask()
{
   asked=$pid
   if [ "$1" = -p ]; then
      asked=$2
      shift 2
   fi
   answer=$($clean timeout "${patience:-60}" vgdb --pid="$asked" "$@" 2>&1 </dev/null |
      grep -v "^sending command")
}

# answers NAME PATTERN: exactly one line of the answer matches.
answers()
{
   if [ "$(printf '%s\n' "$answer" | grep -cE "$2")" -eq 1 ]; then
      ok "$1"
   else
      not_ok "$1" "no line, or several, with '$2':" "$answer"
   fi
}

# value WORD: the first number after the word in the answer.
value()
{
   printf '%s\n' "$answer" | sed -n "s/^$1[^0-9]*\([0-9,]*\).*/\1/p" |
      tr -d ,
}

# ---- Are commands possible?
start heapprof ""
ask status
if ! printf '%s\n' "$answer" | grep -q "^Counting: on"; then
   reason=$(printf '%s\n' "$answer" | grep -iE "ptrace|permitted" | head -n 1)
   finish
   if [ -n "$reason" ]; then
      echo "1..0 # SKIP vgdb may not use ptrace: $reason"
      exit 0
   fi
   not_ok "a command to a program that waits in a system call" "$answer"
   plan
   exit
fi
ok "a command to a program that waits in a system call"

# ---- heapprof: answers
tell alloc alloc free
ask status
answers "status: what is live" '^Live: +1,000 bytes in +1 blocks$'
answers "status: the peak" '^Peak: +2,000 bytes in +2 blocks$'
answers "status: all that was allocated" '^Total: +2,000 bytes in +2 blocks$'
answers "status: the threads" '^Threads: +1 so far$'
answers "status: where the profile will be" \
   "^Profile: $work/heap.out \(dumps so far: 0\)$"
ask help
for command in status 'dump \[<file>\]' snapshot zero on off; do
   answers "help: $command" "^  $command  +[a-z]"
done
ask stat
answers "a command may be abbreviated" '^Counting: on$'
ask s
answers "but not to what several begin with" "'s' is ambiguous: status snapshot"
ask nonsense
answers "what is no command is told" "'nonsense' not recogni[sz]ed"
ask zero 5
answers "and so is what a command does not take" "'zero' takes no argument.*'5'"
case_is "and it is not carried out: dump" case_alloc "2000 2 1000 1 0 0" \
   "$(ask dump; printf '%s\n' "$answer" | sed -n 's/^Profile: //p')"
valid "a dump" heap.out.1
equal "a dump has no exit code" 0 \
   "$(profile get heap.out.1 heapprof.exit_code)"
ask dump my.out
answers "dump with a name: it is told" "^Profile: $work/my.out$"
valid "dump with a name, relative to the start directory" my.out
ask dump
equal "the next dump has the next number" "$work/heap.out.2" "$(echo "$answer" |
   sed -n 's/^Profile: //p')"
cmp -s heap.out.1 my.out
check "two dumps in succession are the same" cmp heap.out.1 heap.out.2
ask dump "$work/no/such/place"
answers "a dump that cannot be written: one line says why" \
   "error: cannot write .*/no/such/place.*No such file"
tell alloc
finish
equal "the program runs to its end" 0 $live_status
heap_err=heapprof.err
said "the log has a line on the dump" 1 "error: cannot write .*such/place"
case_is "and all is in the profile" case_alloc "3000 3 2000 2 0 0"
valid "the final profile"
equal "no other file is left" "" "$(find . -name '.quern*')"

# ---- heapprof: off and on, to the block
for option in --accesses=no --accesses=yes; do
   start heapprof "$option"
   tell alloc alloc
   ask off
   answers "$option, off" '^Counting: off$'
   tell free alloc alloc realloc
   ask status
   answers "$option, while off, what is freed is counted" \
      '^Live: +1,000 bytes in +1 blocks$'
   answers "$option, and what is allocated is not" '^Total: +2,000 bytes in +2 blocks$'
   ask on
   tell realloc free alloc
   finish
   case_is "$option, after on, what is allocated is, and what was not is not" case_alloc \
      "3000 3 2000 2 0 0"
   valid "$option, off and on"
   equal "$option, frees of uncounted blocks are valid" 0 \
      "$(profile totals heap.out invalid_frees)"
   equal "$option, the program's status is the same" 0 $live_status

   start heapprof "--instr-at-start=no $option"
   tell alloc realloc
   ask status
   answers "$option, --instr-at-start=no: off at first" '^Counting: off$'
   answers "$option, and nothing is counted" '^Total: +0 bytes in +0 blocks$'
   ask on
   tell alloc
   ask off
   tell realloc
   finish
   case_is "$option, a counted block stays so when it is reallocated, also while off" \
      case_alloc "4000 2 3000 1 1 0"
   valid "$option, --instr-at-start=no"
done

# ---- heapprof: zero
for unit in i B ms "i --accesses=yes"; do
   start heapprof "--time-unit=$unit --snapshots=8"
   tell work alloc alloc alloc free realloc
   ask status
   before=$(value Time:)
   ask zero
   answers "--time-unit=$unit: zero" "All counts are 0 now"
   ask status
   answers "--time-unit=$unit: what is live was allocated" \
      '^Total: +4,000 bytes in +2 blocks$'
   answers "--time-unit=$unit: and is the peak" \
      '^Peak: +4,000 bytes in +2 blocks$'
   check "--time-unit=$unit: time goes on" test "$(value Time:)" -ge "$before"
   ask dump
   valid "--time-unit=$unit: a dump after zero" heap.out.1
   case_is "--time-unit=$unit: what was freed is forgotten" case_alloc \
      "4000 2 4000 2 0 0" heap.out.1
   no_case "--time-unit=$unit: and so is who freed all" case_work heap.out.1
   tell alloc free free work
   finish
   valid "--time-unit=$unit: the end after zero"
   case_is "--time-unit=$unit: counting went on" case_alloc "5000 3 1000 1 0 0"
   equal "--time-unit=$unit: only later blocks are temporary" \
      "1000" "$(profile sum heap.out tmp.1 case_alloc)"
   check "--time-unit=$unit: the timeline begins at that time" \
      test "$(profile get heap.out heapprof.timeline.0.0)" -ge $((before - 1))
   check "--time-unit=$unit: snapshots come after it" \
      test "$(profile get heap.out heapprof.snapshots.0.time)" -ge "$before"
done
start heapprof "--pages-as-heap=yes"
tell alloc work
ask zero
ask dump
valid "zero, --pages-as-heap=yes" heap.out.1
equal "zero, --pages-as-heap=yes: nothing was unmapped" 0 \
   "$(profile totals heap.out.1 freed_bytes)"
ask off
tell work
ask on
finish
valid "off and on, --pages-as-heap=yes"
start heapprof "--peak-only=yes"
tell alloc alloc free
ask zero
answers "zero, --peak-only=yes" "All counts are 0 now"
ask snapshot
answers "snapshot, --peak-only=yes: there is none" "^error: no snapshot.*peak-only"
finish
valid "zero, --peak-only=yes"
case_is "zero, --peak-only=yes: what was live" case_alloc "1000 1 1000 1 0 0"

# ---- heapprof: snapshots
start heapprof "--snapshots=0"
tell alloc
ask snapshot
answers "snapshot" "^A snapshot was taken"
tell alloc
ask sn
finish
valid "snapshots"
equal "the profile has the snapshot" "1000 2000" \
   "$(profile get heap.out heapprof.snapshots.0.bytes) $(
      profile get heap.out heapprof.snapshots.1.bytes)"
equal "the snapshot is marked as requested" '"asked"' \
   "$(profile get heap.out heapprof.snapshots.0.why)"

# ---- A dump changes nothing, even long after the last event
yes 'work
think' | head -n 100 >lines

# under_load TOOL [OPTION]: a run with continuous dumps; leaves $n_dumps.  vgdb itself can
# fail when its own system call is interrupted, and then waits for ever: it is asked again,
# and if the program has ended meanwhile, all is done again.
under_load()
{
   patience=8
   for under_load_try in 1 2 3; do
      vgdb_failed=
      dump_under_load "$@"
      if [ -z "$vgdb_failed" ] || [ "$n_dumps" -ge 3 ]; then
         break
      fi
      echo "# run $under_load_try of vgdb: $vgdb_failed"
   done
   patience=
}

dump_under_load()
{
   rm -f heap.out heap.out.*
   $clean "$valgrind" --tool="$1" --"$1"-out-file=heap.out ${2-} \
      "$programs/live" <lines >client.out 2>"$1.err" &
   pid=$!
   wait_for ready 1
   while kill -0 "$pid" 2>/dev/null; do
      ask dump
      case $answer in
      *"syscall failed"*) vgdb_failed="syscall failed" ;;
      "") vgdb_failed="no answer" ;;
      esac
      sleep 0.3
   done
   wait "$pid"
   live_status=$?
   n_dumps=$(find . -name 'heap.out.[0-9]*' | wc -l)
}

for option in --accesses=no --accesses=yes; do
   $clean "$valgrind" --tool=heapprof --heapprof-out-file=alone.out $option \
      "$programs/live" <lines >client.out 2>heapprof.err
   under_load heapprof $option
   check "heapprof $option: at least three dumps while it works: $n_dumps" \
      test "$n_dumps" -ge 3
   equal "heapprof $option: the program's status is the same" 0 $live_status
   for file in heap.out.1 heap.out.$n_dumps; do
      valid "$option, $file of $n_dumps" "$file"
   done
   check "$option: a later dump has more" \
      test "$(profile totals heap.out.1 blocks)" -lt \
         "$(profile totals "heap.out.$n_dumps" blocks)"
   sed 's/"pid":[0-9]*/"pid":N/' heap.out >with
   sed 's/"pid":[0-9]*/"pid":N/' alone.out >without
   check "heapprof $option: the profile is the same as without dumps" cmp without with
done

$clean "$valgrind" --tool=cachesim --cachesim-out-file=alone.out \
   "$programs/live" <lines >client.out 2>cachesim.err
under_load cachesim
check "cachesim: at least three dumps while it works: $n_dumps" \
   test "$n_dumps" -ge 3
body heap.out >with
body alone.out >without
check "cachesim: the profile is the same as without dumps" cmp without with
check "cachesim: a dump is complete" grep -q '^#: end' heap.out.1

# ---- Threads, and concurrent commands
# vgdb accepts one command at a time: the others get an error, and try again.
insist()
{
   tries_left=100
   while ! $clean timeout 60 vgdb --pid="$pid" "$1" 2>&1 |
      grep '^Counting: on' && [ $tries_left -gt 0 ]; do
      sleep 0.1
      tries_left=$((tries_left - 1))
   done
}

start heapprof "" threads spin
for i in 1 2 3 4; do
   insist status >status.$i &
   eval "asker$i=$!"
done
for i in 1 2 3 4; do
   eval "wait \$asker$i"
done
equal "four concurrent commands are all answered" 4 \
   "$(cat status.[1-4] | wc -l)"
ask status
answers "threads: status" '^Threads: +5 so far$'
ask off
tell alloc
ask on
tell alloc
ask zero
ask snapshot
ask dump
valid "threads: a dump" heap.out.1
case_is "threads: what was allocated while on" case_alloc \
   "1000 1 1000 1 0 0" heap.out.1
finish
equal "threads: the program's status is the same" 0 $live_status
valid "threads: the end"
start cachesim --call-graph=yes threads spin
for try in 1 2 3 4 5 6 7 8 9 10; do # until all threads are in their functions
   ask status
   [ "$(printf '%s\n' "$answer" | grep -c ' thread (live\.c:[0-9]*)$')" -eq 4 ] && break
   sleep 0.2
done
for i in 1 2 3 4 5; do
   answers "threads, cachesim: status: the calls of thread $i" "^Thread $i: .*Function\$"
done
equal "threads, cachesim: status: each thread has its own" 4 "$(printf '%s\n' "$answer" |
   grep -c ' thread (live\.c:[0-9]*)$')"
ask off
tell alloc
ask on
tell alloc alloc
ask zero
ask dump
check "threads, cachesim: a dump" grep -q '^#: end' heap.out.1
finish
equal "threads, cachesim: the program's status is the same" 0 $live_status

# ---- Processes
start heapprof "--trace-children=yes" fork # or vgdb does not know the child
child=$(sed -n 's/^child //p' client.out)
tell alloc alloc
ask -p "$child" dump
answers "the child is asked by its own number" \
   "^Profile: $work/heap.out.$child.1$"
case_is "and has what it allocated" case_alloc "1000 1 0 0 0 0" \
   "heap.out.$child.1"
valid "the child's dump" "heap.out.$child.1"
ask dump
case_is "and the parent what the parent did" case_alloc \
   "2000 2 2000 2 0 0" heap.out.1
ask -p "$child" off
ask status
answers "the child's commands are not the parent's" '^Counting: on$'
finish
equal "both processes end normally" 0 $live_status
valid "the parent, at the end"
valid "the child, at the end" "heap.out.$child"

# ---- cachesim
# instructions FILE FUNCTION: Ir of the function, 0 if it is missing.
instructions()
{
   functions "$1" "^$2\$" | awk '{ print $2 }' | grep . || echo 0
}

start cachesim --call-graph=yes
tell alloc
ask status
answers "cachesim, status: it counts" '^Counting: on$'
answers "cachesim, status: what it has counted" '^I +refs: +[0-9,]+$'
answers "cachesim, status: where the profile will be" \
   "^Profile: $work/heap.out \(dumps so far: 0\)$"
refs=$(value 'I   refs:')
answers "cachesim, status: the calls that are open" ' main \(live\.c:[0-9]+\)$'
equal "cachesim, status: the outermost one has cost all" "$refs" "$(printf '%s\n' "$answer" |
   sed -n '/^Thread 1:/,/^Profile/p' | tail -n 2 | awk '{ print $1; exit }' | tr -d ,)"
ask dump
equal "cachesim: the dump has as many instructions" "$refs" \
   "$(sed -n 's/^summary: \([0-9]*\).*/\1/p' heap.out.1)"
one=$(instructions heap.out.1 case_alloc)
ask off
tell alloc alloc
ask snapshot
answers "cachesim: a snapshot is a dump" "^Profile: $work/heap.out.2$"
equal "cachesim: while off, nothing is counted" "$one" \
   "$(instructions heap.out.2 case_alloc)"
ask status
equal "cachesim: while off, no calls are known" "" "$(printf '%s\n' "$answer" |
   grep '^Thread')"
ask on
tell alloc
ask status
answers "cachesim: after on, they are known again" ' main \(live\.c:[0-9]+\)$'
ask dump my.out
equal "cachesim: after on, instructions are counted again" $((2 * one)) \
   "$(instructions my.out case_alloc)"
ask zero
ask status
answers "cachesim: zero" '^I +refs: +0$'
ask dump no/such/place
answers "cachesim: a dump that cannot be written" \
   "error: cannot write .*/no/such/place.*No such file"
tell alloc alloc alloc
finish
equal "cachesim: it counts from there to the end" "0 $((3 * one))" \
   "$live_status $(instructions heap.out case_alloc)"
equal "cachesim: the log has a line on it" 1 \
   "$(grep -c 'error: cannot write .*such/place' cachesim.err)"
plan
