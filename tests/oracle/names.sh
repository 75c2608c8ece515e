#!/bin/sh
# names.sh -- names of D as c++filt has them: all functions of GNU D's library.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

annotate=${CS_ANNOTATE:?}
python=${PYTHON:-python3}
library=$(find /usr/lib -name 'libgphobos.so.*' -type f 2>/dev/null | sort | head -n 1)

if [ -z "$library" ] || ! command -v c++filt >/dev/null; then
   skip "all" "no library of D or no c++filt: Debian packages gdc, binutils"
   plan
   exit 0
fi

# What c++filt of binutils 2.40 leaves has attributes of D that are newer.
nm -D "$library" | sed -n 's/^[0-9a-f]* [TW] \(_D[0-9][^@]*\).*/\1/p' | sort -u >mangled
c++filt --format=dlang <mangled >theirs
{
   printf 'cmd: x\nevents: Ir\nfl=a.d\n'
   sed 's/.*/fn=&\n1 1/' mangled
   echo "summary: $(wc -l <mangled)"
} >all.out
"$annotate" --csv --by=function --threshold=0 --full-names all.out >all.csv

"$python" -c '
import csv, sys
ours = {row["function"] for row in csv.DictReader(open("all.csv"))}
pairs = list(zip(open("mangled").read().split("\n")[:-1],
                 open("theirs").read().split("\n")[:-1]))
known = [(mangled, name) for mangled, name in pairs if mangled != name]
left = [mangled for mangled, name in known if mangled in ours]
other = [name for mangled, name in known if mangled not in ours and name not in ours]
print(f"{len(known)} names, {len(left)} left, {len(other)} others")
print(*other[:9], *left[:9], sep="\n")
sys.exit(len(known) < 1000 or len(left) > len(known) / 100 or len(other) > 20)' >found
status=$?
if [ "$status" -eq 0 ]; then
   ok "as c++filt has them: $(head -n 1 found)"
else
   not_ok "as c++filt has them" "$(cat found)"
fi
plan
