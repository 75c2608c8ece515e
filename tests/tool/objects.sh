#!/bin/sh
# objects.sh -- counts by object, and the functions of a stripped program: each begins
# where its symbol was, and has the counts that it had with symbols.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
annotate=${CS_ANNOTATE:?}

cat >two.c <<'END'
volatile int sum;
__attribute__((noinline)) void first(int n) { while (n-- > 0) sum += n; }
__attribute__((noinline)) void second(int n) { while (n-- > 0) sum ^= n; }
int main(void) { first(1000); second(3000); return 0; }
END
${CC:-cc} -O1 two.c -o named || { skip "all" "no compiler"; plan; exit; }
cp named bare
strip bare

# ir FILE FUNCTION: the instructions of a function.
ir()
{
   "$annotate" --csv --show=Ir "$1" | awk -F, -v name="$2" '
      $2 == name { sum += $NF } END { print sum + 0 }'
}

run_tool cachesim named.out "" ./named
run_tool cachesim bare.out "" ./bare
run_tool cachesim again.out "" ./bare
for function in first second main; do
   address=$(nm named | awk -v name=$function '$3 == name { print $1 }' | sed 's/^0*//')
   check "$function has counts" test "$(ir named.out $function)" -gt 0
   equal "$function: the same counts without its symbol" \
      "$(ir named.out $function)" "$(ir bare.out "0x$address in bare")"
done
grep '^#: \(object\|code\)' bare.out >bare.notes
grep '^#: \(object\|code\)' again.out >again.notes
check "two runs have the same objects and code" cmp bare.notes again.notes
equal "the build id is that of the file" \
   "$(readelf -n bare | sed -n 's/.*Build ID: *//p')" \
   "$(sed -n 's|^#: object \([0-9a-f]*\) .*/bare$|\1|p' bare.out)"

# Unloaded libraries keep their counts.
run_tool cachesim dl.out "" "$programs/dl" "$programs/dl_a.so" "$programs/dl_b.so"
equal "both libraries have counts, though never loaded at once" 2 \
   "$(grep -c '^#: object .*/dl_[ab]\.so$' dl.out)"
plan
