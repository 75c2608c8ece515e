# tests/tool/heap_lib.sh -- what the tests of heapprof share; to be read after
# tests/lib.sh.  SPDX-License-Identifier: GPL-2.0-or-later
#
# HEAP_TOOL=dhat tries the tests themselves: stock DHAT passes what it can do.

: "${PYTHON:=python3}"
heap_tool=${HEAP_TOOL:-heapprof}
heap_err=$heap_tool.err

profile()
{
   "$PYTHON" -B "$srcdir/tests/heap_profile.py" "$@"
}

# run_heap OPTIONS COMMAND...: leaves heap.out, client.out and $heap_err.
run_heap()
{
   heap_options=$1
   shift
   rm -f heap.out heap.out.*
   run_tool "$heap_tool" heap.out "$heap_options" "$@"
}

# valid NAME [FILE]: the profile holds what docs/FORMAT-heapprof.md promises.
valid()
{
   check "$1: the profile is as promised" profile validate "${2:-heap.out}"
}

# cases NAME [FILE]: for each "case_" line of client.out, the profile has the
# same; "any" stands for every number.  At least one line is there.
cases()
{
   grep '^case_' client.out | sort >cases.expected
   profile sites "${2:-heap.out}" 'case_.*' >cases.all
   awk 'FILENAME == "cases.expected" { expected[$1] = $0; next }
        $1 in expected { n = split(expected[$1], of)
                         for (i = 2; i <= n; i++)
                            if (of[i] == "any") $i = "any"
                         print }' \
      cases.expected cases.all >cases.found
   if [ -s cases.expected ] && cmp -s cases.expected cases.found; then
      ok "$1"
   else
      not_ok "$1" "< expected  > found: name tb tbk eb ebk re fail" \
         "$(diff cases.expected cases.found)" "$(tail -n 5 "$heap_err")"
   fi
}

# case_is NAME FUNCTION NUMBERS [FILE]: tb tbk eb ebk re fail of the function.
case_is()
{
   equal "$1" "$2 $3" "$(profile sites "${4:-heap.out}" "$2")"
}

# no_case NAME FUNCTION [FILE]: no site has the function in its path.
no_case()
{
   equal "$1" "" "$(profile sites "${3:-heap.out}" "$2" 2>&1)"
}

# totals NAME [FILE]: for each "name value" line of client.out, the profile's
# total is the same.
totals()
{
   while read -r total value; do
      found=$(profile totals "${2:-heap.out}" "$total" 2>&1)
      [ "$found" = "$value" ] || echo "$total: expected $value, found $found"
   done <client.out >totals.differ
   if [ -s client.out ] && [ ! -s totals.differ ]; then
      ok "$1"
   else
      not_ok "$1" "$(cat totals.differ)" "$(tail -n 5 "$heap_err")"
   fi
}

# said NAME NUMBER PATTERN: so many lines of the tool's match, without regard to
# case.
said()
{
   said_lines=$(grep -ciE "$3" "$heap_err")
   if [ "$said_lines" -eq "$2" ]; then
      ok "$1"
   else
      not_ok "$1" "expected $2 lines with '$3', found $said_lines:" \
         "$(cat "$heap_err")"
   fi
}
