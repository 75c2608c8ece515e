#!/bin/sh
# idioms.sh -- programs that have idioms line by line, and cured twins: cs_annotate names
# nearly all of them, at their lines, and none at those of the twin.
#
# In a source, comments "IDIOM: NAME" mark the lines; the twin is compiled with CURED.
# Compilers inline differently: one of ten may be missed.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
annotate=${CS_ANNOTATE:?}
source=$srcdir/tests/idioms

# compile SOURCE PROGRAM [MACRO]
compile()
{
   case $1 in
   *.c) gcc -g -O2 -w ${3:+-D$3} -o "$2" "$source/$1" ;;
   *.cc) g++ -g -O2 -w -std=c++17 -pthread ${3:+-D$3} -o "$2" "$source/$1" ;;
   *.rs) rustc -g -C opt-level=2 -A warnings ${3:+--cfg cured} -o "$2" "$source/$1" ;;
   esac >compile.log 2>&1 || { cat compile.log >&2; exit 99; }
}

# report SOURCE NAME [MACRO]: compiles and runs NAME; makes NAME.json.
report()
{
   compile "$1" "$2" ${3:+"$3"}
   seq 1 4000 | $clean "$valgrind" -q --tool=cachesim --machine=zen4 --call-graph=yes \
      --cachesim-out-file="$2.out" "./$2" >"$2.printed" 2>"$2.errors" ||
      cat "$2.errors" >&2
   "$annotate" --json --criteria=share=0.05 "$2.out" >"$2.json"
}

for file in strings.c library.cc rust.rs; do
   case $file in
   *.c) compiler=gcc ;;
   *.cc) compiler=g++ ;;
   *.rs) compiler=rustc ;;
   esac
   if is_missing "$compiler"; then
      skip "$file" "no compiler"
      continue
   fi
   report "$file" faulty
   report "$file" twin CURED
   "$PYTHON" -B "$source/idioms.py" "$source/$file" faulty.json twin.json >judged 2>&1
   sed 's/^/# /' judged
   n=$(sed -n 's/^\([0-9]*\) of \([0-9]*\) found.*/\1 \2/p' judged)
   check "$file: nine of ten idioms are found" test \
      "$((${n% *} * 10))" -ge "$((${n#* } * 9))"
   equal "$file: the twin has none" "" "$(grep 'the twin has' judged)"
done

# ---- A user's rows
if ! is_missing gcc; then
   compile strings.c program
   $clean "$valgrind" -q --tool=cachesim --machine=zen4 --call-graph=yes \
      --cachesim-out-file=count.out ./program >/dev/null
   printf '[names-sorted]\nruns: qsort\ndoes: sorts names\ncure: a trie\ntakes: 0.5\n' \
      >mine.txt
   "$annotate" --idioms=mine.txt --fail-on=names-sorted count.out >printed 2>errors
   equal "a user's idiom fails" "3 1 finding that --fail-on names" \
      "$? $(sed 's/.*: //' errors)"
   check "and is printed" grep -q "qsort_repeated (strings.c:[0-9]*): sorts names" printed
   "$annotate" --fail-on=sort-repeated count.out >/dev/null 2>&1
   equal "a built-in idiom fails" 3 $?
   "$annotate" --fail-on=endl-flushed count.out >/dev/null 2>&1
   equal "one that is not there does not" 0 $?
   "$annotate" --fail-on=names-sorted count.out >/dev/null 2>errors
   equal "one that is in no table is a mistake" 2 $?
   echo 'takes: much' >>mine.txt
   "$annotate" --idioms=mine.txt count.out 2>&1 >/dev/null | sed 's/.*mine/mine/' >errors
   equal "what is wrong in a file is said" \
      'mine.txt:6: "much": expected a part from 0 to 1, or words such as "all but the first"' \
      "$(cat errors)"
fi

plan
