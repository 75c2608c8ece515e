#!/bin/sh
# quern.sh -- quern runs each command: by its name, by a word and the kind of the profile,
# and by the profile alone.  SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

quern=$builddir/quern
golden=$srcdir/tests/golden
version=$("$quern" --version)
cp "$golden/cs_diff/old.out" counts.old
cp "$golden/cs_diff/new.out" counts.new
cp "$golden/hp_diff/old.out" heap.old
cp "$golden/hp_diff/new.out" heap.new
cp "$golden/hp_annotate/dhat.out" dhat.out
"$builddir/cs_export" --format=callgrind -o callgrind.out counts.old
"$builddir/hp_export" --format=massif -o massif.out heap.old
gzip -c heap.old >heap.gz
gzip -c counts.old >counts.gz

# unhinted: all but hints, which have the words of what was typed.
unhinted()
{
   sed -E '/^(all places|better data layouts|one page for a browser|compare with a run) /d
      /^(what keeps it alive|never used, never read|[0-9]+ more findings?|find more with) /d
      s/(: this is [^:]*): .* ([^ ]*)$/\1: \2/'
}

# same NAME WORDS COMMAND: quern with the words prints what the command does, and ends so.
same()
{
   # shellcheck disable=SC2086
   "$quern" $2 >got 2>&1 </dev/null
   same_status=$?
   # shellcheck disable=SC2086
   "$builddir/"$3 >want 2>&1 </dev/null
   equal "$1: exit status" $? $same_status
   equal "$1: output" "$(unhinted <want)" "$(unhinted <got)"
}

# refused NAME STATUS MESSAGE WORD...: quern says this, in one line, and ends so.
refused()
{
   refused_name=$1 refused_want="$2 quern: $3"
   shift 3
   "$quern" "$@" >out 2>err </dev/null
   equal "$refused_name" "$refused_want" "$? $(cat out err)"
}

# ---- Names ----

for name in cs_annotate cs_diff cs_export cs_machine cs_merge hp_annotate hp_diff hp_export \
   hp_merge quern-top; do
   equal "$name is quern" "$quern" "$(readlink -f "$builddir/$name")"
   equal "$name goes by its name" "$name (quern) ${version#quern }" \
      "$("$builddir/$name" --version)"
   equal "$name, found on PATH" "$name (quern) ${version#quern }" \
      "$(PATH=$builddir:$PATH; $name --version)"
   same "help $name" "help $name" "$name --help"
done

# ---- Profiles ----

for file in counts.old counts.gz callgrind.out; do
   same "$file" "$file" "cs_annotate $file"
done
for file in heap.old heap.gz dhat.out; do
   same "$file" "$file" "hp_annotate $file"
done
same "options before and behind" "--top 3 heap.old --no-annotate" \
   "hp_annotate --top 3 heap.old --no-annotate"
same "several" "counts.old counts.new" "cs_annotate counts.old counts.new"
same "--, and a name like an option" "--by=function -- counts.old" \
   "cs_annotate --by=function -- counts.old"
for file in heap.old heap.gz counts.gz; do
   case $file in heap*) command=hp_annotate ;; *) command=cs_annotate ;; esac
   "$builddir/$command" - <$file >want
   "$quern" - <$file >got
   equal "standard input: $file" "$(unhinted <want)" "$(unhinted <got)"
   # shellcheck disable=SC2002
   cat $file | "$quern" - >got
   equal "a pipe: $file" "$(unhinted <want)" "$(unhinted <got)"
done

# ---- Hints are in the words of what was typed ----

# hints NAME: each command that the report names is quern's.
hints()
{
   check "hints of $1" grep -qE '^one page for a browser +quern --html' got
   check "hints of $1: no other names" sh -c \
      '! grep -E "(cs|hp)_(annotate|diff)|--tool=|with cachesim" got'
}
for file in counts.old heap.old dhat.out; do
   "$quern" $file >got
   hints $file
   cp got $file.got
done
check "a hint that runs a tool" grep -qF "find more with quern run --tool-options='--" counts.old.got
check "a file that is no profile" sh -c '"$1" diff "$2" heap.old 2>&1 | grep -q "program: quern heap /"' \
   sh "$quern" "$quern"

# ---- Words ----

same "diff of counts" "diff counts.old counts.new" "cs_diff counts.old counts.new"
same "diff of heaps" "diff heap.old heap.new" "hp_diff heap.old heap.new"
same "a limit" "diff --limits=Ir=0 counts.old counts.new" \
   "cs_diff --limits=Ir=0 counts.old counts.new"
same "diff of both kinds" "diff heap.old counts.new" "hp_diff heap.old counts.new"
same "merge of counts" "merge -o - counts.old counts.old" \
   "cs_merge -o - counts.old counts.old"
same "merge of heaps" "merge -o - heap.old heap.old" "hp_merge -o - heap.old heap.old"
same "export of counts" "export --format=csv counts.old" "cs_export --format=csv counts.old"
same "export of a heap" "export --format=csv heap.old" "hp_export --format=csv heap.old"
cp callgrind.out out.callgrind
same "what OUT was does not count" "export --format callgrind -o out.callgrind heap.old" \
   "hp_export --format callgrind -o out.callgrind heap.old"
check "it is written" grep -q 'creator: hp_export' out.callgrind
same "machine" "machine list" "cs_machine list"
same "top" "top --once 0" "quern-top --once 0"
same "plot of counts" "plot --script counts.old" "cs_plot --script counts.old"
same "plot of a heap" "plot --script heap.old" "hp_plot --script heap.old"
same "plot alone" "plot" "cs_plot"
same "diff alone" "diff" "cs_diff"
same "no such file" "merge -o none no-such" "cs_merge -o none no-such"

# ---- Help ----

"$quern" --help >help
equal "quern help" "$(cat help)" "$("$quern" help)"
equal "quern -h" "$(cat help)" "$("$quern" -h)"
for word in run heap diff merge export plot machine top; do
   check "--help has $word" grep -q "^  quern $word " help
   "$quern" help $word >got
   check "help $word" grep -q '^Usage: ' got
   equal "$word --help" "$(cat got)" "$("$quern" $word --help)"
done
equal "help diff is of both" "cs_diff hp_diff" \
   "$("$quern" help diff | sed -n 's/^Usage: \([a-z_]*\) .*/\1/p' | tr '\n' ' ' | sed 's/ $//')"
equal "a whole line each" "" "$(grep -E '.{81}' help)"

# ---- Refused ----

refused "nothing" 2 "expected a profile or a command; see quern --help"
refused "a wrong word" 2 "dif: no such command, and no such file; did you mean diff?" dif
refused "a word like none" 2 "no/such: no such command, and no such file" no/such
refused "help of a wrong word" 2 "mrge: no such command; did you mean merge?" help mrge
massif="massif.out: massif's profiles are not supported; ms_print shows this one"
refused "massif" 1 "$massif" massif.out
refused "massif, by a word" 1 "$massif" diff massif.out massif.out
same "a script" "$srcdir/tests/tool/quern.sh" "cs_annotate $srcdir/tests/tool/quern.sh"
same "a program" "$quern" "cs_annotate $quern"
plan
