#!/bin/sh
# check.sh -- tests a fresh clone: installs missing packages, builds, and runs every
# test.  The last line is "N passed, N failed".
# SPDX-License-Identifier: GPL-2.0-or-later

set -u
top=$(cd "$(dirname "$0")" && pwd)
cd "$top" || exit 1
# shellcheck source=scripts/packages.sh
. "$top/scripts/packages.sh"

# Packages that only the tests need, those of docs/BUILD-SYSTEMS.md too.
test_packages="apache2-utils busybox-static bzip2 cargo chromium chromium-driver cmake
   cppcheck debhelper eslint g++ gzip hexyl libcmocka-dev libgoogle-perftools-dev
   libgoogle-perftools4 libjemalloc-dev libjemalloc2 libmemcached-tools libmimalloc2.0
   libopenmpi-dev libtcmalloc-minimal4 libtool lintian lzip mariadb-client-core
   mariadb-server-core memcached meson neovim nginx-light nodejs openmpi-bin perl
   postgresql python3 python3-jsonschema python3-pyte python3-selenium python3-yaml
   redis-server redis-tools shellcheck sqlite3 tcc tidy vim xz-utils zstd"

n_passed=0
n_failed=0
n_skipped=0

finish()
{
   echo
   if [ $n_skipped -gt 0 ]; then
      echo "$n_passed passed, $n_failed failed, $n_skipped skipped"
   else
      echo "$n_passed passed, $n_failed failed"
   fi
   [ $n_failed -eq 0 ] && [ $n_passed -gt 0 ]
   exit
}

# step NAME COMMAND...: counts as one test.  If it fails, shows its output and ends
# the run, because all further tests depend on it.
step()
{
   step_name=$1
   shift
   if "$@" >build/step.log 2>&1; then
      echo "PASS: $step_name"
      n_passed=$((n_passed + 1))
   else
      tail -n 60 build/step.log
      echo "FAIL: $step_name"
      n_failed=$((n_failed + 1))
      finish
   fi
}

# count RESULT: how many tests of the suite have this result, from the files of
# automake's driver.
count()
{
   find build/tests -name '*.trs' -exec cat {} + |
      grep -cE "^:test-result: *($1)"
}

# shellcheck disable=SC2086 # lists
need_packages $build_packages $plot_packages $test_packages || exit 1
mkdir -p build
step "autogen.sh" ./autogen.sh
step "configure" sh -c "cd build && ../configure"
step "make" make -C build -j"$(nproc)"
step "make: test programs" \
   make -C build -j"$(nproc)" check TESTS=

find build/tests -name '*.trs' -exec rm -f {} +
make -C build -j"$(nproc)" check >build/check.log 2>&1
suite_status=$?
grep -E '^(PASS|FAIL|ERROR|XPASS|XFAIL|SKIP): ' build/check.log
n_passed=$((n_passed + $(count 'PASS|XFAIL')))
n_failed=$((n_failed + $(count 'FAIL|ERROR|XPASS')))
n_skipped=$((n_skipped + $(count SKIP)))
if [ $suite_status -ne 0 ] && [ $n_failed -eq 0 ]; then
   tail -n 40 build/check.log
   echo "FAIL: make check"
   n_failed=1
fi
if [ $n_failed -gt 0 ]; then
   find build/tests -name '*.log' | while read -r log; do
      grep -qE '^(FAIL|ERROR|XPASS)' "${log%.log}.trs" 2>/dev/null ||
         grep -qE ':test-result: *(FAIL|ERROR|XPASS)' "${log%.log}.trs" &&
         { echo "---- $log"; tail -n 80 "$log"; }
   done
fi

# Without the test suite, which would double the time: builds, installs and cleans a
# release.
step "make distcheck" make -C build distcheck TESTS=
finish
