#!/bin/sh
# quickstart.sh -- quickstart.sh says how much there is to compile and how far it is, and
# leaves nothing that git would take for a file of the source.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"
# shellcheck source=scripts/packages.sh
. "$srcdir/scripts/packages.sh"

for package in $build_packages; do
   if [ "$(dpkg-query -W -f '${Status}' "$package" 2>&1)" != "install ok installed" ]; then
      skip "quickstart.sh" "it would install $package"
      plan
      exit 0
   fi
done

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
for name in valgrind-in-place in-place cs_annotate cs_machine hp_annotate; do
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
   'grep -q "words .* exited with 0; peak " ../output && grep -q "what to mend" ../output'
check "it writes pages" test -s cachesim.quickstart.html -a -s heapprof.quickstart.html
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
plan
