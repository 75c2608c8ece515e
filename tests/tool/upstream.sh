#!/bin/sh
# upstream.sh -- upstream.py reports whatever is wrong with a run or a profile: a stand-in
# for Valgrind does each wrong.  SPDX-License-Identifier: GPL-2.0-or-later

. "$srcdir/tests/lib.sh"

# The build directory: the commands as built, and the stand-in.
mkdir build source work
for command in cs_annotate cs_merge cs_diff cs_export hp_annotate hp_merge hp_diff hp_export; do
   ln -s "$builddir/$command" "build/$command"
done
cat >build/valgrind-in-place <<END
#!/bin/sh
# What is wrong, with what, is in \$0.wrong.
profile=/dev/null tool=
for word; do
   case \$word in
   --tool=*) tool=\${word#*=} ;;
   --log-file=*) log=\$(dirname "\${word#*=}")/\$\$ ;;
   --*-out-file=*) profile=\$(dirname "\${word#*=}")/\$\$ ;;
   -*) ;;
   *) break ;;
   esac
   shift
done
case \$tool in cachesim) own=cs_annotate/calls.out ;; *) own=hp_annotate/own.out ;; esac
cat "$srcdir/tests/golden/\$own" >"\$profile"
printf '1\n2\n3\n4\n5\n6\n==1== Profile: %s\n' "\$profile" >"\$log"
case \$(cat "\$0.wrong") in
"random stdout") date +%N ;;
"\$tool stdout") echo more ;;
"\$tool stderr") echo more >&2 ;;
"\$tool status") "\$@"; exit 3 ;;
"\$tool log") echo "==1== cachesim: error: no reason" >>"\$log" ;;
"\$tool left") : >"\${profile%/*}/.quern.1.2" ;;
"\$tool lost") rm "\$profile" ;;
"\$tool partial") sed -i '/^#: cachesim/a #: state partial 5' "\$profile" ;;
"\$tool read") sed -i '\$d' "\$profile" ;;
esac
exec "\$@"
END
chmod +x build/valgrind-in-place

# The tests of a Valgrind.
for tool in none memcheck cachegrind callgrind massif dhat helgrind drd; do
   mkdir -p source/$tool/tests
done
cp /bin/echo source/none/tests/program
tests=source/none/tests
printf 'prog: program\nargs: one "two words"\n' >$tests/args.vgtest
printf 'prog: program\nargs: one "two words"\nvgopts: -q\n' >$tests/again.vgtest
printf 'prog: program\nprereq: false\n' >$tests/never.vgtest
printf 'prog: none-such\n' >$tests/missing.vgtest
printf 'vgopts: --help\n' >$tests/help.vgtest
mkdir $tests/ppc32
printf 'prog: ../program\nargs: 32\n' >$tests/ppc32/foreign.vgtest
: >known

# upstream [OPTION...]: a run; $wrong is what is wrong.
upstream()
{
   echo "${wrong:-}" >build/valgrind-in-place.wrong
   "$PYTHON" -B "$srcdir/tests/wild/upstream.py" --builddir="$work/build" \
      --source="$work/source" --known=known --work=work "$@"
}

equal "each program once" 'none/tests/again: ./program one "two words"
none/tests/never: ./program' "$(upstream --list)"
upstream >out 2>&1
equal "a good run passes" 0 $?
equal "ten modes" "10 passed, 0 failed" "$(tail -n 1 out)"
check "a program that was not built is named" grep -qx 'not built: 1: none/tests/missing' out
check "a program that needs what is not here, too" \
   grep -qx 'needs what is not here: 1: none/tests/never' out

# finds WHAT: the tool does it in one mode, and the run fails for that and nothing else.
finds()
{
   wrong="cachesim $1"
   upstream --mode=cachesim --mode=heapprof >out 2>&1
   equal "$1: the run fails" 1 $?
   equal "$1: what is wrong" "FAIL: none/tests/again: cachesim: $1
1 passed, 1 failed" "$(tail -n 2 out)"
   check "$1: what the run left is kept" test -d work/found/none-tests-again/cachesim
}

for what in stdout stderr status log left lost partial read; do
   finds $what
done
check "each command is named once" \
   grep -q ': read: cs_annotate, cs_annotate --json=all, cs_annotate --html, cs_merge, cs_diff, cs_export' out

# Known exceptions.
wrong="cachesim status"
echo 'none/tests/again cachesim status the stand-in does so' >known
upstream --mode=cachesim >out 2>&1
equal "a known exception passes" "0 1 passed, 0 failed" "$? $(tail -n 1 out)"
echo 'none/tests/again cachesim|heap* status,stdout the stand-in does so' >known
upstream --mode=cachesim >out 2>&1
equal "an exception that does not apply fails" \
   "1 FAIL: none/tests/again: cachesim: stdout is listed, but is not so" \
   "$? $(tail -n 2 out | head -n 1)"
echo 'none/tests/gone * status the stand-in does so' >known
wrong=
upstream >out 2>&1
equal "nor may one be of a program that is not there" "1 FAIL: none/tests/gone: is listed, \
but did not run" "$? $(tail -n 2 out | head -n 1)"
echo 'none/tests/again cachesim' >known
upstream >out 2>&1
equal "a line of the list without a reason" "upstream.py: known:1: expected program, mode, \
some of status,stdout,stderr,time,log,left,lost,partial,read, and a reason" "$(cat out)"
: >known

upstream never >out 2>&1
equal "where nothing runs, nothing passes" "1 0 passed, 0 failed" "$? $(tail -n 1 out)"
wrong="random stdout"
upstream --mode=cachesim >out 2>&1
equal "a program that differs from itself is not compared" "0 1 passed, 0 failed" \
   "$? $(tail -n 1 out)"

wrong="cachesim status"
rm -rf work/found
upstream --mode=cachesim >/dev/null 2>&1
wrong="cachesim stdout"
upstream --resume --mode=cachesim --mode=heapprof >out 2>&1
equal "results are kept, and the rest is run" "FAIL: none/tests/again: cachesim: status
1 passed, 1 failed" "$(tail -n 2 out)"
plan
