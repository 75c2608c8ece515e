#!/bin/sh
# machine.sh -- --machine: names, files and their faults, the note in the profile, and what
# the commands make of it.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# Out of the tree of the build: messages name files as they were given.
cat >two.machine <<'END'
# A small machine
name two
I1 size=32K ways=8 latency=4
D1 size=16K ways=4 latency=4
L2 size=1M ways=16 latency=14
END

# refused NAME MESSAGE OPTION...: exits with 1 before the program runs; one line of
# standard error is MESSAGE.
refused()
{
   refused_name=$1 refused_message=$2
   shift 2
   "$valgrind" -q --tool=cachesim "$@" touch ran >out 2>err
   refused_status=$?
   if [ $refused_status -eq 1 ] && [ ! -e ran ] && grep -qxF -- "$refused_message" err; then
      ok "$refused_name"
   else
      not_ok "$refused_name" "expected: $refused_message" "status $refused_status" \
         "$(cat err)"
   fi
   rm -f ran
}

# faulty NAME MESSAGE TEXT: the file is refused, by its line.
faulty()
{
   # shellcheck disable=SC2059
   printf "$3" >bad.machine
   refused "$1" "cachesim: bad.machine:$2" --machine=bad.machine
   equal "$1: one line" 1 "$(wc -l <err)"
}

# ---- Names and files ----

