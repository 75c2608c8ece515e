#!/bin/sh
# cross.sh [ARCHITECTURE...] -- builds for other processors with Debian's cross compilers,
# and tests by qemu-user: `make cross`.  The commands: unit and golden tests, with the
# undefined-behaviour sanitizer.  arm64 has the tools as well: they are compared with
# Valgrind's own.  Compilers, emulators and libraries are unpacked below the build
# directory; nothing is installed.
# SPDX-License-Identifier: GPL-2.0-or-later

set -eu
: "${builddir:?}" "${srcdir:?}"
[ $# -gt 0 ] || set -- arm64 armhf s390x
top=$builddir/cross
jobs=$(nproc)

fail()
{
   echo "cross.sh: $*" >&2
   exit 1
}

# named ARCHITECTURE: Debian's names of its compiler, and qemu's of the processor.
named()
{
   case $1 in
   arm64) triplet=aarch64-linux-gnu qemu=aarch64 ;;
   armhf) triplet=arm-linux-gnueabihf qemu=arm ;;
   s390x) triplet=s390x-linux-gnu qemu=s390x ;;
   *) fail "$1: expected arm64, armhf or s390x" ;;
   esac
   root=$top/root-$1
}

# shellcheck source=tests/apt.sh
. "$srcdir/tests/apt.sh"

# unpack DIRECTORY PATTERN: the packages fetched, and forgets them.
unpack()
{
   mkdir -p "$1"
   for package in "$top"/apt/cache/archives/$2; do
      dpkg-deb -x "$package" "$1"
   done
   rm -f "$top"/apt/cache/archives/*.deb
}

# The cross compilers conflict with gcc-multilib where they are installed; unpacked, they
# do not.  What they need of this machine is there, by its own list of packages.
fetch()
{
   options="-o APT::Architectures::=$(dpkg --print-architecture)"
   compilers=
   for arch; do
      named "$arch"
      options="$options -o APT::Architectures::=$arch"
      compilers="$compilers gcc-12-$triplet"
   done
   # shellcheck disable=SC2086
   apt_begin bookworm $options
   install="install $options --download-only -y --no-install-recommends"
   # shellcheck disable=SC2086
   private_apt apt-get $install -o Dir::State::Status=/var/lib/dpkg/status --reinstall \
      $compilers qemu-user-static
   unpack "$top/tools" '*.deb'
   for arch; do
      libraries=
      for name in libc-bin libc6-dev libcapstone-dev libcmocka-dev libdw-dev libjansson-dev libncurses-dev \
         libprotobuf-c-dev zlib1g-dev $([ "$arch" != arm64 ] || echo valgrind); do
         libraries="$libraries $name:$arch"
      done
      # shellcheck disable=SC2086
      private_apt apt-get $install $libraries
      root=$top/root-$arch
      rm -rf "$root"
      unpack "$root" "*_$arch.deb"
      # armhf's loader gives up a directory where a library is not, and qemu's statx does
      # not find: all are in one.
      cp -a "$root/lib/." "$root/usr/lib/"
      rm -r "${root:?}/lib"
      ln -s usr/lib "$root/lib"
   done
   # What programs with the sanitizer need when they run.
   for arch; do
      named "$arch"
      for name in libstdc++ libubsan libgcc_s; do
         cp -a "$top/tools/usr/$triplet/lib/$name".so.* "$root/usr/lib/$triplet/"
      done
   done
   for arch; do
      touch "$top/fetched-$arch"
   done
}

# built COMMAND...: with the cross compiler's own libraries.
built()
{
   PATH=$top/tools/usr/bin:$PATH \
      LD_LIBRARY_PATH=$top/tools/usr/lib/$(gcc -print-multiarch) "$@" >>build.log 2>&1 ||
      fail "$arch: $1: $(grep -E ': (fatal )?[Ee]rror: |: missing: ' build.log | head -n 3)" \
         "($PWD/build.log)"
}

# A script for each command, and one for all other programs: there may be no binfmt.
make_launchers()
{
   mkdir -p launch
   emulator="$top/tools/usr/bin/qemu-$qemu-static -L $root"
   printf '#!/bin/sh\nexec %s "$@"\n' "$emulator" >launch/run
   for program in tests/checked/*; do
      printf '#!/bin/sh\nexec %s %s "$@"\n' "$emulator" "$PWD/$program" \
         >"launch/${program##*/}"
   done
   cat >launch/valgrind <<END
