#!/bin/sh
# 58-children.sh [CHILDREN] -- the profiles of a process and its forked children add up to
# what the program did, by events and by bytes; what a child has of its parent is known,
# and each process can be told from the others.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck disable=SC2046 # names of profiles have no blanks
. "${srcdir:?}/tests/faults/lib.sh"

n=${1:-30}
program=$programs/fault_children
n_grand=$(((n + 9) / 10)) n_grown=$(((n + 1) / 3))

# merge_of TOOL: the command that adds up the tool's profiles.
merge_of()
{
   case $1 in
   cachesim) echo "$builddir/cs_merge" ;;
   heapprof) echo "$builddir/hp_merge" ;;
   esac
}

# traced TOOL OPTIONS COMMAND...: leaves a file of each process, TOOL.p.PID.
traced()
{
   traced_tool=$1 traced_options=$2
   shift 2
   rm -f "$traced_tool".p.*
   run_tool "$traced_tool" "$traced_tool.p.%p" "$traced_options" "$@"
   find . -name "$traced_tool.p.*" | sort >files
}

# merged TOOL: of the last run, merged.TOOL.
merged()
{
   check "$1: merge" "$(merge_of "$1")" -o "merged.$1" $(cat files)
}

# ---- The sum of all children
traced heapprof --accesses=yes "$program" forks "$n"
equal "heapprof: a file for each process" $((1 + n + n_grand)) "$(wc -l <files)"
merged heapprof
bytes=$((100000 + 1000 * n + 77 * n_grand + 200000 * n_grown))
blocks=$((1 + n + n_grand + n_grown))
equal "heapprof: the sum is what was allocated" "$bytes $blocks" \
   "$(profile totals merged.heapprof bytes blocks)"
equal "heapprof: and what is live, though children free what they inherit" \
   "$bytes $blocks 0" \
   "$(profile totals merged.heapprof end_bytes end_blocks freed_blocks)"
equal "heapprof: reallocations" "$n_grown" "$(profile totals merged.heapprof reallocs)"
equal "heapprof: one block is live of those inherited, but for grown ones" \
   "case_held $((100000 + 200000 * n_grown)) $((1 + n_grown))" \
   "$(profile sites merged.heapprof case_held | cut -d' ' -f1-3)"
equal "heapprof: the children's" "case_child $((1000 * n)) $n" \
   "$(profile sites merged.heapprof case_child | cut -d' ' -f1-3)"
equal "heapprof: a child knows what it inherited, and what became of it" \
   "zero 1000 1 0 0 0
zero 100000 1 0 0 0
zero 100000 1 100000 1 0
zero 100000 1 100000 1 1
zero 101000 2 100000 1 0
zero 201000 2 0 0 0" "$(for file in $(head -n 45 files); do
      grep -q '^"fork"' "$file" || continue
      profile get "$file" heapprof.fork.children heapprof.fork.bytes \
         heapprof.fork.blocks heapprof.fork.freed_bytes heapprof.fork.freed_blocks \
         heapprof.fork.reallocated | xargs
   done | sort -u)"
check "heapprof: all are valid" profile validate $(head -n 45 files)
check "heapprof: the report" "$HP_ANNOTATE" merged.heapprof

# of_function FUNCTION FILE: its Ir Dr Dw.
of_function()
{
   awk -v fn="fn=$1" '/^fn=/ { on = $0 == fn }
      on && /^[0-9]/ { ir += $2; dr += $5; dw += $8 } END { print ir, dr, dw }' "$2"
}
traced cachesim "" "$program" forks 0
cp "$(cat files)" alone
traced cachesim "" "$program" forks "$n"
equal "cachesim: a file for each process" $((1 + n + n_grand)) "$(wc -l <files)"
merged cachesim
equal "cachesim: the sum is as often as the work was done" \
   "$(of_function do_work alone | awk -v n=$((1 + n + n_grand)) '
      { print n * $1, n * $2, n * $3 }')" "$(of_function do_work merged.cachesim)"
for file in $(cat files); do
   grep -q '^[0-9]*\( 0\)*$' "$file" && grep -q '^#: forked' "$file" &&
      not_ok "cachesim: $file lists only what the child did"
done
parent=$(grep -L '^#: forked' $(cat files))
equal "cachesim: each child has a later moment of the fork" "$n" \
   "$(grep -l "^#: parent ${parent##*.}\$" $(cat files) | xargs grep -h '^#: forked' |
      cut -d' ' -f3 | sort -nu | wc -l)"

# ---- A child that goes on from its parent's counts says what those were
traced cachesim "" "$program" forks 1
own=$(grep -l '^#: forked' $(cat files) | xargs sed -n 's/^summary: //p' |
   awk '{ ir += $1; dr += $4; dw += $7 } END { print ir, dr, dw }')
