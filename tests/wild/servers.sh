#!/bin/sh
# servers.sh -- servers of Debian under both tools, with load, children that are killed,
# vgdb, and every way to end: the answers are as without a tool, and all profiles are
# whole and add up.  SPDX-License-Identifier: GPL-2.0-or-later
#
# make check has a short form.  make wild has more load, all ends, and measures the tools
# beside Valgrind's own.  SERVERS="redis nginx" chooses.  Nothing is left, even if this
# test is killed: servers.py guards its directory.

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/wild/serve.sh"

: "${PYTHON:=python3}"
LC_ALL=C
export LC_ALL
helper()
{
   "$PYTHON" -B "$srcdir/tests/wild/servers.py" "$@"
}

# The guard's standard input ends with this shell, however it ends.
mkfifo life
setsid "$PYTHON" -B "$srcdir/tests/wild/servers.py" guard "$work" \
   <life >/dev/null 2>&1 &
exec 9>life
ulimit -c 0

if [ "${WILD:-short}" = short ]; then
   is_short=1 quits="QUIT"
   load_redis=20 load_memcached=20 load_nginx=40 load_postgres=5
   load_mariadb=20
else
   is_short=0 quits="QUIT KILL"
   load_redis=2000 load_memcached=2000 load_nginx=2000 load_postgres=100
   load_mariadb=1000
fi

# Some servers run as other users.
share_tools
htdocs=$work/htdocs
mkdir htdocs
echo "<h1>It works</h1>" >htdocs/index.html
seq 1 5000 >htdocs/big.txt

