# quern-missing.m4 -- collects what is missing and reports all of it at the end, with
# the Debian packages that provide it.
# SPDX-License-Identifier: GPL-2.0-or-later

AC_DEFUN([QUERN_MISSING_INIT], [
quern_missing=
])

# QUERN_MISSING(WHAT, DEBIAN-PACKAGE)
AC_DEFUN([QUERN_MISSING], [
AS_VAR_APPEND([quern_missing], ["$1; Debian package: $2
"])
])

AC_DEFUN([QUERN_MISSING_REPORT], [
AS_IF([test -n "$quern_missing"], [
  AS_ECHO(["$quern_missing"]) | while read -r line; do
    test -z "$line" || AS_ECHO(["configure: missing: $line"]) >&2
  done
  AC_MSG_ERROR([install what is missing and run configure again])
])
])
