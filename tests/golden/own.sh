#!/bin/sh
# own.sh -- whose source is whose, in all reports: by its path, and as --own and --not-own
# say.
# SPDX-License-Identifier: GPL-2.0-or-later

command=cs_annotate
program=${CS_ANNOTATE:?}
data=${srcdir:?}/tests/golden/hp_annotate
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

printf '%s\n' "cmd: x" "events: Ir" "fl=/home/ann/inv/src/a.c" "fn=f" "1 60" \
   "fl=/usr/include/fast/a.h" "fn=g" "2 30" "fl=/home/ann/inv/lib/json/b.c" "fn=h" \
   "3 10" "summary: 100" >counts.out

# own_lines ARGUMENT...: the program's functions and what is of none.
own_lines()
{
   "$program" --no-pager --by=own --no-source "$@" counts.out 2>&1 |
      sed -n 's/.*  \([a-z]\) (\([a-z.]*:[0-9]*\))$/\1 (\2)/p
              s/^not attributed to your lines.*: \([0-9]*\).*/\1 of libraries/p' |
      tr '\n' ' '
}

equal "by their paths" "f (a.c:1) h (b.c:3) 30 of libraries " "$(own_lines)"
equal "--own" "f (a.c:1) g (a.h:2) h (b.c:3) " "$(own_lines --own=/usr/include/fast)"
equal "--not-own" "f (a.c:1) 40 of libraries " "$(own_lines --not-own=/home/ann/inv/lib)"
equal "lists" "g (a.h:2) h (b.c:3) 60 of libraries " \
   "$(own_lines --own=/x,/usr/include --not-own=/y,/home/ann/inv/src/)"
equal "a folder at any place" "f (a.c:1) 40 of libraries " "$(own_lines --not-own=./lib/json)"
equal "a pattern" "h (b.c:3) 90 of libraries " "$(own_lines --not-own='/home/*/inv/s*')"
equal "the last one decides" "f (a.c:1) 40 of libraries " \
   "$(own_lines --own=lib/json --not-own=lib)"
misused "an empty name" "--own=src,: expected directories, as in src,lib/json" \
   --own=src, counts.out
misused "a folder that is not there" "--not-own=../gone: ../gone: No such file or directory" \
   --not-own=../gone counts.out

messages()
{
   "$program" --messages --no-source "$@" counts.out
}
equal "messages are of the program's lines" \
   "/home/ann/inv/src/a.c:1: note: 60.0% of Ir (60), in f
40.0% of Ir is not attributed to your lines" \
   "$(messages --not-own=lib)"
equal "or of all" \
   "/home/ann/inv/src/a.c:1: note: 60.0% of Ir (60), in f
/usr/include/fast/a.h:2: note: 30.0% of Ir (30), in g
/home/ann/inv/lib/json/b.c:3: note: 10.0% of Ir (10), in h" \
   "$(messages --by=line --not-own=lib)"
equal "also if none is the program's" \
   "/home/ann/inv/src/a.c:1: note: 60.0% of Ir (60), in f" \
   "$(messages --not-own=/home --top=1)"

# marked PATH...: the names of what a page calls a library's, in a list of its data.
marked()
{
   "$python" -c '
import functools, json, sys
items = functools.reduce(lambda at, key: at[key], sys.argv[1:], json.load(sys.stdin))
print(*(item["name"] for item in items if item.get("library")))' "$@"
}
equal "a page knows the files of libraries" "/usr/include/fast/a.h" \
   "$("$program" --json=all --no-source counts.out | marked report files)"
equal "as the user says" "/home/ann/inv/lib/json/b.c" \
   "$("$program" --json=all --no-source --not-own=lib --own=/usr counts.out |
      marked report files)"

on hp_annotate
"$program" --json=all --no-source own.out | marked paths functions >got/whole
"$program" --json=all --no-source --not-own=lib own.out | marked paths functions >got/less
check "and functions on call paths" grep -q "allocate(.*)" got/whole
equal "whose source is the program's" "0 1" \
   "$(grep -c read_all got/whole) $(grep -c read_all got/less)"
"$program" --json own.out >got/before
"$program" --json --not-own=lib own.out >got/after
# whose FILE: of the frames in lib.c, whether they are a library's.
whose()
{
   "$python" -c '
import json, sys
print(*(f.get("library", False) for f in json.load(open(sys.argv[1]))["frames"]
        if f["file"] == "lib/lib.c"))' "$1"
}
equal "frames are the program's" "False False" "$(whose got/before)"
equal "or not" "True True" "$(whose got/after)"
on hp_diff
misused "of pairs, too" "--own=: expected directories, as in src,lib/json" --own= own.out own.out
on cs_diff
misused "and of counts" "--own=: expected directories, as in src,lib/json" \
   --own= counts.out counts.out

plan
