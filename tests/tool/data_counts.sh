#!/bin/sh
# data_counts.sh -- --objects=yes changes no count of any line, and the misses on data
# objects add up to each row's: for the fast paths' programs, and whenever counts begin
# again, stop, or go on in another process.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
python=${PYTHON:-python3}

usual="--I1=32768,8,64 --D1=49152,12,64 --LL=8388608,16,64"
tiny="--I1=1024,1,64 --D1=1024,2,64 --LL=8192,4,64"
# One set of 128 ways, and a last level of 1,024 sets of 3.
odd="--I1=4096,64,64 --D1=8192,128,64 --LL=196608,3,64"
# All runs see the same random bytes.
preload=$programs/same_world.so

# add_up FILE...: each is a profile with data objects, which add up.
add_up()
{
   test $# -gt 0 && "$python" -B -c '
import sys
sys.path.insert(0, sys.argv[1] + "/tests")
import data_notes
for name in sys.argv[2:]:
    if not data_notes.read(name).entries:
        sys.exit(name + ": no misses on data objects")' "$srcdir" "$@"
}

# unchanged NAME OPTIONS COMMAND...: the counts are those without data objects.  What the
# kernel gives a program differs from run to run: one run with must equal one without.
tries=16
unchanged()
{
   name="$1, $2" with=$2
   shift 2
   rm -f plain.* data.*
   found=
   for try in $(seq $tries); do
      run_tool cachesim plain.out "$with" "$@"
      status=$?
      run_tool cachesim data.out "$with --objects=yes" "$@"
      [ $? -eq $status ] || break
      body plain.out >plain.body.$try
      body data.out >data.body.$try
      for one in plain.body.*; do
         for other in data.body.*; do
            cmp -s "$one" "$other" && found=yes
         done
      done
      [ -z "$found" ] || break
   done
   equal "$name: the counts" yes "$found"
   check "$name: data objects add up" add_up data.out
}

# same_work NAME OPTIONS: threads.  Their misses differ from run to run.
same_work()
{
   run_tool cachesim plain.out "$2" "$programs/threads"
   run_tool cachesim data.out "$2 --objects=yes" "$programs/threads"
   equal "$1, $2: what was executed" "$(functions plain.out '^(work|main)$')" \
      "$(functions data.out '^(work|main)$')"
   check "$1, $2: data objects add up" add_up data.out
}

# A sample, in which each of the eight is, with one of the options.
for options in "$usual --branch-sim=yes" "$tiny --branch-sim=yes" "$odd"; do
   for program in memory smc faults crash; do
      sampled 3 && unchanged "$program" "$options" "$programs/$program"
   done
   sampled 3 &&
      unchanged "dl" "$options" "$programs/dl" "$programs/dl_a.so" "$programs/dl_b.so"
   sampled 3 && same_work "threads" "$options"
   sampled 3 && same_work "threads apart" "$options --separate-threads=yes"
   preload=
   if ! sampled 3; then
      :
   elif [ -x "$programs/memory32" ]; then
      unchanged "32-bit memory" "$options" "$programs/memory32" novectors
   else
      skip "32-bit memory" "no 32-bit tool"
   fi
   preload=$programs/same_world.so
done

# ---- Options ---------------------------------------------------------------

run_tool cachesim no.out "$tiny" "$programs/memory"
equal "without --objects, there is no note on data" 0 "$(grep -cE '^#: d' no.out)"
run_tool cachesim yes.out "$tiny --objects=yes" "$programs/memory"
equal "with it, objects come in the same order" "$(grep '^#: object ' no.out)" \
   "$(grep '^#: object ' yes.out)"
for limit in 0 64 65536; do
   run_tool cachesim limit.out "$tiny --objects=yes --histogram=$limit" "$programs/memory"
   check "--histogram=$limit: data objects add up" add_up limit.out
   equal "--histogram=$limit: the file says so" \
      "#: data $limit D1mr DLmr D1mw DLmw" "$(grep '^#: data' limit.out)"
done
$clean "$valgrind" --tool=cachesim --cachesim-out-file=alone.out $tiny --objects=yes \
   "$programs/memory" >/dev/null 2>&1
check "--objects turns call paths on" grep -q '^#: t ' alone.out
check "they name the functions of the stack" grep -q '^#: dk [1-9]' alone.out
$clean "$valgrind" --tool=cachesim --cachesim-out-file=alone.out $tiny --objects=yes \
   --call-graph=no "$programs/memory" >/dev/null 2>&1
check "--call-graph=no: data objects add up" add_up alone.out
equal "--call-graph=no: there are no call paths" 0 "$(grep -c '^#: t ' alone.out)"
equal "--call-graph=no: the stack is of no function" "#: dk 0 0" "$(grep '^#: dk' alone.out)"
$clean "$valgrind" --tool=cachesim --cachesim-out-file=bad.out --cache-sim=no \
   --objects=yes "$programs/memory" >/dev/null 2>bad.err
equal "without caches, nothing misses: exit status" 1 $?
equal "without caches, nothing misses: message" \
   "valgrind: --objects=yes needs the caches: --cache-sim=yes" \
   "$(sed 's/^==[0-9]*== //' bad.err | grep objects)"

for i in 1 2; do
   run_tool cachesim same.$i "$tiny --objects=yes" "$programs/memory"
   grep '^#: d[a-z]* ' same.$i >same.$i.notes
done
check "equal runs have equal notes" cmp same.1.notes same.2.notes

# ---- Beginning again, and stopping ------------------------------------------

preload=
for what in region cachegrind zero dump; do
   unchanged "requests: $what" "$tiny" "$programs/requests" $what
done
check "dumps add up" add_up data.out.1 data.out.2 data.out
run_tool cachesim part.out "$tiny --objects=yes --toggle-collect=work" "$programs/forks"
check "--toggle-collect: data objects add up" add_up part.out
equal "--toggle-collect: only those of the function's lines" "#: d 13
#: d 14" \
   "$(grep '^#: d ' part.out | cut -d' ' -f1-3 | sort -u)"

# ---- Other processes ----------------------------------------------------------

for children in zero inherit; do
   for objects in no yes; do
      rm -f fork.*
      $clean "$valgrind" --tool=cachesim --cachesim-out-file=fork.%p $tiny \
         --call-graph=yes --children=$children --objects=$objects "$programs/forks" \
         >/dev/null 2>&1
      i=0
      for file in $(ls -1 fork.* | sort -t. -k2n); do # the parent's pid is lower
         i=$((i + 1))
         body "$file" >$objects.$i
      done
   done
   check "--children=$children: data objects add up" add_up fork.*
   check "--children=$children: the parent's counts" cmp no.1 yes.1
   check "--children=$children: the child's counts" cmp no.2 yes.2
done
$clean "$valgrind" --tool=cachesim --cachesim-out-file=exec.%p $tiny --objects=yes \
   --trace-children=yes /bin/sh -c "exec $programs/forks" >/dev/null 2>&1
check "programs that others are executed in" add_up exec.*

plan
