#!/bin/sh
# 64-layouts.sh -- layout files that are missing, hostile or mistaken: each is refused with one
# line, before the program runs, and nothing is left behind.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

mkdir run
# refused NAME FILE PATTERN [LINES]: the run ends with 1 and so many lines that match, one if not
# given; the program has not run, and no file has come.
refused()
{
   ls -A . run >before
   (cd run && timeout 60 $clean "$valgrind" --tool=cachesim --layout="$2" touch ran) \
      >out 2>err </dev/null
   refused_status=$?
   ls -A . run >after
   if [ $refused_status -eq 1 ] && [ ! -s out ] && cmp -s before after &&
      [ "$(wc -l <err)" -eq "${4:-1}" ] && [ "$(grep -cxE -e "$3" err)" -eq 1 ]; then
      ok "$1"
   else
      not_ok "$1" "expected: $3" "status $refused_status, $(ls run)" "$(head -c 500 err)"
   fi
}

# faulty NAME LINE REASON: of the file at hand.  REASON is a pattern.
faulty()
{
   refused "$1" ../bad.layout "cachesim: \.\./bad\.layout:$2: $3"
}

# The core names the option on one line, the reason on the next.
touch out err before after
missing="valgrind: no such file" unreadable="valgrind: cannot read this file"
refused "a missing file" no.layout "$missing" 3
refused "no name" "" "$missing" 3
refused "a directory" . "$unreadable" 3
refused "a file that is a directory's" /dev/null/x "$unreadable" 3
mkfifo pipe
refused "a pipe without a writer" ../pipe "$unreadable" 3
rm pipe
share_tools
if nobody_runs_tools; then
   echo "site a.c:1: pool" >private.layout
   chmod 600 private.layout
   su nobody -s /bin/sh -c "'$valgrind' --tool=cachesim --layout=private.layout \
      --cachesim-out-file=/dev/null true" >out 2>err
   equal "a private file" "1 $unreadable" "$? $(sed -n 2p err)"
   rm private.layout
else
   skip "a private file" "the tools by another user, or a right to be one"
fi
refused "a device without end" /dev/zero "cachesim: /dev/zero:1: a NUL byte: this is not text|cachesim: \
/dev/zero:1: the file is longer than 1 MiB"
refused "an empty device" /dev/null "cachesim: /dev/null:1: no rules: the layout would not change anything"

# ---- Contents.  write TEXT: a format of printf.
write()
{
   # shellcheck disable=SC2059
   printf "$1" >bad.layout
}
# repeat TIMES TEXT
repeat()
{
   awk -v n="$1" -v text="$2" 'BEGIN { while (n-- > 0) printf "%s", text }' >>bad.layout
}
fields='fields T, 64 bytes, at a.c:1: '

write '' && faulty "an empty file" 1 "no rules: the layout would not change anything"
write '\n# a\n  # b\n' && faulty "comments alone" 3 "no rules: the layout would not change anything"
cp /bin/sh bad.layout && faulty "a program" 1 \
   "a NUL byte: this is not text|.*: the file is longer than 1 MiB"
write 'site a.c:1: pool\n\0' && faulty "a NUL byte" 1 "a NUL byte: this is not text"
write '\377\376\033[2J\r: x\n' && faulty "bytes that are no text" 1 \
   'expected fields, rows, type, site, static or array, found "\?\?\?\[2J"'
write 'site ' && repeat 1000000 x && echo ": pool" >>bad.layout &&
   faulty "a line of 1 MB" 1 'expected FILE:LINE, found "x*"'
write '' && repeat 1048577 '#' && faulty "a longer file" 1 "the file is longer than 1 MiB"
write '' && repeat 60000 "site a.c:1: pool
" && faulty "60,000 rules" 1001 "more than 1000 rules"
write '' && repeat 100000 "site a.c:1: pool
" && faulty "100,000 rules" 1 "the file is longer than 1 MiB"
write 'fields T, 65536 bytes: ' && repeat 100000 "a 0 1, " && echo >>bad.layout &&
   faulty "100,000 fields" 1 "more than 4096 fields"
write 'fields ' && repeat 500000 ",<" && echo ": a 0 1" >>bad.layout &&
   faulty "500,000 commas" 1 'expected `fields TYPE, N bytes, at FILE:LINE: \.\.\.`'
write '' && repeat 262144 '\\
' && faulty "lines that go on" 1 "expected a colon followed by a blank"

