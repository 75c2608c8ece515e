#!/bin/sh
# quickstart.sh -- quickstart.sh says how much there is to compile and how far it is, and
# leaves nothing that git would take for a file of the source.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
# shellcheck source=scripts/packages.sh
. "$srcdir/scripts/packages.sh"

# shellcheck disable=SC2086 # a list
set_missing $build_packages
if [ -n "$missing" ]; then
   skip "quickstart.sh" "it would install$missing"
   plan
   exit 0
fi

# A clone whose build compiles three files, a second each, and has what this build made.
mkdir -p clone/build clone/docs
cp -R "$srcdir/quickstart.sh" "$srcdir/scripts" "$srcdir/COPYING" clone/
cp -R "$srcdir/docs/sample" clone/docs/
for name in annotate/sum.c annotate/main.c; do
   mkdir -p "clone/${name%/*}"
   echo 'int main(void) { return 0; }' >"clone/$name"
done
touch clone/build/config.status clone/configure
chmod +x clone/configure
for name in valgrind-in-place in-place quern; do
   ln -s "$builddir/$name" clone/build/
done
cat >clone/build/Makefile <<'END'
V = 0
all: sum.o main.o program
%.o: ../annotate/%.c
	@echo "  CC      " $@;sleep 1; gcc -c -o $@ $<
program: main.o
	@echo "  CCLD    " $@;sleep 1; gcc -o $@ $<
matrix words: %: ../docs/sample/%.c
	@echo "  CC      " $@;gcc -g -O2 -o $@ $<
END
if [ -f "$srcdir/.gitignore" ] && command -v git >/dev/null; then
   cp "$srcdir/.gitignore" clone/
   git init -q clone
   git -C clone add -A
fi

cd clone || exit 99
unset MAKEFLAGS MFLAGS MAKELEVEL
./quickstart.sh >../output 2>&1
status=$?
check "it ends well" sh -c "tail -n 5 ../output; exit $status"
equal "it says how many files it compiles, with a dot each second" "yes" \
   "$(grep -qE '^Compiling 5 files \.{2,} done$' ../output && echo yes || cat ../output)"
check "it profiles the samples" sh -c \
   'grep -q "matrix.c:" ../output && grep -q "words.c:" ../output'
check "it shows the heap's first screen" sh -c \
   'grep -q "words .* exited with 0; peak " ../output &&
    grep -q "^\.\.\. [0-9]* more lines: quern quickstart.heap" ../output'
check "it writes pages" test -s quickstart.html -a -s quickstart.heap.html
if [ -d .git ]; then
   equal "git sees no new file" "" "$(git status --short | grep '^??')"
else
   skip "git sees no new file" "no git, or a release"
fi
rm build/*.o build/program
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
   script -qec ./quickstart.sh /dev/null </dev/null 2>&1 | tr '\r' '\n' >../output
   check "on a terminal, it says how far it is" \
      grep -q '^Compiling 3 files: at number [123] *$' ../output
else
   skip "on a terminal, it says how far it is" "no terminal"
fi
./quickstart.sh >../output 2>&1
check "the second time nothing is compiled" grep -q '^Nothing to compile \.* done$' ../output

# ---- Configuring again: check.sh installs packages after quickstart.sh has configured

mkdir ../bin
cat >build/config.status <<'END'
#!/bin/sh
echo "config.status $*" >>configured
END
printf '#!/bin/sh\necho "configure $*" >>configured\n' >configure
chmod +x build/config.status configure
configured() # by configure.sh, with a folder of programs as PATH's first
{
   rm -f build/configured
   PATH=$PWD/../bin:$PATH sh scripts/configure.sh build
   [ ! -f build/configured ] || cat build/configured
}
equal "nothing came: it is not configured again" "" "$(configured)"
sleep 0.1
touch ../bin/gnuplot
equal "a program came: configured again, with the same options" \
   "config.status --recheck
config.status " "$(configured)"
touch build/config.status
equal "and that was it" "" "$(configured)"
rm ../bin/gnuplot
equal "a program left: configured again" "config.status --recheck
config.status " "$(configured)"
rm build/config.status
equal "never configured" "configure " "$(configured)"

# ---- Packages: what a release does not have; what another package provides

cat >../bin/dpkg-query <<'END'
#!/bin/sh
echo 'installed, there, provided (= 1.0), also
deinstalled, gone, '
END
cat >../bin/apt-cache <<'END'
#!/bin/sh
case "$1 $2" in
"policy gone" | "policy new") echo '  Candidate: 1.0' ;;
"policy virtual") echo '  Candidate: (none)' ;;
"showpkg virtual") printf 'Provides: \nReverse Provides: \nreal 1.0 (= )\nother 2 (= )\n' ;;
esac
END
cat >../bin/apt-get <<'END'
#!/bin/sh
echo "apt-get $*" >>../apt
END
printf '#!/bin/sh\nexec "$@"\n' >../bin/sudo
chmod +x ../bin/*
packages() # FUNCTION PACKAGE...: what it says, and what it asks apt for; its status
{
   rm -f ../apt
   PATH=$PWD/../bin:$PATH sh -c '. scripts/packages.sh
      has_lists() { :; }
      forbid_services() { :; }
      allow_services() { :; }
      "$@"' check.sh "$@" 2>&1
   echo "status $?"
   [ ! -f ../apt ] || cat ../apt
}
equal "packages that are there, or provided" "status 0" \
   "$(packages need_packages there provided also)"
install="apt-get install -qq -y --no-install-recommends"
equal "what is wanted, and this release does not have, is named and passed over" \
   "check.sh: goes on without what this release does not have: never
Installing Debian packages: gone real new
status 0
$install gone real new" "$(packages want_packages there gone never virtual new)"
equal "what is needed, and this release does not have, is an error" \
   "check.sh: no such package in this release: never
status 1
apt-get update -qq" "$(packages need_packages new never)"
plan
