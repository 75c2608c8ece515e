# all.sh -- runs make fuzz for one target after another, then prints a table.
# Arguments: make, the seconds for each, the targets.  A target that finds an error
# ends early; the others go on.  Exits with 1 if any target found one.
# SPDX-License-Identifier: GPL-2.0-or-later

make=$1 seconds=$2
shift 2
mkdir -p tests/fuzz/work || exit 1

# The last figures of libFuzzer in a target's log.
row() {
   awk -v name="$1" -v failed="$2" '
      /^INFO: Loaded .* counters/ && match($0, /\([0-9]+ inline/) {
         n_edges = substr($0, RSTART + 1) + 0
      }
      /^#[0-9]+/ {
         for (i = 1; i < NF; i++) {
            if ($i == "cov:") cov = $(i + 1)
            if ($i == "corp:") corpus = $(i + 1)
         }
      }
      /^Done [0-9]+ runs in/ { seconds = $5 }
      /number_of_executed_units:/ { runs = $2 }
      /average_exec_per_sec:/ { rate = $2 }
      /peak_rss_mb:/ { rss = $2 }
      END {
         sub(/\/.*/, "", corpus)
         printf "%-11s %6s %11s %7s %6s %7s %7s %5s  %s\n", name, seconds,
            runs, rate, cov, n_edges, corpus, rss,
            failed ? "see tests/fuzz/found" : "nothing"
      }' "tests/fuzz/work/$1.log"
}

table=tests/fuzz/work/table
printf "%-11s %6s %11s %7s %6s %7s %7s %5s  %s\n" target s runs runs/s edges \
   "of all" inputs MiB found >$table
status=0
for target; do
   failed=
   $make fuzz FUZZ="$target" FUZZ_SECONDS="$seconds" \
      >"tests/fuzz/work/$target.log" 2>&1 || failed=1 status=1
   row "$target" $failed >>$table
   tail -n 1 $table >&2
done
cat $table
exit $status
