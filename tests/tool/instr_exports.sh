#!/bin/sh
# instr_exports.sh -- exports of a profile with instructions: each has its counts at its
# address, calls are at calls, and pprof disassembles it.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
export_=${CS_EXPORT:?}

cat >two.c <<'END'
#include <stdlib.h>
volatile int sum;
__attribute__((noinline)) void hot(int n) { while (n-- > 0) sum += n; }
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void)
{
   int v[50];
   for (int i = 0; i < 50; i++) v[i] = i * 7919 % 50;
   hot(1000); hot(2000);
   qsort(v, 50, sizeof *v, order);
   return 0;
}
END
${CC:-cc} -O1 -g two.c -o two || { skip "all" "no compiler"; plan; exit; }

exports()
{
   "$PYTHON" -B "$srcdir/tests/tool/instr_exports.py" "$@"
}

for options in "" --call-graph=yes --call-graph=all; do
   run_tool cachesim two.out "--instr=yes $options" ./two
   "$export_" --format=callgrind two.out >two.callgrind
   "$export_" --format=pprof two.out >two.pb.gz
   check "callgrind${options:+, $options}: counts by address" \
      exports callgrind two.out two.callgrind
   if is_missing go; then
      skip "pprof${options:+, $options}" "no go; Debian package: golang-go"
      continue
   fi
   HOME=$work go tool pprof -raw -sample_index=Ir two.pb.gz >two.raw 2>pprof.err
   check "pprof${options:+, $options}: counts by address" exports pprof two.out two.raw
done

# main's calls of hot: 1 + 1, on one line.
if "$builddir/tests/disasm_dump" amd64 att </dev/null 2>&1 | grep -q capstone; then
   skip "calls are at calls" "built without capstone: Debian package libcapstone-dev"
elif is_missing objdump; then
   skip "calls are at calls" "no objdump; Debian package: binutils"
else
   objdump -d two | sed -n 's/^ *\([0-9a-f]*\):.*call.*<hot>$/0x\1/p' | head -n 1 >call
   check "calls of hot are at the first call" sh -c 'test -s call && awk "
      /^cfn=.* hot\$/ { seen = 1 } seen && /^calls=2 / { getline; print \$1; exit }" \
      two.callgrind | cmp call'
fi
if is_missing go; then
   skip "pprof disassembles the loop" "no go; Debian package: golang-go"
else
   HOME=$work go tool pprof -nodefraction=0 -sample_index=Ir -disasm=hot two.pb.gz \
      >two.disasm 2>pprof.err
   check "pprof disassembles the loop" sh -c \
      'grep -q "^ROUTINE =* hot$" two.disasm &&
       test "$(grep -c "^ *3000 *3000 .*: [A-Z]" two.disasm)" -ge 4'
fi
plan
