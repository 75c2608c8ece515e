#!/bin/sh
# wild.sh -- programs of Debian behave under the tools as under --tool=none: the same
# output, errors, files and exit status; and their profiles are complete.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# programs.txt has the programs.  make check runs the set "short"; make wild runs all;
# WILD="perl git" make wild runs these.  Each program runs under --tool=none twice: one
# whose runs differ proves nothing, and its line in programs.txt is wrong.
# WILD_SECONDS ends a run that hangs.

. "${srcdir:?}/tests/lib.sh"

inputs=$srcdir/tests/wild/inputs
cs_annotate=${CS_ANNOTATE:-$builddir/cs_annotate}
hp_annotate=${HP_ANNOTATE:-$builddir/hp_annotate}
data=$work/data
wanted=${WILD:-short}
n_programs=0
n_runs=0
n_differ=0
missing=

# The programs' input, $D of programs.txt.
# shellcheck source=tests/wild/data.sh
. "$srcdir/tests/wild/data.sh"

# under RESULT TOOL OPTIONS COMMAND: runs the command, with $V as that tool.  RESULT
# gets its observable results; $work/logs and $work/profiles the tool's output.
under()
{
   under_result=$1 under_tool=$2 under_options=$3
   rm -rf "$under_result" run tmp logs profiles
   mkdir "$under_result" run tmp logs profiles
   case $under_tool in
   none) under_outfile= ;;
   *) under_outfile=--$under_tool-out-file=$work/profiles/%p ;;
   esac
   (
      cd run || exit 99
      # shellcheck disable=SC2086
      $clean PATH=/usr/bin:/bin TMPDIR="$work/tmp" I="$inputs" P="$programs" D="$data" \
         V="$valgrind --tool=$under_tool --log-file=$work/logs/%p $under_outfile $under_options" \
         timeout --kill-after=10 "${WILD_SECONDS:-600}" sh -c "$4" \
         >"$under_result/out" 2>"$under_result/err" </dev/null
      echo $? >"$under_result/status"
   )
   mv run "$under_result/files"
   n_runs=$((n_runs + 1))
}

# whole ANNOTATE: each profiled process left a complete profile and no other file;
# prints the problems.  (A child by vfork has no profile; its log is
# the header, of six lines.)
whole()
{
   whole_logs=$(find logs -type f -exec \
      awk 'FNR > 6 && NF > 1 { print FILENAME }' {} + | sort -u | wc -l)
   whole_profiles=$(find profiles -type f -name '[0-9]*' | wc -l)
   [ "$whole_profiles" -ge "$whole_logs" ] && [ "$whole_profiles" -gt 0 ] ||
      [ -z "$(find logs -type f)" ] ||
      echo "$whole_logs processes, $whole_profiles profiles"
   find logs -type f -exec sed -n 's/^==[0-9]*== Profile: //p' {} + |
      while read -r profile; do
         [ -s "$profile" ] || echo "$profile is not there"
      done
   find profiles -type f ! -name '[0-9]*'
   for profile in profiles/[0-9]*; do
      [ -e "$profile" ] || continue
      "$1" "$profile" >/dev/null 2>annotate.err || head -n 3 annotate.err
      grep -lE '^#: state partial|"how": *"partial"' "$profile"
   done
   find logs -type f -exec grep -hE "impossible|ssertion|cannot write" {} +
}

# compare NAME TOOL ANNOTATE TOOL_OPTIONS OPTIONS COMMAND: against result.none.
compare()
{
   under "$work/result.tool" "$2" "$4 $5" "$6"
   if ! diff -r result.none result.tool >difference 2>&1; then
      n_differ=$((n_differ + 1))
      not_ok "$1: $2 $4: the same as under none" "$6" "$(head -n 12 difference)" \
         "$(tail -qn 3 logs/*)"
      return
   fi
   whole "$3" >broken
   if [ -s broken ]; then
      n_differ=$((n_differ + 1))
      not_ok "$1: $2 $4: the profiles are complete" "$6" "$(head -n 12 broken)"
   else
      ok "$1: $2 $4"
   fi
}

# program NAME OPTIONS COMMAND
program()
{
   n_programs=$((n_programs + 1))
   under "$work/result.none" none "$2" "$3"
   under "$work/result.again" none "$2" "$3"
   if ! diff -r result.none result.again >difference 2>&1; then
      not_ok "$1: two runs under none are the same" "$3" \
         "$(head -n 12 difference)"
      return
   fi
   compare "$1" cachesim "$cs_annotate" "" "$2" "$3"
   compare "$1" heapprof "$hp_annotate" "" "$2" "$3"
   [ "$wanted" != short ] || return
   compare "$1" cachesim "$cs_annotate" --branch-sim=yes "$2" "$3"
   compare "$1" heapprof "$hp_annotate" --accesses=yes "$2" "$3"
}

# is_there COMMAND: everything that the command runs exists: the word after each $V, and
# the files of $P and $D that it names.
is_there()
{
   for word in $(printf '%s\n' "$1" |
      grep -oE '\$V [^ ;]+|\$[PD]/[A-Za-z0-9_.]+' | sed 's/^\$V //' | sort -u); do
      case $word in
      '$D/'*) [ -e "$data/${word#??/}" ] || return 1 ;;
      '$P/'*) [ -e "$programs/${word#??/}" ] || return 1 ;;
      '$'* | /nonexistent*) ;;
      *) [ -x "/usr/bin/$word" ] || [ -x "/bin/$word" ] || return 1 ;;
      esac
   done
}

while read -r name package set options command; do
   case $name in '' | '#'*) continue ;; esac
   case " $wanted " in
   *" all "* | *" $name "* | *" $set "*) ;;
   *) continue ;;
   esac
   [ "$options" != - ] || options=
   if is_there "$command"; then
      program "$name" "$options" "$command"
   else
      skip "$name" "not installed or not made: Debian package $package"
      missing="$missing $package"
   fi
done <"$srcdir/tests/wild/programs.txt"

echo "# $n_programs programs, $n_runs runs, $n_differ differences"
[ -z "$missing" ] || echo "# missing Debian packages:$missing"
plan
