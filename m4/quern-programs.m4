# quern-programs.m4 -- programs and libraries for the commands, man pages and tests.
# SPDX-License-Identifier: GPL-2.0-or-later

# A release has the finished pages; a git checkout needs scdoc.
AC_DEFUN([QUERN_MAN_PAGES], [
AC_PATH_PROG([SCDOC], [scdoc])
AS_IF([test -z "$SCDOC" && test ! -f "$srcdir/docs/cachesim.1"],
  [QUERN_MISSING([scdoc (makes the man pages)], [scdoc])])
])

# A release has the page's finished script and style; a git checkout needs what makes
# them.
AC_DEFUN([QUERN_HTML], [
AC_ARG_VAR([D3_PATH], [where Node.js finds the modules of d3])
AC_PATH_PROG([ESBUILD], [esbuild])
test -n "$D3_PATH" || D3_PATH=/usr/share/nodejs
AS_IF([test ! -f "$srcdir/annotate/page/an_html_parts.c"], [
  AS_IF([test -z "$ESBUILD"],
    [QUERN_MISSING([esbuild (makes the script of HTML reports)], [esbuild])])
  AS_IF([test ! -f "$D3_PATH/d3-scale/package.json"],
    [QUERN_MISSING([d3 (for HTML reports)], [node-d3])])
  AS_IF([test "$quern_cv_python" = no],
    [QUERN_MISSING([Python 3.9 (makes the frame of HTML reports)], [python3])])])
])

