#!/bin/sh
# 33-names.sh -- everything that has a name, with `:`, `#`, `=`, newlines, blanks,
# quotes, backslashes and bytes that are not UTF-8; and huge arguments: escaped, and
# byte for byte the same after every command.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

: "${CC:=gcc}"
names()
{
   "$PYTHON" -B "$srcdir/tests/faults/names.py" "$@"
}

# The names of names.py.  The dots protect trailing newlines from command
# substitution.
directory=$(printf 'di r:#=\n"\\x41\047\377')
source=$(printf 'we:ird #=\nna me\\x"\377.c')
library=$(printf 'lib:#=\n\\x"\377.so')
program=$(printf 'pro:g #=\nram\\x\376')
outfile=$(printf 'out:#=\n"\\x \375')
odd_argument=$(printf 'a\nb=:#\\x41 \377"\047')
escape=$(printf '\033[31m')

mkdir "$directory" && cd "$directory" || exit 99
mark=$(names mark)
cat >"$source" <<C
#include <stdlib.h>
void *kept;
__attribute__((noinline)) static void *$mark(int n)
{
   void *block = malloc(n);
   __asm__ volatile("" ::: "memory");
   return block;
}
void run(void)
{
   for (int i = 0; i < 100; i++)
      kept = $mark(100);
}
C
echo 'void run(void); int main(void) { run(); return 0; }' >main.c
$CC -g -O1 -shared -fPIC -Wl,-soname,"$library" -o "$library" "$source" &&
   $CC -g -O1 -o "$program" main.c "./$library" -Wl,-rpath,'$ORIGIN' || exit 99
names patch "$library"
check "the program runs" "./$program"

for tool in $tools; do
   out=$outfile.$tool
   # An option cannot be split at blanks here.
   $clean "$valgrind" --tool=$tool --$tool-out-file="$out" "./$program" \
      "$odd_argument" "two words" "" "$escape" '\' >client.out 2>$tool.err </dev/null
   equal "$tool: the run" 0 $?
   check "$tool: the outfile has the given name" test -f "$out"
   readable "odd names" $tool "$out"
   check "$tool: the command is in the profile, byte for byte" names argv "$out"
   check "$tool: functions and files are in the profile, byte for byte" names frames "$out"
   check "$tool: no name breaks a line of the log" sh -c \
      '! grep -v "^==" "$1" && ! LC_ALL=C grep -q "[[:cntrl:]]" "$1"' - $tool.err
   # The log's last line is the next command: a shell must be able to run it.
   sed -n 's/^==[0-9]*== [A-Z][a-z ]*: \([ch]\)[sp]_annotate /\1 /p' $tool.err >next
   case $(cut -c1 next) in
   c) command=$CS_ANNOTATE ;;
   *) command=$HP_ANNOTATE ;;
   esac
   if command -v bash >/dev/null; then
      check "$tool: the suggested command works" \
         bash -c "'$command' $(cut -c3- next)"
   else
      skip "$tool: the suggested command works" "no bash"
   fi
done
cs=$outfile.cachesim hp=$outfile.heapprof

# ---- Through every command
"$CS_MERGE" -o "$cs.merged" "$cs"
check "cs_merge: names" names frames "$cs.merged"
check "cs_merge: the command" names argv "$cs.merged"
"$HP_MERGE" -o "$hp.merged" "$hp"
check "hp_merge: names" names frames "$hp.merged"
check "hp_merge: the command" names argv "$hp.merged"
valid "odd names" "$hp"
"$HP_ANNOTATE" --json "$hp" >report.json
check "hp_annotate --json: names" names frames report.json
"$HP_EXPORT" --format=folded -o stacks.folded "$hp"
check "hp_export --format=folded: names" names frames stacks.folded
for format in massif dhat csv; do
   check "hp_export --format=$format" "$HP_EXPORT" --format=$format -o "export.$format" "$hp"
