#!/bin/sh
# tutorial.sh -- what README.md and docs/TUTORIAL.md show is what the tools and
# commands print.  SPDX-License-Identifier: GPL-2.0-or-later

. "$srcdir/tests/lib.sh"

# README.md's command makes the programs that README.md runs, where it says.
ln -s "$builddir" build
samples=$(sed -n 's/.*`\(make -C build [a-z]*\)`.*/\1/p' "$srcdir/README.md")
programs=$(sed -n 's|^    \$ quern .* \./\([a-z]*\).*|\1|p' "$srcdir/README.md" | sort -u)
# The build is not of this run of make.
check "README.md's command for the samples" env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
   sh -c "rm -f build/words && $samples"
equal "README.md runs programs" "hashjoin words" "$(echo $programs)"
for name in $programs; do
   check "it compiles $name" test -x "build/$name"
   check "README.md says where $name is" grep -q "\`build/$name\`" "$srcdir/README.md"
done
rm build

cp "$srcdir"/docs/sample/*.c "$srcdir"/docs/sample/*.cc "$srcdir/COPYING" .
mkdir bin
printf '#!/bin/sh\nexec "%s" "$@"\n' "$builddir/valgrind-in-place" >bin/valgrind
chmod +x bin/valgrind
# The pages show what zen4 makes of it.
cat >bin/quern <<END
#!/bin/sh
word=\$1
case \$word in
run) shift && exec "$builddir/quern" run --tool-options=--machine=zen4 "\$@" ;;
esac
exec "$builddir/quern" "\$@"
END
chmod +x bin/quern
for name in cs_annotate cs_diff cs_export cs_merge cs_plot hp_annotate hp_diff hp_export \
   hp_merge hp_plot; do
   ln -s "$builddir/$name" "bin/$name"
done
PATH=$PWD/bin:$PATH
export PATH
# The pages show what Debian 12's compiler and C library make of the samples.
made_by="gcc $(gcc -dumpversion), $(getconf GNU_LIBC_VERSION)"
[ "$made_by" = "gcc 12, glibc 2.36" ] || OTHER_COMPILER="other samples, by $made_by"
export OTHER_COMPILER
"$PYTHON" -B "$srcdir/tests/tool/tutorial.py" $n_tests "$srcdir/docs/TUTORIAL.md" \
   "$srcdir/README.md"
