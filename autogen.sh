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
scripts/unit_tests.sh >tests/unit_tests.inc

exec autoreconf --install --warnings=all "$@"
