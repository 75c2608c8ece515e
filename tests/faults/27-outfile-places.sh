#!/bin/sh
# 27-outfile-places.sh -- an outfile that cannot be written is refused before the
# program runs.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# refused NAME OUTFILE PATTERN
refused()
{
   run_tool "$tool" "$2" "" /bin/echo ran
   equal "$tool: $1: the status" 1 $?
   equal "$tool: $1: the program does not run" "" "$(cat client.out)"
   check "$tool: $1: the error has the reason" grep -qE \
      "cannot write the profile '.*': $3" "$tool.err"
   check "$tool: $1: the error has the remedy" grep -q \
      "choose another place with --$tool-out-file=" "$tool.err"
}

[ "$(id -u)" -ne 0 ] || share_tools
mkdir directory empty
mkfifo fifo
ln -s no/such/file dangling
ln -s directory to-directory

for tool in $tools; do
   refused "a directory that is missing" no/such/directory/out \
      "cannot create a file there: No such file or directory"
   refused "a directory" directory "it is a directory"
   refused "a link to a directory" to-directory "it is a directory"
   refused "a FIFO" fifo "it exists and is not a regular file"
   refused "/dev/full" /dev/full "it exists and is not a regular file"
   refused "a file as the directory" client.out/out \
      "cannot .*: Not a directory"
   refused "a name that is too long" "$(head -c 300 /dev/zero | tr '\0' x)" \
      "cannot .*: File name too long"
   refused "a file system without regular files" /proc/out "cannot .*"

   chmod 500 empty
   if [ "$(id -u)" -eq 0 ] && ! nobody_runs_tools; then
      skip "$tool: an unwritable directory" "user nobody cannot run the tools"
   elif [ "$(id -u)" -eq 0 ]; then
      su nobody -s /bin/sh -c "'$valgrind' --tool=$tool \
         --$tool-out-file='$work/empty/out' /bin/echo ran" >client.out \
         2>"$tool.err"
      equal "$tool: an unwritable directory: the status" 1 $?
      equal "$tool: an unwritable directory: the program does not run" "" \
         "$(cat client.out)"
   else
      refused "an unwritable directory" empty/out \
         "cannot create a file there: Permission denied"
   fi
   check "$tool: no file is left" test -z \
      "$(find empty directory -mindepth 1)"

   # /dev/null is allowed, for no profile; a dangling link is replaced.
   run_tool "$tool" /dev/null "" /bin/echo ran
   equal "$tool: /dev/null" "0 ran" "$? $(cat client.out)"
   rm -f dangling
   ln -s no/such/file dangling
   run_tool "$tool" dangling "" /bin/echo ran
   equal "$tool: a dangling link is replaced by the profile" "exited 0" \
      "$(state_of "$tool" dangling)"
   check "$tool: the profile is a regular file" test ! -L dangling
done
plan
