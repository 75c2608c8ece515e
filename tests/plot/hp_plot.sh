#!/bin/sh
# hp_plot.sh -- what is drawn of a stored profile, and what is refused.
# BLESS=1 writes expected/ again.  SPDX-License-Identifier: GPL-2.0-or-later

command=hp_plot
program=${builddir:?}/hp_plot
data=${srcdir:?}/tests/plot/hp_plot
sample=spike.out
. "$srcdir/tests/plot/lib.sh"

# changed FILE STATEMENT...: spike.out as Python statements change it: p is the
# profile, h what is under "heapprof".
changed()
{
   changed_file=$1
   shift
   "$python" -SIB -c '
import json, sys
p = json.load(open("spike.out"))
h = p["heapprof"]
exec("\n".join(sys.argv[1:]))
json.dump(p, sys.stdout)' "$@" >"$changed_file" || exit 99
}

# ---- What is drawn ----

printed stack.gp --script --sites=3 spike.out
printed blocks.gp --script --sites=2 --metric=blocks spike.out
changed calm.out 'p["cmd"] = "./reader --calm"' \
   'gone = p["pps"][2]; size = gone["gb"]; gone["gb"] = gone["gbk"] = 0' \
   't = h["totals"]; t["peak_bytes"] -= size; t["peak_blocks"] -= 1' \
   'b = h["timeline"][15]; b[2:6] = [t["peak_bytes"], b[0], b[4], t["peak_blocks"]]' \
   'p["tg"] = t["peak_time"] = 32000000'
printed overlay.gp --script --overlay spike.out calm.out

draws stack.svg spike.out
has_text stack.svg "./reader --all big.png" "peak 4.535 MiB at 31.5 Minstr" \
   "peak 4.535 MiB in 12,327 blocks at 31.5 Minstr; at the end 520 KiB in 2,058 \
blocks; most blocks 12,327" "live heap (MiB)" "time (Minstr)" \
   "node_new tree.c:12 ← parse parse.c:40: 768 KiB" \
   "node_new tree.c:12 ← load load.c:9: 512 KiB" \
   "png_create libpng16.so: 256 KiB" "small_0 small.c:10: 8 KiB" \
   "void std::vector<…>::_M_realloc_insert<…>(…) vector.tcc:440: 3 MiB" "others: 10 KiB"
draws blocks.svg --metric=blocks --sites=2 spike.out
has_text blocks.svg "12,327 blocks at the peak of bytes, at 31.5 Minstr" \
   "live blocks (k)" "others: 39"
draws panels.svg spike.out calm.out
has_text panels.svg "heap use of 2 profiles" \
   "spike.out: ./reader --all big.png" "calm.out: ./reader --calm" \
   "peak 4.535 MiB at 31.5 Minstr" "peak 1.535 MiB at 32 Minstr" \
   "node_new tree.c:12 ← load load.c:9"
draws overlay.svg --overlay spike.out calm.out
has_text overlay.svg "spike.out: peak 4.535 MiB at 31.5 Minstr" \
   "calm.out: peak 1.535 MiB at 32 Minstr"
draws stack.png spike.out
draws stack.pdf spike.out
# shellcheck disable=SC2016
check "the gzipped is drawn" sh -c 'gzip -c spike.out >spike.out.gz &&
   "$1" spike.out.gz >got/a.svg && "$1" - <spike.out.gz >got/b.svg &&
   cmp got/a.svg got/b.svg && cmp got/a.svg got/stack.svg' sh "$program"
exits "the script draws the picture" 0 --script spike.out
check "the same" sh -c 'gnuplot -d <got/output | cmp - got/stack.svg'

# By line and function, with source.
{
   yes '' | head -n 11
   printf '   return calloc(1, sizeof(node)); // (new)\n'
} >tree.c
draws lines.svg --by=line spike.out
has_text lines.svg "node_new tree.c:12: 1.25 MiB" "return calloc(1, sizeof(node)); // (new)" \
   "png_create libpng16.so: 256 KiB" "others: 6 KiB" \
   "lines that allocate, with the most at one time; with what they had at the peak"
cat spike.out | "$program" --by=line - >got/piped.svg
check "of a pipe, too" cmp got/piped.svg got/lines.svg
draws bare.svg --by=line --no-source spike.out
check "without source" sh -c '! grep -q calloc got/bare.svg'
draws functions.svg --by=function spike.out
has_text functions.svg "node_new: 1.25 MiB" "png_create: 256 KiB" "small_0: 8 KiB"