traced cachesim --children=inherit "$program" forks 1
equal "cachesim: all counts, but for those inherited, are the child's and grandchild's" \
   "$own" "$(grep -l '^#: forked' $(cat files) | xargs awk '
      /^#: inherited/ { ir -= $3; dr -= $6; dw -= $9 }
      /^summary:/ { ir += $2; dr += $5; dw += $8 } END { print ir, dr, dw }')"
complains "cachesim: such counts are not added up" 1 \
   '--children=inherit\), so they would be added twice' \
   "$builddir/cs_merge" -o sum $(cat files)
traced heapprof --children=inherit "$program" forks 1
child=$(grep -l '"total_bytes":100000' $(cat files))
equal "heapprof: what was inherited" "inherit 100000 1 100000 1" \
   "$(profile get "$child" heapprof.fork.children heapprof.fork.bytes \
      heapprof.fork.blocks heapprof.fork.total_bytes heapprof.fork.total_blocks | xargs)"
complains "heapprof: such amounts are not added up" 1 \
   '--children=inherit\), so they would be added twice' \
   "$builddir/hp_merge" -o sum $(cat files)
check "heapprof: one alone is" "$builddir/hp_merge" -o sum "$child"
complains "heapprof: but not with others later" 1 'would be added twice' \
   "$builddir/hp_merge" -o sum2 sum "$(head -n 1 files)"

# ---- In each mode, children inherit what there is
for options in --mode=copy --mode=ad-hoc --pages-as-heap=yes --stacks=yes \
   --time-unit=B --peak-only=yes --instr-at-start=no; do
   traced heapprof "$options" "$program" forks 3
   equal "heapprof $options: five profiles" 5 "$(wc -l <files)"
   check "heapprof $options: they are valid" profile validate $(cat files)
done

# ---- Threads that fork, vfork, exec and posix_spawn
for tool in $tools; do
   traced "$tool" "" "$program" ways
   equal "$tool: a thread's child has a file, one by vfork has none" 2 "$(wc -l <files)"
   traced "$tool" --trace-children=yes "$program" ways "$program"
   equal "$tool: exec and posix_spawn: a file for each program" 5 "$(wc -l <files)"
   merged "$tool"
   has "$tool: the sum has the work of each" "$tool" "merged.$tool" case_held \
      case_thread case_child case_spawned
   has_no "$tool: but for a child by vfork" "$tool" "merged.$tool" case_vfork
done
equal "heapprof: each is counted once" "case_child 1000 1
case_held 100000 1
case_spawned 132 2
case_thread 55 1" "$(profile sites merged.heapprof 'case_.*' | cut -d' ' -f1-3)"

# ---- Titles
for tool in $tools; do
   traced "$tool" "" "$program" titles
   "$(annotate_of "$tool")" --processes --csv $(cat files) >table.csv
   equal "$tool: titles, safe to print; a thread's name is none" \
      "$(printf '%s\n' '' '' 'by prctl' 'evil\x1b[31m\x0afn=main\x5cx41"' 'server: worker')" \
      "$("$PYTHON" -c 'import csv, sys
for title in sorted(row["title"] for row in csv.DictReader(open("table.csv"))):
    print(title)')"
   merged "$tool"
   "$(annotate_of "$tool")" --processes --csv "merged.$tool" >again.csv
   check "$tool: merged ones are the same" cmp table.csv again.csv
   check "$tool: the report shows the title" sh -c "
      '$(annotate_of "$tool")' merged.$tool | grep -q '^ .*  server: worker\$'"
done

# ---- Named by a symbolic link
ln -sf "$program" started-name
for tool in $tools; do
   traced "$tool" "" ./started-name
   check "$tool: the command is the name that it was started by" \
      grep -qE '^cmd: ./started-name|"cmd":"./started-name"' "$(cat files)"
   equal "$tool: so is the executable's, with the whole path" "$PWD/started-name" \
      "$(grep -oE '/[^" ]*/(started-name|fault_children)("|$)' "$(cat files)" |
         tr -d '"' | sort -u)"
done
# By PATH, where a file of that name comes first that cannot be executed.
mkdir first
: >first/started-name
for tool in $tools; do
   (clean="$clean PATH=$PWD/first:$PWD:/usr/bin:/bin" && traced "$tool" "" started-name)
   equal "$tool: found in PATH, it has the whole path" "$PWD/started-name" \
      "$(grep -ohE '/[^" ]*/(started-name|fault_children)("|$)' $(cat files) |
         tr -d '"' | sort -u)"
done
plan
