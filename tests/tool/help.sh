#!/bin/sh
# help.sh -- --help, the man pages and the bash completion name the same options and
# values.  SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

LC_ALL=C
export LC_ALL
commands="cargo-quern cs_annotate cs_diff cs_export cs_machine cs_merge cs_plot hp_annotate
   hp_diff hp_export hp_merge hp_plot quern quern-top"

# Names of options on standard input, each once.
names()
{
   grep -oE -e '--[A-Za-z][A-Za-z0-9-]*' | sort -u
}

# helped FILE: the options that --help lists: left of the first gap in a line.
helped()
{
   sed -nE 's/^ +(-.*)/\1/p' "$1" | sed 's/  .*//' | names
}

# documented PAGE: the options that head an entry of OPTIONS.
documented()
{
   awk '/^# / { inside = $0 == "# OPTIONS" } inside && /^\*-/' \
      "$srcdir/docs/$1.1.scd" | names
}

# grouped FILE: options with the headings that --help, or a man page, has them under.
grouped()
{
   sed -nE -e 's/^## (.*)/\1:/' -e '/^[A-Z][a-z ]*:$/p' \
      -e 's/^ +(-.*)/\1/' -e 's/  .*//' -e '/^\*?-/p' "$1" |
      awk '/:$/ { heading = $0; next }
           { n = split($0, words, /[^-A-Za-z0-9]+/)
             for (i = 1; i <= n; i++)
                if (words[i] ~ /^--[a-z]/) print heading, words[i] }' |
      grep -vE -e '--(annotate|auto|show-percs)$' | sort -u
}

# same NAME PAGE FILE: the page documents the options that --help lists.
same()
{
   helped "$3" >in_help
   documented "$2" >in_page
   check "$1: there are options" test -s in_help
   equal "$1: in --help, not in the man page" "" "$(comm -23 in_help in_page)"
   # These are accepted for cg_annotate's sake; --help lists their opposites.
   equal "$1: in the man page, not in --help" "" \
      "$(comm -13 in_help in_page | grep -vxE -e '--(annotate|auto|show-percs)')"
}

# What a format of both commands is, hp_export(1) says.
for command in cs_export hp_export; do
   "$builddir/$command" --help | sed -n '/^FORMAT:$/,/^$/s/^  \([a-z]*\) .*/\1/p' >formats
   check "$command: there are formats" test -s formats
   equal "$command: formats without an entry in a man page" "" \
      "$(while read -r format; do
         cat "$srcdir/docs/$command.1.scd" "$srcdir/docs/hp_export.1.scd" |
            grep -qx "\*$format\*" || echo "$format"
      done <formats)"
done

for tool in cachesim heapprof; do
   "$valgrind" --tool=$tool --help |
      sed -n "/user options for $tool/,/^\$/p" >help
   same $tool $tool help
done
for command in $commands; do
   "$builddir/$command" --help >help
   same "$command" "$command" help
   case $command in
   cargo-quern | *_plot | quern) ;; # in Python, or without options of its own
   *)
      awk '/^# / { inside = $0 == "# OPTIONS" } inside' "$srcdir/docs/$command.1.scd" >page
      grouped page >page.groups
      grouped help >help.groups
      check "$command: there are groups" test -s help.groups
      equal "$command: the man page has the groups of --help" "" \
         "$(diff help.groups page.groups)"
      ;;
   esac
   for option in $(documented "$command"); do
      "$builddir/$command" "$option=no-such/option" no-such/file >out 2>err
      ! grep -q "unrecognized option\|ambiguous" err || echo "$option"
   done >unknown
   equal "$command: it has all options of the man page" "" "$(cat unknown)"
done

# ---- Completion ----

if ! command -v bash >/dev/null; then
   skip "completion" "no bash"
   plan
   exit 0
fi

# completed COMMAND WORD...: the words that bash offers for the last one.
completed()
{
   # shellcheck disable=SC2016
   bash -c 'compopt() { :; }
      . "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _quern "$builddir/$1" "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf "%s\n" "${COMPREPLY[@]}"' bash "$srcdir/completions/quern.bash" "$@" |
      sed 's/=$//' | sort -u
}

export builddir
for command in $commands; do
   "$builddir/$command" --help >help
   helped help >in_help
   equal "completion of $command: options" "$(cat in_help)" \
      "$(completed "$command" -- | grep -Fxf in_help)"
done

# offers COMMAND OPTION VALUE...: the completion offers these values, at least.
offers()
{
   completed "$1" "$2" = "" >values
   for value in $3; do
      check "completion of $1 $2: $value" grep -qFx -- "$value" values
   done
}

offers hp_annotate --sort "peak never_touched lifetime"
offers hp_annotate --tree "top-down bottom-up both none"
offers hp_annotate --fail-on "untouched leaked all"
offers hp_annotate --criteria "bytes records"
offers cs_export --format "callgrind firefox"
offers hp_export --format "massif dhat pprof"
offers hp_export --metric "peak never_touched"
offers cs_annotate --color "auto always never"
offers cs_annotate --json "all"
offers hp_annotate --json "all"
offers cs_annotate --by "line sharing bottom-up"
offers cs_diff --by "line path"
offers hp_annotate --by "line function site"
offers cs_plot --format "svg png pdf"
offers cs_plot --by "function line file"
offers hp_plot --metric "bytes blocks"
equal "--by=help lists the names" \
   "line, file, function, crate, process, owner, retained, leak, chain, look, ignored, region, snapshot, site or type" \
   "$("$builddir/hp_annotate" --by=help)"
equal "completion of hp_diff --sort" "$(completed hp_export --metric = "")" \
   "$(completed hp_diff --sort = "")"
equal "completion of quern: what it does" "diff export heap help machine merge plot run top" \
   "$(mkdir empty && cd empty && completed quern "" | tr '\n' ' ' | sed 's/ $//')"
for command in cs_diff hp_diff; do
   completed quern diff -- >offered
   equal "completion of quern diff: the options of $command" "" \
      "$(completed $command -- | grep -vFxf offered)"
done
completed quern export --format = "" >values
for value in firefox massif; do
   check "completion of quern export --format: $value" grep -qFx $value values
done
for word in run heap; do
   "$builddir/quern" $word --help >help
   helped help >in_help
   awk '/^# / { inside = $0 == "# OPTIONS OF RUN AND HEAP" } inside && /^\*-/' \
      "$srcdir/docs/quern.1.scd" | names >in_page
   equal "quern $word: the man page has the options of --help" \
      "$(grep -vxE -e '--(help|version)' in_help)" "$(cat in_page)"
   equal "completion of quern $word: options" "$(cat in_help)" "$(completed quern $word --)"
   equal "completion of quern $word: a program" true "$(completed quern $word tru | grep -x true)"
done
mkdir work && echo >work/file
equal "completion of quern run: a file of the program's" file \
   "$(cd work && completed quern run --open true fil)"
equal "completion of quern run: a file for the profile" file \
   "$(cd work && completed quern run --save = fil)"
equal "completion of cs_machine: what it does" "check list measure show" \
   "$(completed cs_machine "" | tr '\n' ' ' | sed 's/ $//')"
equal "completion of cs_machine show: machines" \
   "$( (echo host; "$builddir/cs_machine" list | sed 's/ .*//') | sort)" \
   "$(completed cs_machine show "")"
equal "completion of a list" "Ir,D1mr Ir,D1mw" \
   "$(completed cs_annotate --show = Ir,D1 | tr '\n' ' ' | sed 's/ $//')"
plan
