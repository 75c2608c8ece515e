# shellcheck shell=sh
# tests/golden/lib.sh -- shared by the tests of the commands: a copy of the data
# with fixed file times, and comparison of output with stored output.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   command  the program's name; $program is the program
#   data     the directory of its data; expected/ in it has the stored output
#   BLESS=1  stores the output instead of comparing it

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

LC_ALL=C
export LC_ALL
unset NO_COLOR QUERN_PAGER PAGER LINES

python=${PYTHON:-python3}
: "${command:?}" "${program:?}" "${data:?}"
try="Try '$command --help'."

# on COMMAND: the following tests are of that command.
on()
{
   command=$1
   program=$(printenv "$(printf %s "$1" | tr "[:lower:]" "[:upper:]")")
   try="Try '$command --help'."
}

# The data can be read-only, as in "make distcheck".
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
cp -R "$data/." "$work/" && chmod -R u+w "$work" || exit 99
find . -type f -exec touch -d '2020-01-01 00:00:00' {} +
touch -d '2021-01-01 00:00:00' ./*.out
mkdir got whole

# borrow FOLDER/FILE [NAME]: a profile of another command's tests.
borrow()
{
   cat "$srcdir/tests/golden/$1" >"${2:-${1#*/}}" || exit 99
   touch -d '2021-01-01 00:00:00' "${2:-${1#*/}}"
}

# report NAME STATUS: reports the status of an earlier command as a test.
report()
{
   if [ "$2" -eq 0 ]; then
      ok "$1"
   else
      not_ok "$1" "${3:-}"
   fi
}

# without_name: the lines of a report that do not name its file.
without_name()
{
   grep -v '^Data file:\|^one page \|^better data \|^compare with \|^all places \|^[0-9]* more findings* '
}

# What follows is for `check`, or for a pipe before `report`.  A command that does nothing
# does not pass: vacuous.sh tries it.

# same EXPECTED FOUND: the files are the same, and not empty.
same()
{
   [ -s "$1" ] && cmp "$1" "$2"
}

# without PATTERN FILE...: no line matches, and each file has one that `printed` did not add.
without()
{
   without_pattern=$1
   shift
   for without_file; do
      grep -qv '^status [0-9]*$' "$without_file" || return
      ! grep -e "$without_pattern" "$without_file" || return
   done
}

# What the last command did: its output is in got/output and got/errors.

# reports: it printed something, and no error or warning.
reports()
{
   [ -s got/output ] && ! grep . got/errors
}

# absent FILE: it printed something, but there is no such file.
absent()
{
   [ -s got/output ] || [ -s got/errors ] && [ ! -e "$1" ]
}

# untouched FILE COPY: it printed an error, and the file is as it was.
untouched()
{
   [ -s got/errors ] && cmp "$1" "$2"
}

# silent: it printed nothing, but wrote a file.  For use after `exits`.
silent()
{
   [ -n "$exits_wrote" ] && ! grep . got/output got/errors
}

# given WHAT COMMAND...: what must hold for the tests to mean something, whatever the
# program does.
given()
{
   given_what=$1
   shift
   if ! given_output=$("$@" 2>&1); then
      printf 'Bail out! not given: %s\n%s\n' "$given_what" "$given_output"
      exit 99
   fi
}

# stored NAME: got/NAME equals expected/NAME.
stored()
{
   if [ -n "${BLESS:-}" ]; then
      cp "got/$1" "$data/expected/$1"
      ok "$1"
   elif cmp -s "expected/$1" "got/$1"; then
      ok "$1"
   else
      not_ok "$1" "$(diff -u "expected/$1" "got/$1")"
   fi
}

# printed_ratios NAME ARGUMENT...: `printed`, of ratios with all digits; the last differs
# where long double is a double, which cross.sh says.
printed_ratios()
{
   if [ -n "${ROUNDS_NUMBERS:-}" ]; then
      skip "$1" "long double is a double"
   else
      printed "$@"
   fi
}

