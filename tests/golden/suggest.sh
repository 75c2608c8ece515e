#!/bin/sh
# suggest.sh -- cs_annotate --suggest: the file, what is said of it, and what is refused.
# Types are in debug information: tests/tool/suggest.sh has programs with some.
# SPDX-License-Identifier: GPL-2.0-or-later

command=cs_annotate
program=${CS_ANNOTATE:?}
data=${srcdir:?}/tests/golden/suggest
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

# The same program with few misses; without looks; of a layout.
sed 's/ 100000 40000 0 0 0$/ 100 40 0 0 0/; s/ 20000 20000 0 0 0$/ 20 20 0 0 0/
     s/^summary.*/summary: 1060000 0 0 360000 3120 60 0 0 0/
     s/^\(#: d 39 .*\) 100000 40000/\1 100 40/; s/^\(#: d 40 .*\) 20000 20000/\1 20 20/
     s/^#: de 1.*/#: de 1 60*1 4*10/; s/^#: de 2.*/#: de 2 20 63*0/' blocks.out >few.out
sed '/^#: looks/d; /^#: dl/d' blocks.out >plain.out
sed 's/^cmd:/desc: Layout:           other.layout\n&/
     /^#: looks/d; /^#: dl/d
     s/^#: end/#: lr 1 site join.c:26: pool\n#: lc 1 1 64 0 0 0\n#: ld 1 1\n&/' blocks.out >laid.out

printed file --suggest=- blocks.out
printed nothing --suggest=- few.out

# writes NAME PROFILE: what is printed when a file is written.
writes()
{
   "$program" --suggest=new.layout "$2" >"got/$1" 2>&1 || echo "status $?" >>"got/$1"
   stored "$1"
}
writes said blocks.out
"$program" --suggest=- blocks.out | sed 's/--layout=FILE/--layout=new.layout/' >got/stdout
check "the file is what standard output gets" same got/stdout new.layout
cp new.layout before.layout
"$program" --suggest=new.layout blocks.out >/dev/null
check "the same profile, the same file" same before.layout new.layout
writes said-nothing few.out
check "the file says so" grep -q '^# Nothing to suggest\.$' new.layout

"$program" --suggest=json.layout --json blocks.out >got/report.json
sed 's/json.layout/new.layout/' json.layout >named
check "with a report as JSON, the file is the same" same before.layout named
valid_json "and JSON is alone on standard output" got/report.json

# next_of FILE: what the first screen says comes next, without the file.
next_of()
{
   "$program" "$1" | sed -nE 's/^(one|better) .* cs_annotate (.*) .*/\2/p' | paste -sd ' ' -
}
equal "the first screen names it" "--suggest=new.layout --html=page.html" "$(next_of blocks.out)"
equal "not without looks" "--html=page.html" "$(next_of plain.out)"

# refused NAME STATUS MESSAGE OPTION...
refused()
{
   refused_name=$1 refused_expected="$2 $3"
   shift 3
   "$program" "$@" >got/output 2>got/errors
   equal "$refused_name" "$refused_expected" "$? $(head -n 1 got/errors)"
}
refused "no looks" 1 "cs_annotate: plain.out: the profile does not record which data is used \
together; cachesim --line-use=yes does" --suggest=x.layout plain.out
refused "of a layout" 1 "cs_annotate: laid.out: the profile already simulates a layout; \
suggestions need the unchanged program" --suggest=x.layout laid.out
refused "no file" 2 "cs_annotate: option '--suggest' requires an argument" --suggest
refused "an empty name" 2 "cs_annotate: --suggest=: expected the name of a file, or - for standard \
output" --suggest= blocks.out
refused "two reports" 2 "cs_annotate: --suggest=- and another report are for standard output" \
   --suggest=- --json blocks.out
refused "the profile itself" 1 "cs_annotate: blocks.out: would replace what is read" \
   --suggest=blocks.out blocks.out
refused "another profile" 1 "cs_annotate: plain.out: would replace a tool's profile" \
   --suggest=plain.out blocks.out
refused "no such folder" 1 "cs_annotate: none/x.layout: No such file or directory" \
   --suggest=none/x.layout blocks.out
equal "nothing was written" "before.layout json.layout new.layout" \
   "$(find . -name '*.layout' | sed 's,^./,,' | sort | paste -sd ' ' -)"

plan
