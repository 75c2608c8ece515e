#!/bin/sh
# jit.sh -- names of code that the program compiles, from perf's map and from a jitdump:
# in lines, functions, call paths and heap profiles; the same counts as without.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

if [ "$(uname -m)" != x86_64 ]; then
   skip "generated code" "the program makes that of amd64"
   plan
   exit
fi
program=$programs/jit_names

# ir FILE: the instructions of each function outside of objects, and of each line of
# /src/loop.js.
ir()
{
   awk '/^fl=/ { file = substr($0, 4) } /^fn=/ { fn = substr($0, 4) }
        /^[0-9]/ && file == "/src/loop.js" { n[fn ":" $1] += $2 }
        /^[0-9]/ && file == "???" && fn ~ / / && fn != "(below main)" { n[fn] += $2 }
        END { for (fn in n) print fn, n[fn] }' "$1" | LC_ALL=C sort
}

# outside FILE: instructions, reads and writes of code outside objects.
outside()
{
   awk '/^events:/ { for (i = 2; i <= NF; i++) column[$i] = i + 1 }
        is_next { print $(column["Ir"]), $(column["Dr"]), $(column["Dw"]); is_next = 0 }
        /^#: object - \?\?\?$/ { is_next = 1 }' "$1"
}

# ---- perf's map, and a fork

run_tool cachesim 'jit.out.%p' "" "$program" map
equal "the program runs" 0 $?
child=$(grep -l '^#: forked' jit.out.*)
parent=$(grep -L '^#: forked' jit.out.*)
equal "each name has its instructions, also of code that was replaced" \
   'JS:*first /src/loop.js:1:13 12006
allocate again 7
bell\x07 \x5cx41 1503
second(int, char*) 600003
void Main.allocate() 7' "$(ir "$parent")"
equal "a child has its parent's names, and its own" \
   'JS:*first /src/loop.js:1:13 9003
of the child 213' "$(ir "$child")"
check "the calls add up" paths_add_up "$parent"
check "... in the child" paths_add_up "$child"

folded()
{
   "$builddir/cs_export" --format=folded "$1" 2>&1
}

folded "$parent" >found
equal "call paths have the loops' names, and no others" \
   'run_loop;JS:*first /src/loop.js:1:13 12006
run_loop;bell\x07 \x5cx41 1503
run_loop;second(int, char*) 600003' "$(sed -n 's/.*;\(run_loop;.*\)/\1/p' found | LC_ALL=C sort)"
check "... and an allocator's, which calls malloc" \
   grep -q ';allocate;void Main.allocate();malloc [1-9]' found
run_tool cachesim none.out "" "$program" none
equal "without names, all that is in ???" "$(outside "$parent")" "$(outside none.out)"
equal "... which no name is in" "" "$(ir none.out)"

# ---- A map that somebody else has made

# All code of the program, wherever it is in the lowest 16 GiB.
seq 0 1023 | awk '{ printf "%x 1000000 evil\n", $1 * 16777216 }' >evil.map
touch -d tomorrow evil.map
# foreign MAKE: the command makes /tmp/perf-PID.map before the program starts.
foreign()
{
   rm -f jit.out cachesim.err
   # shellcheck disable=SC2016
   timeout 120 $clean sh -c '
      eval "$1"
      shift
      trap "" HUP
      exec "$@"' sh "$1" "$valgrind" --tool=cachesim --cachesim-out-file="$work/jit.out" \
      "$program" none >client.out 2>cachesim.err
   foreign_status=$?
   rm -f /tmp/perf-*.map
   equal "$1: the program ends" 0 $foreign_status
}

foreign 'cp -p evil.map /tmp/perf-$$.map'
check "its own map is read" grep -q evil jit.out
foreign 'ln -s "$PWD/evil.map" /tmp/perf-$$.map'
equal "a link is not followed" "" "$(ir jit.out)"
foreign 'truncate -s 1T /tmp/perf-$$.map && touch -d tomorrow /tmp/perf-$$.map'
check "no more than 256 MiB are read" grep -q 'first 256 MiB' cachesim.err
foreign 'mkfifo /tmp/perf-$$.map'
foreign 'mkdir /tmp/perf-$$.map; sleep 0'
rmdir /tmp/perf-*.map 2>/dev/null

# ---- A jitdump

run_tool cachesim dump.out "" "$program" dump "$work/jit-1.dump"
equal "a jitdump also has lines" \
   'JS:*first /src/loop.js:1:13:10 4
JS:*first /src/loop.js:1:13:20 12002
allocate again:10 3
allocate again:20 4
bell\x07 \x5cx41:10 2
bell\x07 \x5cx41:20 1501
second(int, char*):10 2
second(int, char*):20 600001
void Main.allocate():10 3
void Main.allocate():20 4' "$(ir dump.out)"
equal "... and all that is counted without names" "$(outside none.out)" \
   "$(outside dump.out)"

# ---- The commands

readers()
{
   "$builddir/cs_merge" -o sum.out "$parent" dump.out none.out &&
      "$builddir/cs_annotate" --no-pager sum.out &&
      "$builddir/cs_annotate" --no-pager --by=object sum.out &&
      "$builddir/cs_diff" --no-pager none.out dump.out &&
      "$builddir/cs_export" --format=callgrind sum.out
}

check "all commands read the profiles" readers
equal "a sum has both" 'second(int, char*) 600003
second(int, char*):10 2
second(int, char*):20 600001' "$(ir sum.out | grep second)"

# ---- heapprof

# The name of the code that calls malloc, and its caller's.
callers()
{
   "$PYTHON" -B -S -c '
import json
profile = json.load(open("heap.out"))
for site in profile["pps"]:
    path = [profile["ftbl"][i].split(": ", 1)[1] for i in site["fs"]]
    if len(path) > 1 and path[1].startswith("allocate (") and "pid" not in path[0]:
        print(path[0], site["tb"])' | LC_ALL=C sort
}

run_heap "" "$program" none
equal "heapprof: without names" "??? 100000
??? 16" "$(callers)"
run_heap "" "$program" map
valid "heapprof, map" heap.out
equal "heapprof: the names in call paths" "allocate again 100000
void Main.allocate() 16" "$(callers)"
run_heap "" "$program" dump "$work/jit-2.dump"
valid "heapprof, dump" heap.out
equal "heapprof: lines, too" "allocate again (loop.js:20) 100000
void Main.allocate() (loop.js:20) 16" "$(callers)"
check "heapprof: the report has them" grep -q 'Main.allocate() (.*loop.js:20' <<END
$("$builddir/hp_annotate" --no-pager --csv heap.out)
END

# ---- Data objects

run_tool cachesim data.out --objects=yes "$program" dump "$work/jit-3.dump"
equal "data objects: a dump that is mapped while it is empty does no harm" 0 $?
check "... and the name of the code that allocates is there" \
   grep -q '^#: ds allocate again$' data.out
plan
