#!/bin/sh
# 48-escapes.sh -- names with terminal escapes, C0 and C1 control characters, and
# characters that turn the direction of writing: in profiles, on command lines, and in
# the tools' logs.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

hostile()
{
   "$PYTHON" -B "$srcdir/tests/faults/hostile.py" "$@"
}

# tame NAME STATUS COMMAND...: exits with the status; messages and output (tame.out)
# have no terminal escapes but show them, for the shell as \033.
tame()
{
   tame_name=$1 tame_expected=$2
   shift 2
   "$@" >tame.out 2>tame.err </dev/null
   tame_status=$?
   if [ $tame_status -eq "$tame_expected" ] &&
      tame_wrong=$(hostile tame tame.out tame.err 2>&1) &&
      cat tame.out tame.err | grep -qE '\\x1b|\\033'; then
      ok "$tame_name"
   else
      not_ok "$tame_name" "status $tame_status, expected $tame_expected" \
         "${tame_wrong:-}" "$(head -c 300 tame.err | cat -v)"
   fi
}

LC_ALL=C.UTF-8
export LC_ALL
escape=$(printf 'e\033[31m\302\233\342\200\256')
cs_plot=$builddir/cs_plot hp_plot=$builddir/hp_plot
for tool in $tools; do
   hostile $tool escapes >$tool.old
   hostile $tool escapes 2 >$tool.new
done

# ---- Profiles ----

for format in '' --json --json=all --html=- --csv; do
   tame "cs_annotate $format" 0 "$CS_ANNOTATE" $format --threshold=0 cachesim.old
   tame "hp_annotate $format" 0 "$HP_ANNOTATE" $format --threshold=0 --tree=both \
      --top=99 --heat=99 --findings=99 --all-frames heapprof.old
done
for by in owner leak chain; do
   for format in '' --csv --markdown; do
      tame "hp_annotate --by=$by $format" 0 "$HP_ANNOTATE" $format --by=$by \
         --threshold=0 heapprof.old
   done
done
for format in '' --json --json=all --html=- --csv --junit --github; do
   tame "cs_diff $format" 3 "$CS_DIFF" $format --limits=@all=0 --limits-fn=@all=0 \
      cachesim.old cachesim.new
   tame "hp_diff $format" 3 "$HP_DIFF" $format --limits=@all=0 \
      --limits-path=@all=0 heapprof.old heapprof.new
done
# The format keeps bytes from 0x80 on unescaped.
"$CS_MERGE" -o - cachesim.old cachesim.new >merged.out
check "cs_merge" sh -c "! grep -q '$(printf '[\033\r\177]')' merged.out &&
   grep -qF '\\x1b' merged.out"
for format in callgrind csv json; do
   tame "cs_export $format" 0 "$CS_EXPORT" --format=$format cachesim.old
done
tame "hp_export folded" 0 "$HP_EXPORT" --format=folded heapprof.old
tame "hp_export csv" 0 "$HP_EXPORT" --format=csv heapprof.old
tame "hp_export massif" 0 "$HP_EXPORT" --format=massif heapprof.old
for format in dhat merge; do # \u001b is as good in what only programs read
   if [ $format = dhat ]; then
      "$HP_EXPORT" --format=dhat -o dhat.out heapprof.old
   else
      "$HP_MERGE" -o merge.out heapprof.old heapprof.new
   fi
   check "heap profile, $format" hostile tame $format.out
done
if command -v gnuplot >/dev/null; then
   tame "cs_plot" 0 "$cs_plot" cachesim.old
   tame "hp_plot" 0 "$hp_plot" heapprof.old
   "$cs_plot" --script cachesim.old >script.cs
   "$hp_plot" --script heapprof.old >script.hp
   check "scripts for gnuplot" hostile tame script.cs script.hp
else
   skip "pictures" "no gnuplot"
fi

# ---- Source ----

printf 'int a;\nchar *s = "\033[31m\302\233\342\200\256\r";\n' >source.c
hostile cachesim files source.c >named.cs
hostile heapprof files ./source.c >named.hp
tame "cs_annotate: a line of source" 0 "$CS_ANNOTATE" named.cs
tame "hp_annotate: a line of source" 0 "$HP_ANNOTATE" named.hp

# ---- Command lines ----

for command in "$CS_ANNOTATE" "$CS_DIFF" "$CS_MERGE" "$HP_ANNOTATE" "$HP_DIFF" \
   "$HP_MERGE" "$CS_EXPORT" "$HP_EXPORT" "$cs_plot" "$hp_plot"; do
   name=$(basename "$command")
   case $name in
   *_merge)  where="-o none" ;;
   *_export) where=--format=csv ;;
   *)         where= ;;
   esac
   case $name in
   *_diff) second=source.c ;;
   *)       second= ;;
   esac
   # shellcheck disable=SC2086
   tame "$name: no such file" 1 "$command" $where "$escape" $second
   echo "$escape" >"$escape"
   # shellcheck disable=SC2086
   tame "$name: no such profile" 1 "$command" $where "$escape" $second
   tame "$name: unknown option" 2 "$command" "--$escape" x
   tame "$name: unknown letter" 2 "$command" "-$(printf '\033')" x
   printf '#!/bin/sh\n' >"$escape" # which is not replaced
   case $name in
   *_merge | *_export | *_plot)
      # shellcheck disable=SC2086
      tame "$name: OUT exists" 1 "$command" $where -o "$escape" heapprof.old ;;
   *_diff)
      tame "$name: OUT exists" 1 "$command" --json="$escape" a b ;;
   *_annotate)
      tame "$name: no such root" 2 "$command" --source-root="/no/$escape" x ;;
   esac
   rm "$escape"
done

# ---- The tools ----

for tool in $tools; do
   # The core's own lines about the command are not the tool's.
   run_tool $tool "$escape.out" "" /bin/true
   check "$tool: the outfile is there" test -s "$escape.out"
   grep -E 'Profile|_annotate ' $tool.err >said.err
   tame "$tool: the profile's name" 0 cat said.err
   rm -f "$escape.out"
   run_tool $tool "no/$escape.out" "" /bin/true
   grep -E 'cannot write' $tool.err >said.err
   tame "$tool: a profile that cannot be written" 0 cat said.err
   cp /bin/true "$escape.bin"
   run_tool $tool named.out "" "./$escape.bin"
   tame "$tool: the report of a program of that name" 0 "$(annotate_of $tool)" \
      named.out
   rm "$escape.bin"
done
cp "$programs/heap_arena" "$escape.bin"
run_tool heapprof arena.out "" "./$escape.bin" mmap 6
grep 'mapped' heapprof.err >said.err
tame "heapprof: a program whose memory is not watched" 0 cat said.err
plan