done
check "hp_export --format=dhat: read again" "$HP_ANNOTATE" export.dhat
"$CS_ANNOTATE" --json "$cs" >report.json
check "cs_annotate --json: names" "$PYTHON" -B - "$srcdir/tests/faults" <<'PY'
import json, re, sys
sys.argv[1:1] = ["mark"]  # names.py as a module would run
names = open(sys.argv[2] + "/names.py", encoding="utf-8").read().replace("\nmain()\n", "\n")
exec(names)
report = json.load(open("report.json", encoding="utf-8"))
files = {plain(f["name"]): [plain(g["name"]) for g in f["functions"]]
         for f in report["files"]}
(functions,) = [g for f, g in files.items() if f.endswith(DIRECTORY + b"/" + SOURCE)]
assert FUNCTION in functions, functions
PY
for report in cs_annotate cs_diff hp_annotate hp_diff; do
   case $report in
   cs_annotate) "$CS_ANNOTATE" --color=never --top=0 "$cs" ;;
   cs_diff)     "$CS_DIFF" --color=never "$cs" "$cs" ;;
   hp_annotate) "$HP_ANNOTATE" --color=never "$hp" ;;
   hp_diff)     "$HP_DIFF" --color=never "$hp" "$hp" ;;
   esac >report.txt 2>report.err
   equal "$report: the status, and no message" "0 " "$? $(cat report.err)"
   check "$report: no terminal escapes" sh -c \
      '! LC_ALL=C grep -q "[[:cntrl:]]" report.txt'
   case $report in
   *_annotate) check "$report: the odd function, escaped" grep -qaF \
      'odd:#=\x0a"\x41 \ a' report.txt ;;
   esac
done
"$CS_ANNOTATE" --color=never --top=0 "$cs" >report.txt
check "cs_annotate shows the source" grep -qaE ' +static void \*|noinline' report.txt
for plot in cs_plot hp_plot; do
   case $plot in
   cs_plot) "$builddir/$plot" --events=Ir --top=60 -o plot.svg "$cs" ;;
   hp_plot) "$builddir/$plot" -o plot.svg "$hp" ;;
   esac 2>plot.err
   equal "$plot: the picture" "0 " "$? $(cat plot.err)"
   check "$plot: the picture is XML and has the name" "$PYTHON" -B -c '
import sys, xml.etree.ElementTree as tree
text = "".join(tree.parse("plot.svg").getroot().itertext())
sys.exit("odd:#=" not in text)'
done
"$CS_ANNOTATE" "$outfile.none" >report.txt 2>report.err
equal "a missing file with such a name: one line without terminal escapes" "1 1 0" \
   "$? $(wc -l <report.err) $(LC_ALL=C grep -c '[[:cntrl:]]' report.err)"

# ---- Huge arguments, with newlines
cat >huge.py <<'PY'
import os, sys
# No argument may be longer than 128 KiB.
os.execvp(sys.argv[2], sys.argv[2:] + ["x" * 100000 + "\n"] * int(sys.argv[1]))
PY
for number in 1 19; do
   for tool in $tools; do
      $clean "$PYTHON" -B huge.py $number "$valgrind" --tool=$tool \
         --$tool-out-file=huge.$tool "./$program" >client.out 2>$tool.err
      equal "$tool, $number times 100,000 bytes of arguments: the run" 0 $?
      readable "$number times 100,000 bytes" $tool huge.$tool
      check "$tool, $number times 100,000 bytes: all arguments are there" \
         names long huge.$tool $number
      case $tool in
      cachesim) "$CS_MERGE" -o merged huge.$tool ;;
      heapprof) "$HP_MERGE" -o merged huge.$tool ;;
      esac
      check "$tool, $number times 100,000 bytes: merged, too" \
         names long merged $number
   done
   check "$number times 100,000 bytes: the events are where KCachegrind expects them" sh -c \
      'head -c 2047 huge.cachesim | grep -q "^events:"'
done
plan
