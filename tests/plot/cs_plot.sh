#!/bin/sh
# cs_plot.sh -- what is drawn of stored profiles, and what is refused.
# BLESS=1 writes expected/ again.  SPDX-License-Identifier: GPL-2.0-or-later

command=cs_plot
program=${builddir:?}/cs_plot
data=${srcdir:?}/tests/plot/cs_plot
sample=old.out
. "$srcdir/tests/plot/lib.sh"

# ---- What is drawn ----

printed functions.gp --script old.out
printed lines.gp --script --by=line --top=3 --events=D1mr,R --metric='R=100*D1mr/Dr' \
   old.out
printed two.gp --script --top=4 old.out new.out
printed files.gp --script --by=file --events=x --metric='x=Ir-5*Dr' \
   old.out new.out

draws functions.svg old.out
has_text functions.svg "./sum --all" "the 5 functions with the most Ir" \
   "Ir: 669 k" "D1mr: 101.5 k" sum_by_columns "303 k  45.3%" \
   pool_get "50 k  7.5%"
draws lines.svg --by=line --events=D1mr,R --metric='R=100*D1mr/Dr' old.out
has_text lines.svg "sum_by_columns matrix.c:34" "pool_get util/pool.c:7" \
   "pool_get lib/pool.c:9" \
   "lib/pool.c (line not known)" "90 k  88.6%" 90 "D1mr: 101.5 k" "R: 48.4"
draws files.svg --by=file old.out
has_text files.svg matrix.c util/pool.c lib/pool.c
draws two.svg old.out new.out
has_text two.svg "./sum --all → ./sum --all --tiled" "old: old.out" \
   "new: new.out" "D1mr: 101.5 k → 23.55 k (-76.8%)" "90 k  88.6%" "12 k  51.0%"
draws two.png old.out new.out
draws two.pdf old.out new.out
# shellcheck disable=SC2016
check "the gzipped is drawn" sh -c 'gzip -c old.out >old.out.gz &&
   "$1" old.out.gz >got/a.svg && "$1" - <old.out.gz >got/b.svg &&
   cmp got/a.svg got/b.svg && cmp got/a.svg got/functions.svg' sh "$program"
exits "the script draws the picture" 0 --script old.out
check "the same" sh -c 'gnuplot -d <got/output | cmp - got/functions.svg'
exits "one function" 0 --top=1 -o got/one.svg old.out
has_text one.svg "the function with the most Ir"

# A checkpoint, which says so in the title and on standard error.
sed 's/^events:.*/&\n#: cachesim 1\n#: counting restarted 1 zeros 1/' old.out >zero.out
echo "#: end $(grep -c '^[0-9]' zero.out)" >>zero.out
exits "a profile after a zero" 0 -o got/zero.svg zero.out
has_text zero.svg "./sum --all (counting restarted)"
sed '1s/^/desc: Layout: a.layout\n/; s/^events:.*/&\n#: cachesim 1/' old.out >layout.out
echo "#: end $(grep -c '^[0-9]' layout.out)" >>layout.out
exits "a profile of a layout" 0 -o got/layout.svg layout.out
has_text layout.svg "./sum --all (layout a.layout)"
exits "against the program as it is" 0 -o got/pair.svg old.out layout.out
sed 's/^events:.*/&\n#: cachesim 1\n#: state partial 99/' old.out >part.out
echo "#: end $(grep -c '^[0-9]' part.out)" >>part.out
partial="warning: partial: a checkpoint 0.0 s into the run; what came later is \
missing"
exits "a checkpoint" 0 -o got/part.svg part.out
equal "is told of" "cs_plot: part.out: $partial" "$(cat got/errors)"
has_text part.svg "./sum --all (partial: the first 0.0 s)"
exits "against a whole profile" 0 -o got/both.svg - new.out <part.out
equal "is told of by that name" "cs_plot: (standard input): $partial" \
   "$(cat got/errors)"
has_text both.svg "./sum --all → ./sum --all --tiled" "new: new.out" \
   "old: - (partial: the first 0.0 s)"

# ---- Curves of a sweep ----

for example in size ways line plain; do
   "$python" -B "$srcdir/tests/machine_profile.py" $example machine-$example.out
done
printed curve.gp --script --curve machine-size.out
draws curve.svg --curve machine-size.out
has_text curve.svg "./join" "the program" "find join.c:34" "fits at 8 MiB" \
   "fits at 512 KiB" "flat: more does not help" "size of the last level" "64 MiB"
