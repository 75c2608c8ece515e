#!/bin/sh
# lint.sh -- what `make lint` checks, as tests.
# SPDX-License-Identifier: GPL-2.0-or-later

. "$srcdir/tests/lib.sh"

check "layers, circles, pure code, printing, widths, names in pages" \
   make -s -C "$builddir" lint-tree

# lint.py must find what it looks for.
tree=$work/tree
mkdir -p "$tree/docs" "$tree/plot" "$tree/tests" "$tree/toolkit/base" \
   "$tree/annotate/base" "$tree/annotate/counts" "$tree/annotate/sections"
cat >"$tree/toolkit/Makefile.inc" <<'END'
toolkit_pure_sources = \
	toolkit/base/tk_pure.c
END
echo '#include <stdio.h>' >"$tree/toolkit/base/tk_pure.c"
echo '#include "counts/an_model.h"' >"$tree/annotate/base/an_low.c"
cat >"$tree/annotate/counts/an_model.h" <<'END'
#include "counts/an_type.h"
int an_model_get(void);
END
echo '#include "counts/an_model.h"' >"$tree/annotate/counts/an_type.h"
cat >"$tree/annotate/counts/an_model.c" <<'END'
int an_model_get(void)
{
   return an_other_get();
}
END
cat >"$tree/annotate/counts/an_other.c" <<'END'
int an_other_get(void)
{
   /* printf in a comment is fine */
   return an_model_get();
}
END
cat >"$tree/annotate/sections/an_loud.c" <<'END'
int an_loud(void)
{
   return printf("no");
}
END
printf '/* %0100d */\n' 0 >"$tree/annotate/sections/an_wide.c"
html=$tree/annotate/page
mkdir "$html"
echo "import { b } from './b.js';" >"$html/a.js"
echo 'import {' >"$html/b.js"
echo "   from './c.js';" >>"$html/b.js"
echo 'export * from "./b.js";' >"$html/c.js"
printf '/* %0100d */\n' 0 >"$html/wide.css"
echo 'See `an_gone`.' >"$tree/README.md"
echo 'No list has this page.' >"$tree/toolkit/README.md"
echo '   { "both", AC_NOTES }, { "x" },
   { "read", AC_NOTES },' >"$tree/annotate/counts/ac_notes.c"
echo '    note = "#: both" LF | "#: written" LF' >"$tree/docs/FORMAT-cachesim.md"
expected='scripts/lint.py:1: 19 lines of C: MOST_LINES is too large
annotate/base/an_low.c:1: annotate/base may not include counts/an_model.h
annotate/counts/an_model.c:3: an_model calls an_other, which calls it back
annotate/counts/an_other.c:4: an_other calls an_model, which calls it back
toolkit/base/tk_pure.c:1: pure code includes <stdio.h>
annotate/sections/an_loud.c:3: printf outside of commands/
annotate/page/b.js:2: imports c.js, which imports it back
annotate/page/c.js:1: imports b.js, which imports it back
annotate/counts/an_model.h:1: includes counts/an_type.h, which includes it back
annotate/counts/an_type.h:1: includes counts/an_model.h, which includes it back
annotate/page/wide.css:1: 106 columns; at most 90
annotate/sections/an_wide.c:1: 106 columns; at most 90
README.md:1: an_gone does not exist
toolkit/README.md:1: in no EXTRA_DIST
docs/FORMAT-cachesim.md:1: lacks the notes read
annotate/counts/ac_notes.c:1: lacks the notes written'
found=$("$PYTHON" -B "$srcdir/scripts/lint.py" "$tree")
equal "each kind of problem is found" "$expected" "$found"

# linter NAME PROGRAM: a target of the Makefile that runs a program.
linter()
{
   if command -v "$2" >/dev/null; then
      check "$1" make -s -C "$builddir" ${LINT_SH:+"LINT_SH=$LINT_SH"} "lint-$1"
   else
      skip "$1" "$2 is not installed"
   fi
}

LINT_SH=
check "headers of Valgrind declare what its macros call" \
   make -s -C "$builddir" lint-headers
linter c cppcheck
linter format clang-format-19

bad=$work/bad.c
finds_layout()
{
   ! make -s -C "$builddir" lint-format "FORMATTED=$bad" >"$work/found" 2>&1 &&
      grep -q "^$bad:1:.*clang-format-violations" "$work/found"
}

if command -v clang-format-19 >/dev/null; then
   cp "$srcdir/.clang-format" "$work"
   printf 'int a( void ){return  0;}\n' >"$bad"
   check "another layout of C is found" finds_layout
   make -s -C "$builddir" format "FORMATTED=$bad"
   equal "and make format fixes it" "$(printf 'int a(void)\n{\n   return 0;\n}')" \
      "$(cat "$bad")"
fi


# Without the linters: their names, and no error.
mkdir "$work/few"
for command in make sh sed expr; do
   ln -s "$(command -v "$command")" "$work/few/"
done
equal "a linter that is not there is skipped by name" \
   "make lint-c: skipped: no cppcheck; Debian package: cppcheck
make lint-format: skipped: no clang-format-19; Debian package: clang-format-19
make lint-sh: skipped: no shellcheck; Debian package: shellcheck
status 0" "$(unset MAKEFLAGS MFLAGS MAKELEVEL
   PATH=$work/few make -s --no-print-directory -C "$builddir" \
      lint-c lint-format lint-sh 2>&1
   echo "status $?")"

# The scripts that others build with, or source; in the long form all.
is_long || LINT_SH="autogen.sh check.sh quickstart.sh scripts tests/*.sh"
linter sh shellcheck
plan
