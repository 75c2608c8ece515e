# quern.bash -- bash completion for the cs_ and hp_ commands.
# Installed under each command's name, so that bash-completion loads it when it is
# needed.  SPDX-License-Identifier: GPL-2.0-or-later

# The options are those of --help, so that they are written down once.
_quern()
{
   local command=$1 word=$2 before=$3
   local events="Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim CEst"
   COMPREPLY=()

   # "--option=value" arrives as three words, as "=" separates them.
   if [[ $word == "=" ]]; then
      word=
   elif [[ $before == "=" ]]; then
      before=${COMP_WORDS[COMP_CWORD-2]}
   fi

   case ${command##*/}:$before in
   hp_annotate:--sort)
      COMPREPLY=($(compgen -W "peak peak_blocks total blocks leaked \
         leaked_blocks temporary reallocs moved reads writes never_read \
         never_written never_touched live lifetime" -- "$word"))
      return ;;
   hp_annotate:--tree)
      COMPREPLY=($(compgen -W "top-down bottom-up both none" -- "$word"))
      return ;;
   hp_annotate:--at)
      COMPREPLY=($(compgen -W "peak end total time=" -- "$word"))
      return ;;
   hp_annotate:--fail-on)
      local list=
      [[ $word == *,* ]] && list=${word%,*},
      COMPREPLY=($(compgen -P "$list" -W "untouched unread empty short grown \
         leaked all" -- "${word##*,}"))
      return ;;
   hp_annotate:--faults)
      COMPREPLY=($(compgen -S = -W "bytes share touched size blocks life \
         instrs reallocs step" -- "$word"))
      compopt -o nospace
      return ;;
   hp_export:--format)
      COMPREPLY=($(compgen -W "massif dhat folded csv" -- "$word"))
      return ;;
   hp_diff:--sort | hp_export:--metric)
      COMPREPLY=($(compgen -W "peak peak_blocks total blocks leaked \
         leaked_blocks temporary reallocs moved reads writes never_read \
         never_written never_touched" -- "$word"))
      return ;;
   esac

   case $before in
   --color)
      COMPREPLY=($(compgen -W "auto always never" -- "$word")) ;;
   --show | --sort | --events)
      # The last of a list of names.
      local list=
      [[ $word == *,* ]] && list=${word%,*},
      COMPREPLY=($(compgen -P "$list" -W "$events" -- "${word##*,}")) ;;
   --show-percs | --annotate | --auto)
      COMPREPLY=($(compgen -W "yes no" -- "$word")) ;;
   --format)
      COMPREPLY=($(compgen -W "svg png pdf" -- "$word")) ;;
   --metric)
      [[ ${command##*/} == hp_plot ]] &&
         COMPREPLY=($(compgen -W "bytes blocks" -- "$word")) ;;
   --by)
      COMPREPLY=($(compgen -W "function line file" -- "$word")) ;;
   -I | --source-path | --source-root)
      COMPREPLY=($(compgen -d -- "$word")) ;;
   *)
      if [[ $word == -* ]]; then
         local options
         options=$("$command" --help 2>/dev/null |
            grep -oE -- '--[a-z][a-z-]*=?' | sort -u)
         COMPREPLY=($(compgen -W "$options" -- "$word"))
         [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
      else
         COMPREPLY=($(compgen -f -- "$word"))
         compopt -o filenames
      fi ;;
   esac
}
complete -F _quern cs_annotate cs_diff cs_merge cs_plot \
   hp_annotate hp_diff hp_export hp_merge hp_plot
