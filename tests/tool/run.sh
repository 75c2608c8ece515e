#!/bin/sh
# run.sh -- quern run and quern heap: from a program to the first screen, whatever the
# program is and however it ends.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

: "${PYTHON:=python3}"
quern=$builddir/quern
ends=$programs/ends
unset BROWSER TMPDIR COLUMNS

# runs NAME STATUS ARGUMENT...: quern run ends so; its output is in `out` and `err`.
runs()
{
   runs_name=$1 runs_want=$2
   shift 2
   "$quern" "$@" >out 2>err </dev/null
   equal "$runs_name: status" "$runs_want" $?
}

# says NAME PATTERN: standard error has this line.
says()
{
   check "$1: $(grep -m 1 . err)" grep -qE "$2" err
}

# refused NAME STATUS MESSAGE ARGUMENT...: it says this, in one line, and nothing is run.
refused()
{
   refused_name=$1 refused_want="$2 $3"
   shift 3
   "$quern" "$@" >out 2>err </dev/null
   refused_status=$?
   equal "$refused_name" "$refused_want" "$refused_status $(cat out err | grep -v "^Try '")"
}

# ---- One command, one screen

printf 'one\ntwo\n' | "$quern" run "$ends" cat >out 2>err
equal "the program's status" 0 $?
equal "the program's input and output are its own" "one two" "$(tr '\n' ' ' <out | sed 's/ $//')"
says "the report is on standard error" '^ends cat exited with 0 after .* cycles on '
check "it is one screen of 80 columns" awk 'length > 80 { exit 1 } END { exit NR > 28 }' err
says "what is below it" '^\.\.\. [0-9]+ more lines: quern ends\.quern$'
check "the profile is complete" grep -q '^#: state exited 0' ends.quern
equal "nothing else is left" "ends.quern err out" "$(ls -A | tr '\n' ' ' | sed 's/ $//')"
check "what a person asks first" sh -c 'grep -q "^#: machine host" ends.quern &&
   grep -q "^#: fn " ends.quern && grep -q "^#: dn " ends.quern'
COLUMNS=120 "$quern" run --save=wide.quern "$ends" exit 3 >out 2>err
equal "the status is the program's" 3 $?
runs "heap" 7 heap "$ends" exit 7
says "heap: the report" '^ends exit 7 exited with 7; peak '
says "heap: what is below" '^\.\.\. [0-9]+ more lines: quern ends\.heap\.quern$'
check "heap: accesses and owners" sh -c 'grep -q "\"rb\":" ends.heap.quern &&
   "$1" heap --by=look ends.heap.quern >/dev/null || "$1" --by=look ends.heap.quern' sh "$quern"
runs "again" 0 run "$ends" cat
says "the profile before is kept" \
   '^the last run: ends\.old\.quern; what changed: quern diff ends\.old\.quern ends\.quern$'
runs "arguments like our options" 3 run "$ends" exit 3 --save=no --help
check "arguments are the program's" grep -q '^cmd: .*ends exit 3 --save=no --help$' ends.quern

# ---- How the program ends

for number in 11 15 9; do
   runs "signal $number" $((128 + number)) run "$ends" raise $number
   says "signal $number: the report" "was killed by signal $number "
done

# begin COMMAND...: runs it until the program in it is ready; leaves its $pid.
begin()
{
   rm -f out err
   "$@" >out 2>err </dev/null &
   pid=$!
   tenths=0
   until grep -q ready out || [ $tenths -ge 300 ]; do
      sleep 0.1
      tenths=$((tenths + 1))
   done 2>/dev/null
}

# on_signal NAME WHAT STATUS SIGNAL: quern alone gets the signal when `ends WHAT` is ready.
on_signal()
{
   begin env --default-signal "$quern" run "$ends" "$2"
   kill -"$4" $pid
   wait $pid
   equal "$1: status" "$3" $?
   says "$1: the report" "^ends.* (exited with 9|was killed by signal)"
}
if env --default-signal true 2>/dev/null; then
   on_signal "SIGTERM" wait 143 TERM
   says "SIGTERM: the program has it" 'was killed by signal 15'
   on_signal "SIGINT" wait 130 INT
   on_signal "a program that takes SIGINT" catch 9 INT
   check "it has taken it" grep -q caught out
