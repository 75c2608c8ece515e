# shellcheck shell=sh
# tests/plot/lib.sh -- what the tests of the commands that draw share.
# SPDX-License-Identifier: GPL-2.0-or-later

: "${srcdir:?}" "${builddir:?}"
if ! command -v gnuplot >/dev/null; then
   echo "1..0 # SKIP no gnuplot; Debian package: gnuplot-nox"
   exit 0
fi
. "$srcdir/tests/golden/lib.sh"
unset GNUPLOT

# whole FILE: a picture that is complete, by what its name says it is.
whole()
{
   "$python" -SIB -c '
import sys, xml.etree.ElementTree
data = open(sys.argv[1], "rb").read()
kind = sys.argv[1].rpartition(".")[2]
if kind == "svg":
    assert xml.etree.ElementTree.fromstring(data).tag.endswith("}svg")
elif kind == "png":
    assert data.startswith(b"\x89PNG\r\n\x1a\n") and b"IEND" in data[-12:]
else:
    assert data.startswith(b"%PDF-") and b"%%EOF" in data[-64:]
' "$1"
}

# draws NAME ARGUMENT...: got/NAME is a picture, and nothing is said.
draws()
{
   draws_name=$1
   shift
   if "$program" -o "got/$draws_name" "$@" >got/output 2>got/errors \
      && [ ! -s got/output ] && [ ! -s got/errors ] \
      && draws_wrong=$(whole "got/$draws_name" 2>&1); then
      ok "$draws_name"
   else
      not_ok "$draws_name" "$(cat got/errors)" "${draws_wrong:-}"
   fi
}

# has_text NAME TEXT...: each stands in the SVG got/NAME, as one text.
has_text()
{
   has_name=$1
   shift
   check "text of $has_name" "$python" -SIB -c '
import sys, xml.etree.ElementTree
texts = {"".join(element.itertext()).strip() for element in
         xml.etree.ElementTree.parse(sys.argv[1]).iter()
         if element.tag.endswith("}text")}
missing = [text for text in sys.argv[2:] if text not in texts]
assert not missing, (missing, sorted(texts))
' "got/$has_name" "$@"
}

# annotate_fails PROGRAM VARIABLE: messages about the program that reads the
# profile; the environment variable names it.
annotate_fails()
{
   printf '#!/bin/sh\necho "{}"\n' >ac_annotate
   chmod +x ac_annotate
   env "$2=./ac_annotate" "$program" "${sample:?}" >got/output 2>got/errors
   equal "$1 writes other JSON" "1 $command: ./ac_annotate: cannot understand \
its JSON: KeyError('version')" "$? $(cat got/errors)"
   printf '#!/bin/sh\necho "{\\"version\\": 2}"\n' >ac_annotate
   env "$2=./ac_annotate" "$program" "$sample" >got/output 2>got/errors
   equal "$1 writes a newer version" "1 $command: ./ac_annotate: its JSON has \
version 2, expected 1" "$? $(cat got/errors)"
   printf '#!/bin/sh\nkill -9 $$\n' >ac_annotate
   env "$2=./ac_annotate" "$program" "$sample" >got/output 2>got/errors
   equal "$1 is killed" "1 $command: $1 failed (status -9)" \
      "$? $(cat got/errors)"
   env "$2=./none" "$program" "$sample" >got/output 2>got/errors
   equal "$1 cannot be run" "1 $command: ./none: No such file or directory" \
      "$? $(cat got/errors)"
}

# with_gnuplot NAME STATUS MESSAGE SCRIPT: what the program says if gnuplot is
# this shell script; no file is left.  $sample is a profile.
with_gnuplot()
{
   printf '#!/bin/sh\n%s\n' "$4" >a_gnuplot
   chmod +x a_gnuplot
   mkdir -p kept && echo before >kept/a.svg
   GNUPLOT=./a_gnuplot "$program" -o kept/a.svg "${sample:?}" \
      >got/output 2>got/errors
   equal "$1" "$2 $command: $3
before a.svg" "$? $(cat got/errors)
$(cat kept/a.svg) $(ls -A kept)"
}

