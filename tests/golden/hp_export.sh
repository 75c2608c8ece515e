#!/bin/sh
# hp_export.sh -- runs hp_export on the files in hp_export/ and compares what it
# writes, and its exit status, with hp_export/expected/; lets the programs whose
# formats they are read it.
# SPDX-License-Identifier: GPL-2.0-or-later

command=hp_export
program=${HP_EXPORT:?}
data=${srcdir:?}/tests/golden/hp_export
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

# ---- What is written ----

for format in massif folded csv dhat callgrind; do
   printed odd-$format --format=$format odd.out
   [ $format = folded ] || printed empty-$format --format=$format empty.out
done
exits "empty-folded" 0 --format=folded -o got/empty.folded empty.out
equal "no line of it" "0 0" \
   "$(wc -c <got/empty.folded) $("$program" --format=folded empty.out | wc -c)"
printed adhoc-csv --format=csv adhoc.out
printed adhoc-dhat --format=dhat adhoc.out
printed adhoc-callgrind --format=callgrind adhoc.out
printed adhoc-folded --format=folded --metric=blocks adhoc.out
for metric in peak peak_blocks total blocks leaked leaked_blocks temporary \
   reallocs; do
   "$program" --format=folded --metric=$metric odd.out >got/$metric
   # What other formats have is compared with all of it.
   case $metric in peak) cat got/$metric ;; *) tail -n 1 got/$metric ;; esac |
      sed "s/^/$metric: /"
done >got/metrics
stored metrics

# ---- JSON ----

for name in heap odd empty adhoc stock-3.19; do
   prints_json "JSON of $name.out is of the schema" got/$name.json --format=json $name.out
   "$HP_ANNOTATE" --json=all --no-source $name.out |
      sed 's/ hp_annotate"/ hp_export"/' >got/annotated.json
   check "it is what hp_annotate --json=all has: $name.out" \
      same got/annotated.json got/$name.json
done
"$program" --format=json -o got/file heap.out
"$program" --format=json -o got/file heap.out
check "what it wrote is replaced" cmp got/file got/heap.json

# ---- Accesses ----

borrow hp_merge/accesses.out
for format in csv dhat; do
   printed accesses-$format --format=$format accesses.out
done
for metric in moved reads writes never_read never_written never_touched; do
   "$program" --format=folded --metric=$metric accesses.out |
      sed "s/^/$metric: /"
done >got/access-metrics
stored access-metrics
"$program" --format=dhat accesses.out >got/dhat.out
check "DHAT's values of accesses are the same" "$python" -c '
import json
before, after = (json.load(open(f)) for f in ("accesses.out", "got/dhat.out"))
for a, b in zip(before["pps"], after["pps"]):
    for key in ("rb", "wb", "acc"):
        assert a.get(key) == b.get(key), key
    assert "heat" not in b and "nr" not in b
assert [s.get("acc") for s in after["pps"]].count(None) == 2
assert "heapprof" not in after and after["bkacc"]'
refused "a metric that needs accesses" 1 \
   "hp_export: heap.out: it has no values of never_read; choose others by --metric" \
   --format=folded --metric=never_read heap.out

# ---- massif ----

"$program" --format=massif heap.out >got/massif.out
"$program" --format=massif stock-3.19.out >got/stock.out
"$program" --format=massif odd.out >got/odd.out
cat >same_moments.py <<'END'
"""What ms_print shows is what the profile says: peak, end, snapshots, and the
local maxima of the timeline, if it has no more than 100 pieces."""
import json, re, sys
profile = json.load(open(sys.argv[1]))
text = open(sys.argv[2], encoding="utf-8").read()
rows = [tuple(int(v.replace(",", "")) for v in row) for row in re.findall(
    r"^ *(\d+) +([\d,]+) +([\d,]+) +([\d,]+) +([\d,]+) +([\d,]+)$", text, re.M)]
assert [r[0] for r in rows] == list(range(len(rows)))
times = [r[1] for r in rows]
assert times == sorted(times)
for row in rows:
    assert row[2] == sum(row[3:]), row
