#!/bin/sh
# layout_sharing.sh -- which lines of memory threads share where data are in another layout:
# padding cures false sharing as in the program that has it, and a split brings it about.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
source=$srcdir/tests/programs/sharing.c

if ! { ${CC:-cc} -g -O1 -pthread -o bad "$source" &&
   ${CC:-cc} -g -O1 -pthread -DFIXED -o fixed "$source"; } 2>compile.err; then
   not_ok "the program is compiled" "$(cat compile.err)"
   plan
   exit
fi

line_of()
{
   grep -nF "$1" "$source" | cut -d : -f 1
}
malloc=$(line_of 'malloc(sizeof *counter)')
aligned=$(line_of 'aligned_alloc(64, 64)')
generations=$(line_of 'malloc(1000)')

cat >pad.layout <<END
fields counter, 8 bytes: n 0 8
fields hit, 4 bytes: n 0 4
fields locks, 2 bytes: left 0 1, right 1 1
static counters of counter: pad 64
static hits of hit: pad 64
static locks of locks: soa; pad 64
static first_sum: align 64
static second_sum: pad 64
site sharing.c:$malloc: pad 64
site sharing.c:$generations: pool
END

# Of what lies apart, the fields that are used come together.
cat >split.layout <<END
fields counter, 64 bytes, at sharing.c:$aligned: n 0 8, padding 8 56
fields hit, 64 bytes: n 0 4, padding 4 60
static counters of counter: hot n; cold rest
static hits of hit: hot n; cold rest
type counter: hot n; cold rest
END

# judge OUTFILE CASE KIND: what sharing.py says of a profile, and how it exits.
judge()
{
   "$PYTHON" "$srcdir/tests/tool/sharing.py" "$1" "$source" "$2" "$3" 2>&1
   echo "$?"
}

# rows OUTFILE: of each line of code and thread that contends, its accesses and the field's
# offset.
rows()
{
   "$PYTHON" -B - "$srcdir/tests" "$1" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import sharing_notes
for line in sharing_notes.read(sys.argv[2])[0]:
    if sharing_notes.verdict(line.rows) is None:
        continue
    for row in sorted(line.rows):
        if row.reads + row.writes >= 1000:
            first = (row.mask & -row.mask).bit_length() - 1
            print(row.fn, row.line, row.thread, row.reads, row.writes, row.offset + first)
END
}

# run OUTFILE LAYOUT PROGRAM CASE: "" is no layout.
run()
{
   run_tool cachesim "$1" "--sharing=yes${2:+ --layout=$2}" "$3" "$4"
}

for case in counters globals locks atomics heap; do
   run plain.out "" ./bad $case
   run laid.out pad.layout ./bad $case
   run fixed.out "" ./fixed $case
   judge plain.out $case bad >plain.txt
   judge laid.out $case fixed >laid.txt
   judge fixed.out $case fixed >fixed.txt
   equal "$case contend" 0 "$(tail -n 1 plain.txt)"
   equal "$case do not with pad" "$(cat fixed.txt)" "$(cat laid.txt)"
   check "cs_annotate reads it" "$builddir/cs_annotate" --sharing laid.out
   "$builddir/cs_diff" --sharing --no-annotate plain.out laid.out >diff.txt 2>&1
   if [ "$(grep -c '^Gone: False sharing' diff.txt)" -gt 0 ] && ! grep -q '^New' diff.txt; then
      ok "cs_diff says that it is gone"
   else
      not_ok "cs_diff says that it is gone" "$(cat diff.txt)"
   fi
done

# What lies 64 bytes apart is 8 bytes apart in a part of its own, as in the other program.
for case in counters atomics heap; do
   run laid.out split.layout ./fixed $case
   equal "$case contend in a part" 0 "$(judge laid.out $case bad | tail -n 1)"
   if [ $case != heap ]; then
      run plain.out "" ./bad $case
      rows plain.out | cut -d ' ' -f 1,3-5 >plain.txt
      rows laid.out | cut -d ' ' -f 1,3-5 >laid.txt
      check "by the same accesses ($case)" cmp plain.txt laid.txt
   fi
   equal "named by the program's own offset ($case)" 0 \
      "$(rows laid.out | awk '$6 % 64 != 0 { n++ } END { print n + 0 }')"
done
equal "all four contend" 4 "$(rows laid.out | cut -d ' ' -f 3 | sort -u | wc -l)"

# A place of a pool that another block takes is another memory.
run laid.out pad.layout ./bad generations
equal "generations do not contend" 0 "$(judge laid.out generations none | tail -n 1)"

# A layout that moves nothing changes no row, whether slots count or each access does.
echo "site sharing.c:$malloc: huge" >same.layout
run plain.out "" ./bad heap
run laid.out same.layout ./bad heap
rows plain.out | cut -d ' ' -f 1-5 >plain.txt
rows laid.out | cut -d ' ' -f 1-5 >laid.txt
check "there are such rows" test -s plain.txt
check "each access is counted" cmp plain.txt laid.txt

for options in --machine=zen4 --split=D1 "--machine=zen4 --instr=yes --line-use=yes"; do
   run_tool cachesim laid.out "--sharing=yes --layout=pad.layout $options" ./bad counters
   equal "$options" 0 "$(judge laid.out counters fixed | tail -n 1)"
done

plan
