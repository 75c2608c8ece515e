# quern.bash -- bash completion for the commands, installed under the
# name of each.  SPDX-License-Identifier: GPL-2.0-or-later
#
# Options come from the command's --help.  tests/tool/help.sh checks the values
# below against the commands.

# compgen prints a word a line, without blanks.
# shellcheck shell=bash disable=SC2207
_quern()
{
   local command=$1 word=$2 before=$3 list='' words='' options
   local values="peak peak_blocks total blocks leaked leaked_blocks temporary
      reallocs moved reads writes never_read never_written never_touched"
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
   cs_annotate:--fail-on) words="false-sharing unused scattered conflict aos all" ;;
   cs_diff:--fail-on) words="false-sharing" ;;
   hp_annotate:--fail-on) words="untouched unread empty fields short grown \
         leaked all" ;;
   hp_annotate:--faults)
      COMPREPLY=($(compgen -P "$list" -S = -W "bytes share touched size blocks \
         life instrs reallocs step run records" -- "${word##*,}"))
      compopt -o nospace
      return ;;
   hp_annotate:--sort)    words="$values live lifetime" ;;
   hp_annotate:--tree)    words="top-down bottom-up both none" ;;
   hp_diff:--sort | hp_export:--metric) words=$values ;;
   cs_export:--format)    words="callgrind folded csv json speedscope pprof firefox" ;;
   hp_export:--format)    words="callgrind massif dhat folded csv json speedscope
         pprof firefox" ;;
   hp_plot:--metric)      words="bytes blocks" ;;
   cargo-quern:--tool)    words="cachesim heapprof" ;;
   cargo-quern:*cargo-quern)
      [[ $word == -* ]] || words="test bench run" ;;
   cs_machine:*cs_machine)
      [[ $word == -* ]] || words="list show check measure" ;;
   cs_machine:show)       words="host $("$command" list 2>/dev/null | cut -d' ' -f1)" ;;
   ??_plot:--format)      words="svg png pdf" ;;
   ??_annotate:--json)    words="all" ;;
   cs_annotate:--by) words="line file function object thread region data sharing why curve \
                              reasons gains inclusive caller callee both top-down \
                              bottom-up" ;;
   cs_diff:--by) words="line file function object thread region data sharing inclusive \
                          path" ;;
   cs_annotate:--tree)    words="caller callee both top-down bottom-up" ;;
   hp_annotate:--by) words="line file function" ;;
   cs_plot:--by)          words="function line file" ;;
   hp_plot:--by)          words="site line function" ;;
   quern-top:--sort)      words="$events L1m LLm Bm live growth blocks alloc allocs" ;;
   *:--color)             words="auto always never" ;;
   *:--show | *:--sort | *:--events) words=$events ;;
   *:--show-percs | *:--annotate | *:--auto) words="yes no" ;;
   *:-I | *:--source-path | *:--source-root | *:--debug-path)
      COMPREPLY=($(compgen -d -- "$word"))
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
complete -F _quern cargo-quern cs_annotate cs_diff cs_export cs_machine cs_merge cs_plot \
   hp_annotate hp_diff hp_export hp_merge hp_plot quern-top
