#!/bin/sh
# stripped.sh -- reports on stripped programs: addresses in their files; names and lines
# from debug information that is found by build id, and never from another build.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
. "$srcdir/tests/tool/heap_lib.sh"
unset DEBUGINFOD_URLS

for program in "${CC:-cc}" strip objcopy addr2line readelf; do
   command -v "${program%% *}" >/dev/null && continue
   skip "all" "no $program"
   plan
   exit
done

mkdir source
cat >source/lib.c <<'END'
#include <stdlib.h>
static inline __attribute__((always_inline)) void *inner(size_t size)
{
   return malloc(size);
}
static __attribute__((noinline)) void *of_library(size_t size)
{
   char *block = inner(size);
   for (size_t i = 0; i < size; i++)
      block[i] = (char)i;
   return block;
}
void *get(size_t size)
{
   return of_library(size + 1);
}
END
cat >source/main.c <<'END'
#include <stddef.h>
void *get(size_t size);
static void *volatile kept[100];
static __attribute__((noinline)) void keep(int n)
{
   for (int i = 0; i < n; i++)
      kept[i] = get(100);
}
static __attribute__((noinline)) void spin(int n)
{
   for (int i = 0; i < n; i++)
      kept[0] = (void *)(size_t)i;
}
int main(void)
{
   keep(3);
   keep(5);
   spin(2000);
   return 0;
}
END

# build: program and liblib.so, with -g.
build()
{
   ${CC:-cc} -g -O1 -fPIC -shared -Wl,--build-id "$@" -o liblib.so source/lib.c &&
      ${CC:-cc} -g -O1 -Wl,--build-id "$@" -o program source/main.c ./liblib.so
}

build_id()
{
   readelf -n "$1" | sed -n 's/.*Build ID: *//p'
}

# The debug information of a file in a tree, by build id.
keep_debug()
{
   id=$(build_id "$1")
   rest=${id#??}
   mkdir -p "$2/.build-id/${id%"$rest"}"
   objcopy --only-keep-debug "$1" "$2/.build-id/${id%"$rest"}/$rest.debug"
}

# ---- The same program with symbols and without

build || { skip "all" "no compiler"; plan; exit; }
run_heap "" ./program
mv heap.out named.hp
run_tool cachesim named.cs "" ./program
mkdir full debug
cp program liblib.so full/
for file in program liblib.so; do
   keep_debug $file debug
   strip $file
done
run_heap "" ./program
mv heap.out bare.hp
run_tool cachesim bare.cs "" ./program

folded()
{
   "$builddir/hp_export" --format=folded --metric=total "$@" 2>&1 | LC_ALL=C sort
}

# Call paths with files and lines.
frames()
{
   "$builddir/hp_annotate" --csv --all-frames "$@" 2>&1 | sed 's/0x[0-9A-F]*: //g'
}

# ir FUNCTION FILE OPTION...: the instructions of a function.
ir()
{
   function=$1
   shift
   "$builddir/cs_annotate" --csv --show=Ir "$@" 2>&1 |
      awk -F, -v name="$function" '$2 == name { sum += $NF } END { print sum + 0 }'
}

# ---- Build ids

valid "a stripped program" bare.hp
for file in program liblib.so; do
   equal "$file: heapprof records its build id" 1 \
      "$(grep -c "\"$(build_id $file)\",\"[^\"]*/$file\"" bare.hp)"
   equal "$file: cachesim records its build id" 1 \
      "$(grep -c "^#: object $(build_id $file) .*/$file\$" bare.cs)"
done

# ---- Addresses in the file