# keep_whole NAME ARGUMENT...: whole/NAME is the standard output, then the status if it is
# not 0, and standard error.  Standard input is the caller's.
keep_whole()
{
   whole_name=$1
   shift
   "$program" "$@" >"whole/$whole_name" 2>got/errors
   whole_status=$?
   [ $whole_status -eq 0 ] || echo "status $whole_status" >>"whole/$whole_name"
   if [ -s got/errors ]; then
      echo "standard error:" >>"whole/$whole_name"
      cat got/errors >>"whole/$whole_name"
   fi
}

# printed NAME ARGUMENT...: all of it equals what is stored.
printed()
{
   keep_whole "$@"
   cp "whole/$1" "got/$1"
   stored "$1"
}

# sections TITLES NAME ARGUMENT...: of a report only the sections whose titles match, a
# pattern of awk(1), without empty lines and the rules around titles; status and standard
# error as in `printed`.  Of a section that must not be there, give the title, too.
# `Verdict` is what comes before the first title.
# `Options` are the lines of Metadata that do not come from the profile, nor are as ever.
sections()
{
   sections_titles=$1
   shift
   keep_whole "$@"
   awk -v titles="^($sections_titles)$" '
      BEGIN {
         keep = "Verdict" ~ titles
         of_profile = "^(Tool|Valgrind|.. cache|Command|Data file|Old|New|" \
            "Events recorded):|Not shown:  *all 0|Threshold:  *0.1%|Annotation:"
      }
      { line[NR] = $0; is_rule[NR] = /^-----*$/ }
      END {
         for (i = 1; i <= NR; i++) {
            if (is_rule[i] && line[i + 1] ~ /^-- / && is_rule[i + 2]) {
               title = substr(line[i + 1], 4)
               keep = title ~ titles
               options_only = title == "Metadata" && !keep && "Options" ~ titles
               if (options_only) keep = 1
               if (keep) print line[i + 1]
               i += 2
            } else if (options_only && line[i] ~ of_profile) {
               continue
            } else if (line[i] ~ /^status [0-9]+$/) {
               keep = 1
               print line[i]
            } else if (keep && line[i] != "")
               print line[i]
         }
      }' "whole/$1" >"got/$1"
   stored "$1"
}

# table NAME ARGUMENT...: of a report all, as `sections` has them.
table()
{
   sections '.*' "$@"
}

# differs FROM NAME ARGUMENT...: how all of it differs from all of an earlier test, whatever
# that stored, equals what is stored: the lines that are new, and which lines of the earlier
# one are not there, as diff(1) numbers them, both without empty lines and rules.  "@@" has
# the title, cut short, of the section that they are in.
differs()
{
   differs_from=$1
   shift
   keep_whole "$@"
   sed '/^-*$/d' "whole/$differs_from" >got/from
   sed '/^-*$/d' "whole/$1" >got/to
   diff -a -U0 -F '^-- ' got/from got/to |
      sed -n '1,2d; s/^@@ -[0-9]*,0 .* @@/@@/; s/^\(@@ -[0-9,]* \).* @@ */\1/; /^[@+]/p' |
      awk '!/^@@/ || $0 != title; /^@@/ { title = $0 }' >"got/$1"
   stored "$1"
}

# colours NAME ARGUMENT...: the lines with colours, how often each is there, and the status
# equal the stored ones, and without the colours all lines are those of --color=never.
colours()
{
   colours_name=$1
   shift
   keep_whole "$colours_name" --color=always "$@"
   awk '/\033|^status [0-9]+$/ && !times[$0]++ { line[++n] = $0 }
      END { for (i = 1; i <= n; i++) print times[line[i]], line[i] }' \
      "whole/$colours_name" >"got/$colours_name"
   stored "$colours_name"
   sed 's/\x1b\[[0-9;]*m//g; /^status [0-9]*$/d' "whole/$colours_name" >got/uncoloured
   "$program" --color=never "$@" >got/never
   check "$colours_name: the text is the same" same got/never got/uncoloured
}

# refused NAME STATUS MESSAGE ARGUMENT...: standard output is empty, and standard
# error is exactly the message.
refused()
{
   refused_name=$1 refused_status=$2 refused_message=$3
   shift 3
   "$program" "$@" >got/output 2>got/errors
   refused_found=$?
   printf '%s\n' "$refused_message" >got/message
   if [ $refused_found -eq "$refused_status" ] && [ ! -s got/output ] \
      && cmp -s got/message got/errors; then
      ok "$refused_name"
   else
      not_ok "$refused_name" "status $refused_found, not $refused_status" \
         "$(diff got/message got/errors)" "$(head -n 5 got/output)"
   fi
}

