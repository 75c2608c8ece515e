#!/bin/sh
# 30-options.sh -- bad geometry or option: the error names the option and the expected
# values, before anything is run, read or written.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

# ---- The tools.  The core names the option on one line, the reason on the next.

# refuses TOOL PATTERN OPTION...: exits with 1 before the program runs, and reports
# both.
refuses()
{
   refuses_tool=$1 refuses_pattern=$2
   shift 2
   $clean "$valgrind" --tool="$refuses_tool" "$@" touch ran >out 2>err </dev/null
   refuses_status=$?
   for refuses_last; do :; done
   echo "[$refuses_tool ${refuses_last%%=*}]" >>tried
   if [ $refuses_status -eq 1 ] && [ ! -e ran ] &&
      grep -qF -e "$refuses_last" err && grep -qE -e "$refuses_pattern" err; then
      ok "$refuses_tool $*: refused"
   else
      not_ok "$refuses_tool $*: refused" "expected: $refuses_pattern" \
         "status $refuses_status, $(ls ran 2>&1)" "$(cat err)"
   fi
   rm -f ran
}

boolean="should be 'yes' or 'no'"
form="expected <size>,<assoc>,<line size>, three decimal numbers"
for value in "" 1 1,2 1,2,3,4 -1,8,64 32768,8,64x 1e6,1,64 " 1,1,1"; do
   refuses cachesim "$form" "--I1=$value"
done
refuses cachesim "must be a power of two from 8 to 65536" --I1=0,0,0
refuses cachesim "associativity must be at least 1" --I1=32768,0,64
refuses cachesim "multiple of <assoc> \* <line size>, and at least that" \
   --I1=1000,2,64
refuses cachesim "at most 67108864 lines" --I1=17179869184,16,64
refuses cachesim "associativity must be at most the number of lines" \
   --I1=64,4294967296,64
for option in D1 LL; do
   refuses cachesim "$form" "--$option="
   refuses cachesim "must be a power of two from 8 to 65536" "--$option=32768,8,48"
done
for value in "" Tage tage,64; do
   refuses cachesim "expected classic or tage" --branch-sim=yes "--predictor=$value"
done
refuses cachesim "predictor=tage needs the branches: --branch-sim=yes" --predictor=tage
refuses cachesim "expected the name of a function" --toggle-collect=
for value in "" no-such zen /; do
   refuses cachesim "no such machine, and no such file|cannot read this file" \
      "--machine=$value"
done
for value in "" LL LL:1M LL:1M..2M..4M 1M..2M D1:1K..2K ways:a..b LL:1T..2T; do
   refuses cachesim "expected LL:<size>..<size>, ways:<n>..<n> or line:" "--sweep=$value"
done
refuses cachesim "must begin with at least 1, and not above" --sweep=LL:2M..1M
refuses cachesim "must begin with at least 1, and not above" --sweep=ways:0..4
refuses cachesim "must be powers of two" --sweep=LL:3M..6M
refuses cachesim "at most 16 steps" --sweep=ways:1..17
for value in "" yes LL d1; do
   refuses cachesim "expected D1 or no" "--split=$value"
done
for value in "" maybe; do
   for option in cache-sim branch-sim instr-at-start call-graph separate-threads \
      collect-atstart objects line-use patterns sharing instr fixed-schedule; do
      refuses cachesim "$boolean" "--$option=$value"
   done
   for option in stacks pages-as-heap peak-only accesses instr-at-start fixed-schedule; do
      refuses heapprof "$boolean" "--$option=$value"
   done
done
for tool in $tools; do
   refuses $tool "No filename given" "--$tool-out-file="
   refuses $tool "Expected 'p' or 'q' or '%' after '%'" "--$tool-out-file=%z"
   refuses $tool "Environment variable 'NO_SUCH' is not set" \
      "--$tool-out-file=%q{NO_SUCH}"
   refuses $tool "Unknown option" --no-such
   refuses $tool "Unknown option" --no-such=5
   for value in "" x -1 99999999999; do
      refuses $tool "expected a number from 0 to [0-9]+" "--checkpoint=$value"
   done
   for value in "" one Zero; do
      refuses $tool "expected zero or inherit" "--children=$value"
   done
done
# number TOOL OPTION LEAST MOST: an option that takes a number.
number()
{
   for value in "" x -1 18446744073709551617 $(($4 + 1)); do
      refuses "$1" "expected a number from $3 to $4" "--$2=$value"
   done
}
number cachesim histogram 0 65536
number heapprof depth 1 1000
for value in 0 1x 0x10 +5 " 5"; do
   refuses heapprof "expected a number from 1 to 1000" "--depth=$value"
done
number heapprof heap-admin 0 1024
number heapprof histogram 0 65536
number heapprof snapshots 0 1000
refuses heapprof "expected 0, or 2 to 1000" --snapshots=1
for value in "" stack HEAP; do
   refuses heapprof "expected heap, copy or ad-hoc" "--mode=$value"
   refuses heapprof "expected i, ms or B" "--time-unit=$value"
