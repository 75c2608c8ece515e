#!/bin/sh
# 24-directories.sh -- the program changes, deletes or replaces its directory: the
# outfile goes to the path that was right at the start.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

cat >wanders.sh <<'END'
mkdir -p away && cd away
END
cat >deletes.sh <<'END'
rm -rf "$PWD"; cd /
END
cat >replaces.sh <<'END'
mv "$PWD" "$PWD.moved" && mkdir "$PWD"
END

for tool in $tools; do
   rm -rf out* away
   run_tool "$tool" out "" sh wanders.sh
   equal "$tool: chdir: the status" 0 $?
   check "$tool: chdir: the file is at its path" test -s out -a ! -e away/out
   equal "$tool: chdir: no checkpoint is left" out "$(echo out*)"

   # The outfile's directory is gone: the file goes to another directory.
   mkdir gone second
   (cd gone && clean="$clean TMPDIR=$work/second" &&
      run_tool "$tool" profile "" sh "$work/deletes.sh") 2>error
   equal "$tool: the directory is deleted: the profile is in \$TMPDIR" \
      "exited 0" "$(state_of "$tool" second/profile)"
   readable "the directory is deleted" "$tool" second/profile
   rm -rf gone second

   mkdir here
   (cd here && run_tool "$tool" profile "" sh "$work/replaces.sh")
   check "$tool: the directory is replaced: the file is in the new one" \
      test -s here/profile -a "$(ls -A here)" = profile
   rm -rf here here.moved

   if [ "$(id -u)" -eq 0 ]; then
      mkdir -p jail
      run_tool "$tool" out "" perl -e 'chroot("jail") or die; chdir("/"); exit 4'
      equal "$tool: chroot: the status" 4 $?
      equal "$tool: chroot: the file is at its path" "exited 4" \
         "$(state_of "$tool" out)"
      equal "$tool: chroot: no other file is left" "out " "$(echo out*) $(ls jail)"
   else
      skip "$tool: chroot" "only root can"
   fi
done
plan