"$valgrind" --tool=cachesim --machine=help true >list 2>&1
equal "help: succeeds" 0 $?
for file in "$srcdir"/cachesim/machine/presets/*.machine; do
   name=$(basename "$file" .machine)
   description=$(sed -n '1s/# //p' "$file" | sed 's/[()+.]/./g')
   check "help lists $name" grep -qE "^  $name +$description$" list
done
check "help lists host" grep -q '^  host ' list
check "there are nine machines" test "$(ls "$srcdir"/cachesim/machine/presets/*.machine | wc -l)" -ge 9

unknown="valgrind: no such machine, and no such file; --machine=help lists the machines"
refused "an unknown name" "$unknown" --machine=no-such
refused "an empty name" "$unknown" --machine=
refused "a directory" "valgrind: cannot read this file" --machine=.
faulty "an unknown line" \
   "2: expected a line that begins with one of name, I1, D1, L2, L3, L4, prefetch, page, \
ITLB, DTLB, ITLB2, DTLB2, TLB2, core, memory, ops, found \"L9\"" \
   'name x\nL9 size=1K\n'
faulty "a value that is missing" '2: I1: ways= is missing' 'name x\nI1 size=32K\n'
faulty "a rule" \
   '3: the size must be a multiple of <assoc> * <line size>, and at least that' \
   'name x\nI1 size=32K ways=8 latency=4\nD1 size=1000 ways=8 latency=4\nL2 size=1M ways=8 latency=9\n'
faulty "an empty file" '1: the machine has no line name' ''
faulty "a NUL byte" '1: a NUL byte' 'name \000\n'
faulty "a text that is too long" '1: the text is longer than 64 KiB' '%070000d'
refused "a device without end" "cachesim: /dev/zero:1: the text is longer than 64 KiB" \
   --machine=/dev/zero

# ---- The profile ----

run_tool cachesim two.out "--machine=two.machine" "$programs/memory"
equal "the profile has its caches" \
"desc: I1 cache:         32768 B, 64 B, 8-way associative
desc: D1 cache:         16384 B, 64 B, 4-way associative
desc: LL cache:         1048576 B, 64 B, 16-way associative" "$(grep 'cache: ' two.out)"
equal "the profile names it" "#: machine two" "$(grep '^#: machine' two.out)"
sed -n 's/^#: m /x/; s/^x//p' two.out | sed '1i name two' >again.machine
run_tool cachesim again.out "--machine=again.machine" "$programs/memory"
equal "the text in the profile is the machine" "$(grep '^#: m' two.out)" \
   "$(grep '^#: m' again.out)"
equal "and counts the same" "$(body two.out)" "$(body again.out)"
caches="--I1=32768,8,64 --D1=16384,4,64 --LL=1048576,16,64"
run_tool cachesim plain.out "$caches" "$programs/memory"
# classic FILE: its body, with cachegrind's events only, which come first.
classic()
{
   body "$1" | awk '/^([0-9]|summary:|events:)/ {
         for (i = 1; i <= 10; i++) printf "%s ", $i
         print ""
         next
      }
      { print }'
}
equal "it counts what cachegrind's model of these caches does" "$(classic plain.out)" \
   "$(classic two.out)"
check "which needs no note" sh -c '! grep -q "^#: m" plain.out'
run_tool cachesim classic.out "--machine=two.machine --machine=classic $caches" \
   "$programs/memory"
equal "classic is the default" "$(body plain.out)" "$(body classic.out)"
check "and writes no note" sh -c '! grep -q "^#: m" classic.out'
run_tool cachesim other.out "--machine=two.machine --LL=2097152,16,64 --I1=1024,1,64" "$programs/memory"
equal "--I1 and --LL change its caches" \
"#: m I1 size=1K ways=1
#: m L2 size=2M ways=16" "$(grep -E '^#: m (I1|L2)' other.out | cut -d' ' -f1-5)"
check "a run without caches has no note" sh -c \
   '"$1" -q --tool=cachesim --machine=two.machine --cache-sim=no --cachesim-out-file=no.out true &&
    ! grep -q "^#: m" no.out' sh "$valgrind"

# ---- What large levels take until they are used: nothing ----

# most_MiB OPTION...: the memory of a small run with these options.
most_MiB()
{
   "$PYTHON" -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' \
      "$valgrind" -q --tool=cachesim --cachesim-out-file=large.out "$@" true
}

cat >large.machine <<'END'
name large
I1 size=32K ways=8 latency=4
D1 size=32K ways=8 latency=4
L2 size=1M ways=8 policy=plru latency=14
L3 size=8M ways=16 policy=srrip latency=50
END
sed 's/8M/1G/' large.machine >larger.machine
for options in "--LL=8388608,16,64 --LL=1073741824,16,64" \
   "--machine=large.machine --machine=larger.machine"; do
   small=$(most_MiB "${options% *}")
   large=$(most_MiB "${options#* }")
   check "${options#* } takes $large MiB, less than 9 more than $small" \
      test "$large" -lt $((small + 9))
done

# ---- The commands ----

"$CS_ANNOTATE" two.out >report
check "cs_annotate names it" grep -qx 'Machine: *two: I1 32K, D1 16K, L2 1M' report
"$CS_ANNOTATE" plain.out >report
check "and no other" sh -c '! grep -q ^Machine: report'
"$CS_ANNOTATE" --json two.out >report.json
equal "its JSON has the text" "$(sed -n 's/^#: m //p' two.out)" \
   "$("$PYTHON" -c 'import json
m = json.load(open("report.json"))["machine"]
assert m["name"] == "two", m
print("\n".join(m["text"]))')"
"$CS_EXPORT" --format=json two.out >export.json
equal "and so has cs_export's" "$(sed -n 's/^#: m //p' two.out)" \
   "$("$PYTHON" -c 'import json
print("\n".join(json.load(open("export.json"))["machine"]["text"]))')"
"$CS_MERGE" -o sum.out two.out again.out
equal "cs_merge keeps it" "$(grep '^#: m ' two.out)" "$(grep '^#: m ' sum.out)"
check "cs_diff compares profiles of the same machine" "$CS_DIFF" two.out sum.out
run_tool cachesim tage.out "--branch-sim=yes --predictor=tage" "$programs/memory"
run_tool cachesim branches.out "--branch-sim=yes" "$programs/memory"
for command in "$CS_DIFF" "$CS_MERGE -o refused.out" "$CS_ANNOTATE"; do
   # shellcheck disable=SC2086
   $command branches.out tage.out >out 2>err
   command_status=$?
   equal "$(basename "${command%% *}"): other predictors: status" 1 $command_status
   check "and says so" grep -qE \
      'tage\.out:[0-9]+: predictors differ: expected "classic", found "TAGE"' err
done
check "cs_diff --allow-different compares them" \
   "$CS_DIFF" --allow-different branches.out tage.out
sed '/^#: m/d' two.out >bare.out
for command in "$CS_DIFF" "$CS_MERGE -o refused.out" "$CS_ANNOTATE"; do
   # shellcheck disable=SC2086
   $command two.out bare.out >out 2>err
   command_status=$?
   name=$(basename "${command%% *}")
   equal "$name: no machine: status" 1 $command_status
   check "$name: no machine: both files are named" grep -qE \
      'bare\.out:[0-9]+: machines differ: expected "two", found none \(after two\.out\)' err
done

plan
