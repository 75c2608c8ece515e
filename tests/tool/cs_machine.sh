#!/bin/sh
# cs_machine.sh -- cs_machine: lists, shows and checks machines, and measures this one.
# Nothing about times is asserted.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

presets=$srcdir/cachesim/machine/presets

# ---- list, show ----

"$CS_MACHINE" list >list
equal "list: succeeds" 0 $?
"$valgrind" --tool=cachesim --machine=help true 2>&1 | sed -n '/^$/,$s/^  //p' >help
equal "it lists what --machine=help does" "$(cat help)" "$(cat list)"
for file in "$presets"/*.machine; do
   name=$(basename "$file" .machine)
   "$CS_MACHINE" show "$name" >shown.machine
   "$CS_MACHINE" show ./shown.machine >again.machine
   equal "show $name: reads back" "$(cat shown.machine)" "$(cat again.machine)"
   "$CS_MACHINE" show "$file" >of_file.machine
   equal "show $name: the same by its file" "$(cat shown.machine)" "$(cat of_file.machine)"
done
"$CS_MACHINE" show host >host.machine
run_tool cachesim host.out "--machine=host" true
equal "show host: the machine in the profile" "$(sed -n 's/^#: m //p' host.out)" \
   "$(sed 1d host.machine)"
equal "and its name" "$(sed -n 's/^#: machine //p' host.out)" \
   "$(sed -n 's/^name //p' host.machine)"
equal "show -: standard input" "$(cat host.machine)" "$("$CS_MACHINE" show - <host.machine)"

# ---- check ----

# faulty NAME MESSAGE TEXT: check refuses the file, by its line, as cachesim does.
faulty()
{
   # shellcheck disable=SC2059
   printf "$3" >bad.machine
   "$CS_MACHINE" check host.machine bad.machine >out 2>err
   equal "$1: status" 1 $?
   equal "$1: message" "cs_machine: bad.machine:$2" "$(cat err)"
   "$valgrind" -q --tool=cachesim --machine=bad.machine true >out 2>&1
   equal "$1: as cachesim says" "cachesim: bad.machine:$2" "$(cat out)"
}

check "check: good files" "$CS_MACHINE" check "$presets"/*.machine host.machine
equal "and prints nothing" "" "$check_output"
faulty "a value that is missing" '2: I1: ways= is missing' 'name x\nI1 size=32K\n'
faulty "an empty file" '1: the machine has no line name' ''
faulty "a NUL byte" '1: a NUL byte' 'name \000\n'
faulty "a text that is too long" '1: the text is longer than 64 KiB' '%070000d'

# refused NAME STATUS MESSAGE ARGUMENT...
refused()
{
   refused_name=$1 refused_status=$2 refused_message=$3
   shift 3
   "$CS_MACHINE" "$@" >out 2>err
   equal "$refused_name: status" "$refused_status" $?
   equal "$refused_name: message" "cs_machine: $refused_message" "$(head -1 err)"
   equal "$refused_name: no output" "" "$(cat out)"
}

refused "show: an unknown name" 1 \
   "zen99: no such machine, and no such file; try cs_machine list" show zen99
refused "show: a directory" 1 ".: Is a directory" show .
refused "show: no name" 2 "show: expected a machine: NAME, FILE or host" show
refused "check: no file" 2 "check: expected files to check" check
refused "list: an argument" 2 "list: expected no argument" list zen4
refused "no action" 2 "expected list, show, check or measure"
refused "an unknown action" 2 "size: expected list, show, check or measure" size
refused "an option of another action" 2 "-o and --quick are for measure" \
   list --quick
printf '#!/bin/sh\n' >script
refused "measure: a script" 1 "script: would replace a script" measure -o script
refused "measure: a directory" 1 ".: Is a directory" measure -o .

# ---- measure ----

"$CS_MACHINE" measure --quick -o mine.machine >out 2>err
equal "measure: succeeds" 0 $?
equal "it prints nothing" "" "$(cat out)"
equal "messages are about what was not measured" "" "$(grep -v '^cs_machine: not measured: ' err)"
equal "as many as there are in the file" "$(grep -c 'not measured: ' err)" \
   "$(grep -c '^# not measured: ' mine.machine)"
check "the file is a machine" "$CS_MACHINE" check mine.machine
run_tool cachesim mine.out "--machine=mine.machine" true
equal "cachesim takes it" "#: machine $(sed -n 's/^name //p' mine.machine)" \
   "$(grep '^#: machine' mine.out)"
check "latencies grow from level to level" awk '
   /^(D1|L2|L3|L4|memory) / {
      match($0, /latency=[0-9]+/)
      latency = substr($0, RSTART + 8, RLENGTH - 8) + 0
      if (latency <= before) { print; exit 1 }
      before = latency
   }' mine.machine
# parts FILE: all but what is measured.
parts()
{
   sed -E '/^(#|name |core |memory |ops |$)/d; s/(latency|gap|refill)=[0-9]+//g; s/^(L[0-9]) size=[^ ]*/\1/' "$1"
}
equal "the rest is the host's" "$(parts host.machine)" "$(parts mine.machine)"
check "measure replaces what it wrote" "$CS_MACHINE" measure --quick -o mine.machine
check "and writes to standard output" sh -c '"$1" measure --quick >out.machine 2>/dev/null &&
   "$1" check out.machine' sh "$CS_MACHINE"

plan
