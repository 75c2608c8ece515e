#!/bin/sh
# 52-newer.sh -- a profile of a newer format: the error names the needed version and
# the file.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

for version in 2 17 9223372036854775807; do
   sed "s/^#: cachesim 1\$/#: cachesim $version/" cachesim.out >newer.out
   line=$(sed -n '/^#: cachesim/=' newer.out)
   refused "cachesim format $version" "$cs_readers" newer.out cachesim.out \
      "newer\.out:$line: needs version $version: .*up to format 1; use a newer quern"
done
gzip -c newer.out >newer.gz
refused "by gzip" "$cs_few" newer.gz cachesim.out 'newer\.gz:[0-9]+: needs version '
# The rest of a newer profile is not read, whatever has changed there.
{ sed '/^#: cachesim/q' newer.out && printf 'new things\n\0\377'; } >newest.out
refused "with new lines" "$cs_few" newest.out cachesim.out \
   'newest\.out:[0-9]+: needs version '
sed 's/^version: 1$/version: 2/' callgrind.out >newer.out
refused "callgrind format 2" "$cs_readers" newer.out callgrind.out \
   'newer\.out:2: needs version 2: .*up to format 1; use a newer quern'

for version in 3 99; do
   for file in heapprof dhat; do
      sed "s/\"dhatFileVersion\": *2/\"dhatFileVersion\":$version/" $file.out \
         >newer.out
      refused "DHAT's format $version: $file" "$hp_readers" newer.out \
         heapprof.out \
         "newer\.out: needs version $version: .*up to format 2; use a newer quern"
   done
done
"$PYTHON" -SIB -c '
import json
p = json.load(open("heapprof.out"))
p["heapprof"]["version"] = 2
json.dump(p, open("newer.out", "w"))
p["heapprof"] = {"version": 2, "new": []}
json.dump(p, open("newest.out", "w"))'
refused "heapprof format 2" "$hp_readers" newer.out heapprof.out \
   'newer\.out: needs version 2: .*up to format 1; use a newer quern'
refused "with new keys" "$hp_few hp_plot" newest.out heapprof.out \
   'newest\.out: needs version 2: '

# The JSON that cs_plot reads.
printf '#!/bin/sh\necho "{\\"schema\\": \\"cs_annotate\\", \\"version\\": 9}"\n' \
   >annotate && chmod +x annotate
CS_ANNOTATE=./annotate "$builddir/cs_plot" --script cachesim.out >got.out 2>got.err
equal "cs_annotate's JSON" "1 cs_plot: ./annotate: its JSON has version 9, expected 1" \
   "$? $(cat got.out got.err)"
plan
