#!/bin/sh
# 41-large.sh -- long input: a line of 100 MB, ten million lines, and odd bytes at the
# ends of lines; time is linear, memory bounded.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The installed commands: sanitizers need memory of their own.

. "${srcdir:?}/tests/faults/readers.sh"

# measured PROGRAM GENERATOR STATUS: feeds the program through a pipe and prints its
# CPU time in ms and its memory in MB.  Only the program's status is checked.
cat >measure.py <<'END'
import os, subprocess, sys, threading

def long_line(n):               # a name of n bytes
    yield b"cmd: a\nevents: Ir\nfl="
    for _ in range(n // 65536):
        yield b"x" * 65536
    yield b"\nfn=f\n1 1\nsummary: 1\n"

def blanks(n):
    yield b"cmd: a\nevents: Ir\nfl=a\nfn=f\n1"
    for _ in range(n // 65536):
        yield b" " * 65536
    yield b"1\nsummary: 1\n"

def nothing(n):                 # no newline at all
    for _ in range(n // 65536):
        yield bytes(65536)

def body(n, row, step=1):
    for i in range(0, n, 1000):
        yield b"".join(row % j for j in range(i, i + 1000))

def lines(n):                   # as many as a large program has
    yield b"cmd: a\nevents: Ir\nfl=a\nfn=f\n"
    yield from body(n, b"%d 1\n")
    yield b"summary: %d\n" % n

def same_line(n):
    yield b"cmd: a\nevents: Ir\nfl=a\nfn=f\n"
    for _ in range(n // 10000):
        yield b"7 1\n" * 10000
    yield b"summary: %d\n" % n

def functions(n):
    yield b"cmd: a\nevents: Ir\nfl=a\n"
    yield from body(n, b"fn=f%d\n1 1\n")
    yield b"summary: %d\n" % n

def comments(n):
    yield b"cmd: a\nevents: Ir\n"
    for _ in range(n // 10000):
        yield b"#: x y\n" * 10000
    yield b"fl=a\nfn=f\n1 1\nsummary: 1\n"

def descs(n):
    for _ in range(n // 10000):
        yield b"desc: I1 cache: 64 B\n" * 10000
    yield b"cmd: a\nevents: Ir\nfl=a\nfn=f\n1 1\nsummary: 1\n"

def calls(n):                   # callgrind's, all names by number
    yield b"# callgrind format\nevents: Ir\nfl=(1) a\n"
    yield from body(n, b"fn=(%d) f\n1 1\ncalls=1 5\n* 9\n")
    yield b"totals: %d\n" % n

def heap(n, frame=b"0x%X: f%d (a.c:%d)"):
    yield (b'{"dhatFileVersion":2,"mode":"heap","verb":"Allocated","bklt":false,'
           b'"bkacc":false,"tu":"instrs","Mtu":"Minstr","cmd":"a","pid":1,'
           b'"te":9,"pps":[\n')
    for i in range(n):
        yield b'%s{"tb":16,"tbk":1,"fs":[%d]}' % (b",\n" if i else b"", i + 1)
    yield b'],"ftbl":["[root]"'
    for i in range(n):
        yield b',\n"' + frame % (i + 1, i, i) + b'"'
    yield b"]}\n"

def brackets(n):                # a frame that is hard to take to pieces
    yield (b'{"dhatFileVersion":2,"mode":"heap","verb":"Allocated","bklt":false,'
           b'"bkacc":false,"tu":"instrs","Mtu":"Minstr","cmd":"a","pid":1,'
           b'"te":9,"pps":[{"tb":16,"tbk":1,"fs":[1]}],"ftbl":["[root]","0x1: f')
    yield b" (" * n + b"1" * n + b')"]}'

def long_string(n):
    yield b'{"dhatFileVersion":2,"mode":"'
    for _ in range(n // 65536):
        yield b"x" * 65536
    yield b'"}'

def zeros(n):                   # many small things where none is expected
    yield b'{"dhatFileVersion":2,"x":['
    for _ in range(n // 65536):
        yield b"0," * 32768
    yield b'0]}'

def measure(make, n, command, status):
    child = subprocess.Popen(command, stdin=subprocess.PIPE,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    def feed():
        try:
            for piece in make(n):
                child.stdin.write(piece)
            child.stdin.close()
        except BrokenPipeError:
            pass
    feeder = threading.Thread(target=feed)
    feeder.start()
    said = child.stderr.read()
    _, ended, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(ended)
    feeder.join()
    if child.returncode != status or (status and said.count(b"\n") != 1):
        sys.exit(f"status {child.returncode}, and: {said[:300]!r}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024

# linear MAKER N COMMAND...: 4 N lines take less than 8 times as long as N, by medians.
# within MB STATUS MAKER N COMMAND...: the memory does not exceed the limit.
how, *words = sys.argv[1:]
if how == "linear":
    make, n, *command = words
    small, large = (sorted(measure(globals()[make], size, command, 0)[0]
                           for _ in range(3))[1] for size in (int(n), 4 * int(n)))
    if large > 8 * max(small, 0.02):
        sys.exit(f"{n}: {small:.3f} s, 4 times as much: {large:.3f} s")
else:
    most, status, make, n, *command = words
    used = measure(globals()[make], int(n), command, int(status))[1]
    if used > int(most):
        sys.exit(f"{used:.0f} MB, not {most}")
END
measure() { "$PYTHON" -SIB measure.py "$@"; }

annotate=$builddir/cs_annotate
merge=$builddir/cs_merge
heap=$builddir/hp_annotate

# ---- Long lines ----

check "a line of 100 MB" measure within 120 1 long_line 100000000 "$annotate" -
check "100 MB of blanks" measure within 120 1 blanks 100000000 "$merge" -o - -
check "100 MB without a line" measure within 120 1 nothing 100000000 "$annotate" -
check "100 MB that are not JSON" measure within 20 1 nothing 100000000 "$heap" -
check "100 MB that are not JSON: hp_plot" \
   measure within 100 1 nothing 100000000 "$builddir/hp_plot" --script -
check "a string of 100 MB" measure within 500 1 long_string 100000000 "$heap" -
check "a line of 30 MB is read" measure within 200 0 long_line 30000000 "$merge" -o - -

# ---- Many lines ----

printf 'cmd: a\nevents: Ir\nfl=a\nfn=f\n1 1\nsummary: 1\n' >cachegrind.ir

check "ten million lines" measure within 60 0 comments 10000000 "$annotate" -
check "ten million counts" measure within 250 0 same_line 10000000 "$merge" -o - -
check "ten million lines of a header" measure within 20 1 descs 10000000 "$annotate" -
for maker in lines functions calls; do
   check "linear: $maker, cs_annotate" measure linear $maker 50000 "$annotate" \
      --no-source -
done
yes 'x = x + 1;' | head -n 160000 >a # the source of these lines
check "linear: lines with their source" measure linear lines 40000 "$annotate" \
   --threshold=0 -
rm a
check "linear: two files" measure linear functions 50000 "$merge" -o - \
   cachegrind.ir -
for command in "$heap" "$builddir/hp_merge -o -" \
   "$builddir/hp_export --format=folded --metric=total"; do
   # shellcheck disable=SC2086
   check "linear: sites, $(basename "${command%% *}")" \
      measure linear heap 10000 $command -
done
check "linear: a frame of brackets" measure linear brackets 50000 "$heap" -
check "a bomb of small values" measure within 1500 1 zeros 30000000 "$heap" -

# ---- Bytes ----

# A NUL in each kind of line.
"$PYTHON" -SIB -c '
lines = open("cachesim.out", "rb").read().split(b"\n")
for i, line in enumerate(lines[:-1]):
    half = len(line) // 2
    changed = [*lines[:i], line[:half] + b"\0" + line[half:], *lines[i + 1:]]
    open(f"nul.{i + 1}", "wb").write(b"\n".join(changed))'
nul_bad=
for file in nul.*; do
   "$CS_ANNOTATE" --no-source "$file" >got.out 2>got.err
   [ "$? $(cat got.out got.err)" = \
     "1 cs_annotate: $file:${file#nul.}: NUL byte" ] ||
      nul_bad="$nul_bad $file: $(head -n 1 got.err)"
done
equal "a NUL byte in any line" "" "$nul_bad"
sed 's/"cmd":"/&\\u0000/' heapprof.out >nul.out
refused "an escaped NUL in JSON" "$hp_few" nul.out heapprof.out 'nul\.out:'

# plain NAME FILE READERS: the output for a file and for its changed copy is the same.
plain()
{
   plain_bad=
   for by in $3; do
      reads "$by" "$2" "$2" 2>&1 | grep -av "$2" >want.out
      reads "$by" strange.out "$2" 2>&1 | grep -av 'strange\.out\|'"$2" >got.out
      cmp -s want.out got.out || plain_bad="$plain_bad
$by: $(diff want.out got.out | head -n 4)"
   done
   equal "$1" "" "$plain_bad"
}
for file in cachesim cachegrind callgrind; do
   sed 's/$/\r/' $file.out >strange.out
   plain "CR LF: $file" $file.out "$cs_few cs_plot"
   { printf '\357\273\277' && cat $file.out; } >strange.out
   plain "a byte order mark: $file" $file.out "$cs_few cs_plot"
done
for file in heapprof dhat; do
   sed 's/$/\r/' $file.out >strange.out
   plain "CR LF: $file" $file.out "hp_annotate hp_merge hp_export:csv"
   { printf '\357\273\277' && cat $file.out; } >strange.out
   plain "a byte order mark: $file" $file.out "hp_annotate hp_merge hp_export:csv"
done
cp heapprof.out like.out
{ printf '\357\273\277' && sed 's/$/\r/' heapprof.out; } >strange.out
plain "both: hp_plot" heapprof.out hp_plot
plan