# Libraries that the commands are linked with.
AC_DEFUN([QUERN_LIBRARIES], [
AC_CHECK_HEADER([zlib.h], [],
  [QUERN_MISSING([zlib.h (unpacks profiles)], [zlib1g-dev])])
AC_CHECK_HEADER([protobuf-c/protobuf-c.h], [],
  [QUERN_MISSING([protobuf-c.h (writes pprof's format)], [libprotobuf-c-dev])])
AC_PATH_PROG([PROTOC_C], [protoc-c])
AS_IF([test -z "$PROTOC_C"],
  [QUERN_MISSING([protoc-c (compiles pprof.proto)], [protobuf-c-compiler])])
AC_CHECK_HEADER([jansson.h], [],
  [QUERN_MISSING([jansson.h (writes JSON)], [libjansson-dev])])
AC_CHECK_HEADER([elfutils/libdwfl.h], [],
  [QUERN_MISSING([elfutils/libdwfl.h (reads debug info)], [libdw-dev])])
AC_ARG_WITH([zstd-xz],
  [AS_HELP_STRING([--with-zstd-xz=yes|no|auto],
     [read profiles compressed by zstd and xz @<:@auto@:>@])], [], [with_zstd_xz=auto])
quern_have_packings=no
AS_IF([test "$with_zstd_xz" != no], [
  AC_CHECK_HEADERS([zstd.h lzma.h], [quern_have_packings=yes],
    [quern_have_packings=no; break])
  AS_IF([test "$with_zstd_xz" = yes && test $quern_have_packings = no],
    [QUERN_MISSING([zstd.h and lzma.h (unpack profiles)], [libzstd-dev liblzma-dev])])])
AM_CONDITIONAL([HAVE_PACKINGS], [test $quern_have_packings = yes])
ANNOTATE_LIBS="-ljansson -lz -lm"
AS_IF([test $quern_have_packings = yes], [ANNOTATE_LIBS="$ANNOTATE_LIBS -lzstd -llzma"])
EXPORT_LIBS="-lprotobuf-c"
TYPES_LIBS="-ldw -lelf"
AC_SUBST([ANNOTATE_LIBS])
AC_SUBST([EXPORT_LIBS])
AC_SUBST([TYPES_LIBS])

# Reading a line of a profile calls functions of five files.  Link-time optimisation
# saves a third of the time.
AC_CACHE_CHECK([for link-time optimisation], [quern_cv_lto], [
  quern_saved_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -flto=auto"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[]], [[]])],
    [quern_cv_lto=yes], [quern_cv_lto=no])
  CFLAGS=$quern_saved_CFLAGS
])
LTO_CFLAGS=
AS_IF([test $quern_cv_lto = yes], [LTO_CFLAGS=-flto=auto])
AC_SUBST([LTO_CFLAGS])
])

# The screen of quern-top; without it, quern-top prints plain text.
AC_DEFUN([QUERN_SCREEN], [
AC_ARG_WITH([ncurses],
  [AS_HELP_STRING([--with-ncurses=yes|no|auto],
     [show quern-top's view on a screen @<:@auto@:>@])], [], [with_ncurses=auto])
quern_have_ncurses=no
quern_screen_summary="plain text: ncurses was not wanted"
AS_IF([test "$with_ncurses" != no], [
  AC_MSG_CHECKING([for ncursesw])
  AS_IF([test -n "$PKG_CONFIG" && $PKG_CONFIG --exists ncursesw 2>/dev/null],
    [quern_have_ncurses=yes
     quern_screen_summary="on a screen"
     NCURSES_CFLAGS=`$PKG_CONFIG --cflags ncursesw`
     NCURSES_LIBS=`$PKG_CONFIG --libs ncursesw`],
    [quern_screen_summary="plain text: no ncurses; Debian package: libncurses-dev"])
  AC_MSG_RESULT([$quern_have_ncurses])
  AS_IF([test "$with_ncurses" = yes && test $quern_have_ncurses = no],
    [QUERN_MISSING([ncursesw (the screen of quern-top)], [libncurses-dev])])])
AC_SUBST([NCURSES_CFLAGS])
AC_SUBST([NCURSES_LIBS])
AM_CONDITIONAL([HAVE_NCURSES], [test $quern_have_ncurses = yes])
])

# Machine code as text; without it, commands show none.
AC_DEFUN([QUERN_DISASM], [
AC_ARG_WITH([capstone],
  [AS_HELP_STRING([--with-capstone=yes|no|auto],
     [show machine code @<:@auto@:>@])], [], [with_capstone=auto])
quern_have_capstone=no
quern_disasm_summary="cannot be shown: capstone was not wanted"
AS_IF([test "$with_capstone" != no], [
  AC_MSG_CHECKING([for capstone 4 or newer])
  AS_IF([test -n "$PKG_CONFIG" && $PKG_CONFIG --exists 'capstone >= 4' 2>/dev/null],
    [quern_have_capstone=yes
     quern_disasm_summary="can be shown"
     CAPSTONE_CFLAGS=`$PKG_CONFIG --cflags capstone`
     CAPSTONE_LIBS=`$PKG_CONFIG --libs capstone`],
    [quern_disasm_summary="cannot be shown: no capstone; Debian package: libcapstone-dev"])
  AC_MSG_RESULT([$quern_have_capstone])
  AS_IF([test "$with_capstone" = yes && test $quern_have_capstone = no],
    [QUERN_MISSING([capstone 4 (shows machine code)], [libcapstone-dev])])])
# Formats with addresses need to know which instruction calls.
EXPORT_LIBS="$EXPORT_LIBS $CAPSTONE_LIBS"
AC_SUBST([CAPSTONE_CFLAGS])
AC_SUBST([CAPSTONE_LIBS])
AM_CONDITIONAL([HAVE_CAPSTONE], [test $quern_have_capstone = yes])
])

# Tests are optional: the summary says what they lack, and `make check` refuses to run
# without it.
AC_DEFUN([QUERN_TESTS], [
AC_CHECK_HEADER([cmocka.h], [quern_have_cmocka=yes], [quern_have_cmocka=no],
  [#include <stdarg.h>
   #include <stddef.h>
   #include <stdint.h>
   #include <setjmp.h>])
AS_IF([test $quern_have_cmocka = yes], [quern_tests_summary="can be run"],
  [quern_tests_summary="cannot be run: no cmocka.h; Debian package: libcmocka-dev"])
AM_CONDITIONAL([HAVE_CMOCKA], [test $quern_have_cmocka = yes])

AC_CACHE_CHECK([for address and undefined-behaviour sanitizers],
  [quern_cv_sanitizers], [
  quern_saved_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -fsanitize=address,undefined"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[]], [[]])],
    [quern_cv_sanitizers=yes], [quern_cv_sanitizers=no])
  CFLAGS=$quern_saved_CFLAGS
])
SANITIZE_CFLAGS=
AS_IF([test $quern_cv_sanitizers = yes],
  [SANITIZE_CFLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"])
AC_SUBST([SANITIZE_CFLAGS])
])

# For hp_plot, cs_plot and the benchmarks; both are optional.  sys.executable, because
# the first python3 in PATH may be a script that selects an interpreter by the user's
# environment.
AC_DEFUN([QUERN_PLOTS], [
AC_PATH_PROG([PYTHON], [python3])
AC_CACHE_CHECK([for Python 3.9 or newer], [quern_cv_python], [
  quern_cv_python=no
  AS_IF([test -n "$PYTHON"], [quern_cv_python=`"$PYTHON" -c 'import sys
print(sys.executable if sys.version_info >= (3, 9) else "no")' 2>/dev/null ||
    AS_ECHO([no])`])
])
AC_PATH_PROG([GNUPLOT], [gnuplot])
AS_IF([test "$quern_cv_python" = no],
    [PYTHON=/usr/bin/python3
     quern_plots_summary="cannot be drawn: no Python 3.9; Debian package: python3"],
  [test -z "$GNUPLOT"],
    [PYTHON=$quern_cv_python
     quern_plots_summary="cannot be drawn: no gnuplot; Debian package: gnuplot-nox"],
  [PYTHON=$quern_cv_python
   quern_plots_summary="can be drawn"])
])
