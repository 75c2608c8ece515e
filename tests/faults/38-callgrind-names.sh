#!/bin/sh
# 38-callgrind-names.sh -- a callgrind profile with missing references: numbers of
# names, the lines after calls=, positions.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

# profile NAME LINE...: the lines after the header of a profile by another writer,
# without totals:.
profile()
{
   {
      printf '%s\n' '# callgrind format' 'creator: x' 'positions: line' \
         'events: Ir' 'fl=(1) a.c' 'fn=(1) f' '5 1'
      shift
      printf '%s\n' "$@"
   } >"$profile_file"
}

# bad NAME LINE PATTERN LINE...: the error names the line, counted from 8.
bad()
{
   bad_name=$1 bad_line=$(($2 + 7)) bad_pattern=$3
   shift 3
   profile_file=bad.out
   profile "$bad_name" "$@"
   refused "$bad_name" "$cs_few" bad.out good.out \
      "bad\.out:$bad_line: $bad_pattern"
}

# good NAME LINE...: the profile is accepted.
good()
{
   profile_file=fine.out
   profile "$@"
   accepted "$1" "$cs_few" fine.out fine.out
}

profile_file=good.out
profile good "6 1"

# ---- Names ----

for key in "fn" fl "fi" fe cfn cfi cfl cob ob jfi jfn; do
   bad "$key=(12), which has no name" 1 '\(12\) has no name yet' "$key=(12)"
done
bad "functions have numbers of their own" 2 '\(2\) has no name yet' \
   'fl=(2) b.c' 'fn=(2)'
bad "a name that changes" 1 '\(1\) was "f", now it is "g"' 'fn=(1) g'
good "a name given twice" 'fn=(1) f' '6 1'
bad "a number that does not end" 1 'bad name number in "\(12"' 'fn=(12'
bad "a number without digits" 1 'bad name number' 'fn=(1x) g'
bad "a number too large" 1 'bad name number' \
   'fn=(99999999999999999999) g'
bad "an empty name" 1 '\(3\) has no name yet' 'fn=(3) '

# ---- calls=, jump= and jcnd= take the line after them ----

for key in calls=1 rcalls=1 jump=1 jcnd=1/2; do
   bad "$key at the end" 1 \
      "the file ends before the line that belongs to ${key%=*}=" "$key 5"
   bad "$key without its line" 2 \
      "expected the line that belongs to ${key%=*}=, found \"fn=\(1\)\"" \
      "$key 5" 'fn=(1)' '6 1'
done
bad "calls= without a number" 1 'expected a number after calls=' 'calls=x 5' '6 1'
bad "a call's line without a position" 2 'position "\+x" is not a number' \
   'calls=1 5' '+x 1'
good "a call of nothing known" 'calls=1 0' '6 1' '7 1'

# ---- Positions ----

bad "+N of nothing" 3 'position "\+1" is relative, but no cost line is before it' \
   'events: Ir' 'fn=(1)' '+1 1'
bad "+N beyond 2^32" 1 'line number 4294967300 is larger than 4294967295' \
   '+4294967295 1'
bad "+N beyond 2^64" 1 'position "\+18446744073709551615" is too large' \
   '+18446744073709551615 1'
bad "-N below 0" 1 'position "-6" is below 0' '-6 1'
bad "a sign alone" 1 'position "\+" is not a number' '+ 1'
bad "two signs" 1 'position "\+\+1" is not a number' '++1 1'
bad "hexadecimal without digits" 1 'position "0x" is not a number' '0x 1'
bad "hexadecimal beyond 64 bits" 1 'position "0x10000000000000000" is too large' \
   '0x10000000000000000 1'
good "the last line there can be" '4294967295 1' '* 1' '-4294967295 1'
sed 's/^positions: line/positions: instr line/; s/^5 1/0x10 5 1/
     s/^6 1/+0x10/' good.out >bad.out
refused "a position too few" "$cs_few" bad.out good.out \
   'bad\.out:8: expected 2 positions and counts'
profile_file=bad.out
profile all 'fn=(12)'
refused "to every command" "$cs_readers" bad.out good.out \
   'bad\.out:8: \(12\) has no name yet'
plan
