#!/bin/sh
# top.sh -- quern-top: what it shows of running programs, on a terminal and as text, and
# that nobody notices.  SPDX-License-Identifier: GPL-2.0-or-later
#
# make check has a short form.  `make watch` looks at a busy redis-server for a minute
# under each tool.

. "${srcdir:?}/tests/lib.sh"

: "${PYTHON:=python3}" "${TOP_SECONDS:=4}"
top=$builddir/quern-top
# The system's Python has Debian's pyte, which another in PATH may lack.
python=$PYTHON
"$python" -c 'import pyte' 2>/dev/null || python=/usr/bin/python3
user()
{
   "$python" -B "$srcdir/tests/tool/top.py" "$@"
}

if ! command -v vgdb >/dev/null; then
   echo "1..0 # SKIP no vgdb; it comes with Valgrind"
   exit 0
fi

# start TOOL OPTION...: runs tests/programs/live under the tool; leaves its $pid.  It works as
# long as `work` is running, and ends with finish.
start()
{
   start_tool=$1
   shift
   rm -f input
   mkfifo input
   : >client.out
   # shellcheck disable=SC2086
   $clean "$valgrind" --tool="$start_tool" "$@" "$programs/live" <input >client.out \
      2>"$start_tool.err" &
   pid=$!
   exec 3>input
   until_there ready
}

# until_there WORD: waits until the program has printed it.
until_there()
{
   tenths=0
   until grep -q "$1" client.out || [ $tenths -ge 600 ] || ! kill -0 "$pid" 2>/dev/null; do
      sleep 0.1
      tenths=$((tenths + 1))
   done
}

finish()
{
   exec 3>&-
   wait "$pid"
}

# fails NAME STATUS PATTERN ARGUMENT...: one line on standard error, nothing else.
fails()
{
   fails_name=$1 fails_status=$2 fails_pattern=$3
   shift 3
   "$top" "$@" >out 2>err
   equal "$fails_name: status" "$fails_status" $?
   equal "$fails_name: no output" "" "$(cat out)"
   equal "$fails_name: one line" 1 "$(grep -vc "^Try 'quern-top" err)"
   check "$fails_name: $(head -n 1 err)" grep -q "^quern-top: $fails_pattern" err
}

# ---- Programs that wait in a system call
start heapprof --heapprof-out-file=out.hp
echo alloc >&3
until_there 'done'
"$top" --once --interval=0.2 "$pid" >page 2>err
if grep -qi "ptrace\|permitted" err; then
   finish
   echo "1..0 # SKIP vgdb may not use ptrace: $(head -n 1 err)"
   exit 0
fi
check "heapprof: the tool and the process are named" grep -q "heapprof, pid $pid\$" page
check "heapprof: the heap" grep -q '^live 1,000 in 1   peak 1,000 in 1 ' page
check "heapprof: the call path" \
   grep -qE '^ 100.0% +1,000 +0 +1 +0 +0  case_alloc \(live.c:[0-9]+\) < .*main$' page
"$top" --once --sort=Live --top=0 "$pid" >page 2>err
check "heapprof: --sort, in any case" grep -q '>live' page
fails "an unknown column" 2 "--sort=Ir: the columns are live, growth, blocks, " \
   --once --sort=Ir "$pid"
finish

start cachesim --cachesim-out-file=out.cs
"$top" --once --interval=0.2 "$pid" >page 2>err
check "cachesim: a program that waits does nothing" \
   grep -qE '^  +0 +0 +0 .* the whole program$' page
(yes 'work' | head -n 100000 >&3) 2>/dev/null &
feeder=$!
"$top" --once --interval=0.5 --show=Ir,Dr,I1rate --top=2 "$pid" >page 2>err
equal "cachesim: no message" "" "$(cat err)"
check "cachesim: a page of --show's columns" \
   grep -qE '^  share +>Ir +Dr +I1rate  Function$' page
check "cachesim: rates" grep -qE '^refresh 2, per second since the last refresh: [0-9.]+ s$' page
check "cachesim: what it does" grep -qE '^ +[0-9.]+% .* (case_work \(live\.c\)|malloc|free|_int)' page
equal "cachesim: --top=2: two functions" 2 "$(sed '1,/the whole program/d' page | wc -l)"
fails "an unknown event" 2 'there is no event or metric "Zr"' --once --show=Zr "$pid"
kill "$feeder" "$pid" 2>/dev/null
wait "$feeder" 2>/dev/null
exec 3>&-
wait "$pid" 2>/dev/null

# ---- Asked at once, when the process is not the tool yet
rm -f input
mkfifo input
# It stays a shell for a moment.
$clean sh -c 'sleep 0.3; exec "$@"' sh "$valgrind" --tool=heapprof \
   --heapprof-out-file=out.hp "$programs/live" <input >client.out 2>heapprof.err &
pid=$!
exec 3>input
"$top" --once --interval=0.2 "$pid" >page 2>err
equal "at once: status" 0 $?
check "at once: the page: $(head -n 1 err)" grep -q "heapprof, pid $pid\$" page
finish

# ---- What cannot be shown
fails "no such process" 1 "999999999: no such process" 999999999
fails "no number" 2 "x1: expected the number of a process" x1
fails "no process" 2 "expected the number of one process"
fails "a short interval" 2 "--interval=0: expected seconds" --interval=0 1
fails "no tool" 1 "$$: the process does not run under cachesim or heapprof" $$
start memcheck
fails "memcheck" 1 "$pid: the process runs under memcheck, not under" "$pid"
finish
start cachesim --cachesim-out-file=out.cs --vgdb=no
fails "--vgdb=no" 1 "$pid: cachesim takes no commands: .*--vgdb=no" "$pid"
finish

