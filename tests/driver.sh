#!/bin/sh
# driver.sh -- automake's TAP driver, and how many seconds the test took: its .trs file
# gets the lines ":cpu-seconds: N" and ":seconds: N", which automake ignores.  A test that
# hangs is ended, with all that it runs, and named.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   driver.sh TAP-DRIVER DRIVER-OPTION... -- TEST
#   driver.sh --run TEST

# The longest takes some minutes on a busy machine; long forms, hours.
limit_s=${TEST_LIMIT_S:-1200}
[ -z "${LONG:-}" ] || limit_s=14400

# run TEST: in a process group of its own, which ends when the caller's does.  Signals that
# the caller ignores, as nohup has it, would be ignored by all that the test starts, and it
# would wait for ever for a process that it ends.
run()
{
   signals=HUP,INT,QUIT,PIPE,TERM
   env --default-signal=$signals true 2>/dev/null && set -- env --default-signal=$signals "$@"
   timeout --kill-after=10 "$limit_s" "$@" &
   job=$!
   trap 'kill -TERM $job' HUP INT TERM
   wait $job
   status=$?
   [ $status -ne 124 ] || echo "Bail out! It did not end within $limit_s s."
   return $status
}

if [ "$1" = --run ]; then
   shift
   for test; do :; done
   case $test in
   *.sh)
      run "$@"
      exit $?
      ;;
   esac
   # A unit test.  cmocka says "not ok 1 # SKIP name" of one that called skip(); in TAP that
   # is a failure.
   exec 4>&1
   status=$({
      { run "$@" 3>&- 4>&-; echo $? >&3; } |
         sed -u 's/^not ok \([0-9]*\) # SKIP \(.*\)/ok \1 - \2 # SKIP it called skip()/' >&4
   } 3>&1)
   exit "$status"
fi

trs=
n_arguments=$#
for argument; do
   [ "${previous-}" = --trs-file ] && trs=$argument
   previous=$argument
   set -- "$@" "$argument"
   [ "$argument" = -- ] && set -- "$@" "${SHELL:-/bin/sh}" "$0" --run
done
shift "$n_arguments"

: >"$trs.times" # it runs
begin=$(date +%s)
"${SHELL:-/bin/sh}" "$@"
status=$?
end=$(date +%s)

# Seconds have a point everywhere.
LC_ALL=C
export LC_ALL

# In this shell, not in one of its own: `times` is about the children of the shell.
times >"$trs.times"
awk -v seconds=$((end - begin)) '
   NR == 2 { gsub(/[ms]/, " ")
             printf ":cpu-seconds: %.1f\n", 60 * $1 + $2 + 60 * $3 + $4 }
   END { print ":seconds: " seconds }' "$trs.times" >>"$trs"
rm -f "$trs.times"
exit $status