# program NAME: where it is; some are in no PATH.
program()
{
   command -v "$1" || ls /usr/sbin/"$1" /usr/lib/postgresql/*/bin/"$1" 2>/dev/null | tail -n 1
}

# Postgres does not run as root.
user=$(id -un) as_user=
if [ "$(id -u)" -eq 0 ]; then
   user=nobody as_user="setpriv --reuid=nobody --regid=nogroup --clear-groups"
fi

# ---- One run ------------------------------------------------------------------

# tool_words TOOL: how the server's command begins.
tool_words()
{
   [ "$1" != bare ] || return
   printf '%s\n' "$valgrind" --tool="$1" --trace-children=yes --vgdb-poll=200 \
      --vgdb-prefix="$run_dir/vgdb" --log-file="$place/logs/%p"
   case $1 in
   none) ;;
   cachegrind) printf '%s\n' --cache-sim=yes --cachegrind-out-file="$place/profiles/%p" ;;
   *) printf '%s\n' "--$1-out-file=$place/profiles/%p" ;;
   esac
}

# start NAME TOOL: starts the server; $server is its process.
start()
{
   server_name=$1 server_tool=$2
   place=$work/place run_dir=$work/run
   rm -rf "$place" "$run_dir"
   mkdir "$place" "$place/logs" "$place/profiles" "$place/tmp" "$run_dir"
   chmod 777 "$run_dir" "$place/tmp"
   "$1_set" || return
   { tool_words "$2"; "$1_command"; } >words
   set -- "$PYTHON" -B "$srcdir/tests/wild/servers.py" run \
      "$place/pid" "$place/status" env -i PATH=/usr/sbin:/usr/bin:/bin \
      HOME=/nonexistent LC_ALL=C TMPDIR="$place/tmp"
   # shellcheck disable=SC2086
   [ "$server_name" != postgres ] || set -- "$@" $as_user
   while read -r word; do
      set -- "$@" "$word"
   done <words
   (cd "$place" && exec "$@" >server.out 2>&1 </dev/null 9>&-) &
   runner=$!
   until_true test -s "$place/pid"
   server=$(cat "$place/pid")
   until_true ends_or_answers && [ ! -e "$place/status" ]
}

ends_or_answers()
{
   [ -e "$place/status" ] || "${server_name}_answers"
}

# stop SIGNAL: ends the server; its status is in $place/status.
stop()
{
   if [ "$1" = KILL ]; then
      helper kill "$place"
   else
      kill -"$1" "$server"
   fi
   wait $runner 2>/dev/null
   until_true gone
}

# gone: no process of the server is left.  Some are a moment behind it.
gone()
{
   helper gone "$place"
}

# ask COMMAND...: the server's answer to vgdb.
ask()
{
   $clean timeout 60 vgdb --vgdb-prefix="$run_dir/vgdb" --pid="$server" "$@" \
      2>&1 </dev/null
}

# Not by all users.
can_ask()
{
   [ "$(id -u)" -eq 0 ] || [ "$(cat /proc/sys/kernel/yama/ptrace_scope 2>/dev/null)" = 0 ]
}

# talk_meanwhile: vgdb's dump and status, during the load.
talk_meanwhile()
{
   ask status >status.vgdb
   ask dump "$run_dir/dump" >dump.vgdb
}

# answered: whether vgdb has its answers; asks the server, so that it is not idle.
answered()
{
   "${server_name}_answers" >/dev/null
   [ -z "$asker" ] || ! kill -0 "$asker"
}

# exercise: prints all answers of a run: with load, vgdb and a killed child.
exercise()
{
   eval "load=\$load_$server_name"
   asker=
   "${server_name}_answers" 2>&1
   if [ "$server_tool" != bare ] && can_ask; then
      talk_meanwhile 9>&- &
      asker=$!
   fi
   "${server_name}_load" "$load" >load.out 2>load.err || cat load.err
   grep -avE 'per second' load.out
   until_true answered
   "${server_name}_answers" 2>&1
   victim=
   if command -v "${server_name}_victim" >/dev/null; then
      "${server_name}_victim"
      kill -KILL "${victim:-no victim}"
      "${server_name}_recover" 2>&1
      "${server_name}_answers" 2>&1
   fi
}

# ---- What must hold -------------------------------------------------------------

command_of()
{
   case $1 in
   cachesim) echo "cs_$2" ;;
   heapprof) echo "hp_$2" ;;
   esac
}

# profiles_hold NAME TOOL KILLED...: each process has its profile, and they add up.
profiles_hold()
{
   hold_name=$1 hold_tool=$2
   shift 2
   eval "maps=\${${server_name}_maps:-}"
   rm -f merged
   "$builddir/$(command_of "$hold_tool" merge)" -o merged "$place"/profiles/[0-9]* \
      >merge.out 2>&1
   {
      helper whole "$hold_tool" "$place" merged "$@"
      for profile in "$place"/profiles/[0-9]* merged; do
         "$builddir/$(command_of "$hold_tool" annotate)" "$profile" >/dev/null 2>annotate.err ||
            head -n 2 annotate.err
      done
      find "$place/tmp" -type f -o -name '.quern*'
      grep -hE 'impossible|ssertion|cannot write|were mapped at one time' "$place"/logs/* |
         grep -v -- "${maps:-nothing}"
   } >problems
   if [ -s problems ]; then
      not_ok "$hold_name: every process has its profile, and they add up" \
         "$(head -n 12 problems)" "$(head -n 3 merge.out)"
   else
      ok "$hold_name: $(find "$place/logs" -type f | wc -l) processes, their profiles add up"
   fi
}

# same NAME FILE FILE
same()
{
   if cmp -s "$2" "$3"; then
      ok "$1"
   else
      not_ok "$1" "$(diff -a "$2" "$3" | head -n 12)" "$(tail -n 3 "$place/server.out")"
   fi
}

# one_run SERVER TOOL SIGNAL: SIGTERM after the whole exercise; others after the answers.
one_run()
{
   run_name="$1: $2: SIG$3" victim=
   if ! start "$1" "$2"; then
      not_ok "$run_name: the server starts" "$(tail -n 5 "$place/server.out")" \
         "$(cat "$place/status" "$place/error.log" 2>/dev/null)"
      helper kill "$place"
      return
   fi
   if [ "$3" = TERM ]; then
      exercise >"answers.$2" 9>&-
   else
      "$1_answers" >"answers.$2" 2>&1
   fi
   stop "$3"
   sed -n 1p "$place/status" >"status.$2"
   [ "$2" != bare ] || return
   same "$run_name: the answers are as without a tool" answers.bare "answers.$2"
   same "$run_name: the status is as without a tool" status.bare "status.$2"
   if [ "$3" = TERM ] && can_ask; then
      check "$run_name: vgdb during the load: status" grep -q . status.vgdb
      check "$run_name: vgdb during the load: dump" \
         "$builddir/$(command_of "$2" annotate)" "$run_dir/dump"
   fi
   [ "$3" != KILL ] || victim=all
   # shellcheck disable=SC2086
   profiles_hold "$run_name" "$2" $victim
}

# missing_of SERVER: the packages of what it needs and is not installed.
missing_of()
{
   eval "set -- \$$1_needs"
   for need; do
      [ -n "$(program "${need%:*}")" ] || echo "${need#*:}"
   done | sort -u | xargs
}

# measure SERVER: CPU time and memory of the load, under each tool.
measure()
{
   for tool in none cachesim heapprof cachegrind massif dhat; do
      start "$1" "$tool" || continue
      eval "load=\$load_$1"
      "$1_load" "$load" >load.out 2>&1 9>&-
      stop TERM
      { echo "$1 $tool"; sed 1d "$place/status"; } | xargs >>figures
   done
}

# print_figures: a row for each server and tool, beside none.
print_figures()
{
   echo "# | server | tool | CPU s | x none | MB |"
   awk '$2 == "none" { none = $3 }
        { printf "# | %s | %s | %.1f | %.2f | %.0f |\n", $1, $2, $3, $3 / none,
                 $4 / 1024 }' figures
}

for name in ${SERVERS:-redis memcached nginx postgres mariadb}; do
   missing=$(missing_of "$name")
   if [ -n "$missing" ]; then
      skip "$name" "not installed: Debian packages $missing"
      continue
   fi
   for signal in TERM $quits; do
      for tool in bare cachesim heapprof; do
         one_run "$name" "$tool" "$signal"
      done
   done
   [ $is_short -eq 1 ] || measure "$name"
done
[ ! -s figures ] || print_figures
plan
