#!/bin/sh
# 39-counts.sh -- counts that are too large, negative or not numbers.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

# Text that is not a count, and the error for it.
cat >words <<'END'
+5|count "\+5" is not a whole number
1e3|count "1e3" is not a whole number
0x1g|count "0x1g" is not a whole number
1_000|count "1_000" is not a whole number
1,000|count "1,000" is not a whole number
1.5|count "1\.5" is not a whole number
12a|count "12a" is not a whole number
nan|count "nan" is not a whole number
inf|count "inf" is not a whole number
..|count "\.\." is not a whole number
१|count "१" is not a whole number
9223372036854775808|count "9223372036854775808" is larger than 9223372036854775807
18446744073709551617|count "18446744073709551617" is larger than 9223372036854775807
END
printf '%0400d|count "0{60}" is larger than 9223372036854775807\n' 1 >>words

# cs_wrong FORMAT FILE LINE: each text replaces the `10` of the line.
cs_wrong()
{
   wrong_bad=
   while IFS='|' read -r word message; do
      sed "$3s/10/$word/" "$2" >bad.out
      # shellcheck disable=SC2086
      sample_of $cs_few
      for by in $sample; do
         reads "$by" bad.out "$2" >got.out 2>got.err </dev/null
         [ "$? $(wc -c <got.out) $(grep -cE \
            "^${by%%:*}: bad\.out:$3: $message( \(after |\$)" got.err)" = \
           "1 0 1" ] || wrong_bad="$wrong_bad
$by: $word: $(head -n 1 got.err)"
      done
   done <words
   equal "$1" "" "$wrong_bad"
}
printf '%s\n' 'desc: I1 cache: 1 B' 'cmd: a' 'events: Ir Dr' 'fl=a' 'fn=f' '1 10 0' \
   'summary: 10 0' >cachegrind.out
printf '%s\n' '# callgrind format' 'events: Ir Dr' 'fl=a' 'fn=f' '1 10 0' \
   'calls=1 2' '1 10 0' 'totals: 10 0' >callgrind.out
cs_wrong "counts" cachegrind.out 6
cs_wrong "summary:" cachegrind.out 7
cs_wrong "callgrind's counts" callgrind.out 5
cs_wrong "callgrind's counts of a call" callgrind.out 7
cs_wrong "totals:" callgrind.out 8

# Only other programs write negative counts, and in hexadecimal.
for number in -1 -0 0x10; do
   sed "6s/10/$number/" cachegrind.out >bad.out
   refused "the count $number in Valgrind's profile" "$cs_few" bad.out cachegrind.out \
      "bad\\.out:6: (negative count|count) \"$number\""
done
sed 's/10/-0x10/' callgrind.out >fine.out
accepted "a negative count" "cs_annotate cs_diff:new" fine.out callgrind.out
refused "to cs_merge" cs_merge fine.out callgrind.out 'counts below 0 are not in cachesim'

for number in 4294967296 99999999999999999999 -1 1.5 x; do
   sed "6s/^1/$number/" cachegrind.out >bad.out
   refused "line number $number" "$cs_readers" bad.out cachegrind.out \
      'bad\.out:6: '
done

# Valid counts: the largest, leading zeros, a dot, missing ones at the end.
sed 's/10 0$/9223372036854775807 ./' cachegrind.out >fine.out
accepted "the largest count" cs_annotate fine.out -
sed '6s/10 0/00010/; s/$/ /; s/ 0*10/\t10/' cachegrind.out >fine.out
accepted "zeros, blanks and tabs" "$cs_readers" fine.out cachegrind.out
# The sum of two of the largest is too large.
printf '%s\n' 'cmd: a' 'events: Ir' 'fl=a' 'fn=f' '1 9223372036854775807' \
   '1 1' 'summary: 9223372036854775807' >bad.out
refused "a sum too large" "cs_annotate cs_merge cs_diff:new" bad.out \
   cachegrind.out 'bad\.out:(6: the counts add up to more than|2: events)'
sed '6s/10/9223372036854775807/; 7s/10/9223372036854775807/' cachegrind.out \
   >large.out
refused "a sum of two files" "cs_annotate:second cs_merge:second" large.out \
   large.out '.*add up to more than 9223372036854775807'

# ---- JSON ----

# Each kind of number, at the first occurrence of its key.
hp_wrong()
{
   wrong_bad=
   for word in -1 1.5 1e3 9223372036854775808 99999999999999999999 +5 0x10 007 \
      1_000 '"5"' null true '[5]' NaN -Infinity; do
      sed "s/\"$2\":\(\[*\)[0-9]*/\"$2\":\1$word/" "$1" >bad.out
      # shellcheck disable=SC2086
      sample_of $3
      for by in $sample; do
         reads "$by" bad.out "$1" >got.out 2>got.err </dev/null
         [ "$? $(wc -c <got.out) $(wc -l <got.err) $(grep -c \
            "^${by%%:*}: bad\.out:" got.err)" = "1 0 1 1" ] ||
            wrong_bad="$wrong_bad
$by: $word: $(head -n 1 got.err)"
      done
   done
   equal "\"$2\" of $1" "" "$wrong_bad"
}
for key in te tbk size hist peak_bytes; do
   hp_wrong heapprof.out $key "$hp_few"
done
hp_wrong heapprof.out gb "hp_plot hp_export:csv"
hp_wrong dhat.out tb "$hp_few"

# ---- Limits of cs_diff and hp_diff ----

for limit in - +1 1e 0x10 1_0 nan inf 1%% '' 1e99; do
   "$CS_DIFF" --limits="Ir=$limit" cachegrind.out cachegrind.out \
      >got.out 2>got.err
   equal "cs_diff --limits=Ir=$limit is wrong usage" "2 0" \
      "$? $(wc -c <got.out)"
   "$HP_DIFF" --limits="peak=$limit" heapprof.out heapprof.out \
      >got.out 2>got.err
   equal "hp_diff --limits=peak=$limit is wrong usage" "2 0" \
      "$? $(wc -c <got.out)"
done
plan
