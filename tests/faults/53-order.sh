#!/bin/sh
# 53-order.sh -- the order of equal counts depends only on names, not on the order in
# the file or on hash seeds.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

# Profiles with many equal counts, and the same profiles in other orders.
cat >make.py <<'END'
import copy, json, random, sys
names = ["zeta", "alpha", "mid", "beta", "a::b<int>", "f\u00e4", "same", "omega"]

def lines(shuffle, n):
    files = ["z.c", "a.c", "m.h", "b/a.c"]
    shuffle(files)
    out = ["cmd: a", "events: Ir Dr"]
    for file in files:
        out.append("fl=" + file)
        functions = list(names)
        shuffle(functions)
        for name in functions:
            rows = [f"{line} {n} 1" for line in (3, 9, 4)]
            shuffle(rows)
            out += ["fn=" + name, *rows]
    return "\n".join([*out, f"summary: {len(files) * len(names) * 3 * n} "
                            f"{len(files) * len(names) * 3}", ""])

def callgrind(shuffle, n):
    text = lines(shuffle, n).replace("cmd: a", "# callgrind format")
    return text.replace("summary:", "totals:")

def heap(shuffle, n, accesses=False):
    p = json.load(open("heapprof.out"))
    h = p["heapprof"]
    frames = ["[root]"] + [f"0x{0x1000 + 16 * i:X}: {name} ({name[0]}.c:{i % 3})"
                           for i, name in enumerate(names)]
    keys = dict(tb=8 * n, tbk=2, tl=80, mb=8 * n, mbk=2, gb=4 * n, gbk=1, eb=4 * n,
                ebk=1, size=[4 * n, 4 * n], hist=[[(4 * n).bit_length(), 2]],
                life=[1, 40, 40, 40])
    if accesses:
        keys.update(rb=0, wb=4 * n, nr=[8 * n, 2], nw=[4 * n, 1], nt=[4 * n, 1],
                    heat=dict(unit=1, r=[-4 * n, 0], w=[-4 * n, 1]),
                    acc=[-4 * n, 1])
    paths = [[i, j, 1] for i in range(2, len(frames)) for j in (2, 3) if i != j]
    sites = [dict(keys, fs=path) for path in paths]
    snapshot = [[i, 4 * n, 1] for i in range(len(sites))]
    order = list(range(1, len(frames)))
    shuffle(order)
    place = {0: 0, **{old: new for new, old in enumerate(order, 1)}}
    at = list(range(len(sites)))
    shuffle(at)
    p["pps"] = [dict(sites[i], fs=[place[f] for f in sites[i]["fs"]]) for i in at]
    p["ftbl"] = [frames[0]] + [frames[i] for i in order]
    h["ftbl_dirs"] = [0] + [1 + i % 2 for i in order]
    h["dirs"] = ["", "/b", "/a"]
    rows = [[at.index(i), size, blocks] for i, size, blocks in snapshot]
    shuffle(rows)
    m = len(sites)
    h["totals"] = dict(dict.fromkeys(h["totals"], 0), bytes=8 * n * m, blocks=2 * m,
                       peak_bytes=4 * n * m, peak_blocks=m, end_bytes=4 * n * m,
                       end_blocks=m, most_blocks=m, peak_time=100, threads=1,
                       freed_blocks=m, freed_bytes=4 * n * m)
    h["timeline"] = [[200, 0, 4 * n * m, 100, 4 * n * m, m, 0, 0, m, 0]]
    h["snapshots"] = [dict(time=50, why="asked", bytes=4 * n * m, blocks=m, extra=0,
                           stack=0, sites=rows, rest=[0, 0, 0])]
    p["te"], p["tg"] = 200, 100
    if accesses:
        p["bkacc"] = h["options"]["accesses"] = True
        h["options"]["histogram_B"] = 1024
        h["totals"].update(reads=0, writes=4 * n * m)
    return json.dumps(p)

for seed in range(4):
    shuffle = random.Random(seed).shuffle if seed else lambda items: None
    for name, make in (("lines", lines), ("calls", callgrind), ("heap", heap),
                       ("hot", lambda *these: heap(*these, accesses=True))):
        for which, n in (("old", 5), ("new", 6)):
            with open(f"{seed}/{name}.{which}", "w") as file:
                file.write(make(shuffle, n))
END
mkdir 0 1 2 3
"$PYTHON" -SIB make.py || exit 99
check "the files differ" sh -c '! cmp -s 0/heap.old 1/heap.old && ! cmp -s 0/lines.old 1/lines.old'

