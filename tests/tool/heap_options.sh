#!/bin/sh
# heap_options.sh -- heapprof's options work as documented.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

# first FUNCTION: the innermost functions of the paths with this function, sorted.
first()
{
   profile paths heap.out | grep -wE "$1" | cut -d' ' -f3 | sort -u | xargs
}

# ---- Which frames are allocation functions
run_heap "" "$programs/heap_sites"
equal "a wrapper is an ordinary function" xmalloc "$(first case_wrapped)"
equal "an inlined wrapper is an ordinary function" inlined_alloc "$(first case_inlined)"
valid "wrappers"
all=$(profile totals heap.out bytes blocks)
run_heap "--alloc-fn=xmalloc" "$programs/heap_sites"
equal "--alloc-fn: the path begins above it" "case_wrapped xstrdup" \
   "$(first case_wrapped)"
equal "--alloc-fn: nothing is lost" "$all" \
   "$(profile totals heap.out bytes blocks)"
valid "--alloc-fn"
run_heap "--alloc-fn=xmalloc --alloc-fn=xstrdup" "$programs/heap_sites"
equal "--alloc-fn, twice" case_wrapped "$(first case_wrapped)"
run_heap "--alloc-fn=x*" "$programs/heap_sites"
equal "--alloc-fn with a wildcard" case_wrapped "$(first case_wrapped)"
valid "--alloc-fn with a wildcard"
run_heap "--alloc-fn=inlined_*" "$programs/heap_sites"
equal "--alloc-fn of an inlined function" case_inlined "$(first case_inlined)"

run_heap "--ignore-fn=case_ignored_two" "$programs/heap_sites"
no_case "--ignore-fn: nothing of it is counted" case_ignored_two
case_is "--ignore-fn: all of the others is" case_ignored_one \
   "6001 4 5000 2 1 0"
valid "--ignore-fn"
run_heap "--ignore-fn=case_ignored* --alloc-fn=xmalloc" "$programs/heap_sites"
no_case "--ignore-fn with a wildcard" 'case_ignored.*'
equal "the other blocks are counted, and frees of ignored blocks are valid" \
   "$(echo "$all" | awk '{ print $1 - 10001, $2 - 5, 0 }')" \
   "$(profile totals heap.out bytes blocks invalid_frees)"
valid "--ignore-fn with a wildcard"
run_heap "--ignore-fn=inlined_alloc" "$programs/heap_sites"
no_case "--ignore-fn of an inlined function" case_inlined
# Functions without names are looked past, as by massif.
objcopy -N xmalloc "$programs/heap_sites" ./heap_sites_unnamed
run_heap "--ignore-fn=case_ignored_one" ./heap_sites_unnamed
no_case "--ignore-fn behind a function without a name" case_ignored_one
case_is "--ignore-fn behind a function without a name: the others" \
   case_ignored_two "4000 1 4000 1 0 0"
run_heap "--pages-as-heap=yes --ignore-fn=nothing" "$programs/heap_sites"
valid "--ignore-fn with the path (program start)"

# ---- Depth
for depth in 1 3 100; do
   run_heap "--depth=$depth" "$programs/heap_sites"
   equal "--depth=$depth: the totals" "$all" \
      "$(profile totals heap.out bytes blocks)"
   # An inlined function is one frame more, at the same call.
   longest=$(profile paths heap.out | grep -v inlined |
      awk '{ n = 1 + gsub(/ < /, "&"); if (n > most) most = n }
           END { print most }')
   check "--depth=$depth: the longest path has $longest" \
      test "$longest" -eq "$depth"
   valid "--depth=$depth"
done

# ---- Snapshots and the timeline
run_heap "--peak-only=yes" "$programs/heap_shape" churn
totals "--peak-only=yes: totals"
valid "--peak-only=yes"
equal "--peak-only=yes: no timeline, no snapshots" "[] []" \
   "$(profile get heap.out heapprof.timeline) $(
      profile get heap.out heapprof.snapshots)"
for number in 2 5 200; do
   run_heap "--snapshots=$number" "$programs/heap_shape" churn
   totals "--snapshots=$number: totals"
   valid "--snapshots=$number"
   taken=$(profile get heap.out heapprof.snapshots | grep -o periodic | wc -l)
   check "--snapshots=$number: at most that many, and some: $taken" \
      test "$taken" -le "$number" -a "$taken" -gt 0
done

