#!/bin/sh
# heap_since.sh -- what was allocated between two moments and is alive; and leaks that are
# known, of a library.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

include="-I$srcdir/heapprof -I$(dirname "$(find /usr/include -name valgrind.h | head -n 1)")"

# amounts KEY NAME: bytes, blocks and growth of rows of the type, or with the function.
amounts()
{
   "$PYTHON" -S -c 'import json, sys
report = json.load(open("report.json"))
rows = [row for row in report[sys.argv[1]] if sys.argv[2] == row.get("type")
        or any(report["frames"][i]["function"].startswith(sys.argv[2] + "(")
               for i in row.get("path", []))]
print(sum(row["bytes"] for row in rows), sum(row["blocks"] for row in rows),
      sum(row["grew_bytes"] for row in rows))' "$1" "$2"
}

since()
{
   "$builddir/hp_annotate" --json --at="$1" heap.out >report.json
}

# ---- Between two moments
# shellcheck disable=SC2086
if command -v g++ >/dev/null; then
   g++ -g -O1 $include -o program "$srcdir/tests/programs/heap_since.cpp"
   run_heap "" ./program
   valid "marks"
   first=$("$builddir/hp_annotate" --json heap.out | "$PYTHON" -S -c 'import json, sys
print(*(s["number"] for s in json.load(sys.stdin)["snapshots"] if s["why"] == "asked"))')
   second=${first#* } first=${first% *}
   since "$first,$second"
   equal "a type" "3876 19 1836" "$(amounts since_types Session)"
   equal "what was freed again is not there" "0 0 0" "$(amounts since_sites serve)"
   equal "what was reallocated grew" "0 0 8900" "$(amounts since_sites write_log)"
   check "people see both" sh -c '"$1" --at="$2,$3" heap.out |
      grep -q "^-- Allocated since snapshot $2, and alive: by type"' sh \
      "$builddir/hp_annotate" "$first" "$second"
   since "$second,end"
   equal "nothing came since" "0 0 0" "$(amounts since_types Session)"
   since "$first,end"
   equal "some left since" "1836 9 -204" "$(amounts since_types Session)"
   run_heap --pages-as-heap=yes ./program
   valid "pages have no births"
   run_heap --snapshots=0 ./program
   valid "marks alone"
   since 1,2
   equal "the same without periodic snapshots" "3876 19 1836" "$(amounts since_types Session)"
else
   skip "between two moments" "Debian package g++"
fi

# ---- Known leaks
gcc -g -O0 -fPIC -shared -DLIBRARY -o libknown.so "$srcdir/tests/programs/heap_known.c"
gcc -g -O0 -o program "$srcdir/tests/programs/heap_known.c" ./libknown.so
run_heap --owners=end ./program
cat >library.txt <<'END'
lib:libknown.so
END
cat >suppressions.txt <<'END'
{
   lists
   Memcheck:Leak
   match-leak-kinds: definite
   fun:malloc
   fun:make_list
   ...
   obj:*/libknown.so
}
END

# known FILE: what the first pattern left out, and what is lost.
known()
{
   "$builddir/hp_annotate" --json --ignore-leaks="$1" heap.out | "$PYTHON" -S -c 'import json, sys
report = json.load(sys.stdin)
first = report["ignored"][0]
print(first["bytes"], first["blocks"],
      *(leak["bytes"] for leak in report["leaks"] if leak["kind"] != "reachable"))'
}

# Five nodes of 16 bytes with texts of 6, and what the library keeps.
equal "a library" "1110 11 3000" "$(known library.txt)"
equal "a list by its head" "110 10 3000" "$(known suppressions.txt)"
$clean "$valgrind" --leak-check=full --show-leak-kinds=all --gen-suppressions=all \
   --log-file=memcheck.log ./program
grep -v '^==' memcheck.log >suppressions.txt
"$builddir/hp_annotate" --ignore-leaks=suppressions.txt --fail-on=lost heap.out >report 2>&1
equal "memcheck's own suppressions leave nothing: status" 0 $?
check "and nothing is alive" grep -q 'Live at the end:  *0 bytes' report
"$builddir/hp_annotate" --ignore-leaks=library.txt --fail-on=lost heap.out >report 2>&1
equal "the program's own leak fails" 3 $?
for file in /usr/libexec/valgrind/default.supp /usr/lib/*/valgrind/default.supp \
   /usr/share/glib-2.0/valgrind/glib.supp /usr/lib/valgrind/*.supp; do
   [ -f "$file" ] || continue
   check "$file is read" "$builddir/hp_annotate" --by=ignored --ignore-leaks="$file" heap.out
done

plan
