#!/bin/sh
# 23-jit.sh -- code that the program generates, overwrites and moves: counts survive,
# and the code is shown as ??? of its mapping.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

if [ "$(uname -m)" != x86_64 ]; then
   skip "generated code" "the program makes that of amd64"
   plan
   exit
fi

for mode in "" threads; do
   name="heapprof${mode:+, $mode}"
   # shellcheck disable=SC2086
   run_heap "" "$programs/fault_jit" "$work/code" $mode
   equal "$name: the generated code computes the right results" 0 $?
   cases "$name: call paths go through the generated code"
   valid "$name"
   equal "$name: no invalid frees" 0 "$(profile totals heap.out invalid_frees)"
   # The innermost frame is the generated code, the next its caller.
   equal "$name: the code is shown as ???, with its file if it has one" \
      "0 1 (in $work/code)" "$("$PYTHON" -c '
import json
profile = json.load(open("heap.out"))
paths = [[profile["ftbl"][i].split(": ", 1)[1] for i in site["fs"]]
         for site in profile["pps"]]
paths = [path for path in paths if any(f.startswith("case_") for f in path)]
unknown = [path[0] for path in paths if path[0].startswith("???")]
files = {name[4:] for name in unknown if name != "???"}
print(sum(not path[1].startswith("case_") for path in paths),
      len(files), *files)')"
   readable "$name" heapprof heap.out
done
check "heapprof: the report shows the code" grep -q '???' <<END
$("$HP_ANNOTATE" heap.out)
END

same_as_stock "cachesim equals cachegrind" "" "$programs/fault_jit" "$work/code"
# 400,000 rounds of two loops that become hot, and the rounds of all others.
check "cachesim: all rounds of the loops are there, as ???" \
   awk '/^fn=/ { is_unknown = $0 == "fn=???" }
        is_unknown && /^[0-9]/ { n += $2 } END { exit !(n >= 3 * 400000) }' ours.out
readable "code" cachesim ours.out
run_tool cachesim threads.out "" "$programs/fault_jit" "$work/code" threads
equal "cachesim, threads: the generated code computes the right results" 0 $?
check "cachesim, threads: their work is there" \
   awk '/^fn=/ { is_unknown = $0 == "fn=???" }
        is_unknown && /^[0-9]/ { n += $2 }
        END { exit !(n >= 3 * (400000 + 200 * 1000)) }' threads.out
readable "code, threads" cachesim threads.out
plan
