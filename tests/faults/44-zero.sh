#!/bin/sh
# 44-zero.sh -- profiles without counts, with counts of 0, and with nothing in common:
# ratios are n/a, in JSON null, and no division by 0 happens.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

printf '%s\n' 'cmd: a' 'events: Ir Dr D1mr' 'summary: 0 0 0' >none.out
printf '%s\n' 'cmd: a' 'events: Ir Dr D1mr' 'fl=a.c' 'fn=f' '1 0 0 0' '2' \
   'summary: 0 0 0' >zeros.out
printf '%s\n' 'cmd: a' 'events: Ir Dr D1mr' 'fl=b.c' 'fn=g' '1 5 0 1' \
   'summary: 5 0 1' >some.out
printf '%s\n' '# callgrind format' 'events: Ir Dr D1mr' 'fl=a.c' 'fn=f' \
   '1 0 0 0' 'totals: 0 0 0' >call.out
"$PYTHON" -SIB - <<'END'
import json
p = json.load(open("heapprof.out"))
h = p["heapprof"]
json.dump(p, open("heap.some", "w"))
for site in p["pps"]:
    for key in list(site):
        if key not in ("tb", "tbk", "tl", "mb", "mbk", "gb", "gbk", "eb", "ebk",
                       "fs"):
            del site[key]
        elif key != "fs":
            site[key] = 0
h["totals"] = dict.fromkeys(h["totals"], 0)
h["timeline"] = [[0] * 10]
h["snapshots"] = [{"time": 0, "why": "asked", "bytes": 0, "blocks": 0,
                   "extra": 0, "stack": 0, "sites": [], "rest": [0, 0, 0]}]
p["te"] = p["tg"] = 0
json.dump(p, open("heap.zeros", "w"))
p["pps"] = h["timeline"] = h["snapshots"] = []
json.dump(p, open("heap.none", "w"))
p["ftbl"], h["ftbl_dirs"] = ["[root]"], [0]
json.dump(p, open("heap.frameless", "w"))
END
cp "$golden/hp_diff/zero.out" heap.dhat

# sane NAME STATUS COMMAND...: the status, no message, and no nan or inf.
sane()
{
   sane_name=$1 sane_status=$2
   shift 2
   "$@" >sane.out 2>sane.err </dev/null
   sane_found=$?
   if [ $sane_found -eq "$sane_status" ] && [ ! -s sane.err ] &&
      ! grep -qiwE -- '-?(nan|inf|infinity)%?' sane.out; then
      ok "$sane_name"
   else
      not_ok "$sane_name" "status $sane_found" "$(head -n 3 sane.err)" \
         "$(grep -iwE -- '-?(nan|inf|infinity)%?' sane.out | head -n 3)"
   fi
}

# json NAME: the output is JSON.
json()
{
   check "$1: JSON" "$PYTHON" -SIB -c '
import json, sys
def no_constant(text):
    sys.exit(text)
json.load(open("sane.out"), parse_constant=no_constant)'
}

# ---- Lines ----

ratios="--metric=Miss=D1mr/Dr --metric=Per=Ir/Dr --metric=Much=Ir*1e300*1e300*1e300"
for file in none zeros some call; do
   # shellcheck disable=SC2086
   for form in "" --json --csv; do
      sane "cs_annotate $form $file.out" 0 "$CS_ANNOTATE" $form $ratios \
         --show=Ir,Dr,Miss,Per,Much --sort=Miss $file.out
      [ "$form" != --json ] || json "cs_annotate $file.out"
   done
   sane "cs_merge $file.out" 0 "$CS_MERGE" -o - $file.out $file.out
   for other in none zeros some; do
      # shellcheck disable=SC2086
      for form in "" --json --csv --junit "--github"; do
         sane "cs_diff $form $other.out $file.out" 0 "$CS_DIFF" $form $ratios \
            --show=Ir,Dr,Miss,Per --sort=Per --limits='Ir=100,Miss=1%' \
            $other.out $file.out
         [ "$form" != --json ] || json "cs_diff $other.out $file.out"
      done
   done
done
# shellcheck disable=SC2086
"$CS_ANNOTATE" $ratios --show=Ir,Miss zeros.out >text
check "a share of nothing is n/a" grep -q 'n/a' text
# shellcheck disable=SC2086
"$CS_ANNOTATE" --json $ratios --show=Ir,Miss zeros.out >text
check "a share of nothing is null in JSON" grep -q '"values":\[0,null\]' text
"$CS_DIFF" zeros.out some.out >text
check "a change from nothing" grep -q '(new)\|n/a' text
sane "a limit on a change from nothing" 3 "$CS_DIFF" --limits=Ir=10% zeros.out some.out
complains "cs_plot of nothing" 1 '^cs_plot: there is nothing to draw' \
   "$builddir/cs_plot" --script none.out
sane "cs_plot from nothing" 0 "$builddir/cs_plot" --script --by=line zeros.out some.out
sane "cs_plot to nothing" 0 "$builddir/cs_plot" --script some.out none.out

# ---- Heaps ----

for file in none zeros frameless dhat; do
   sane "hp_annotate heap.$file" 0 "$HP_ANNOTATE" --tree=both --threshold=0 \
      --heat=5 --no-source heap.$file
   sane "hp_annotate --list heap.$file" 0 "$HP_ANNOTATE" --list heap.$file
   sane "hp_annotate --json heap.$file" 0 "$HP_ANNOTATE" --json heap.$file
   json "hp_annotate heap.$file"
   sane "hp_annotate --csv heap.$file" 0 "$HP_ANNOTATE" --csv heap.$file
   sane "hp_merge heap.$file" 0 "$HP_MERGE" -o - heap.$file heap.$file
   json "hp_merge heap.$file"
   for format in massif dhat folded csv; do
      sane "hp_export --format=$format heap.$file" 0 "$HP_EXPORT" \
         --format=$format heap.$file
   done
   [ $file = dhat ] && continue
   complains "hp_plot of heap.$file" 1 \
      "^hp_plot: heap\.$file: (no timeline: )?the heap was not used" \
      "$builddir/hp_plot" --script heap.$file
   for form in "" --json --csv --junit --github; do
      for other in some none zeros; do
         expected=0
         [ $other = some ] && expected=3
         # shellcheck disable=SC2086
         sane "hp_diff $form heap.$file heap.$other" $expected "$HP_DIFF" $form \
            --limits='peak=1%,total=1%' heap.$file heap.$other
         [ "$form" != --json ] || json "hp_diff heap.$file heap.$other"
         # shellcheck disable=SC2086
         sane "hp_diff $form heap.$other heap.$file" 0 "$HP_DIFF" $form \
            --limits='peak=1%,total=1%' heap.$other heap.$file
      done
   done
done
sane "hp_plot of a heap and an empty one" 0 "$builddir/hp_plot" --script heap.some \
   heap.zeros
plan
