#!/bin/sh
# nightly.sh -- what takes too long for each commit, by make's targets, one after the
# other; the last line is "N passed, N failed".  Logs are nightly/TARGET.log in the build
# directory.  SPDX-License-Identifier: GPL-2.0-or-later
#
#   nightly.sh [TARGET...]
#   check-nightly  nightly_tests of tests/Makefile.inc: servers, build systems, cargo, ...
#   check-long     tests with all of what they try a sample of for each commit
#   edits, wild, soak, truth, cross, check-newest, debian, upstream, fuzz-all,
#   random:
#                  docs/HACKING.md, Tests

set -u
: "${builddir:?}"
cd "$builddir" || exit 1
mkdir -p nightly
passed=0 failed=0
[ $# -gt 0 ] || set -- check-nightly check-long edits wild soak truth upstream cross \
   check-newest debian fuzz-all random
for target; do
   begin=$(date +%s)
   if make -k "$target" >"nightly/$target.log" 2>&1; then
      verdict=PASS passed=$((passed + 1))
   else
      verdict=FAIL failed=$((failed + 1))
      grep -E '^(FAIL|ERROR|not ok)' "nightly/$target.log" || tail -n 20 "nightly/$target.log"
   fi
   echo "$verdict: $target ($((($(date +%s) - begin) / 60)) min; nightly/$target.log)"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
