# data.sh -- makes the input of the programs; sourced by wild.sh.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Input that needs a missing compiler is left out; programs that need that input are
# skipped.

# The text is source code, the noise its compressed bytes: both are the same
# everywhere.
data_text()
{
   cat "$srcdir"/*/*/*.c | head -c 1000000 >big
   head -c 60000 big >text
   awk 'BEGIN { for (i = 1; i <= 20000; i++) print "row" i, i * 7919 % 20011 }' \
      >list
   gzip -nc big | head -c 40000 >noise
   mkdir tree
   cp "$srcdir"/toolkit/*/tk_*.[ch] tree
   awk 'BEGIN { print "["
                for (i = 1; i < 800; i++)
                   printf "{\"a\": %d, \"b\": %d},\n", i % 9, i * i
                print "{}]" }' >table.json
   awk 'BEGIN { print "<r>"
                for (i = 1; i < 800; i++)
                   printf "<i n=\"%d\">t%d</i>\n", i * 7919 % 809, i
                print "</r>" }' >table.xml
   cat >loop.m4 <<'END'
define(`loop', `ifelse($1, 0, , `eval($1 * $1) loop(decr($1))')')dnl
loop(N)
errprint(`an error
')m4exit(7)
END
   cat >page.ps <<'END'
%!
/Helvetica findfont 40 scalefont setfont
100 600 moveto (the wild) show
0 10 360 { dup sin 200 mul 300 add exch cos 200 mul 300 add 5 0 360 arc fill } for
showpage
END
   cat >calc.y <<'END'
%token NUMBER
%left '+' '-'
%left '*' '/'
%%
lines: | lines sum '\n';
sum: sum '+' sum | sum '-' sum | sum '*' sum | sum '/' sum | '(' sum ')' | NUMBER;
END
   for page in "$builddir" "$srcdir"; do
      [ ! -e "$page/docs/cs_annotate.1" ] || cp "$page/docs/cs_annotate.1" page.1
   done
}

# Output of compilers, for programs outside of the short list.
data_compiled()
{
   cat >plain.c <<'END'
int printf(const char *, ...);
int main(void)
{
   unsigned s = 0;
   for (unsigned i = 0; i < 100000; i++) s = (s * 31 + i) % 1000003;
   printf("%u\n", s);
   return s % 100;
}
END
   gcc -E -P -I"$srcdir/toolkit" "$srcdir/toolkit/base/tk_text.c" >unit.c
   gcc -O1 -g -S unit.c
   gcc -c unit.s
   g++ -E "$srcdir/tests/programs/wild_throw.cpp" >throw.ii
   javac -d . "$inputs/Words.java"
   mcs -out:Words.exe "$inputs/Words.cs"
   printf 'package main\nimport "fmt"\nfunc main(){\nx:=[]int{1,2}\nfmt.Println( x,len(x) )}\n' >bad.go
   printf 'package main\nfunc main( {\n' >broken.go
   go build -o gothreads "$inputs/threads.go"
   rm -rf .cache
}

data_keys()
{
   openssl genpkey -algorithm ed25519 -out key.pem
   ssh-keygen -q -t ed25519 -N '' -C wild -f id
}

make_data()
{
   HOME=$data PATH=/usr/bin:/bin GO111MODULE=off CGO_ENABLED=0
   export HOME PATH GO111MODULE CGO_ENABLED
   unset GOROOT GOFLAGS
   data_text
   data_keys
   [ "$wanted" = short ] || data_compiled
}

mkdir "$data"
(cd "$data" && make_data) >data.log 2>&1
