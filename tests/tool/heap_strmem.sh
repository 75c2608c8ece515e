#!/bin/sh
# heap_strmem.sh -- bytes that memory and string functions copy, read and write,
# against numbers counted by hand.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"

# copies NAME COMMAND...: the bytes and the copies of each case in client.out.
copies()
{
   copies_name=$1
   shift
   run_heap "--mode=copy" "$@"
   while read -r name bytes count; do
      found="$(profile sum heap.out tb "$name") $(profile sum heap.out tbk "$name")"
      [ "$found" = "$bytes $count" ] ||
         echo "$name: expected $bytes $count, found $found"
   done <client.out >copies.differ
   if [ "$(wc -l <client.out)" -eq 13 ] && [ ! -s copies.differ ]; then
      ok "$copies_name"
   else
      not_ok "$copies_name" "$(cat copies.differ)" "$(tail -n 5 "$heap_err")"
   fi
}

copies "each case" "$programs/heap_copies"
said "the summary has the copied bytes" 1 "^==[0-9]*== Total: .* bytes in .* copies"
said "the summary has no peak" 0 "Peak:"
equal "the function is the innermost frame" "mempcpy" \
   "$("$PYTHON" -c '
import json, re
profile = json.load(open("heap.out"))
for site in profile["pps"]:
    frames = [profile["ftbl"][i] for i in site["fs"]]
    if "case_mempcpy" in frames[1]:
        print(re.match(r"0x[0-9A-F]+: (\w+) \(in .*libc", frames[0]).group(1))
')"
clean="$clean LD_BIND_NOW=1"
copies "each case, bound at once" "$programs/heap_copies"

# In a static program the functions are the program's own, as in DHAT.
run_heap "--mode=copy" "$programs/heap_copies_static"
equal "a static program has none" 0 "$(profile sum heap.out tb .)"

# Each function once, with empty strings: the terminating NUL is read, and written by
# functions that copy.  Each block was written once before.
run_heap "--accesses=yes" "$programs/heap_strmem" 690
equal "each function, of the first block: bytes read" 29 \
   "$(profile sum heap.out rb allocate_a)"
equal "each function, of the first block: bytes written" \
   $((38 * 160 + 8 * 640 + 10)) "$(profile sum heap.out wb allocate_a)"
equal "each function, of the second block: bytes read" 21 \
   "$(profile sum heap.out rb allocate_b)"
equal "each function, of the second block: bytes written" \
   $((38 * 160 + 8 * 640)) "$(profile sum heap.out wb allocate_b)"

run_heap "--mode=copy --accesses=yes" "$programs/heap_copies"
said "--accesses=yes is refused with --mode=copy" 1 \
   "mode=copy does not count the heap: --accesses=yes"
plan
