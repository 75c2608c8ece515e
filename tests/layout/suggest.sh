#!/bin/sh
# suggest.sh -- what cs_annotate --suggest finds in the programs of this folder: of three in
# four, at least half of what the best of their layouts gains.  Takes minutes.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
"${PYTHON:-python3}" -B "$srcdir/tests/layout/suggest.py" --build="${builddir:?}" >table 2>&1
sed 's/^/# /' table
last=$(tail -n 1 table)
case $last in
"0 of 0 "*) skip "suggested layouts gain" "no programs" ;;
[0-9]*" of "*)
   found=${last%% *} all=${last#* of }
   if [ $((4 * found)) -ge $((3 * ${all%% *})) ]; then
      ok "suggested layouts gain: $last"
   else
      not_ok "suggested layouts gain: $last"
   fi
   ;;
*) not_ok "suggested layouts gain" "$last" ;;
esac
plan
