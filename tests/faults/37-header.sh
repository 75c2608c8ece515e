#!/bin/sh
# 37-header.sh -- lines of a header that are missing, repeated or out of order,
# and counts in too many columns: an error with the line.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/readers.sh"

# bad NAME LINE PATTERN [SED SCRIPT]: the good profile, changed by the script.
bad()
{
   if [ $# -gt 3 ]; then
      sed "$4" good.out >bad.out
   fi
   refused "$format: $1" "$cs_few" bad.out good.out "bad\.out:$2: $3"
}

# ---- cachesim's and cachegrind's ----

cat >cachesim.out <<'END'
desc: Tool: x
desc: I1 cache: 64 B
cmd: ./a
events: Ir Dr
#: cachesim 1
fl=a.c
fn=f
1 10 2
2 3
summary: 13 2
#: end 2
END
sed '/^#/d' cachesim.out >cachegrind.out
for format in cachesim cachegrind; do
   cp $format.out good.out
   bad "no cmd:" 3 'expected a desc: or cmd: line, found "events: Ir Dr"' 3d
   bad "no events:" 4 'expected the events: line, found' 4d
   bad "events: before cmd:" 3 'expected a desc: or cmd: line' '3{h;d};4G'
   bad "no names of events" 4 'the events: line names no events' \
      's/^events:.*/events:/'
   bad "an event twice" 4 'event Ir is listed twice' 's/^events:.*/events: Ir Ir/'
   bad "desc: after cmd:" 3 'expected the events: line, found "desc: Tool: x"' \
      '1{h;d};3G'
   bad "two cmd:" 4 'expected the events: line, found "cmd: ./a"' 3p
   bad "two events:" 5 'expected .*, found "events: Ir Dr"' 4p
   summary=$(sed -n '/^summary/=' good.out)
   bad "events: in the body" $((summary + 1)) '' '/^summary:/{p;s/.*/events: Ir Dr/}'
   bad "no summary:" '[0-9]*' '.* summary: line' '/^summary:/d'
   bad "two summary:" $((summary + 1)) 'a second summary: line' '/^summary:/p'
   bad "summary: first" "[0-9]*" '' '/^summary:/d;/^fl=/i\
summary: 13 2'
   bad "counts after summary:" $((summary + 1)) '' '/^summary:/a\
3 0 0'
   bad "more counts than events" $((summary - 2)) \
      'expected at most 2 counts, found 3' 's/^1 10 2$/& 0/'
   bad "a summary of more than the events" "$summary" \
      'expected at most 2 counts, found 3' 's/^summary:.*/& 0/'
   bad "fn= without fl=" '[0-9]*' 'expected fl= before any fn=, found "fn=f"' '/^fl=/d'
   bad "counts without fn=" '[0-9]*' 'counts before any fn= of this fl=' '/^fn=/d'
   bad "an unknown line" 1 'expected a desc: or cmd: line, found "x"' '1i\
x'
   bad "a header alone" 4 'the file ends before its summary: line' 4q
   refused "$format: to every command" "$cs_readers" bad.out good.out 'bad\.out:4: '
done

format=cachesim
cp cachesim.out good.out
bad "no #: end" 10 'the file ends before its "#: end" line' '/^#: end/d'
bad "two #: end" 12 'expected nothing after the "#: end" line' '/^#: end/p'
bad "another number in #: end" 11 'expected 3 count lines, found 2' 's/#: end 2/#: end 3/'
bad "#: end before summary:" 10 '"#: end" before the summary: line' \
   '/^summary:/{h;d};/^#: end/G'
bad "two #: cachesim" 6 'a second "#: cachesim" line' '/^#: cachesim/p'
bad "#: cachesim in the body" 6 '"#: cachesim" must come before the first fl=' \
   '/^#: cachesim/{h;d};/^fl=/G'
bad "a version that is not a number" 5 'expected one number after "#: cachesim"' \
   's/^#: cachesim 1/&x/'

# ---- callgrind's ----

format=callgrind
cp callgrind.out good.out
events=$(sed -n '/^events:/=' good.out)
totals=$(sed -n '/^totals:/=' good.out)
bad "no events:" '[0-9]*' 'expected the events: line' '/^events:/d'
bad "two events:" $((events + 1)) 'a second events: line' '/^events:/p'
bad "no names of events" "$events" 'the events: line names no events' \
   's/^events:.*/events:/'
bad "an event twice" "$events" 'event Ir is listed twice' \
   's/^events:.*/events: Ir Ir/'
bad "no totals:" "$((totals - 1))" 'the file ends before its totals: line' \
   '/^totals:/d'
bad "two totals:" $((totals + 1)) 'expected the header of another part' \
   '/^totals:/p'
bad "more counts than events" '[0-9]*' 'expected at most 3 counts, found 4' \
   's/^8 100.*/& 1/'
bad "more totals than events" "$totals" 'expected at most 3 counts, found 4' \
   's/^totals:.*/& 1/'
bad "counts before any fn=" '[0-9]*' 'counts before any fn= of this fl=' \
   '/^fn=(1)/d'
bad "unknown positions" '[0-9]*' 'expected positions' \
   's/^positions:.*/positions: word/'
bad "a header alone" "$events" 'the file ends before its totals: line' \
   "${events}q"
bad "an unknown line" '[0-9]*' 'expected a line of a callgrind profile' \
   '/^ob=/i\
x'

# ---- JSON: the error names the key ----

# missing FILE KEY...: the file without the key; the error names it.
missing()
{
   missing_file=$1
   shift
   for missing_key; do
      "$PYTHON" -SIB -c '
import json, sys
profile = owner = json.load(open(sys.argv[1]))
*places, key = sys.argv[2].split(".")
for place in places:
    owner = owner[int(place) if place.isdecimal() else place]
del owner[key]
json.dump(profile, sys.stdout)' "$missing_file" "$missing_key" >bad.out || exit 99
      case $missing_key in
      pps.0.*) missing_place="pps\[0\]\.${missing_key##*.}" ;;
      *)       missing_place=$missing_key ;;
      esac
      refused "$missing_file without $missing_key" "hp_annotate hp_merge" \
         bad.out "$missing_file" "bad\.out: (.*\"?)?$missing_place\"?(: missing)?"
   done
}
missing heapprof.out dhatFileVersion mode verb bklt bkacc tu Mtu cmd pid te tg \
   pps ftbl pps.0.tb pps.0.gbk pps.0.fs heapprof.version heapprof.totals \
   heapprof.totals.bytes heapprof.options heapprof.exit_code heapprof.dirs \
   heapprof.ftbl_dirs heapprof.timeline heapprof.snapshots heapprof.creator
missing dhat.out mode pps ftbl pps.0.mb
"$PYTHON" -SIB -c '
text = open("heapprof.out").read()
open("bad.out", "w").write(text.replace("\"te\":", "\"te\":1,\"te\":", 1))'
refused "a key twice" "$hp_readers" bad.out heapprof.out \
   'bad\.out(:[0-9]+)?: not JSON: duplicate '
plan
