# shellcheck shell=sh disable=SC2034 # the lists are for callers
# scripts/packages.sh -- Debian packages: installs missing ones, knows the archive.
# SPDX-License-Identifier: GPL-2.0-or-later

# need_packages PACKAGE...: installs those that are missing, as root or with sudo, after
# naming them; false if one cannot be had.
need_packages()
{
   set_missing "$@"
   [ -n "$missing" ] || return 0
   can_install || {
      echo "$0: $cannot; install these Debian packages:$missing" >&2
      return 1
   }
   has_lists || update_lists || return 1
   set_candidates
   [ -z "$lacking" ] || update_lists || return 1
   set_candidates
   [ -z "$lacking" ] || {
      echo "$0: no such package in this release:$lacking" >&2
      return 1
   }
   install_candidates
}

# want_packages PACKAGE...: the same, but goes on without those that this release does not
# have, and without all if there is no right to install; names them.
want_packages()
{
   set_missing "$@"
   [ -n "$missing" ] || return 0
   can_install || {
      echo "$0: $cannot; goes on without these Debian packages:$missing" >&2
      return 0
   }
   has_lists || update_lists || return 1
   set_candidates
   [ -z "$lacking" ] || echo "$0: goes on without what this release does not have:$lacking"
   [ -z "$candidates" ] || install_candidates
}

# set_missing PACKAGE...: sets $missing.  A package is there if another one provides it.
set_missing()
{
   there=$(dpkg-query -W -f '${db:Status-Status}, ${Package}, ${Provides}\n' 2>/dev/null |
      sed -n 's/^installed, //p' | tr -s ', ' '\n\n')
   missing=
   for package; do
      printf '%s\n' "$there" | grep -qxF -- "$package" || missing="$missing $package"
   done
}

# can_install: sets $as_root, or $cannot, which says why not.
can_install()
{
   as_root=
   if ! command -v apt-get >/dev/null; then
      cannot="no apt-get"
   elif [ "$(id -u)" -eq 0 ]; then
      return 0
   elif command -v sudo >/dev/null; then
      as_root=sudo
      return 0
   else
      cannot="neither root nor sudo"
   fi
   return 1
}

# has_lists: whether apt knows packages of the release, not only installed ones.
has_lists()
{
   [ -n "$(find /var/lib/apt/lists -name '*_Packages*' 2>/dev/null | head -n 1)" ]
}

update_lists()
{
   $as_root apt-get update -qq
}

# set_candidates: of the $missing, sets $candidates, what apt can install of them, and
# $lacking, what it cannot.  Of a package that is only provided, it takes the first
# provider.
set_candidates()
{
   candidates=
   lacking=
   for package in $missing; do
      found=$package
      LC_ALL=C apt-cache policy "$package" 2>/dev/null | grep -q 'Candidate: [^(]' ||
         found=$(LC_ALL=C apt-cache showpkg "$package" 2>/dev/null |
            awk 'is_provider { print $1; exit } /^Reverse Provides:/ { is_provider = 1 }')
      if [ -n "$found" ]; then
         candidates="$candidates $found"
      else
         lacking="$lacking $package"
      fi
   done
}

install_candidates()
{
   echo "Installing Debian packages:$candidates"
   log=$(mktemp)
   forbid_services
   # Lists may be older than what the archive has now.
   # shellcheck disable=SC2086 # a list
   install_quietly $candidates || { update_lists && install_quietly $candidates; } || {
      allow_services
      cat "$log" >&2
      rm -f "$log"
      return 1
   }
   allow_services
   rm -f "$log"
}

install_quietly()
{
   $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y \
      --no-install-recommends "$@" >"$log" 2>&1
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
   libcapstone-dev libdw-dev libjansson-dev liblzma-dev libncurses-dev libprotobuf-c-dev
   libzstd-dev make node-d3 pkg-config protobuf-c-compiler python3 scdoc valgrind
   zlib1g-dev"

# For hp_plot and cs_plot.
plot_packages="gnuplot-nox python3"
