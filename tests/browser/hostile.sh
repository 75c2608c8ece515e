#!/bin/sh
# hostile.sh -- pages of profiles whose names are markup, scripts, style, addresses and
# words of JavaScript: none takes effect.  HOSTILE_SEEDS="2 3 ..." tries other names, on
# the pages of all commands.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/browser/lib.sh
. "${srcdir:?}/tests/browser/lib.sh"

: "${CS_ANNOTATE:=$builddir/cs_annotate}" "${CS_DIFF:=$builddir/cs_diff}"
: "${HP_ANNOTATE:=$builddir/hp_annotate}" "${HP_DIFF:=$builddir/hp_diff}"

# pages SEED COMMAND...: the pages of these commands.
pages()
{
   seed=$1
   shift
   mkdir "seed$seed"
   cd "seed$seed" || exit 99
   for tool in cachesim heapprof; do
      "$PYTHON" -B "$srcdir/tests/browser/hostile_names.py" $tool "$seed" . >names
   done
   for command; do
      case $command in
      cs_annotate) written cs_annotate "$CS_ANNOTATE" --threshold=0 cachesim.old ;;
      hp_annotate) written hp_annotate "$HP_ANNOTATE" --threshold=0 heapprof.old ;;
      cs_diff)
         written cs_diff "$CS_DIFF" --threshold=0 --limits=Ir=1% cachesim.old cachesim.new ;;
      hp_diff)
         written hp_diff "$HP_DIFF" --limits=peak=1% heapprof.old heapprof.new ;;
      esac
      set -- "$@" "$command, seed $seed" $command.html $command.json
      shift
   done
   driven hostile_pages.py names "$@"
   cd ..
}

# Two seeds in turn have all names.
if [ -z "${HOSTILE_SEEDS:-}" ]; then
   pages 0 cs_annotate hp_diff
   pages 1 hp_annotate cs_diff
fi
for seed in ${HOSTILE_SEEDS:-}; do
   pages "$seed" cs_annotate hp_annotate cs_diff hp_diff
done
plan
