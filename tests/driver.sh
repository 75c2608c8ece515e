#!/bin/sh
# driver.sh -- automake's TAP driver, and how many seconds the test took: its .trs file
# gets the lines ":cpu-seconds: N" and ":seconds: N", which automake ignores.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   driver.sh TAP-DRIVER DRIVER-OPTION... -- TEST
#   driver.sh --skips TEST

# cmocka says "not ok 1 # SKIP name" of a test that called skip(); in TAP that is a failure.
if [ "$1" = --skips ]; then
   shift
   exec 4>&1
   status=$({
      { "$@" 3>&- 4>&-; echo $? >&3; } |
         sed -u 's/^not ok \([0-9]*\) # SKIP \(.*\)/ok \1 - \2 # SKIP it called skip()/' >&4
   } 3>&1)
   exit "$status"
fi

trs=
for argument; do
   [ "${previous-}" = --trs-file ] && trs=$argument
   previous=$argument
done
case $previous in
*.sh) ;;
*) # a unit test
   n_arguments=$#
   for argument; do
      set -- "$@" "$argument"
      [ "$argument" = -- ] && set -- "$@" "${SHELL:-/bin/sh}" "$0" --skips
   done
   shift $n_arguments
   ;;
esac

# Signals that the caller ignores, as nohup has it, would be ignored by all that the test
# starts, and it would wait for ever for a process that it ends.
default=
env --default-signal=HUP true 2>/dev/null && default=--default-signal=HUP,INT,QUIT,PIPE,TERM

: >"$trs.times" # it runs
begin=$(date +%s)
# shellcheck disable=SC2086 # no word, or one
env $default "${SHELL:-/bin/sh}" "$@"
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