heap = {(r[1], r[3]) for r in rows}
sites = profile["pps"]
peak = sum(s["gb"] for s in sites)
assert (profile["tg"], peak) in heap
assert max(r[3] for r in rows) == peak
number = int(re.search(r"(\d+) \(peak\)", text).group(1))
assert rows[number][1] == profile["tg"] and rows[number][3] == peak
assert rows[-1][1] == profile["te"]
assert rows[-1][3] == sum(s["eb"] for s in sites)
own = profile.get("heapprof", {"timeline": [], "snapshots": []})
for bucket in own["timeline"]:
    assert (bucket[3], bucket[2]) in heap, bucket
for s in own["snapshots"]:
    assert (s["time"], s["bytes"]) in heap
# Of each line that reaches the threshold, its bytes; addresses do not tell lines
# apart, and Valgrind's own functions are left out, as by massif.
def innermost(site):
    names = [re.sub(r"^0x\w+: (?!\?)", "", profile["ftbl"][i])
             for i in site["fs"]]
    own = [name for name in names if "/vgpreload_" not in name]
    return own[0] if own else names[0] if names else "???"
tree = re.search(r"\n *%d .*\n((.*\n)*?)-----" % number, text).group(1)
by_name = {}
for s in sites:
    by_name[innermost(s)] = by_name.get(innermost(s), 0) + s["gb"]
for name, bytes in by_name.items():
    name = name.replace("#", r"\x23").replace(r"\x5cx", r"\x")
    shown = re.search(r"^->[\d.]+%% \(([\d,]+)B\) (0x\w+: )?%s$" %
                      re.escape(name), tree, re.M)
    if bytes * 100 >= rows[number][2]:
        assert shown and int(shown.group(1).replace(",", "")) == bytes, name
    else:
        assert not shown, name
END
if command -v ms_print >/dev/null; then
   for name in massif stock odd; do
      ms_print got/$name.out >got/$name.printed 2>got/errors
      equal "ms_print reads $name.out" "0 " "$? $(cat got/errors)"
   done
   check "ms_print shows heap.out" "$python" same_moments.py heap.out \
      got/massif.printed
   check "ms_print shows stock-3.19.out" "$python" same_moments.py \
      stock-3.19.out got/stock.printed
   check "ms_print shows odd.out" "$python" same_moments.py odd.out \
      got/odd.printed
else
   skip "ms_print" "no ms_print"
fi

# A long timeline is cut to its largest moments.
"$python" -c '
import json
profile = json.load(open("heap.out"))
own = profile["heapprof"]
first = own["timeline"][0]
own["timeline"] = []
for i in range(1000):
    bucket = [i * 2000 + 10, 0, 5 * i, i * 2000, 5 * i] + first[5:]
    own["timeline"].append(bucket)
own["timeline"][500][2] = 900000
own["timeline"][627][2:4] = [own["totals"]["peak_bytes"], profile["tg"]]
for shot in own["snapshots"]:
    of = next((b for b in own["timeline"] if shot["time"] <= b[0]), first)
    of[2] = max(of[2], shot["bytes"])
end = own["timeline"][-1]
end[2] = end[4] = own["totals"]["end_bytes"]
end[8] = own["totals"]["end_blocks"]
json.dump(profile, open("long.out", "w"))'
"$program" --format=massif long.out >got/long.out
equal "100 pieces with the peak, snapshots, start" 111 \
   "$(grep -c ^snapshot= got/long.out)"
check "a local maximum is kept" grep -q ^mem_heap_B=900000$ got/long.out
equal "one peak" 1 "$(grep -c '^heap_tree=peak$' got/long.out)"

# massif-visualizer tells on standard output what it has read.
if command -v massif-visualizer >/dev/null && command -v xvfb-run >/dev/null
then
   mkdir -m 700 home
   HOME=$PWD/home XDG_RUNTIME_DIR=$PWD/home QT_QPA_PLATFORM=xcb \
      timeout 20 xvfb-run -a massif-visualizer got/massif.out >got/visualizer 2>&1
   check "massif-visualizer reads it" grep -q 'peak: snapshot # 64 ' \
      got/visualizer