# Colours stay with functions where lines moved and amounts changed: in one picture
# of two profiles, and in two pictures.
changed later.out 'p["ftbl"][1:5] = [name.replace("c:", "c:1") for name in p["ftbl"][1:5]]' \
   'h["snapshots"] = []'
swatches()
{
   "$python" -SIB -c '
import re, sys
colour, seen = "", {}
for line in sys.stdin:
    if match := re.match("set object rectangle .*(#[0-9a-f]{6})", line):
        colour = match.group(1)
    elif colour and (match := re.match("set label \"(\\w+)", line)):
        seen.setdefault(match.group(1), set()).add(colour)
        colour = ""
for function in sorted(seen):
    print(function, *sorted(seen[function]))'
}
for by in site line function; do
   # As many areas as both have together: other functions could share a hue.
   case $by in site) areas=6 ;; line) areas=4 ;; function) areas=3 ;; esac
   "$program" --script --sites=3 --by=$by spike.out | swatches >got/old
   "$program" --script --sites=3 --by=$by later.out | swatches >got/new
   "$program" --script --sites=$areas --by=$by spike.out later.out | swatches >got/both
   check "colours by $by" cmp got/old got/new
   # shellcheck disable=SC2016
   check "in one picture" sh -c '[ -s got/old ] && [ -z "$(comm -13 got/both got/old)" ]'
done

changed ms.out 'p["tu"] = "ms"'
draws ms.svg ms.out
has_text ms.svg "time (h)" "peak 4.535 MiB at 8.75 h"
changed bytes.out 'p["tu"] = "B"'
draws bytes.svg bytes.out
has_text bytes.svg "time (MB)" "peak 4.535 MiB at 31.5 MB"
changed late.out 'h["timeline"][35][2] = 3 << 20'
draws late.svg late.out
has_text late.svg "not known: between snapshots"
changed library.out 'h["dirs"].append("/usr/include/c++/12/bits")' \
   'h["ftbl_dirs"][6] = 1' 'h["ftbl_dirs"][1] = 1'
draws library.svg library.out
has_text library.svg "main main.c:7: 3 MiB" "parse parse.c:40: 768 KiB"
changed none.out 'h["snapshots"] = []'
draws none.svg none.out
rm none.out

# A checkpoint, which says so in the title and on standard error.
changed stopped.out 'h["counting"] = {"late": 1, "stopped": 1}'
exits "a profile of a run that was counted in part" 0 -o got/stopped.svg stopped.out
has_text stopped.svg \
   "./reader --all big.png (counting began late, stopped for a time)"
rm stopped.out
changed part.out 'h["state"] = {"how": "partial", "ms": 30120}'
partial="warning: partial: a checkpoint 30.1 s into the run; what came later is \
missing"
exits "a checkpoint" 0 -o got/part.svg part.out
equal "is told of" "hp_plot: part.out: $partial" "$(cat got/errors)"
has_text part.svg "./reader --all big.png (partial: the first 30.1 s)"
exits "a checkpoint on standard input" 0 -o got/both.svg calm.out - <part.out
equal "is told of by that name" "hp_plot: (standard input): $partial" \
   "$(cat got/errors)"
has_text both.svg "calm.out: ./reader --calm" \
   "-: ./reader --all big.png (partial: the first 30.1 s)"
exits "a checkpoint in an overlay" 0 --overlay -o got/over.svg part.out calm.out
has_text over.svg "calm.out: peak 1.535 MiB at 32 Minstr" \
   "part.out: peak 4.535 MiB at 31.5 Minstr (partial: the first 30.1 s)"
for state in '{"how": "exited"}' '{"how": "killed", "signal": 9}' \
   '{"how": "replaced", "by": "x"}' '{"how": "dumped"}'; do
   changed ended.out "h['state'] = $state"
   exits "drawn as without a state: $state" 0 spike.out
   cp got/output got/before.svg
   rm -f got/ended.svg
   draws ended.svg ended.out
   check "the same" cmp got/before.svg got/ended.svg
done

# A spike of one bucket of many is seen.
changed many.out 'p["te"] *= 1000; p["tg"] = 777777' \
   'top = [h["totals"]["peak_bytes"], h["totals"]["peak_blocks"]]' \
   'h["timeline"] = [[i, 0, 9, i, 9, 1, 0, 0, 1, 0] for i in range(1, 20001)]' \
   'b = h["timeline"][7777]; b[2], b[5] = top' \
   'e = h["timeline"][-1]; e[2] = e[4] = h["totals"]["end_bytes"]' \
   'e[5] = e[8] = h["totals"]["end_blocks"]' \
   'p["tg"] = h["totals"]["peak_time"] = b[3]'
