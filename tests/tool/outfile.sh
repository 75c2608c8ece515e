#!/bin/sh
# outfile.sh -- the outfile is complete, or the old one stays; stock viewers read
# it.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

usual="--I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64"

# ---- Stock cg_annotate opens it, with the same totals.
run_tool cachesim ours.out "$usual --branch-sim=yes" "$programs/memory"
check "cg_annotate accepts the file" cg_annotate ours.out
cg_annotate --show-percs=no ours.out >report
totals=$(awk '/PROGRAM TOTALS/ { sub(/ *PROGRAM TOTALS/, ""); gsub(/,/, "");
                                 $1 = $1; print }' report)
equal "its totals are the summary's" \
   "$(sed -n 's/^summary: //p' ours.out)" "$totals"
check "it has no warnings" sh -c '! cg_annotate ours.out 2>&1 >/dev/null |
   grep -q WARNING'

# ---- The header.
check "the header names tool and format" \
   grep -qE '^desc: Tool: +cachesim [0-9.]+, format 1$' ours.out
check "the header names the Valgrind version" \
   grep -qE '^desc: Valgrind: +[0-9]+\.[0-9]+' ours.out
equal "the last line is the trailer" \
   "#: end $(grep -c '^[0-9]' ours.out)" "$(tail -n 1 ours.out)"
equal "only the owner can read and write it" "-rw-------" \
   "$(ls -l ours.out | cut -c 1-10)"

# ---- Names that would break lines.
run_tool cachesim odd.out "$usual" "$programs/memory" "a
b	c\\x41\\d" "$(printf 'esc\033[0m')"
equal "arguments are escaped" \
   "cmd: $programs/memory a\\x0ab\\x09c\\x5cx41\\d esc\\x1b[0m" \
   "$(grep '^cmd:' odd.out)"

# KCachegrind finds the events even after a long command.
long=$(head -c 3000 /dev/zero | tr '\0' x)
run_tool cachesim long.out "$usual" "$programs/memory" "$long"
check "a long command: the events are within 2,047 bytes" \
   sh -c 'head -c 2047 long.out | grep -q ^events:'
check "a long command: cs_annotate shows all of it" \
   sh -c "\"$CS_ANNOTATE\" --no-annotate long.out | grep -q 'Command:.*memory $long\$'"

# ---- A write that fails keeps the old file.
# fails NAME TEXT: the run with outfile small/old prints TEXT and leaves the old file
# unchanged.
echo "an old profile" >expected
fails()
{
   fails_status=$?
   check "$1: the program's own exit code" test $fails_status -eq 0
   check "$1: an error is printed" grep -q "$2" cachesim.err
   check "$1: the old file stays" cmp expected small/old
   check "$1: no temporary file is left" test -z "$(find small -name '.?*')"
}
mkdir small
cp expected small/old
(ulimit -f 8 && run_tool cachesim small/old "$usual" "$programs/memory")
fails "file too large" "cannot write: File too large"

cp expected small/old
run_tool cachesim small/old "$usual" sh -c "rm -rf small/old; mkdir small/old"
check "a directory that appears under the name: an error is printed" \
   grep -q "cannot write the profile.*directory" cachesim.err
check "no temporary file is left" test "$(ls -A small | wc -l)" -eq 1
rmdir small/old

# A planted symbolic link is replaced, not followed.
echo precious >precious
ln -s ../precious small/old
run_tool cachesim small/old "$usual" "$programs/memory"
equal "a symbolic link is not written through" precious "$(cat precious)"
check "the link is replaced by the profile" test -f small/old -a ! -L small/old

# ---- The program cannot move the outfile.
cat >wander.sh <<'END'
mkdir -p elsewhere && cd elsewhere
END
run_tool cachesim wander.out "$usual" sh wander.sh
check "chdir does not move the outfile" test -s wander.out

# ---- A crash leaves a complete profile.
run_tool cachesim crash.out "$usual" "$programs/crash"
equal "the exit status is the signal's" 139 "$?"
check "the profile of a crash is complete" grep -q '^#: end' crash.out
plan
