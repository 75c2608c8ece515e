#!/bin/sh
# 45-sources.sh -- profiles that name source files and objects that are missing, newer,
# binary, too large, unreadable, or not regular files.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

hostile()
{
   "$PYTHON" -B "$srcdir/tests/faults/hostile.py" "$@"
}

# report TOOL OPTION... PROFILE: the command writes its report to report.out, without
# blocking.
report()
{
   report_tool=$1
   shift
   timeout 20 "$(annotate_of "$report_tool")" --threshold=0 "$@" >report.out 2>&1 \
      </dev/null
}

# left_out TOOL FILE REASON: the report gives the reason once why the file's lines are
# not shown, and has its counts.
left_out()
{
   hostile "$1" files "$2" >profile.out
   report "$1" profile.out
   left_status=$?
   if [ $left_status -eq 0 ] &&
      [ "$(grep -cFx -e "$2: $3" report.out)" -eq 1 ] &&
      grep -qE '^ *100 .*  f0 \(|  16 B .*  f0 ' report.out; then
      ok "$1: $3"
   else
      not_ok "$1: $3" "status $left_status" "$(grep -F "$2" report.out)" \
         "$(head -n 40 report.out)"
   fi
}

mkfifo fifo
mkdir directory
ln -s loop loop
ln -s /dev/zero link
ln -s fifo link_to_fifo
printf 'int a;\n\0int b;\n' >binary
truncate -s 65M large
for tool in $tools; do
   case $tool in
   cachesim) at= ;;
   heapprof) at=./ ;; # a name without a directory is one of an unknown one
   esac
   left_out $tool ${at}missing.c "not found"
   left_out $tool /dev/zero "not a regular file"
   left_out $tool /dev/tty "not a regular file"
   left_out $tool ${at}fifo "not a regular file"
   left_out $tool ${at}link "not a regular file"
   left_out $tool ${at}link_to_fifo "not a regular file"
   left_out $tool ${at}directory "is a directory"
   left_out $tool ${at}loop "cannot be read"
   left_out $tool ${at}binary "binary (contains NUL bytes)"
   left_out $tool ${at}large "larger than 64 MiB"
   if [ "$(id -u)" -ne 0 ]; then
      echo 'int a;' >locked
      chmod 0 locked
      left_out $tool ${at}locked "permission denied"
   fi

   # Source that is shown, with and without a warning.
   printf 'int a;\nint b;\n' >source.c
   hostile $tool files ${at}source.c >profile.out
   touch -d '2020-01-01' source.c
   report $tool profile.out
   check "$tool: source is shown" grep -qE '(100|16) .*  int b;$' report.out
   check "$tool: there is no warning" sh -c '! grep WARNING report.out'
   touch -d '2020-01-01' profile.out
   touch source.c
   report $tool profile.out
   check "$tool: it is shown if it is newer" grep -q '  int b;$' report.out
   check "$tool: source newer than the profile" \
      grep -qx '@@ WARNING: this source file is newer than the profile.' report.out
   printf 'int a;\n%010000d\n' 1 >source.c
   report $tool profile.out
   check "$tool: the beginning of a long line" \
      grep -q '000 \.\.\. (9000 bytes more)$' report.out
   : >source.c
   report $tool --context=2 profile.out
   check "$tool: past the end of an empty file" \
      grep -q '<bogus line 2>' report.out
done

# A device is not even opened: opening can have an effect.
if command -v strace >/dev/null && strace -o trace true 2>/dev/null; then
   hostile cachesim files /dev/zero fifo >profile.out
   strace -f -o trace -e trace=open,openat "$builddir/cs_annotate" profile.out \
      >report.out
   check "devices are examined, not opened" sh -c '
      grep -E "zero|fifo" trace | grep -q O_PATH &&
      ! grep -E "zero|fifo" trace | grep -v O_PATH'
else
   skip "devices are examined, not opened" "no strace"
fi

# cs_diff shows the source of NEW.
printf 'int a;\nint b;\n' >source.c
hostile cachesim files source.c fifo /dev/zero >old.out
hostile cachesim files source.c fifo /dev/zero missing.c >new.out
timeout 20 "$CS_DIFF" --threshold=0 old.out new.out >report.out 2>&1
equal "cs_diff" "0 /dev/zero: not a regular file
fifo: not a regular file
missing.c: not found" "$? $(grep -E '^(fifo|/dev/zero|missing.c): ' report.out |
   LC_ALL=C sort)"

# Objects: hp_annotate reads their debug info.
for object in /dev/zero fifo link_to_fifo directory binary large missing; do
   case $object in
   /*) ;;
   *) object=$work/$object ;;
   esac
   hostile heapprof files ./source.c "object=$object" >profile.out
   report heapprof --heat=9 profile.out
   equal "hp_annotate: the object ${object##*/}" 0 $?
   case $object in
   /dev/zero | *fifo) reason="not a regular file" ;;
   */directory)       reason="is a directory" ;;
   *)                 reason= ;;
   esac
   equal "the object's problem is reported" "${reason:+$object: $reason}" \
      "$(grep -F "$object: " report.out)"
done
plan