# misused NAME MESSAGE ARGUMENT...: wrong usage.
misused()
{
   misused_name=$1 misused_message=$2
   shift 2
   refused "$misused_name" 2 "$command: $misused_message
$try" "$@"
}

# limited NAME STATUS EXPECTED ARGUMENT...: the status, what the last section, Limits, has below
# its heading, and standard error.  $limits_of are more arguments, which are words.
limited()
{
   limited_name=$1 limited_status=$2 limited_expected=$3
   shift 3
   # shellcheck disable=SC2086
   "$program" "$@" ${limits_of:?} >got/output 2>got/errors
   limited_found=$?
   equal "$limited_name" "$limited_status $limited_expected" \
      "$limited_found $(sed '1,/^-- Limits/d' got/output | sed 1d)$(cat got/errors)"
}

# exits NAME STATUS ARGUMENT...: output goes to got/output and got/errors.  If there is none,
# the file of -o or --html was written; $exits_wrote is its name then.
exits()
{
   exits_name=$1 exits_status=$2
   shift 2
   exits_file=
   exits_option=
   for exits_argument; do
      case $exits_option$exits_argument in
      --html=*) exits_file=${exits_argument#*=} ;;
      -o?*) exits_file=$exits_argument ;;
      esac
      exits_option=
      [ "$exits_argument" = -o ] && exits_option=-o
   done
   [ -f "$exits_file" ] && touch -d 2000-01-01 "$exits_file"
   "$program" "$@" >got/output 2>got/errors
   exits_found=$?
   exits_wrote=
   [ -f "$exits_file" ] && exits_wrote=$(find "$exits_file" -newermt 2000-01-02)
   if [ $exits_found -eq "$exits_status" ] \
      && { [ -n "$exits_wrote" ] || [ -s got/output ] || [ -s got/errors ]; }; then
      ok "$exits_name"
   else
      not_ok "$exits_name" "status $exits_found, not $exits_status, or nothing was printed" \
         "$(cat got/errors)"
   fi
}

# valid_json NAME FILE: the file is valid by the schema, which knows its kind of document.
# The test is made at the end, with all others of its kind; the file may change before.
if "$python" -c 'import jsonschema' 2>/dev/null; then
   has_jsonschema=yes
else
   has_jsonschema=
fi
n_documents=0
valid_json()
{
   if [ -z "$has_jsonschema" ]; then
      skip "$1" "no jsonschema; Debian package: python3-jsonschema"
      return
   fi
   n_documents=$((n_documents + 1))
   cp "$2" "document.$n_documents" # schemas.py says so if there is no file
   printf '%s\t%s\n' "document.$n_documents" "$1" >>documents
}

# prints_json NAME FILE ARGUMENT...: standard output goes to the file, and is valid.
prints_json()
{
   json_name=$1 json_file=$2
   shift 2
   "$program" "$@" >"$json_file"
   valid_json "$json_name" "$json_file"
}

# Prints the plan; call this last.
plan()
{
   if [ $n_documents -gt 0 ]; then
      "$python" -B "$srcdir/tests/golden/schemas.py" "$srcdir/docs/quern.schema.json" \
         $((n_tests + 1)) <documents
      n_tests=$((n_tests + n_documents))
   fi
   echo "1..$n_tests"
}

# cut_everywhere NAME FILE STEP COMMAND...: FILE is cut short at every multiple of
# STEP bytes, as part.out, which is an argument of the command.  The command
# exits with 1, prints no output, and names the file.
cut_everywhere()
{
   cut_name=$1 cut_file=$2 cut_step=$3
   shift 3
   cut_length=$(wc -c <"$cut_file")
   cut_bad=
   cut_at=0
   while [ "$cut_at" -lt "$cut_length" ]; do
      head -c "$cut_at" "$cut_file" >part.out
      "$@" >got/output 2>got/errors
      if [ $? -ne 1 ] || [ -s got/output ] \
         || ! grep -q "^$command: part.out[: ]" got/errors; then
         cut_bad="$cut_bad $cut_at"
      fi
      cut_at=$((cut_at + cut_step))
   done
   equal "$cut_name" "" "$cut_bad"
}

