#!/bin/sh
# 34-debug-info.sh -- debug information that is missing, stripped, DWARF 4 or 5, split,
# compressed or damaged: no tool aborts, and reports list the affected objects.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

: "${CC:=gcc}"
sources=$srcdir/tests/programs

# build OPTION...: a program with good debug information, and a library built with
# the options; false if the compiler lacks them.
build()
{
   rm -f lib.o lib.dwo liblib.so main
   cp "$sources/fault_debug_lib.c" lib.c
   $CC -O1 -fPIC "$@" -c lib.c 2>build.err &&
      $CC "$@" -shared -o liblib.so lib.o 2>build.err &&
      $CC -g -O1 -o main "$sources/fault_debug.c" -L. -llib -Wl,-rpath,"$work"
}

# run_both NAME: runs both tools; their profiles are readable and the program's status
# is the same.  Leaves cs.out, heap.out and their reports.
run_both()
{
   run_tool cachesim cs.out "" ./main
   both_status=$? both_output=$(cat client.out)
   run_heap "--accesses=yes" ./main
   equal "$1: the program's status is the same under both" "0 39980000 0 39980000" \
      "$both_status $both_output $? $(cat client.out)"
   if "$CS_ANNOTATE" --color=never cs.out >cs.txt 2>&1 &&
      "$HP_ANNOTATE" --color=never heap.out >heap.txt 2>&1; then
      ok "$1: both reports are made"
   else
      not_ok "$1: both reports are made" "$(tail -n 3 cs.txt heap.txt)"
   fi
}

made=$(grep -n 'malloc(sizeof' "$sources/fault_debug_lib.c" | cut -d: -f1)

# with_lines NAME: both tools know the library's lines, and no object lacks lines.
with_lines()
{
   run_both "$1"
   equal "$1: cachesim has the library's lines" 1 \
      "$(sed -n '/^fl=.*lib\.c$/,/^fl=[^l]/p' cs.out | grep -c "^$made ")"
   check "$1: heapprof has the library's lines" grep -q "lib_make (lib.c:$made)" heap.txt
   equal "$1: no object of ours is listed as without lines" 0 \
      "$(grep -A9 '^No line numbers' cs.txt heap.txt | grep -cE '/(liblib.so|main)(,|$)')"
}

# without_lines NAME: no tool knows the library's lines, and both reports list it.
without_lines()
{
   run_both "$1"
   check "$1: cs_annotate lists the library" sh -c \
      'sed -n "/^No line numbers:/,/^Threshold/p" cs.txt | grep -q "/liblib.so$"'
   check "$1: hp_annotate lists the library, with its share" grep -qE \
      '^No line numbers: +.*/liblib.so, in call paths of 9[0-9.]+% of the bytes$' heap.txt
   equal "$1: no other object of ours is listed" 0 \
      "$(grep -A9 '^No line numbers' cs.txt heap.txt | grep -cE '/main(,|$)')"
   check "$1: cachesim still knows the functions" grep -q '^fn=lib_make' cs.out
   check "$1: heapprof still knows the functions" grep -q 'lib_make' heap.out
}

# core_reads_it: cachegrind has the library's lines.
core_reads_it()
{
   run_tool cachegrind stock.out "" ./main
   grep -q '^f[li]=.*lib\.c$' stock.out
}

for kind in -g -gdwarf-4 -gdwarf-5 "-g -gz=zlib" "-g -gz=zstd" \
   "-gdwarf-4 -gsplit-dwarf"; do
   # shellcheck disable=SC2086
   if ! build $kind; then
      skip "$kind" "$(head -n 1 build.err)"
   elif ! core_reads_it; then # Valgrind 3.24 knows no zstd
      run_both "$kind, which this core does not read"
      check "$kind: cs_annotate lists the library" sh -c \
         'sed -n "/^No line numbers:/,/^Threshold/p" cs.txt | grep -q "/liblib.so$"'
      check "$kind: cachesim still knows the functions" grep -q '^fn=lib_make' cs.out
   else
      with_lines "$kind"
      check "$kind: hp_annotate knows the blocks' type and fields" \
         grep -qE '^ +8 +8 .* value \(long' heap.txt
   fi
done

build -gdwarf-4 -gsplit-dwarf
rm -f ./*.dwo
with_lines "split, and its other part is gone"
check "split, and its other part is gone: hp_annotate says so, and what is missing" grep -qE \
   '^hp_annotate: .*/liblib.so: warning: its .dwo files are missing \(-gsplit-dwarf\): types' \
   heap.txt
# The core of Valgrind 3.19 finds no lines here.  It takes the identifier of the other part,
# a hash, for something else: mostly it gives up, with a warning, but not always.
build -gdwarf-5 -gsplit-dwarf
run_both "split, of DWARF 5"
if grep -q 'cannot read all debug information of .*/liblib.so' cachesim.err ||
   sed -n '/^No line numbers:/,/^Threshold/p' cs.txt | grep -q '/liblib.so$'; then
   # hp_annotate reads them itself.
   check "split, of DWARF 5: cs_annotate lists the library" sh -c \
      'sed -n "/^No line numbers:/,/^Threshold/p" cs.txt | grep -q "/liblib.so$"'
   check "split, of DWARF 5: hp_annotate has the library's lines" \
      grep -q "lib_make (lib.c:$made)" heap.txt
else
   with_lines "split, of DWARF 5"
fi

# ---- DWARF 5 by clang: forms that Valgrind 3.19 does not know.

