#!/bin/sh
# scale.sh -- the generated profiles of the benchmarks: they are reproducible, and
# cs_annotate, which checks sums and trailers, reads each format.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

if ! command -v "${PYTHON:=python3}" >/dev/null; then
   skip "made-up profiles" "no python3"
   plan
   exit 0
fi

# make OUT OPTION...: writes a profile of 20,000 lines.
make()
{
   make_out=$1
   shift
   "$PYTHON" -B "$srcdir/tests/bench/make_profile.py" --lines=20000 \
      --files=100 -o "$make_out" "$@"
}

# annotate FILE: the report, in annotate.out.
annotate()
{
   "${CS_ANNOTATE:-$builddir/cs_annotate}" --no-annotate --no-show-percs --show=Ir \
      "$1" >annotate.out 2>annotate.err </dev/null
}

# total FILE: instructions, in the report.
total()
{
   annotate "$1" && awk '/PROGRAM TOTALS/ { gsub(",", ""); print $1 }' \
      annotate.out
}

# reads NAME FILE: cs_annotate reads the file, and its total is that of base.out.
reads()
{
   reads_found=$(total "$2")
   equal "$1" "$instructions" "$reads_found$(cat annotate.err)"
}

make base.out
make again.out
make seed.out --seed=2
make variant.out --variant=1
make variant2.out --variant=1
check "the same options give the same bytes" cmp base.out again.out
check "the same options give the same variant" cmp variant.out variant2.out
check "another seed gives other bytes" \
   eval '! cmp -s base.out seed.out'

equal "as many lines as asked for" 20000 "$(grep -c '^[0-9]' base.out)"
equal "as many files as asked for" 100 \
   "$(grep '^fl=' base.out | sort -u | wc -l)"
equal "each function once in its file" "" "$(awk '
   /^fl=/ { file = $0 }
   /^fn=/ && seen[file, $0]++' base.out)"

instructions=$(sed -n 's/^summary: \([0-9]*\) .*/\1/p' base.out)
reads "cs_annotate reads it" base.out
make cachesim.out --format=cachesim
reads "cachesim's format, too" cachesim.out
equal "the profile has its trailer" "#: end 20000" "$(tail -n 1 cachesim.out)"
check "the same except for additions of the format" eval '
   body base.out >base.body; body cachesim.out >cachesim.body
   cmp base.body cachesim.body'

# A variant: between 1 and 6 percent of the rows, and few names.
changed=$(diff base.out variant.out | grep -c '^> [0-9]')
check "a variant changes a few percent of the rows" \
   eval 'test $changed -ge 200 && test $changed -le 1200'
grep '^fn=' base.out | sort >base.names
grep '^fn=' variant.out | sort >variant.names
changed=$(comm -13 base.names variant.names | wc -l)
check "a variant changes a few names" eval 'test $changed -ge 1 && test $changed -le 20'

# callgrind's own sum: lines of cost, except those after calls=.
make callgrind.out --format=callgrind
equal "callgrind's format: the sum" "totals: $instructions" "$(awk '
   /^calls=/ { getline; next }
   /^[0-9+*-]/ { sum += $2 }
   END { printf "totals: %.0f\n", sum }' callgrind.out)"
equal "callgrind's format: the stated sum" "totals: $instructions" \
   "$(sed -n 's/^\(totals: [0-9]*\) .*/\1/p' callgrind.out)"
reads "cs_annotate reads it" callgrind.out

make base.out/x 2>err
equal "a file that cannot be written: the status" 1 $?
make x.out --lines=0 2>err
equal "no lines: the status" 2 $?

plan
