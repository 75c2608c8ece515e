#!/bin/sh
# 26-write-errors.sh -- a full disk, a quota: the error is named, an old file stays,
# no temporary does, and a second place is tried.  (That this holds of every single
# write, for every error, is the unit test of tk_writer.)
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# A disk of 128 KiB, which one file fills but for so many bytes.
mkdir disk second
if ! mount -t tmpfs -o size=128k tmpfs disk 2>/dev/null; then
   skip "a full disk" "no file system can be mounted"
   plan
   exit
fi
trap 'umount "$work/disk"; rm -rf "$work"' EXIT

# fill LEFT_B: until there is as much room.
fill()
{
   rm -f disk/filler
   head -c $((131072 - 8192 - $1)) /dev/zero >disk/filler
}

for tool in $tools; do
   rm -rf disk/* disk/.q* second/*
   # The old file takes a page, checkpoints some more.
   echo old >disk/out
   cp disk/out expected
   for left_B in 4096 16384; do
      rm -f disk/out.* second/*
      fill $left_B
      clean="$clean TMPDIR=$work/second"
      run_tool "$tool" "$work/disk/out" "" perl -e 'exit 3'
      equal "$tool: $left_B bytes are left: the status" 3 $?
      check "$tool: $left_B bytes are left: the error is named" grep -q \
         "error: cannot write the profile '.*/disk/out': .*No space left" \
         "$tool.err"
      check "$tool: $left_B bytes are left: the old file stays" \
         cmp expected disk/out
      no_temporary "$tool: $left_B bytes are left" disk
      equal "$tool: $left_B bytes are left: the profile is in \$TMPDIR" \
         "exited 3" "$(state_of "$tool" second/out)"
      check "$tool: $left_B bytes are left: which is named" grep -q \
         "profile was written to '$work/second/out' instead" "$tool.err"
      readable "$left_B bytes are left" "$tool" second/out
      equal "$tool: $left_B bytes are left: no checkpoint is left" "" \
         "$(find disk second -name '*.checkpoint')"
   done

   # The second place has a file of that name, and one is full as well.
   echo precious >second/out
   run_tool "$tool" "$work/disk/out" "" perl -e 'exit 3'
   equal "$tool: a file of that name in \$TMPDIR stays" precious \
      "$(cat second/out)"
   equal "$tool: the profile is beside it" "exited 3" \
      "$(state_of "$tool" second/out.1)"
   rm -f second/*

   # A dump that fails: the run goes on, and ends with a profile elsewhere.
   fill 65536
   run_tool "$tool" "$work/disk/out" --checkpoint=1 "$programs/fault_process" \
      forks
   equal "$tool: room for some: the status" 7 $?
   no_temporary "$tool: room for some" disk
done
plan
