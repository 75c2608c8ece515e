#!/bin/sh
# sigkill.sh [RUNS SECONDS] -- both tools, killed by SIGKILL at random moments of a run:
# each run leaves a readable profile that is not older than the interval.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Moments count from the start of Valgrind.  There can be no profile before the
# program's first line, while Valgrind starts.

. "${srcdir:?}/tests/faults/lib.sh"

n_runs=${1:-3}
run_s=${2:-6}
interval_s=$((run_s / 2))
slack_ms=2000 # to start in, to write in, and of a busy machine

now_ms()
{
   date +%s%3N
}

# check_one TOOL MOMENT_MS LIFE_MS: the files left by a run of that length.
check_one()
{
   one_name="$1, killed after $2 ms"
   if [ ! -e out.checkpoint ]; then
      equal "$one_name: the program had not begun" "" "$(cat client.out)"
      return
   fi
   one_state=$(state_of "$1" out.checkpoint)
   if ! "$(annotate_of "$1")" out.checkpoint >report 2>warning; then
      not_ok "$one_name: readable" "$(cat warning)"
   elif ! grep -q "warning: partial:" warning; then
      not_ok "$one_name: the profile is partial" "$(cat warning)"
   elif [ $((${3} - ${one_state#partial })) -gt \
      $((interval_s * 1000 + slack_ms)) ]; then
      not_ok "$one_name: not older than $interval_s s" "$one_state"
   else
      ok "$one_name: $one_state ms"
   fi
}

for tool in $tools; do
   n=0
   while [ $n -lt "$n_runs" ]; do
      n=$((n + 1))
      moment_ms=$(shuf -n 1 -i "0-$((run_s * 1000))")
      rm -f out*
      started_ms=$(now_ms)
      start "$tool" out --checkpoint="$interval_s" perl -e '
         $| = 1; print "begun\n";
         for (my $i = 0;; $i++) { $h{$i % 999} .= "x" x ($i % 9) if $i < 1e6 }'
      sleep "$(awk -v ms="$moment_ms" 'BEGIN { print ms / 1000 }')"
      stop KILL
      check_one "$tool" "$moment_ms" $(($(now_ms) - started_ms))
   done
done
plan
