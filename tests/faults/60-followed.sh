#!/bin/sh
# 60-followed.sh -- vgdb and quern-top ask for a program that has changed its user, group,
# root directory or namespaces: they have their answer, or say at once why they cannot, and
# the program goes on.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

top=$builddir/quern-top
nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"

if ! command -v vgdb >/dev/null; then
   echo "1..0 # SKIP no vgdb; it comes with Valgrind"
   exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
   skip "a program that others follow" "only root can become another user"
   plan
   exit
fi

# What belongs to root alone is below private; the program's user enters the rest.
chmod 755 "$work"
mkdir tmp jail private
chmod 1777 tmp
chmod 700 private
TMPDIR=$work/tmp
export TMPDIR
lead=    # how the command begins
options= # more of them

# follow NAME STEP...: starts the program under the $tool, until it is ready.
follow()
{
   follow_name="$tool: $1"
   shift
   rm -f input
   mkfifo input
   : >client.out
   # shellcheck disable=SC2086
   $clean TMPDIR="$TMPDIR" $lead "$valgrind" --tool="$tool" --trace-children=yes \
      --"$tool"-out-file=private/out.%p $options "$programs/fault_followed" "$@" \
      <input >client.out 2>"$tool.err" &
   followed=$! asked=$followed
   exec 3>input
   wait_for client.out grep -q ready client.out
}

# ask COMMAND...: vgdb's answer, of the process $asked.
ask()
{
   timeout 20 "$@" vgdb --vgdb-prefix="$TMPDIR/vgdb-pipe" --pid="$asked" status 2>&1
}

# looks: quern-top shows the process.
looks()
{
   timeout 60 "$top" --once --interval=0.2 "$asked" >page 2>err
   equal "$follow_name: quern-top has its table: $(head -n 1 err)" \
      "0 $tool, pid $asked" "$? $(sed -n "1s/.*\($tool, pid\)/\1/p" page)"
}

# answers: vgdb has an answer, twice: the FIFOs are opened again.
answers()
{
   for ask_time in first second; do
      check "$follow_name: vgdb's $ask_time answer" sh -c \
         'echo "$1" | grep -q "^Counting: on"' sh "$(ask env)"
   done
}

# refuses PATTERN: quern-top says in one line why not, and does not wait.
refuses()
{
   complains "$follow_name: quern-top refuses at once" 1 "^quern-top: $asked: .*$1" \
      timeout 15 "$top" --once "$asked"
}

