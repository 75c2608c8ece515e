#!/bin/sh
# programs.sh -- the pages of large programs, of one run and of two, in Chromium: valid
# HTML, small enough, fast enough, without a message, every figure as in --json=all.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# make browser runs it.  BROWSER names some of the programs; AXE is the script of
# axe-core (npm install axe-core); pictures of all views are left in browser/.

# shellcheck source=tests/browser/lib.sh
. "${srcdir:?}/tests/browser/lib.sh"

: "${CS_ANNOTATE:=$builddir/cs_annotate}" "${CS_DIFF:=$builddir/cs_diff}"
: "${HP_ANNOTATE:=$builddir/hp_annotate}" "${HP_DIFF:=$builddir/hp_diff}"

# Each program as $old and $new, two commands, split at blanks.
prepare()
{
   case $1 in
   cc1)
      cp "$srcdir/docs/sample/words.c" old.c
      cp "$srcdir/annotate/commands/an_option_table.c" new.c
      gcc -E -I"$builddir" -I"$srcdir/toolkit" -I"$srcdir/annotate" new.c -o new.i
      gcc -E old.c -o old.i
      cc1=$(gcc -print-prog-name=cc1)
      old="$cc1 -quiet -O1 old.i -o /dev/null" new="$cc1 -quiet -O2 new.i -o /dev/null" ;;
   python3)
      cat >program.py <<'END'
import json, re, sys
words = {}
for i in range(int(sys.argv[1])):
    words.setdefault(f"w{i * i % 997}", []).append(i)
text = json.dumps(words)
print(len(re.findall(r"\d+", text)), len(json.loads(text)))
END
      old="/usr/bin/python3 program.py 3000" new="/usr/bin/python3 program.py 5000" ;;
   git)
      git init -q repository
      cp "$srcdir"/docs/*.md "$srcdir"/annotate/*/*.c repository
      git -C repository add .
      git -C repository -c user.name=a -c user.email=a@b commit -qm one
      old="git -C repository log --stat" new="git -C repository grep -c -i e" ;;
   templates)
      g++ -g -O2 -o templates "$srcdir/tests/programs/heap_containers.cpp"
      g++ -g -O1 -o templates1 "$srcdir/tests/programs/heap_containers.cpp"
      old=./templates1 new=./templates ;;
   rust)
      rustc -g -C opt-level=1 -o rust1 "$srcdir/tests/programs/heap_names.rs" &&
         rustc -g -O -o rust2 "$srcdir/tests/programs/heap_names.rs"
      old=./rust1 new=./rust2 ;;
   esac >/dev/null 2>&1
}

needs()
{
   case $1 in
   cc1)       echo gcc ;;
   templates) echo g++ ;;
   rust)      echo rustc ;;
   *)         echo "$1" ;;
   esac
}

# small FILE: at most 2 MB, of cc1 10.
small()
{
   most=2000000
   [ "$1" != cc1 ] || most=10000000
   size=$(wc -c <"$2")
   [ "$size" -le $most ] || {
      echo "$size bytes"
      return 1
   }
}

pictures=$builddir/browser
for program in ${BROWSER:-cc1 python3 git templates rust}; do
   if is_missing "$(needs "$program")"; then
      skip "$program" "no $(needs "$program")"
      continue
   fi
   mkdir "$program"
   cd "$program" || exit 99
   prepare "$program"
   for side in old new; do
      [ $side = old ] && command=$old || command=$new
      # shellcheck disable=SC2086 # split at blanks
      {
         profiled cachesim $side.cs "" $command
         profiled heapprof $side.hp "--accesses=yes" $command
      }
   done
   written "$program-cs" "$CS_ANNOTATE" new.cs
   written "$program-cs-diff" "$CS_DIFF" old.cs new.cs
   written "$program-hp" "$HP_ANNOTATE" new.hp
   written "$program-hp-diff" "$HP_DIFF" old.hp new.hp
   set --
   for page in "$program-cs" "$program-cs-diff" "$program-hp" "$program-hp-diff"; do
      check "$page: small" small "$program" "$page.html"
      check "$page: valid HTML" tidied "$page.html"
      set -- "$@" "$page" "$page.html" "$page.json"
   done
   driven views.py ${AXE:+--axe="$AXE"} --shots="$pictures" --paint=1000 "$@"
   cd ..
   rm -rf "$program"
done
plan