write 'fields T, 65537 bytes: a 0 1\n' && faulty "a type that is too large" 1 \
   "a type has from 1 to 65536 bytes"
write 'fields T, 0 bytes: a 0 1\n' && faulty "a type of nothing" 1 \
   "a type has from 1 to 65536 bytes"
write "$fields"'a 0 8, a 8 8\ntype T: hot a; cold rest\n' && faulty "two fields of one name" 2 \
   '"T" has several fields "a"'
write "$fields"'a 0 8, b 4 8\n' && faulty "fields that overlap" 1 \
   '"a" and "b" overlap: members of a union need one name for all'
write "$fields"'a 60 8\n' && faulty "a field behind the end" 1 '"a" ends after the type'
write "$fields"'a 0 8\n'"$fields"'a 0 8\n' && faulty "a type twice" 2 '"T" has fields already'
write "$fields"'a 0 8, b 8 8\ntype T: hot a; cold a, b\n' && faulty "a field in two parts" 2 \
   '"a" is named twice'
for n in 4294967296 18446744073709551616 99999999999999999999999999 -1 0x10 1e3; do
   write "fields T, $n bytes: a 0 8\n" && faulty "$n bytes of a type" 1 \
      'expected `fields TYPE, N bytes, at FILE:LINE: \.\.\.`'
   write "$fields"'a '"$n"' 8\n' && faulty "an offset of $n" 1 \
      "expected NAME OFFSET BYTES, found \"a $n 8\""
   write "$fields"'a 0 '"$n"'\n' && faulty "a field of $n bytes" 1 \
      "expected NAME OFFSET BYTES, found \"a 0 $n\""
   write "site a.c:$n: pool\n" && faulty "line $n" 1 "expected FILE:LINE, found \"a.c:$n\""
   write "site a.c:1: pad $n\n" && faulty "pad $n" 1 \
      "pad: expected a power of two up to 1048576, found \"$n\""
   write "site a.c:1: pitch $n +8\n" && faulty "rows of $n bytes" 1 \
      'expected `pitch \+N` or `pitch ROW \+N`'
   write "site a.c:1: pitch 8 +$n\n" && faulty "$n bytes more" 1 \
      'expected `pitch \+N` or `pitch ROW \+N`'
   write "static a: at +$n\n" && faulty "$n bytes further on" 1 'expected `at \+N`'
   write "rows a: $n\n" && faulty "rows of $n" 1 'expected `rows NAME: BYTES`'
done
for n in 0 3 48 2097152; do
   write "site a.c:1: align $n\n" && faulty "align $n" 1 \
      "align: expected a power of two up to 1048576, found \"$n\""
done
rm bad.layout

# ---- Processes.  A relative name begins where Valgrind starts, which is where the child is.
echo "site a.c:1: pool" >good.layout
mkdir other
cat >moves.sh <<'END'
cd other || exit 9
sh -c 'touch ran' && exit 0
exit 7
END
run_tool cachesim %p.out "--trace-children=yes --layout=good.layout" sh ./moves.sh
equal "a child elsewhere does not find it, and does not run" "7 $missing" \
   "$run_status $(grep -m 1 '^valgrind: no' cachesim.err)"
equal "nothing is left of the child" "" "$(ls other)"
equal "the parent has its profile" 1 "$(find . -name '*.out' ! -name client.out | wc -l)"
rm -f -- *.out
run_tool cachesim %p.out "--trace-children=yes --layout=$work/good.layout" sh ./moves.sh
equal "with an absolute name, it runs" "0 ran" "$run_status $(find other -name ran -printf %f)"
find . -name '[0-9]*.out' >profiles
equal "parent and child have profiles, of the layout" "yes 0" \
   "$([ "$(wc -l <profiles)" -ge 2 ] && echo yes) $(
      xargs grep -L "^desc: Layout: *$work/good.layout" <profiles | wc -l)"
rm -rf other -- *.out

# A forked child has the layout of its parent, also if the file has gone.
cat >forks.sh <<'END'
rm good.layout
(true)
(: "$(echo x)")
END
run_tool cachesim %p.out "--layout=good.layout" sh ./forks.sh
equal "forked children have the layout" "0 yes" \
   "$run_status $([ "$(grep -l '^desc: Layout' [0-9]*.out | wc -l)" -ge 3 ] && echo yes)"
equal "nothing is left but the profiles" "" "$(find . -name '*checkpoint*' -o -name '*.tmp')"

plan
