#!/bin/sh
# 65-repositories.sh -- cs_diff --old-rev reads a repository that is somebody else's: nothing
# that it names is run, nothing is fetched or asked, and git's time is limited.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

if ! command -v git >/dev/null; then
   echo "1..0 # SKIP Debian package git"
   exit 0
fi
export GIT_CONFIG_SYSTEM=/dev/null GIT_CONFIG_GLOBAL="$work/users.config"
export GIT_AUTHOR_NAME=ann GIT_AUTHOR_EMAIL=ann@example.org
export GIT_COMMITTER_NAME=ann GIT_COMMITTER_EMAIL=ann@example.org
git config --global protocol.file.allow always
git config --global user.useConfigOnly true
diff=$builddir/cs_diff

# profile FILE COUNT
profile()
{
   printf '%s\n' "cmd: app" "events: Ir" "fl=repository/inv.c" "fn=main" "2 $2" \
      "summary: $2" >"$1"
}
profile old.out 1000
profile new.out 2000

# command NAME: what the repository would run; leaves a file.
mkdir bin
command_of()
{
   printf '#!/bin/sh\necho "$0" >>"%s/ran"\nexit 1\n' "$work" >"bin/$1"
   chmod +x "bin/$1"
   echo "$work/bin/$1"
}

make_repository()
{
   rm -rf repository ran
   git init -q repository
   (cd repository || exit
    printf 'int main(void)\n{ return 0; }\n' >inv.c
    git add inv.c
    git commit -qm one
    printf 'int main(void)\n\n{ return 0; }\n' >inv.c)
}

# setting NAME=VALUE...: of the repository.
setting()
{
   for setting; do
      git -C repository config "${setting%%=*}" "${setting#*=}"
   done
}

# lacks_blob NAME: the old source is not there, and is to be fetched.
lacks_blob()
{
   blob=$(git -C repository rev-parse HEAD:inv.c)
   rm -f "repository/.git/objects/$(echo "$blob" | sed 's,^..,&/,')"
   setting core.repositoryFormatVersion=1 extensions.partialClone=evil \
      remote.evil.promisor=true remote.evil.partialCloneFilter=blob:none
}

# harmless NAME STATUS: nothing was run.
harmless()
{
   timeout 60 "$diff" --old-rev=HEAD old.out new.out >out 2>err </dev/null
   status=$?
   equal "$1: the status" "$2" "$status"
   equal "$1: nothing was run" "" "$(cat ran 2>/dev/null)"
   [ "$2" -eq 0 ] || equal "$1: one line says why" 1 "$(grep -c '^cs_diff: --old-rev=HEAD: ' err)"
}

make_repository
harmless "no fault" 0

make_repository
for name in core.fsmonitor core.pager pager.show pager.cat-file diff.external core.askPass \
   core.editor core.sshCommand core.gitProxy core.alternateRefsCommand gpg.program \
   sequence.editor interactive.diffFilter; do
   setting "$name=$(command_of $name)"
done
setting core.fsmonitorHookVersion=2 core.untrackedCache=true log.showSignature=true \
   "credential.helper=!$(command_of credential)" \
   "alias.show=!$(command_of alias)" "alias.cat-file=!$(command_of alias)"
harmless "pagers, monitors, editors, aliases" 0

make_repository
printf '*.c diff=evil filter=evil merge=evil ident working-tree-encoding=UTF-16\n' \
   >repository/.git/info/attributes
cp repository/.git/info/attributes repository/.gitattributes
setting "diff.evil.textconv=$(command_of textconv)" \
   "diff.evil.command=$(command_of command)" "filter.evil.smudge=$(command_of smudge)" \
   "filter.evil.clean=$(command_of clean)" "filter.evil.process=$(command_of process)" \
   filter.evil.required=true "merge.evil.driver=$(command_of driver)"
harmless "filters, text converters" 0

make_repository
for hook in post-checkout post-index-change pre-auto-gc reference-transaction fsmonitor-watchman \
   post-rewrite push-to-checkout; do
   cp "$(command_of $hook)" repository/.git/hooks/
done
mkdir hooks
cp repository/.git/hooks/* hooks
setting "core.hooksPath=$work/hooks"
harmless "hooks" 0

make_repository
setting submodule.evil.active=true submodule.evil.update="!$(command_of submodule)" \
   submodule.recurse=true fetch.recurseSubmodules=true
printf '[submodule "evil"]\npath = evil\nurl = "ext::%s"\n' "$(command_of url)" \
   >repository/.gitmodules
harmless "submodules" 0

# A blob that is missing would be fetched, by a command of the repository's.
git init -q --bare remote
for url in "file://$work/remote" "$work/remote" "ext::$(command_of ext) %S" \
   "ssh://localhost/nothing" "git://127.0.0.1/nothing" "http://127.0.0.1:9/nothing" \
   "evil::nothing"; do
   make_repository
   lacks_blob
   setting "remote.evil.url=$url" "remote.evil.uploadpack=$(command_of uploadpack)" \
      "core.sshCommand=$(command_of ssh)" "core.gitProxy=$(command_of proxy)" \
      "protocol.allow=always" "protocol.ext.allow=always" \
      "credential.helper=$(command_of helper)" "remote.evil.vcs="
   harmless "fetched by ${url%%:*}" 1
done
# As it would be without us: the test can fail.
make_repository
lacks_blob
setting "remote.evil.url=$work/remote" "remote.evil.uploadpack=$(command_of uploadpack)"
git -C repository cat-file blob HEAD:inv.c >/dev/null 2>&1
check "git itself would run it" test -s ran

# Git waits for ever: for a FIFO, and for a process that holds its output.
make_repository
mkfifo repository/.git/never
setting include.path=never
before=$(date +%s)
harmless "a configuration that is a FIFO" 1
took=$(($(date +%s) - before))
check "git's time is limited: $took s" test $took -ge 15 -a $took -le 40
check "no process is left" sh -c '! cat /proc/[0-9]*/cmdline 2>/dev/null |
   tr "\\0" " " | grep -q "[c]at-file blob HEAD:./inv.c"'

# The user's own configuration counts: here that the repository may be another's.
if [ "$(id -u)" -eq 0 ]; then
   make_repository
   chown -R 65534 repository
   harmless "another's repository" 1
   git config --global --add safe.directory "$work/repository"
   harmless "another's repository, which the user trusts" 0
fi
plan