draws curve.png --curve --by=function --top=2 machine-ways.out
exits "as SVG" 0 --curve --by=function --top=2 -o got/ways.svg machine-ways.out
has_text ways.svg "columns grid.c" "fits at 16 ways or more" "ways of the last level"
exits "of line lengths" 0 --curve -o got/line.svg machine-line.out
has_text line.svg "least at 256 B or more"
exits "of standard input" 0 --curve -o got/input.svg - <machine-size.out
check "the same" cmp got/input.svg got/curve.svg
refused "no sweep" 1 "cs_plot: machine-plain.out: the profile has no sweep; cachesim \
--sweep=LL:256K..64M counts one" --curve machine-plain.out
misused "curves of two" "--curve: expected one profile" --curve machine-size.out old.out
misused "curves of files" "--by=file: expected function or line with --curve" \
   --curve --by=file machine-size.out
misused "curves of events" "--events is not for --curve" --curve --events=Ir old.out

# ---- Names that gnuplot must not get as they are ----

# shellcheck disable=SC2016
{
   printf 'cmd: "; system "touch touched1"; # `touch touched2` @{}^_ %%s\n'
   printf 'events: Ir\n'
   printf 'fl=a.c\n'
   printf 'fn="; system "touch touched3"; #\n1 9\n'
   printf "fn='; system 'touch touched4'; #\n1 8\n"
   printf 'fn=`touch touched5` ${HOME} $(touch touched6)\n1 7\n'
   printf 'fn=a@b{c}^d_e &Delta; {/Bold x} <b>\n1 6\n'
   printf 'fn=%%s %%d %%n %%\n1 5\n'
   printf 'fn=end\\\n1 4\n'
   printf 'fn=esc\033[31m\001\177 \\n\n1 3\n'
   printf 'fn=bad\377\303\244\342\200\256\n1 2\n'
   printf 'fn=END\n1 1\n'
   printf 'summary: 45\n'
} >hostile.out
cp hostile.out "$(printf "%s" "'; system 'touch touched7'; #.out")"
draws hostile.svg hostile.out "'; system 'touch touched7'; #.out"
# shellcheck disable=SC1003,SC2016
has_text hostile.svg '"; system "touch touched3"; #' \
   "'; system 'touch touched4'; #" '`touch touched5` ${HOME} $(touch touched6)' \
   'a@b{c}^d_e &Delta; {/Bold x} <b>' '%s %d %n %' 'end\' \
   'esc\x1b[31m\x01\x7f \n' 'bad\xffä\xe2\x80\xae' END \
   "new: '; system 'touch touched7'; #.out"
draws hostile.png hostile.out
draws hostile.pdf --by=line hostile.out
equal "nothing was run" "" "$(ls -d touched* 2>/dev/null)"
exits "a script of them" 0 --script hostile.out
# shellcheck disable=SC2016
check "has no control characters" "$python" -SIB -c '
text = open("got/output", encoding="utf-8").read().replace("\n", "")
assert text.isprintable()'

# ---- Errors ----

misused "no profile" "expected one profile, or two, OLD and NEW"
misused "three profiles" "expected one profile, or two, OLD and NEW" \
   old.out new.out old.out
misused "unknown option" "unrecognized option '--frobnicate'" \
   --frobnicate old.out
misused "no value" "option '--by' requires an argument" old.out --by
misused "by" "--by=object: expected function, line or file" --by=object old.out
misused "top" "--top=0: expected a number from 1 to 60" --top=0 old.out
misused "top" "--top=1e1: expected a number from 1 to 60" --top=1e1 old.out
misused "format" "--format=jpg: expected svg, png or pdf" --format=jpg old.out
misused "extension" "a.jpg: expected a name that ends in .svg, .png or .pdf, \
or --format" -o a.jpg old.out
misused "standard input twice" "standard input can be read only once" - -
misused "unknown event" \
   "--events: there is no event or metric \"Xr\"; did you mean Ir?; there are: Ir, Dr, D1mr, DLmr" \
   --events=Xr old.out
misused "too many events" "--events: a picture has at most 6 panels" \
   --events=Ir,Dr,D1mr,DLmr,Ir,Dr,Ir old.out
refused "missing profile" 1 "cs_plot: none.out: No such file or directory" \
   none.out
sed '6s/9000/9e3/' old.out >damaged.out
exits "damaged profile" 1 damaged.out
check "its line is named" grep -qx 'cs_plot: damaged\.out:6: .*' got/errors
printf 'cmd: x\nevents: Ir\nfl=a.c\nfn=f\n1 0\nsummary: 0\n' >zero.out
refused "nothing above 0" 1 \
   "cs_plot: there is nothing to draw: no value of Ir is above 0" zero.out
printf 'cmd: x\nevents: Ge\nfl=a.c\nfn=f\n1 5\nsummary: 5\n' >other.out
refused "other events" 1 "cs_plot: other.out: events differ: expected Ir Dr \
D1mr DLmr, found Ge (after old.out)" old.out other.out
refused "no common event" 1 \
   "cs_plot: the profiles have no event in common; choose --events" \
   --allow-different old.out other.out
sed 's/32768 B/16384 B/' new.out >small.out
refused "other caches" 1 "cs_plot: small.out: caches differ: expected \"I1 cache: \
32768 B, 64 B, 8-way associative\", found \"I1 cache: 16384 B, 64 B, 8-way \
associative\" (after old.out)" old.out small.out
exits "other caches, allowed" 0 --allow-different --script old.out small.out

# ---- Labels of lines, colours, axes ----

printf 'int f(int *a)\n{\n   return a[0] + a[1]; /* (x.c:9) */\n}\n' >x.c
here=$(pwd)
printf 'cmd: x\nevents: Ir D1mr\nfl=%s\nfn=f (int)\n3 9 3\n4 4 1\nfl=%s\nfn=g(long)\n7 6 0\nsummary: 19 4\n' \
   "$here/x.c" /nowhere/y.c >lines.out
draws label.svg --by=line lines.out
has_text label.svg "f (int) x.c:3" "return a[0] + a[1]; /* (x.c:9) */" \
   "f (int) x.c:4" "}" "g(long) y.c:7" 2
cp got/label.svg got/label1.svg
exits "lines of standard input" 0 --by=line -o got/input.svg - <lines.out
check "the same" cmp got/input.svg got/label.svg
# shellcheck disable=SC2016
check "of a pipe, too" sh -c 'cat lines.out | "$1" --by=line - | cmp - got/label.svg' \
   sh "$program"
exits "without source" 0 --by=line --no-source -o got/bare.svg lines.out
has_text bare.svg "f (int) x.c:3" "g(long) y.c:7"
check "no source is shown" sh -c '! grep -q return got/bare.svg'
mkdir moved && mv x.c moved/x.c
draws moved.svg --by=line -I moved lines.out
check "source is found by -I" cmp got/moved.svg got/label1.svg
exits "and kept by --source-root" 0 --by=line -I moved --source-root=got -o \
   got/root.svg lines.out
check "it is not shown" cmp got/root.svg got/bare.svg

# fills FILE: the colours of the boxes, in order.
fills()
{
   sed -n 's/.*<polygon fill = .rgb( *\([0-9]*, *[0-9]*, *[0-9]*\)).*/\1/p' "$1"
}
sed 's/^3 9 3/13 9 3/; s/^4 4 1/14 4 1/' lines.out >later.out
draws later.svg --by=line later.out
equal "colours stay where lines moved" "$(fills got/bare.svg)" "$(fills got/later.svg)"

# Nothing reaches beyond the left edge: names of the widest letters.
{
   printf 'cmd: x\nevents: Ir\nfl=/src/%0150d.c\n' 0 | tr 0 W
   for letter in W M m @ i; do
      printf 'fn=%0200d\n1 5\n' 0 | tr 0 $letter
   done
   printf 'summary: 25\n'
} >wide.out
for by in function file line; do
   draws wide.svg --by=$by wide.out
   check "labels by $by are within the picture" "$python" -SIB -c '
import sys
sys.path.insert(0, sys.argv[2])
import re, xml.etree.ElementTree
from quern_plot import text
svg = xml.etree.ElementTree.parse(sys.argv[1])
found = [element for element in svg.iter() if element.tag.endswith("}g")
         and element.get("text-anchor") == "end"]
assert found
for group in found:
    x = float(re.match(r"translate\(([0-9.]+)", group.get("transform")).group(1))
    name = "".join(group.itertext()).strip()
    assert x >= text.width_px(name, 12) and "\u2026" in name, (x, name)
' got/wide.svg "$srcdir/plot"
   rm -f got/wide.svg
done

annotate_fails cs_annotate CS_ANNOTATE
gnuplot_fails
writes
help_fits
fails_to_write "picture" old.out
fails_to_write "script" --script old.out
plan