# Each unnamed frame of a file, by addr2line of its twin with debug information.
for file in program liblib.so; do
   sed -n "s|^[\",]*\(0x[0-9A-F]*\): ??? (in [^\"]*/$file)\".*|\1|p" bare.hp >addresses
   # shellcheck disable=SC2046
   addr2line -f -e full/$file $(cat addresses) | sed -n 'n;s/.*\///;s/ .*//;p' |
      LC_ALL=C sort -u >lines
   "$builddir/hp_annotate" --csv --all-frames named.hp |
      grep -o '[a-z_]* ([a-z]*\.c:[0-9]*)' >named.frames
   check "$file: has unnamed frames" test -s addresses
   for line in $(cat lines); do
      check "$file: addr2line finds the line $line" grep -q "($line)" named.frames
   done
done
"$builddir/hp_annotate" --no-pager --source-root=source bare.hp >bare.txt
check "the report has addresses in the file" \
   grep -qi "??? ($(tail -n 1 addresses) in liblib.so)" bare.txt
for function in keep spin main; do
   address=$(nm full/program | awk -v name=$function '$3 == name { print $1 }' |
      sed 's/^0*//')
   equal "cs_annotate: $function by its address" "$(ir $function named.cs)" \
      "$(ir "0x$address in program" bare.cs)"
done

# ---- Names from debug information that is kept elsewhere

folded named.hp >expected
folded --debug-path=debug bare.hp >found
check "hp_export names functions as in the profile with symbols" cmp expected found
check "... which has them" grep -q 'main;keep;get;of_library;inner' expected
frames named.hp >expected
frames --debug-path=nowhere --debug-path=debug bare.hp >found
check "hp_annotate names files and lines, too" cmp expected found
"$builddir/hp_diff" --no-pager --debug-path=debug named.hp bare.hp >diff.txt 2>&1
check "hp_diff finds no difference" grep -q '^1 did not change\|^[0-9]* did not change' diff.txt
equal "... and no call path of one side" 0 "$(grep -c '^ *peak old ' diff.txt)"
"$builddir/hp_merge" -o sum.hp bare.hp bare.hp
valid "the sum" sum.hp
folded --debug-path=debug sum.hp | sed 's/ [0-9]*$//' >found
folded named.hp | sed 's/ [0-9]*$//' >expected
check "the sum is named, too" cmp expected found
for function in keep spin main get of_library; do
   check "cachesim: $function has counts" test "$(ir $function named.cs)" -gt 0
   equal "cs_annotate names $function" "$(ir $function named.cs)" \
      "$(ir $function --debug-path=debug bare.cs)"
done
"$builddir/cs_annotate" --csv --debug-path=debug bare.cs >found
equal "... in its file" 1 "$(grep -c '/source/main.c,spin,' found)"
"$builddir/cs_diff" --no-pager --csv --debug-path=debug named.cs bare.cs >found 2>&1
check "cs_diff names it, too" grep -q '/source/main.c,spin,' found

# ---- Data objects

run_tool cachesim data.cs --objects=yes ./program
"$builddir/cs_annotate" --csv --by=data data.cs >found
check "blocks are told by the address that allocates" grep -q '^heap,liblib.so+0x[0-9a-f]*,' found
"$builddir/cs_annotate" --csv --by=data --debug-path=debug data.cs >found
check "debug information names the function, its file and line" \
   grep -q '^heap,of_library (lib.c:8),' found
equal "... of all" 0 "$(grep -c '^heap,liblib.so+0x' found)"

# ---- --alloc-fn='???'

run_heap "--alloc-fn=???" ./program
equal "--alloc-fn='???' skips functions without a name, and not get" "get" \
   "$(folded heap.out | sed 's/ [0-9]*$//;s/.*;//' | sort -u)"

# ---- No other build gives names

cp -r full kept
build -DOTHER=1 -O2 -fno-inline
cp -r debug other
rm -r other/.build-id
keep_debug program other
keep_debug liblib.so other
folded bare.hp >found 2>err
equal "a newer file at the same path gives no names" 0 "$(grep -c of_library found)"
"$builddir/hp_annotate" --csv bare.hp >found 2>err
equal "... which is said once for each" "1 1" \
   "$(grep -c '/program.*not the build' err) $(grep -c '/liblib.so.*not the build' err)"
