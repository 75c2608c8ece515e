#!/bin/sh
# 20-static.sh -- a static program, and one in Go: heapprof reports that it has nothing
# to count and names an option that works; cachesim works without one.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

: "${CC:=gcc}"

# advice: the option that heapprof's warning names.
advice()
{
   sed -n 's/.*To count.*: \(--pages-as-heap=yes\)$/\1/p' "$heap_err"
}

# uncounted NAME BYTES COMMAND...: heapprof sees no block and warns; with the option
# of its warning it counts at least that many bytes.
uncounted()
{
   uncounted_name=$1 uncounted_B=$2
   shift 2
   run_heap "" "$@"
   equal "$uncounted_name: the program's status is the same" 0 $?
   equal "$uncounted_name: no block is seen" 0 "$(profile totals heap.out blocks)"
   said "$uncounted_name: there is a warning" 1 \
      "warning: no call of an allocation function was seen"
   readable "$uncounted_name" heapprof heap.out
   run_heap "$(advice)" "$@"
   check "$uncounted_name: with the named option its memory is counted" \
      test "$(profile totals heap.out bytes)" -ge "$uncounted_B"
   said "$uncounted_name: with the named option there is no warning" 0 "warning: no call"
}

# lines NAME FUNCTION COMMAND...: cachesim counts the function.
lines()
{
   lines_name=$1 lines_function=$2
   shift 2
   run_tool cachesim cs.out "" "$@"
   equal "$lines_name: the program's status is the same under cachesim" 0 $?
   readable "$lines_name" cachesim cs.out
   check "$lines_name: cachesim has $lines_function" \
      test "$(functions cs.out "^$lines_function\$" | wc -l)" -ge 1
}

# ---- Static, with symbols: interception does not need the dynamic linker
run_heap "" "$programs/heap_calls" case_malloc case_calloc
profile sites heap.out 'case_.*' >dynamic
run_heap "" "$programs/heap_static" case_malloc case_calloc
profile sites heap.out 'case_.*' >static
check "static: heapprof counts the same as for a dynamic program" cmp dynamic static
check "static: the counts are not empty" test -s static
said "static: no warning" 0 "warning"
lines "static" case_malloc "$programs/heap_static" case_malloc

# ---- Static, without symbols
if $CC -O1 -static -s -o stripped "$srcdir/tests/programs/heap_arena.c" 2>/dev/null; then
   uncounted "static and stripped" 8388608 ./stripped mmap 8
   said "static and stripped: no mention of Go" 0 "runtime/pprof"
   lines "static and stripped" '[?]*' ./stripped mmap 8
   "$CS_ANNOTATE" --color=never cs.out >report.txt
   check "static and stripped: cs_annotate lists the program as without lines" \
      grep -q "^No line numbers: .*/stripped$" report.txt
else
   skip "static and stripped" "the C library's archive is not there"
fi

# ---- Go
if ! command -v go >/dev/null; then
   skip "a program in Go" "no go; Debian package: golang-go"
   plan
   exit
fi
cat >main.go <<'GO'
package main

var kept [][]byte

//go:noinline
func fill(n int) {
	for i := 0; i < n; i++ {
		kept = append(kept, make([]byte, 256*1024))
		kept[i][i] = 1
	}
}

func main() { fill(64) }
GO
if GOCACHE=$work/cache GO111MODULE=off CGO_ENABLED=0 go build -o go_program main.go \
   >go.err 2>&1; then
   uncounted "Go" $((64 * 256 * 1024)) ./go_program
   run_heap "" ./go_program
   said "Go: the warning names Go and the option for its blocks" 1 \
      "written in Go: use Go's own heap profiles \(runtime/pprof\)"
   lines "Go" main.fill ./go_program
else
   skip "a program in Go" "$(head -n 1 go.err)"
fi
plan