else
   skip "massif-visualizer reads it" \
      "no massif-visualizer or xvfb-run; Debian packages: massif-visualizer, xvfb"
fi

# ---- DHAT ----

"$program" --format=dhat heap.out >got/dhat.out
"$program" --format=dhat got/dhat.out >got/again.out
check "what is exported is exported the same" same got/dhat.out got/again.out
check "DHAT's values are the same, none of our own is there" "$python" -c '
import json
before, after = (json.load(open(f)) for f in ("heap.out", "got/dhat.out"))
own = before.pop("heapprof")
for site in before["pps"]:
    for key in ("tmp", "size", "hist", "life", "re", "fail", "thr"):
        site.pop(key, None)
assert before == after'
check "DHAT's own" "$python" -c '
import json, subprocess, sys
before = json.load(open("stock-3.19.out"))
after = json.loads(subprocess.run([sys.argv[1], "--format=dhat",
    "stock-3.19.out"], check=True, capture_output=True).stdout)
assert any(max(site.get("acc", [0])) > 0 for site in before["pps"])
assert before == after' "$program"

# ---- Sums ----

"$program" --format=csv heap.out >got/heap.csv
check "CSV and folded stacks have the sums of the profile" "$python" -c '
import csv, json, subprocess, sys
totals = json.load(open("heap.out"))["heapprof"]["totals"]
rows = list(csv.DictReader(open("got/heap.csv", newline="")))
def column(name):
    return sum(int(row[name]) for row in rows)
assert column("total_bytes") == totals["bytes"]
assert column("peak_blocks") == totals["peak_blocks"]
assert column("end_bytes") == totals["end_bytes"]
assert column("freed_blocks") == totals["freed_blocks"]
for metric, name in (("peak", "peak_bytes"), ("total", "bytes"),
                     ("blocks", "blocks"), ("leaked", "end_bytes"),
                     ("temporary", "temporary_blocks")):
    text = subprocess.run([sys.argv[1], "--format=folded", "--metric", metric,
        "heap.out"], check=True, capture_output=True, text=True).stdout
    lines = text.splitlines()
    assert lines == sorted(lines) and lines
    assert sum(int(line.rsplit(" ", 1)[1]) for line in lines) == totals[name]
    stacks = {line.rsplit(" ", 1)[0] for line in lines}
    assert len(stacks) == len(lines)
    assert stacks <= {row["stack"] for row in rows}' "$program"

# ---- Call paths for viewers: all formats hold the same paths and values ----

# same_paths NAME FILE VALUE...
same_paths()
{
   same_name=$1
   shift
   check "$same_name: speedscope, pprof, firefox" "$python" -B \
      "$srcdir/tests/path_formats.py" same "$program" --metric "$@"
}

values="peak peak_blocks total blocks leaked leaked_blocks"
own="temporary reallocs"
accesses="moved reads writes never_read never_written never_touched"
# shellcheck disable=SC2086 # lists
{
   same_paths "heap.out" heap.out $values $own
   same_paths "odd names" odd.out $values $own
   same_paths "no site" empty.out $values reads writes
   same_paths "DHAT's" stock-3.19.out $values reads writes
   same_paths "accesses" accesses.out $values $own $accesses
   same_paths "no peak" adhoc.out total blocks
}
for format in speedscope pprof firefox; do
   "$program" --format=$format heap.out >got/first
   rm -f got/second
   "$program" --format=$format -o got/second heap.out
   check "$format: the same each time, and in a file" cmp got/first got/second
done
for format in speedscope firefox; do
   "$program" --format=$format -o got/$format.json heap.out
   exits "$format: replaces its own" 0 --format=$format --metric=blocks -o got/$format.json \
      heap.out
done
equal "speedscope: --metric comes first" 3 "$("$python" -c '
import json; print(json.load(open("got/speedscope.json"))["activeProfileIndex"])')"
equal "firefox: --metric comes first" "[3]" "$("$python" -c '
import json
print(json.load(open("got/firefox.json"))["meta"]["initialSelectedThreads"])')"

