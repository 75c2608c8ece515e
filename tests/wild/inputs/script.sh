# script.sh -- pipes, subshells, here documents, traps, background jobs, exec.
# SPDX-License-Identifier: GPL-2.0-or-later
trap 'echo leaving' EXIT
trap 'echo got USR1' USR1
n=0
while [ $n -lt 300 ]; do n=$((n + 1)); done
echo $n
(exit 3); echo "subshell $?"
seq 5 | sort -rn | tr '\n' ' '; echo
cat <<END | sed s/before/after/
before $((6 * 7))
END
kill -USR1 $$
sleep 0.1 & wait $!; echo "job $?"
nonexistent_command_of_ours 2>/dev/null; echo "missing $?"
ls /nonexistent
sh -c 'kill -TERM $$'; echo "killed $?"
(exec sh -c 'echo exec; exit 4'); echo "$?"
exit 5
