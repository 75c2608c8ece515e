#!/bin/sh
# 63-generated-code.sh -- code that the program makes while it runs is called that, with its
# share; code of a mapped file has the file's name; what is not known is not called so.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

if [ "$(uname -m)" != x86_64 ]; then
   skip "generated code" "the program makes that of amd64"
   plan
   exit
fi

# share FILE: of "???" in the profile's Ir, as reports write it.
share()
{
   LC_ALL=C awk '/^summary:/ { all = $2 }
        /^#: object / { is_unknown = $4 == "???" }
        /^#: object-counts/ && is_unknown { printf "%.1f%%\n", 100 * $3 / all }' "$1"
}

run_tool cachesim jit.out --call-graph=yes "$programs/fault_jit" "$work/code"
equal "the generated code computes the right results" 0 $?
note="$(share jit.out) of Ir ran in code compiled at run time, which has no names"
for view in --no-annotate --messages; do
   "$CS_ANNOTATE" $view --sort=Ir jit.out >report 2>&1
   equal "$view says how much it is" "$note" "$(grep 'compiled at run time' report)"
done
for view in object function inclusive; do
   option=--by=$view
   [ $view != inclusive ] || option=--inclusive
   check "$option: it is called that" sh -c \
      "'$CS_ANNOTATE' $option --sort=Ir --top=0 jit.out | grep -q '  generated code'"
done
"$CS_ANNOTATE" --by=object --top=0 jit.out >report
check "code of a mapped file is that file's" grep -q "  $work/code\$" report
"$CS_ANNOTATE" --json=all jit.out >page.json
equal "JSON says so, and keeps the name" "[('???', '???', 'generated code')]" "$("$PYTHON" -c '
import json
report = json.load(open("page.json"))["report"]
made = [o["path"] for o in report["objects"] if o.get("is_generated")]
print([(path, f["name"], f["short_name"]) for path in made
       for file in report["files"] for f in file["functions"] if "short_name" in f])')"
check "CSV keeps the name" sh -c "'$CS_ANNOTATE' --csv jit.out | grep -q '???,???'"

# A sum knows as much as its parts.
"$CS_MERGE" -o twice.out jit.out jit.out
equal "a sum of two says it, too" 1 "$("$CS_ANNOTATE" twice.out | grep -c 'compiled at run time')"
sed '/^#: \(object\|code\|calls\|f\|n\|end\)/,$d; /^#: /d' jit.out >stock.out
"$CS_MERGE" --allow-different -o mixed.out jit.out stock.out
equal "nothing is claimed of profiles without objects" "0 1" "$(
   "$CS_ANNOTATE" mixed.out | grep -c 'generated code\|compiled at run time') $(
   grep -c '^#: unknown-objects yes$' mixed.out)"
"$CS_ANNOTATE" --allow-different jit.out stock.out >report
equal "nor if they are read together" 0 "$(grep -c 'generated code' report)"

# Compilers of languages.
i=0
try()
{
   name=$1
   shift
   if ! command -v "$1" >/dev/null; then
      skip "$name" "no $1"
      return
   fi
   i=$((i + 1))
   run_tool cachesim $i.out --cache-sim=no "$@"
   "$CS_ANNOTATE" --no-annotate $i.out >report
   equal "$name: its code is said to be generated" \
      "$(share $i.out) of Ir ran in code compiled at run time, which has no names" \
      "$(grep 'compiled at run time' report)"
}
echo 'local s = 0 for i = 1, 1000000 do s = s + i % 7 end print(s)' >loop.lua
try LuaJIT luajit loop.lua
try node node -e 'let s = 0; for (let i = 0; i < 1e5; i++) s += i % 7; console.log(s)'
run_tool cachesim true.out "" "$(command -v true)"
equal "a program that makes none" 0 \
   "$("$CS_ANNOTATE" --no-annotate true.out | grep -c 'generated\|compiled while')"
plan
