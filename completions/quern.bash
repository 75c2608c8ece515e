# quern.bash -- bash completion for the commands, installed under the
# name of each.  SPDX-License-Identifier: GPL-2.0-or-later
#
# Options come from the command's --help, and values from its message for a wrong one.

# compgen prints a word a line, without blanks.
# shellcheck shell=bash disable=SC2207

# The values that a command names when it refuses one of an option.
_quern_values()
{
   "$1" "$2=?" 2>&1 </dev/null | sed -nE '1s/.*(expected( a list of)?|there are) //p' |
      sed -E 's/ (or|and) / /' | tr -s ', ' '\n' | sed '/^or$/d'
}

_quern_command()
{
   local command=$1 word=$2 before=$3 list='' words='' options
   local events="Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim CEst"
   COMPREPLY=()

   # bash splits "--option=value" into three words, at "=".
   if [[ $word == "=" ]]; then
      word=
   elif [[ $before == "=" ]]; then
      before=${COMP_WORDS[COMP_CWORD-2]}
   fi
   # Of a list, only the last word is completed.
   [[ $word == *,* ]] && list=${word%,*},

   case ${command##*/}:$before in
   hp_annotate:--at)      words="peak end total time=" ;;
   hp_annotate:--criteria)
      COMPREPLY=($(compgen -P "$list" -S = -W "$(_quern_values "$command" "$before")" \
         -- "${word##*,}"))
      compopt -o nospace
      return ;;
   *:--fail-on | *:--tree | *:--by | *:--format | *:--metric | *:--color | \
      *:--json | hp_annotate:--sort)
      words=$(_quern_values "$command" "$before") ;;
   hp_diff:--sort)        words=$(_quern_values "${command%diff}export" --metric) ;;
   cargo-quern:*cargo-quern)
      [[ $word == -* ]] || words="heap run test bench nextest" ;;
   cs_machine:*cs_machine)
      [[ $word == -* ]] || words="list show check measure" ;;
   cs_machine:show)       words="host $("$command" list 2>/dev/null | cut -d' ' -f1)" ;;
   quern-top:--sort)      words="$events L1m LLm Bm live growth blocks alloc allocs" ;;
   *:--show | *:--sort | *:--events) words=$events ;;
   *:--show-percs | *:--annotate | *:--auto) words="yes no" ;;
   *:-I | *:--source-path | *:--source-root | *:--debug-path | *:--old-source | \
      *:--own | *:--not-own)
      COMPREPLY=($(compgen -P "$list" -d -- "${word##*,}"))
      return ;;
   esac

   if [[ -n $words ]]; then
      COMPREPLY=($(compgen -P "$list" -W "$words" -- "${word##*,}"))
   elif [[ $word == -* ]]; then
      options=$("$command" --help 2>/dev/null |
         grep -oE -- '--[a-z][a-z-]*=?' | sort -u)
      COMPREPLY=($(compgen -W "$options" -- "$word"))
      [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
   else
      COMPREPLY=($(compgen -f -- "$word"))
      compopt -o filenames
   fi
}

# quern run: options, then a program, then what the program has.
_quern_run()
{
   local at=2
   COMPREPLY=()
   while [[ $at -lt $COMP_CWORD && ${COMP_WORDS[at]} == -* ]]; do
      [[ ${COMP_WORDS[at + 1]} == "=" ]] && at=$((at + 2))
      at=$((at + 1))
   done
   if [[ $at == "$COMP_CWORD" && $2 == -* ]]; then
      COMPREPLY=($(compgen -W "$("$1" "${COMP_WORDS[1]}" --help 2>/dev/null |
         grep -oE -- '^ +(-h, )?--[a-z-]*=?' | grep -oE -- '--.*')" -- "$2"))
      [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
   elif [[ $at -lt $COMP_CWORD ]] && declare -F _command_offset >/dev/null; then
      _command_offset $at # of bash-completion
   else
      [[ $at != "$COMP_CWORD" ]] || COMPREPLY=($(compgen -c -- "$2"))
      COMPREPLY+=($(compgen -f -- "$2"))
      compopt -o filenames
   fi
}

# quern has what the commands have that it stands for, and before that their words.
_quern()
{
   local all=() name names where=${1%quern}
   if [[ ${1##*/} != quern ]]; then
      _quern_command "$@"
      return
   fi
   case ${COMP_WORDS[1]} in
   run | heap)
      if [[ $COMP_CWORD -gt 1 ]]; then
         _quern_run "$@"
         return
      fi ;;
   diff | merge | export | plot) names="cs_${COMP_WORDS[1]} hp_${COMP_WORDS[1]}" ;;
   machine) names=cs_machine ;;
   top) names=quern-top ;;
   *) names="cs_annotate hp_annotate" ;;
   esac
   if [[ $COMP_CWORD == 1 && $2 != -* ]]; then
      all=($(compgen -W "diff export heap help machine merge plot run top" -- "$2"))
   elif [[ ${COMP_WORDS[1]} == machine && $COMP_CWORD == 2 ]]; then
      set -- "$1" "$2" cs_machine
   fi
   for name in $names; do
      _quern_command "$where$name" "$2" "$3"
      all+=("${COMPREPLY[@]}")
   done
   COMPREPLY=("${all[@]}")
}
complete -F _quern cargo-quern cs_annotate cs_diff cs_export cs_machine cs_merge cs_plot \
   hp_annotate hp_diff hp_export hp_merge hp_plot quern quern-top
