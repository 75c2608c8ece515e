#!/bin/sh
# viewers.sh -- Valgrind's dh_view.html, in a browser, opens heapprof's profiles and
# shows their numbers; the Firefox Profiler can import exports.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

viewers()
{
   "$PYTHON" -B "$srcdir/tests/tool/viewers.py" "$@"
}

# shows NAME FILE: dh_view shows the file's sums and frames.
view=$builddir/in-place
shows()
{
   if [ -z "$browser" ]; then
      skip "$1" "no browser; Debian package: chromium"
      return
   fi
   cp "$view"/dh_view.html "$view"/dh_view.js "$view"/dh_view.css .
   viewers page dh_view.html "$2" >page.html
   # shellcheck disable=SC2086
   $clean HOME="$work" "$browser" --headless --no-sandbox --disable-gpu \
      --user-data-dir="$work/browser" --virtual-time-budget=20000 \
      --dump-dom "file://$work/page.html" >page.dom 2>browser.err
   check "$1" viewers shown page.dom "$2"
}

viewers odd >odd.out
browser=$(command -v chromium || command -v chromium-browser || :)
if [ -n "$browser" ]; then
   shows "dh_view shows odd paths and names" odd.out
   sed 's/"tb": 4004/"tb": 4005/' odd.out >other.out
   check "a wrong number is detected" sh -c \
      "! '$PYTHON' -B '$srcdir/tests/tool/viewers.py' shown page.dom other.out"
fi

run_heap "" "$programs/heap_calls" for-dhat
shows "dh_view shows a program in C" heap.out
check "the Firefox Profiler can import it" viewers importer heap.out
if is_missing lzip; then
   skip "dh_view shows a program in C++" "no lzip"
else
   run_heap "" lzip -kc -1 odd.out
   shows "dh_view shows a program in C++" heap.out
   check "the Firefox Profiler can import it" viewers importer heap.out
fi
run_heap "" perl -e 'my %h; $h{$_} = "x$_" for 1 .. 3000; print %h'
shows "dh_view shows perl" heap.out
check "the Firefox Profiler can import it" viewers importer heap.out
run_heap "--time-unit=B --depth=3" "$programs/heap_shape" churn
shows "dh_view shows bytes as time" heap.out
run_heap "--pages-as-heap=yes" "$programs/heap_pages"
shows "dh_view shows pages" heap.out
check "the Firefox Profiler can import it" viewers importer heap.out
plan