# interrupted SIGNAL FILE ARGUMENT...: the program has read the first lines of FILE from the
# FIFO `pipe`, one of its arguments, when it gets the signal; got/status is its status.
interrupted()
{
   interrupted_by=$1 interrupted_file=$2
   shift 2
   {
      # shellcheck disable=SC2016
      sh -c 'echo $$ >got/pid; exec "$@"' sh "$program" "$@" >got/output 2>got/errors
      echo $? >got/status
      : <pipe # if the program did not open it, the next line waits for this
   } &
   exec 3>pipe
   head -n 8 "$interrupted_file" >&3
   sleep 0.3
   kill -"$interrupted_by" "$(cat got/pid)"
   wait
   exec 3>&-
}

# fails_to_write NAME ARGUMENT...: standard output is full, closed, or has lost
# its reader.
fails_to_write()
{
   writing_name=$1
   shift
   if [ -c /dev/full ]; then
      "$program" "$@" >/dev/full 2>got/errors
      writing_status=$?
      equal "$writing_name: full disk" "1 $command: No space left on device" \
         "$writing_status $(cat got/errors)"
   else
      skip "$writing_name: full disk" "no /dev/full"
   fi
   {
      sleep 0.2 # until the reader is gone
      "$program" "$@" 2>got/errors
      echo $? >got/status
   } | :
   # By SIGPIPE, to which a shell adds 128; Python does not tell whether it was ignored.
   case $command in
   *_plot) writing_expected="1 " ;;
   *) writing_expected="141 " ;;
   esac
   equal "$writing_name: no reader" "$writing_expected" \
      "$(cat got/status) $(cat got/errors)"
   "$program" "$@" >&- 2>got/errors
   writing_status=$?
   equal "$writing_name: no standard output" "1 1" \
      "$writing_status $(grep -c "^$command: " got/errors)"
}

# The names of formats that --help lists, in a line.
format_names()
{
   "$program" --help | sed -n '/^FORMAT:$/,/^$/s/^  \([a-z]*\) .*/\1/p' | tr '\n' ' '
}

# listed NAME...: "a, b or c".
listed()
{
   echo "$*" | sed 's/ /, /g; s/, \([^ ]*\)$/ or \1/'
}

# help_fits [PROGRAM]: the help fits 80 columns; if it is given, how it differs from that
# program's is stored.  What it says of formats comes from their table.
help_fits()
{
   if [ $# -gt 0 ]; then
      "$1" --help | sed "s/${1##*/}/$command/g" >whole/other
      differs other help --help
   else
      keep_whole help --help
      sed '/^FORMAT:$/,/^$/{ /^  /d; }' whole/help >got/help
      stored help
   fi
   "$program" --help |
      awk -v command="$command" 'index($0, command) { is_ours = 1 }
         length > 80 { bad = 1 } END { exit bad || NR < 5 || !is_ours }'
   report "the help fits 80 columns" $?
   "$program" --help >got/help-long
   "$program" -h >got/help-short
   check "-h is --help" same got/help-long got/help-short
   # shellcheck disable=SC2016
   check "version" sh -c '"$1" --version | grep -q "^$2 (quern) [^ ]*$"' sh \
      "$program" "$command"
}

# fits WIDTH FILE: a default report has at most 200 lines, none of more columns.
fits()
{
   fits_found=$(sed 's/\x1b\[[0-9;]*m//g' "$2" |
      awk -v most="$1" 'length > most { print "line " NR " has " length " columns" }
         END { if (NR > 200 || NR == 0) print NR " lines" }')
   equal "at most $1 columns and 200 lines" "" "$fits_found"
}

# on_terminal FILE COMMAND: runs a shell command with a terminal as standard output
# and standard error, and writes its output to FILE.  Fails without script(1), or
# if no terminal is available.
on_terminal()
{
   script -qec true /dev/null </dev/null >/dev/null 2>&1 || return 1
   script -qec "unset COLUMNS; $2" /dev/null </dev/null 2>/dev/null | tr -d '\r' >"$1"
}
