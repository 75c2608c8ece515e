#!/bin/sh
# 47-markup.sh -- names that are markup, code or formulas for readers of the commands'
# output: HTML, SVG, XML, JSON, CSV, gnuplot and the shell.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

hostile()
{
   "$PYTHON" -B "$srcdir/tests/faults/hostile.py" "$@"
}

# sound NAME FORM STATUS COMMAND...: the output is well formed, has all names
# unchanged, and contains nothing that its readers would execute.
sound()
{
   sound_name=$1 sound_form=$2 sound_expected=$3
   shift 3
   "$@" >sound.out 2>sound.err </dev/null
   sound_status=$?
   if [ $sound_status -eq "$sound_expected" ] && [ ! -s sound.err ] &&
      sound_wrong=$(hostile "$sound_form" sound.out 2>&1); then
      ok "$sound_name"
   else
      not_ok "$sound_name" "status $sound_status, expected $sound_expected" \
         "${sound_wrong:-}" "$(cat sound.err)"
   fi
}

cs_plot=$builddir/cs_plot hp_plot=$builddir/hp_plot
for tool in $tools; do
   hostile $tool markup >$tool.old
   hostile $tool markup 2 >$tool.new
done

for form in json csv; do
   sound "cs_annotate --$form" $form 0 "$CS_ANNOTATE" --$form cachesim.old
   sound "hp_annotate --$form" $form 0 "$HP_ANNOTATE" --$form heapprof.old
   sound "cs_diff --$form" $form 3 "$CS_DIFF" --$form --limits=@all=0 \
      --limits-fn=@all=0 cachesim.old cachesim.new
   sound "hp_diff --$form" $form 3 "$HP_DIFF" --$form --limits=@all=0 \
      --limits-path=@all=0 heapprof.old heapprof.new
done
for by in owner leak chain; do
   sound "hp_annotate --by=$by --csv" csv 0 "$HP_ANNOTATE" --by=$by --csv heapprof.old
done
sound "cs_annotate --json=all" json 0 "$CS_ANNOTATE" --json=all cachesim.old
sound "hp_annotate --json=all" json 0 "$HP_ANNOTATE" --json=all heapprof.old
sound "cs_diff --json=all" json 3 "$CS_DIFF" --json=all --limits=@all=0 cachesim.old \
   cachesim.new
sound "hp_diff --json=all" json 3 "$HP_DIFF" --json=all --limits=@all=0 heapprof.old \
   heapprof.new
sound "cs_annotate --html" html 0 "$CS_ANNOTATE" --html=- cachesim.old
sound "hp_annotate --html" html 0 "$HP_ANNOTATE" --html=- heapprof.old
sound "cs_diff --html" html 3 "$CS_DIFF" --html=- --limits=@all=0 cachesim.old \
   cachesim.new
sound "hp_diff --html" html 3 "$HP_DIFF" --html=- --limits=@all=0 heapprof.old \
   heapprof.new
sound "cs_diff --junit" xml 3 "$CS_DIFF" --junit --limits-fn=Ir=0 cachesim.old \
   cachesim.new
sound "hp_diff --junit" xml 3 "$HP_DIFF" --junit --limits-path=peak=0 \
   heapprof.old heapprof.new
for form in json csv; do
   sound "cs_export $form" $form 0 "$CS_EXPORT" --format=$form cachesim.old
done
sound "hp_export csv" csv 0 "$HP_EXPORT" --format=csv heapprof.old

# Names pass from command to command unchanged, byte by byte.
"$CS_MERGE" -o merged.cs cachesim.old
"$HP_MERGE" -o merged.hp heapprof.old
"$HP_EXPORT" --format=dhat -o dhat.hp heapprof.old
sound "cs_merge, then cs_annotate" json 0 "$CS_ANNOTATE" --json merged.cs
sound "hp_merge, then hp_annotate" json 0 "$HP_ANNOTATE" --json merged.hp
sound "as DHAT's, then hp_annotate" json 0 "$HP_ANNOTATE" --json dhat.hp

# One name is one frame: a semicolon or a newline would make two.
"$HP_EXPORT" --format=folded heapprof.old >folded
equal "folded stacks: one a line" "16 0" \
   "$(wc -l <folded) $(grep -c ';' folded)"
"$HP_EXPORT" --format=massif heapprof.old >massif.out
if command -v ms_print >/dev/null; then
   check "ms_print reads them" sh -c \
      'ms_print massif.out | grep -qF "</script><script>alert(1)</script>"'
else
   skip "ms_print reads them" "no ms_print"
fi

# A line that begins with :: is a command to GitHub.
for tool in $tools; do
   case $tool in
   cachesim) set -- "$CS_DIFF" --limits-fn=Ir=0 ;;
   heapprof) set -- "$HP_DIFF" --limits-path=peak=0 ;;
   esac
   "$@" --github $tool.old $tool.new >github
   equal "$tool: ten annotations, and one with the number of the others" "10 1" \
      "$(grep -c '^::error ' github) $(grep '^::' github | grep -vc '^::error ')"
   equal "$tool: characters that GitHub decodes are encoded" 0 "$(grep '^::' github |
      grep -c '%0A')"
done

if command -v gnuplot >/dev/null; then
   sound "cs_plot" svg 0 "$cs_plot" --top=60 cachesim.old
   sound "cs_plot of two" svg 0 "$cs_plot" --top=60 cachesim.old cachesim.new
   sound "hp_plot" svg 0 "$hp_plot" --sites=18 heapprof.old
   "$cs_plot" --top=60 --script cachesim.old >script.cs
   "$hp_plot" --sites=18 --script heapprof.old >script.hp
   for tool in cs hp; do
      check "$tool: the script draws" sh -c "gnuplot -d <script.$tool >$tool.svg"
      # gnuplot does not escape these characters.
      sed 's/\]\]\\x3e/]]\&gt;/; s/\\x26#x/\&amp;#x/' $tool.svg >mended.svg
      check "$tool: its picture is sound" hostile svg mended.svg
      check "$tool: its picture is well formed without correction" "$PYTHON" -c '
import sys, xml.etree.ElementTree
xml.etree.ElementTree.parse(sys.argv[1])' $tool.svg
   done
else
   skip "pictures" "no gnuplot"
fi
equal "nothing was run" "" "$(ls -d run* 2>/dev/null)"
plan
