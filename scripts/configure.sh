#!/bin/sh
# configure.sh BUILD -- configures in the folder BUILD, if that was never done, or again if
# something was installed or removed since then that configure could have looked for.  For
# quickstart.sh and check.sh.  SPDX-License-Identifier: GPL-2.0-or-later

set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=$1

# Where configure looks for programs, headers and libraries.  A folder is newer than
# config.status if files came into it or left it.
places()
{
   printf '%s\n' "$PATH" | tr : '\n'
   [ -z "${PKG_CONFIG_PATH-}" ] || printf '%s\n' "$PKG_CONFIG_PATH" | tr : '\n'
   pkg-config --variable=pc_path pkg-config 2>/dev/null | tr : '\n'
   printf '%s\n' /usr/include /usr/local/include /usr/share/nodejs /var/lib/dpkg/status
}

is_old()
{
   places | while IFS= read -r place; do
      [ -e "$place" ] && find -H "$place" -maxdepth 0 -newer config.status
   done | grep -q .
}

# By where the folder is, not by a link to it: paths of it are in the Makefile.
cd "$(readlink -f "$build")"
if [ ! -f config.status ]; then
   exec "$(realpath -s --relative-to=. "$top")/configure"
elif is_old; then # with the same options
   ./config.status --recheck
   ./config.status
fi
