# tests/faults/lib.sh -- what the tests of FAULTS share: each tool of the suite, its
# profiles whole, its commands refusing.  SPDX-License-Identifier: GPL-2.0-or-later
#
# docs/RELIABILITY.md has the table of faults; the number of a test is its row.

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

# readable NAME TOOL FILE: its command reads the profile to the end.
readable()
{
   check "$1: $2: the profile is readable" "$(annotate_of "$2")" "$3"
}

# complains NAME STATUS PATTERN COMMAND...: the command ends with that status, and
# its standard error is exactly one line that matches.
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

# state_of TOOL FILE: how the run stood, as the profile says: "exited 0",
# "killed 11", "replaced /bin/true", "dumped", "partial 30120".
state_of()
{
   case $1 in
   cachesim) sed -n 's/^#: state //p' "$2" ;;
   heapprof)
      "$PYTHON" -c '
import json, sys
own = json.load(open(sys.argv[1], encoding="utf-8"))["heapprof"]
state = own["state"]
print(state["how"], *([own["exit_code"]] if state["how"] == "exited" else
                      [v for k, v in state.items() if k != "how"]))' "$2" ;;
   esac
}
