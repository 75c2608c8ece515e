#!/bin/sh
# unit.sh -- what the scripts of HTML reports compute, without a browser: node runs the
# tests, one file for each module.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

if ! node --help 2>/dev/null | grep -q -e --test-reporter; then
   echo "1..0 # SKIP no node 18 or later; Debian package: nodejs"
   exit 0
fi

if [ -z "${ESBUILD:-}" ]; then
   echo "1..0 # SKIP no esbuild; Debian package: esbuild"
   exit 0
fi

# tests_of FILE: runs the file's tests, bundled as the page is, as node would not find
# d3; prints only what failed.
tests_of()
{
   NODE_PATH=$D3_PATH "$ESBUILD" --bundle --platform=node --format=esm \
      --log-level=warning --outfile=bundle.mjs "$1" || return 1
   node --test --test-reporter=tap bundle.mjs >unit.out 2>&1 && return
   grep -vE '^ *(ok |#|\.\.\.|---|duration_ms|type:)' unit.out | head -n 60
   return 1
}

for file in "$srcdir"/tests/html/*.test.mjs; do
   check "$(basename "$file" .test.mjs)" tests_of "$file"
done
# A test that fails must be seen.
cat >wrong.test.mjs <<'END'
import test from "node:test";
import assert from "node:assert/strict";
test("wrong", () => assert.equal(1, 2));
END
check "a test that fails is seen" sh -c '! node --test wrong.test.mjs >/dev/null 2>&1'
plan