else
   skip "signals" "env knows no --default-signal"
fi
runs "SIGPIPE is as it was" 0 run "$ends" pipe
(trap '' PIPE && "$quern" run "$ends" pipe 2>err)
equal "SIGPIPE is ignored as it was" 1 $?
"$quern" run "$ends" exit 4 >&- 2>err </dev/null
equal "without standard output" 4 $?
says "without standard output: the report" "exited with 4"

# ---- Killed: what was counted until then

begin "$quern" run --tool-options=--checkpoint=1 --save=killed.quern "$ends" wait
sleep 1
read -r child <"/proc/$pid/task/$pid/children"
kill -9 "$child"
wait $pid
equal "SIGKILL: status" 137 $?
says "SIGKILL: the report says that it is partial" 'killed\.quern: warning: partial: a checkpoint'
says "SIGKILL: the report" '^ends.* still ran: a checkpoint'
equal "SIGKILL: one file" "killed.quern" "$(echo killed*)"

# ---- Several processes

runs "forks" 5 run "$ends" fork
says "forks: which is shown" \
   '^shown: process [0-9]+, which ran most of 3; together: quern( ends\.quern[.0-9]*){3}$'
check "forks: it is the child that works" sh -c \
   '"$1" --by=inclusive ends.quern | grep -q make_children && grep -q "^#: parent" ends.quern' sh "$quern"
equal "forks: the others are kept" 2 "$(ls ends.quern.* | wc -l)"
rm -f ends.*
runs "an exec" 0 run "$ends" exec true
says "an exec: it is not followed" \
   '^what it executed was not counted: --tool-options=--trace-children=yes$'
runs "an exec that is followed" 0 run --tool-options=--trace-children=yes "$ends" exec true
says "an exec that is followed: the other program" '^shown: process [0-9]+, which ran most of 2'
rm -f ends.*
printf '#!/bin/sh\n"%s" exit 4\nexit $?\n' "$ends" >wrapper
chmod +x wrapper
runs "a script" 4 run ./wrapper
says "a script: what it runs is shown" '^(ends|wrapper).* exited with 4'
says "a script: more than one process" '^shown: process [0-9]+, which ran most of 2'
rm -f wrapper.*
runs "a daemon" 0 run --tool-options=--checkpoint=1 "$ends" daemon
says "a daemon: it still runs" '^process [0-9]+ still runs, and writes ends\.quern\.[0-9]+\.checkpoint$'
kill "$(sed -n 's/.*process \([0-9]*\) still runs.*/\1/p' err)"

# ---- Programs that cannot be run

refused "no program" 125 "quern run: expected a program" run
refused "an unknown option" 125 "quern run: unrecognized option '--opne'; did you mean '--open'?" \
   run --opne "$ends"
refused "no such file" 127 "quern run: ./no-such: No such file or directory" run ./no-such
refused "nothing in PATH" 127 "quern heap: no-such: no such program in PATH" heap no-such
refused "the current directory is not in PATH" 127 \
   "quern run: wrapper: no such program in PATH; did you mean ./wrapper" run wrapper
mkdir folder
refused "a directory" 126 "quern run: ./folder: Is a directory" run ./folder
echo text >text
refused "no program, but text" 126 "quern run: ./text: Permission denied" run ./text
cp "$ends" privileged
chmod 4755 privileged
refused "set-user-ID" 126 "quern run: ./privileged: it is set-user-ID or set-group-ID, which \
Valgrind cannot run; a copy is not" run ./privileged
cp "$ends" foreign
printf '\267' | dd of=foreign bs=1 seek=18 conv=notrunc 2>/dev/null # arm64
runs "of another processor" 125 run ./foreign
says "of another processor: a line of ours" '^quern run: there is no profile; the reason is above$'

# ---- Options

refused "to replace the program" 125 "quern run: ./privileged: would replace a program" \
   run --save=./privileged "$ends"
refused "to replace an argument" 125 "quern run: text: would replace what is read" \
   run --save=text "$ends" cat text
refused "a directory that is not there" 125 \
   "quern run: none/a.quern: No such file or directory" run --save=none/a.quern "$ends"
