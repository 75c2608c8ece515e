#!/bin/sh
# objects.sh -- the instructions of each object are those that callgrind counts in it.
# callgrind counts the PLT in no object, and in all about 1 percent less than cachegrind:
# so an object can have 2 percent more, and 20 instructions, but never less.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/oracle/inputs.sh"
annotate=${CS_ANNOTATE:?}

# objects FILE: "path,Ir" of each object, sorted.
objects()
{
   "$annotate" --by=object --csv --show=Ir "$1" | sed 1d \
      | awk -F, '{ print $1 "," $NF }' | sort
}

# same_objects NAME COMMAND...
same_objects()
{
   name=$1
   shift
   for tool in callgrind cachesim; do
      # shellcheck disable=SC2086
      $clean "$valgrind" --tool=$tool --$tool-out-file=$tool.out "$@" \
         >$tool.said 2>$tool.err
      objects $tool.out >$tool.objects
   done
   check "$name: cachesim's objects" test -s cachesim.objects
   awk -F, '
      $1 == "???" { next }
      NR == FNR { old[$1] = $2; next }
      { n++; more = $2 - old[$1] }
      more < 0 || more > 20 + old[$1] / 50 { print $1 " has " more " more" }
      END { if (n < 3) print "only " n " objects" }' \
      callgrind.objects cachesim.objects >differences
   check "$name: as many instructions in each object" test ! -s differences
   [ ! -s differences ] || sed 's/^/# /' differences callgrind.objects \
      cachesim.objects
}

same_objects "gzip" gzip -kc text
cat >sort.pl <<'END'
print join ",", sort { $a <=> $b } 1 .. 500;
END
same_objects "perl" perl sort.pl
plan
