#!/bin/sh
# 26-write-errors.sh -- a full disk, a quota: the error is reported, an old file stays,
# no temporary file stays, and a second directory is tried.  (The unit test of
# tk_writer makes every single write fail, with every error.)
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# A disk of 128 KiB, which one file fills except for some bytes.
mkdir disk second
if ! mount -t tmpfs -o size=128k tmpfs disk 2>/dev/null; then
   skip "a full disk" "no file system can be mounted"
   plan
   exit
fi
trap 'umount "$work/disk"; rm -rf "$work"' EXIT

# fill LEFT_B: fills the disk except for that many bytes.
fill()
{
   rm -f disk/filler
   head -c $((131072 - 8192 - $1)) /dev/zero >disk/filler
}

for tool in $tools; do
   rm -rf disk/* disk/.q* second/*
   # The old file takes a page, checkpoints take more.
   echo old >disk/out
   cp disk/out expected
   for left_B in 4096 16384; do
      rm -f disk/out.* second/*
      fill $left_B
      clean="$clean TMPDIR=$work/second"
      run_tool "$tool" "$work/disk/out" "" perl -e 'exit 3'
      equal "$tool: $left_B bytes are left: the status" 3 $?
      check "$tool: $left_B bytes are left: the error is reported" grep -q \
         "error: cannot write the profile '.*/disk/out': .*No space left" \
         "$tool.err"
      check "$tool: $left_B bytes are left: the old file stays" \
         cmp expected disk/out
      no_temporary "$tool: $left_B bytes are left" disk
      equal "$tool: $left_B bytes are left: the profile is in \$TMPDIR" \
         "exited 3" "$(state_of "$tool" second/out)"
      check "$tool: $left_B bytes are left: the log names it" grep -q \
         "profile was written to '$work/second/out' instead" "$tool.err"
      readable "$left_B bytes are left" "$tool" second/out
      equal "$tool: $left_B bytes are left: no checkpoint is left" "" \
         "$(find disk second -name '*.checkpoint')"
   done

   # The second directory has a file of that name already.
   echo precious >second/out
   run_tool "$tool" "$work/disk/out" "" perl -e 'exit 3'
   equal "$tool: a file of that name in \$TMPDIR stays" precious \
      "$(cat second/out)"
   equal "$tool: the profile is beside it" "exited 3" \
      "$(state_of "$tool" second/out.1)"
   rm -f second/*

   # A dump fails: the run goes on, and ends with a profile in another directory.
   fill 65536
   run_tool "$tool" "$work/disk/out" --checkpoint=1 "$programs/fault_process" \
      forks
   equal "$tool: some space is left: the status" 7 $?
   no_temporary "$tool: room for some" disk
done
plan