run_heap "--time-unit=B" "$programs/heap_shape" spike
valid "--time-unit=B"
equal "--time-unit=B: the unit, and the end" '"B" "MB" 3810' \
   "$(profile get heap.out tu) $(profile get heap.out Mtu) $(
      profile get heap.out te)"
equal "--time-unit=B: the time of the peak, when its last call began" 2300 \
   "$(profile get heap.out tg)"
run_heap "--time-unit=B" "$programs/heap_shape" short
equal "--time-unit=B: 5 lives of 8, one of 32, one of 56" 128 \
   "$(profile sum heap.out life.3 temporaries)"
run_heap "--time-unit=ms" "$programs/heap_shape" churn
valid "--time-unit=ms"
check "--time-unit=ms: a run of 50 ms to a minute" \
   test "$(profile get heap.out te)" -ge 50 -a \
      "$(profile get heap.out te)" -le 60000
run_heap "--time-unit=i" "$programs/heap_shape" churn
te=$(profile get heap.out te)
run_tool none none.out "" true >/dev/null 2>&1
check "--time-unit=i: some ten million instructions: $te" \
   test "$te" -ge 2000000 -a "$te" -le 100000000

run_heap "--time-unit=B --snapshot-at=1500" "$programs/heap_shape" spike
valid "--snapshot-at"
equal "--snapshot-at: one requested snapshot" 1 \
   "$(profile get heap.out heapprof.snapshots | grep -o asked | wc -l)"
run_heap "--snapshot-at=1000000 --snapshot-at=3000000" \
   "$programs/heap_shape" churn
valid "--snapshot-at, twice"
equal "--snapshot-at, twice: two requested snapshots" 2 \
   "$(profile get heap.out heapprof.snapshots | grep -o asked | wc -l)"

# ---- Instructions: the same as cachesim's, given the same superblocks
for stacks in no yes; do
   run_heap "--stacks=$stacks --run-libc-freeres=no --run-cxx-freeres=no" \
      bzip2 -kc "$programs/heap_shape"
   run_tool cachesim cachesim.out "--cache-sim=no --vex-guest-chase=no" \
      bzip2 -kc "$programs/heap_shape"
   equal "--time-unit=i --stacks=$stacks: the instructions that cachesim counts" \
      "$(sed -n 's/^summary: //p' cachesim.out)" "$(profile get heap.out te)"
done

# ---- Bytes of the allocator
for admin in 0 8 100; do
   run_heap "--heap-admin=$admin" "$programs/heap_shape" many 1000
   totals "--heap-admin=$admin: totals"
   profile totals heap.out peak_extra_bytes
done >extra
grep '^ok\|^not ok\|^#' extra
equal "--heap-admin: the bytes and the padding to 16" "0 15476 107508" \
   "$(grep '^[0-9]' extra | xargs)"

# ---- Where paths end
run_heap "--show-below-main=yes" ls /
check "--show-below-main=yes: there are frames below main" \
   grep -q '__libc_start_main' heap.out
check "--show-below-main=yes: words of the stack are no frames" \
   sh -c "! grep -qE '\"0x1FF[0-9A-F]{7}: ' heap.out"

# ---- Stacks
run_heap "--stacks=yes" "$programs/heap_sites"
valid "--stacks=yes"
ours=$(profile totals heap.out most_stack_bytes)
run_tool massif massif.out "--stacks=yes --peak-inaccuracy=0" \
   "$programs/heap_sites"
stock=$(profile massif massif.out | cut -d' ' -f3)
check "--stacks=yes: the most, $ours, is massif's, $stock, or a little more" \
   test "$ours" -ge "$stock" -a "$ours" -le $((stock + 4096))
run_heap "--stacks=yes" "$programs/heap_threads"
cases "--stacks=yes, threads"
valid "--stacks=yes, threads"

# ---- Wrong options
for option in --depth=0 --depth=x --depth=100000 --time-unit=days \
   --snapshots=-1 --heap-admin=-1 --heap-admin=1000000 --stacks=perhaps \
   --peak-only=2 --snapshot-at=never --snapshot-at=9999999999999999999; do
   run_heap "$option" "$programs/heap_shape" spike
   bad_status=$?
   check "$option: refused before the program runs" \
      test $bad_status -ne 0 -a ! -s client.out
   said "$option: the error names it" 1 "(bad|invalid|unknown|not).*$option|$option.*"
done
plan
