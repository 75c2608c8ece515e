#!/bin/sh
# layout.sh -- programs whose layout is really rewritten: what --layout simulates of the
# program as it is, is what the rewritten one has.
#
# A source is compiled four times, with LAYOUT=0 to 3; NAME.N.layout describes for the
# program as it is what LAYOUT=N is.  A commit tries a sample; LONG=1 all; ONLY="join tree"
# some.  CLOCK=1 runs them, too, on a quiet machine: make layout-clock.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
annotate=${CS_ANNOTATE:?}
source=$srcdir/tests/layout
counting= # paths are not looked at
only=${ONLY:-}
if [ -z "$only${LONG:-}${CLOCK:-}" ]; then
   only="columns orders"
fi
# Data are larger than these: misses by classic caches, cycles by a machine.
caches="--I1=32768,8,64 --D1=32768,8,64 --LL=524288,16,64"
machine=--machine=$source/small.machine
if [ -n "${CLOCK:-}" ]; then
   machine=--machine=host
fi
# Addresses that the kernel chooses would change misses from run to run.
if setarch -R true 2>/dev/null; then
   clean="setarch -R $clean"
fi

# compile SOURCE LAYOUT PROGRAM [CLOCK]: CLOCK is for programs that run longer.  Code must
# differ by the layout alone: gcc 16 vectorizes columns.c for some of its layouts.
compile()
{
   options="-g -O2 -fno-tree-vectorize -pthread -DLAYOUT=$2 ${4:+-DTIMES=20}"
   # shellcheck disable=SC2086
   case $1 in
   *.c) gcc -std=gnu11 $options -o "$3" "$source/$1" ;;
   *.cc) g++ -std=gnu++17 $options -o "$3" "$source/$1" -Wl,--no-as-needed -lstdc++ ;;
   *.rs) rustc --edition=2021 -g -C opt-level=2 --cfg "layout=\"$2\"" ${4:+--cfg clock} \
      -o "$3" "$source/$1" ;;
   esac >compile.log 2>&1 || { cat compile.log >&2; exit 99; }
}

lacks_compiler()
{
   case $1 in
   *.c) is_missing gcc ;;
   *.cc) is_missing g++ ;;
   *.rs) is_missing rustc ;;
   esac
}

# simulate NAME OPTIONS PROGRAM: makes NAME.machine and NAME.json, and adds what is printed.
simulate()
{
   run_tool cachesim "$1.machine" "--objects=yes $machine $2" "$3" || cat cachesim.err >>printed
   cat client.out >>printed
   [ -s "$1.machine" ] && "$annotate" --json "$1.machine" >"$1.json"
}

# simulate_misses N FILE: makes simN.caches and newN.caches.
simulate_misses()
{
   run_tool cachesim "sim$1.caches" "--objects=yes $caches --layout=$2" ./program0
   run_tool cachesim "new$1.caches" "--objects=yes $caches" "./program$1"
}

# A machine has pages of one size: a program that asks for huge ones runs on one with these.
# Its prefetchers would go beyond 4 KiB then, so where this is compared there are none.
sed '/^prefetch/d' "$source/small.machine" >still.machine
sed 's/^page .*/page 2M/' still.machine >huge.machine

layouts()
{
   "$PYTHON" -B "$source/layout.py" "$@" 2>&1
}

# has_huge NAME...: whether one of these layouts has huge pages.
has_huge()
{
   for huge_name; do
      grep -q '[:;] huge$' "$source/$huge_name.layout" && return
   done
   return 1
}

# try_program FILE: the program as it is, and each layout simulated and rewritten.
try_program()
{
   name=${1%.*}
   : >printed
   rm -f ./*.caches
   usual=$machine
   if [ -z "${CLOCK:-}" ] && has_huge "$name.1" "$name.2" "$name.3"; then
      machine=--machine=still.machine
   fi
   for n in 0 1 2 3; do
      compile "$1" $n "program$n"
   done
   simulate plain "" ./program0
   for n in 1 2 3; do
      file=$source/$name.$n.layout
      simulate sim$n "--layout=$file" ./program0
      simulate new$n "$(has_huge "$name.$n" && echo --machine=huge.machine)" ./program$n
      if [ -z "${CLOCK:-}" ] && { is_long || [ $n = 1 ]; }; then
         simulate_misses $n "$file"
      fi
   done
   machine=$usual
   if [ "$(sort -u printed | wc -l)" != 1 ]; then
      not_ok "$1: all print the same" "$(sort -u printed)"
      return
   fi
   ok "$1: all print the same"
   layouts collect "$source/$1" "$name.row"
   equal "$1: rules are followed" "" "$(layouts rules "$name.row")"
   if [ -n "${CLOCK:-}" ]; then
      for n in 0 1 2 3; do
         compile "$1" $n "program$n" clock
      done
      equal "$1: the clock" "" \
         "$(layouts clock "$name.row" ./program0 ./program1 ./program2 ./program3)"
      return
   fi
   for what in misses gains order; do
      equal "$1: $what" "" "$(layouts $what "$name.row")"
   done
}

for path in "$source"/*.c "$source"/*.cc "$source"/*.rs; do
   file=${path##*/}
   if [ -n "$only" ]; then
      case " $only " in *" ${file%.*} "*) ;; *) continue ;; esac
   fi
   if lacks_compiler "$file"; then
      skip "$file" "no compiler"
   else
      try_program "$file"
   fi
done

if [ -n "${CLOCK:-}" ]; then
   layouts clock-table ./*.row | sed 's/^/# /'
else
   layouts table ./*.row | sed 's/^/# /'
fi
plan
