#!/bin/sh
# tutorial.sh -- what README.md and docs/TUTORIAL.md show is what the tools and
# commands print.  SPDX-License-Identifier: GPL-2.0-or-later

. "$srcdir/tests/lib.sh"

cp "$srcdir"/docs/sample/*.c "$srcdir"/docs/sample/*.cc "$srcdir/COPYING" .
mkdir bin
printf '#!/bin/sh\nexec "%s" "$@"\n' "$builddir/valgrind-in-place" >bin/valgrind
chmod +x bin/valgrind
for name in cs_annotate cs_diff cs_export cs_merge cs_plot hp_annotate hp_diff hp_export \
   hp_merge hp_plot; do
   ln -s "$builddir/$name" "bin/$name"
done
PATH=$PWD/bin:$PATH
export PATH
"$PYTHON" -B "$srcdir/tests/tool/tutorial.py" "$srcdir/docs/TUTORIAL.md" \
   "$srcdir/README.md"
