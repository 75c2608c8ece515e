#!/bin/sh
# 49-stdout.sh -- standard output that is full, closed, or has lost its reader: the
# status is never 0, and for a lost reader there is no message.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

if [ ! -c /dev/full ]; then
   echo "1..0 # SKIP no /dev/full"
   exit 0
fi
cp "$golden/cs_diff/old.out" "$golden/cs_diff/new.out" .
cp "$golden/hp_diff/old.out" h_old.out
cp "$golden/hp_diff/new.out" h_new.out
cp "$golden/hp_annotate/regions.out" .
cp "$srcdir/tests/plot/hp_plot/spike.out" .

# Every command in every format, split at blanks.
cat >forms <<END
$CS_ANNOTATE --no-source old.out
$CS_ANNOTATE --json old.out
$CS_ANNOTATE --csv old.out
$CS_ANNOTATE --json=all old.out
$CS_ANNOTATE --html=- old.out
$CS_DIFF --json=all old.out new.out
$CS_DIFF --html=- old.out new.out
$CS_DIFF --no-source old.out new.out
$CS_DIFF --json old.out new.out
$CS_DIFF --csv old.out new.out
$CS_DIFF --junit --limits=Ir=5% old.out new.out
$CS_DIFF --github --no-source --limits=Ir=1% old.out new.out
$CS_MERGE -o - old.out new.out
$HP_ANNOTATE --no-source h_old.out
$HP_ANNOTATE --list h_old.out
$HP_ANNOTATE --json h_old.out
$HP_ANNOTATE --csv h_old.out
$HP_ANNOTATE --json=all h_old.out
$HP_ANNOTATE --html=- h_old.out
$HP_DIFF --json=all h_old.out h_new.out
$HP_DIFF --html=- h_old.out h_new.out
$HP_DIFF h_old.out h_new.out
$HP_DIFF --json h_old.out h_new.out
$HP_DIFF --csv h_old.out h_new.out
$HP_DIFF --junit --limits=peak=0 h_old.out h_new.out
$HP_DIFF --github --limits=peak=0 h_old.out h_new.out
$HP_MERGE -o - h_old.out h_new.out
$HP_EXPORT --format=massif h_old.out
$HP_EXPORT --format=dhat h_old.out
$HP_EXPORT --format=folded h_old.out
$HP_EXPORT --format=csv h_old.out
$builddir/cs_plot --script old.out
$builddir/hp_plot --script spike.out
END
command -v gnuplot >/dev/null && cat >>forms <<END
$builddir/cs_plot old.out
$builddir/hp_plot --format=png spike.out
END
for command in "$CS_ANNOTATE" "$CS_DIFF" "$CS_MERGE" "$HP_ANNOTATE" "$HP_DIFF" \
   "$HP_MERGE" "$HP_EXPORT" "$builddir/cs_plot" "$builddir/hp_plot"; do
   echo "$command --help"
   echo "$command --version"
done >>forms

full_bad='' closed_bad='' lost_bad='' killed_bad='' n_forms=0
while read -r form; do
   n_forms=$((n_forms + 1))
   name=$(basename "${form%% *}")
   shown="$name ${form#* }"
   $form >/dev/full 2>err </dev/null
   found="$? $(cat err)"
   [ "$found" = "1 $name: No space left on device" ] ||
      full_bad="$full_bad
$shown: $found"
   $form >&- 2>err </dev/null
   found="$? $(cat err)"
   [ "$found" = "1 $name: Bad file descriptor" ] ||
      closed_bad="$closed_bad
$shown: $found"
   # The reader is gone before the command writes: it keeps the FIFO open until the
   # command has opened it.
   rm -f pipe && mkfifo pipe
   : <pipe &
   {
      wait $!
      $form 2>err </dev/null
      found="$? $(cat err)"
   } >pipe
   case $name in
   *_plot) expected="1 " ;; # Python does not tell whether SIGPIPE was ignored
   *) expected="141 " ;;    # SIGPIPE, which a shell adds to 128
   esac
   [ "$found" = "$expected" ] || lost_bad="$lost_bad
