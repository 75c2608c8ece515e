#!/bin/sh
# views.sh -- the pages of all four commands in Chromium: every view by mouse and
# keyboard, and its figures compared with --json=all.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/browser/lib.sh
. "${srcdir:?}/tests/browser/lib.sh"

cp "$srcdir/docs/sample/words.c" . && gcc -g -O1 -o words words.c || exit 99
head -n 40 "$srcdir/COPYING" >old.txt
head -n 120 "$srcdir/COPYING" >new.txt
for side in old new; do
   profiled cachesim $side.cs "--branch-sim=yes" ./words $side.txt
   profiled heapprof $side.hp "--accesses=yes" ./words $side.txt
done

# Instructions, some of them of a header.
sed -n '/^\/\* A copy/,/^}/p' words.c >copy.h
{ sed '/^\/\* A copy/,$d' words.c && echo '#include "copy.h"' &&
   sed '1,/^\/\* A copy/d' words.c | sed '1,/^}/d'; } >split.c
gcc -g -O1 -o split split.c || exit 99
profiled cachesim instr.cs "--instr=yes --machine=zen4 --objects=yes" ./split new.txt

# Data objects of all kinds, and shared lines of memory.
for example in everything other sharing; do
   "$PYTHON" -B "$srcdir/tests/data_profile.py" $example $example.cs || exit 99
done

"$PYTHON" -B "$srcdir/tests/machine_profile.py" everything machine.cs || exit 99

written cs_annotate "$CS_ANNOTATE" new.cs
written cs_diff "$CS_DIFF" --limits=Ir=1% old.cs new.cs
written hp_annotate "$HP_ANNOTATE" new.hp
written hp_diff "$HP_DIFF" --limits=peak=1% old.hp new.hp
written data "$CS_ANNOTATE" --threshold=0 everything.cs
written data_diff "$CS_DIFF" --threshold=0 everything.cs other.cs
written sharing "$CS_ANNOTATE" sharing.cs
written machine "$CS_ANNOTATE" --threshold=0 machine.cs
for page in cs_annotate cs_diff hp_annotate hp_diff data data_diff sharing machine; do
   if is_missing tidy; then
      skip "$page: valid HTML" "no tidy"
   else
      check "$page: valid HTML" tidied $page.html
   fi
   set -- "$@" $page $page.html $page.json
done

is_missing tidy || {
   sed 's/<main/<b><main/' cs_diff.html >wrong.html
   check "a fault of HTML is found" sh -c "! tidy -errors -quiet wrong.html 2>/dev/null"
}
driven views.py --fast "$@"

written instr "$CS_ANNOTATE" instr.cs
if "$CS_ANNOTATE" --asm instr.cs >/dev/null 2>&1; then
   driven views.py --fast \
      --only=opens,assembly,assembly_mouse,assembly_keys,links,wrong_addresses,narrow \
      instr instr.html instr.json
else
   skip "instr: machine code beside its source" "cs_annotate was built without --asm"
fi

# A layout: rules of two kinds, of blocks whose fields are known.
cp "$srcdir/docs/sample/hashjoin.c" . && gcc -g -O1 -o hashjoin hashjoin.c || exit 99
printf '%s\n' 'fields struct Node, 72 bytes, at hashjoin.c:26: next 0 8, name 8 48/1, \' \
   'id 56 8, city 64 4' 'type struct Node: hot next, id, city; cold rest' \
   'static buckets: huge' >my.layout
profiled cachesim plain.cs "--objects=yes" ./hashjoin
profiled cachesim layout.cs "--layout=my.layout" ./hashjoin
written layout "$CS_DIFF" plain.cs layout.cs
written layout_alone "$CS_ANNOTATE" layout.cs
check "layout: one is simulated" grep -q '"kind":"split","blocks":20000' layout.json
check "layout: valid HTML" tidied layout.html
driven views.py --fast --only=opens,overview,data_objects,layout,links,wrong_addresses,narrow \
   layout layout.html layout.json layout_alone layout_alone.html layout_alone.json

# Several threads: what else these pages have was tried above.
profiled cachesim threads.cs "" "$programs/spins" compute
profiled heapprof threads.hp "" "$programs/heap_named" none
profiled heapprof many.hp "" "$programs/heap_named" many
written cs_threads "$CS_ANNOTATE" threads.cs
written hp_threads "$HP_ANNOTATE" threads.hp
written hp_many "$HP_ANNOTATE" many.hp
set --
for page in cs_threads hp_threads hp_many; do
   set -- "$@" $page $page.html $page.json
done
driven views.py --fast --only=opens,threads "$@"
# Looks at owners.
gcc -g -O0 -o keeps "$srcdir/tests/browser/keeps.c" || exit 99
profiled heapprof keeps.hp "--owners=peak,end --accesses=yes" ./keeps
written hp_owners "$HP_ANNOTATE" keeps.hp
driven views.py --only=opens,owners,owner_icicle,links,keys,wrong_addresses,narrow \
   hp_owners hp_owners.html hp_owners.json
# The same of two profiles: near the peak, which is the larger look, and at the end.
profiled heapprof end.hp "--owners=end" ./keeps
written owners_diff "$HP_DIFF" keeps.hp end.hp
driven views.py --only=opens,owners,links,keys,wrong_addresses,narrow \
   owners_diff owners_diff.html owners_diff.json

# The page has the largest of what looks have, with their call paths.
gcc -g -O0 -o leaks "$srcdir/tests/browser/leaks.c" || exit 99
profiled heapprof leaks.hp "--owners=end" ./leaks
for profile in keeps leaks; do
   "$HP_ANNOTATE" --threshold=0 --json $profile.hp >report.json
   for threshold in 0 0.3 3; do
      "$HP_ANNOTATE" --threshold=$threshold --json=all $profile.hp >page.json
      check "$profile: what the page has from $threshold% on" "$PYTHON" -B \
         "$srcdir/tests/browser/page_looks.py" report.json page.json $threshold
   done
done
plan
