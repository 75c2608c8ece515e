#!/bin/sh
# build_systems.sh -- runs docs/GUIDE.md on build systems with Debian's packages.
# BUILD_SYSTEMS="Make cargo": some parts.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

mkdir bin page
printf '#!/bin/sh\nexec "%s" "$@"\n' "$builddir/valgrind-in-place" >bin/valgrind
chmod +x bin/valgrind
for name in cargo-quern cs_annotate cs_diff cs_merge hp_annotate hp_diff hp_merge; do
   ln -s "$builddir/$name" "bin/$name"
done
cd page || exit 99
# Not the caller's environment, which may have make's flags, another compiler, or a cargo
# that is not Debian's.
# shellcheck disable=SC2086 # a list
env -i PATH="$work/bin:/usr/bin:/bin" HOME="$work" LC_ALL=C.UTF-8 \
   "$PYTHON" -B "$srcdir/tests/tool/build_systems.py" "$srcdir/docs/GUIDE.md" \
   ${BUILD_SYSTEMS:-}
