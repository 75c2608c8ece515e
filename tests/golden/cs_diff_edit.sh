#!/bin/sh
# cs_diff_edit.sh -- cs_diff of a program before and after an edit, in cs_diff_edit/: two
# lines came at the top, and a function is called three times as often.
# SPDX-License-Identifier: GPL-2.0-or-later

command=cs_diff
program=${CS_DIFF:?}
data=${srcdir:?}/tests/golden/cs_diff_edit
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

mkdir new
sed -e '1i /* Inventory. */\n' \
   -e 's/n += \(strlen(order_key(&orders\[i\]))\);/n += \1 + \1\n         + \1;/' \
   old/inv.c >new/inv.c
touch -d '2020-01-01 00:00:00' new/inv.c

# lines FILE: what CSV has of each line of inv.c: function, both numbers, both counts of Ir.
lines()
{
   "$python" -S -c '
import csv, sys
for row in csv.DictReader(sys.stdin):
    print(row["function"], row["line"], row["old line"], row["Ir old"], row["Ir new"])
' | LC_ALL=C sort
}

# Both sources are there: each line keeps its text, and no line that was not edited is new
# or gone.
sections 'Lines that.*' report old.out new.out
"$program" --csv old.out new.out | lines >got/text
stored text

# ---- The verdict comes first ----

table verdict --by=verdict old.out new.out
"$program" --no-annotate old.out new.out | sed -n '1,/^$/p' >got/first
"$program" --by=verdict old.out new.out | sed -n '1,/^$/p' | cmp - got/first
equal "it is first in the report" 0 $?
prints_json "JSON with a verdict and moved lines" got/edit.json --json old.out new.out
"$program" --github --limits=Ir=1% --no-annotate old.out new.out >got/github
equal "the line to blame on GitHub" "::error file=new/inv.c,line=23,title=Ir over its limit" \
   "$(sed -n 's/::Ir:.*//p' got/github)"
"$program" --by=line --show=D1mr --threshold=0 old.out new.out >got/shown
check "--show is what --by=line shows and sorts by" grep -q '^D1mr old' got/shown

# ---- Without the old source, counts and distances say it ----

"$program" --csv --no-source old.out new.out | lines >got/counts
stored counts
check "what was not edited is found by counts, too" sh -c '
   grep -v count_keys got/text >got/text.rest
   grep -v count_keys got/counts | cmp - got/text.rest'

# ---- The old source elsewhere ----

sed 's/^fl=.*/fl=inv.c/' old.out >old1.out
sed 's/^fl=.*/fl=inv.c/' new.out >new1.out
cp new/inv.c .
"$program" --csv --old-source=old old1.out new1.out | lines >got/directory
check "--old-source" cmp got/text got/directory
"$program" --csv old1.out new1.out | lines >got/none
check "the new source is not taken for the old one" cmp got/counts got/none
refused "nothing in --old-source" 1 \
   "cs_diff: --old-source=got: no source file of the program is there" \
   --old-source=got old1.out new1.out
refused "no new source" 1 \
   "cs_diff: --old-source=old: no new source file is found; --source-path=DIR says where \
they are" --old-source=old --no-source old1.out new1.out
misused "no such folder" "--old-source=nowhere: No such file or directory" \
   --old-source=nowhere old1.out new1.out
misused "a file" "--old-source=inv.c: Not a directory" --old-source=inv.c old1.out new1.out

# ---- The old source in git ----

misused "no revision" "--old-rev=-x: expected a revision, such as HEAD~1" --old-rev=-x \
   old1.out new1.out
if command -v git >/dev/null; then
   export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
   mkdir repository
   (
      cd repository && git init -q . && cp ../old/inv.c . && git add inv.c &&
         git -c user.name=ann -c user.email=ann@example.org commit -q -m one
   ) || exit 99
   cp new/inv.c repository
   sed 's,^fl=.*,fl=repository/inv.c,' old.out >old2.out
   sed 's,^fl=.*,fl=repository/inv.c,' new.out >new2.out
   "$program" --csv --old-rev=HEAD old2.out new2.out | lines >got/rev
   check "--old-rev" cmp got/text got/rev
   refused "no such revision" 1 \
      "cs_diff: --old-rev=HEAD~7: fatal: invalid object name 'HEAD~7'." \
      --old-rev=HEAD~7 old2.out new2.out
else
   skip "--old-rev" "no git"
fi

plan
