# shellcheck shell=sh disable=SC2034 # the lists are for callers
# scripts/packages.sh -- Debian packages: installs missing ones, knows the archive.
# SPDX-License-Identifier: GPL-2.0-or-later

# need_packages PACKAGE...: prints and installs those that are missing, as root or with
# sudo.
need_packages()
{
   missing=
   for package; do
      status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || :)
      [ "$status" = "install ok installed" ] || missing="$missing $package"
   done
   [ -n "$missing" ] || return 0
   if ! command -v apt-get >/dev/null; then
      echo "$0: no apt-get; install what these Debian packages provide:$missing" >&2
      return 1
   fi
   as_root=
   if [ "$(id -u)" -ne 0 ]; then
      command -v sudo >/dev/null || {
         echo "$0: neither root nor sudo; install these packages:$missing" >&2
         return 1
      }
      as_root=sudo
   fi
   echo "Installing Debian packages:$missing"
   $as_root apt-get update -qq || return 1
   log=$(mktemp)
   forbid_services
   # shellcheck disable=SC2086 # a list
   if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y \
      --no-install-recommends $missing >"$log" 2>&1; then
      allow_services
      cat "$log" >&2
      rm -f "$log"
      return 1
   fi
   allow_services
   rm -f "$log"
}

# A package of a server starts it, unless this file forbids it.  The tests start
# servers of their own.
policy=/usr/sbin/policy-rc.d

forbid_services()
{
   is_forbidden=1
   [ -e $policy ] || [ -h $policy ] || {
      is_forbidden=0
      trap 'allow_services; exit 1' HUP INT TERM
      printf '#!/bin/sh\nexit 101\n' | $as_root tee $policy >/dev/null &&
         $as_root chmod 755 $policy
   }
}

allow_services()
{
   [ $is_forbidden -eq 1 ] || $as_root rm -f $policy
   is_forbidden=1
   trap - HUP INT TERM
}

# debian_archive: prints where apt has Debian's own archive from, without its updates and
# security; nothing if it has none.
debian_archive()
{
   apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(CODENAME)|$(REPO_URI)' |
      awk -F'|' '$1 == "Debian" && $2 == "Debian" && $3 !~ /-/ { print $4; exit }'
}

# For building from a git checkout.  gcc-multilib is for the tool that profiles 32-bit
# programs.
build_packages="autoconf automake binutils esbuild gcc gcc-multilib libc6-dev
   libcapstone-dev libdw-dev libjansson-dev libncurses-dev libprotobuf-c-dev make node-d3 pkg-config
   protobuf-c-compiler python3 scdoc valgrind zlib1g-dev"

# For hp_plot and cs_plot.
plot_packages="gnuplot-nox python3"
