#!/bin/sh
# processes.sh -- a make -j2 under both tools: the table of its processes, of many files
# and of merged ones.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

if ! command -v make >/dev/null; then
   skip "the processes of a make" "no make; Debian package: make"
   plan
   exit 0
fi

cat >part.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
   volatile int sum = 0;
   for (int i = 0; i < argc * 1000; i++)
      sum += i;
   free(malloc((size_t)argc * 10000));
   return argc != 2;
}
END
${CC:-cc} -g -O1 -o part part.c || exit 99
# one: a shell that waits; two: a shell that becomes the program; bad: it fails.
cat >Makefile <<'END'
all: one two
one:
	@./part x; ./part x; true
two:
	@: && exec ./part x
bad:
	@./part x y z; exit $$?
END

# traced TOOL OUT OPTIONS COMMAND...: a profile of each process in OUT.*.
traced()
{
   traced_tool=$1 traced_out=$2 traced_options=$3
   shift 3
   # shellcheck disable=SC2086
   $clean "$valgrind" -q --tool="$traced_tool" --trace-children=yes \
      $traced_options "--$traced_tool-out-file=$traced_out.%p" "$@" \
      >client.out 2>client.err </dev/null
}

# Of each process: its program, its state, its parent's first program, and whether it
# has a predecessor; sorted.
cat >figures.py <<'END'
import json, os, sys
report = json.load(open(sys.argv[1]))
processes = report["processes"]
def program(process):
    return os.path.basename(process["command"].split()[0])
name = {}
for p in processes:
    name.setdefault(p["pid"], program(p))
for line in sorted(
        "%s %s %s %s" % (program(p), p["state"]["how"] + str(
            p["state"].get("status", "")), name.get(p["parent"], "-"),
            "predecessor" in p) for p in processes):
    print(line)
key = sys.argv[2]
total = report["totals"]
total = total["values"][0] if "values" in total else total[key]
assert total == sum(p[key] for p in processes), "the total is the sum"
END
python=${PYTHON:-python3}

expected="make exited0 - False
part exited0 make True
part exited0 sh False
part exited0 sh False
sh exited0 make False
sh replaced make False"

# tabled TOOL ANNOTATE MERGE KEY
tabled()
{
   annotate=$builddir/$2 merge=$builddir/$3
   "$annotate" --json "$1".all.* >together.json 2>errors
   "$python" figures.py together.json "$4" >found 2>&1
   equal "$1: the processes" "$expected" "$(sed 's/^dash/sh/; s/ dash / sh /' found)"
   check "$1: merge" "$merge" -o merged.out "$1".all.*
   "$annotate" --json merged.out >merged.json
   check "$1: a merged profile has the same report" cmp together.json merged.json
   tabled_first=$(find . -name "$1.all.*" | sort | head -n 1)
   "$merge" -o a.out "$tabled_first"
   # shellcheck disable=SC2046
   "$merge" -o b.out $(find . -name "$1.all.*" | sort | sed 1d)
   "$merge" -o twice.out a.out b.out
   "$annotate" --json twice.out >twice.json
   check "$1: merging merged profiles keeps all" cmp twice.json merged.json
   "$annotate" merged.out >report 2>errors
   equal "$1: says what it is a sum of" "and 5 more processes" \
      "$(sed -n 's/^Command: .*\(and .*\)/\1/p' report)"
   check "$1: the tree" awk '
      /^-- Processes/ { on = 1 }
      on && / exit 0 +[^ ]*make -j2$/ { make = 1 }
      on && make && / exec  +[^ ]*sh -c/ { sh = 1; next }
      on && sh && / exit 0 .*part x$/ { part = 1 }
      END { exit !(make && sh && part) }' report
   "$annotate" --processes --csv merged.out >table.csv
   equal "$1: as CSV" 7 "$(wc -l <table.csv)"
}

traced cachesim cachesim.all --cache-sim=no make -j2
equal "make under cachesim" 0 $?
tabled cachesim cs_annotate cs_merge total
traced heapprof heapprof.all "" make -j2
equal "make under heapprof" 0 $?
tabled heapprof hp_annotate hp_merge peak_bytes

# A process that failed is seen at once.
traced cachesim bad --cache-sim=no make bad
"$builddir/cs_annotate" --processes bad.* >table
check "what failed" grep -q ' exit 1 .*part x y z' table
check "and make, which failed of it" grep -q ' exit 2 .*make' table

plan
