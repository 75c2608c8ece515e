#!/bin/sh
# 56-privileges.sh -- a program gives up the right to write where the profile goes: it
# stays there, or the log says where it went.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

if [ "$(id -u)" -ne 0 ]; then
   skip "privileges" "only root can give them up"
   plan
   exit
fi

# The directory of a root's profile is closed to others; that for what cannot be
# written there is open, as is what others execute.
share_tools
cp "$programs/fault_process" shared/
clear_places()
{
   rm -rf private second jail
   mkdir private second jail
   chmod 700 private
   chmod 1777 second
}

# given_up NAME STATUS ARGUMENT...
given_up()
{
   given_name=$1 given_status=$2
   shift 2
   clear_places
   (clean="$clean TMPDIR=$work/second" &&
      run_tool "$tool" private/out "" "$programs/fault_jail" "$@")
   equal "$tool: $given_name: the status" "$given_status" $?
}

# stays NAME: the one profile is in its directory, whole.
stays()
{
   equal "$tool: $1: the profile stays" "private/out.checkpoint" "$(echo private/out*)"
   equal "$tool: $1: it is whole" "exited 6" \
      "$(state_of "$tool" private/out.checkpoint)"
   has "$tool: $1: it has all work" "$tool" private/out.checkpoint part_before part_after
   check "$tool: $1: the log names it" grep -q "Profile: .*/private/out.checkpoint\$" \
      "$tool.err"
   equal "$tool: $1: nothing went elsewhere" "" \
      "$(find second jail -type f ! -name 'vgdb-pipe*')"
}

# workers_wait: all three have saved what they did.
workers_wait()
{
   [ "$(grep -l part_after private/out.*.checkpoint | wc -l)" -eq 3 ]
}

for tool in $tools; do
   given_up "a user" 6 drops ends
   stays "a user"
   given_up "a user, in a new root" 6 enters jail ends
   stays "a user, in a new root"
   given_up "a user, in a name space" 6 unshares ends
   [ "$(cat client.out)" = "no name space" ] || stays "a user, in a name space"

   # Sandboxes such as xz's.  Older cores do not know the calls.
   given_up "Landlock" 6 landlock
   [ "$(cat client.out)" = "no Landlock" ] || stays "Landlock"
   check "$tool: Landlock: vgdb's files are gone" sh -c \
      "! grep -q 'could not unlink' $tool.err"

   # Where all may write, but not rename another's file.
   clear_places
   run_tool "$tool" second/out "" "$programs/fault_jail" drops ends
   equal "$tool: a sticky directory: there is one profile" second/out.checkpoint \
      "$(echo second/*)"
   equal "$tool: a sticky directory: it is whole" "exited 6" \
      "$(state_of "$tool" second/out.checkpoint)"

   # Workers of a master that stays root.
   given_up "workers" 6 serves ends
   equal "$tool: workers: all profiles are in their place" 4 \
      "$(find private -name out -o -name 'out.*[0-9]' | wc -l)"
   equal "$tool: workers: and nothing else" 4 "$(ls -A private | wc -l)"
   for file in private/out.*; do
      equal "$tool: workers: whole" "exited 3" "$(state_of "$tool" "$file")"
      has "$tool: workers: with all work" "$tool" "$file" part_after part_child
   done

   # Their children can write nothing there.
   given_up "children of workers" 6 serves forks
   equal "$tool: children of workers: four profiles are in their place" 4 \
      "$(ls -A private | wc -l)"
   equal "$tool: children of workers: three are elsewhere" 3 \
      "$(find second -name 'out*' | wc -l)"
   for file in second/out*; do
      equal "$tool: children of workers: whole" "exited 4" "$(state_of "$tool" "$file")"
      equal "$tool: children of workers: the log of the process and of its parent" 2 \
         "$(grep -cE "(written|went) to '.*/$file'" "$tool.err")"
   done

   # Killed workers.
   clear_places
   start "$tool" private/out "" "$programs/fault_jail" serves waits
   wait_for private workers_wait
   for file in private/out.*.checkpoint; do
      number=${file#private/out.}
      kill -KILL "${number%.checkpoint}"
      readable "a killed worker" "$tool" "$file"
      has "$tool: a killed worker: the work before its wait is there" "$tool" "$file" \
         part_after
   done
   stop TERM

   # A program that a user's program becomes.
   if ! nobody_runs_tools; then
      skip "$tool: a program that follows" "user nobody cannot run the tools"
      continue
   fi
   clear_places
   (clean="$clean TMPDIR=$work/second" &&
      run_tool "$tool" private/out --trace-children=yes "$programs/fault_jail" becomes \
         "$work/shared/fault_process")
   equal "$tool: a program that follows: the status" 7 $?
   equal "$tool: a program that follows: its profile is elsewhere" "exited 7" \
      "$(state_of "$tool" second/out.exec1)"
done
plan
