#!/bin/sh
# cs_annotate.sh -- runs cs_annotate on the files in cs_annotate/ and compares
# what it prints, and its exit status, with cs_annotate/expected/.  Prints TAP.
#
#   CS_ANNOTATE  the program (./cs_annotate)
#   srcdir       where the sources of this test are (this file's directory)
#   BLESS=1      write the expected files instead of comparing
#
# Everything runs in a copy of the data, with fixed file times.
# SPDX-License-Identifier: GPL-2.0-or-later

set -u
LC_ALL=C
export LC_ALL
unset NO_COLOR

data=$(cd "$(dirname "$0")" && pwd)/cs_annotate
[ -d "$data" ] || data=$(cd "${srcdir:?}" && pwd)/tests/golden/cs_annotate
program=${CS_ANNOTATE:-./cs_annotate}
case $program in
*/*) program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program") ;;
esac

work=$(mktemp -d) || exit 99
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
cp -R "$data/." "$work/" && chmod -R u+w "$work" && cd "$work" || exit 99
find . -type f -exec touch -d '2020-01-01 00:00:00' {} +
touch -d '2021-01-01 00:00:00' ./*.out
mkdir got

n=0
n_failed=0

# report NAME STATUS: one line of TAP.
report()
{
   n=$((n + 1))
   if [ "$2" -eq 0 ]; then
      echo "ok $n - $1"
   else
      echo "not ok $n - $1"
      n_failed=$((n_failed + 1))
   fi
}

# compare NAME: got/NAME with expected/NAME; differences become comments.
compare()
{
   if [ -n "${BLESS:-}" ]; then
      cp "got/$1" "$data/expected/$1"
   else
      diff -u "expected/$1" "got/$1" | sed 's/^/# /' >got/diff
      cat got/diff
      [ ! -s got/diff ]
   fi
}

# check NAME ARGUMENT...: standard output, standard error and status of the
# program; standard input comes from the caller.
check()
{
   name=$1
   shift
   {
      "$program" "$@"
      echo "status $?"
   } >"got/$name" 2>got/errors
   if [ -s got/errors ]; then
      echo "standard error:" >>"got/$name"
      cat got/errors >>"got/$name"
   fi
   compare "$name"
   report "$name" $?
}

# expect NAME STATUS MESSAGE ARGUMENT...: nothing on standard output, and
# exactly this on standard error.
expect()
{
   name=$1 expected_status=$2 message=$3
   shift 3
   "$program" "$@" >got/output 2>got/errors
   status=$?
   printf '%s\n' "$message" >got/message
   [ $status -eq "$expected_status" ] && [ ! -s got/output ] \
      && cmp -s got/message got/errors
   result=$?
   if [ $result -ne 0 ]; then
      echo "# status $status, expected $expected_status"
      diff got/message got/errors | sed 's/^/# /'
   fi
   report "$name" $result
}

# ---- Reports ----

check stock-3.19 stock-3.19.out
check stock-3.24 stock-3.24.out
check own own.out
check own-source-path --source-path=other own.out
check own-include -I other/nothing --include=other/deep own.out
check show-sort --show=D1mr,Ir --sort=Dr,D1mr own.out
check no-percs-context --no-show-percs --context=1 own.out
check old-spellings --show-percs=no --auto=no --threshold=2.5% own.out
check threshold-zero --threshold=0 --no-annotate own.out
check colour --color=always --show=Ir own.out
check zero zero.out
check disorder disorder.out
check crlf crlf.out

touch -d '2022-01-01 00:00:00' src/sum.h
check newer-source --no-show-percs stock-3.24.out
check stdin - <stock-3.24.out # which has no time to compare
touch -d '2020-01-01 00:00:00' src/sum.h

mkfifo pipe
cat stock-3.24.out >pipe &
check fifo pipe

NO_COLOR=1 "$program" stock-3.24.out >got/plain
NO_COLOR=1 "$program" --color=auto stock-3.24.out | cmp -s - got/plain
report "no colour in a pipe" $?
"$program" --color=never own.out >got/plain
"$program" own.out | cmp -s - got/plain
report "colour never is the default in a pipe" $?

"$program" --show-percs --annotate stock-3.24.out >got/plain
"$program" --no-show-percs --no-annotate --show-percs=yes --annotate=yes \
   stock-3.24.out | cmp -s - got/plain
report "the last of opposite options counts" $?
"$program" --no-annotate --auto=yes stock-3.24.out | cmp -s - got/plain
report "auto=yes" $?

# ---- Help and version ----

check help --help
"$program" --help | awk 'length > 80 { bad = 1 } END { exit bad || NR > 24 }'
report "help fits a screen" $?
"$program" --version | grep -q '^cs_annotate (quern) [^ ]*$'
report "version" $?

# ---- Usage ----

try="Try 'cs_annotate --help'."
expect "no profile" 2 "cs_annotate: expected a profile to report on
$try"
expect "two profiles" 2 "cs_annotate: expected one profile, found 2
$try" own.out own.out
expect "unknown option" 2 "cs_annotate: unrecognized option '--frobnicate'
$try" --frobnicate own.out
expect "threshold too large" 2 \
   "cs_annotate: --threshold=20.1: expected a percentage from 0 to 20
$try" --threshold=20.1 own.out
for value in '' -1 nan 1e1 0x1 1.2.3 . % 1%% '1 '; do
   expect "threshold '$value'" 2 \
      "cs_annotate: --threshold=$value: expected a percentage from 0 to 20
$try" --threshold="$value" own.out
done
for value in '' -1 +1 x 1x 4294967296 99999999999999999999; do
   expect "context '$value'" 2 \
      "cs_annotate: --context=$value: expected a number of lines
$try" --context="$value" own.out
done
expect "show-percs=maybe" 2 "cs_annotate: --show-percs=maybe: expected yes or no
$try" --show-percs=maybe own.out
expect "auto=1" 2 "cs_annotate: --auto=1: expected yes or no
$try" --auto=1 own.out
expect "color=pink" 2 \
   "cs_annotate: --color=pink: expected auto, always or never
$try" --color=pink own.out
expect "empty directory" 2 "cs_annotate: --source-path: expected a directory
$try" -I '' own.out
expect "unknown event to show" 2 \
   "cs_annotate: --show: there is no event \"Xr\" in the profile
$try" --show=Ir,Xr own.out
expect "unknown event to sort by" 2 \
   "cs_annotate: --sort: there is no event \"Dw\" in the profile
$try" --sort=Dw own.out
expect "escapes in an option" 2 \
   "cs_annotate: --color=\\x1b[31m: expected auto, always or never
$try" --color="$(printf '\033[31m')" own.out

# ---- Bad profiles ----

expect "missing" 1 "cs_annotate: no/such: No such file or directory" no/such
expect "directory" 1 "cs_annotate: src: Is a directory" src
: >empty.out
expect "empty" 1 "cs_annotate: empty.out:1: the file is empty" empty.out
expect "empty standard input" 1 \
   "cs_annotate: (standard input):1: the file is empty" - </dev/null
expect "standard input is a directory" 1 \
   "cs_annotate: (standard input): Is a directory" - <src
head -n 30 own.out >cut.out
expect "cut between lines" 1 \
   "cs_annotate: cut.out:30: the file ends before its summary: line" cut.out
sed 's/^12 1 /12 2 /' stock-3.19.out >sum.out
expect "wrong sum" 1 \
   "cs_annotate: sum.out:26: summary of Ir is 13016, but the lines add up to \
13017 (difference -1)" sum.out
sed 's/^#: cachesim 1/#: cachesim 7/' own.out >new.out
expect "newer format" 1 \
   "cs_annotate: new.out:8: needs version 7: written in cachesim format 7, \
this reads up to format 1; use a newer quern" new.out
printf '# callgrind format\nversion: 1\n' >callgrind.out
expect "callgrind" 1 \
   "cs_annotate: callgrind.out:2: the file ends before its events: line" \
   callgrind.out
printf 'cmd: \033]0;x\007\nhuh\033\n' >escapes.out
expect "escapes in the profile" 1 \
   "cs_annotate: escapes.out:2: expected the events: line, found \"huh\\x1b\"" \
   escapes.out
cp escapes.out "$(printf 'e\033.out')"
expect "escapes in the profile's name" 1 \
   "cs_annotate: e\\x1b.out:2: expected the events: line, found \"huh\\x1b\"" \
   "$(printf 'e\033.out')"

# Cut after every byte; one process each, so a small file.
printf 'cmd: x\nevents: Ir\n#: cachesim 1\nfl=a\nfn=f\n1 12\n' >whole.out
printf 'summary: 12\n#: end 1\n' >>whole.out
"$program" whole.out >/dev/null
report "whole" $?
length=$(wc -c <whole.out)
result=0
i=0
while [ $i -lt "$length" ]; do
   head -c $i whole.out >part.out
   "$program" part.out >got/output 2>got/errors
   if [ $? -ne 1 ] || [ -s got/output ] \
      || ! grep -q '^cs_annotate: part.out:[1-9]' got/errors; then
      echo "# accepted after $i bytes"
      result=1
   fi
   i=$((i + 1))
done
report "cut after every byte" $result

# ---- Output that fails ----

if [ -c /dev/full ]; then
   "$program" own.out >/dev/full 2>got/errors
   status=$?
   echo "cs_annotate: No space left on device" | cmp -s - got/errors \
      && [ $status -eq 1 ]
   report "full disk" $?
   "$program" --help >/dev/full 2>/dev/null
   [ $? -eq 1 ]
   report "full disk, help" $?
fi
{
   sleep 0.2 # until the reader is gone
   "$program" own.out 2>got/errors
   echo $? >got/status
} | :
[ "$(cat got/status)" = 1 ] && [ ! -s got/errors ]
report "no reader" $?
"$program" own.out >&- 2>got/errors
[ $? -eq 1 ] && grep -q '^cs_annotate: ' got/errors
report "no standard output" $?

echo "1..$n"
[ $n_failed -eq 0 ]
