#!/bin/sh
# callgrind.sh -- KCachegrind draws the call graph that exported profiles have, and shows
# machine code with its counts.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# make viewers runs it, with Debian's packages kcachegrind, xvfb and dbus.  KCachegrind
# gives the graph, with costs and calls, to dot: here, a script that keeps it.
# make check has the same comparisons with callgrind_annotate.

. "${srcdir:?}/tests/lib.sh"

for program in kcachegrind xvfb-run dbus-run-session; do
   if ! command -v $program >/dev/null; then
      skip "KCachegrind" "no $program; Debian packages: kcachegrind, xvfb, dbus"
      plan
      exit 0
   fi
done

mkdir -m 700 home bin
mkdir home/.config
cat >home/.config/kcachegrindrc <<'END'
[TipOfDay]
RunOnStart=false
[MainView-TabView-1]
ActiveBottom=CallGraphView
END
cat >bin/dot <<END
#!/bin/sh
cat >'$work/graph.part' && mv '$work/graph.part' '$work/graph.dot'
END
chmod +x bin/dot

# draws FILE: KCachegrind opens it, and graph.dot is the graph of main.  Faults that it
# finds it prints as "Loading FILE : LINE : MESSAGE".
draws()
{
   rm -f graph.dot
   HOME=$work/home XDG_RUNTIME_DIR=$work/home QT_QPA_PLATFORM=xcb PATH=$work/bin:$PATH \
      timeout 90 dbus-run-session -- xvfb-run -a sh -c '
         kcachegrind "$1" & pid=$!
         for second in $(seq 60); do
            [ -s graph.dot ] && break
            sleep 1
         done
         kill $pid' sh "$work/$1" >kcachegrind.out 2>&1
   check "KCachegrind opens $1 and selects main" \
      grep -q '^Selected  "main"' kcachegrind.out
}

# graph JSON: what was drawn is what the JSON says.
graph()
{
   "$PYTHON" -B "$srcdir/tests/callgrind.py" graph "$1" graph.dot
}

# shows NAME PROFILE
shows()
{
   "$builddir/cs_export" --format=json -o "$1.json" "$2"
   "$builddir/cs_export" --format=callgrind -o "$1.callgrind" "$2"
   draws "$1.callgrind"
   equal "KCachegrind finds no fault in $1" "" "$(grep '^Loading' kcachegrind.out)"
   check "KCachegrind draws $1" graph "$1.json"
}

shows calls "$srcdir/tests/golden/cs_export/calls.out"
sed 's/^calls=2 /calls=3 /; s/^44 8$/44 8 x/' calls.callgrind >wrong.callgrind
draws wrong.callgrind
check "KCachegrind finds a fault" grep -q '^Loading.*Garbage at end' kcachegrind.out
check "a wrong number is detected" sh -c \
   "! '$PYTHON' -B '$srcdir/tests/callgrind.py' graph calls.json graph.dot 2>/dev/null"

# shellcheck disable=SC2086
$clean "$valgrind" --tool=cachesim --call-graph=yes --cachesim-out-file="$work/perl.cs" \
   perl -e 'my %h; $h{$_ % 100} .= "x$_" for 1 .. 3000; print length join ",", %h' \
   >perl.out 2>perl.err
shows perl perl.cs

"$builddir/hp_export" --format=callgrind -o heap.callgrind \
   "$srcdir/tests/golden/hp_export/heap.out"
draws heap.callgrind
check "KCachegrind draws heap.out: all is allocated below main" \
   grep -q '"\*\* main_* \*\*.*\*\*\\n967.276"' graph.dot

# ---- Machine code ----

# KCachegrind has objdump disassemble main's object, and says on the picture which costs it
# finds no code for.  The picture is for people; it needs imagemagick.
cat >home/.config/kcachegrindrc <<'END'
[TipOfDay]
RunOnStart=false
[MainWindow]
1400x1000 screen: Width=1390
1400x1000 screen: Height=980
[MainView-TabView-1]
ActiveBottom=InstrView
END
cat >bin/objdump <<END
#!/bin/sh
printf '%s\n' "\$*" >>'$work/objdump.args'
exec /usr/bin/objdump "\$@"
END
chmod +x bin/objdump
cat >two.c <<'END'
volatile int sum;
__attribute__((noinline)) void hot(int n) { while (n-- > 0) sum += n; }
int main(void) { hot(1000); hot(2000); return 0; }
END
# disassembles: it does main, from where it is on.
disassembles()
{
   start=$(nm two | sed -n 's/^0*\([0-9a-f]*\) T main$/\1/p')
   "$PYTHON" -c '
import re, sys
words = open("objdump.args").read()
at = int(re.search("--start-address=0x([0-9A-Fa-f]+)", words)[1], 16)
assert words.rstrip().endswith("/two") and 0 <= int(sys.argv[1], 16) - at < 64, words
' "$start"
}
if is_missing objdump || is_missing cc; then
   skip "KCachegrind disassembles main" "no objdump or cc; Debian package: gcc"
else
   cc -O1 -g -o two two.c
   # shellcheck disable=SC2086
   $clean "$valgrind" -q --tool=cachesim --instr=yes --call-graph=yes \
      --cachesim-out-file="$work/two.cs" "$work/two"
   "$builddir/cs_export" --format=callgrind -o two.callgrind two.cs
   mkdir -p "$builddir/viewers"
   HOME=$work/home XDG_RUNTIME_DIR=$work/home QT_QPA_PLATFORM=xcb PATH=$work/bin:$PATH \
      timeout 90 dbus-run-session -- xvfb-run -a -s '-screen 0 1400x1000x24' sh -c '
         kcachegrind two.callgrind & pid=$!
         for second in $(seq 60); do
            [ -s objdump.args ] && break
            sleep 1
         done
         sleep 3
         import -window root "$1"
         kill $pid' sh "$builddir/viewers/machine-code.png" >kcachegrind.out 2>&1
   equal "KCachegrind finds no fault in two.callgrind" "" \
      "$(grep '^Loading' kcachegrind.out)"
   check "KCachegrind disassembles main" disassembles
fi
plan
