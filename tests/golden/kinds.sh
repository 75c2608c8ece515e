#!/bin/sh
# kinds.sh -- what each command says of a file that is no profile of its kind, and of a
# mistyped name.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# Names of the commands as their own messages have them.
CS="cs_annotate cs_diff cs_merge cs_export"
HP="hp_annotate hp_diff hp_merge hp_export"

run()
{
   run_name=$1
   shift
   case $run_name in
   cs_annotate) "$CS_ANNOTATE" "$@" ;;
   cs_diff) "$CS_DIFF" "$1" "$@" ;;
   cs_merge) "$CS_MERGE" -o sum.out "$@" ;;
   cs_export) "$CS_EXPORT" --format=csv "$@" ;;
   hp_annotate) "$HP_ANNOTATE" "$@" ;;
   hp_diff) "$HP_DIFF" "$1" "$@" ;;
   hp_merge) "$HP_MERGE" -o sum.out "$@" ;;
   hp_export) "$HP_EXPORT" --format=csv "$@" ;;
   esac
}

# says FILE WHAT COMMAND...: each command, given the file, says what it is.
says()
{
   says_file=$1 says_what=$2
   shift 2
   for says_command in "$@"; do
      run "$says_command" "$says_file" >out 2>err
      equal "$says_command: $says_file" \
         "1 $says_command: $says_file: this is $says_what" "$? $(cat out err)"
   done
}

printf 'cmd: ./app\nevents: Ir\nfl=a.c\nfn=main\n1 5\nsummary: 5\n' >counts
cp "$srcdir/tests/golden/hp_annotate/dhat.out" heap
gzip -c heap >heap.gz
printf 'desc: --time-unit=ms\ncmd: ./app\ntime_unit: ms\n' >massif
printf 'PERFILE2\001\002' >perf.data
printf '#!/bin/sh\n./app\n' >script
"$CS_DIFF" --json=report counts counts
cp /bin/true program
printf '\n\004\010\001\020\002\n\004\010\003\020\004j\002\001\002' | gzip >pprof
printf '\000\000\000\000\000\000\000\000\003\000\000\000\000\000\000' >gperftools
printf '\000\000\000\000\000\000\000\000\000\020\047\000\000' >>gperftools
printf 'NYTProf 5 0\n' >nytprof
printf 'v 10350 3\nx 5 ./app\n' >heaptrack
printf 'main;f 12\n' >folded
printf '{"$schema":"https://www.speedscope.app/file-format-schema.json"}' >speedscope
printf '{"meta":{},"threads":[{"stackTable":{}}]}' >firefox
printf '{"traceEvents":[]}\n' >trace
printf '{\251\003' >cprofile
printf 'gmon\001' >gmon.out
printf 'BZh91AY' >packed
printf 'int main(void)\n{\n   return 0;\n}\n' >main.c

# shellcheck disable=SC2086
{
   says heap "a heap profile: hp_annotate heap" $CS
   says heap.gz "a heap profile: hp_annotate heap.gz" $CS
   says counts "a profile of counts: cs_annotate counts" $HP
   says program "a program: valgrind --tool=cachesim program" $CS
   says program "a program: valgrind --tool=heapprof program" $HP
   says script "a script: valgrind --tool=cachesim --trace-children=yes script" $CS
   says script "a script: valgrind --tool=heapprof --trace-children=yes script" $HP
   says massif "massif's profile: ms_print massif" $CS $HP
   says perf.data "perf's profile: perf report -i perf.data" $CS $HP
   says report "a report in JSON, not a profile" $CS $HP
   says pprof "a profile for pprof: go tool pprof -callgrind -output=callgrind.out pprof" \
      $CS $HP
   says heaptrack "heaptrack's profile: heaptrack_print heaptrack" $CS $HP
   says folded "folded stacks: flamegraph.pl folded" $CS $HP
   says speedscope \
      "a profile for speedscope, which opens it at https://www.speedscope.app" $CS $HP
   says firefox "a profile for the Firefox Profiler, which opens it at \
https://profiler.firefox.com" $CS $HP
   says trace "JSON, but no profile by heapprof or DHAT" $CS
   says cprofile "a profile by Python's cProfile: pyprof2calltree -o callgrind.out -i \
cprofile" $CS $HP
   says gperftools "a profile by gperftools: google-pprof --callgrind PROGRAM gperftools" \
      $CS $HP
   says nytprof "a profile by NYTProf: nytprofcg --out callgrind.out --file nytprof" $CS $HP
   says gmon.out "gprof's profile: gprof PROGRAM gmon.out" $CS $HP
   says packed "compressed in a way that is not read: unpack it first" $CS $HP
   says main.c "a source file, not a profile" $CS $HP
}

for command in $HP; do
   run "$command" trace >out 2>err
   equal "$command: trace" \
      "1 $command: trace: not a heap profile: there is no \"dhatFileVersion\"" \
      "$? $(cat out err)"
done

# means MESSAGE COMMAND ARGUMENT...: the first line of the error contains the message.
means()
{
   means_message=$1 means_command=$2
   shift 2
   run "$means_command" "$@" >out 2>err
   equal "$means_command: $*: did you mean" "2 yes" \
      "$? $(head -n 1 err | grep -qF -e "$means_message" && echo yes || cat err)"
}

means "unrecognized option '--treshold=1'; did you mean '--threshold'?" \
   cs_annotate --treshold=1 counts
means "unrecognized option '--lmits'; did you mean '--limits'?" cs_diff --lmits counts
means "unrecognized option '--fidings=3'; did you mean '--findings'?" \
   hp_annotate --fidings=3 heap
means "did you mean Ir?; there are: Ir" cs_annotate --sort=Irr counts
means "did you mean Ir?; there are: Ir" cs_diff counts --limits=Irr=1%
means "did you mean peak?; there are: " hp_diff heap --limits=paek=1%
means "did you mean leaked?; there are: " hp_diff heap --sort=leak
means "; did you mean never_read?" hp_annotate --sort=neverread heap
means "; did you mean unread?" hp_annotate --fail-on=leaked,unred heap
means "; did you mean massif?" hp_export --format=masif heap
means "; did you mean callgrind?" cs_export --format=calgrind counts
means "; did you mean blocks?" hp_export --metric=block heap
plan