# ---- Nobody notices: the profile is the same, and no file is left
missing=
"$python" -c 'import pyte' 2>/dev/null || missing="no pyte; Debian package: python3-pyte"
mkdir tmp
rm -f input
mkfifo input
yes 'work
think' | head -n 16 >lines
for tool in cachesim heapprof; do
   if [ -n "$missing" ]; then
      skip "$tool: nobody notices" "$missing"
      continue
   fi
   $clean "$valgrind" --tool=$tool --$tool-out-file=alone.out "$programs/live" \
      <lines >alone.client 2>$tool.err
   $clean "$valgrind" --tool=$tool --$tool-out-file=seen.out --vgdb-prefix="$work/own-pipe" \
      "$programs/live" <input >client.out 2>$tool.err &
   pid=$!
   exec 3>input
   until_there ready
   (
      exec 3>&- # the program's input must end
      TMPDIR=$work/tmp
      export TMPDIR
      user watch looked "$top" --interval=0.1 "$pid" >last
   ) &
   viewer=$!
   # It works, waits until somebody has looked, and works again.
   head -n 8 lines >&3
   until [ -e looked ] || ! kill -0 $viewer 2>/dev/null; do
      sleep 0.1
   done
   rm -f looked
   sed 1,8d lines >&3
   exec 3>&-
   wait $viewer
   equal "$tool: the view ends well" 0 $?
   wait "$pid"
   equal "$tool: the program ends well" 0 $?
   check "$tool: the program's output is the same" cmp alone.client client.out
   check "$tool: the view says that the program has ended" \
      grep -q "^quern-top: $pid: the process has ended" last
   check "$tool: its last page stays" grep -q "the whole program" last
   check "$tool: there were several looks: $(sed -n 's/^\(refresh [0-9]*\).*/\1/p' last)" \
      grep -qE '^refresh ([3-9]|[0-9]{2})' last
   for file in alone seen; do
      if [ $tool = cachesim ]; then
         body $file.out
      else
         sed 's/"pid":[0-9]*/"pid":N/' $file.out
      fi >$file
   done
   check "$tool: the profile is the same as without a view" cmp alone seen
   equal "$tool: no file is left" "" "$(ls tmp)"
done

# ---- Signals restore the terminal
start heapprof --heapprof-out-file=out.hp
for signal in SIGINT SIGTERM SIGHUP; do
   equal "$signal: it ends by it, and the terminal is as before" "True True" \
      "$(user signal $signal "$top" "$pid")"
done
user plain "$top" --interval=0.2 --top=1 "$pid" >page
check "TERM=dumb: the text of each refresh" test "$(grep -c '^refresh [2-9]' page)" -ge 3
equal "TERM=dumb: no escapes" "" "$(tr -d '[:print:]\n' <page)"
finish

# ---- A server under load, and a user who presses keys
grep -q '^NCURSES_LIBS = *-' "$builddir/Makefile" || missing="no ncurses"
! is_missing redis-server || missing="no redis-server"
! is_missing redis-benchmark || missing="no redis-benchmark; Debian package: redis-tools"

redis()
{
   timeout 60 redis-cli -s "$work/redis" "$@"
}

# add_up: adds numbers in the server until the file `over` is there; prints how many were
# added, and the server's sum.
add_up()
{
   n=0
   redis set sum 0 >/dev/null
   while [ ! -e over ]; do
      n=$((n + 1))
      redis incrby sum $n >/dev/null
   done
   echo "$((n * (n + 1) / 2)) $(redis get sum)"
}

for tool in cachesim heapprof; do
   if [ -n "$missing" ]; then
      skip "redis-server under $tool" "$missing"
      continue
   fi
   rm -f over redis
   $clean "$valgrind" --tool=$tool --$tool-out-file=redis.out redis-server --port 0 \
      --maxclients 100 --unixsocket "$work/redis" --save '' >server.out 2>&1 &
   pid=$!
   tenths=0
   until redis ping >/dev/null 2>&1 || [ $tenths -ge 600 ]; do
      sleep 0.1
      tenths=$((tenths + 1))
   done
   timeout $((${TOP_SECONDS%.*} + 120)) redis-benchmark -s "$work/redis" -l -q -n 1000 -c 8 \
      -r 1000 -t set,get,lpush,lpop >bench.out 2>&1 &
   load=$!
   add_up >sums &
   adder=$!
   user drive "$TOP_SECONDS" "$pid" "$top" --interval=0.5 "$pid" >results
   : >over
   wait "$adder"
   kill "$load"
   wait "$load" 2>/dev/null
   while read -r result name; do
      case $result in
      pass) ok "redis-server under $tool: $name" ;;
      note) echo "# $name" ;;
      *) not_ok "redis-server under $tool: $name" ;;
      esac
   done <results
   check "redis-server under $tool: the session came to its end" grep -q "as before" results
   equal "redis-server under $tool: it has added up $(cut -d' ' -f1 sums)" \
      "$(cut -d' ' -f1 sums)" "$(cut -d' ' -f2 sums)"
   kill "$pid"
   wait "$pid"
   equal "redis-server under $tool: it ends well" 0 $?
   check "redis-server under $tool: it complains of nothing" sh -c \
      "! grep -iE 'error|fatal|crash' server.out"
done
plan
