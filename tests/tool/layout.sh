#!/bin/sh
# layout.sh -- data simulated in another layout: the program does the same, runs repeat, and
# misses are those of the program that has the layout.  tests/layout has whole programs.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
python=${PYTHON:-python3}
source=$srcdir/tests/programs/layout.c
caches="--I1=32768,8,64 --D1=32768,8,64 --LL=1048576,16,64"
# Addresses that the kernel chooses would change misses from run to run.
if setarch -R true 2>/dev/null; then
   clean="setarch -R $clean"
fi
if ! { ${CC:-cc} -g -O2 -pthread -o plain "$source" &&
   ${CC:-cc} -g -O2 -pthread -DPADDED -o padded "$source"; } 2>compile.err; then
   not_ok "the program is compiled" "$(cat compile.err)"
   plan
   exit
fi

line=$(grep -n malloc "$source" | cut -d : -f 1)
cat >all.layout <<END
fields item, 64 bytes, at layout.c:$line: next 0 8, note 8 50/1, value 60 4
rows table: 4096
type item: hot next, value; cold rest
array table: pitch +64
END
grep -v table all.layout >items.layout
grep -v item all.layout >table.layout
printf 'site layout.c:%d: huge\n' "$line" >huge.layout

# lay_out OUTFILE LAYOUT OPTIONS PROGRAM
lay_out()
{
   run_tool cachesim "$1" "--layout=$2 $caches $3" "$4"
}

# misses FILE NAME: first-level and last-level misses on a variable, or on blocks of the
# function that allocates them.
misses()
{
   "$python" -B - "$srcdir/tests" "$1" "$2" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import data_notes
counts = [0] * 4
for e in data_notes.read(sys.argv[2]).entries:
    names = [e.datum.name] + [f.function for f in e.datum.frames[:1]]
    if sys.argv[3] in names:
        counts = [a + b for a, b in zip(counts, e.counts)]
print(counts[0] + counts[2], counts[1] + counts[3])
END
}

instrs()
{
   awk '/^[0-9]|^f[nl]=|^summary:/ { print $1, $2 }' "$1"
}

# within WHAT FOUND EXPECTED PERMILLE
within()
{
   if [ $((1000 * ($2 > $3 ? $2 - $3 : $3 - $2))) -le $(($3 * $4)) ]; then
      ok "$1"
   else
      not_ok "$1" "$2, not about $3"
   fi
}

run_tool cachesim plain.out "--objects=yes $caches" ./plain
cp client.out plain.client
run_tool cachesim padded.out "--objects=yes $caches" ./padded
lay_out all.out all.layout "" ./plain
equal "the program prints the same" "$(cat plain.client)" "$(cat client.out)"
equal "each line runs as many instructions" "$(instrs plain.out)" "$(instrs all.out)"

# The table's columns are in a set of each cache: rows of 64 bytes more fix that.
plain=$(misses plain.out table) padded=$(misses padded.out table)
all=$(misses all.out table)
within "the table has the misses of the padded one" "${all% *}" "${padded% *}" 10
if [ "${plain% *}" -gt $((4 * ${padded% *})) ]; then
   ok "which the program as it is has not"
else
   not_ok "which the program as it is has not" "$plain, padded $padded"
fi
# 16 bytes of an item: 3,000 take 750 lines of 512 that D1 has, those of 72 bytes 3,375.
plain=$(misses plain.out add_item) all=$(misses all.out add_item)
if [ "${plain% *}" -gt $((2 * ${all% *})) ]; then
   ok "items in two parts have less misses"
else
   not_ok "items in two parts have less misses" "$all, before $plain"
fi

equal "both rules were followed" \
   "lr 3 type item: hot next, value; cold rest|lr 4 array table: pitch +64|lc 1 6000 384000 0|lc 2 1 262144 0" \
   "$(sed -n 's/^#: \(lr .*\|lc [0-9]* [0-9]* [0-9]* [0-9]*\).*/\1/p' all.out | paste -sd '|' -)"
equal "the profile says so" "desc: Layout:           all.layout" \
   "$(grep '^desc: Layout' all.out)"
check "cs_annotate reads it" "$builddir/cs_annotate" --metadata all.out

lay_out again.out all.layout "" ./plain
equal "a second run is the same" "$(body all.out)" "$(body again.out)"

# Items stay where they are, in another area.
lay_out huge.out huge.layout "" ./plain
plain=$(misses plain.out add_item) huge=$(misses huge.out add_item)
within "what stays has the misses that it had" "${huge% *}" "${plain% *}" 2

for options in --machine=zen4 "--machine=zen4 --line-use=yes" --split=D1 \
   "--machine=zen4 --instr=yes --sweep=LL:256K..1M"; do
   run_tool cachesim machine.out "--layout=all.layout $options" ./plain
   check "$options" "$builddir/cs_annotate" --metadata machine.out
done

run_tool cachesim machine.out "--layout=all.layout --machine=zen4" ./plain thread
equal "a thread's blocks are laid out, too" "lc 1 6000 384000 0" \
   "$(sed -n 's/^#: \(lc 1 [0-9]* [0-9]* [0-9]*\).*/\1/p' machine.out)"

echo "type item: soa" >wrong.layout
"$valgrind" --tool=cachesim --layout=wrong.layout ./plain >wrong.client 2>wrong.err
equal "a wrong file is refused before the program runs" \
   "1 0 cachesim: wrong.layout:1: no fields of \"item\": a \`fields\` line must come before it; \
cs_annotate --suggest writes them" \
   "$? $(wc -c <wrong.client) $(cat wrong.err)"

# Each rule alone, in one command.
run_tool cachesim each.out "--layout=all.layout --each=yes $caches" ./plain
# only_child PROCESS: the process that its tool has forked; the script that finds the tool
# forks before it.
only_child()
{
   cat /proc/[0-9]*/stat 2>/dev/null |
      sed -n "s/^\([0-9]*\) (cachesim.*) [A-Z] $1 .*/\1/p" | head -n 1
}

# shellcheck disable=SC2086 # $caches
"$valgrind" -q --tool=cachesim --cachesim-out-file=killed.out --layout=all.layout \
   --each=yes $caches sleep 60 >/dev/null 2>&1 &
killed=$! killed_left=100
while [ -z "$(only_child $killed)" ] && [ $killed_left -gt 0 ]; do
   sleep 0.1
   killed_left=$((killed_left - 1))
done
rule=$(only_child $killed)
kill -KILL $killed
wait $killed 2>/dev/null
# A process of Valgrind's size takes its time to end on a busy machine.
killed_left=100
while grep -qs "^State:.[^Z]" "/proc/$rule/status" && [ $killed_left -gt 0 ]; do
   sleep 0.1
   killed_left=$((killed_left - 1))
done
check "--each: a rule's run ends with the tool" sh -c '[ -n "$1" ] && [ "$2" -gt 0 ]' \
   sh "$rule" $killed_left
equal "--each runs the program three times" "3" "$(grep -cxFf plain.client client.out)"
lay_out items.out items.layout "" ./plain
lay_out table.out table.layout "" ./plain
equal "the first rule alone" "$(body items.out)" "$(body each.out.rule1)"
equal "the second rule alone" "$(body table.out)" "$(body each.out.rule2)"
equal "and both" "$(body all.out)" "$(body each.out)"

plan
