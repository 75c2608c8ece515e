#!/bin/sh
# flame_browser.sh -- search and zoom of flame graphs in Chromium, if it is there.
# BLESS=1 writes expected/ again.  SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck disable=SC2034 # for lib.sh
command=cs_plot
program=${builddir:?}/cs_plot
data=${srcdir:?}/tests/plot/flame
. "$srcdir/tests/golden/lib.sh"
if ! command -v chromium >/dev/null; then
   echo "1..0 # SKIP no chromium; Debian package: chromium"
   exit 0
fi

# sees NAME ARGUMENT...: what flame_drive.js sees in the flame graph is as stored.
sees()
{
   sees_name=$1
   shift
   "$program" --flame -o flame.svg --force "$@" || exit 99
   {
      sed '$d' flame.svg
      echo "<script><![CDATA["
      cat "$srcdir/tests/plot/flame_drive.js"
      echo "]]></script></svg>"
   } >driven.svg
   timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$work/home" \
      --dump-dom "file://$work/driven.svg" >got/dom 2>got/errors
   sed -n '/<metadata id="seen">/,/<\/metadata>/p' got/dom |
      sed 's/.*<metadata id="seen">//; s/<\/metadata>.*//' >"got/$sees_name"
   stored "$sees_name"
}

sees browser.txt old.out
sees browser_icicle.txt --icicle --events=Dr old.out
sees browser_pair.txt old.out new.out
plan