#!/bin/sh
# Valgrind's own launcher would need binfmt.  The core knows cache lines of 64 and 128
# bytes, and qemu's usual processor has others.
for word; do
   case \$word in --tool=*) tool=\${word#--tool=} ;; esac
done
VALGRIND_LAUNCHER=\$0
export VALGRIND_LAUNCHER
exec $emulator -cpu cortex-a57 "\$VALGRIND_LIB/\$tool-$arch-linux" "\$@"
END
   chmod +x launch/*
}

count()
{
   find tests -name '*.trs' -exec cat {} + | grep -cE "^:test-result: *($1)" || :
}

# test_architecture ARCHITECTURE: false if a test fails.
test_architecture()
{
   arch=$1 status=0
   named "$arch"
   mkdir -p "$top/$arch"
   cd "$top/$arch"
   : >build.log
   case ${CC:-} in ccache*) compiler="ccache $triplet-gcc-12" ;;
   *) compiler=$triplet-gcc-12 ;; esac
   tools=--disable-tools
   programs='$(unit_tests) $(replay_tests) $(checked_commands)'
   tests='$(unit_tests) $(replay_tests) $(command_tests)'
   if [ "$arch" = arm64 ]; then
      tools=--with-valgrind=$root/usr
      programs="$programs \$(processor_programs)"
      tests="$tests tests/oracle/processor.sh"
   fi
   if [ "$arch" = armhf ]; then
      # Addresses of Thumb's functions are odd.
      compiler="$compiler -marm"
      tests="\$(filter-out \$(tests_of_64_bits),$tests)"
      export ROUNDS_NUMBERS=yes # as tests/unit/test_an_common.h says
   fi
   # pkg-config is this machine's: it must not know this machine's libraries.
   [ -f Makefile ] || built "$srcdir/configure" --host="$triplet" "$tools" \
      PKG_CONFIG_LIBDIR="$root/usr/lib/$triplet/pkgconfig" \
      CC="$compiler --sysroot=$root" AR="$triplet-gcc-ar-12" \
      RANLIB="$triplet-gcc-ranlib-12" VALGRIND="$PWD/launch/valgrind" \
      quern_cv_sanitizers=no quern_cv_lto=no
   built make -j"$jobs"
   set -- -j"$jobs" check check_PROGRAMS="$programs" \
      check_DATA='$(checked_links)' \
      SANITIZE_CFLAGS='-fsanitize=undefined -fno-sanitize-recover=all'
   built make "$@" TESTS=
   make_launchers
   # Those of tests that are not run now would be counted, too.
   find tests -name '*.trs' -delete
   make -k "$@" checked="$PWD/launch" LOG_COMPILER="$PWD/launch/run" \
      TESTS="${TESTS:-$tests}" >check.log 2>&1 || status=1
   grep -E '^(FAIL|ERROR|XPASS|SKIP): ' check.log || :
   echo "$arch: $(count 'PASS|XFAIL') passed, $(count 'FAIL|ERROR|XPASS') failed," \
      "$(count SKIP) skipped"
   return $status
}

missing=
for arch; do
   [ -f "$top/fetched-$arch" ] || missing="$missing $arch"
done
# shellcheck disable=SC2086
[ -z "$missing" ] || fetch $missing
failed=
for arch; do
   (test_architecture "$arch") || failed="$failed $arch"
done
[ -z "$failed" ] || fail "failed:$failed"
