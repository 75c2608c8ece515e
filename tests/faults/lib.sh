# tests/faults/lib.sh -- shared by the tests of the numbered faults: profiles of
# each tool are complete, and commands refuse bad input.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The number of a test is its row in the table of docs/RELIABILITY.md.

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

tools="cachesim heapprof"

# annotate_of TOOL: the command that reports on the tool's profiles.
annotate_of()
{
   case $1 in
   cachesim) echo "$CS_ANNOTATE" ;;
   heapprof) echo "$HP_ANNOTATE" ;;
   esac
}

# readable NAME TOOL FILE: the tool's command reads the whole profile.
readable()
{
   check "$1: $2: the profile is readable" "$(annotate_of "$2")" "$3"
}

# complains NAME STATUS PATTERN COMMAND...: the command exits with the status, and
# standard error is exactly one line, which matches.
complains()
{
   complains_name=$1 complains_status=$2 complains_pattern=$3
   shift 3
   "$@" >complains.out 2>complains.err </dev/null
   complains_found=$?
   if [ $complains_found -eq "$complains_status" ] &&
      [ "$(wc -l <complains.err)" -eq 1 ] &&
      grep -qE -e "$complains_pattern" complains.err; then
      ok "$complains_name"
   else
      not_ok "$complains_name" "$*" \
         "expected status $complains_status and: $complains_pattern" \
         "found status $complains_found and:" "$(head -n 5 complains.err)"
   fi
}

# state_of TOOL FILE: the state of the run by the profile: "exited 0",
# "killed 11", "replaced /bin/true", "dumped", "partial 30120".
state_of()
{
   case $1 in
   cachesim) sed -n 's/^#: state //p' "$2" ;;
   heapprof)
      "$PYTHON" -S -c '
import json, sys
own = json.load(open(sys.argv[1], encoding="utf-8"))["heapprof"]
state = own["state"]
print(state["how"], *([own["exit_code"]] if state["how"] == "exited" else
                      [v for k, v in state.items() if k != "how"]))' "$2" ;;
   esac
}

# predecessor_of TOOL FILE: the profile of the process before exec, or nothing.
predecessor_of()
{
   case $1 in
   cachesim) sed -n 's/^#: predecessor //p' "$2" ;;
   heapprof)
      "$PYTHON" -S -c '
import json, sys
own = json.load(open(sys.argv[1], encoding="utf-8"))["heapprof"]
print(own.get("predecessor", ""))' "$2" ;;
   esac
}

# functions_of TOOL FILE: the functions with counts in the profile, one per line.
functions_of()
{
   case $1 in
   cachesim) sed -n 's/^fn=//p' "$2" ;;
   heapprof) profile sites "$2" '.*' | sed 's/ .*//' ;;
   esac
}

# has NAME TOOL FILE FUNCTION...: the profile has counts of each function.
has()
{
   has_name=$1 has_tool=$2 has_file=$3
   shift 3
   functions_of "$has_tool" "$has_file" >has.found
   for has_function; do
      grep -qx "$has_function" has.found && continue
      not_ok "$has_name" "no $has_function in $has_file"
      return
   done
   ok "$has_name"
}

# has_no NAME TOOL FILE FUNCTION...: the profile has counts of none of them.
has_no()
{
   has_name=$1 has_tool=$2 has_file=$3
   shift 3
   functions_of "$has_tool" "$has_file" >has.found
   for has_function; do
      grep -qx "$has_function" has.found || continue
      not_ok "$has_name" "$has_function is in $has_file"
      return
   done
   [ -s has.found ] && ok "$has_name" || not_ok "$has_name" "$has_file is empty"
}

# wait_for FILE [COMMAND...]: waits until the file exists and the command succeeds,
# at most a minute.
wait_for()
{
   wait_for_file=$1
   shift
   wait_for_left=600
   while [ $wait_for_left -gt 0 ]; do
      [ -e "$wait_for_file" ] && { [ $# -eq 0 ] || "$@"; } && return
      wait_for_left=$((wait_for_left - 1))
      sleep 0.1
   done
   return 1
}

# start TOOL OUTFILE OPTIONS COMMAND...: runs the command in the background;
# $started is its process.
start()
{
   start_tool=$1 start_outfile=$2 start_options=$3
   shift 3
   # shellcheck disable=SC2086
   $clean "$valgrind" --tool="$start_tool" \
      --"$start_tool"-out-file="$start_outfile" $start_options "$@" \
      >client.out 2>"$start_tool.err" </dev/null &
   started=$!
}

# stop SIGNAL: sends the signal to $started, and waits for its end.
stop()
{
   kill -"$1" "$started"
   wait "$started" 2>/dev/null
}

# no_temporary NAME DIRECTORY: the writer left no temporary file there.
no_temporary()
{
   check "$1: no temporary file is left" test -z \
      "$(find "$2" -maxdepth 1 -name '.quern*')"
}

# same_result NAME COMMAND...: under each tool, status and standard output are the
# same as without a tool.
same_result()
{
   result_name=$1
   shift
   $clean "$@" >native.out 2>native.err </dev/null
   result_status=$?
   for result_tool in $tools; do
      run_tool "$result_tool" "$result_tool.out" "" "$@"
      equal "$result_name: $result_tool: the status is the same as without" \
         $result_status $?
      check "$result_name: $result_tool: the output is the same as without" \
         cmp native.out client.out
   done
}
