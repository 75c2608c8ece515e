# shellcheck shell=sh
# tests/faults/readers.sh -- shared by the tests of bad profiles: every command
# that reads profiles.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/faults/lib.sh
. "${srcdir:?}/tests/faults/lib.sh"

unset NO_COLOR QUERN_PAGER PAGER GNUPLOT
golden=$srcdir/tests/golden

# A small profile of each format.
sed "/^summary:/r $golden/cs_annotate/regions.notes" "$golden/cs_annotate/own.out" >cachesim.out
cp "$golden/cs_annotate/stock-3.19.out" cachegrind.out
cp "$golden/cs_merge/callgrind.out" callgrind.out
cp "$golden/hp_annotate/own.out" heapprof.out
cp "$golden/hp_annotate/dhat.out" dhat.out
chmod u+w ./*.out

# Each command that reads profiles, with the position of the argument.
# shellcheck disable=SC2034 # used by the tests
{
cs_readers="cs_annotate cs_annotate:second cs_diff:old cs_diff:new cs_merge
   cs_merge:second cs_export:callgrind cs_export:csv cs_export:json cs_plot cs_plot:new"
hp_readers="hp_annotate hp_diff:old hp_diff:new hp_merge hp_merge:second
   hp_export:massif hp_export:dhat hp_export:folded hp_export:csv
   hp_plot hp_plot:second"

# A few of them, for tests where all take too long: all share one reader.
cs_few="cs_annotate cs_diff:new cs_merge"
hp_few="hp_annotate hp_diff:new hp_merge"
}

# sample_of READER...: sets $sample to each third of them, to others each time; in the long
# form to all.
n_samples=0
sample_of()
{
   sample='' sample_step=3 sample_i=0
   is_long && sample_step=1
   [ $# -ge $sample_step ] || sample_step=$#
   for sample_by; do
      if [ $((sample_i % sample_step)) -eq $((n_samples % sample_step)) ]; then
         sample="$sample $sample_by"
      fi
      sample_i=$((sample_i + 1))
   done
   n_samples=$((n_samples + 1))
}

# reads READER FILE LIKE: the command reads the file.  LIKE is a compatible profile,
# for commands that need two.
reads()
{
   case $1 in
   cs_annotate)        "$CS_ANNOTATE" --no-source "$2" ;;
   cs_annotate:second) "$CS_ANNOTATE" --no-source "$3" "$2" ;;
   cs_diff:old)        "$CS_DIFF" --no-source "$2" "$3" ;;
   cs_diff:new)        "$CS_DIFF" --no-source "$3" "$2" ;;
   cs_merge)           "$CS_MERGE" -o - "$2" ;;
   cs_merge:second)    "$CS_MERGE" -o - "$3" "$2" ;;
   cs_export:*)        "$CS_EXPORT" --format="${1#*:}" "$2" ;;
   cs_plot)            "$builddir/cs_plot" --script "$2" ;;
   cs_plot:new)        "$builddir/cs_plot" --script "$3" "$2" ;;
   hp_annotate)        "$HP_ANNOTATE" --no-source "$2" ;;
   hp_diff:old)        "$HP_DIFF" "$2" "$3" ;;
   hp_diff:new)        "$HP_DIFF" "$3" "$2" ;;
   hp_merge)           "$HP_MERGE" -o - "$2" ;;
   hp_merge:second)    "$HP_MERGE" -o - "$3" "$2" ;;
   hp_export:*)        "$HP_EXPORT" --format="${1#*:}" "$2" ;;
   hp_plot)            "$builddir/hp_plot" --script "$2" ;;
   hp_plot:second)     "$builddir/hp_plot" --script "$3" "$2" ;;
   esac
}

# refused NAME READERS FILE LIKE PATTERN: each command of a sample exits with 1, prints no
# output, and writes one line of error: "COMMAND: " and a match of the pattern.
# Standard input is $input.
input=/dev/null
refused()
{
   refused_bad=
   # shellcheck disable=SC2086
   sample_of $2
   for refused_by in $sample; do
      reads "$refused_by" "$3" "$4" >refused.out 2>refused.err <"$input"
      refused_status=$?
      if [ $refused_status -ne 1 ] || [ -s refused.out ] ||
         [ "$(wc -l <refused.err)" -ne 1 ] ||
         ! grep -qE -e "^${refused_by%%:*}: $5" refused.err; then
         refused_bad="$refused_bad
$refused_by: status $refused_status, $(wc -c <refused.out) bytes, and:
$(head -n 3 refused.err)"
      fi
   done
   if [ -z "$refused_bad" ]; then
      ok "$1"
   else
      not_ok "$1" "expected: $5$refused_bad"
   fi
}

# accepted NAME READERS FILE LIKE: each command of a sample reads the file without a message.
accepted()
{
   accepted_bad=
   # shellcheck disable=SC2086
   sample_of $2
   for accepted_by in $sample; do
      reads "$accepted_by" "$3" "$4" >accepted.out 2>accepted.err <"$input"
      accepted_status=$?
      if [ $accepted_status -ne 0 ] || [ ! -s accepted.out ] ||
         [ -s accepted.err ]; then
         accepted_bad="$accepted_bad
$accepted_by: status $accepted_status, and:
$(head -n 3 accepted.err)"
      fi
   done
   equal "$1" "" "$accepted_bad"
}