# one_warning TOOL: what the tool said about the program's debug information is one
# warning and what to do; no message of the core's reader is left.
one_warning()
{
   equal "clang's DWARF 5: $1 warns once, and says what to do" "1 1" \
      "$(grep -c 'cannot read all debug information of .*/main: ' "$1.err") $(
         grep -c 'can be missing\.  Compile it with -gdwarf-4\.' "$1.err")"
   equal "clang's DWARF 5: $1 hides the reader's own messages" "" \
      "$(grep -E '###|get_Form|Serious error|Giving up|ensure_valid' "$1.err")"
}

if command -v clang >/dev/null && build -g &&
   clang -gdwarf-5 -O1 -o main "$sources/fault_debug.c" "$sources/same_world.c" -L. -llib \
      -Wl,-rpath,"$work" 2>build.err; then
   run_both "clang's DWARF 5"
   if grep -q 'does not support its form of DWARF' cachesim.err; then
      one_warning cachesim
      one_warning heapprof
      lost="$work/main (compiling with -gdwarf-4 can help)"
      check "clang's DWARF 5: cs_annotate says so" grep -qxF "Debug info lost:  $lost" cs.txt
      check "clang's DWARF 5: hp_annotate says so" grep -qxF "Debug info lost:  $lost" heap.txt
      check "cachesim's JSON says so" sh -c \
         '"$1" --json cs.out | grep -q "\"lost_debug_info\":\[\".*/main\""' - "$CS_ANNOTATE"
      check "heapprof's JSON says so" sh -c \
         '"$1" --json heap.out | grep -q "\"lost_debug_info\":\[\".*/main\""' - "$HP_ANNOTATE"
      "$CS_MERGE" -o merged.cs cs.out cs.out
      "$HP_MERGE" -o merged.heap heap.out heap.out
      check "a merged profile of counts still says so" \
         grep -qx "#: lost-debug-info $work/main" merged.cs
      check "a merged heap profile still says so" sh -c \
         '"$1" merged.heap | grep -q "^Debug info lost:  .*/main ("' - "$HP_ANNOTATE"
      check "valid" profile validate heap.out
   else
      check "clang's DWARF 5: cachesim has the program's lines" \
         grep -q '^fl=.*fault_debug\.c$' cs.out
   fi
else
   skip "clang's DWARF 5" "no clang"
fi

build -g0
without_lines "no debug information"
check "heapprof's JSON lists the library" sh -c \
   '"$1" --json heap.out | grep -q "\"no_lines\":\[{\"object\":\".*/liblib.so\",\"bytes\":80000}"' \
   - "$HP_ANNOTATE"
check "cachesim's JSON lists the library" sh -c \
   '"$1" --json cs.out | grep -q "\"no_lines\":\[\".*/liblib.so\""' - "$CS_ANNOTATE"
"$CS_MERGE" -o merged.out cs.out cs.out
check "a merged profile still lists it" grep -q '^#: no-lines .*/liblib.so$' merged.out
check "valid" profile validate heap.out
build -g && strip -g liblib.so
without_lines "strip -g"
build -g && strip --strip-all liblib.so
without_lines "strip --strip-all"
build -g && strip --strip-all main
run_both "the program is stripped"
check "the program is stripped: cs_annotate lists it" grep -q "/main$" cs.txt
check "the program is stripped: hp_annotate lists it" grep -q "/main, in call paths" heap.txt

# ---- Damaged, the same way in every run.  With these seeds the core's reader takes
# address 0 for a table, reads beyond the file, and fails its own assertions.
build -g
mv liblib.so whole.so
n_runs=0 n_warned=0 least=5
is_long && least=10
for damage in ".debug_line 1 some" ".debug_line 104 some" ".debug_line 2 random" \
   ".debug_line 1 ones" ".debug_line 1 size" ".debug_line 2 offset" \
   ".debug_info 113 some" ".debug_info 1 random" ".debug_info 1 size" \
   ".debug_abbrev 1 random" ".debug_abbrev 1 ones" ".debug_str 1 random" \
   ".debug_line_str 1 size" ".eh_frame 103 some" ".eh_frame 108 some" \
   ".eh_frame 1 random"; do
   # shellcheck disable=SC2086
   sampled 3 || continue
   "$PYTHON" -B -S "$srcdir/tests/faults/damage.py" whole.so liblib.so $damage || continue
   run_tool cachesim cs.out "" ./main
   status=$? output=$(cat client.out)
   run_heap "--accesses=yes" ./main
   status="$status $output $? $(cat client.out)"
   "$CS_ANNOTATE" cs.out >cs.txt 2>&1
   status="$status $?"
   "$HP_ANNOTATE" heap.out >heap.txt 2>&1
   if [ "$status $?" != "0 39980000 0 39980000 0 0" ]; then
      echo "$damage: $status $?: $(tail -n 1 cachesim.err heapprof.err)"
   fi
   n_runs=$((n_runs + 1))
   n_warned=$((n_warned + $(grep -c 'cannot read all debug information' heapprof.err)))
done >failed
equal "whatever is damaged, both tools and both reports end normally" "" "$(cat failed)"
check "there were $n_runs such runs" test $n_runs -ge "$least"
name="$n_warned times the core's reader failed, and the run went on"
if lacks 'vgModuleLocal_read_elf_[a-z_]*'; then
   skip "$name" "configure: this core's reader cannot be guarded"
else
   check "$name" test $n_warned -ge 1
fi
head -c 12000 whole.so >liblib.so
(run_tool cachesim cs.out "" ./main) 2>/dev/null # the dynamic linker may not take it
check "a library cut short: the tool works" sh -c \
   '[ -s cs.out ] && ! grep -q "impossible" cachesim.err'
plan