exits "20000 buckets" 0 --overlay --script many.out
check "the peak is there" grep -qx '7.778e-06 4.5[0-9]*' got/output
# shellcheck disable=SC2016
check "not all are" sh -c '[ "$(wc -l <got/output)" -lt 5000 ]'

# ---- Names that gnuplot must not get as they are ----

# shellcheck disable=SC2016
changed hostile.out \
   'p["cmd"] = "\"; system \"touch touched1\"; # `touch touched2` @{}^_ %s\nx"' \
   'p["tu"] = "`touch touched3`"' \
   'names = ["\"; system \"touch touched4\"; #", "'"'"'; system '"'"'touch touched5",
      "`touch touched6` ${HOME}", "a@b{c}^d_e &Delta; {/Bold x} <b>", "%s %d %n %",
      "end\\", "esc\u001b[31m\u0001\u007f \\n\n$data1", "ä\u202e\uffff"]' \
   'p["ftbl"][9:17] = names' \
   'for s in p["pps"][:4]: s["gb"] = s["gbk"] = s["eb"] = s["ebk"] = 0' \
   't = h["totals"]; sum_of = lambda key: sum(s[key] for s in p["pps"])' \
   't["peak_bytes"], t["peak_blocks"] = sum_of("gb"), sum_of("gbk")' \
   't["end_bytes"], t["end_blocks"] = sum_of("eb"), sum_of("ebk")' \
   'h["timeline"] = [[p["te"], 0, t["peak_bytes"], t["peak_time"], t["end_bytes"],
      t["peak_blocks"], 0, 0, t["end_blocks"], 0]]' \
   'h["snapshots"] = []'
cp hostile.out "$(printf "%s" "'; system 'touch touched7'; #.out")"
draws hostile.svg --sites=16 hostile.out
# shellcheck disable=SC1003,SC2016
has_text hostile.svg \
   '"; system "touch touched1"; # `touch touched2` @{}^_ %s\x0ax' \
   '"; system "touch touched4"; #: 8 KiB' "'; system 'touch touched5: 7 KiB" \
   '`touch touched6` ${HOME}: 6 KiB' \
   'a@b{c}^d_e &Delta; {/Bold x} <b>: 5 KiB' '%s %d %n %: 4 KiB' \
   'end\: 3 KiB' 'esc\x1b[31m\x01\x7f \n\x0a$data1: 2 KiB' \
   'ä\xe2\x80\xae\xef\xbf\xbf: 1 KiB'
draws hostile2.svg --overlay hostile.out "'; system 'touch touched7'; #.out"
draws hostile.png --sites=16 hostile.out "'; system 'touch touched7'; #.out"
draws hostile.pdf --sites=16 hostile.out
equal "nothing was run" "" "$(ls -d touched* 2>/dev/null)"

# ---- Errors ----

misused "no profile" "expected a profile"
misused "unknown option" "unrecognized option '--frobnicate'" \
   --frobnicate spike.out
