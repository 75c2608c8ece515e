#!/bin/sh
# unit_tests.sh -- SPDX-License-Identifier: GPL-2.0-or-later
# Prints the list of unit tests as a variable of make, for autogen.sh and check.py: each
# tests/unit/test_NAME.c with a main is one, but those of glue, which tests/Makefile.inc
# lists.
set -eu
cd "$(dirname "$0")/.."

printf 'unit_tests ='
for test in tests/unit/test_*.c; do
   name=tests_unit_$(basename "$test" .c)
   grep -q '^int main(' "$test" || continue
   grep -q "^${name}_CPPFLAGS = \$(glue_cppflags)" tests/Makefile.inc ||
      printf ' \\\n\t%s' "${test%.c}"
done
echo
