#!/bin/sh
# findings.sh -- programs with a planted fault, and cured twins: cachesim's findings name
# the fault's kind and line, do not do so for the twin, and say how much the twin saves.
#
# A source is compiled twice, the twin with CURED.  In it the lines that a finding may
# name have comments "FAULT: KIND or KIND"; the first kind is what the twin must not have.
# A commit tries a sample, LONG=1 all pairs, with a table of what was predicted.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
annotate=${CS_ANNOTATE:?}
source=$srcdir/tests/findings

# compile SOURCE PROGRAM [MACRO]: with this macro, if there is one.
compile()
{
   case $1 in
   *.c) gcc -g -O2 ${3:+-D$3} -o "$2" "$source/$1" ;;
   *.cc) g++ -g -O2 -pthread ${3:+-D$3} -o "$2" "$source/$1" ;;
   *.rs) rustc -g -C opt-level=2 ${3:+--cfg cured} -o "$2" "$source/$1" ;;
   esac >compile.log 2>&1 || { cat compile.log >&2; exit 99; }
}

# lacks_compiler SOURCE: whether the compiler of this language is missing.
lacks_compiler()
{
   case $1 in
   *.c) is_missing gcc ;;
   *.cc) is_missing g++ ;;
   *.rs) is_missing rustc ;;
   esac
}

# report SOURCE NAME [MACRO]: compiles and runs NAME; makes NAME.json and NAME.printed.
report()
{
   report_options="--machine=zen4 --objects=yes --call-graph=yes"
   grep -q 'FAULT: false-sharing' "$source/$1" &&
      report_options="$report_options --sharing=yes"
   compile "$1" "$2" ${3:+"$3"}
   run_tool cachesim "$2.out" "$report_options" "./$2" || cat cachesim.err >&2
   mv client.out "$2.printed"
   "$annotate" --json "$2.out" >"$2.json"
}

# findings MODE...: what is wrong, by findings.py; nothing, if all is right.
findings()
{
   "$PYTHON" -B "$source/findings.py" "$@" 2>&1
}

touch rows
for path in "$source"/*_*.c "$source"/*_*.cc "$source"/*_*.rs; do
   file=${path##*/}
   if lacks_compiler "$file"; then
      skip "$file" "no compiler"
      continue
   fi
   sampled 7 || continue
   report "$file" faulty
   report "$file" twin CURED
   equal "$file: the twin prints the same" "$(cat faulty.printed)" "$(cat twin.printed)"
   equal "$file: and saves cycles" "" "$(findings saving "$path" faulty.json twin.json)"
   equal "$file: findings" "" "$(findings pair "$path" faulty.json twin.json rows)"
done

# ---- Five faults in one program: ranked as their cures rank; of LONG=1, as it takes as long
# as all of a sample
cures="STRIDE CHASE ERASE BRANCH CHAIN"
if lacks_compiler five.cc; then
   skip "five.cc" "no compiler"
elif is_long; then
   report five.cc five
   twins=
   for cure in $cures; do
      report five.cc "$cure" "CURED_$cure"
      twins="$twins $cure.json"
   done
   # shellcheck disable=SC2086
   equal "five.cc: the order" "" "$(findings order "$source/five.cc" five.json $twins)"
fi

findings table rows | sed 's/^/# /'
equal "predicted gains are those of the twins, by the median" "" \
   "$(findings median rows "$(is_long && echo all || echo sample)")"

plan