for of in heap odd empty stock-3.19 accesses adhoc; do
   check "$of: their values add up as in CSV" "$python" -SIB -c '
import csv, subprocess, sys
def lines(*options):
    return subprocess.run([sys.argv[1], *options, sys.argv[2]], stdout=subprocess.PIPE,
                          check=True, encoding="utf-8").stdout.splitlines()
reader = csv.DictReader(lines("--format=csv"))
assert reader.fieldnames, "nothing, not even a header"
rows = list(reader)
for metric, column in (("total", "total_bytes"), ("blocks", "total_blocks"),
                       ("peak", "peak_bytes"), ("leaked", "end_bytes")):
    if any(row.get(column, "0") != "0" for row in rows):
        folded = lines("--format=folded", f"--metric={metric}")
        assert sum(int(line.rsplit(" ", 1)[1]) for line in folded) \
            == sum(int(row[column]) for row in rows), metric' "$program" $of.out
done

# ---- callgrind ----

"$program" --format=callgrind heap.out >got/heap.callgrind
cat >same_arcs.py <<'END'
"""Each arc of a callgrind file has the bytes of the sites on whose paths it is the first
call of its function;
self costs are those of the sites' innermost frames, and add up to the totals."""
import json, re, sys
profile = json.load(open(sys.argv[1]))
text = open(sys.argv[2], encoding="utf-8").read()
events = re.search(r"^events: (.*)$", text, re.M).group(1).split()
frame = [re.match(r"(?:0x\w+: )?(.*) \(([^:]*):?(\d*)\)$", name) for name in profile["ftbl"]]
frames = [m and (m.group(1), m.group(2), int(m.group(3) or 0)) for m in frame]
arcs, own = {}, {}
for site in profile["pps"]:
    path = [frames[i] for i in site["fs"]]
    called = set()
    for i in range(len(path) - 2, -1, -1):  # from the outside: an inner call has nothing
        if path[i][0] not in called:
            key = path[i + 1], path[i][0]
            arcs[key] = arcs.get(key, 0) + site["tb"]
        called.add(path[i][0])
    own[path[0]] = own.get(path[0], 0) + site["tb"]
names, files = {}, {}
def name(known, value):
    number, text = re.match(r"(\(\d+\)) ?(.*)$", value).groups()
    if text:
        known[number] = text
    return known[number]
found_arcs, found_own, called = {}, {}, None
at = events.index("total")
for line in text.split("\nevents:")[1].splitlines()[1:]:
    key, _, value = line.partition("=")
    if key == "fn":
        function = name(names, value)
    elif key in ("fl", "fi"):
        file = name(files, value).rsplit("/", 1)[-1]  # as in frames
    elif key == "cfi":
        name(files, value)
    elif key == "cfn":
        callee = name(names, value)
    elif key == "calls":
        called = callee
    elif line[:1].isdigit():
        number, *values = map(int, line.split())
        values += [0] * len(events)
        place = function, file, number
        if called is not None:
            found_arcs[place, called] = values[at]
        else:
            found_own[place] = values[at]
        called = None
assert {k: v for k, v in found_own.items() if v} == {k: v for k, v in own.items() if v}
assert {k: v for k, v in found_arcs.items() if v} == {k: v for k, v in arcs.items() if v}
totals = text.rsplit("totals: ", 1)[1].split()
assert int(totals[at]) == sum(own.values()) > 0 and len(arcs) > 10
END
check "callgrind: arcs and own bytes are those of the sites" "$python" -B same_arcs.py \
   heap.out got/heap.callgrind
"$program" --format=csv heap.out >got/heap.csv
check "cs_annotate reads the same sums" "$python" -c '
import csv, json, subprocess, sys
report = json.loads(subprocess.run([sys.argv[1], "--json", "got/heap.callgrind"],
                                   check=True, capture_output=True).stdout)
