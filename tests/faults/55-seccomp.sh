#!/bin/sh
# 55-seccomp.sh -- a program forbids itself, by a filter of seccomp, the system calls by
# which files are written: it ends as it does without us, and a profile is left.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# jailed NAME OPTIONS ARGUMENT...: the program ends as under none.
jailed()
{
   jailed_name=$1 jailed_options=$2
   shift 2
   rm -rf out* .quern*
   $clean "$valgrind" --tool=none -q "$programs/fault_jail" "$@" >none.out 2>/dev/null
   jailed_status=$?
   run_tool "$tool" out "$jailed_options" "$programs/fault_jail" "$@"
   equal "$tool: $jailed_name: the status is none's" $jailed_status $?
   check "$tool: $jailed_name: the output is none's" cmp none.out client.out
}

for tool in $tools; do
   for verdict in kill trap errno; do
      for what in files two thread; do
         sampled 2 || continue # each, and each verdict, under both tools
         jailed "$what, $verdict" "" filter $what $verdict ends
         equal "$tool: $what, $verdict: it does end" 5 $jailed_status
         equal "$tool: $what, $verdict: the profile is whole" "exited 5" \
            "$(state_of "$tool" out.checkpoint)"
         has "$tool: $what, $verdict: and has all work" "$tool" out.checkpoint \
            part_before part_after
         equal "$tool: $what, $verdict: there is no other profile" out.checkpoint \
            "$(echo out*)"
         equal "$tool: $what, $verdict: the log names it, once" 1 \
            "$(grep -c 'Profile: .*/out.checkpoint$' "$tool.err")"
         equal "$tool: $what, $verdict: the log says why, once" 1 \
            "$(grep -c 'note: .* seccomp filter' "$tool.err")"
      done

      # Not even what is open can be written.
      jailed "descriptors, $verdict" "" filter descriptors $verdict ends
      equal "$tool: descriptors, $verdict: it does end" 5 $jailed_status
      readable "descriptors, $verdict" "$tool" out.checkpoint
      has "$tool: descriptors, $verdict: the work before the filter is there" "$tool" \
         out.checkpoint part_before
      check "$tool: descriptors, $verdict: the log names the checkpoint" \
         grep -q "only the checkpoint '.*/out.checkpoint' is left" "$tool.err"
      no_temporary "$tool: descriptors, $verdict" .
   done

   # A filter that does not matter to us changes nothing.
   jailed "log" "" filter files log ends
   equal "$tool: log: the profile has its name" out "$(echo out*)"
   no_temporary "$tool: log" .

   jailed "strict" "" strict
   readable "strict" "$tool" out.checkpoint
   has "$tool: strict: the work before is there" "$tool" out.checkpoint part_before

   # A child of such a process can open no file.
   jailed "a child" "" filter files kill forks
   equal "$tool: a child: the parent's profile is whole" "exited 5" \
      "$(state_of "$tool" out.checkpoint)"

   # Checkpoints go on.
   rm -rf out* .quern*
   start "$tool" out --checkpoint=1 "$programs/fault_jail" filter files kill works
   wait_for out.checkpoint grep -q part_after out.checkpoint
   stop KILL
   readable "killed" "$tool" out.checkpoint
   has "$tool: killed: the work since the filter is there" "$tool" out.checkpoint \
      part_after
   rm -rf out* .quern*
   start "$tool" out "" "$programs/fault_jail" filter files kill waits
   wait_for out.checkpoint grep -q part_after out.checkpoint
   stop KILL
   readable "killed while it waits" "$tool" out.checkpoint
   has "$tool: killed while it waits: the work before is there" "$tool" \
      out.checkpoint part_after
done
plan