done
for value in "" x 1,,2 9999999999999999999; do
   refuses heapprof "expected times from 0 on, separated by commas" \
      "--snapshot-at=$value"
done
refuses heapprof "must be ascending" --snapshot-at=5,3
for value in '' yes 'end,' at= at=x at=-1 at=1x end,peaks; do
   refuses heapprof "expected" "--owners=$value"
done
refuses heapprof "must be ascending" --owners=at=5,at=3
refuses heapprof "expected the name of a function" --alloc-fn=
refuses heapprof "expected the name of a function" --ignore-fn=
for value in "" no-such /; do
   refuses cachesim "no such file|cannot read this file" "--layout=$value"
done
refuses cachesim "each=yes needs rules: --layout=FILE" --each=yes
# Options that exclude each other.
refuses heapprof "takes no snapshots" --snapshot-at=5 --peak-only=yes
refuses heapprof "counts the pages of stacks" --pages-as-heap=yes --stacks=yes
refuses heapprof "has no blocks" --pages-as-heap=yes --accesses=yes
refuses heapprof "has no blocks" --pages-as-heap=yes --owners=end
for option in --heap-admin=8 --stacks=yes --pages-as-heap=yes --snapshots=8 \
   --snapshot-at=5 --peak-only=yes --owners=end --accesses=yes --histogram=8; do
   refuses heapprof "does not count the heap: .* cannot be given with it" \
      --mode=copy $option
done
# The tests above cover every option in the help.
for tool in $tools; do
   "$valgrind" --tool=$tool --help | sed -n "/user options for $tool/,/^\$/p" |
      grep -oE -- '^    --[A-Za-z0-9-]+' | while read -r option; do
      grep -qF -e "[$tool $option]" tried || echo "$tool $option"
   done
done >untried
equal "every option of the tools was tried" "" "$(cat untried)"

# ---- The commands: status 2, the first line says it, the second where help is
run_tool cachesim cs.out "" true
run_heap "--snapshots=8" "$programs/heap_shape" churn

# misuse PATTERN COMMAND...
misuse()
{
   misuse_pattern=$1
   shift
   misuse_name=$(basename "$1")
   "$@" >out 2>err </dev/null
   misuse_status=$?
   if [ $misuse_status -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 2 ] &&
      head -n 1 err | grep -qE -e "^$misuse_name: .*$misuse_pattern" &&
      tail -n 1 err | grep -q "^Try '$misuse_name --help'"; then
      ok "$misuse_name $2: refused"
   else
      not_ok "$misuse_name $2: refused" "$*" "expected: $misuse_pattern" \
         "status $misuse_status" "$(head -n 3 out)" "$(cat err)"
   fi
}

# Options of several commands.
several()
{
   several_command=$1 several_file=$2
   for value in "" x -1 101 nan; do
      misuse "--threshold=$value: expected a percentage from 0 to 100" \
         "$several_command" "--threshold=$value" $several_file
   done
   for value in "" blue; do
      misuse "--color=$value: expected auto, always or never" \
         "$several_command" "--color=$value" $several_file
   done
   misuse "unrecognized option '--no-such'" "$several_command" --no-such $several_file
}
several "$CS_ANNOTATE" cs.out
several "$CS_DIFF" "cs.out cs.out"
several "$HP_ANNOTATE" heap.out
several "$HP_DIFF" "heap.out heap.out"

for command in "$CS_ANNOTATE" "$CS_DIFF" "$HP_ANNOTATE"; do
   files=cs.out
   [ "$command" = "$CS_DIFF" ] && files="cs.out cs.out"
   [ "$command" = "$HP_ANNOTATE" ] && files=heap.out
   for value in "" x -1 99999999999; do
      misuse "--context=$value: expected a number up to 4294967295" \
         "$command" "--context=$value" $files
   done
   misuse "--source-root=no-such: No such file" "$command" --source-root=no-such $files
done
for command in "$CS_ANNOTATE" "$CS_DIFF" "$CS_MERGE" "$builddir/cs_plot"; do
   files=cs.out
   [ "$command" = "$CS_DIFF" ] && files="cs.out cs.out"
   [ "$command" = "$CS_MERGE" ] && files="-o merged cs.out"
   for value in "" s s/a s/a/b/z; do
      misuse "--mod-filename=$value: .*(s/OLD/NEW/|three times|only g and i)" "$command" \
         "--mod-filename=$value" $files
   done
   misuse "Unmatched" "$command" '--mod-funcname=s/(/x/' $files
   [ "$command" = "$builddir/cs_plot" ] ||
      misuse "the pattern is empty" "$command" --include= $files
done
for option in show sort; do
   misuse "--$option: there is no event or metric \"Nope\"; there are: Ir" \
      "$CS_ANNOTATE" "--$option=Nope" cs.out
