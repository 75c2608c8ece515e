#!/bin/sh
# hp_merge.sh -- runs hp_merge on the files in hp_merge/ and compares what it
# writes, and its exit status, with hp_merge/expected/.
# SPDX-License-Identifier: GPL-2.0-or-later

command=hp_merge
program=${HP_MERGE:?}
data=${srcdir:?}/tests/golden/hp_merge
# shellcheck source=tests/golden/lib.sh
. "$srcdir/tests/golden/lib.sh"

borrow hp_export/adhoc.out
borrow hp_export/empty.out
borrow hp_export/odd.out one.out

export=${HP_EXPORT:?}

# ---- What is written ----

printed one -o - one.out
printed two -o - one.out two.out
differs two thrice -o - two.out one.out two.out
printed dhat -o - dhat.out dhat.out
printed adhoc -o - adhoc.out adhoc.out
printed empty -o - empty.out
printed accesses -o - accesses.out accesses2.out

"$program" -o got/first.out one.out two.out
"$program" -o got/second.out two.out one.out
check "the order does not matter" cmp got/first.out got/second.out
"$program" -o got/third.out got/first.out two.out
"$program" -o got/fourth.out two.out one.out two.out
grep -v '"merged":' got/third.out >got/third
grep -v '"merged":' got/fourth.out | same got/third -
report "in two steps: the same" $?
"$program" --output=got/again.out got/first.out
check "a sum is written as it was" cmp got/first.out got/again.out
"${HP_ANNOTATE:?}" got/first.out >got/report
check "a sum is shown without a time of its peak" awk '
   /each process.* own peak/ { n++ } /^at [0-9]|peak .* of the run/ { bad = 1 }
   END { exit !(n == 2 && !bad) }' got/report
"$program" -o got/dhat.out dhat.out
"$program" -o got/dhat-again.out got/dhat.out
check "one of DHAT's is written as it was" cmp got/dhat.out got/dhat-again.out
for format in csv folded; do
   "$export" --format=$format one.out | sort >got/before
   "$program" -o - one.out | "$export" --format=$format - | sort |
      same got/before -
   report "one file: the same sites, by $format" $?
done
gzip -c two.out | "$program" -o - one.out - | cmp -s - got/first.out
report "gzip on standard input" $?

# ---- Looks at owners, which cannot be added up ----

borrow hp_annotate/owners.out
given "owners.out has a look" grep -q '"owners":' owners.out
"$program" -o got/owners.out owners.out
"$program" -o got/owners2.out owners.out owners.out
for of in owners owners2; do
   check "$of.out has none" without '"owners"\|"roots"' got/$of.out
done
on hp_annotate
misused "hp_annotate says so" "--by=look: sums of profiles have no owner snapshots" \
   --by=look got/owners2.out
on hp_merge

# ---- Processes ----

# What hp_annotate says of both is what it says of their sum.
"$HP_ANNOTATE" --json one.out two.out >got/together.json
"$HP_ANNOTATE" --json got/first.out >got/merged.json
check "hp_annotate adds up alike" same got/together.json got/merged.json
"$program" -o got/both.out accesses.out accesses2.out
# In full: the names of the files leave less room for the rest.
"$HP_ANNOTATE" --top=0 accesses.out accesses2.out |
   without_name | sed '/more file$/d' >got/a
"$HP_ANNOTATE" --top=0 got/both.out | without_name | same got/a -
report "and so as text" $?
"$HP_ANNOTATE" --processes got/both.out >got/processes
stored processes
"$HP_ANNOTATE" --processes --csv got/both.out >got/processes-csv
stored processes-csv
cat >processes.py <<'END'
import json, sys
p = json.load(open(sys.argv[1]))
own = p["heapprof"]
exec(sys.argv[2])
json.dump(p, sys.stdout)
END
while IFS='|' read -r change message; do
   "$python" processes.py got/first.out "$change" >bad.out
   refused "$message" 1 "hp_merge: bad.out: $message" -o - bad.out
done <<'END'
own["processes"] = {}|heapprof.processes: expected an array
own["processes"][1] = 5|heapprof.processes[1]: expected an object
del own["processes"][0]["cmd"]|heapprof.processes[0].cmd: missing
own["processes"][0]["pid"] = -1|heapprof.processes[0].pid: is negative
own["processes"][0]["state"] = {"how": "killed", "signal": 0}|heapprof.processes[0].signal: is out of range
own["parent"] = "x"|heapprof.parent: expected an integer
END

# ---- Accesses ----

for file in accesses accesses2; do
   given "$file.out is of the format" "$python" -B \
      "$srcdir/tests/heap_profile.py" validate $file.out