rows = list(csv.DictReader(open("got/heap.csv", newline="")))
columns = {"peak": "peak_bytes", "peak_blocks": "peak_blocks", "total": "total_bytes",
           "blocks": "total_blocks", "leaked": "end_bytes", "leaked_blocks": "end_blocks"}
for metric, total in zip(report["metrics"], report["totals"]["values"]):
    if metric["name"] in columns:
        column = columns.pop(metric["name"])
        assert total == sum(int(row[column]) for row in rows)
assert not columns' "$CS_ANNOTATE"
if command -v callgrind_annotate >/dev/null; then
   callgrind_annotate --inclusive=yes --tree=both --auto=no --show-percs=no \
      --show=total got/heap.callgrind >got/annotated 2>got/errors
   equal "callgrind_annotate reads it" "0 " "$? $(cat got/errors)"
   total=$(sed -n 's/^ *\([0-9,]*\)  PROGRAM TOTALS$/\1/p' got/annotated)
   equal "callgrind_annotate: main allocates all" "$total  *  /usr/src/app/b.c:main [???]" \
      "$(grep '[*]  [^ ]*:main ' got/annotated)"
else
   skip "callgrind_annotate reads it" "no callgrind_annotate"
fi

# ---- Inputs and outputs ----

gzip -c heap.out | "$program" --format=csv - | same got/heap.csv -
report "gzip on standard input" $?
"$program" --format=csv -o got/file.csv heap.out
check "-o" cmp got/file.csv got/heap.csv
cp heap.out a.out
refused "OUT is FILE" 1 "hp_export: a.out: would replace what is read" \
   --format=csv --output=a.out a.out
refused "OUT is a profile" 1 "hp_export: a.out: would replace a tool's profile" \
   --format=csv --output=a.out heap.out
check "OUT is as it was" untouched heap.out a.out
for format in massif dhat folded pprof csv; do
   "$program" --format=$format -o got/again heap.out
   exits "$format: its own is replaced" 0 --format=$format -o got/again heap.out
   rm got/again
done
refused "a missing directory" 1 \
   "hp_export: no/such.csv: No such file or directory" \
   --format=csv -o no/such.csv heap.out
refused "a missing file" 1 "hp_export: no/such: No such file or directory" \
   --format=csv no/such
cut_everywhere "FILE is cut" odd.out 211 "$program" --format=csv -o got/cut \
   part.out
check "OUT was not written" absent got/cut
refused "no peak" 1 \
   "hp_export: adhoc.out: massif's format needs a peak; this profile has totals only" \
   --format=massif adhoc.out
refused "a metric that is not there" 1 \
   "hp_export: adhoc.out: it has no values of leaked; choose others by --metric" \
   --format=folded --metric=leaked adhoc.out
refused "heapprof's metric of DHAT's file" 1 \
   "hp_export: stock-3.19.out: it has no values of temporary; choose others by --metric" \
   --format=folded --metric=temporary stock-3.19.out
for format in $(format_names); do
   fails_to_write $format --format=$format heap.out
done

# ---- Help and usage ----

help_fits
# shellcheck disable=SC2046 # a list
formats=$(listed $(format_names))
misused "no format" "expected --format=$formats" heap.out
misused "unknown format" \
   "--format=svg: expected $formats" --format=svg heap.out
misused "unknown metric" "--metric=x: expected peak, peak_blocks, total, \
blocks, leaked, leaked_blocks, lost, temporary, reallocs, moved, reads, \
writes, never_read, never_written or never_touched" \
   --format=folded --metric=x heap.out
with_metric=$(for format in $(format_names); do
   "$program" --format="$format" --metric=peak heap.out >got/out 2>&1 && echo "$format"
done)
# shellcheck disable=SC2086 # a list
misused "a metric for another format" "--metric is for --format=$(listed $with_metric)" \
   --format=csv --metric=peak heap.out
misused "no FILE" "expected one heap profile" --format=csv
misused "two FILEs" "expected one heap profile" --format=csv heap.out odd.out
misused "unknown option" "unrecognized option '--show=Ir'" --show=Ir heap.out

plan
