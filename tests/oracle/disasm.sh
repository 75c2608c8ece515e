#!/bin/sh
# disasm.sh -- instructions of real programs: each has the size and the target that objdump
# gives it, and its mnemonic, but for a few names; in both syntaxes.  Whole libraries, and
# what programs execute.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

python=${PYTHON:-python3}
dump=$builddir/tests/disasm_dump

if ! command -v objdump >/dev/null; then
   skip "all" "no objdump: Debian package binutils"
   plan
   exit 0
fi
if "$dump" amd64 att </dev/null 2>&1 | grep -q capstone; then
   skip "all" "built without capstone: Debian package libcapstone-dev"
   plan
   exit 0
fi

# compare NAME OPTION...: disasm.py, which prints what it compared.
compare()
{
   name=$1
   shift
   if "$python" -B "$srcdir/tests/oracle/disasm.py" "$@" >found 2>&1; then
      ok "$name: $(tr '\n' ';' <found)"
   else
      not_ok "$name" "$(cat found)"
   fi
}

# ---- Whole objects: all code, but no tables within it, as libcrypto has -------------------

# whole FILE...: each that exists.
whole()
{
   for file; do
      file=$(readlink -f "$file")
      [ -f "$file" ] && compare "all of ${file##*/}" "$dump" "$file"
   done
}

# whole_of ARCH OBJDUMP FILE LARGE-FILE: for another processor; the large one in the long form.
whole_of()
{
   if ! command -v "$2" >/dev/null || ! [ -f "$3" ]; then
      skip "all of ${3##*/} for $1" "Debian packages libc6-i386, binutils-aarch64-linux-gnu \
and libc6-arm64-cross"
      return
   fi
   compare "all of ${3##*/} for $1" --arch="$1" "$dump" "$3"
   ! is_long || compare "all of ${4##*/} for $1" --arch="$1" "$dump" "$4"
}

libraries=/lib/$(gcc -print-multiarch)
case $(uname -m) in
x86_64)
   whole "$libraries/libz.so.1" "$libraries/ld-linux-x86-64.so.2"
   if is_long; then
      whole "$libraries/libc.so.6" "$libraries/libm.so.6" "$libraries/libsqlite3.so.0" \
         "$libraries/libstdc++.so.6" /usr/bin/perl /usr/bin/bash /usr/bin/python3 \
         /usr/bin/git "$(gcc -print-prog-name=cc1)"
   fi
   whole_of x86 objdump /usr/lib32/ld-linux.so.2 /usr/lib32/libc.so.6
   ;;
*)
   skip "whole objects" "x86 only"
   ;;
esac
whole_of arm64 aarch64-linux-gnu-objdump /usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1 \
   /usr/aarch64-linux-gnu/lib/libc.so.6

# ---- What programs execute: nothing is unknown --------------------------------------------

# executed PROGRAM ARGUMENT...
executed()
{
   program=$(command -v "$1") || {
      skip "executed by $1" "not installed"
      return
   }
   shift
   program=$(readlink -f "$program")
   $clean "$valgrind" -q --tool=callgrind --dump-instr=yes --compress-pos=no \
      --callgrind-out-file=calls.out "$program" "$@" >printed 2>&1 </dev/null
   compare "executed by ${program##*/}" --executed=calls.out "$dump" "$program"
}

seq 3000 >numbers
executed bash -c 'for i in 1 2 3; do x=$((x + i)); done; [[ $x =~ [0-9]+ ]]; echo "${x%6}"'
executed perl -e 'my %h; $h{$_ % 7} .= sprintf("%.3f", sqrt $_) for 1 .. 500; print sort %h'
executed gzip -kc numbers
cat >throws.cc <<'END'
#include <stdexcept>
int main()
{
   try {
      throw std::runtime_error("caught");
   }
   catch (const std::exception &) {
      return 0;
   }
}
END
if g++ -O2 -o throws throws.cc 2>/dev/null; then
   executed ./throws
else
   skip "executed by throws" "no g++: Debian package g++"
fi
if is_long; then
   executed /usr/bin/python3 -c 'import json, re; print(re.sub("1", "2", json.dumps([1.5, "a"] * 9)))'
   executed sqlite3 :memory: 'create table t(a); insert into t values (1.5), (2);
      select sum(a), printf("%.3f", avg(a)) from t order by 1'
   executed git hash-object numbers
   executed "$(gcc -print-prog-name=cc1)" -quiet -O2 -o /dev/null \
      "$srcdir/toolkit/base/tk_words.c" -I"$srcdir/toolkit"
   executed openssl dgst -sha256 numbers
   executed openssl speed -bytes 64 -seconds 1 aes-128-gcm
   executed xz -kc numbers
   executed awk '{ s += sin($1); t[$1 % 9] = s } END { print s }' numbers
   executed bzip2 -kc numbers
   executed grep -c '1.*[02]' numbers
   executed sort -n numbers
fi
plan
