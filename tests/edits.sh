#!/bin/sh
# edits.sh -- cs_diff on the patches that Debian has for unzip, which are real commits: it
# is built and profiled after each, and no line that was not edited may be reported as
# changed (tests/truth/edits.py).  The source comes from where apt has Debian from, and is
# unpacked below the build directory; nothing is installed.
# SPDX-License-Identifier: GPL-2.0-or-later

set -eu
: "${builddir:?}" "${srcdir:?}"
top=$builddir/edits
rm -rf "$top"
mkdir -p "$top"
cd "$top"
# A mirror may lack the .dsc, which is not needed.
apt-get source -q --download-only unzip >apt.log 2>&1 || :
mkdir source
tar -C source --strip-components=1 -xf unzip_*.orig.tar.gz ||
   { cat apt.log >&2; echo "edits.sh: apt has no source of unzip (deb-src)" >&2; exit 1; }
tar -C source -xf unzip_*.debian.tar.*
"${PYTHON:-python3}" -c '
import sys, zipfile
with zipfile.ZipFile("some.zip", "w", zipfile.ZIP_DEFLATED) as some:
    for name in sys.argv[1:]:
        some.write("source/" + name, name)' inflate.c extract.c process.c unzip.h

flags='-g -O1 -I. -w -DNO_LCHMOD -DHAVE_DIRENT_H -DHAVE_TERMIOS_H -DLARGE_FILE_SUPPORT
-D_FILE_OFFSET_BITS=64 -DUNICODE_SUPPORT -DUTF8_MAYBE_NATIVE'
exec "${PYTHON:-python3}" -B "$srcdir/tests/truth/edits.py" --source=source --work=work \
   --build="make -f unix/Makefile unzip CC=gcc LD=gcc CF='$(echo "$flags" | tr '\n' ' ')' \
LF2='-o unzip' SL2=" --run="./unzip -t $top/some.zip" \
   --valgrind="$builddir/valgrind-in-place" --cs-diff="$builddir/cs_diff" "$@"