# What is to be said of a gnuplot that does not do its work.
gnuplot_fails()
{
   with_gnuplot "gnuplot fails" 1 "gnuplot failed (status 3): line 0: no such" \
      'cat >/dev/null; echo "gnuplot> foo" >&2; echo " line 0: no such" >&2; exit 3'
   with_gnuplot "gnuplot says nothing" 1 \
      "gnuplot failed (status 1): no message" 'exit 1'
   with_gnuplot "gnuplot is killed" 1 \
      "gnuplot failed (status -9): no message" 'kill -9 $$'
   with_gnuplot "gnuplot stops early" 1 \
      "gnuplot wrote no complete SVG: no font" \
      'cat >/dev/null; echo "<?xml version"; echo "no font" >&2'
   GNUPLOT=./none "$program" "$sample" >got/output 2>got/errors
   equal "gnuplot cannot be run" "1 $command: ./none: No such file or directory" \
      "$? $(cat got/errors)"
   printf '#!/bin/sh\necho "a font" >&2\nexec gnuplot "$@"\n' >a_gnuplot
   GNUPLOT=./a_gnuplot "$program" "$sample" >got/warned.svg 2>got/errors
   equal "a warning is passed on" "0 $command: gnuplot: a font" \
      "$? $(cat got/errors)"
   check "the picture is there" whole got/warned.svg
   printf '#!/bin/sh\nPATH=/nonexistent exec "%s" "$@"\n' "$program" >no_path
   chmod +x no_path
   ./no_path "$sample" >got/output 2>got/errors
   equal "no gnuplot" "1 $command: gnuplot is not installed; Debian package: \
gnuplot-nox" "$? $(cat got/errors)"
}

# ends NAME NUMBER: a signal while gnuplot runs leaves neither file nor gnuplot.
ends()
{
   rm -rf kept started && mkdir kept
   printf '#!/bin/sh\necho $$ >started\nexec sleep 60\n' >a_gnuplot
   GNUPLOT=./a_gnuplot "$program" -o kept/a.svg "${sample:?}" \
      >got/output 2>got/errors &
   ends_plot=$!
   ends_tries=0
   while [ ! -s started ] && [ $ends_tries -lt 100 ]; do
      sleep 0.1
      ends_tries=$((ends_tries + 1))
   done
   sleep 0.3 # until the command waits for it
   kill -"$1" $ends_plot
   wait $ends_plot
   equal "SIG$1" "$2 " "$? $(ls -A kept)$(cat got/errors)"
   # shellcheck disable=SC2016
   check "SIG$1 ends gnuplot" sh -c '! kill -0 "$(cat started)" 2>/dev/null'
}

# What is the same for both commands: where the picture goes.
writes()
{
   "$program" "$sample" >got/plain.svg
   check "on standard output" whole got/plain.svg
   "$program" --format=png "$sample" >got/plain.png
   check "in the format asked for" whole got/plain.png
   exits "-o -" 0 -o - "$sample"
   check "is standard output" cmp -s got/output got/plain.svg
   exits "no extension" 0 -o plain "$sample"
   check "is SVG" cmp -s plain got/plain.svg
   exits "upper case" 0 -o got/upper.PNG "$sample"
   check "is PNG" cmp -s got/upper.PNG got/plain.png
   exits "--format before the extension" 0 --format=svg -o got/b.png "$sample"
   check "is SVG" cmp -s got/b.png got/plain.svg
   chmod 640 plain
   cp plain got/before.svg
   for name in kept.svg kept.png kept.pdf; do
      exits "$name: written" 0 -o $name "$sample"
      exits "$name: replaced" 0 -o $name "$sample"
   done
   cp "$sample" taken
   refused "a profile is not replaced" 1 "$command: taken: would replace a tool's profile" \
      -o taken "$sample"
   refused "what is read is not replaced" 1 "$command: taken: would replace what is read" \
      -o taken taken
   check "it is as it was" cmp taken "$sample"
   exits "a script" 0 --script -o plain "$sample"
   exits "it is replaced" 0 -o plain "$sample"
   check "by the picture" cmp plain got/before.svg
   equal "the mode stays" 640 "$(stat -c %a plain)"
   (umask 027 && "$program" -o fresh.svg "$sample")
   equal "the umask counts" 640 "$(stat -c %a fresh.svg)"
   refused "missing directory" 1 "$command: no/a.svg: No such file or directory" \
      -o no/a.svg "$sample"
   refused "empty name" 2 "$command: --output=: expected the name of a file, or - \
for standard output
Try '$command --help'." -o '' "$sample"
   refused "a directory" 1 "$command: got: Is a directory" -o got "$sample"
   equal "nothing is left" "" "$(find . -maxdepth 1 -name 'got.*' \
      -o -maxdepth 1 -name 'plain.*' -o -maxdepth 1 -name 'fresh.svg.*')"
   mkdir limited
   (ulimit -f 1 && "$program" -o limited/a.svg "$sample" 2>got/errors)
   equal "no room for the file" "1 $command: limited/a.svg: File too large" \
      "$? $(sed 's|: gnuplot: |: limited/a.svg: |' got/errors)$(ls -A limited)"
   if [ -c /dev/full ]; then
      refused "full disk" 1 "$command: /dev/full: No space left on device" \
         -o /dev/full "$sample"
   fi
   if on_terminal got/terminal "'$program' '$sample'; echo \$?"; then
      equal "not to a terminal" "$command: standard output is a terminal; \
use -o FILE
$try
2" "$(cat got/terminal)"
   else
      skip "not to a terminal" "no terminal can be made"
   fi
   ends TERM 143
   ends HUP 129
}