misused "no value" "option '--sites' requires an argument" spike.out --sites
misused "by" "--by=object: expected site, line or function" --by=object spike.out
misused "sites" "--sites=0: expected a number from 1 to 18" --sites=0 spike.out
misused "metric" "--metric=x: expected bytes or blocks" --metric=x spike.out
misused "format" "--format=jpg: expected svg, png or pdf" --format=jpg spike.out
misused "extension" "a.jpg: expected a name that ends in .svg, .png or .pdf, \
or --format" -o a.jpg spike.out
misused "standard input twice" "standard input can be read only once" - -
# shellcheck disable=SC2046
misused "too many" "a picture has at most 16 profiles" \
   $(printf 'spike.out %.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17)
refused "missing profile" 1 "hp_plot: none.out: No such file or directory" \
   none.out

# no_timeline NAME REASON STATEMENT...: a valid profile without a picture.
no_timeline()
{
   no_timeline_name=$1 no_timeline_reason=$2
   shift 2
   changed bad.out "$@"
   refused "$no_timeline_name" 1 "hp_plot: bad.out: $no_timeline_reason" bad.out
}
no_timeline "a profile by DHAT" \
   "no timeline: heapprof did not write this profile" 'del p["heapprof"]'
no_timeline "a profile by --peak-only=yes" \
   "no timeline: written with --peak-only=yes" \
   'h["timeline"] = []' 'h["options"]["peak_only"] = True'
"$HP_MERGE" -o merged.out spike.out spike.out
refused "a sum" 1 "hp_plot: merged.out: no timeline: it was merged by hp_merge; draw the \
profiles themselves" merged.out
unused='p["pps"] = h["snapshots"] = []
h["totals"] = {key: 0 for key in h["totals"]}'
no_timeline "no heap" "no timeline: the heap was not used" "$unused" \
   'h["timeline"] = []'
no_timeline "nothing was live" "the heap was not used" "$unused" \
   'h["timeline"] = [[5, 0, 0, 0, 0, 0, 0, 0, 0, 0]]'
cp "$srcdir/tests/golden/hp_annotate/copy-own.out" bad.out
refused "a profile of copies" 1 "hp_plot: bad.out: no timeline: profiles of \
copies and of events have totals only" bad.out
changed bad.out 'p["tu"] = "ms"'
refused "two units" 1 \
   'hp_plot: bad.out: the unit of time is "ms", not "instrs" (after spike.out)' \
   spike.out bad.out


# damaged NAME FILE: refused with hp_annotate's message.
damaged()
{
   "$HP_ANNOTATE" --json "$2" 2>&1 >/dev/null \
      | sed 's/^hp_annotate: /hp_plot: /' >got/expected
   "$program" "$2" >got/output 2>got/errors
   damaged_status=$?
   equal "$1" "1 $(cat got/expected)" \
      "$damaged_status$(cat got/output) $(cat got/errors)"
   equal "$1: one line on the file" 1 "$(grep -c '^hp_plot: .*\.out:' got/errors)"
}
# invalid NAME STATEMENT...
invalid()
{
   invalid_name=$1
   shift
   changed bad.out "$@"
   damaged "$invalid_name" bad.out
}
invalid "a newer version of DHAT's format" 'p["dhatFileVersion"] = 3'
invalid "a newer version of heapprof's format" 'h["version"] = 2'
invalid "no state" 'h["state"] = {}'
invalid "a checkpoint without a time" 'h["state"] = {"how": "partial"}'
invalid "no command" 'del p["cmd"]'
invalid "a command of a wrong type" 'p["cmd"] = 1'
invalid "a negative time" 'p["te"] = -1'
invalid "a time that is too large" 'p["te"] = 1 << 63'
invalid "a fraction as time" 'p["te"] = 1.5'
invalid "a site with an unknown frame" 'p["pps"][1]["fs"] = [99]'
invalid "a frame with an unknown directory" 'h["ftbl_dirs"][2] = 1'
invalid "too few directories" 'h["ftbl_dirs"].pop()'
invalid "a snapshot with an unknown site" \
   'h["snapshots"][0]["sites"] = [[77, 1, 1]]'
invalid "a snapshot with a wrong sum" 'h["snapshots"][0]["bytes"] += 1'
invalid "snapshots in the wrong order" 'h["snapshots"][1]["time"] = 0'
invalid "a bucket with a wrong minimum" \
   'h["timeline"][3][1] = h["timeline"][3][4] + 1'
invalid "a bucket that is too short" 'h["timeline"][3].pop()'
invalid "buckets in the wrong order" 'h["timeline"][3][0] = 1'
invalid "sites with a wrong sum" 'p["pps"][0]["eb"] += 1'
invalid "half a character" 'p["cmd"] = "\ud800"'
printf '{"dhatFileVersion": 2,\n"mode": x}' >bad.out
damaged "not JSON" bad.out
: >bad.out
damaged "an empty file" bad.out
printf '[1]' >bad.out
damaged "no object" bad.out
printf '{"a":\n"\377"}' >bad.out
damaged "not UTF-8" bad.out
"$python" -c 'print("[" * 100000)' >bad.out
damaged "deep nesting" bad.out
"$python" -c 'print("{\"te\": " + "9" * 10000 + "}")' >bad.out
damaged "a long number" bad.out
gzip -c spike.out | head -c 500 >bad.out
damaged "gzip cut short" bad.out
cut_everywhere "cut anywhere" spike.out 467 "$program" part.out
printf '{}' >"$(printf 'a\nb\033.out')"
damaged "an odd file name" "$(printf 'a\nb\033.out')"
check "the name is escaped" grep -q '^hp_plot: a\\x0ab\\x1b\.out: ' got/errors

annotate_fails hp_annotate HP_ANNOTATE
gnuplot_fails
writes
help_fits
fails_to_write "picture" spike.out
fails_to_write "script" --script spike.out
plan
