# tests/tool/heap_lib.sh -- shared by the tests of heapprof; source it after
# tests/lib.sh.  SPDX-License-Identifier: GPL-2.0-or-later
#
# HEAP_TOOL=dhat tests the tests: stock DHAT passes those within its abilities.

: "${PYTHON:=python3}"
heap_tool=${HEAP_TOOL:-heapprof}
heap_err=$heap_tool.err

# -S: Python starts in half the time without what is installed for it.  And it compiles
# scripts at each start, so it is given compiled ones.
profile()
{
   [ -e "$work/heap_profile.pyc" ] || "$PYTHON" -B -S -c 'import py_compile, sys
for name in ("heap_rules", "heap_looks", "heap_profile"):
    py_compile.compile(f"{sys.argv[1]}/{name}.py", f"{sys.argv[2]}/{name}.pyc", doraise=True)' \
      "$srcdir/tests" "$work"
   "$PYTHON" -B -S "$work/heap_profile.pyc" "$@"
}

# run_heap OPTIONS COMMAND...: leaves heap.out, client.out and $heap_err.
run_heap()
{
   heap_options=$1
   shift
   rm -f heap.out heap.out.*
   run_tool "$heap_tool" heap.out "$heap_options" "$@"
}

# valid NAME [FILE]: the profile follows docs/FORMAT-heapprof.md.
valid()
{
   check "$1: the profile is valid" profile validate "${2:-heap.out}"
}

# cases NAME [FILE]: the profile agrees with each "case_" line of client.out, of which
# there is at least one; "any" matches every number.
cases()
{
   grep '^case_' client.out | LC_ALL=C sort >cases.expected
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

# case_is NAME FUNCTION NUMBERS [FILE]: tb tbk eb ebk re fail are the function's numbers.
case_is()
{
   equal "$1" "$2 $3" "$(profile sites "${4:-heap.out}" "$2")"
}

# no_case NAME FUNCTION [FILE]: no site has the function in its path.
no_case()
{
   equal "$1" "" "$(profile sites "${3:-heap.out}" "$2" 2>&1)"
}

# totals NAME [FILE]: the profile's totals agree with each "name value" line of
# client.out.
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

# said NAME NUMBER PATTERN: that many lines of the tool's output match, in any case.
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
