#!/bin/sh
# regions.sh -- the regions of cachesim.h: their events equal those of their lines.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

all="--branch-sim=yes --I1=32768,8,64 --D1=8192,2,64 --LL=262144,16,64"

# regions FILE: number, parent, count and name of each region; counts FILE NUMBER: the
# counts of one.
regions()
{
   sed -n 's/^#: region //p' "$1" | awk '{ print NR, $0 }'
}

counts()
{
   sed -n 's/^#: counts //p' "$1" | sed -n "${2}p"
}

summary()
{
   sed -n 's/^summary: //p' "$1"
}

# of_functions FILE PATTERN: the sums of all events of the matching functions.
of_functions()
{
   awk -v pattern="$2" '
      /^fn=/ { wanted = substr($0, 4) ~ pattern; next }
      wanted && /^[0-9]/ { n = NF; for (i = 2; i <= NF; i++) sum[i] += $i }
      END { for (i = 2; i <= n; i++) printf "%d%s", sum[i], i < n ? " " : "\n"
   }' "$1"
}

# about NAME FUNCTION-COUNTS COUNTS CALLS: the second counts are the first plus the cost
# of that many calls.
about()
{
   about_bad=$(echo "$2 $3" | awk -v calls="$4" '{
      for (i = 1; i <= NF / 2; i++)
         if ($(NF / 2 + i) < $i || $(NF / 2 + i) > $i + calls * 40)
            print "column", i, ":", $i, $(NF / 2 + i) }')
   equal "$1" "" "$about_bad"
}

# ---- Whole programs: the region is the sum of all lines, event by event
head -c 100000 "$srcdir/cachesim/cs_main.c" >text
preload=$programs/whole_region.so
run_whole()
{
   run_tool cachesim whole.out "$all" "$@"
   equal "one region ($1)" "1 0 1 whole" "$(regions whole.out)"
   equal "it has all events ($1)" "$(summary whole.out)" \
      "$(counts whole.out 1)"
}
run_whole bzip2 -kc text
run_whole perl -e 'my %h; $h{$_ * 7 % 1009} .= $_ for 1 .. 20000;'
run_whole awk '{ for (i = 1; i <= NF; i++) n[$i]++ }' text
run_whole "$programs/memory"
preload=

# ---- By path
run_tool cachesim ours.out "$all" "$programs/regions" nested
equal "regions by path of nesting" '1 0 1 outer
2 1 3 inner
3 0 1 al\x09one' "$(regions ours.out)"
about "a region that is entered again and again" \
   "$(of_functions ours.out work_inner)" "$(counts ours.out 2)" 3
about "inner ones are part of outer ones" \
   "$(of_functions ours.out 'work_(inner|outer)')" "$(counts ours.out 1)" 6
about "a region by itself" \
   "$(of_functions ours.out work_alone)" "$(counts ours.out 3)" 1
run_tool cachegrind stock.out "$all" "$programs/regions" nested
body stock.out >stock.body
body ours.out >ours.body
check "all lines count as under cachegrind" cmp stock.body ours.body
run_tool cachesim ir.out "--cache-sim=no" "$programs/regions" nested
equal "instructions alone" "$(counts ours.out 1 | cut -d' ' -f1)" \
   "$(counts ir.out 1)"
run_tool cachesim none.out "$all" "$programs/requests"
equal "without regions there is no line" "" "$(regions none.out)"

if [ -x "$programs/regions32" ]; then
   run_tool cachesim ours32.out "$all" "$programs/regions32" unbalanced
   equal "32-bit: since zero, the region has all events" "$(summary ours32.out)" \
      "$(counts ours32.out 1)"
else
   skip "32-bit" "this machine has no 32-bit programs"
fi

# ---- Threads, processes
run_tool cachesim threads.out "$all" "$programs/regions" threads
for name in a b; do
   number=$(regions threads.out | sed -n "s/ 0 1 $name\$//p")
   of_functions threads.out work_thread_$name | cut -d' ' -f1 >of_functions
   counts threads.out "$number" | cut -d' ' -f1 >of_region
   check "threads: each region has its own instructions ($name)" awk '
      NR == 1 { n = $1 } END { exit !($1 >= n && $1 < n + 3000) }' \
      of_functions of_region
done
rm -f fork.*
run_tool cachesim fork.%p "$all" "$programs/regions" forks
equal "fork: the child has the regions of its own thread" "forked forked waits" \
   "$(for file in fork.*; do regions "$file"; done | cut -d' ' -f4 | sort |
      xargs)"
for file in fork.*; do
   counts "$file" "$(regions "$file" | sed -n 's/ 0 1 forked$//p')"
done | cut -d' ' -f1 | sort -n >forked
check "fork: each process has its own work" awk '
   { n[NR] = $1 }
   END { exit !(n[1] > 100000 && n[2] > 1.9 * n[1] && n[2] < 2.1 * n[1]) }' \
   forked

# ---- What does not match
run_tool cachesim odd.out "$all" "$programs/regions" unbalanced
equal "regions nested too deep end correctly" "depth 150
depth 0" "$(cat client.out)"
equal "zero: open regions start again" "1 0 1 (no name)" \
   "$(regions odd.out)"
equal "zero: the regions have everything since then" "$(summary odd.out)" "$(counts odd.out 1)"
for pattern in "a region ends, but none" "nested too deeply to be reported"; do
   equal "reported once: $pattern" 1 "$(grep -c "$pattern" cachesim.err)"
done

# ---- Dumps, start and stop
run_tool cachesim dump.out "$all" "$programs/regions" dumps
one=$(counts dump.out.1 1 | cut -d' ' -f1)
check "nothing is counted while instrumentation is off; a dump changes nothing" \
   test "$(counts dump.out 1 | cut -d' ' -f1)" -gt $((one * 19 / 10)) \
        -a "$(counts dump.out 1 | cut -d' ' -f1)" -lt $((one * 21 / 10))
run_tool cachesim often.out "$all" "$programs/regions" often
equal "very many regions" "1 0 100000 short" "$(regions often.out)"
plan
