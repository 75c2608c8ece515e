#!/bin/sh
# autogen.sh -- makes ./configure in a git checkout.
# SPDX-License-Identifier: GPL-2.0-or-later
set -eu
cd "$(dirname "$0")"

for need in autoconf:autoconf automake:automake; do
   command -v "${need%%:*}" >/dev/null || {
      echo "autogen.sh: ${need%%:*} not found; Debian package: ${need##*:}" >&2
      exit 1
   }
done
# Each tests/unit/test_NAME.c with a main is a unit test, but for those of glue.
{
   printf 'unit_tests ='
   for test in tests/unit/test_*.c; do
      name=tests_unit_$(basename "$test" .c)
      grep -q '^int main(' "$test" || continue
      grep -q "^${name}_CPPFLAGS = \$(glue_cppflags)" tests/Makefile.inc ||
         printf ' \\\n\t%s' "${test%.c}"
   done
   echo
} >tests/unit_tests.inc

exec autoreconf --install --warnings=all "$@"
