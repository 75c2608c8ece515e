#!/bin/sh
# hostile.sh -- pages of profiles whose names are markup, scripts, style, addresses and
# words of JavaScript: none takes effect.  HOSTILE_SEEDS="0 1 2 ..." tries other names.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/browser/lib.sh
. "${srcdir:?}/tests/browser/lib.sh"

seed_of=${HOSTILE_SEEDS:-0 1}
for seed in $seed_of; do
   mkdir "seed$seed"
   cd "seed$seed" || exit 99
   for tool in cachesim heapprof; do
      "$PYTHON" -B "$srcdir/tests/browser/hostile_names.py" $tool "$seed" . >names
   done
   written cs_annotate "$CS_ANNOTATE" --threshold=0 cachesim.old
   written hp_diff "$HP_DIFF" --limits=peak=1% heapprof.old heapprof.new
   written hp_annotate "$HP_ANNOTATE" --threshold=0 heapprof.old
   written cs_diff "$CS_DIFF" --threshold=0 --limits=Ir=1% cachesim.old cachesim.new
   set -- names
   for page in cs_annotate cs_diff hp_annotate hp_diff; do
      set -- "$@" "$page, seed $seed" $page.html $page.json
   done
   driven hostile_pages.py "$@"
   cd ..
done
plan