# ends: the program has not noticed.
ends()
{
   exec 3>&-
   wait "$followed"
   equal "$follow_name: the program ends as ever" "6" $?
   equal "$follow_name: its profiles are whole" "" "$(
      for file in private/out.*; do
         state_of "$tool" "$file" | grep -v '^exited 6$'
      done)"
   check "$follow_name: no error is logged" sh -c "! grep -iE 'fatal|rror [0-9]' $tool.err"
   rm -f private/* tmp/*
}

# all_is_well NAME STEP...: all of that.  A sample, others under each tool.
all_is_well()
{
   sampled 2 || return
   follow "$@"
   looks
   answers
   ends
}

# first_child: the process that the program has forked.
first_child()
{
   cat "/proc/$followed/task/$followed/children" 2>/dev/null | tr -d ' '
}

# last_child: of the processes that have forked one another, the last.
last_child()
{
   last_child=$followed
   while next=$(cat "/proc/$last_child/task/$last_child/children" 2>/dev/null | tr -d ' ')
      [ -n "$next" ]; do
      last_child=$next
   done
   echo "$last_child"
}

# high FROM: how many descriptors the process $asked has where the program can have none.
high()
{
   find "/proc/$asked/fd" -mindepth 1 -printf '%f\n' |
      awk -v from="$1" '$1 >= from && $1 < 2 * from' | wc -l
}

# short NAME STEP...: as many descriptors as the core has room for, 12, are enough, and one
# is left: a connected vgdb needs it.  If it is not, there is an answer all the same.
short()
{
   # The core keeps the last 12 of the program's 100; of others, it adds them.
   lead="prlimit --nofile=100:100" first=88
   follow "$@"
   asked=$(last_child)
   check "$follow_name: at most 11 descriptors: $(high $first)" test "$(high $first)" -le 11
   answers
   ends
   lead="prlimit --nofile=100:100"
   follow "$@"
   asked=$(last_child)
   prlimit --pid "$asked" --nofile=$first:$first
   answers
   ends
   lead="prlimit --nofile=100:112"
   follow "$@"
   asked=$(last_child)
   prlimit --pid "$asked" --nofile=100:112 # it has to ask for the rest
   answers
   ends
   lead=
}

follow_first()
{
   tool=cachesim
   follow "trial"
   ask env >answer
   ends >/dev/null
   grep -qi "ptrace\|permitted" answer
}
if follow_first; then
   echo "1..0 # SKIP vgdb may not use ptrace: $(head -n 1 answer)"
   exit 0
fi
n_tests=0

for tool in $tools; do
   [ "$tool" = heapprof ] && n_sampled=1
   # As servers do it.
   all_is_well "a user" groups group user
   all_is_well "a user, at work" groups group user works
   all_is_well "a user, all ids" group users
   all_is_well "a user, with root's group" user
   all_is_well "a user for a time" own-group own-user
   all_is_well "a user for a time, then for good" own-user back group user
   follow "mounts" mounts group user
   looks
   ends

   # Those who are now the same user cannot command it: it may have been root's secrets.
   follow "somebody" group user works
   # shellcheck disable=SC2086
   check "$follow_name: vgdb of its new user is refused" sh -c \
      'echo "$1" | grep -q "Permission denied"' sh "$(ask $nobody)"
   # shellcheck disable=SC2086
   complains "$follow_name: quern-top of its new user is refused" 1 "^quern-top: $asked: " \
      timeout 15 $nobody "$top" --once "$asked"
   ends

   # Another root directory: commands arrive; a profile would go elsewhere.
   follow "a root" root group user
   refuses "another root directory"
   answers
   ends
   follow "a child in a root" root group user child
   asked=$(first_child)
   refuses "another root directory"
   answers
   ends

   # In a container, names of files have other process numbers.
   if unshare --pid --fork true 2>/dev/null; then
      follow "process numbers" numbers child
      asked=$(first_child)
      refuses "another pid namespace"
      ends
   fi

   # Nothing can be opened, so vgdb is off.
   follow "a filter" files
   refuses "no commands any more"
   ask env >/dev/null
   ends

   # As in containers: root without the right to give files to others.
   lead="setpriv --bounding-set=-chown --inh-caps=-chown"
   all_is_well "no right to give files" group user
   lead=

   # Each child has a log of its own.
   mkdir -p logs
   chmod 777 logs
   short "few descriptors" groups group user works
   options="--log-file=$work/logs/%p"
   short "few descriptors, a log" groups group user works
   short "few descriptors, a log, children of children" child child child groups group user
   short "few descriptors, a log, in a root" child root groups group user
   options="--log-file=$work/logs/%p --checkpoint=0"
   short "few descriptors, a log, no checkpoints" child groups group user
   if [ "$tool" = cachesim ]; then
      grep -n 'malloc(1000)' "$srcdir/tests/programs/fault_followed.c" |
         sed 's/:.*/: huge/; s/^/site fault_followed.c:/' >layout
      options="--log-file=$work/logs/%p --layout=$work/layout"
   else
      options="--log-file=$work/logs/%p --owners=end,peak"
   fi
   short "few descriptors, a log, $(echo "$options" | sed 's/.*--//')" child group user
   options=

   # Somebody removes or takes the files while vgdb is connected.
   for how in removed taken; do
      follow "files are $how" works
      (printf '\003' && sleep 1) | timeout 20 vgdb \
         --vgdb-prefix="$TMPDIR/vgdb-pipe" --pid="$asked" >/dev/null 2>&1 &
      relay=$!
      sleep 0.7
      if [ $how = removed ]; then
         rm tmp/vgdb-pipe-*
      else
         # A directory cannot be opened as a FIFO, even by root.
         for file in tmp/vgdb-pipe-*-vgdb-*; do
            rm "$file"
            mkdir "$file"
         done
      fi
      wait $relay
      [ $how = taken ] || refuses "no commands any more"
      rm -rf tmp/*
      ends
   done
done
plan
