#!/bin/sh
# 28-symlink.sh -- a symbolic link with the outfile's name is not written through, and
# only the owner can read the profile.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# mode_of FILE
mode_of()
{
   ls -l "$1" | cut -c 1-10
}

for tool in $tools; do
   for name in out out.checkpoint out.1; do
      rm -f out* precious
      echo precious >precious
      ln -s precious $name
      run_tool "$tool" out "" "$programs/fault_process"
      equal "$tool: a link as $name is not written through" precious \
         "$(cat precious)"
      check "$tool: a link as $name: the profile is a file" test -f out -a \
         ! -L out
   done
   rm -f out*

   # Links with the names of temporary files: the tool takes another name.
   cat >plants.sh <<END
# A checkpoint may be there already, under one of the names.
for n in 0 1 2; do ln -s "$work/precious" "$work/.quern.\$\$.\$n" || :; done
END
   run_tool "$tool" out "" sh plants.sh
   equal "$tool: links as temporary files are not written through" precious \
      "$(cat precious)"
   equal "$tool: the profile is still written" "exited 0" \
      "$(state_of "$tool" out)"
   rm -f .quern*

   umask 022
   run_tool "$tool" out "" "$programs/fault_process"
   equal "$tool: the mode is 0600" "-rw-------" "$(mode_of out)"
   umask 0277
   rm -f out
   run_tool "$tool" out --checkpoint=0 "$programs/fault_process"
   equal "$tool: the mode is 0600 less the umask" "-r--------" "$(mode_of out)"
   umask 022
   start "$tool" out "" "$programs/fault_process" waits
   wait_for out.checkpoint
   equal "$tool: the checkpoint has mode 0600" "-rw-------" "$(mode_of out.checkpoint)"
   stop TERM
done
plan
