#!/bin/sh
# heap_names.sh -- inlined functions have the names that debug info gives them with
# their namespaces and classes, in reports, comparisons and exports.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

mkdir source
cp "$srcdir"/tests/programs/heap_names.* source/

# names: the functions of heap.out as the folded paths have them.
names()
{
   "$builddir/hp_export" --format=folded --metric=total heap.out 2>&1 |
      sed 's/ [0-9]*$//' | tr ';' '\n' | LC_ALL=C sort -u
}

# has NAME FILE: each line of "expected" is one of the file.
has()
{
   LC_ALL=C sort -u expected >expected.sorted
   equal "$1" "" "$(LC_ALL=C comm -23 expected.sorted "$2")"
}

# ---- C++
cat >expected <<'END'
(anonymous namespace)::in_nameless
in_file
keep
outer::box<int>::in_both<2>
outer::box<int>::in_template
outer::inner::in_namespace
outer::shape::by_lambda::{lambda}::operator()
outer::shape::in_class
outer::shape::in_static
outer::shape::operator+=
outer::shape::shape
END
cp expected expected.cpp
for options in "g++ -O0" "g++ -O2" "g++ -O2 -gdwarf-4" "g++ -O2 -flto" \
   "clang++ -O0 -gdwarf-4" "clang++ -O2 -gdwarf-4"; do
   if ! command -v "${options%% *}" >/dev/null; then
      skip "C++: $options" "Debian package ${options%% *}"
      continue
   fi
   # shellcheck disable=SC2086
   $options -g -o program source/heap_names.cpp
   run_heap "" ./program
   names >found
   has "C++: $options" found
done

# ---- The commands
"$builddir/hp_annotate" --no-pager --csv heap.out >annotate.csv
check "hp_annotate --csv" grep -qE 'outer::inner::in_namespace \(heap_names.cpp:' annotate.csv
"$builddir/hp_annotate" --no-pager --all-frames --top=0 --threshold=0 heap.out >annotate.txt
check "hp_annotate" grep -q outer::inner::in_namespace annotate.txt
"$builddir/hp_diff" --no-pager --csv heap.out heap.out >diff.csv
check "hp_diff" grep -qE 'outer::inner::in_namespace' diff.csv
"$builddir/hp_merge" -o merged heap.out heap.out
equal "hp_merge keeps the profile's names" 0 "$(grep -c outer::inner merged)"

# ---- Only where the object may be opened, and is the one that ran
mkdir elsewhere
for command in "hp_export --format=folded --metric=total" "hp_annotate --csv" \
   "hp_diff --csv heap.out"; do
   # shellcheck disable=SC2086
   "$builddir"/$command --source-root=elsewhere heap.out >outside 2>outside.err
   equal "${command%% *}: an object outside of the root" "0 " \
      "$(grep -c outer::inner outside) $(cat outside.err)"
   # shellcheck disable=SC2086
   "$builddir"/$command --source-root=. heap.out >inside
   check "${command%% *}: an object below the root" grep -q outer::inner inside
done
mv program elsewhere/
names >found
equal "an object that is gone" 0 "$(grep -c outer::inner found)"
cp /bin/true program
names >found
equal "another object" 0 "$(grep -c outer::inner found)"
strip -g -o program elsewhere/program
names >found
equal "no debug info" 0 "$(grep -c outer::inner found)"

# ---- Rust
cat >expected <<'END'
heap_names::call_all
heap_names::outer::Shape::in_type
heap_names::outer::inner::in_module
END
for options in 0 2; do
   if ! command -v rustc >/dev/null; then
      skip "Rust: opt-level=$options" "Debian package rustc"
      continue
   fi
   rustc -g -C opt-level=$options -o program source/heap_names.rs
   run_heap "" ./program
   names >found
   has "Rust: opt-level=$options" found
done
plan