"$builddir/cs_annotate" --csv bare.cs >found 2>err
equal "cs_annotate says it once" 1 "$(grep -c '/program.*not the build' err)"
equal "... and gives no names" 0 "$(grep -c of_library found)"
folded --debug-path=debug bare.hp >found 2>err
check "the right debug information still does" grep -q 'keep;get;of_library;inner' found
equal "... without a word" "" "$(cat err)"
id=$(build_id full/liblib.so)
rest=${id#??}
cp "$(ls other/.build-id/*/*.debug | head -n 1)" "debug/.build-id/${id%"$rest"}/$rest.debug"
folded --debug-path=debug bare.hp >found 2>&1
equal "a file of another build under the right name gives no names" 0 \
   "$(grep -c of_library found)"
cp full/program program
cp full/liblib.so liblib.so
folded bare.hp >found 2>&1
check "the file itself, with debug information, gives names" \
   grep -q 'keep;get;of_library;inner' found

# ---- .gnu_debuglink

cp full/liblib.so liblib.so
objcopy --only-keep-debug liblib.so link.debug
strip liblib.so
objcopy --add-gnu-debuglink=link.debug liblib.so
folded bare.hp >found 2>&1
check "the file that .gnu_debuglink names gives names" \
   grep -q 'get;of_library;inner' found
folded --source-root=source bare.hp >found 2>&1
equal "--source-root: files elsewhere are not opened" 0 "$(grep -c of_library found)"

# ---- Servers

# Answers with files of "served", which has them as servers do: buildid/ID/debuginfo.
cat >server.py <<'END'
import http.server, os, socketserver, sys, time
class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        with open("asked", "a", encoding="ascii") as log:
            log.write(self.path + "\n")
        if os.path.exists("is_silent"):
            time.sleep(600)
        super().do_GET()
    def log_message(self, *_):
        pass
class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
os.chdir("served")
server = Server(("127.0.0.1", 0), Handler)
with open("../port.new", "w", encoding="ascii") as port:
    port.write(str(server.server_port))
os.rename("../port.new", "../port")
server.serve_forever()
END
rm -f link.debug
id=$(build_id liblib.so)
mkdir -p "served/buildid/$id"
objcopy --only-keep-debug full/liblib.so "served/buildid/$id/debuginfo"
"${PYTHON:-python3}" -B server.py 2>server.err &
server=$!
trap 'kill $server; rm -rf "$work"' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do
   test -e port || sleep 0.5
done
DEBUGINFOD_CACHE_PATH=$work/cache
HOME=$work
export DEBUGINFOD_CACHE_PATH HOME
folded bare.hp >found 2>&1
equal "without DEBUGINFOD_URLS no server is asked" "0 no" \
   "$(grep -c of_library found) $(test -e served/asked && echo yes || echo no)"
DEBUGINFOD_URLS=http://127.0.0.1:$(cat port)
export DEBUGINFOD_URLS
folded named.hp >found 2>&1
equal "a profile with names asks none" no "$(test -e served/asked && echo yes || echo no)"
folded --source-root=. bare.hp >found 2>&1
equal "with --source-root none is asked" no "$(test -e served/asked && echo yes || echo no)"
folded bare.hp >found 2>&1
if ! grep -q "$id" served/asked 2>/dev/null; then
   skip "a server's debug information" "libdw asks no servers: Debian package libdebuginfod1"
else
   check "a server's debug information gives names" grep -q 'get;of_library;inner' found
   equal "cs_annotate asks, too" "$(ir of_library named.cs)" "$(ir of_library bare.cs)"
   rm -rf cache served/buildid
   touch served/is_silent
   began=$(date +%s)
   DEBUGINFOD_TIMEOUT=9 folded bare.hp >found 2>&1
   took=$(($(date +%s) - began))
   equal "a silent server: no names" 0 "$(grep -c of_library found)"
   check "... after $took s" test $took -lt 240
fi
plan
