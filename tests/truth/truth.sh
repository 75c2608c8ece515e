#!/bin/sh
# truth.sh -- the harness of make truth works, and its figures are right on numbers made
# up.  Nothing about time is asserted.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
python=${PYTHON:-python3}
kernels=$builddir/tests/truth/kernels

# truth OPTIONS...: runs the harness, once and shortly for each variant.
truth()
{
   "$python" -B "$srcdir/tests/truth/truth.py" --kernels="$kernels" \
      --valgrind="$valgrind" --passes=1 --runs=1 "$@"
}

# lines PATTERN FILE
lines()
{
   grep -c "$1" "$2"
}

check "figures on numbers made up" "$python" -B "$srcdir/tests/truth/test_figures.py"

check "at least 24 kernels that may be fitted, and as many that only report" test \
   "$("$kernels" | awk '!seen[$1]++ { n[$5]++ }
                        END { print (n[0] >= 24 && n[1] >= 24) }')" = 1
equal "no two kernels have one name" "" \
   "$("$kernels" | sort | uniq -d)$("$kernels" | cut -d ' ' -f 1 | uniq | sort | uniq -d)"
equal "each kernel has two to four variants" "" \
   "$("$kernels" | awk '{ n[$1]++ } END { for (k in n) if (n[k] < 2 || n[k] > 4) print k }')"

some=sum-if,updates,find-word
check "three kernels run natively and under cachesim" \
   truth --only=$some --keep=kept --table --metric="reads=Dr + 2*Dw" --json=all.json
printf '%s\n' "$check_output" >first.txt
for metric in instructions classic reads; do
   equal "figures of $metric: all kernels, fitted, reported" 3 \
      "$(lines "^$metric .* of " first.txt)"
done
equal "the table has all variants" 9 \
   "$(lines "^\(sum-if\|updates\|find-word\) " first.txt)"
equal "each family has its figures" 3 "$(lines "^\(branches\|copies\|texts\)  *3 " first.txt)"
equal "the pairs that are furthest off, all nine" 9 \
   "$(sed -n '/^reads: furthest off/,/^$/p' first.txt | grep -c '^  .*x .*x ')"
check "the figures as JSON" "$python" -c '
import json
all = json.load(open("all.json"))
assert len(all["figures"]) == 9 and len(all["variants"]) == 9
assert all["variants"][0]["metrics"]["instructions"] > 100000
assert {f["family"]: f["pairs"] for f in all["families"]} == {
    "branches": 3, "copies": 3, "texts": 3}
assert len(all["worst"]["reads"]) == 9 and "instructions" not in all["worst"]'

# Times are added to stored ones; other options of the tool are counted beside.
cp -R kept more
check "a second pass, and counts of a smaller cache" \
   truth --only=sum-if,updates --from=more --keep=more --again=times \
   --tool-options="--LL=65536,4,64" --metric="misses=DLmr" --json=more.json
check "both passes and both counts are stored" "$python" -c '
import json
parts = {name: json.load(open(f"more/{name}.json"))["variants"]
         for name in ("times", "classic", "machine")}
assert {len(v["times"]) for k, v in parts["times"].items()} == {1, 2}
assert len(parts["classic"]) == 9 and len(parts["machine"]) == 6
small, large = (parts[name]["updates/L1"]["counts"] for name in ("machine", "classic"))
assert small["Ir"] == large["Ir"] and small["DLmr"] > large["DLmr"]
rows = json.load(open("more.json"))["variants"]
assert {"misses": small["DLmr"]}.items() <= [
    row for row in rows if row["variant"] == "L1"][0]["metrics"].items()'

# The host, and what was measured of it: here by a command that measures nothing.
cat >measurer <<'END'
#!/bin/sh
[ "$*" = measure ] && exec cat "${0%/*}/measured.machine"
END
chmod +x measurer
sed 's/^name .*/name mine/' "$srcdir/cachesim/machine/presets/cortex-a53.machine" >measured.machine
cp -R kept hosts
check "counts on the host, and on the machine that was measured" \
   truth --only=sum-if --from=hosts --keep=hosts --cs-machine=./measurer
check "both are stored, with the text of the machine" "$python" -c '
import json
parts = {name: json.load(open(f"hosts/{name}.json")) for name in ("host", "measured")}
for part in parts.values():
    assert all("Pf1" in v["counts"] for v in part["variants"].values())
    assert len(part["variants"]) == 3
assert parts["measured"]["text"] == open("measured.machine").read()
assert parts["measured"]["variants"] != parts["host"]["variants"]'
rm measurer
check "what was measured is not measured again" \
   truth --only=sum-if --from=hosts --cs-machine=./measurer

# Whole programs: the figures are the same; missing ones are skipped by name.
check "a program runs natively and under cachesim" \
   truth --programs --only=sed --keep=kept --table
printf '%s\n' "$check_output" >programs.txt
equal "its two variants, which no constant is fitted to" "2 0 2" \
   "$(lines "^sed " programs.txt) $(lines " fitted " programs.txt) $(
      lines " reported " programs.txt)"
check "it is stored beside the kernels" test -s kept/programs/times.json
mkdir none
ln -s "$(command -v sed)" none/sed
check "programs that are not there are skipped" "$python" -B -c '
import sys
sys.path[:0] = [f"{sys.argv[1]}/tests/truth", f"{sys.argv[1]}/tests/bench"]
import bench_common
bench_common.ENVIRONMENT["PATH"] = "none"
import programs
assert [row[:2] for row in programs.Programs().rows()] == [["sed", "s"], ["sed", "y"]]
' "$srcdir"
equal "and named" "gzip: skipped: no such program here" \
   "$(printf '%s\n' "$check_output" | head -1)"

# What is stored needs neither the kernels nor Valgrind, and gives the same.
kernels=/nonexistent valgrind=/nonexistent
check "the same from stored numbers" \
   truth --only=$some --from=kept --table --metric="reads=Dr + 2*Dw"
equal "they print the same" "$(cat first.txt)" "$check_output"

# refused NAME MESSAGE OPTIONS...
refused()
{
   refused_name=$1 refused_message=$2
   shift 2
   refused_output=$(truth "$@" 2>&1 >/dev/null | tail -1)
   equal "refused: $refused_name" "truth.py: $refused_message" \
      "$(printf '%s\n' "$refused_output" | sed 's/: error:/:/')"
}

refused "an unknown event" "no event Bogus was counted" \
   --only=$some --from=kept --metric=x=Bogus
refused "no formula" "'Ir +' is no formula of events" --metric="x=Ir +"
refused "a metric without a name" "--metric=Ir: no NAME=FORMULA" --metric=Ir
echo '{' >kept/times.json
refused "damaged numbers" "kept/times.json: not a file that --keep wrote" --from=kept
plan
