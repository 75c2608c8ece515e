# bare.sh -- sourced: a bare Debian in a directory, for deb-bare.sh and debian.sh.  Needs
# root, the network and debootstrap.  SPDX-License-Identifier: GPL-2.0-or-later
#
#   fail     a function: says what is wrong and exits

# shellcheck source=scripts/packages.sh
. "${srcdir:?}/scripts/packages.sh"

# bare_check: fails if bare_make could not work.
bare_check()
{
   [ "$(id -u)" -eq 0 ] || fail "needs root, to make a bare Debian"
   command -v debootstrap >/dev/null ||
      fail "debootstrap not found; Debian package: debootstrap"
}

# bare_make SUITE DIRECTORY: makes it, or makes it again; SUITE is Debian's or Ubuntu's.
bare_make()
{
   case $1 in
   jammy | noble)
      set -- "$1" "$2" http://archive.ubuntu.com/ubuntu gutsy \
         --components=main,universe \
         --keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg
      [ -f "${6#*=}" ] || fail "${6#*=} not found; Debian package: ubuntu-keyring"
      ;;
   *)
      uri=$(debian_archive)
      [ -n "$uri" ] || fail "apt has no source of Debian; see /etc/apt/sources.list"
      set -- "$1" "$2" "$uri" sid
      ;;
   esac
   suite=$1 directory=$2 archive=$3 script=$4
   shift 4
   rm -rf "$directory"
   mkdir -p "$directory"
   # An older debootstrap has no script for a newer suite: all of Debian's are one.
   debootstrap --variant=minbase "$@" "$suite" "$directory" "$archive" \
      "/usr/share/debootstrap/scripts/$script" || return
   # A snapshot of the archive is older than its lists allow.
   echo 'Acquire::Check-Valid-Until "false";' >"$directory/etc/apt/apt.conf.d/90snapshot"
   in_bare "$directory" apt-get -qq update
}

# in_bare DIRECTORY COMMAND...: runs as root in there, with nothing of this environment.
# Its mounts are gone, and its processes have ended, when the command ends.
in_bare()
{
   root=$1
   shift
   unshare --mount --pid --fork --kill-child sh -c '
      cd "$0" && mount -t proc proc proc && mount -t sysfs sysfs sys &&
         mount --rbind /dev dev && exec chroot . "$@"' "$root" \
      env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
      LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