done
for command in "$CS_ANNOTATE" "$builddir/cs_plot"; do
   misuse "metric \"x\": expected NAME=FORMULA" "$command" --metric=x cs.out
   misuse 'character 5: expected a number, a name' "$command" '--metric=x=1+' cs.out
   misuse "only Ir, L1m, LLm and Bm have weights" "$command" --cycles=Zz=1 cs.out
done
misuse "--sort: there is no event or metric \"x\"; there are: Ir" \
   "$CS_DIFF" --sort=x cs.out cs.out
for option in limits limits-fn; do
   misuse "--$option=Ir: limit \"Ir\": expected NAME=LIMIT" "$CS_DIFF" \
      "--$option=Ir" cs.out cs.out
   misuse "expected a number, found \"x\"" "$CS_DIFF" "--$option=Ir=x" cs.out cs.out
   misuse "there is no event or metric \"Nope\"; there are: Ir" "$CS_DIFF" \
      "--$option=Nope=1%" cs.out cs.out
done
for form in json csv junit; do
   misuse "--$form=: expected the name of a file" "$CS_DIFF" "--$form=" cs.out cs.out
   misuse "--$form=: expected the name of a file" "$HP_DIFF" "--$form=" heap.out heap.out
done
for command in "$CS_MERGE" "$HP_MERGE" "$builddir/cs_plot" "$builddir/hp_plot" \
   "$CS_EXPORT" "$HP_EXPORT"; do
   case $command in
   *cs_export*) files="--format=csv cs.out" ;;
   *cs_*) files=cs.out ;;
   *hp_export*) files="--format=csv heap.out" ;;
   *) files=heap.out ;;
   esac
   misuse "--output=: expected the name of a file, or -" "$command" --output= $files
   misuse "no-such" "$command" --no-such $files
done

for value in "" never time= time=x; do
   misuse "--at=$value: expected (peak, end, total|time=TIME)" "$HP_ANNOTATE" \
      "--at=$value" heap.out
done
misuse "--at=0: expected snapshot 1 to [0-9]+" "$HP_ANNOTATE" --at=0 heap.out
misuse "--at=time=101%: expected a percentage from 0 to 100" "$HP_ANNOTATE" \
   --at=time=101% heap.out
misuse "expected top-down, bottom-up, both or none" "$HP_ANNOTATE" --tree=x heap.out
for option in depth top frames findings heat; do
   for value in "" x -1 99999999999; do
      misuse "--$option=$value: expected a number up to 999999999" \
         "$HP_ANNOTATE" "--$option=$value" heap.out
   done
done
misuse "--sort=x: expected peak, .* or lifetime" "$HP_ANNOTATE" --sort=x heap.out
misuse "--fail-on=x: expected a list of untouched, .*, or all" "$HP_ANNOTATE" \
   --fail-on=x heap.out
misuse "--criteria: \"x\" is not a criterion of findings; expected bytes, " "$HP_ANNOTATE" \
   --criteria=x=1 heap.out
misuse "--sort: there is no value \"x\"; there are: peak" "$HP_DIFF" --sort=x \
   heap.out heap.out
misuse "--top=x: expected a number up to 999999999" "$HP_DIFF" --top=x heap.out heap.out
for option in limits limits-path; do
   misuse "expected a number, found \"x\"" "$HP_DIFF" "--$option=peak=x" \
      heap.out heap.out
done
misuse "--format=x: expected callgrind, massif, .* or firefox" "$HP_EXPORT" --format=x \
   heap.out
misuse "expected --format=callgrind" "$HP_EXPORT" heap.out
misuse "--format=x: expected callgrind, folded, .* or firefox" "$CS_EXPORT" --format=x cs.out
misuse "expected --format=callgrind" "$CS_EXPORT" cs.out
misuse "--metric=x: expected peak, .* or never_touched" "$HP_EXPORT" --metric=x \
   --format=folded heap.out

for command in "$builddir/cs_plot" "$builddir/hp_plot"; do
   misuse "--format=gif: expected svg, png or pdf" "$command" --format=gif cs.out
done
misuse "--by=x: expected function, line or file" "$builddir/cs_plot" --by=x cs.out
misuse "--events: there is no event or metric \"Nope\"; there are: Ir" \
   "$builddir/cs_plot" --events=Nope cs.out
for value in "" 0 61 x; do
   misuse "--top=$value: expected a number from 1 to 60" "$builddir/cs_plot" \
      "--top=$value" cs.out
done
for value in "" 0 19 x; do
   misuse "--sites=$value: expected a number from 1 to 18" "$builddir/hp_plot" \
      "--sites=$value" heap.out
done
misuse "--metric=x: expected bytes or blocks" "$builddir/hp_plot" --metric=x heap.out
equal "nothing was written" "" "$(find . -name 'merged*')"
plan
