#!/bin/sh
# options.sh -- the option texts; options that cannot work stop the run before the
# program starts.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# refused NAME PATTERN OPTION...: exits with 1 and the message before the program runs.
refused()
{
   refused_name=$1 refused_pattern=$2
   shift 2
   "$valgrind" --tool=cachesim "$@" touch ran >out 2>err
   refused_status=$?
   if [ $refused_status -eq 1 ] && [ ! -e ran ] \
      && grep -qF -- "$refused_pattern" err; then
      ok "$refused_name"
   else
      not_ok "$refused_name" "status $refused_status" "$(cat err)"
   fi
   rm -f ran
}

form="expected <size>,<assoc>,<line size>, three decimal numbers"
refused "I1: no number"        "$form" --I1=
refused "I1: two numbers"      "$form" --I1=32768,8
refused "D1: four numbers"     "$form" --D1=32768,8,64,1
refused "LL: a sign"           "$form" --LL=-1,8,64
refused "D1: names the option" "Bad option: --D1=32768,0,64" --D1=32768,0,64
refused "D1: no ways"          "the associativity must be at least 1" \
   --D1=32768,0,64
refused "LL: line size"        "must be a power of two from 8 to 65536" \
   --LL=8388608,16,48
refused "LL: size"             "must be a multiple of <assoc> * <line size>" \
   --LL=1000,2,64
refused "LL: too many lines"   "must be at most 67108864 lines" \
   --LL=17179869184,16,64
refused "a value that is missing" "as in LL:256K..64M, and why the" --sweep
refused "which says so"        "valgrind: a value is missing:" --machine
refused "of the last option"   "--cachesim-out-file=<file>" --cachesim-out-file
refused "a part of an option"  "Unknown option: --swee" --swee
refused "an unknown option"    "Unknown option: --no-such" --no-such=1
refused "one that is like another" "did you mean --machine?" --machin=zen4
refused "with letters swapped" "did you mean --line-use?" --line-sue=yes
check "of heapprof" sh -c '"$1" --tool=heapprof --acceses=yes true 2>&1 |
   grep -q "did you mean --accesses?"' sh "$valgrind"
check "none is like it" sh -c '! "$1" --tool=cachesim --xyzzy=1 true 2>&1 |
   grep "did you mean"' sh "$valgrind"

# A script is another program than what it runs.
printf '#!/bin/sh\n/bin/true\n' >script
chmod +x script
for tool in cachesim heapprof; do
   hint="Only the script's interpreter was profiled; --trace-children=yes"
   check "$tool: a script" sh -c '"$1" --tool=$2 ./script 2>&1 | grep -q "$3"' \
      sh "$valgrind" $tool "$hint"
   equal "$tool: it is traced" "" \
      "$("$valgrind" --tool=$tool --trace-children=yes ./script 2>&1 | grep "$hint")"
   equal "$tool: a program" "" "$("$valgrind" --tool=$tool /bin/true 2>&1 | grep "$hint")"
done
rm -f cachesim.out.* heapprof.out.*

refused "outfile: missing directory" "No such file or directory" \
   --cachesim-out-file=missing/x
mkdir directory
refused "outfile: a directory" "it is a directory" \
   --cachesim-out-file=directory
refused "outfile: a device" "it exists and is not a regular file" \
   --cachesim-out-file=/dev/full
mkfifo fifo
refused "outfile: a FIFO" "it exists and is not a regular file" \
   --cachesim-out-file=fifo
refused "outfile: names it" "$work/missing/x" --cachesim-out-file=missing/x
rmdir directory
rm fifo

# Every possible geometry is simulated as given.
run_tool cachesim shape.out \
   "--I1=192,3,64 --D1=1000,125,8 --LL=786432000,12288,64" "$programs/crash"
equal "odd geometries are simulated as given" \
"desc: I1 cache:         192 B, 64 B, 3-way associative
desc: D1 cache:         1000 B, 8 B, 125-way associative
desc: LL cache:         786432000 B, 64 B, 12288-way associative" \
   "$(grep 'cache: ' shape.out)"
run_tool cachesim shape.out "--D1=3072,1,64 --LL=4294967296,16,64" \
   "$programs/crash"
check "an outfile in a run with 48 sets and 4 GiB" grep -q '^#: end' shape.out

# /dev/null: only the summary.
run_tool cachesim /dev/null "" "$programs/memory"
check "/dev/null stays a device" test -c /dev/null
check "the summary is printed" grep -q "I   refs:" cachesim.err
check "no next command is suggested" sh -c '! grep -q cs_annotate cachesim.err'
run_tool cachesim /dev/null "" "$programs/forks"
run_tool cachesim /dev/null "" "$programs/requests" dump
check "children and dumps write no file beside it" \
   sh -c '! ls /dev/null.* 2>/dev/null'

# The help has the layout of the stock tools.
"$valgrind" --tool=cachesim --help >help
for option in '--I1=<size>,<assoc>,<line size>' '--cache-sim=yes|no' \
              '--branch-sim=no|yes' '--instr-at-start=yes|no' \
              '--cachesim-out-file=<file>'; do
   check "help: $option" grep -qE -- "^    ${option%%=*}=.* \[.*\]$" help
done

# A relative name is relative to the directory where Valgrind was started.
mkdir sub
"$valgrind" --tool=cachesim --cachesim-out-file=sub/%p.out true 2>err
check "the outfile's name can contain the pid" grep -q '^#: end' sub/*.out
check "the run's last line is the next command" \
   grep -qE "cs_annotate $work/sub/[0-9]+\.out$" err
check "no temporary file is left" test "$(ls -A sub | wc -l)" -eq 1
plan
