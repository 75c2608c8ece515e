#!/bin/sh
# screens.sh -- programs as people write them, with one fault each, and cured twins: what
# the first screen says of the fault (24 lines of 80 columns, by default options): its own
# line, its kind, a cure that applies, and a gain that is about what the twin saves; and
# says nothing of the sort about the twin.
#
# A source is compiled twice, the twin with FIXED; programs.py has what must be said, and
# the lists of what is not said yet.  A commit tries a few, LONG=1 all, with the figures.
# PROGRAMS="lexer.rs stock.cc" chooses some, SCREENS=DIR keeps the screens.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
run_annotate=${CS_ANNOTATE:?} heap_annotate=${HP_ANNOTATE:?}
source=$srcdir/tests/screens

# The defaults of quern run and quern heap; but computers differ, so the machine is fixed.
run_defaults="--machine=zen4 --call-graph=yes --objects=yes"
heap_defaults="--accesses=yes --owners=auto"

# compile SOURCE PROGRAM [twin]
compile()
{
   case $1 in
   *.c) gcc -O2 -g ${3:+-DFIXED} -o "$2" "$source/$1" -lm ;;
   *.cc) g++ -O2 -g -std=c++17 -pthread ${3:+-DFIXED} -o "$2" "$source/$1" ;;
   *.rs) rustc -O -g ${3:+--cfg fixed} -o "$2" "$source/$1" ;;
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

# report SOURCE TOOL NAME [twin]: compiles the program and profiles it; makes NAME.screen,
# NAME.json and NAME.printed.  The program has the same name in both.
report()
{
   compile "$1" "${1%.*}" ${4:+"$4"}
   if [ "$2" = run ]; then
      run_tool cachesim "$3.out" "$run_defaults" "./${1%.*}" || cat cachesim.err >&2
      annotate=$run_annotate
   else
      run_tool heapprof "$3.out" "$heap_defaults" "./${1%.*}" || cat heapprof.err >&2
      annotate=$heap_annotate
   fi
   mv client.out "$3.printed"
   LC_ALL=C.UTF-8 "$annotate" --width=80 "$3.out" >"$3.screen"
   "$annotate" --json "$3.out" >"$3.json"
   if [ -n "${SCREENS:-}" ]; then
      mkdir -p "$SCREENS"
      head -n 24 "$3.screen" >"$SCREENS/${1%.*}.$3"
   fi
}

# screens MODE...: what is wrong, by screens.py; nothing, if all is right.
screens()
{
   "$PYTHON" -B "$source/screens.py" "$@" 2>&1
}

equal "text is read as it is meant" "" "$(screens selftest)"
touch rows
screens list "$(is_long || [ -n "${PROGRAMS:-}" ] && echo all || echo quick)" >list
while read -r file tool; do
   case " ${PROGRAMS:-$file} " in
   *" $file "*) ;;
   *) continue ;;
   esac
   if lacks_compiler "$file"; then
      skip "$file" "no compiler"
      continue
   fi
   report "$file" "$tool" fault
   report "$file" "$tool" twin twin
   equal "$file: the twin prints the same" "$(cat fault.printed)" "$(cat twin.printed)"
   equal "$file: the first screen" "" "$(screens judge "$file" rows)"
done <list

screens table rows | sed 's/^/# /'
if is_long; then
   screens lists rows | sed 's/^/# /'
fi
plan