runs "--save" 2 run --save="50% a.quern" "$ends" exit 2
check "--save: it is there" grep -q '^#: state exited 2' "50% a.quern"
runs "--tool-options" 0 run --tool-options="--machine='zen4' --branch-sim=yes" \
   --tool-options=--call-graph=no "$ends"
check "--tool-options: each word" grep -q '^#: machine zen4' ends.quern
runs "a wrong option of the tool" 125 run --tool-options=--no-such "$ends"
says "a wrong option of the tool: Valgrind says it" "Unknown option: --no-such"
says "a wrong option of the tool: and there is no profile" '^quern run: there is no profile'
refused "no words" 125 "quern run: --tool-options='a: not words for a shell: quote what is \
special" run --tool-options="'a" "$ends"
refused "another outfile" 125 "quern run: --cachesim-out-file=x: choose the file with \
--save=FILE" run --tool-options=--cachesim-out-file=x "$ends"

# ---- The page

mkdir browsers
printf '#!/bin/sh\necho "$@" >>%s/browsed\n' "$work" >browsers/browser
cp browsers/browser browsers/xdg-open
chmod +x browsers/*
# browsed NAME WORDS: the page was opened so, within a second.
browsed()
{
   tenths=0
   until [ -s browsed ] || [ $tenths -ge 100 ]; do
      sleep 0.1
      tenths=$((tenths + 1))
   done
   equal "$1: it is opened" "$2" "$(cat browsed)"
   rm -f browsed
}
BROWSER="$work/browsers/browser -new" "$quern" run --open "$ends" exit 1 2>err
equal "--open: status" 1 $?
says "--open: where it is" '^page: ends\.html$'
check "--open: it is a page" grep -q '<!DOCTYPE html>' ends.html
browsed "BROWSER" "-new $work/ends.html"
PATH=$work/browsers:$PATH "$quern" heap --open --save=h.quern "$ends" 2>err
browsed "xdg-open" "$work/h.html"
mkdir no-browser
for name in sh valgrind env dirname; do
   ln -s "$(command -v $name)" no-browser/
done
PATH=$work/no-browser "$quern" run --open "$ends" 2>err
equal "no browser: status" 0 $?
says "no browser: one line" 'no browser is known: set BROWSER, or install xdg-open'

# ---- Without Valgrind, or with another

mkdir lone
cp "$quern" lone/
PATH=$work/browsers lone/quern run "$ends" >out 2>err
equal "no Valgrind" "125 quern run: valgrind: it is not installed, or not in PATH" "$? $(cat err)"
mkdir other
for file in "$builddir"/in-place/*; do
   ln -s "$file" other/
done
platform=$(sed -n 's/^VG_PLATFORM_PRI = //p' "$builddir/Makefile")
rm other/none-"$platform"
(printf 'valgrind-9.9.9'; head -c 200 /dev/zero) >other/none-"$platform"
launcher=$(sed -n 's/^VALGRIND = //p' "$builddir/Makefile")
printf '#!/bin/sh\nVALGRIND_LIB=%s exec %s "$@"\n' "$work/other" "$launcher" >lone/valgrind-quern
chmod +x lone/valgrind-quern
lone/quern run "$ends" >out 2>err
equal "a Valgrind of another version: status" 125 $?
says "a Valgrind of another version: it is named" 'has Valgrind 9\.9\.9: rebuild Quern'
sed -i "s|/other|/usual|" lone/valgrind-quern
ln -s "$builddir/in-place" usual
runs "installed with a tool directory of its own" 0 run "$ends"
lone/quern run "$ends" exit 6 2>err
equal "valgrind-quern beside it is used" 6 $?

# ---- Directories and disks

if [ "$(id -u)" = 0 ]; then
   mkdir full
   if mount -t tmpfs -o size=64k tmpfs full 2>/dev/null; then
      trap 'umount "$work/full"; rm -rf "$work"' EXIT
      mkdir second
      head -c 61440 /dev/zero >full/filler
      (cd full && TMPDIR=$work/second "$quern" run "$ends" exit 2 2>../err)
      equal "a full disk: status" 2 $?
      says "a full disk: the tool says so" "cannot write the profile '.*No space left"
      says "a full disk: the report is there all the same" '^ends.* exited with 2'
      says "a full disk: where the profile is" "more lines: quern $work/second/ends\.quern\.[0-9]+$"
   else
      skip "a full disk" "no file system can be mounted"
   fi
   share_tools
   mkdir -m 555 closed
   cp "$quern" shared/quern
   cp shared/run shared/valgrind-quern
   cp "$ends" shared/
   if nobody_runs_tools; then
      su nobody -s /bin/sh -c "cd closed && ../shared/quern run ../shared/ends" 2>err
      equal "a directory without the right to write" "125 quern run: ends.quern: the directory \
cannot be written to; choose another file with --save=FILE" "$? $(cat err)"
   else
      skip "a directory without the right to write" "nobody cannot run the tools"
   fi
else
   skip "a full disk, a closed directory" "not root"
fi

# ---- C++ and Rust

cat >words.cpp <<'END'
#include <sstream>
int main()
{
   int sum = 0;
   for (int i = 0; i < 1000; i++) {
      std::istringstream line("12 34");
      int a = 0, b = 0;
      line >> a >> b;
      sum += a + b;
   }
   return sum == 46000 ? 8 : 1;
}
END
cat >words.rs <<'END'
fn main() {
    let mut words = Vec::new();
    for i in 0..3000 {
        words.push(i.to_string());
    }
    std::process::exit(if words.len() == 3000 { 8 } else { 1 })
}
END
for language in "g++ cpp" "rustc rs"; do
   compiler=${language% *} ending=${language#* }
   if is_missing "$compiler"; then
      skip "$language" "no $compiler"
      continue
   fi
   "$compiler" -g -O -o "words_$ending" "words.$ending" 2>err
   runs "$compiler" 8 run "./words_$ending"
   says "$compiler: its own line" "words\.$ending:[0-9]"
   runs "$compiler, heap" 8 heap "./words_$ending"
   says "$compiler, heap: the report" "^words_$ending exited with 8; peak "
done

# ---- At a terminal

python=$PYTHON
"$python" -c 'import pyte' 2>/dev/null || python=/usr/bin/python3
if ! "$python" -c 'import pyte' 2>/dev/null; then
   skip "at a terminal" "no pyte; Debian package: python3-pyte"
   plan
   exit 0
fi
at_terminal()
{
   "$python" -B "$srcdir/tests/tool/run.py" "$@" >page 2>&1
}
at_terminal 80 none "$quern" run "$ends" talk 3
check "80 columns: one status line, and none at the end" grep -q '^status lines: 1 0$' page
check "80 columns: how far it is: $(grep ^last page)" grep -qE \
   '^last: quern run: [0-9]+ s(, about [0-9.]+[kMG] instructions, [0-9]+ times slower)?; Ctrl-C: report$' page
equal "80 columns: the program's lines are whole" "" \
   "$(sed '/exited with/,$d' page | grep -vxE '|a line of the program|and a part of another')"
check "80 columns: there are some" grep -qx 'and a part of another' page
check "80 columns: the report follows" grep -qE '^ends.* exited with 0 after ' page
equal "80 columns: the status is the program's" "exit status: 0" "$(tail -n 1 page)"
at_terminal 200 C "$quern" run --save=wide.quern "$ends" wait
check "200 columns, Ctrl-C: the report" grep -q '^ends.* was killed by signal 2 (SIGINT)' page
check "200 columns, Ctrl-C: lines are wider" awk 'length > 80 { found = 1 } END { exit !found }' page
equal "200 columns, Ctrl-C: the status" "exit status: 130" "$(tail -n 1 page)"
if is_missing bash; then
   skip "Ctrl-Z" "no bash"
else
   at_terminal stop "$quern" run "$ends" wait
   check "Ctrl-Z: it stops" grep -q '^\[1\]+ *Stopped' page
   check "Ctrl-Z, fg, Ctrl-C: the report" grep -q '^ends.* was killed by signal 2 (SIGINT)' page
   check "Ctrl-Z, fg, Ctrl-C: the status" grep -q 'status 130$' page
fi
plan
