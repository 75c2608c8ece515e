# quern-valgrind.m4 -- finds the packaged Valgrind SDK and its features.
# SPDX-License-Identifier: GPL-2.0-or-later

# QUERN_TOOLS: everything that the tools need of Valgrind.  The commands need none of it:
# with --disable-tools, profiles are read where no Valgrind is.
AC_DEFUN([QUERN_TOOLS], [
AC_ARG_ENABLE([tools],
  [AS_HELP_STRING([--disable-tools],
     [build the commands alone, which read profiles; needs no Valgrind])])
quern_have_secondary=no quern_own_tooldir=no
vg_version= vg_arch=none vg_os=linux
AS_IF([test "$enable_tools" != no], [
  QUERN_VALGRIND_SDK
  QUERN_VALGRIND_FEATURES
  QUERN_PLATFORM([PRI], [$vg_arch])
  QUERN_SECONDARY
  QUERN_TOOL_DIR
], [
  VG_ARCH_PRI=none VG_ARCH_SEC=x86 VG_OS=linux
])
AM_CONDITIONAL([TOOLS], [test "$enable_tools" != no])
AM_CONDITIONAL([HAVE_SECONDARY], [test $quern_have_secondary = yes])
AM_CONDITIONAL([OWN_TOOLDIR], [test $quern_own_tooldir = yes])
])

# QUERN_TOOLS_SUMMARY: what configure says of the tools at the end.
AC_DEFUN([QUERN_TOOLS_SUMMARY], [
AS_IF([test "$enable_tools" = no], [AC_MSG_NOTICE([
  tools             none: --disable-tools])], [AC_MSG_NOTICE([
  Valgrind          $vg_version, SDK in $vg_prefix
  functions lost   ${VALGRIND_LACKS:- none}
  primary platform  $VG_PLATFORM_PRI
  32-bit programs   $quern_secondary_summary
  tool directory    $quern_tooldir_summary])])
AS_IF([test "$vg_arch" = arm64], [AC_MSG_NOTICE([
  arm64: experimental, tested under emulation only; docs/RELIABILITY.md says what])])
AS_CASE([$quern_secondary_summary], [cannot*],
  [AC_MSG_WARN([32-bit programs $quern_secondary_summary])])
])