done
# And it can tell: of each of these it says what is wrong.
cat >mutations <<'END'
"acc":[-8,1900|"acc":[-8,1901|acc is not heat
"r":[-8,900|"r":[-8,901|heat against rb
"w":[-8,1000|"w":[-8,999|acc is not heat
"nr":[3000,3]|"nr":[2999,3]|nr
"nt":[800,0]|"nt":[801,0]|nt
"nw":[1500,0]|"nw":[3001,0]|never
"nw":[1500,0],||nt
"unit":1024|"unit":512|length of heat
"unit":1024,"r":[-16,1024,-48,0]|"unit":1024,"r":[-16,1023,-49,0]|length of heat
"mv":[1,100]|"mv":[2,100]|mv
"re":1,"mv":[1,100]|"re":1|total moves is not
"reads":24584|"reads":24585|totals of accesses
"accesses":true|"accesses":false|bkacc
"parent":0|"parent":1|parent
"growth":66000|"growth":71144|growth
"bytes":2400,"blocks":100,"peak"|"bytes":70000,"blocks":100,"peak"|in its parent
[4202496,4206592|[4202495,4206592|objects
END
while IFS='|' read -r old new reason; do
   "$python" -c 'import sys
text, (old, new) = open("accesses.out").read(), sys.argv[1:]
assert old in text
sys.stdout.write(text.replace(old, new, 1))' "$old" "$new" >mutant.out
   "$python" -B "$srcdir/tests/heap_profile.py" validate mutant.out 2>got/errors
   given "not of the format: $reason" grep -q "ProfileError: $reason" got/errors
done <mutations
"$program" -o got/accesses.out accesses.out accesses2.out
"$program" -o got/turned.out accesses2.out accesses.out
check "the order of accesses and regions does not matter" \
   cmp got/accesses.out got/turned.out
"$program" -o got/in-two.out got/accesses.out accesses.out
"$program" -o got/in-one.out accesses.out accesses2.out accesses.out
grep -v '"merged":' got/in-two.out >got/in-two
grep -v '"merged":' got/in-one.out | same got/in-two -
report "accesses in two steps: the same" $?
"$program" -o got/once.out accesses.out
for format in csv dhat; do
   "$export" --format=$format accesses.out | sort >got/before
   "$export" --format=$format got/once.out | sort >got/after
   check "one with accesses: the same, by $format" "$python" -c '
import re, sys
def lines(file): # without the indices of frames, and the time of the peak
    return sorted(re.sub(r"\"fs\":[^]]*|,\"(tg|pid)\":\d+|,$", "", line.strip())
                  for line in open(file) if "ftbl" not in line)
assert lines(sys.argv[1]) == lines(sys.argv[2]) != []' got/before got/after
done
sed 's/"tu":"instrs"/"tu":"ms"/' accesses.out >ms.out
"$program" -o got/mixed.out ms.out one.out
# shellcheck disable=SC2016
check "accesses are there if all have them" sh -c \
   'grep -q "\"bkacc\":false" got/mixed.out && "$1" got/mixed.out >got/report &&
    ! grep -q "\"\(rb\|acc\|nr\|heat\|reads\|moves\)\"" got/mixed.out' sh \
   "$HP_ANNOTATE"

# Each value of each call path is the sum, or the extreme, of those of the files.
cat >sums.py <<'END'
import json, sys
def paths(file):
    profile = json.load(open(file))
    own = profile["heapprof"]
    names = [(text, own["dirs"][d])
             for text, d in zip(profile["ftbl"], own["ftbl_dirs"])]
    assert len(set(names)) == len(names)
    sites = {tuple(names[i] for i in site.pop("fs")): site
             for site in profile["pps"]}
    assert len(sites) == len(profile["pps"])
    return sites, own["totals"]
def runs(values):
    found, n = [], 1
    for v in values:
        if v < 0:
            n = -v
        else:
            found += [v] * n
            n = 1
    return found
files = [paths(file) for file in sys.argv[2:]]
found, totals = paths(sys.argv[1])
def add(key):
    return sum(t.get(key, 0) for _, t in files)
for key in totals:
    assert totals[key] == (0 if key == "peak_time" else add(key)), key
assert set(found) == {path for sites, _ in files for path in sites}
for path, site in found.items():
    parts = [sites[path] for sites, _ in files if path in sites]
    for key in "tb tbk tl mb mbk gb gbk eb ebk re rb wb".split():
        assert site.get(key, 0) == sum(p.get(key, 0) for p in parts), key
    for key in "tmp mv nr nw nt".split():
        assert site.get(key, [0, 0]) == [
            sum(p.get(key, [0, 0])[i] for p in parts) for i in (0, 1)], key
    heats = [p["heat"] for p in parts if "heat" in p]
    if "heat" in site or len(heats) == len(parts):
        forms = {(h["unit"], len(runs(h["r"]))) for h in heats}
        assert ("heat" in site) == (len(forms) == 1), site
    for key in "rw" if "heat" in site else "":
        assert runs(site["heat"][key]) == [
            sum(row) for row in zip(*(runs(h[key]) for h in heats))]
    if "acc" in site and "heat" in site:
        assert runs(site["acc"]) == [min(65535, r + w) for r, w in zip(
            runs(site["heat"]["r"]), runs(site["heat"]["w"]))]
    sizes = [p.get("size", [0, 0]) for p in parts if p["tbk"]]
    if sizes:
        assert site.get("size", [0, 0]) == [min(s[0] for s in sizes),
                                            max(s[1] for s in sizes)]
    lives = [p["life"] for p in parts if "life" in p]
    if lives:
        assert site["life"] == [
            sum(v[0] for v in lives), min(v[1] for v in lives),
            max(v[2] for v in lives), sum(v[3] for v in lives)]
    hist = {}
    for k, n in (pair for p in parts for pair in p.get("hist", [])):
        hist[k] = hist.get(k, 0) + n
    assert dict(site.get("hist", [])) == hist
    if "thr" in site:
        assert sum(t[1] for t in site["thr"]) == site["tbk"]
        assert sum(t[2] for t in site["thr"]) == site["tb"]
    assert ("thr" in site) == any("thr" in p for p in parts)
    failed = sum(p["fail"][1] for p in parts if "fail" in p)
    if failed:
        assert site["fail"][1] == min(failed, 2**63 - 1)
END
check "the sums" "$python" sums.py got/first.out one.out two.out
check "the sums of accesses" "$python" sums.py got/accesses.out accesses.out \
   accesses2.out
check "the sums of three" "$python" sums.py got/fourth.out two.out one.out two.out

# Many files take no more memory than few.
# shellcheck disable=SC2046
"$program" -o got/many.out $(yes two.out | head -n 300)
check "300 files" grep -q '"bytes":623700,"blocks":3900,' got/many.out

# ---- Where it is written ----

cp one.out a.out
refused "OUT is an input" 1 "hp_merge: a.out: would replace what is read" \
   -o a.out a.out two.out
refused "OUT is a profile" 1 "hp_merge: a.out: would replace a tool's profile" \
   -o a.out one.out two.out
check "OUT is as it was" untouched one.out a.out
cp got/first.out before.out
cp before.out kept.out
refused "a missing directory" 1 "hp_merge: no/such.out: No such file or directory" \
   -o no/such.out one.out
if [ -c /dev/full ]; then
   refused "a full disk" 1 "hp_merge: /dev/full: No space left on device" \
      -o /dev/full one.out
fi
fails_to_write "standard output" -o - one.out two.out

# ---- What is refused ----

refused "another mode" 1 \
   'hp_merge: adhoc.out: the mode is "ad-hoc", not "heap" (after one.out)' \
   -o kept.out one.out adhoc.out
refused "another unit of time" 1 \
   'hp_merge: empty.out: the unit of time is "instrs", not "ms" (after one.out)' \
   -o kept.out one.out empty.out
sed 's/"tu"/"bsu":"units","tu"/' two.out >units.out
refused "another unit of sizes" 1 \
   'hp_merge: (standard input): the unit of sizes is "units", not "bytes" (after one.out)' \
   -o kept.out one.out two.out - <units.out
refused "heapprof's and DHAT's" 1 \
   "hp_merge: dhat.out: only one of them has heapprof's values; \
hp_export --format=dhat removes them (after one.out)" -o kept.out one.out dhat.out
"$export" --format=dhat -o got/one.dhat one.out
exits "which then can be merged" 0 -o got/mixed.out got/one.dhat dhat.out
refused "a missing file" 1 "hp_merge: no/such: No such file or directory" \
   -o kept.out one.out no/such
cut_everywhere "the last is cut" two.out 97 "$program" -o kept.out one.out \
   part.out
printf '%s' '{"dhatFileVersion":2,"mode":"heap","verb":"Allocated","bklt":false,
"bkacc":false,"tu":"instrs","Mtu":"Minstr","cmd":"x","pid":1,"te":1,"pps":[
{"tb":9223372036854775807,"tbk":1,"fs":[]}],"ftbl":["[root]"]}' >large.out
exits "the largest value" 0 -o - large.out
refused "more than the largest" 1 \
   "hp_merge: large.out: the sums do not fit in 63 bits" \
   -o kept.out large.out large.out
check "OUT is as it was" cmp before.out kept.out

# ---- Help and usage ----

help_fits "$CS_ANNOTATE"
misused "no OUT" "expected -o OUT" one.out
misused "no FILE" "expected heap profiles to merge" -o kept.out
misused "no value" "option requires an argument -- 'o'" one.out -o
misused "unknown option" "unrecognized option '--show=Ir'" --show=Ir -o - one.out
check "OUT is as it was" cmp before.out kept.out

plan