# same NAME COMMAND...: the output is the same in every directory.
same()
{
   same_name=$1
   shift
   same_bad=
   for seed in 0 1 2 3; do
      (cd $seed && PYTHONHASHSEED=$seed "$@") >out.$seed 2>&1 </dev/null ||
         same_bad="$same_bad status in $seed: $(head -n 1 out.$seed)"
      cmp -s out.0 out.$seed || same_bad="$same_bad
$seed: $(diff out.0 out.$seed | head -n 6)"
   done
   equal "$same_name" "" "$same_bad"
}
for file in lines calls; do
   for form in "--no-source --threshold=0" --json --csv \
      "--no-source --sort=Dr --threshold=0"; do
      # shellcheck disable=SC2086
      same "cs_annotate $form $file" "$CS_ANNOTATE" $form $file.old
      # shellcheck disable=SC2086
      same "cs_diff $form $file" "$CS_DIFF" $form $file.old $file.new
   done
   # shellcheck disable=SC2016
   same "cs_diff with limits, $file" sh -c '"$@" || [ $? -eq 3 ]' sh "$CS_DIFF" \
      --github --no-source --limits-fn=@all=1% $file.old $file.new
   same "cs_merge $file" "$CS_MERGE" -o - $file.old $file.new
   for by in function line file; do
      same "cs_plot --by=$by $file" "$builddir/cs_plot" --script --by=$by \
         $file.old $file.new
   done
done
"$CS_MERGE" -o one.out 1/lines.old 2/lines.old
"$CS_MERGE" -o two.out 2/lines.old 1/lines.old
check "cs_merge: the order of the files" cmp one.out two.out

for form in "--tree=both --threshold=0 --top=none" "--sort=total --top=3" "--at=1" \
   "--at=time=50 --tree=bottom-up" --list --csv "--top=5 --sort=leaked"; do
   # shellcheck disable=SC2086
   same "hp_annotate $form" "$HP_ANNOTATE" --no-source $form heap.old
done
for form in "--findings=9 --heat=none --criteria=share=0,bytes=0,size=1,blocks=1" \
   --heat=5 "--sort=never_read --top=3"; do
   # shellcheck disable=SC2086
   same "hp_annotate $form" "$HP_ANNOTATE" --no-source --tree=none $form hot.old
done
# shellcheck disable=SC2016
check "there are findings and heat" sh -c \
   '"$1" --no-source 0/hot.old | grep -q "^-- Heat" &&
    "$1" --no-source 0/hot.old | grep -q "^-- Findings\|^-- Faults"' sh "$HP_ANNOTATE"
for form in --top=0 --top=3 --csv; do
   same "hp_diff $form" "$HP_DIFF" $form heap.old heap.new
done
# shellcheck disable=SC2016
same "hp_diff with limits" sh -c '"$@" || [ $? -eq 3 ]' sh "$HP_DIFF" --github \
   --limits-path=peak=1% heap.old heap.new
same "hp_merge" "$HP_MERGE" -o - heap.old heap.new
for format in massif folded; do
   same "hp_export --format=$format" "$HP_EXPORT" --format=$format heap.old
done
# (The rows of its CSV are not ranked: they have the order of the file.)
# shellcheck disable=SC2016
same "hp_export --format=csv" sh -c '"$@" | sort' sh "$HP_EXPORT" --format=csv \
   heap.old
for form in "" --overlay --metric=blocks "--sites=3"; do
   # shellcheck disable=SC2086
   same "hp_plot $form" "$builddir/hp_plot" --script $form heap.old heap.new
done
# The JSON has the file's indices of frames; compare the sites.
for program in "$HP_ANNOTATE --json heap.old" "$HP_DIFF --json heap.old heap.new"; do
   # shellcheck disable=SC2086,SC2016
   same "${program##*/}" sh -c '"$@" | "$PYTHON" -SIB -c "
import json, sys
p = json.load(sys.stdin)
frames = p.pop(\"frames\", None)
def named(value, key=None):
    if key in (\"path\", \"frame\") and frames is not None:
        return [frames[i][\"text\"] if \"text\" in frames[i] else frames[i]
                for i in value] if isinstance(value, list) else frames[value]
    if isinstance(value, dict):
        return {k: named(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [named(v, key) for v in value]
    return value
json.dump(named({k: v for k, v in p.items() if k != \"snapshots\"}), sys.stdout, indent=1)"' sh $program
done
plan
