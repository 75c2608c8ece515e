#!/bin/sh
# fits.sh -- the default reports on a large C++ program: at most 200 lines, none wider
# than the terminal.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

unset COLUMNS NO_COLOR PAGER QUERN_PAGER
LC_ALL=C.UTF-8
export LC_ALL

if ! ${CXX:-g++} -g -O1 -o templates "$srcdir/tests/programs/templates.cpp" \
   2>compile.err; then
   skip "a large C++ program" "no C++ compiler"
   plan
   exit 0
fi
run_tool cachesim old.out "" ./templates
run_tool cachesim new.out "--D1=4096,2,64" ./templates

# fits NAME WIDTH FILE: lines and columns; without colours.
fits()
{
   sed 's/\x1b\[[0-9;]*m//g' "$3" | awk -v width="$2" '
      length > width && width > 0 { print "wide: " $0; bad = 1 }
      END { if (NR > 200 || NR < 60) { print NR " lines"; bad = 1 }
            exit bad }' >problems
   equal "$1" "" "$(cat problems)"
}

# reports NAME COMMAND...: the report in a pipe, at some widths, and on a terminal.
reports()
{
   name=$1 command=$builddir/$2
   shift 2
   "$command" "$@" >report
   fits "$name" 120 report
   check "$name: no long name" awk '/>::find/ && /std::(less|allocator|__cxx11)/ { exit 1 }' report
   for width in 40 80 100 120; do
      "$command" --width=$width "$@" >report
      fits "$name, $width columns" $width report
   done
   if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
      script -qec "stty cols 90; QUERN_PAGER= $command $*" /dev/null </dev/null |
         tr -d '\r' >report
      fits "$name on a terminal" 90 report
      script -qec "stty cols 90; QUERN_PAGER='cat -' $command $*" /dev/null \
         </dev/null | tr -d '\r' >report
      fits "$name in a pager" 90 report
   else
      skip "$name on a terminal" "no script(1)"
   fi
}

reports "cs_annotate" cs_annotate old.out
reports "cs_diff" cs_diff --allow-different --sort=D1mr --limits-fn=@all=0 old.out new.out
"$builddir/cs_annotate" --width=0 --by=line old.out >report
check "the loop is among the hottest lines" grep -q \
   'table<std::map<\.\.\.>, std::pair<\.\.\.>, [0-9]*>::find(.*and 299 more' report
"$builddir/cs_annotate" old.out >report
check "it is shown with its source" grep -q 'if (keys\[i\] % (N % 7 + 2) == 0)' report
check "no empty source" awk '/Annotated source/ { at = NR }
   /Source files not/ { exit NR < at + 8 }' report
"$builddir/cs_annotate" --width=0 --by=function --threshold=0 --full-names old.out >report
check "full names" grep -q 'table<std::map<std::.*300>::find(' report
"$builddir/cs_annotate" --csv old.out >short.csv
"$builddir/cs_annotate" --csv --full-names old.out >full.csv
equal "CSV has 300 functions by full names" 300 \
   "$(grep -o 'std::allocator<.*[0-9]*>::find(' short.csv | sort -u | wc -l)"
check "whatever names reports have" cmp short.csv full.csv
plan
