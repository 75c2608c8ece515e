#!/bin/sh
# sharing.sh -- eight programs with known false sharing, and the same without, under both
# schedulers; and what --sharing=yes must not change.
#
# SHARING_RUNS: how often each program runs, 3 if not set; `make soak` takes 10.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

source=$srcdir/tests/programs
runs=${SHARING_RUNS:-3}

gcc -g -O1 -pthread -o bad "$source/sharing.c" || exit 99
gcc -g -O1 -pthread -DFIXED -o fixed "$source/sharing.c" || exit 99
g++ -g -O1 -pthread -o bad.c++ "$source/sharing.cpp" || exit 99
g++ -g -O1 -pthread -DFIXED -o fixed.c++ "$source/sharing.cpp" || exit 99
has_rust=$(command -v rustc)
if [ -n "$has_rust" ]; then
   rustc -g -C opt-level=0 -o bad.rust "$source/sharing.rs" || exit 99
   rustc -g -C opt-level=0 --cfg fixed -o fixed.rust "$source/sharing.rs" || exit 99
fi

# judge PROGRAM SOURCE CASE bad|fixed|none: runs the program; its verdict must be right, and the
# same each time.  All but a sample run once, with one of the schedulers.
judge()
{
   judge_runs=1
   sampled 5 && judge_runs=$runs
   judge_run=1
   judge_bad=
   while [ $judge_run -le "$judge_runs" ]; do
      case $(((judge_run + n_sampled) % 2)) in 0) fair=no ;; 1) fair=yes ;; esac
      run_tool cachesim case.out "--sharing=yes --fair-sched=$fair" "$1" "$3"
      "$PYTHON" "$srcdir/tests/tool/sharing.py" case.out "$2" "$3" "$4" \
         >found 2>&1 || judge_bad="$judge_bad run $judge_run: $(cat found)"
      [ $judge_run -gt 1 ] || cp found first
      cmp -s found first || judge_bad="$judge_bad run $judge_run differs: $(cat found)"
      judge_run=$((judge_run + 1))
   done
   equal "$3, $4" "" "$judge_bad"
}

for kind in bad fixed; do
   for case in counters queue globals locks atomics heap; do
      judge ./$kind "$source/sharing.c" $case $kind
   done
   judge ./$kind.c++ "$source/sharing.cpp" c++ $kind
   if [ -n "$has_rust" ]; then
      judge ./$kind.rust "$source/sharing.rs" rust $kind
   else
      skip "rust, $kind" "Debian package rustc"
   fi
done

# ---- Memory that is freed and used by another thread is not shared
judge ./fixed "$source/sharing.c" generations none
equal "the blocks have one address" 0 "$run_status"

# ---- 32 bits
if gcc -m32 -g -O1 -pthread -o bad32 "$source/sharing.c" 2>/dev/null &&
   gcc -m32 -g -O1 -pthread -DFIXED -o fixed32 "$source/sharing.c" 2>/dev/null; then
   runs=1
   judge ./bad32 "$source/sharing.c" counters bad
   judge ./bad32 "$source/sharing.c" globals bad
   judge ./fixed32 "$source/sharing.c" globals fixed
else
   skip "32 bits" "Debian package gcc-multilib"
fi

# ---- Exact counts: of each thread, by the line
run_tool cachesim exact.out --sharing=yes ./bad atomics
equal "each access is counted" "30000 30000 30000 30000" \
   "$("$PYTHON" - "$srcdir/tests" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import sharing_notes
lines, n_threads = sharing_notes.read("exact.out")
assert n_threads == 5
print(*sorted(row.reads + row.writes for line in lines for row in line.rows
              if row.fn in ("hit", "look") and row.reads + row.writes >= 1000))
END
)"

# ---- Counts are those without --sharing
branches="--branch-sim=yes"
for program in "$programs/memory" "$programs/regions" "$programs/pairs"; do
   run_tool cachesim plain.out "$branches" "$program"
   run_tool cachesim sharing.out "$branches --sharing=yes" "$program"
   body plain.out >plain
   body sharing.out >sharing
   check "counts of $(basename "$program")" cmp plain sharing
done

# With threads, misses depend on their order.
for case in counters globals atomics heap; do
   run_tool cachesim plain.out "" ./bad $case
   run_tool cachesim sharing.out "--sharing=yes" ./bad $case
   functions plain.out '^(count|add_.*|hit|look|.*_counter)$' >plain
   functions sharing.out '^(count|add_.*|hit|look|.*_counter)$' >sharing
   check "instructions and accesses of $case" cmp plain sharing
   equal "there are some ($case)" 1 "$([ -s plain ] && echo 1)"
done

# ---- Counts that are forgotten, or not taken
run_tool cachesim off.out "--sharing=yes --instr-at-start=no" ./bad counters
equal "nothing is counted" 0 "$(grep -c '^#: sl' off.out)"
run_tool cachesim toggled.out "--sharing=yes --toggle-collect=add_first" ./bad globals
equal "only add_first is collected" "" "$("$PYTHON" - "$srcdir/tests" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import sharing_notes
for line in sharing_notes.read("toggled.out")[0]:
    print(*(row for row in line.rows if row.fn == "add_second"))
END
)"
run_tool cachesim none.out "--sharing=yes" true
equal "one thread shares nothing" "#: sharing 64 1" "$(grep '^#: s[harl]' none.out)"

plan