$shown: $found"
   # The same with SIGPIPE ignored, as in children of Python: the reader had enough, and
   # the status is that of the limits.
   $form >/dev/null 2>&1 </dev/null
   status=$?
   rm -f pipe && mkfifo pipe
   : <pipe &
   {
      wait $!
      (trap '' PIPE && exec $form) 2>err </dev/null
      found="$? $(cat err)"
   } >pipe
   [ "$expected" = "1 " ] || expected="$status "
   [ "$found" = "$expected" ] || killed_bad="$killed_bad
$shown: $found"
done <forms
equal "a full standard output" "" "$full_bad"
equal "a closed standard output" "" "$closed_bad"
equal "a reader that is gone" "" "$lost_bad"
equal "a reader that is gone, SIGPIPE ignored" "" "$killed_bad"
check "all commands are tested" test $n_forms -ge 40

# An exceeded limit does not count if its report could not be written.
"$CS_DIFF" --no-source --limits=Ir=1% old.out new.out >/dev/full 2>err
equal "a full disk before a limit: cs_diff" 1 $?
"$HP_DIFF" --limits=peak=0 h_old.out h_new.out >/dev/full 2>err
equal "a full disk before a limit: hp_diff" 1 $?
# Wrong usage keeps its status.
"$CS_ANNOTATE" --frobnicate >/dev/full 2>err
equal "a full disk and wrong usage" 2 $?

# With standard streams closed, no file gets their numbers: OUT has the same content
# as with open streams, and no message.
"$CS_MERGE" -o want.out old.out new.out
"$CS_MERGE" -o got.out old.out new.out <&- >&- 2>&-
equal "all closed: cs_merge" "0 same" "$? $(cmp want.out got.out && echo same)"
rm want.out got.out
"$HP_MERGE" -o want.out h_old.out h_new.out
"$HP_MERGE" -o got.out h_old.out h_new.out <&- >&- 2>&-
equal "all closed: hp_merge" "0 same" "$? $(cmp want.out got.out && echo same)"
"$CS_DIFF" --json=want.json old.out new.out >/dev/null
"$CS_DIFF" --no-source --json=got.json old.out new.out <&- >&- 2>&-
equal "all closed: cs_diff" "1 same" "$? $(cmp want.json got.json && echo same)"
"$HP_EXPORT" --format=csv -o got.csv none.out <&- >&- 2>&-
equal "all closed: an error" "1 " "$? $(ls got.csv 2>/dev/null)"
if command -v gnuplot >/dev/null; then
   for plot in "cs_plot old.out" "hp_plot spike.out"; do
      rm -f want.svg got.svg
      # shellcheck disable=SC2086
      "$builddir"/$plot -o want.svg
      "$builddir/${plot% *}" -o got.svg "${plot#* }" <&- >&- 2>&-
      equal "all closed: ${plot% *}" "0 same" \
         "$? $(cmp want.svg got.svg && echo same)"
   done
fi

# A file that cannot be written whole: why not, and none is left.
named_bad=
while read -r form; do
   name=$(basename "${form%% *}")
   for place in small:"File too large" /dev/full:"No space left on device"; do
      file=${place%%:*}
      rm -f small*
      found=$( (ulimit -f 0 && $form"$file") 2>&1 >/dev/null </dev/null)
      [ "$? $found $(ls small* 2>/dev/null)" = "1 $name: $file: ${place#*:} " ] ||
         named_bad="$named_bad
$form$file: $found"
   done
done <<END
$CS_ANNOTATE old.out --html=
$CS_DIFF old.out new.out --html=
$CS_MERGE old.out new.out old.out -o
$HP_ANNOTATE h_old.out --html=
$HP_DIFF h_old.out h_new.out --html=
$HP_EXPORT --format=dhat h_old.out -o
END
equal "a file that cannot be written: the reason is named" "" "$named_bad"
plan
