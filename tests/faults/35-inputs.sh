#!/bin/sh
# 35-inputs.sh -- input that is missing, empty, a directory, a FIFO, standard
# input, or not a profile.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

# of_both NAME FILE PATTERN: every command refuses it.
of_both()
{
   refused "$1: cs" "$cs_readers" "$2" cachesim.out "$3"
   refused "$1: hp" "$hp_readers" "$2" heapprof.out "$3"
}

# ---- Unreadable input ----

of_both missing none.out 'none\.out: No such file or directory'
of_both "no name" "" ': No such file or directory'
long=$(printf '%0300d' 0)
of_both "a name that is too long" "$long" "$long: File name too long"
of_both "a directory" . '\.: Is a directory'
: >empty.out
of_both empty empty.out 'empty\.out:1: the file is empty'
of_both "/dev/null" /dev/null '/dev/null:1: the file is empty'
gzip -c empty.out >empty.gz
of_both "empty, by gzip" empty.gz 'empty\.gz:1: the file is empty'
if [ "$(id -u)" -ne 0 ]; then
   cp cachesim.out secret.out && chmod 0 secret.out
   of_both unreadable secret.out 'secret\.out: Permission denied'
else
   skip unreadable "root reads everything"
fi

# ---- Input that is not a profile ----

printf 'Dear Sir or Madam,\n' >letter.out
of_both "a letter" letter.out 'letter\.out:1: '
printf '\377%.0s' 1 2 3 4 5 6 7 8 >ff.out
of_both "bytes of 0xff" ff.out 'ff\.out:1: '
printf '\377\376{\000"\000a\000"\000}\000\n\000' >utf16.out
of_both "UTF-16" utf16.out 'utf16\.out:1: '
cp "$builddir/cs_annotate" program.out
of_both "a program" program.out 'program\.out: this is a program: '
printf '\3757zXZ\000\000\004' >xz.out
of_both "another compression" xz.out \
   'xz\.out: (the compressed data are damaged|this is compressed)'
printf '\037\213\010\000' >bad.gz
of_both "the head of gzip" bad.gz 'bad\.gz: the compressed data '
refused "a heap profile to cs_*" "$cs_readers" heapprof.out cachesim.out \
   'heapprof\.out: this is a heap profile: '
refused "a profile of lines to hp_*" "$hp_readers" cachesim.out heapprof.out \
   'cachesim\.out: this is a profile of counts: '
# Endless input is refused early.
refused "/dev/zero to cs_annotate" cs_annotate /dev/zero - '/dev/zero:1: '
refused "/dev/zero to hp_annotate" hp_annotate /dev/zero - '/dev/zero:1: '
refused "/dev/zero to hp_plot" hp_plot /dev/zero - '/dev/zero:1: '

# ---- Standard input ----

input=empty.out
of_both "empty standard input" - '\(standard input\):1: the file is empty'
input=.
# (The interpreter of the plots cannot start with such a standard input.)
refused "standard input is a directory: cs" "cs_annotate cs_diff:old cs_merge" \
   - cachesim.out '\(standard input\): Is a directory'
refused "standard input is a directory: hp" "hp_annotate hp_diff:old hp_merge" \
   - heapprof.out '\(standard input\): Is a directory'
input=/dev/null
closed()
{
   closed_bad=
   for closed_by in $2; do
      reads "$closed_by" - "$3" >closed.out 2>closed.err <&-
      [ "$? $(cat closed.err)" = \
        "1 ${closed_by%%:*}: (standard input): Bad file descriptor" ] ||
         closed_bad="$closed_bad $closed_by: $(cat closed.err)"
   done
   equal "no standard input: $1" "" "$closed_bad"
}
closed cs "cs_annotate cs_diff:old cs_merge cs_plot" cachesim.out
closed hp "hp_annotate hp_diff:old hp_merge hp_export:csv hp_plot" heapprof.out
input=cachesim.out
accepted "standard input: cs" "$cs_readers" - cachesim.out
input=heapprof.out
accepted "standard input: hp" "$hp_readers" - heapprof.out
# Standard input can be read only once.
twice_bad=
for by in cs_annotate:second cs_diff:new cs_merge:second cs_plot:new \
   hp_diff:new hp_merge:second hp_plot:second; do
   reads "$by" - - >twice.out 2>twice.err <cachesim.out
   [ "$? $(cat twice.err)" = \
     "2 ${by%%:*}: standard input can be read only once
Try '${by%%:*} --help'." ] || twice_bad="$twice_bad $by: $(cat twice.err)"
done
equal "standard input twice" "" "$twice_bad"

# ---- FIFOs, and files in a list ----

mkfifo pipe
# through NAME READERS SOURCE LIKE: the profile comes through a FIFO.
through()
{
   through_bad=
   for through_by in $2; do
      cat "$3" >pipe &
      reads "$through_by" pipe "$4" >through.out 2>through.err
      through_status=$?
      wait
      if [ $through_status -ne 0 ] || [ -s through.err ]; then
         through_bad="$through_bad $through_by: $(cat through.err)"
      fi
   done
   equal "a FIFO: $1" "" "$through_bad"
}
through cs "$cs_readers" cachesim.out cachesim.out
through hp "$hp_readers" heapprof.out heapprof.out
# A writer dies: the input ends early.
{ head -c 100 cachesim.out >pipe; } &
refused "a FIFO that ends early: cs" cs_annotate pipe - 'pipe:[0-9]+: '
wait
{ head -c 100 heapprof.out >pipe; } &
refused "a FIFO that ends early: hp" hp_annotate pipe - \
   'pipe:[0-9]+: the file ends early'
wait

complains "a directory among others: cs" 1 '^cs_merge: \.: Is a directory' \
   "$CS_MERGE" -o sum.out cachesim.out . cachesim.out
complains "a directory among others: hp" 1 '^hp_merge: \.: Is a directory' \
   "$HP_MERGE" -o sum.out heapprof.out . heapprof.out
check "nothing is written" test ! -e sum.out
"$CS_MERGE" -o sum.out cachegrind.out cachegrind.out
equal "the same file twice counts twice: cs" \
   "$(awk '/^summary:/ { print 2 * $2 }' cachegrind.out)" \
   "$(awk '/^summary:/ { print $2 }' sum.out)"
rm sum.out
"$HP_MERGE" -o sum.out dhat.out dhat.out
sum_of_dhat()
{
   "$PYTHON" -SIB -c 'import json, sys
print(sum(site["tb"] for site in json.load(open(sys.argv[1]))["pps"]))' "$1"
}
equal "the same file twice counts twice: hp" $(($(sum_of_dhat dhat.out) * 2)) \
   "$(sum_of_dhat sum.out)"
plan
