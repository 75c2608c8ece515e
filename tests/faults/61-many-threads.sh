#!/bin/sh
# 61-many-threads.sh -- thousands of threads one after another, as of a server with a
# thread for each connection: the time grows with their number, in every mode.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Four times the threads may take eight times the CPU time that grows with them.  With the
# square it is sixteen times.  A sample of the modes, all in the long form.

. "${srcdir:?}/tests/faults/readers.sh"

# linear.py N COMMAND...: the CPU time of the command with {n} replaced by 1, N and 4 N; in
# three tries at most, as other work on the machine disturbs some.  What grows less than half
# of the start does not count.  The kernel ends a run of 4 N that takes far too long.
cat >linear.py <<'END'
import os, resource, signal, subprocess, sys

def cpu_s(command, n, most_s=None):
    words = [word.replace("{n}", str(n)) for word in command]
    limit = resource.RLIM_INFINITY if most_s is None else int(most_s) + 2
    expected = (0,) if most_s is None else (0, -signal.SIGKILL)
    child = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    said = child.stderr.read()
    _, ended, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(ended)
    if child.returncode not in expected:
        sys.exit(f"status {child.returncode}, and: {said[-300:]!r}")
    return usage.ru_utime + usage.ru_stime

def tried(n, command):
    start_s, few_s = cpu_s(command, 1), cpu_s(command, n)
    most_s = start_s + 8 * max(few_s - start_s, start_s / 2)
    many_s = cpu_s(command, 4 * n, most_s)
    said = f"1, {n} and {4 * n}: {start_s:.2f} s, {few_s:.2f} s and {many_s:.2f} s"
    return None if many_s <= most_s else f"{said}, more than {most_s:.2f} s"

n, *command = sys.argv[1:]
for _ in range(3):
    wrong = tried(int(n), command)
    if wrong is None:
        sys.exit(0)
sys.exit(wrong)
END

# linear NAME N TOOL HOW OPTION...: the tool's time with threads, and that of its command
# with their profiles: the installed one, as sanitizers need time of their own.
linear()
{
   sampled 3 || return
   linear_name=$1 linear_n=$2 linear_tool=$3 linear_how=$4 linear_command=cs_annotate
   shift 4
   [ "$linear_tool" = heapprof ] && linear_command=hp_annotate
   # shellcheck disable=SC2086
   check "$linear_name: the time grows with the threads" "$PYTHON" linear.py "$linear_n" \
      $clean "$valgrind" -q --tool="$linear_tool" \
      "--$linear_tool-out-file=$work/{n}.out" "$@" \
      "$programs/many_threads" "{n}" "$linear_how"
   check "$linear_name: so does a report's" "$PYTHON" linear.py "$linear_n" \
      "$builddir/$linear_command" --no-source --json=all "$work/{n}.out"
}

linear "cachesim" 500 cachesim npsb
linear "call paths" 500 cachesim npsb --call-graph=yes
linear "a table by thread" 500 cachesim np --separate-threads=yes
linear "data objects" 500 cachesim npsb --objects=yes
linear "a machine that estimates" 500 cachesim np --machine=zen4
linear "regions" 500 cachesim npr --call-graph=yes
linear "toggling" 500 cachesim np --toggle-collect=count
linear "sharing" 500 cachesim n --sharing=yes
linear "sharing, stacks and blocks" 500 cachesim psb --sharing=yes
linear "all of it" 500 cachesim npsbr --sharing=yes --separate-threads=yes \
   --call-graph=yes --objects=yes --machine=zen4
linear "heapprof" 500 heapprof npsb
linear "heapprof's regions" 500 heapprof npbr
linear "accesses" 500 heapprof npsb --accesses=yes
linear "stacks of threads" 500 heapprof nps --stacks=yes
plan
