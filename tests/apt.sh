# apt.sh -- sourced: fetches packages of Debian into a directory; nothing is installed.
# They come from where apt has Debian from.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   top      the directory; apt's lists and cache are in $top/apt
#   fail     a function: says what is wrong and exits
#   apt_type deb, or deb-src for packages of sources [deb]

# shellcheck source=scripts/packages.sh
. "${srcdir:?}/scripts/packages.sh"

# private_apt COMMAND...: with lists, cache and sources of its own.
private_apt()
{
   command=$1
   shift
   "$command" -q -o Dir::Etc::SourceList="$top/apt/sources.list" \
      -o Dir::Etc::SourceParts=/dev/null -o Dir::Etc::PreferencesParts=/dev/null \
      -o Dir::State::Lists="$top/apt/lists" -o Dir::State::Status="$top/apt/status" \
      -o Dir::Cache="$top/apt/cache" -o APT::Sandbox::User="$(id -un)" \
      -o Acquire::Languages=none -o APT::Update::Post-Invoke-Success::= \
      -o Debug::NoLocking=true "$@" >>"$top/apt/log" 2>&1 ||
      fail "$command: $(tail -n 3 "$top/apt/log")"
}

# apt_begin SUITE OPTION...: reads Debian's own archive, as the host's apt knows it; not
# its updates or security.
apt_begin()
{
   suite=$1
   shift
   command -v apt-get >/dev/null || fail "no apt-get; it fetches packages of Debian"
   mkdir -p "$top/apt/lists/partial" "$top/apt/cache/archives/partial"
   # No package is installed, as far as this apt knows.
   : >"$top/apt/status"
   uri=$(debian_archive)
   [ -n "$uri" ] || fail "apt has no source of Debian; see /etc/apt/sources.list"
   keys=/usr/share/keyrings/debian-archive-keyring.gpg
   echo "${apt_type:-deb} [signed-by=$keys] $uri $suite main" >"$top/apt/sources.list"
   private_apt apt-get "$@" update
}
