#!/bin/sh
# data_moments.sh -- sharing and data objects when counts are dumped, begin again, begin
# late, stop, or go on in another process; and in checkpoints.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

program=$programs/moments

# writes FILE: of each thread, the writes to the shared line of memory, least first.
writes()
{
   "$PYTHON" -B - "$srcdir/tests" "$1" <<'END'
import collections
import sys
sys.path.insert(0, sys.argv[1])
import sharing_notes
sums = collections.Counter()
for line in sharing_notes.read(sys.argv[2])[0]:
    for row in line.rows:
        if row.fn == "put" and row.datum:
            sums[row.thread] += row.writes * (row.mask in (0xff, 0xff00))
print(*sorted(n for n in sums.values() if n))
END
}

run_tool cachesim dump.out --sharing=yes "$program" dump
equal "a dump has what was shared so far" "1000 1000" "$(writes dump.out.1)"
equal "the profile has all" "500 500 1000 1000" "$(writes dump.out)"

run_tool cachesim zero.out --sharing=yes "$program" zero
equal "zero forgets what was shared" "500 500" "$(writes zero.out)"

run_tool cachesim late.out "--sharing=yes --instr-at-start=no" "$program" late
equal "counting that begins late, stops and goes on" "200 200 400 400" \
   "$(writes late.out)"

run_tool cachesim fork.%p.out --sharing=yes "$program" fork
for file in fork.*.out; do
   if grep -q '^#: forked' "$file"; then
      equal "a child counts from the fork" "300 300" "$(writes "$file")"
   else
      equal "its parent goes on" "400 400 1000 1000" "$(writes "$file")"
   fi
done
equal "there are both" 2 "$(echo fork.*.out | wc -w)"

run_tool cachesim inherit.%p.out "--sharing=yes --children=inherit" "$program" fork
child=$(grep -l '^#: forked' inherit.*.out)
equal "a child that inherits counts has its parent's" "300 300 1000 1000" \
   "$(writes "$child")"

run_tool cachesim exec.out "--sharing=yes --trace-children=yes" "$program" exec
equal "before exec" "1000 1000" "$(writes exec.out)"
equal "after exec" "200 200" "$(writes exec.out.exec1)"

# ---- A checkpoint, while the program waits
mkfifo input
$clean "$valgrind" -q --tool=cachesim --sharing=yes --checkpoint=1 \
   --cachesim-out-file=wait.out "$program" wait <input >client.out 2>wait.err &
pid=$!
exec 3>input
# The first checkpoints can be of a moment at which the threads still write.  On a busy
# machine they cost so much that there is none before the first wait: so it waits often.
tenths=0
while [ $tenths -lt 600 ]; do
   echo >&3
   cp wait.out.checkpoint partial.out 2>/dev/null &&
      grep -q '^#: sl' partial.out && [ "$(writes partial.out)" = "1000 1000" ] && break
   sleep 0.1
   tenths=$((tenths + 1))
done
exec 3>&-
wait $pid
equal "a checkpoint has what was shared" "1000 1000" "$(writes partial.out)"
check "it is marked as partial" grep -q '^#: state partial' partial.out
equal "so has the profile at the end" "1000 1000" "$(writes wait.out)"

# ---- Blocks that are older than counting
run_tool cachesim blocks.out "--objects=yes --instr-at-start=no --D1=32768,8,64" \
   "$program" blocks
equal "misses on blocks that were allocated while nothing was counted" \
   "make_block<blocks 16384
make_block<blocks 16384" "$("$PYTHON" -B - "$srcdir/tests" <<'END'
import collections
import sys
sys.path.insert(0, sys.argv[1])
import data_notes
misses = collections.Counter()
for entry in data_notes.read("blocks.out").entries:
    if entry.function == "read_block" and entry.datum.kind == "heap":
        misses[entry.datum] += entry.counts[0]
for datum, n in misses.items():
    print("<".join(frame.function for frame in datum.frames[:2]), n)
END
)"

plan
