#!/bin/sh
# deb.sh -- the Debian package, made of this build tree: its fields and files, lintian, and
# that its tools and commands run.  `make deb` compiles it; `make deb-bare` installs it.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
# shellcheck source=scripts/packages.sh
. "$srcdir/scripts/packages.sh"

# make_value NAME
make_value()
{
   sed -n "s/^$1 = *//p" "$builddir/Makefile"
}

# words: one a line, sorted.
words()
{
   tr -s ', \t' '\n\n\n' | grep . | sort
}

# ---- What the source says

# field NAME: of debian/control, without the versions of packages.
field()
{
   awk -v name="$1:" '$1 == name { inside = 1; $1 = "" }
        /^[^ ]/ && $1 != "" { inside = 0 }
        inside { gsub(/\([^)]*\)/, ""); print }' "$srcdir/debian/control" | words
}
# Those that every build of a package has are not named.
wanted=$(echo "debhelper-compat $build_packages" | words | grep -vxE 'gcc|libc6-dev|make')
equal "it is built with the packages of check.sh" "$wanted" "$(field Build-Depends)"
equal "it recommends what the plots need" "$(echo "$plot_packages" | words)" \
   "$(field Recommends)"
version=$(make_value PACKAGE_VERSION)
equal "debian/changelog has the version" "$version" \
   "$(sed -n '1s/^quern (\(.*\)) .*/\1/p' "$srcdir/debian/changelog")"

# ---- The package

for need in dh:debhelper dpkg-deb:dpkg; do
   if is_missing "${need%%:*}"; then
      skip "the package" "no ${need%%:*}"
      plan
      exit 0
   fi
done
if [ -n "$(make_value with_valgrind)" ] || [ -f "$builddir/config.log" ] &&
   grep -q '^quern_own_tooldir=.yes' "$builddir/config.log"; then
   skip "the package" "the build is not for the Valgrind of the system"
   plan
   exit 0
fi

# The build tree takes the place of what the package would compile.
mkdir quern
for name in debian docs NEWS README.md SECURITY.md; do
   cp -R "$srcdir/$name" quern/
done
ln -s "$builddir" quern/build
touch quern/debian/debhelper-build-stamp
check "debian/rules binary" sh -c "cd quern && unset MAKELEVEL MFLAGS &&
   MAKEFLAGS='prefix=/usr mandir=/usr/share/man' DEB_RULES_REQUIRES_ROOT=no \
   DEB_BUILD_OPTIONS=noautodbgsym debian/rules binary"

# What helpers of a build leave beside it, autoreconf's among them, is no new file for git.
if [ -f "$srcdir/.gitignore" ] && command -v git >/dev/null; then
   cp "$srcdir/.gitignore" quern/
   (cd quern && dh_autoreconf true && git init -q . && echo build >.git/info/exclude &&
      cp -R "$srcdir/debian" ../fresh)
   equal "git sees no new file beside the package" "$(cd fresh && find . -type f | sort)" \
      "$(cd quern && git status --short --untracked-files=all | sed -n 's|?? debian/|./|p' |
         sort)"
   rm quern/build
   (cd quern && debian/rules clean) >clean.log 2>&1
   equal "debian/rules clean leaves what was there" "$(cd fresh && find . | sort)" \
      "$(cd quern/debian && find . | sort)"
fi
package=$(echo quern_*.deb)
[ -f "$package" ] || {
   plan
   exit 1
}

if is_missing lintian; then
   skip "lintian" "not installed"
else
   # debian/rules gives configure the interpreter of the system; this build may have another.
   check "lintian: no error, no warning" lintian --allow-root --fail-on error,warning \
      --suppress-tags wrong-path-for-interpreter --tag-display-limit 0 "$package"
fi

equal "the version" "$version" "$(dpkg-deb -f "$package" Version)"
number=$(make_value VALGRIND_VERSION)
epoch=$(dpkg-query -W -f '${Version}' valgrind | sed -n 's/^\([0-9]*:\).*/\1/p')
equal "it depends on the Valgrind that it was built for, and no other" \
   "valgrind (<< $epoch$number.0~)
valgrind (>= $epoch$number)" \
   "$(dpkg-deb -f "$package" Depends | tr , '\n' | sed 's/^ //' | grep '^valgrind' | sort)"
check "it names the Valgrind that is in the tools" sh -c \
   "dpkg-deb -f '$package' Built-Using | grep -q '^valgrind (= '"

# All that is installed is in it, and else only what packages have.
check "make install" make -C "$builddir" install DESTDIR="$work/stage" prefix=/usr \
   mandir=/usr/share/man
(cd stage && find . ! -type d | sed 's|\(/man/.*\)|\1.gz|') | sort >installed
dpkg-deb -x "$package" root
(cd root && find . ! -type d) | grep -v '^./usr/share/\(doc\|lintian\)/' | sort >packaged
equal "what make install installs is in it" "" "$(diff installed packaged)"
for file in copyright changelog.gz NEWS.gz README.md TUTORIAL.md SECURITY.md \
   quern.schema.json examples/words.c; do
   check "it has $file" test -f "root/usr/share/doc/quern/$file"
done
equal "no script of it runs at installation" "" \
   "$(dpkg-deb --ctrl-tarfile "$package" | tar -t | grep -E '(pre|post)(inst|rm)')"

# ---- Unpacked beside the stock tools

stock=$(make_value STOCK_TOOLDIR)
for file in "$stock"/*; do
   case ${file##*/} in
   cachesim-* | heapprof-*) ;;
   *) ln -s "$file" "root$stock/" || not_ok "a name of Valgrind's own: $file" ;;
   esac
done
check "its tools and commands run" env PATH="$work/root/usr/bin:$PATH" \
   VALGRIND_LIB="$work/root$stock" sh "$srcdir/debian/tests/commands"
plan
