#!/bin/sh
# names.sh -- functions of D, Fortran, OCaml and Ada, and coroutines of gcc: their names in
# reports, options that take one, and profiles that are written.
# SPDX-License-Identifier: GPL-2.0-or-later

command=cs_annotate
program=${CS_ANNOTATE:?}
data=${srcdir:?}/tests/golden/cs_merge
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

printf '%s\n' "cmd: x" "events: Ir" "fl=app.d" "fn=_D3app4workFAaZv" "1 60" \
   "fl=f.f90" "fn=__m_MOD_work" "2 30" "fl=o.ml" "fn=camlO__work_81" "3 20" \
   "fl=geo.adb" "fn=geo__make" "4 10" "fl=geo.c" "fn=geo__make" "5 9" \
   "fl=co.cc" "fn=app::f(app::f(int)::_ZN3app1fEi.Frame*) [clone .actor]" "6 8" \
   "summary: 137" >names.out
shown="app.work(char[]);m::work;O.work_81;geo.make;geo__make;app::f(int);"

# functions ARGUMENT...: their names, costliest first.
functions()
{
   "$program" --csv --by=function --threshold=0 "$@" |
      "$python" -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin))
print(*dict.fromkeys(row["function"] for row in rows), sep=";", end=";")'
}
equal "a report" "$shown" "$(functions names.out)"
equal "mangled names can be given" "app.work(char[]);m::work;geo.make;geo__make;" \
   "$(functions --include=_D3app4workFAaZv --include=fn:__m_MOD_work \
      --include=fn:geo__make names.out)"
equal "and those that are shown" "app.work(char[]);geo.make;" \
   "$(functions --include='fn:app.work(char[])' --include='geo.*' --exclude=geo.c names.out)"
equal "they are what is rewritten" "app::work(char[]);" \
   "$(functions --mod-funcname='s/^app\./app::/' --include=fn:app::work* names.out)"

# ---- Calls ----

# The same profile in other languages.
sed 's/find(Key const&)/__m_MOD_find/
     s/join()/_D4join3runFAaZv/' calls-1.out >calls.out
inclusive()
{
   "$program" --csv --by=inclusive --show=Ir "$@" calls.out
}
inclusive >got/inclusive
check "calls" grep -q 'join.run(char\[\])' got/inclusive
check "of both languages" grep -q 'm::find' got/inclusive
inclusive --focus=_D4join3runFAaZv >got/mangled
inclusive --focus='join.run(char[])' >got/shown
check "--focus: what is mangled is what is shown" same got/shown got/mangled
check "and not all" sh -c '! cmp got/inclusive got/shown'
"$program" --csv --limits-incl='_D4join3runFAaZv;...;__m_MOD_find:Ir<=1' calls.out >got/mangled 2>&1
equal "a limit on a path of mangled names is exceeded" "3" "$?"
"$program" --csv --limits-incl='join.run(char[]);...;m::find:Ir<=1' calls.out >got/shown 2>&1
equal "and on one of those that are shown" "3" "$?"

# ---- Functions that are chosen ----

sed 's/walk/__m_MOD_walk/' "$srcdir/tests/golden/cs_annotate/asm.out" >asm.out
"$program" --csv --what-if='m::walk all=0' asm.out >got/shown
"$program" --csv --what-if='__m_MOD_walk all=0' asm.out >got/mangled
sed -i 's/m::walk all/__m_MOD_walk all/' got/shown
check "--what-if: what is mangled is what is shown" same got/shown got/mangled
if "$program" --asm asm.out 2>&1 | grep -q 'built without capstone'; then
   skip "--asm" "no capstone"
else
   "$program" --csv --asm=m::walk asm.out >got/shown
   "$program" --csv --asm=__m_MOD_walk asm.out >got/mangled
   check "--asm: the same" same got/shown got/mangled
fi

# ---- Files that are written ----

on cs_merge
"$program" -o sum.out names.out names.out
equal "a sum has the names that were read, but for what compilers add" \
   "$(grep '^fn=' names.out | sed 's/ \[clone.*//' | sort)" \
   "$(grep '^fn=' sum.out | sort)"
on cs_diff
"$program" --csv --by=function --threshold=0 names.out sum.out >got/diff
check "a pair" grep -q 'm::work' got/diff
check "has no others" without 'MOD\|_D3\|caml\|Frame' got/diff
on cs_export
"$program" --format=callgrind names.out >got/export
check "exports are reports" grep -q 'fn=.*app.work(char\[\])' got/export

# ---- The heap ----

sed 's/make_node (app.c/__m_MOD_node (app.c/
     s/build (app.c/geo__build (geo.adb/' \
   "$srcdir/tests/golden/hp_annotate/own.out" >heap.out
on hp_annotate
"$program" --json --no-source heap.out >got/heap
check "a heap profile" grep -q '"m::node"' got/heap
check "of all languages" grep -q '"geo.build"' got/heap
check "has no others" without 'MOD\|geo__' got/heap
on hp_export
"$program" --format=folded heap.out >got/folded
check "its exports, too" grep -q 'geo.build;m::node' got/folded
on hp_merge
"$program" -o heap-sum.out heap.out heap.out
check "a sum has the names that were read" grep -q '__m_MOD_node (app.c' heap-sum.out

plan
