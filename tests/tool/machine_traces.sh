#!/bin/sh
# machine_traces.sh -- machines of several levels count what a naive machine counts, for
# the references of real programs.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

n_references=100000
is_long && n_references=1000000

# same_as_naive COMMAND...: its first references, as lackey prints them.
same_as_naive()
{
   if is_missing "$1"; then
      skip "$1" "not installed"
      return
   fi
   # shellcheck disable=SC2086
   $clean "$valgrind" --tool=lackey --basic-counts=no --trace-mem=yes \
      --log-fd=9 "$@" 9>&1 >/dev/null 2>&1 </dev/null |
      "$builddir/tests/machine_traces" $n_references >counts 2>differences
   if [ $? -eq 0 ] && [ "$(wc -l <counts)" -eq 5 ]; then
      ok "$1"
   else
      not_ok "$1" "$(cat counts)" "$(head -n 30 differences)"
   fi
}

seq 1 8000 | sort -R --random-source=/dev/zero >numbers
same_as_naive sort -n numbers
same_as_naive awk '{ n[$1 % 97] += $1 } END { for (i in n) print i, n[i] }' numbers
# shellcheck disable=SC2016
same_as_naive perl -e 'my %h; $h{$_ * 7919 % 1009} .= $_ for 1 .. 8000; print sort keys %h'

plan
