#!/bin/sh
# release.sh -- `make release` refuses what is not as it must be, with one line; the
# workflow on GitHub runs check.sh.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# ---- A release

if is_missing git; then
   skip "make release" "no git"
else
   mkdir -p tree/debian
   cd tree || exit 99
   echo 'AC_INIT([quern], [1.2.0], [somewhere])' >configure.ac
   echo 'Quern 1.2.0' >NEWS
   echo 'quern (1.2.0) bookworm; urgency=medium' >debian/changelog
   cd .. || exit 99
   HOME=$work GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES=$work
   export HOME GIT_CONFIG_NOSYSTEM GIT_CEILING_DIRECTORIES
   git="git -C tree -c user.name=a -c user.email=a@b"

   script=$srcdir/scripts/release.sh

   # release: what release.sh says, and its status.
   release()
   {
      srcdir=$work/tree builddir=$work sh "$script" --check 2>&1
      echo "status $?"
   }

   # refused NAME LINE: the tree is refused with this line, and is put back.
   refused()
   {
      equal "$1" "release.sh: $2
status 1" "$(release)"
      $git reset -q --hard good
   }

   # edited FILE EXPRESSION: committed.
   edited()
   {
      sed -i "$2" "tree/$1"
      $git commit -q -a -m edited
   }

   equal "no checkout" "release.sh: $work/tree is not a git checkout
status 1" "$(release)"
   git init -q tree
   $git add .
   $git commit -q -m first
   $git tag good
   equal "a tree that can be released" "Quern 1.2.0 can be released.
status 0" "$(release)"
   echo more >>tree/NEWS
   refused "a changed file" "the tree is not clean:  M NEWS"
   touch tree/new.c
   refused "a new file" "the tree is not clean: ?? new.c"
   rm tree/new.c
   edited configure.ac 's/1\.2\.0/1.3.0-rc/'
   refused "no version of a release" \
      'configure.ac: "1.3.0-rc" is not the version of a release'
   edited NEWS 's/1\.2\.0/1.1.0/'
   refused "NEWS is older" 'NEWS begins with version "1.1.0", configure.ac has 1.2.0'
   edited NEWS '1i News of Quern'
   refused "NEWS begins otherwise" \
      'NEWS begins with version "", configure.ac has 1.2.0'
   edited debian/changelog 's/1\.2\.0/1.2.0-1/'
   refused "debian/changelog has another version" \
      'debian/changelog begins with version "1.2.0-1", configure.ac has 1.2.0'
   edited debian/changelog 's/bookworm/UNRELEASED/'
   refused "unreleased" 'debian/changelog: UNRELEASED'
   $git tag v1.2.0
   equal "a tag on this commit" "Quern 1.2.0 can be released.
status 0" "$(release)"
   edited NEWS '$a more'
   refused "a tag on another commit" 'the tag v1.2.0 is another commit'
fi

# ---- The workflow

workflow=$srcdir/.github/workflows/check.yml
if "$PYTHON" -c 'import yaml' 2>/dev/null; then
   matrix()
   {
      "$PYTHON" -c '
import sys, yaml
job = yaml.safe_load(open(sys.argv[1]))["jobs"]["check"]
matrix = job["strategy"]["matrix"]
runs = [step["run"] for step in job["steps"] if "run" in step]
'"$1" "$workflow" 2>&1
   }
   equal "the workflow runs README's commands in Debian and Ubuntu" \
      "debian:12 debian:13 debian:testing ubuntu:24.04 ./quickstart.sh ./check.sh" \
      "$(matrix 'print(*matrix["image"], *[other["image"] for other in matrix["include"]],
      *[run.split()[0] for run in runs if run.startswith("./")])')"
   # Those of a night alone have no tests of a commit.
   matrix 'print(*",".join(matrix["part"]).replace("--only=", "").split(","), sep="\n")' |
      sort >parts
   (cd "$srcdir" && ./check.sh --list) |
      awk '$3 ~ /^[1-9]/ { print $1 }' | sort >groups
   equal "each group that a commit runs is in one of its jobs" "$(cat groups)" "$(cat parts)"
else
   skip "the workflow runs README's commands" "no python3-yaml"
fi
badge=actions/workflows/check.yml/badge.svg
check "README.md shows its state" grep -qF "../../$badge" "$srcdir/README.md"
plan
