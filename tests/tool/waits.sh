#!/bin/sh
# waits.sh -- on a terminal, who waits for a report for more than a second sees why.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

if ! command -v script >/dev/null; then
   skip "a terminal" "no script; Debian package: bsdutils"
   plan
   exit 0
fi

cat >profile <<'END'
events: Ir
fl=a.c
fn=main
1 100
summary: 100
END

# slowly SECONDS COMMAND: a terminal's text while the profile comes in two parts.
slowly()
{
   { head -n 3 profile; sleep "$1"; tail -n +4 profile; } >pipe &
   TERM=xterm PAGER=cat script -qec "$2" log >/dev/null </dev/null
   tr '\r\033' '\n@' <log
}
mkfifo pipe
slowly 1.5 "$CS_ANNOTATE pipe" >text
check "what is read is said" grep -qx '@.Kpipe: 0 MB' text
check "and taken away before the report" awk '
   /pipe: 0 MB/ { shown = NR }
   /^@.K/ && !/pipe/ && !gone { gone = NR }
   /PROGRAM TOTALS/ { report = NR }
   END { exit !(shown < gone && gone <= report) }' text
slowly 0 "$CS_ANNOTATE pipe" >text
check "not within a second" sh -c '! grep -q "MB" text'
slowly 1.5 "$CS_ANNOTATE pipe 2>err" >text
check "nor in a file" sh -c '! grep -q "MB" text err && grep -q "PROGRAM TOTALS" text'
plan
