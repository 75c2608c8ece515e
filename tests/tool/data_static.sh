#!/bin/sh
# data_static.sh -- variables and stacks as data objects: each line and datum has the misses
# that a model of the caches has for what the programs say they accessed.  In 64 and 32
# bits, in all ways of linking; a library has the same data objects where it is loaded
# again.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
python=${PYTHON:-python3}
source=$srcdir/tests/programs
caches="--I1=65536,8,64 --D1=4096,4,64 --LL=65536,8,64"

# compile OPTIONS OUTPUT FILE...
compile()
{
   options=$1 output=$2
   shift 2
   # shellcheck disable=SC2086
   ${CC:-cc} $options -g -O1 -fno-omit-frame-pointer -fno-builtin -pthread \
      -I"$source" -o "$output" "$@" -ldl 2>compile.err
}

# No variable of the libraries is two data objects.
are_unique()
{
   "$python" -B -c 'import sys
sys.path.insert(0, sys.argv[1])
import data_notes
names = [(d.kind, d.binary, d.name) for d in data_notes.read("data.out").data
         if d.name in ("hidden_table", "hidden_own", "lib_shown")]
sys.exit(len(names) != len(set(names)))' "$srcdir/tests"
}

# right NAME SOURCE OPTIONS PROGRAM [ARGUMENT...]
right()
{
   name=$1 file=$2 options=$3
   shift 3
   rm -f data.out
   run_tool cachesim data.out "--objects=yes $caches $options" "$@"
   check "$name" "$python" -B "$srcdir/tests/tool/data.py" data.out "$source/data.h" \
      "$source/$file" <client.out
   echo "# $check_output"
   check "$name: each variable once" are_unique
}

# all BITS OPTIONS
all()
{
   dynamic="-Wl,-rpath,. $2"
   if ! compile "-shared -fPIC $2" libdata_static.so "$source/data_static_lib.c" ||
      ! compile "-shared -fPIC $2" loaded.so "$source/data_static_lib.c" ||
      ! compile "-shared -fPIC -DSTRIPPED -s $2" stripped.so "$source/data_static_lib.c" ||
      ! compile "$dynamic" data_static "$source/data_static.c" ./libdata_static.so; then
      skip "$1" "cannot be compiled"
      return
   fi
   right "$1" data_static.c "" ./data_static ./loaded.so ./stripped.so
   compile "-no-pie -fno-pie $dynamic" no_pie "$source/data_static.c" ./libdata_static.so &&
      right "$1, -no-pie" data_static.c "" ./no_pie ./loaded.so
   # Other ways to thread-local variables.
   for way in -mtls-dialect=gnu2 -ftls-model=initial-exec; do
      for library in libdata_static.so loaded.so; do
         compile "-shared -fPIC $way $2" $library "$source/data_static_lib.c"
      done && right "$1, $way" data_static.c "" ./data_static ./loaded.so
   done
   for way in -static -static-pie; do
      if ! compile "$way -DALONE $2" alone "$source/data_static.c"; then
         skip "$1, $way" "cannot be compiled"
      elif ! "$valgrind" -q --tool=none ./alone >none.out 2>&1; then
         # binutils 2.47 relaxes code of 32 bits to "cs push", which 3.27 does not know.
         skip "$1, $way" "Valgrind itself cannot run it"
      else
         right "$1, $way" data_static.c "" ./alone
      fi
   done
}

# Without call paths, the functions are unknown; what is on stacks is known.
has_bare_stacks()
{
   "$python" -B -c 'import sys
sys.path.insert(0, sys.argv[1])
import data_notes
found = {d.name: c[0] + c[2]
         for d, c in data_notes.by_datum(data_notes.read("data.out")).items()
         if d.kind == "stack"}
print(found)
sys.exit(list(found) != [None] or found[None] < 2000)' "$srcdir/tests"
}

# The notes and counts of a profile.
all_but_header()
{
   grep -vE '^(desc|cmd):|^#: (cmd|l[rcd]|pid) ' "$1"
}

# Who else looks for variables, and finds none, changes nothing.
echo "static no_such: huge" >none.layout
run_tool cachesim plain.out "--objects=yes --line-use=no" ls /
run_tool cachesim asked.out "--layout=none.layout" ls /
all_but_header plain.out >plain
all_but_header asked.out >asked
check "a layout without any of the variables" cmp plain asked

all "64 bits" ""
if [ -x alone ]; then
   run_tool cachesim data.out "--objects=yes --call-graph=no $caches" ./alone
   check "without call paths: stacks" has_bare_stacks
fi
all "32 bits" -m32
if ${CXX:-c++} -g -O1 -fno-builtin -I"$source" -o data_members "$source/data_members.cpp"
then
   right "C++" data_members.cpp "" ./data_members
else
   skip "C++" "no C++ compiler"
fi
plan