# QUERN_VALGRIND_SDK: sets vg_prefix vg_version vg_arch vg_os vg_includedir vg_libdir
# from valgrind.pc, and substitutes variables of the Makefile.
AC_DEFUN([QUERN_VALGRIND_SDK], [
AC_ARG_WITH([valgrind],
  [AS_HELP_STRING([--with-valgrind=PREFIX],
     [build for the Valgrind installed under PREFIX @<:@as pkg-config says@:>@])])
AS_IF([test -z "$PKG_CONFIG"],
  [QUERN_MISSING([pkg-config], [pkg-config])])

vg_pc=valgrind
AS_CASE([$with_valgrind],
  [''|yes|no], [],
  [vg_pc=
   for dir in "$with_valgrind"/lib/pkgconfig "$with_valgrind"/lib64/pkgconfig \
              "$with_valgrind"/lib/*/pkgconfig; do
     AS_IF([test -f "$dir/valgrind.pc"], [vg_pc=$dir/valgrind.pc; break])
   done])

AC_MSG_CHECKING([for the Valgrind SDK])
vg_version=
AS_IF([test -n "$PKG_CONFIG" && test -n "$vg_pc"],
  [vg_version=`$PKG_CONFIG --modversion "$vg_pc" 2>/dev/null`])
AC_MSG_RESULT([${vg_version:-no}])
AS_IF([test -n "$vg_version"], [
  for v in arch os platform includedir libdir prefix valt_load_address; do
    eval "vg_$v=\`\$PKG_CONFIG --variable=$v \"\$vg_pc\"\`"
  done
  # valgrind.pc of a tree that was moved, or unpacked elsewhere, has the prefix /usr:
  # use the user's prefix instead.
  AS_CASE([$with_valgrind],
    [''|yes|no], [],
    [vg_includedir=`AS_ECHO(["$vg_includedir"]) | sed "s|^$vg_prefix|$with_valgrind|"`
     vg_libdir=`AS_ECHO(["$vg_libdir"]) | sed "s|^$vg_prefix|$with_valgrind|"`
     vg_prefix=$with_valgrind])
  # Some versions have DIR in valgrind.pc, some DIR/valgrind.
  AS_IF([test -f "$vg_includedir/valgrind/pub_tool_basics.h"],
    [vg_includedir=$vg_includedir/valgrind])
  vg_archives=$vg_libdir/valgrind
], [
  AS_CASE([$with_valgrind],
    [''|yes|no], [QUERN_MISSING([the Valgrind SDK (valgrind.pc)], [valgrind])],
    [QUERN_MISSING([valgrind.pc below $with_valgrind], [valgrind, for /usr])])
  vg_arch=amd64 vg_os=linux vg_includedir=/usr/include/valgrind
  vg_archives=/usr/lib/valgrind vg_prefix=/usr
])

AS_IF([test -n "$vg_version"], [
  for header in pub_tool_basics.h pub_tool_tooliface.h libvex_ir.h valgrind.h; do
    AC_MSG_CHECKING([for $header])
    AS_IF([test -f "$vg_includedir/$header"], [AC_MSG_RESULT([yes])],
      [AC_MSG_RESULT([no])
       QUERN_MISSING([$vg_includedir/$header], [valgrind])])
  done
])

# The tools know the registers and the calling conventions of these.
AS_CASE([$vg_arch], [amd64|x86|arm64], [],
  [AC_MSG_ERROR([this Valgrind is for $vg_arch; the tools are for amd64, x86 and arm64. --disable-tools builds the commands])])
# Valgrind puts the directory into LD_PRELOAD, where blanks and colons separate names.
AS_CASE([$ac_pwd$with_tool_dir], [*[[\ :]]*],
  [AC_MSG_ERROR([the build directory and --with-tool-dir cannot have blanks or colons])])
AC_SUBST([with_valgrind])
AC_SUBST([VALGRIND_INCLUDEDIR], [$vg_includedir])
AC_SUBST([VALGRIND_ARCHIVES], [$vg_archives])
AC_SUBST([VALGRIND_VERSION], [$vg_version])
AC_SUBST([VG_OS], [$vg_os])
AC_DEFINE_UNQUOTED([VALGRIND_VERSION], ["$vg_version"],
  [The version of Valgrind whose core the tools are linked with.])
])

# QUERN_SDK_FLAGS(ARCH): sets quern_sdk_flags, the compiler flags for that platform.
AC_DEFUN([QUERN_SDK_FLAGS], [
quern_arch=$1
quern_sdk_flags="-DVGA_$quern_arch=1 -DVGO_$vg_os=1"
AS_VAR_APPEND([quern_sdk_flags],
  [" -DVGP_${quern_arch}_$vg_os=1 -DVGPV_${quern_arch}_${vg_os}_vanilla=1"])
AS_CASE([$quern_arch],
  [amd64], [quern_sdk_flags="-m64 $quern_sdk_flags"],
  [x86],   [quern_sdk_flags="-m32 -mpreferred-stack-boundary=2 $quern_sdk_flags"])
])

# QUERN_PLATFORM(PRI|SEC, ARCH): substitutes the flags to build a tool for ARCH.
# valgrind.pc has only the primary load address; QUERN_TOOL_DIR reads the secondary one
# from the stock tool.
AC_DEFUN([QUERN_PLATFORM], [
QUERN_SDK_FLAGS([$2])
VG_ARCH_$1=$2
VG_PLATFORM_$1=$2-$vg_os
TOOL_CFLAGS_$1="$quern_sdk_flags"
TOOL_LOAD_ADDRESS_$1=${vg_valt_load_address:-0x58000000}
AC_SUBST([VG_ARCH_$1])
AC_SUBST([VG_PLATFORM_$1])
AC_SUBST([TOOL_CFLAGS_$1])
AC_SUBST([TOOL_LOAD_ADDRESS_$1])
m4_if([$1], [PRI], [
AS_IF([test -n "$vg_version"], [
  for archive in libcoregrind libvex libgcc-sup libreplacemalloc_toolpreload; do
    AC_MSG_CHECKING([for $archive-$2-$vg_os.a])
    AS_IF([test -f "$vg_archives/$archive-$2-$vg_os.a"], [AC_MSG_RESULT([yes])],
      [AC_MSG_RESULT([no])
       QUERN_MISSING([$vg_archives/$archive-$2-$vg_os.a], [valgrind])])
  done
])
])
])

# QUERN_LINKER_SEC: sets quern_cv_linker_sec, the option that selects a linker for the
# 32-bit core; "no" if none links it correctly.  ld of binutils 2.40 makes "jmp x" of
# "push x@GOT" where a newer assembler marked that as one it may change; newer ones leave
# it (0xff), or make "cs push $x" of it (0x2e 0x68).
AC_DEFUN([QUERN_LINKER_SEC], [
AC_CHECK_TOOL([OBJDUMP], [objdump], [:])
AC_CACHE_CHECK([for a linker for the 32-bit core], [quern_cv_linker_sec], [
  quern_cv_linker_sec=usual
  AS_IF([$OBJDUMP -dr "$vg_archives/libcoregrind-x86-$vg_os.a" 2>/dev/null |
         grep -A1 'push  *0x0(%e' | grep -q R_386_GOT32X], [
    quern_saved_CFLAGS=$CFLAGS
    for linker in -fuse-ld=bfd -fuse-ld=gold -fuse-ld=lld no; do
      AS_IF([test $linker = no], [break])
      CFLAGS="$quern_saved_CFLAGS -m32 -no-pie $linker"
      AC_RUN_IFELSE([AC_LANG_PROGRAM([[
          extern const unsigned char push[];
          __asm__(".data\n .globl word\nword: .long 0\n .text\n .globl push\n"
                  "push: .byte 0xff, 0xb3\n .reloc ., R_386_GOT32X, word\n"
                  ".long 0\n");]],
        [[return push[0] != 0xff && !(push[0] == 0x2e && push[1] == 0x68);]])],
        [break], [], [break])
    done
    CFLAGS=$quern_saved_CFLAGS
    quern_cv_linker_sec=$linker
  ])
])
TOOL_LINKER_SEC=
AS_CASE([$quern_cv_linker_sec], [-*], [TOOL_LINKER_SEC=$quern_cv_linker_sec])
AC_SUBST([TOOL_LINKER_SEC])
])

# QUERN_SECONDARY: builds the 32-bit tools, if possible.
AC_DEFUN([QUERN_SECONDARY], [
quern_have_secondary=no
quern_secondary_summary="no"
AS_IF([test "$vg_arch" = amd64], [
  AC_CACHE_CHECK([whether $CC -m32 links programs], [quern_cv_m32], [
    quern_saved_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -m32"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <stdio.h>]],
                                    [[return puts("32 bits") < 0;]])],
                   [quern_cv_m32=yes], [quern_cv_m32=no])
    CFLAGS=$quern_saved_CFLAGS
  ])
  AC_MSG_CHECKING([for libcoregrind-x86-$vg_os.a])
  AS_IF([test -f "$vg_archives/libcoregrind-x86-$vg_os.a"],
    [quern_x86_sdk=yes], [quern_x86_sdk=no])
  AC_MSG_RESULT([$quern_x86_sdk])
  AS_IF([test $quern_x86_sdk = no],
      [quern_secondary_summary="cannot be profiled: the SDK has no x86 libraries"],
    [test $quern_cv_m32 = no],
      [quern_secondary_summary="cannot be profiled: $CC -m32 does not work; Debian package: gcc-multilib"],
    [quern_have_secondary=yes
     quern_secondary_summary="can be profiled (x86-$vg_os)"
     QUERN_LINKER_SEC
     AS_IF([test "$quern_cv_linker_sec" = no],
       [quern_have_secondary=no
        quern_secondary_summary="cannot be profiled: no linker for this core; newer binutils, or lld"])])
])
QUERN_PLATFORM([SEC], [x86])
])

# QUERN_CORE_WRAPPED(SYMBOLS, WHAT-IS-LOST): the linker leads calls of these functions
# of the core to ours (--wrap).  That works if one file of the core defines a function
# and another one calls it.  Otherwise one line says what is lost.
AC_DEFUN([QUERN_CORE_WRAPPED], [
for symbol in $1; do
  AC_MSG_CHECKING([for calls of $symbol in the core])
  AS_IF([grep -q "^T $symbol\$" conftest.core && grep -q "^U $symbol\$" conftest.core],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AS_VAR_APPEND([VALGRIND_LACKS], [" $symbol"])
     AC_MSG_WARN([this Valgrind has no calls of $symbol: $2])])
done
])

# QUERN_CORE(ARCH): looks into the core's library for what the SDK's headers do not
# declare.  Sets VALGRIND_LACKS, the functions that cannot be wrapped.
# tests/tool/core.sh checks that every such name of the sources is here.
AC_DEFUN([QUERN_CORE], [
VALGRIND_LACKS=
AC_CHECK_TOOL([NM], [nm])
AS_IF([test -z "$NM"], [QUERN_MISSING([nm], [binutils])])
$NM "$vg_archives/libcoregrind-$1-$vg_os.a" "$vg_archives/libvex-$1-$vg_os.a" \
  2>/dev/null |
  $AWK 'NF > 1 { print $(NF - 1), $NF }' | sort -u >conftest.core
for symbol in vgPlain_strerror vgPlain_ok_to_discard_translations \
              vgPlain_clo_fullpath_after vgPlain_clo_run_libc_freeres \
              vgPlain_clo_soname_synonyms vgPlain_clo_trace_children \
              vgPlain_clo_read_inline_info vgPlain_use_CF_info \
              vgPlain_clo_sanity_level vgPlain_get_fnname_raw \
              vgPlain_demangle vgPlain_do_syscall vgPlain_fd_hard_limit \
              vgPlain_log_output_sink vgPlain_clo_vgdb_prefix \
              vgPlain_am_shared_mmap_file_float_valgrind \
              vgPlain_DebugInfo_syms_howmany vgPlain_DebugInfo_syms_getidx; do
  AC_MSG_CHECKING([for $symbol in the core])
  AS_IF([grep -q "^@<:@BDRTV@:>@ $symbol\$" conftest.core], [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     QUERN_MISSING([$symbol in libcoregrind], [another version of valgrind])])
done
QUERN_CORE_WRAPPED([vgPlain_nuke_all_threads_except],
  [the profile of a program that executes another, or is killed, ends at a checkpoint])
QUERN_CORE_WRAPPED([vgPlain_kill_self],
  [the profile of a killed program ends at a checkpoint])
QUERN_CORE_WRAPPED([vgPlain_am_show_nsegments],
  [no message names the checkpoint when memory runs out])
# Older cores read an object's debug information at once, newer ones in two parts.
AS_IF([grep -q " vgModuleLocal_read_elf_debug_info\$" conftest.core],
  [quern_readers=vgModuleLocal_read_elf_debug_info],
  [quern_readers="vgModuleLocal_read_elf_object vgModuleLocal_read_elf_debug"])
QUERN_CORE_WRAPPED([$quern_readers vgPlain_assert_fail vgPlain_core_panic vgPlain_exit],
  [damaged debug information can end a run])
QUERN_CORE_WRAPPED([vgPlain_open vgPlain_mknod vgPlain_unlink vgPlain_kill],
  [vgdb ends a program that has changed its user or root directory])
QUERN_CORE_WRAPPED([vgPlain_safe_fd],
  [a program that is short of descriptors can end when vgdb asks])
QUERN_CORE_WRAPPED([vgPlain_printf vgPlain_umsg vgModuleLocal_symerr],
  [some messages of the core are not explained])
QUERN_CORE_WRAPPED([do_iropt_BB],
  [cachesim --objects does not see every block of the heap])
QUERN_CORE_WRAPPED([sanityCheckIRSB cprop_BB do_deadcode_BB],
  [programs start more slowly])
rm -f conftest.core
AC_SUBST([VALGRIND_LACKS])
])

# QUERN_VALGRIND_FEATURES: checks features of the SDK by compiling, never by version
# number.
AC_DEFUN([QUERN_VALGRIND_FEATURES], [
QUERN_SDK_FLAGS([$vg_arch])
quern_saved_CPPFLAGS=$CPPFLAGS
CPPFLAGS="$CPPFLAGS $quern_sdk_flags -I$vg_includedir"
AS_IF([test -n "$vg_version"], [
  AC_CACHE_CHECK([whether the SDK's headers compile], [quern_cv_sdk], [
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
        #include "pub_tool_basics.h"
        #include "pub_tool_tooliface.h"
        #include "pub_tool_libcprint.h"]],
      [[VG_(details_name)("probe");]])],
      [quern_cv_sdk=yes], [quern_cv_sdk=no])
  ])
  # A pointer at first, a SysRes from 3.24 on.
  AC_CACHE_CHECK([what VG_(am_shadow_alloc) returns], [quern_cv_shadow_alloc], [
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
        #include "pub_tool_basics.h"
        #include "pub_tool_aspacemgr.h"]],
      [[return sr_isError(VG_(am_shadow_alloc)(4096));]])],
      [quern_cv_shadow_alloc=SysRes], [quern_cv_shadow_alloc="a pointer"])
  ])
  AS_IF([test "$quern_cv_shadow_alloc" = SysRes],
    [AC_DEFINE([SHADOW_ALLOC_RETURNS_SYSRES], [1],
       [VG_(am_shadow_alloc) returns a SysRes.])])
  QUERN_CORE([$vg_arch])
  AS_IF([test $quern_cv_sdk = no],
    [QUERN_MISSING([a Valgrind SDK that $CC can compile for $vg_arch-$vg_os],
                   [valgrind])])
])
CPPFLAGS=$quern_saved_CPPFLAGS
])

# QUERN_TOOL_DIR: finds the stock tools, and sets where ours are installed.
AC_DEFUN([QUERN_TOOL_DIR], [
AC_ARG_WITH([tool-dir],
  [AS_HELP_STRING([--with-tool-dir=DIR],
     [install the tools into DIR, with links to Valgrind's own, and the command
      valgrind-quern, which uses DIR; needs no root
      @<:@Valgrind's own tool directory@:>@])])
AC_MSG_CHECKING([for Valgrind's tool directory])
vg_tooldir=
for dir in "$vg_prefix/libexec/valgrind" "$vg_archives" \
           "$vg_prefix/lib/valgrind" "$vg_prefix/lib64/valgrind"; do
  AS_IF([test -x "$dir/none-$vg_arch-$vg_os"], [vg_tooldir=$dir; break])
done
AC_MSG_RESULT([${vg_tooldir:-no}])
AS_IF([test -z "$vg_tooldir"],
  [QUERN_MISSING([none-$vg_arch-$vg_os in Valgrind's tool directory],
                 [valgrind])])
AC_PATH_PROG([VALGRIND], [valgrind], [], [$vg_prefix/bin:$PATH])
AC_PATH_PROG([VGDB], [vgdb], [vgdb], [$vg_prefix/bin:$PATH])
AS_IF([test -z "$VALGRIND"], [QUERN_MISSING([the command valgrind], [valgrind])])
AC_SUBST([STOCK_TOOLDIR], [$vg_tooldir])
AS_CASE([$with_tool_dir],
  [''|yes|no],
    [quern_own_tooldir=no tooldir=$vg_tooldir
     quern_tooldir_summary="$tooldir (Valgrind's own)"],
  [/*],
    [quern_own_tooldir=yes tooldir=$with_tool_dir
     quern_tooldir_summary="$tooldir, used by valgrind-quern"],
  [AC_MSG_ERROR([--with-tool-dir=$with_tool_dir: expected an absolute path])])
AC_SUBST([tooldir])

# The secondary platform's load address, from the stock tool.
AC_CHECK_TOOL([READELF], [readelf], [:])
AS_IF([test -f "$vg_tooldir/none-x86-$vg_os"], [
  quern_address=`$READELF -lW "$vg_tooldir/none-x86-$vg_os" 2>/dev/null |
    $AWK '$[1] == "LOAD" { print $[3]; exit }'`
  AS_IF([test -n "$quern_address"], [TOOL_LOAD_ADDRESS_SEC=$quern_address])
])
])
