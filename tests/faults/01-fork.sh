#!/bin/sh
# 01-fork.sh -- fork without exec: each process writes its own file, with its own work
# or, if asked, also with what its parent did before.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

for run in cachesim/zero cachesim/inherit heapprof/zero heapprof/inherit; do
   tool=${run%/*} children=${run#*/}
   [ "$children" = inherit ] && inherited=has || inherited=has_no
   rm -f out.*
   run_tool "$tool" out.%p --children="$children" "$programs/fault_process" forks
   equal "$run: the status" 7 $?
   equal "$run: a file for each of the three processes, no more" 3 \
      "$(find . -name 'out.*' | wc -l)"
   for file in out.*; do
      case $(state_of "$tool" "$file") in
      "exited 7")
         has "$run: the parent's file has its own work" "$tool" "$file" part_before \
            part_after
         has_no "$run: the parent's file has no work of its children" "$tool" "$file" \
            part_child part_grandchild
         readable "the parent's file" "$tool" "$file" ;;
      "exited 1")
         has "$run: the child's file has its own work" "$tool" "$file" part_child
         $inherited "$run: the child's file: inherited work" "$tool" "$file" part_before
         has_no "$run: the child's file has no work of other processes" \
            "$tool" "$file" part_after part_grandchild
         readable "the child's file" "$tool" "$file" ;;
      "exited 2")
         has "$run: the grandchild's file has its own work" "$tool" "$file" \
            part_grandchild
         $inherited "$run: the grandchild's file: inherited work" "$tool" "$file" \
            part_before part_child
         has_no "$run: the grandchild's file has no work of other processes" \
            "$tool" "$file" part_after
         readable "the grandchild's file" "$tool" "$file" ;;
      *) not_ok "$run: $file belongs to one of the three processes" \
            "$(state_of "$tool" "$file")" ;;
      esac
   done
done

# ---- What waits in stdio's buffers is written by who calls exit, and by nobody else
cat >buffers.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
   printf("waits ");
   if (argc == 1)
      _exit(3);
   if (fork() == 0) {
      free(malloc(100));
      _exit(0);
   }
   wait(NULL);
   printf("ends\n");
   return 3;
}
END
if ${CC:-cc} -o buffers buffers.c; then
   for tool in cachesim heapprof; do
      run_tool "$tool" out.%p "" ./buffers
      equal "$tool: _exit writes no buffers" "3 " "$run_status $(cat client.out)"
      run_tool "$tool" out.%p "" ./buffers fork
      equal "$tool: nor does a child's" "3 waits ends" "$run_status $(cat client.out)"
   done
fi
plan
