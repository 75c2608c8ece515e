#!/bin/sh
# flame.sh -- cs_plot --flame and hp_plot --flame: what is drawn of stored profiles, and
# what is refused.  BLESS=1 writes expected/ again.  SPDX-License-Identifier: GPL-2.0-or-later

command=cs_plot
program=${builddir:?}/cs_plot
data=${srcdir:?}/tests/plot/flame
. "$srcdir/tests/golden/lib.sh"
cp "$srcdir/tests/plot/hp_plot/spike.out" . || exit 99

# draws NAME ARGUMENT...: got/NAME.svg is a flame graph, and nothing is said.
draws()
{
   draws_name=$1
   shift
   "$program" --flame -o "got/$draws_name.svg" "$@" >got/output 2>got/errors
   equal "$draws_name" "0 " "$? $(cat got/output got/errors)"
   check "$draws_name: boxes" "$python" -IB "$srcdir/tests/plot/flame_boxes.py" \
      "got/$draws_name.svg" "got/$draws_name.txt"
}

# ---- What is drawn ----

draws flame old.out
stored flame.txt
draws icicle --icicle --events=Dr old.out
stored icicle.txt
draws folded --fold-recursion old.out
stored folded.txt
draws pair old.out new.out
stored pair.txt
# shellcheck disable=SC2016
check "of standard input" sh -c '"$1" --flame - <old.out | cmp - got/flame.svg' sh \
   "$program"
# shellcheck disable=SC2016
check "of a pipe" sh -c 'gzip -c old.out | "$1" --flame - | cmp - got/flame.svg' sh \
   "$program"
# shellcheck disable=SC2016
check "without gnuplot" sh -c 'GNUPLOT=./none "$1" --flame old.out | cmp - got/flame.svg' \
   sh "$program"
exits "our file is replaced" 0 --flame -o got/flame.svg old.out
echo other >got/other.svg
refused "another is not" 1 \
   "cs_plot: got/other.svg: already exists; use --force to replace it" \
   --flame -o got/other.svg old.out
total=$(sed -n 's/^summary: //p' old.out)
for event in Ir Dr; do
   draws total --force --events=$event old.out
   check "$event: the root has the total" grep -q "^all | inclusive \
$(echo "${total%% *}" | sed 's/\(...\)$/,\1/') $event, 100.00%" got/total.txt
   total=${total#* }
done
draws metric --events=S --metric='S=Ir+10*Dr' old.out
check "a metric" grep -q "^all | inclusive 173,210 S, " got/metric.txt

sed 's/^#: cachesim 1/&\n#: state partial 99/' old.out >part.out
exits "a checkpoint" 0 --flame -o got/part.svg part.out
equal "is told of" "cs_plot: part.out: warning: partial: a checkpoint 0.0 s into the run; \
what came later is missing" "$(cat got/errors)"
check "in the picture, too" grep -q '>./join --all (partial: the first 0.0 s)<' got/part.svg

# ---- A program under the tool: the root has the total of each event ----

# shellcheck disable=SC2154 # of lib.sh
"$valgrind" --tool=cachesim --call-graph=yes --branch-sim=yes \
   --cachesim-out-file=real.out "$builddir/tests/programs/heap_new" >/dev/null 2>&1
sed -n 's/^summary: //p' real.out | tr ' ' '\n' >totals
sed -n 's/^events: //p' real.out | tr ' ' '\n' | paste - totals >expected_totals
while read -r event total; do
   [ "$total" -gt 0 ] || continue
   "$program" --flame --events="$event" real.out >got/real.svg 2>got/errors
   echo "$event $(sed -n 's/^<g data-v="\([0-9]*\)"><title>all$/\1/p' got/real.svg)"
done <expected_totals >got/totals
equal "a program of C++: the totals of all events" \
   "$(awk '$2 > 0 { print $1, $2 }' expected_totals)" "$(cat got/totals)"
g++ -g -O2 -o join "$srcdir/docs/sample/join.cc"
"$valgrind" --tool=cachesim --call-graph=yes --cache-sim=no \
   --cachesim-out-file=inlined.out ./join >/dev/null 2>&1
"$program" --flame -o got/inlined.svg inlined.out
check "there are inlined frames" grep -q 'class="i' got/inlined.svg

# ---- Heap profiles ----

command=hp_plot program=$builddir/hp_plot try="Try 'hp_plot --help'."
draws heap spike.out
stored heap.txt
draws blocks --metric=peak_blocks spike.out
check "blocks at the peak" grep -q '^all | inclusive 12,327, 100.00%' got/blocks.txt
draws total_bytes --metric=total --icicle spike.out
check "all bytes" grep -q '^all | inclusive .* bytes, 100.00%' got/total_bytes.txt
draws same spike.out spike.out
check "nothing changed" grep -q '^all | inclusive .*: as before' got/same.txt
misused "--metric" "--metric=x: expected peak, peak_blocks, total, blocks, leaked, \
leaked_blocks, temporary, reallocs, moved, reads, writes, never_read, never_written or \
never_touched" --flame --metric=x spike.out
misused "three profiles" "--flame: expected one profile, or two, OLD and NEW" --flame \
   spike.out spike.out spike.out
misused "--overlay" "--overlay is not for --flame" --flame --overlay spike.out

# ---- Errors ----

command=cs_plot program=$builddir/cs_plot try="Try 'cs_plot --help'."
misused "no --flame" "--icicle is for --flame" --icicle old.out
misused "no --flame" "--fold-recursion is for --flame" --fold-recursion old.out
misused "--by" "--by is not for --flame" --flame --by=line old.out
misused "-I" "-I is not for --flame" -I . --flame old.out
misused "--script" "--script is not for --flame" --script --flame old.out
misused "two events" "--flame draws one event; give --events one name" --flame \
   --events=Ir,Dr old.out
misused "PNG" "a flame graph cannot be png; give OUT a name that ends in .svg" --flame \
   -o a.png old.out
misused "an unknown event" "--events: there is no event or metric \"Xr\"; did you mean Ir?; \
there are: Ir, Dr" --flame --events=Xr old.out
exits "a ratio" 2 --flame --events=R --metric=R=Ir/Dr old.out
exits "no call paths" 1 --flame "$srcdir/tests/plot/cs_plot/old.out"
check "and says so" grep -q '^cs_plot: .*old\.out: .*call' got/errors
sed 's/8388608 B/4194304 B/' new.out >small.out
exits "other caches" 1 --flame old.out small.out
exits "allowed" 0 --flame --allow-different old.out small.out
printf '#!/bin/sh\necho "{\\"version\\": 1}"\n' >an_export
chmod +x an_export
CS_EXPORT=./an_export "$program" --flame old.out >got/output 2>got/errors
equal "other JSON" "1 cs_plot: ./an_export: cannot understand its JSON: KeyError('schema')" \
   "$? $(cat got/errors)"
printf '#!/bin/sh\necho "{\\"version\\": 2}"\n' >an_export
CS_EXPORT=./an_export "$program" --flame old.out >got/output 2>got/errors
equal "newer JSON" "1 cs_plot: ./an_export: its JSON has version 2, expected 1" \
   "$? $(cat got/errors)"
if on_terminal got/terminal "'$program' --flame old.out; echo \$?"; then
   equal "not to a terminal" "cs_plot: standard output is a terminal; use -o FILE
$try
2" "$(cat got/terminal)"
else
   skip "not to a terminal" "no terminal can be made"
fi
plan
