#!/bin/sh
# lint.sh -- eslint finds no fault in the scripts of HTML reports and their tests, and
# every exported function says what it does.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

# Debian's modules are where another node does not look for them.
NODE_PATH=${NODE_PATH:+$NODE_PATH:}/usr/share/nodejs
ESLINT_USE_FLAT_CONFIG=false
export NODE_PATH ESLINT_USE_FLAT_CONFIG

# eslinted DIRECTORY ENV FILE...: files in the directory; where they run: browser, node, or
# both.  eslint takes only files below where it runs.
eslinted()
{
   (cd "$1" && env=$2 && shift 2 && eslint --format=unix --no-eslintrc \
      --config "$srcdir/tests/html/eslintrc.json" --env "$env" "$@")
}

# undescribed FILE...: exported functions without a comment above them.
undescribed()
{
   awk '/^export (async )?function/ && before !~ /\*\/ *$/ { print FILENAME ":" FNR ": " $0 }
        { before = $0 }' "$@"
}

html=$srcdir/annotate/page
equal "each exported function is described" "" "$(undescribed "$html"/*.js)"
printf 'export function a() {}\n' >none.js
equal "one that is not is found" "none.js:1: export function a() {}" \
   "$(undescribed none.js)"
if ! eslint --version >/dev/null 2>&1; then
   skip "eslint" "no eslint; Debian package: eslint"
   plan
   exit 0
fi
check "no fault in the page's scripts" eslinted "$html" browser .
check "no fault in their tests" eslinted "$srcdir/tests/html" node --ext .mjs .
# What only computes runs without a browser, too.
for module in asm_lanes asm_rows call_graph_data call_graph_layout call_graph_state \
   call_graph_text data data_rows flame_layout flame_scene format heap_tree links \
   owner_rows owner_scene paths sharing_lines source_rows state syntax table_rows \
   timeline_layout; do
   check "$module.js needs no browser" eslinted "$html" shared-node-browser "$module.js"
done

# found RULE SCRIPT: eslint must find what it looks for.
found()
{
   printf '%s\n' "$2" >wrong.js
   eslinted . browser wrong.js >found.out 2>&1
   check "it finds: $1" grep -q "/$1\]" found.out
}

found no-restricted-properties 'document.body.innerHTML = "<b>";'
found no-restricted-syntax 'document.body.setAttribute("style", "color: red");'
found no-undef 'globals.x = 1;'
found no-unused-vars 'const a = 1;'
found no-var 'var a = 1; a.b = 2;'
found eqeqeq 'export const a = document == null;'
plan
